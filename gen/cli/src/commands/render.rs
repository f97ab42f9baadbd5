//! `render`: draw a scenario's map.

use output::PictureStyle;
use serde_json::json;

use crate::args::RenderArgs;
use crate::files;
use crate::report::{Failure, Reporter};

pub fn run(args: &RenderArgs, reporter: &Reporter) -> Result<(), Failure> {
    let (scenario, warnings) = files::read_scenario(&args.scenario)?;
    reporter.warn(&warnings)?;
    if args.out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
        return Err(Failure::usage(format!(
            "{} would not be what its name says: expected FILE.png",
            args.out.display()
        )));
    }
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.scenario));
    }
    let style = PictureStyle { cell_width: args.scale, rim: args.rim, ..PictureStyle::default() };
    files::write_file(&args.out, true, |out| output::write_png(&scenario, &style, out))?;
    let path = args.out.display().to_string();
    reporter.result(|| format!("{path}\n"), || json!({ "ok": true, "files": [path] }))
}
