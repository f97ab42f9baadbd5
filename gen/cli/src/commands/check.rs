//! `check`: look for faults in designs and scenarios.

use std::path::Path;

use design::{Diagnostic, Diagnostics};
use pipeline::{Opened, OpenedScenario};
use serde_json::json;
use world::Scenario;

use crate::args::CheckArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &CheckArgs, reporter: &Reporter) -> Result<(), Failure> {
    let mut found = Diagnostics::default();
    let mut unread = None;
    for file in &args.files {
        match check(file) {
            Ok(warnings) | Err(Failure::Data(warnings)) => found.0.extend(warnings.0),
            // The other files are looked at all the same.
            Err(Failure::Io(diagnostic)) => {
                found.push(diagnostic.clone());
                unread.get_or_insert(Failure::Io(diagnostic));
            }
            Err(failure) => return Err(failure),
        }
    }
    let is_bad = found.has_errors() || (reporter.deny_warnings && !found.0.is_empty());
    if reporter.json && is_bad {
        return Err(if unread.is_some() { Failure::Unread(found) } else { Failure::Data(found) });
    }
    // Here diagnostics are the result, so they go to stdout.
    reporter.result(
        || found.0.iter().map(|diagnostic| format!("{}\n", diagnostic.with_excerpt())).collect(),
        || json!({ "ok": true, "diagnostics": found.0.iter().map(report::diagnostic_json).collect::<Vec<_>>() }),
    )?;
    // What was found is told already; an empty failure gives the exit code alone.
    match (unread, is_bad) {
        (Some(_), _) => Err(Failure::Unread(Diagnostics::default())),
        (None, true) => Err(Failure::Data(Diagnostics::default())),
        (None, false) => Ok(()),
    }
}

fn check(path: &Path) -> Result<Diagnostics, Failure> {
    let loaded = match pipeline::open_path(path, files::disk())? {
        Opened::Scenario(opened) => {
            let OpenedScenario { scenario, warnings: mut found, .. } = *opened;
            found.0.extend(find_unsound(path, &scenario));
            return Ok(found);
        }
        opened => files::take_loaded(opened)?,
    };
    let mut found = loaded.warnings.clone();
    let Err(error) = pipeline::check_start(&loaded) else { return Ok(found) };
    // What leaves nothing to a recipe is a scenario in any language.
    if let Some(start) = loaded.start.as_deref().filter(|start| !pipeline::is_open(start)) {
        found.0.extend(find_unsound(path, start));
    } else {
        let file = path.display().to_string();
        let place = design::Place { file, line: 1, column: 1, end_line: 1, end_column: 2 };
        found.push(Diagnostic::error("recipe", error.to_string()).at(place));
    }
    Ok(found)
}

/// What is wrong with a scenario that can be read all the same.
fn find_unsound(path: &Path, scenario: &Scenario) -> Option<Diagnostic> {
    let broken = pipeline::find_broken(scenario).or_else(|| Some(playtest::find_unplayable(scenario)?.what))?;
    let warning = Diagnostic::warning("unsound", format!("{}: {broken}", path.display()));
    Some(warning.suggest("a game that begins from here may go wrong"))
}
