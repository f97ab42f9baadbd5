//! `diff`: how two scenarios or two designs differ, in words and as a script for `edit`.

use std::path::Path;

use diagnostics::RonTree;
use pipeline::Loaded;
use serde_json::json;

use crate::args::DiffArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &DiffArgs, reporter: &Reporter) -> Result<(), Failure> {
    let open = |path: &Path| -> Result<Loaded, Failure> {
        let loaded = files::take_loaded(pipeline::open_path(path, files::disk())?)?;
        reporter.tell(&loaded)?;
        Ok(loaded)
    };
    let (from, to) = (open(&args.from)?, open(&args.to)?);
    let (mut words, mut edits): (Vec<String>, Vec<RonTree>) = (Vec::new(), Vec::new());
    match (&from.start, &to.start) {
        (Some(from), Some(to)) => {
            for change in formats::scenario_difference(from, to) {
                words.push(change.words);
                edits.extend(change.edits);
            }
        }
        (None, None) => {
            if let Some((told, edit)) = formats::design_difference(&from.design, &to.design) {
                words.extend(told);
                edits.push(edit);
            }
            if from.variants != to.variants {
                report::note("their variants differ too: no edit changes these");
            }
        }
        _ => {
            let (from, to) = (args.from.display(), args.to.display());
            return Err(Failure::usage(format!("one of {from} and {to} is a scenario and one a design")));
        }
    }
    let script = formats::write_script(edits);
    let mut written = Vec::new();
    if let Some(out) = &args.out {
        files::write_file(out, args.force, |file| Ok(file.write_all(script.as_bytes())?))?;
        written.push(out.display().to_string());
    }
    reporter.result(
        || match (args.ron, written.first()) {
            (_, Some(out)) => format!("{}: {}\n", report::shown(out), design::counted(words.len(), "change")),
            (true, None) => script.clone(),
            (false, None) if words.is_empty() => "they are alike\n".to_owned(),
            (false, None) => words.iter().map(|line| format!("{line}\n")).collect(),
        },
        || json!({ "ok": true, "alike": words.is_empty(), "changes": words, "script": script, "files": written }),
    )
}
