//! Diagnostics: a fault in a user's data, its place, and what would be right.

use std::fmt;

use crate::{Excerpt, Place, cut_quotes, visible};

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The data cannot be used.
    Error,
    /// The data can be used, but are probably not what was meant.
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
    /// Whether the data can still be used.
    pub severity: Severity,
    /// A short name for this kind of fault, for scripts, such as `unknown-parameter`.
    pub code: &'static str,
    /// The fault, as a sentence without a full stop.
    pub message: String,
    /// Its place; `None` if it has none in a file.
    pub place: Option<Place>,
    /// The faulty text.
    pub found: Option<String>,
    /// What is allowed there.
    pub expected: Option<String>,
    /// The remedy.
    pub suggestion: Option<String>,
    /// The line of the file with the fault, or a part of it.
    pub excerpt: Option<Excerpt>,
}

/// `, did you mean `plains`?` for messages that are no diagnostics; nothing if no known name is similar.
#[must_use]
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|meant| format!(", did you mean `{meant}`?")).unwrap_or_default()
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: cut_quotes(message.into()),
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

    /// The diagnostic in a line, and below it the line of the file with a mark under the fault.
    #[must_use]
    pub fn with_excerpt(&self) -> String {
        let (Some(place), Some(Excerpt { text, column, length })) = (&self.place, &self.excerpt) else {
            return self.to_string();
        };
        let number = place.line.to_string();
        let gutter = " ".repeat(number.len());
        format!("{self}\n  {number} | {text}\n  {gutter} | {}{}", " ".repeat(*column), "^".repeat(*length))
    }

    /// The same diagnostic, at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Diagnostic {
        self.place = Some(place);
        self
    }

    /// The same diagnostic, with what was found.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Diagnostic {
        self.found = Some(cut_quotes(found.into()));
        self
    }

    /// The same diagnostic, with what is allowed.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Diagnostic {
        self.expected = Some(cut_quotes(expected.into()));
        self
    }

    /// The same diagnostic, with a remedy.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Diagnostic {
        self.suggestion = Some(cut_quotes(suggestion.into()));
        self
    }

    /// The same diagnostic, with the known name that a misspelt one was probably meant to be, if there is one.
    #[must_use]
    pub fn did_you_mean<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(name, known) {
            Some(meant) => self.suggest(format!("did you mean `{meant}`?")),
            None => self,
        }
    }

    /// The same; if no name is similar, with what is allowed.
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

    /// The same; if no name is similar, with all known names.
    #[must_use]
    pub fn one_of(self, name: &str, known: &[&str]) -> Diagnostic {
        self.did_you_mean_or(name, known.iter().copied(), format!("one of {}", known.join(", ")))
    }
}

/// `FILE:LINE:COLUMN: severity[code]: message`, then what was found, expected and suggested. It is always one line: control
/// characters in the user's data are escaped as in RON.
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

/// All diagnostics of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Whether one is an error, so that the data cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Sorts them by place, and drops repeated ones.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| (&a.place, a.severity, &a.message).cmp(&(&b.place, b.severity, &b.message)));
        self.0.dedup();
    }
}

/// The known name that a misspelt one was probably meant to be.
#[must_use]
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A loop, so that there is little code for each kind of list.
    let length = found.chars().count();
    let mut best = None;
    for name in known {
        compare((found, length), name, &mut best);
    }
    best.map(|(_, name)| name)
}

/// Keeps the nearer of two known names, with their distances; of equally near ones the first in the alphabet. The misspelt one
/// comes with its length.
fn compare<'a>((found, length): (&str, usize), name: &'a str, best: &mut Option<(usize, &'a str)>) {
    let limit = 1 + length / 4;
    // The distance is not computed for names that are too long or too short to be meant.
    if name.len().abs_diff(found.len()) > 4 * limit || name.chars().count().abs_diff(length) > limit {
        return;
    }
    // Nor for names with too many letters that the other has not: each of them is a slip of its own.
    let (one, other) = (letters(found), letters(name));
    if (one & !other).count_ones().max((other & !one).count_ones()) as usize > limit {
        return;
    }
    let distance = strsim::damerau_levenshtein(found, name);
    if distance <= limit && best.is_none_or(|best| (distance, name) < best) {
        *best = Some((distance, name));
    }
}

/// The letters of a name as a set; some share a place in it.
fn letters(name: &str) -> u64 {
    name.chars().fold(0, |set, letter| set | 1 << (letter as u32 & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left out because of its letters is never near enough.
    #[test]
    fn letters_leave_out_no_name_that_is_near() {
        let words = [
            "strat-with",
            "start-with",
            "sped",
            "speed",
            "spede",
            "ab",
            "ba",
            "abc",
            "\u{e9}t\u{e9}",
            "ete",
            "capacity",
            "kapazity",
        ];
        for found in words {
            for name in words {
                let limit = 1 + found.chars().count() / 4;
                let is_near = found.chars().count().abs_diff(name.chars().count()) <= limit
                    && strsim::damerau_levenshtein(found, name) <= limit;
                assert_eq!(nearest(found, [name]).is_some(), is_near, "{found} {name}");
            }
        }
    }

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
