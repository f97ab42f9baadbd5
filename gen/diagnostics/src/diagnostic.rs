//! Diagnostics: what is wrong with a user's data, where, and what would be right.

use std::borrow::Cow;
use std::fmt;

use crate::{Excerpt, Place};

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
    /// Whether the data can be used all the same.
    pub severity: Severity,
    /// A short name for this kind of fault, for scripts: `unknown-parameter`.
    pub code: &'static str,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Its place; `None` if it is not about a place in a file.
    pub place: Option<Place>,
    /// What stands there.
    pub found: Option<String>,
    /// What could stand there.
    pub expected: Option<String>,
    /// What to do.
    pub suggestion: Option<String>,
    /// The line of the file where it stands, or a part of it.
    pub excerpt: Option<Excerpt>,
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
            excerpt: None,
        }
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// The diagnostic in a line, and under it the line of the file with a mark below what is meant.
    #[must_use]
    pub fn with_excerpt(&self) -> String {
        let (Some(place), Some(Excerpt { text, column, length })) = (&self.place, &self.excerpt) else {
            return self.to_string();
        };
        let number = place.line.to_string();
        let gutter = " ".repeat(number.len());
        format!("{self}\n  {number} | {text}\n  {gutter} | {}{}", " ".repeat(*column), "^".repeat(*length))
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

    /// The same, with the known name that a misspelt one was probably meant to be, if there is one.
    #[must_use]
    pub fn did_you_mean<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(name, known) {
            Some(meant) => self.suggest(format!("did you mean `{meant}`?")),
            None => self,
        }
    }

    /// The same; where no name is near, with what would be right.
    #[must_use]
    pub fn did_you_mean_or<'a>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        expected: impl Into<String>,
    ) -> Diagnostic {
        match nearest(name, known) {
            Some(meant) => self.suggest(format!("did you mean `{meant}`?")),
            None => self.expected(expected),
        }
    }

    /// The same; where no name is near, with all that are known.
    #[must_use]
    pub fn one_of(self, name: &str, known: &[&str]) -> Diagnostic {
        self.did_you_mean_or(name, known.iter().copied(), format!("one of {}", known.join(", ")))
    }
}

/// `FILE:LINE:COLUMN: severity[code]: message`, then what was found, expected and suggested. One line, whatever the
/// user's data holds: its control characters are written as RON does.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { file, line, column, .. }) = &self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, visible(&self.message))?;
        match (self.found.as_deref().map(visible), self.expected.as_deref().map(visible)) {
            (Some(found), Some(expected)) => write!(f, ": found {found}, expected {expected}")?,
            (None, Some(expected)) => write!(f, ": expected {expected}")?,
            (Some(found), None) => write!(f, ": found {found}")?,
            (None, None) => {}
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "; {}", visible(suggestion))?;
        }
        Ok(())
    }
}

/// A text without its control characters, which stand as escapes instead.
fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escape = |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
    Cow::Owned(text.chars().map(escape).collect())
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
    let length = found.chars().count();
    let limit = 1 + length / 4;
    known
        .into_iter()
        // Most names are too long or too short to be meant: no distance is worked out for them.
        .filter(|name| name.len().abs_diff(found.len()) <= 4 * limit && name.chars().count().abs_diff(length) <= limit)
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_without_control_characters() {
        let told = Diagnostic::error("bad", "`a\nb`").found("\u{1b}[31m").to_string();
        assert_eq!(told, "error[bad]: `a\\nb`: found \\u{1b}[31m");
    }

    #[test]
    fn a_slip_is_mended_and_a_strange_word_is_not() {
        let known = ["start-with", "speed", "capacity"];
        assert_eq!(nearest("strat-with", known), Some("start-with"));
        assert_eq!(nearest("sped", known), Some("speed"));
        assert_eq!(nearest("xyzzy", known), None);
    }
}
