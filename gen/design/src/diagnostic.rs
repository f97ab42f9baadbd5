//! Diagnostics: what is wrong with a user's data, where, and what would be right.

use std::fmt;

/// Which of the files that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// In which file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
}

/// The texts that spans point into.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, String)>);

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        self.0.push((name.to_owned(), text.to_owned()));
        FileId((self.0.len() - 1) as u16)
    }

    /// A file's text.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        &self.0[usize::from(file.0)].1
    }

    /// A file's name.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        &self.0[usize::from(file.0)].0
    }

    /// A range of bytes as people count: lines and columns from 1, columns in characters.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let text = self.text(span.file);
        let at = |byte: u32| {
            let before = &text[..floor_char(text, byte as usize)];
            let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            (line as u32, before[line_start..].chars().count() as u32 + 1)
        };
        let ((line, column), (end_line, end_column)) = (at(span.start), at(span.end));
        Place { file: self.name(span.file).to_owned(), line, column, end_line, end_column }
    }
}

/// The nearest boundary between characters at or before `at`.
fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A place in a file, as people count: from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as the user named it.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One behind the last column.
    pub end_column: u32,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The data cannot be used.
    Error,
    /// The data can be used, and is probably not what was meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One fault in a user's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// A short name for this kind of fault, for scripts: `unknown-parameter`.
    pub code: &'static str,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where; `None` if it is not about a place in a file.
    pub place: Option<Place>,
    /// What stands there.
    pub found: Option<String>,
    /// What could stand there.
    pub expected: Option<String>,
    /// What to do.
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            found: None,
            expected: None,
            suggestion: None,
        }
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// The same, at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Diagnostic {
        self.place = Some(place);
        self
    }

    /// The same, with what was found.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Diagnostic {
        self.found = Some(found.into());
        self
    }

    /// The same, with what would be right.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Diagnostic {
        self.expected = Some(expected.into());
        self
    }

    /// The same, with what to do.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Diagnostic {
        self.suggestion = Some(suggestion.into());
        self
    }
}

/// `FILE:LINE:COLUMN: severity[code]: message`, then what was found, expected and suggested.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { file, line, column, .. }) = &self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)?;
        match (&self.found, &self.expected) {
            (Some(found), Some(expected)) => write!(f, ": found {found}, expected {expected}")?,
            (None, Some(expected)) => write!(f, ": expected {expected}")?,
            (Some(found), None) => write!(f, ": found {found}")?,
            (None, None) => {}
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "; {suggestion}")?;
        }
        Ok(())
    }
}

/// All that was found in one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Whether the data cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// In the order of places; equal ones once.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| (&a.place, a.severity, &a.message).cmp(&(&b.place, b.severity, &b.message)));
        self.0.dedup();
    }
}

/// The known name that a misspelt one was probably meant to be.
#[must_use]
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + found.chars().count() / 4;
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one_in_characters() {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", "ab\nçd = x\n");
        let place = sources.place(Span { file, start: 3, end: 5 });
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 1, 2, 2));
        let place = sources.place(Span { file, start: 6, end: 999 });
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 3, 3, 1));
    }

    #[test]
    fn a_slip_is_mended_and_a_strange_word_is_not() {
        let known = ["start-with", "speed", "capacity"];
        assert_eq!(nearest("strat-with", known), Some("start-with"));
        assert_eq!(nearest("sped", known), Some("speed"));
        assert_eq!(nearest("xyzzy", known), None);
    }
}
