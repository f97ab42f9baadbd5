//! What `roll` gives: the files that it writes, and what it tells of them.

use std::path::{Path, PathBuf};

use design::Diagnostics;
use host::FileSet;
use output::FormatChoice;
use pipeline::Rejection;
use serde_json::{Value, json};
use world::Scenario;

use crate::args::RollArgs;
use crate::report::{self, Failure, Reporter};

/// Where a roll is written if nobody says where; the only folder that is replaced without being asked.
const DEFAULT_OUT: &str = "out";

/// Where a roll is written.
pub struct Place {
    pub folder: PathBuf,
    /// Whether files that stand there may be replaced.
    pub is_own: bool,
}

impl Place {
    /// By the flags.
    pub fn of(args: &RollArgs) -> Place {
        let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_OUT));
        Place { folder, is_own: args.force || args.out.is_none() }
    }

    /// Refuses to play for what could not be written afterwards: the files of these formats, and others by their names.
    pub fn refuse_present(&self, formats: &[FormatChoice], others: &[&'static str]) -> Result<(), Failure> {
        if self.is_own {
            return Ok(());
        }
        for name in formats.iter().flat_map(FormatChoice::files).copied().chain(others.iter().copied()) {
            let path = self.folder.join(name);
            if path.exists() {
                let advice = "use --force to replace what is there, or another --out";
                return Err(Failure::usage(format!("{} is there already: {advice}", path.display())));
            }
        }
        Ok(())
    }

    /// Writes all formats, or none. The paths, and what has no counterpart in a format.
    pub fn write(
        &self,
        scenario: &Scenario,
        formats: &[FormatChoice],
        reporter: &Reporter,
    ) -> Result<(Vec<PathBuf>, Diagnostics), Failure> {
        let (mut made, mut lost) = (Vec::new(), Diagnostics::default());
        for choice in formats {
            let path = self.folder.join(choice.format.file_name());
            let written = choice.write(scenario).map_err(|error| Failure::io(host::cannot_write(&path, error)))?;
            made.extend(written.files);
            lost.0.extend(written.warnings.0);
            written.notes.iter().for_each(|line| report::note(line));
        }
        reporter.warn(&lost)?;
        let mut files = FileSet::new(&self.folder).map_err(Failure::io)?;
        let paths = made.iter().map(|(name, bytes)| files.add(name, |out| out.write_all(bytes)));
        let paths = paths.collect::<Result<_, _>>().map_err(Failure::io)?;
        if self.is_own {
            files
                .replace(output::FORMATS.iter().flat_map(|format| format.all_files()).copied())
                .map_err(Failure::io)?;
        } else {
            files.finish().map_err(Failure::io)?;
        }
        Ok((paths, lost))
    }
}

/// As many columns the map takes.
const COLUMNS: usize = 80;

/// What people see: a small map, the fairness table, the files, the string.
pub fn text(scenario: &Scenario, formats: &[FormatChoice], folder: &Path, all: bool) -> String {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let mut text = output::terminal_map(scenario, COLUMNS, colour);
    text += &output::terminal_legend(scenario, COLUMNS, None, colour);
    if let Some(fairness) = &scenario.fairness {
        let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
        text.push('\n');
        text.push_str(&report::fairness_text(fairness, scenario.played.as_ref(), &names, report::FAIR_HINT, all));
    }
    text.push_str(&report::handicap_text(scenario));
    // What a single seat can expect, and several of such games too.
    if let Some(forecast) = playtest::forecast(scenario) {
        text.push_str(&report::forecast_text(&forecast));
    }
    text.push_str(&format!("\nwritten to {}:\n", report::shown(folder)));
    let width = formats.iter().flat_map(FormatChoice::files).map(|file| file.len()).max().unwrap_or(0);
    for choice in formats {
        let main = choice.files()[0];
        for file in choice.files() {
            let what = if *file == main { choice.format.summary().to_owned() } else { format!("belongs to {main}") };
            text.push_str(&format!("  {file:width$}  {what}\n"));
        }
    }
    let string = &scenario.origins.string;
    if !string.is_empty() {
        text.push_str(&format!("\nseed string: {string}\n"));
    }
    text
}

/// What programs read.
pub fn document(scenario: &Scenario, rejected: &[Rejection], written: &[PathBuf], warnings: &Diagnostics) -> Value {
    let fairness = scenario.fairness.as_ref().map(|found| output::fairness_json(found, scenario.played.as_ref()));
    let mut told = json!({
        "ok": true,
        "string": scenario.origins.string,
        "seed": scenario.origins.seed,
        "files": written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "fairness": fairness.and_then(|text| serde_json::from_str::<Value>(&text).ok()),
        "rejected": rejected.iter().map(|one| json!({ "seed": one.seed, "reason": one.reason })).collect::<Vec<_>>(),
        "warnings": warnings.0.iter().map(report::diagnostic_json).collect::<Vec<_>>(),
    });
    if let Some(handicaps) = scenario.handicaps() {
        told["handicaps"] = json!(handicaps);
    }
    if let Some(forecast) = playtest::forecast(scenario) {
        told["forecast"] = report::forecast_json(&forecast);
    }
    told
}
