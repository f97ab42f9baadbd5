//! `render`: draw a scenario's map.

use output::FormatChoice;
use serde_json::json;

use crate::args::RenderArgs;
use crate::files;
use crate::playtests::starts::find_scenario;
use crate::report::{self, Failure, Reporter};

/// The map in a folder that `roll` wrote.
const MAP_FILE: &str = "map.png";

pub fn run(args: &RenderArgs, reporter: &Reporter) -> Result<(), Failure> {
    let out = match &args.out {
        Some(out) => out.clone(),
        None if args.scenario.is_dir() => args.scenario.join(MAP_FILE),
        // A picture beside a scenario may be what that was painted from: it is not replaced unasked.
        None => {
            // What is not there is told first.
            if !pipeline::is_seed_string(&args.scenario.to_string_lossy(), files::disk()) {
                find_scenario(&args.scenario, reporter)?;
            }
            return Err(Failure::usage("a scenario's file needs --out FILE.png; a folder gets its map.png anew"));
        }
    };
    if out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
        return Err(Failure::usage(format!("{} would not be what its name says: expected FILE.png", out.display())));
    }
    let scenario = find_scenario(&args.scenario, reporter)?;
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.scenario));
    }
    let levels = scenario.world.area.levels();
    if let Some(level) = args.level.filter(|&level| level > levels) {
        let there = design::counted(levels, "level");
        return Err(Failure::usage(format!("there is no level {level}: {} has {there}", args.scenario.display())));
    }
    // The map of a folder is drawn anew with what lies beside it.
    let force = args.force || args.out.is_none();
    files::write_format(&out, force, &choice(args), &scenario, reporter)?;
    let path = out.display().to_string();
    reporter.result(|| report::shown(&path), || json!({ "ok": true, "files": [path] }))
}

/// The format `png` with what the flags say.
fn choice(args: &RenderArgs) -> FormatChoice {
    let mut choice: FormatChoice = "png".parse().expect("there is a format of that name");
    for (name, value) in [("scale", args.scale), ("rim", args.rim), ("level", args.level)] {
        if let Some(value) = value {
            let set = choice.options.set(choice.format, name, &value.to_string());
            set.expect("flags have the bounds of the options");
        }
    }
    choice
}
