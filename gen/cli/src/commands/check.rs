//! `check`: look for faults in designs and scenarios.

use std::path::Path;

use design::{Diagnostic, Diagnostics, Severity, counted};
use pipeline::{Loaded, Opened, OpenedScenario};
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
            Ok((warnings, holds)) => {
                tell(file, &warnings, &holds);
                found.0.extend(warnings.0);
            }
            Err(Failure::Data(faults)) => found.0.extend(faults.0),
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

/// Says of a file that was read what it holds, and how much is wrong.
fn tell(file: &Path, found: &Diagnostics, holds: &str) {
    let errors = found.0.iter().filter(|one| one.severity == Severity::Error).count();
    let count = |count: usize, noun| Some(counted(count, noun)).filter(|_| count > 0);
    let wrong: Vec<String> =
        [count(errors, "error"), count(found.0.len() - errors, "warning")].into_iter().flatten().collect();
    let wrong = if wrong.is_empty() { "nothing is wrong".to_owned() } else { wrong.join(", ") };
    report::note(&format!("{}: {wrong}; {holds}", file.display()));
}

/// What is wrong with a file, and what it holds.
fn check(path: &Path) -> Result<(Diagnostics, String), Failure> {
    let loaded = match pipeline::open_path(path, files::disk())? {
        Opened::Scenario(opened) => {
            let OpenedScenario { scenario, warnings: mut found, .. } = *opened;
            found.0.extend(pipeline::find_unsound(&path.display().to_string(), &scenario));
            return Ok((found, scenario_in_words(&scenario)));
        }
        opened => files::take_loaded(opened)?,
    };
    let holds = loaded.start.as_deref().map_or_else(|| design_in_words(&loaded), scenario_in_words);
    report::tell_printed(&loaded);
    let mut found = loaded.warnings.clone();
    found.0.extend(pipeline::find_unheeded_sides(&path.display().to_string(), &loaded.design));
    let Err(error) = pipeline::check_start(&loaded) else { return Ok((found, holds)) };
    // What leaves nothing to a recipe is a scenario in any language.
    if let Some(start) = loaded.start.as_deref().filter(|start| !pipeline::is_open(start)) {
        found.0.extend(pipeline::find_unsound(&path.display().to_string(), start));
    } else {
        let file = path.display().to_string();
        let place = design::Place { file, line: 1, column: 1, end_line: 1, end_column: 2 };
        found.push(Diagnostic::error("recipe", error.to_string()).at(place));
    }
    Ok((found, holds))
}

/// `a scenario of Classic: a rectangle of 64x42 with 4 sides and 131 units`.
fn scenario_in_words(scenario: &Scenario) -> String {
    let area = scenario.world.area;
    let (sides, units) = (counted(scenario.sides.len(), "side"), counted(scenario.units.len(), "unit"));
    let bare = if scenario.world.terrain.is_none() { " and no terrain yet" } else { "" };
    let kept = scenario.kept_words().map(|words| format!("; {words}")).unwrap_or_default();
    format!(
        "a scenario of {}: a {} of {}x{} with {sides}, {units}{bare}{kept}",
        scenario.design.title,
        area.shape(),
        area.width(),
        area.height()
    )
}

/// `the design Classic: 11 unit types, 9 types of terrain, 2 materials, 9 methods, 3 variants`.
fn design_in_words(loaded: &Loaded) -> String {
    let design = &loaded.design;
    let parts = [
        (design.units.len(), "unit type"),
        (design.terrain.len(), "terrain type"),
        (design.materials.len(), "material type"),
        (design.advances.len(), "advance"),
        (design.recipe.len(), "method"),
        (loaded.variants.len(), "variant"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| counted(count, noun)).collect();
    let parts = if parts.is_empty() { "nothing yet".to_owned() } else { parts.join(", ") };
    format!("the design {}: {parts}", design.title)
}
