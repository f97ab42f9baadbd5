//! `edit`: a scenario or a design with the edits of a script.

use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics, counted};
use pipeline::Loaded;
use serde_json::json;
use world::Scenario;

use crate::args::EditArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &EditArgs, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = files::take_loaded(pipeline::open_path(&args.file, files::disk())?)?;
    reporter.tell(&loaded)?;
    let (script, text) = (args.script.display().to_string(), files::read(&args.script)?);
    let words = match &loaded.start {
        Some(start) => edit_scenario(args, &loaded, start, (&script, &text), reporter)?,
        None => edit_design(args, &loaded, (&script, &text))?,
    };
    let out = args.out.display().to_string();
    reporter.result(
        || {
            let told: String = words.iter().map(|line| format!("{line}\n")).collect();
            format!("{told}{}: {}\n", report::shown(&out), counted(words.len(), "edit"))
        },
        || json!({ "ok": true, "files": [out], "edits": words }),
    )
}

fn edit_scenario(
    args: &EditArgs,
    loaded: &Loaded,
    start: &Scenario,
    (script, text): (&str, &str),
    reporter: &Reporter,
) -> Result<Vec<String>, Failure> {
    let applied = formats::apply_script(script, text, start, &pipeline::known()).map_err(Failure::Data)?;
    let mut scenario = applied.scenario;
    if scenario.fairness.is_some() && !applied.sets_fairness && !applied.edits.is_empty() {
        let is_measured = scenario.world.terrain.is_some() && !scenario.sides.is_empty();
        scenario.fairness = is_measured.then(|| playtest::score(&scenario, &playtest::weights()));
    }
    let name = args.out.display().to_string();
    if !pipeline::is_open(&scenario) {
        reporter.warn(&Diagnostics(pipeline::find_unsound(&name, &scenario)))?;
    }
    let mut edited = loaded.clone();
    edited.design = Arc::clone(&scenario.design);
    edited.start = Some(Arc::new(scenario));
    files::write_loaded(&args.out, args.force, &edited, reporter)?;
    Ok(applied.words)
}

fn edit_design(args: &EditArgs, loaded: &Loaded, (script, text): (&str, &str)) -> Result<Vec<String>, Failure> {
    if files::ending(&args.out) == "g" {
        let fault = Diagnostic::error("usage", "an edited design is written in RON");
        return Err(Failure::Usage(fault.suggest("write FILE.ron, then convert it")));
    }
    let edit = |design: &Design| formats::apply_design_script(script, text, design, &pipeline::known());
    let (_, words) = edit(&loaded.design).map_err(Failure::Data)?;
    let Some(text) = pipeline::edited_as_ron(loaded, &|design| edit(design).ok().map(|(design, _)| design)) else {
        let fault = Diagnostic::error("refused", "one of the variants does not go together with these edits");
        return Err(Failure::Data(Diagnostics(vec![fault])));
    };
    files::write_file(&args.out, args.force, |out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(words)
}
