//! `render`: draw a scenario's map.

use std::path::Path;

use output::PictureStyle;
use serde_json::json;

use crate::args::RenderArgs;
use crate::files::{self, Batch};
use crate::report::{Failure, Reporter};

pub fn run(args: &RenderArgs, reporter: &Reporter) -> Result<(), Failure> {
    let (scenario, warnings) = files::read_scenario(&args.scenario)?;
    reporter.warn(&warnings)?;
    let Some(name) = args.out.file_name() else {
        return Err(Failure::usage(format!("{} is no file to write", args.out.display())));
    };
    if args.out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
        return Err(Failure::usage(format!(
            "{} would not be what its name says: expected FILE.png",
            args.out.display()
        )));
    }
    let folder = args.out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::io(format!("cannot write {}: there is no such folder", args.out.display())));
    }
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.scenario));
    }
    let style = PictureStyle { cell_width: args.scale, ..PictureStyle::default() };
    let mut batch = Batch::new(folder)?;
    batch.add(&name.to_string_lossy(), |out| output::write_png(&scenario, &style, out))?;
    batch.replace(std::iter::empty())?;
    let path = args.out.display().to_string();
    reporter.result(|| format!("{path}\n"), || json!({ "ok": true, "files": [path] }))
}
