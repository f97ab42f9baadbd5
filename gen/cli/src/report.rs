//! What the command tells: results on stdout, diagnostics on stderr, failures as exit codes.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use design::{Diagnostic, Diagnostics, Severity};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use pipeline::{Loaded, OpenError, RequestError};
use serde_json::{Value, json};
use world::{Fairness, PlayedFairness};

/// Tells what a game in GDL prints while it is read, on stderr.
pub fn tell_printed(loaded: &Loaded) {
    loaded.printed.iter().flat_map(|text| text.lines()).for_each(note);
}

/// How to learn more about a roll than its score says.
pub const FAIR_HINT: &str = "`--fair=best` looks for a start that is even in play, `--fair` proves one.";

/// How to learn more about the scenario of a file.
pub const PLAY_HINT: &str = "`fairmarch play FILE --until-sure 5` tells what they win here.";

/// Whether stderr takes warnings and faults alone.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Says whether notes and progress bars are left out.
pub fn set_quiet(is_quiet: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

/// What matches said and nothing else; where there are none, or where `all` is asked for, after the table of measures with what the score
/// is worth. `hint` tells how to learn more, where that is not known.
pub fn fairness_text(
    fairness: &Fairness,
    played: Option<&PlayedFairness>,
    sides: &[&str],
    hint: &str,
    all: bool,
) -> String {
    if let Some(played) = played
        && !all
    {
        return fairness::played_text(played, sides);
    }
    let doubt = fairness::doubt_words(fairness, played).map(|words| format!("{words} {hint}"));
    let mut text = match fairness.seats {
        // There is no rival to be compared with; what was played of it is told all the same.
        1 => format!("{}\n", fairness.reason),
        _ => fairness::text_table(fairness, doubt.as_deref(), sides),
    };
    if let Some(played) = played {
        text.push_str(&format!("\n{}", fairness::played_text(played, sides)));
    }
    text
}

/// What the handicaps do, in a line; nothing if all are even, or are told among what levelled the seats.
pub fn handicap_text(scenario: &world::Scenario) -> String {
    let levelling = scenario.played.as_ref().and_then(|played| played.levelling.as_ref());
    let is_told = |side: &world::Side| {
        side.handicap.words().is_none_or(|words| {
            let change = format!("{} {words}", side.name);
            levelling.is_some_and(|levelling| levelling.changes.contains(&change))
        })
    };
    let told = scenario.handicap_words();
    if scenario.sides.iter().all(is_told) {
        String::new()
    } else {
        format!("{}\n", design::capitalized(&told.join(", ")))
    }
}

/// What is kept, in a line; nothing if nothing is.
pub fn kept_text(scenario: &world::Scenario) -> String {
    scenario.kept_words().map(|words| format!("{}\n", design::capitalized(&words))).unwrap_or_default()
}

/// A forecast as a table, with what stands out below it.
pub fn forecast_text(forecast: &contract::Forecast) -> String {
    let mut table: Vec<Vec<String>> = Vec::new();
    if let Some(first) = forecast.rows.first() {
        let names = first.values.iter().map(|(name, _)| (*name).to_owned());
        table.push(std::iter::once(forecast.head.to_owned()).chain(names).collect());
    }
    for row in &forecast.rows {
        table.push(
            std::iter::once(row.label.clone()).chain(row.values.iter().map(|(_, value)| value.clone())).collect(),
        );
    }
    let columns = table.first().map_or(0, Vec::len);
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::from("\n");
    for row in &table {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    for note in &forecast.notes {
        text.push_str(&format!("\n{note}\n"));
    }
    text
}

/// A forecast as JSON: rows with their values by name, and notes.
pub fn forecast_json(forecast: &contract::Forecast) -> serde_json::Value {
    use serde_json::{Map, json};
    let rows = forecast.rows.iter().map(|row| {
        let values = row.values.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
        let mut told = json!({ "label": row.label, "values": values.collect::<Map<_, _>>() });
        if let Some((figure, share)) = &row.predicts {
            told["predicts"] = json!({ "figure": figure, "share": share });
        }
        told
    });
    json!({ "head": forecast.head, "rows": rows.collect::<Vec<_>>(), "notes": forecast.notes })
}

/// Why a command did not do what it should.
#[derive(Debug)]
pub enum Failure {
    /// Faults in the user's data, or in the players.
    Data(Diagnostics),
    /// The command was used in a way that makes no sense.
    Usage(Diagnostic),
    /// What was asked for cannot be met; nothing was written.
    Unmet(Vec<Diagnostic>),
    /// A file could not be read or written.
    Io(Diagnostic),
    /// Some of several files could not be read; what was found in all of them.
    Unread(Diagnostics),
    /// Ctrl-C ended it before it was done.
    Interrupted(Diagnostic),
    /// All is told already; this exit code is left.
    Told(u8),
}

impl Failure {
    /// Input or output failed.
    pub fn io(message: impl Into<String>) -> Failure {
        Failure::Io(Diagnostic::error("io", message))
    }

    /// The command was used wrongly.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(Diagnostic::error("usage", message))
    }

    /// Players forfeited every match: a sentence for each. How the matches `ended` is told as well.
    pub fn forfeits(told: impl Iterator<Item = String>, ended: Result<(), Failure>) -> Failure {
        let advice = "mend the player or leave it out; --allow-forfeits reports on it all the same";
        let mut told: Vec<_> = told.map(|one| Diagnostic::error("forfeits", one).suggest(advice)).collect();
        told.extend(ended.err().iter().flat_map(|ended| ended.diagnostics().iter().cloned()));
        Failure::Data(Diagnostics(told))
    }

    /// What it tells.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.parts().1
    }

    fn parts(&self) -> (u8, &[Diagnostic]) {
        match self {
            Failure::Data(diagnostics) => (1, &diagnostics.0),
            Failure::Usage(diagnostic) => (2, std::slice::from_ref(diagnostic)),
            Failure::Unmet(diagnostics) => (3, diagnostics),
            Failure::Io(diagnostic) => (4, std::slice::from_ref(diagnostic)),
            Failure::Unread(diagnostics) => (4, &diagnostics.0),
            // As shells tell of a program that SIGINT ended.
            Failure::Interrupted(diagnostic) => (130, std::slice::from_ref(diagnostic)),
            Failure::Told(code) => (*code, &[]),
        }
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        Failure::usage(error.to_string())
    }
}

/// What to do with a picture that is no scenario.
fn picture_words(file: &Path) -> String {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let shown = file.display();
    let advice = match ending.as_str() {
        "png" | "txt" => format!("`fairmarch convert {shown} start.ron` makes a start of it, which `roll` takes"),
        _ => "save it as a PNG: `fairmarch convert` makes a start of that, which `roll` takes".to_owned(),
    };
    let what = if ending == "txt" { "a text" } else { "a picture" };
    format!("{shown} is {what}, not a design or a scenario: {advice}")
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::NoSuch(name) => {
                let names = || pipeline::PRESETS.iter().map(|preset| preset.name);
                let meant = design::did_you_mean(&name, names());
                let known = names().collect::<Vec<_>>().join(", ");
                Failure::usage(format!("there is no preset or file `{name}`{meant} (presets: {known})"))
            }
            OpenError::Misused(message) => Failure::usage(message),
            OpenError::OwnString(_) => {
                Failure::usage("this string belongs to a design of its own: use `roll FILE STRING`")
            }
            OpenError::Picture(file) => Failure::usage(picture_words(&file)),
            OpenError::Unreadable(message) => Failure::io(message),
            OpenError::Faults(faults) => Failure::Data(faults),
        }
    }
}

/// How to tell.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    /// One JSON document on stdout, nothing else there.
    pub json: bool,
    /// Warnings are faults.
    pub deny_warnings: bool,
}

impl Reporter {
    /// Tells what a game prints while it is read, and its warnings.
    ///
    /// # Errors
    /// As [`Self::warn`].
    pub fn tell(&self, loaded: &Loaded) -> Result<(), Failure> {
        tell_printed(loaded);
        self.warn(&loaded.warnings)
    }

    /// Tells of warnings.
    ///
    /// # Errors
    /// If warnings are denied and there is one.
    pub fn warn(&self, warnings: &Diagnostics) -> Result<(), Failure> {
        if warnings.0.is_empty() {
            return Ok(());
        }
        if self.deny_warnings {
            return Err(Failure::Data(warnings.clone()));
        }
        tell(&warnings.0);
        Ok(())
    }

    /// Prints the result: the text, or the JSON document.
    ///
    /// # Errors
    /// If stdout takes no more.
    pub fn result(&self, text: impl FnOnce() -> String, document: impl FnOnce() -> Value) -> Result<(), Failure> {
        if self.json {
            return print(&format!("{}\n", document()));
        }
        let mut text = text();
        // What follows on a terminal begins on a line of its own.
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        print(&text)
    }

    /// Prints the result of what was done before it ended, and passes on how it did. JSON says both in one document.
    ///
    /// # Errors
    /// If it ended so, or if stdout takes no more.
    pub fn result_of(
        &self,
        ended: Result<(), Failure>,
        text: impl FnOnce() -> String,
        document: impl FnOnce() -> Value,
    ) -> Result<(), Failure> {
        match ended {
            Err(failure) if self.json => {
                let (code, diagnostics) = failure.parts();
                let (mut whole, told) = (document(), failed(diagnostics));
                if let (Value::Object(whole), Value::Object(told)) = (&mut whole, told) {
                    whole.extend(told);
                }
                print(&format!("{whole}\n"))?;
                Err(Failure::Told(code))
            }
            ended => self.result(text, document).and(ended),
        }
    }

    /// Tells of a bug of ours. What went wrong was told on stderr when it did.
    pub fn finish_bug(&self) -> ExitCode {
        if self.json {
            let bug = Diagnostic::error("bug", "this is a bug of Fairmarch; stderr tells where");
            print_failed(&[bug]);
        }
        ExitCode::from(101)
    }

    /// Tells how it ended.
    pub fn finish(&self, result: Result<(), Failure>) -> ExitCode {
        let Err(failure) = result else { return ExitCode::SUCCESS };
        let (code, diagnostics) = failure.parts();
        if self.json && !matches!(failure, Failure::Told(_)) {
            print_failed(diagnostics);
        } else {
            tell(diagnostics);
        }
        ExitCode::from(code)
    }
}

/// Prints the JSON document of a failure. Where stdout takes none, stderr tells both.
fn print_failed(diagnostics: &[Diagnostic]) {
    if let Err(unprinted) = print(&format!("{}\n", failed(diagnostics))) {
        tell(diagnostics);
        let told = unprinted.diagnostics();
        tell(if diagnostics == told { &[] } else { told });
    }
}

/// The JSON document of a failure.
pub fn failed(diagnostics: &[Diagnostic]) -> Value {
    json!({ "ok": false, "diagnostics": diagnostics.iter().map(diagnostic_json).collect::<Vec<_>>() })
}

/// One diagnostic as JSON; what it does not say is null.
pub fn diagnostic_json(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.place.as_ref();
    json!({
        "file": place.map(|place| &place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "end_line": place.map(|place| place.end_line),
        "end_column": place.map(|place| place.end_column),
        "severity": diagnostic.severity.to_string(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "found": diagnostic.found,
        "expected": diagnostic.expected,
        "suggestion": diagnostic.suggestion,
    })
}

/// Diagnostics on stderr, coloured on a terminal.
pub fn tell(diagnostics: &[Diagnostic]) {
    let mut err = anstream::stderr();
    for diagnostic in diagnostics {
        let color = match diagnostic.severity {
            Severity::Error => anstyle::AnsiColor::Red,
            Severity::Warning => anstyle::AnsiColor::Yellow,
        };
        let style = anstyle::Style::new().fg_color(Some(color.into())).bold();
        let text = diagnostic.with_excerpt();
        let word = format!("{}[{}]", diagnostic.severity, diagnostic.code);
        let _closed = writeln!(err, "{}", text.replacen(&word, &format!("{style}{word}{style:#}"), 1));
    }
}

/// A bar on stderr with what is done and the time left; nothing where nobody looks, or where none is wanted.
pub fn progress_bar(length: u64, message: &'static str) -> ProgressBar {
    if IS_QUIET.load(Ordering::Relaxed) {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}, {left}{msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", time_left);
    let bar = bar.with_style(style).with_message(message);
    bar.enable_steady_tick(Duration::from_secs(1));
    if bar.is_hidden() {
        tell_progress(&bar);
    }
    bar
}

/// How often a log is told how far long work is, in seconds.
const PROGRESS_EVERY: u64 = 60;

/// The same where nobody looks at a terminal: a line a minute on stderr, so that a log shows that work goes on, and how far it is. The
/// variable FAIRMARCH_PROGRESS has other seconds.
fn tell_progress(bar: &ProgressBar) {
    let asked = std::env::var_os("FAIRMARCH_PROGRESS").and_then(|text| text.to_str()?.parse().ok());
    let every = Duration::from_secs(asked.unwrap_or(PROGRESS_EVERY).max(1));
    let bar = bar.downgrade();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(every);
            // It is gone when the work is done.
            let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) else { return };
            let (done, all) = (bar.position(), bar.length().unwrap_or(0));
            let left = if done > 0 { format!(", {:#} left", HumanDuration(bar.eta())) } else { String::new() };
            let far = if all > 0 { format!("{done} of {all}{left}, ") } else { String::new() };
            note(&format!("{far}{}", bar.message()));
        }
    });
}

/// The time left, where something is done from which it can be told, and it is a second or more.
fn time_left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let left = state.eta();
    if left.as_secs() > 0 {
        let _written = write!(out, "{:#} left, ", HumanDuration(left));
    }
}

/// A line on stderr, unless it is to be quiet. Warnings and faults are no notes: see [`tell`].
pub fn note(line: &str) {
    if IS_QUIET.load(Ordering::Relaxed) {
        return;
    }
    let _closed = writeln!(anstream::stderr(), "{}", diagnostics::visible(line));
}

/// A path as people read it: without what would change the terminal, or look like another line. JSON has it as it is.
pub fn shown(path: impl AsRef<Path>) -> String {
    diagnostics::visible(&path.as_ref().display().to_string()).into_owned()
}

/// Paths as people read them, one a line.
pub fn shown_lines(paths: &[String]) -> String {
    paths.iter().map(|path| shown(path) + "\n").collect()
}

/// Text on stdout. A reader that went away (`| head`) is no failure.
///
/// # Errors
/// If stdout takes no more for any other reason.
pub fn print(text: &str) -> Result<(), Failure> {
    print_some(text).map(|_| ())
}

/// The same of a part of it; whether anybody reads on.
///
/// # Errors
/// If stdout takes no more for any other reason.
pub fn print_some(text: &str) -> Result<bool, Failure> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::io(format!("cannot write to stdout: {}", host::reason(&error)))),
    }
}

/// The most characters of a line that quotes what was typed, which may be as long as a file.
const LINE_MAX: usize = 300;

/// Arguments that clap refused, or a question for help or version that it answers.
pub fn usage(error: &clap::Error) -> ExitCode {
    let asks_for_json = std::env::args_os().any(|arg| arg == "--json");
    if error.use_stderr() && asks_for_json {
        let message = error.to_string();
        let message = message.trim_start_matches("error: ").lines().next().unwrap_or_default().to_owned();
        print_failed(&[Diagnostic::error("usage", message)]);
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let is_plain = |line: &str| line.chars().nth(LINE_MAX).is_none() && !line.contains(diagnostics::is_control);
    // What is asked for is ours, however long its lines are; a refusal quotes what was typed.
    if !error.use_stderr() || text.lines().all(is_plain) {
        let _closed = error.print();
    } else {
        for line in text.lines() {
            let shown: String = line.chars().take(LINE_MAX).collect();
            eprintln!("{}{}", diagnostics::visible(&shown), if shown.len() < line.len() { "..." } else { "" });
        }
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
