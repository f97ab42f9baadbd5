//! What is wrong with a namer's file, and where.

use std::fmt;

use crate::Place;

/// Whether a fault stops the namer from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The namer works, but probably not as its author meant.
    Warning,
    /// The namer cannot be used.
    Error,
}

/// A fault in a namer's file. The project's diagnostics are made from these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the reader was told.
    pub file: String,
    /// The line, from 1; 0 if no file holds the namer.
    pub line: u32,
    /// The column in characters, from 1; 0 if no file holds the namer.
    pub column: u32,
    /// Whether the namer can be used all the same.
    pub severity: Severity,
    /// A short name, one per kind of fault.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// What to write instead, where that can be guessed.
    pub suggestion: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Fault { file, line, column, code, message, suggestion, .. } = self;
        write!(out, "{file}:{line}:{column}: {severity}[{code}]: {message}")?;
        match suggestion {
            Some(suggestion) => write!(out, " ({suggestion})"),
            None => Ok(()),
        }
    }
}

/// The faults of one file, while they are found.
pub(crate) struct Faults {
    pub(crate) file: String,
    pub(crate) found: Vec<Fault>,
}

impl Faults {
    pub(crate) fn new(file: &str) -> Self {
        Faults { file: file.to_owned(), found: Vec::new() }
    }

    pub(crate) fn error(&mut self, place: Place, code: &'static str, message: String) -> &mut Fault {
        self.push(Severity::Error, place, code, message)
    }

    pub(crate) fn warning(&mut self, place: Place, code: &'static str, message: String) -> &mut Fault {
        self.push(Severity::Warning, place, code, message)
    }

    fn push(&mut self, severity: Severity, place: Place, code: &'static str, message: String) -> &mut Fault {
        let Place { line, column } = place;
        self.found.push(Fault { file: self.file.clone(), line, column, severity, code, message, suggestion: None });
        self.found.last_mut().expect("a fault was pushed just above")
    }
}

/// "did you mean ...", if one of the known names is near enough to be a slip of the pen.
pub(crate) fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let allowed = match written.chars().count() {
        // Any two short words are near.
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(written, name), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, name)| format!("did you mean \"{name}\"?"))
}
