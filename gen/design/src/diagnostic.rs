//! Diagnostics: what is wrong with a user's data, where, and what would be right.

use std::borrow::Cow;
use std::collections::BTreeMap;
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
pub struct Sources(Vec<Source>);

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    /// Where each line begins: places are looked up, however long the file and however many its faults.
    lines: Vec<u32>,
}

impl Sources {
    /// Adds a file. A byte-order mark, which some editors set before a text, is no part of it.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(newlines).collect();
        self.0.push(Source { name: name.to_owned(), text: text.to_owned(), lines });
        FileId((self.0.len() - 1) as u16)
    }

    /// A file's text.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        &self.0[usize::from(file.0)].text
    }

    /// A file's name.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        &self.0[usize::from(file.0)].name
    }

    /// The line in which a range of bytes begins, without its end.
    #[must_use]
    pub fn line(&self, span: Span) -> &str {
        let Source { text, lines, .. } = &self.0[usize::from(span.file.0)];
        let at = floor_char(text, span.start as usize);
        let line = lines.partition_point(|&start| start as usize <= at);
        let end = lines.get(line).map_or(text.len(), |&next| next as usize);
        text[lines[line - 1] as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// A range of bytes as people count: lines and columns from 1, columns in characters.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let Source { text, lines, .. } = &self.0[usize::from(span.file.0)];
        let at = |byte: u32| {
            let end = floor_char(text, byte as usize);
            let line = lines.partition_point(|&start| start as usize <= end);
            let start = lines[line - 1] as usize;
            (line as u32, text[start..end].chars().count() as u32 + 1)
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

/// What stands in a file around a place: its first line, of a long one the part around the column. A world may be one line of a
/// hundred thousand characters, and each of its faults would hold it all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text, with [`Excerpt::CUT`] wherever the line goes on, and blanks for control characters.
    pub text: String,
    /// How many characters of the text stand before what is meant.
    pub column: usize,
    /// How many characters are meant, at least 1.
    pub length: usize,
}

/// So many characters of a line are shown.
const EXCERPT_MAX: usize = 120;

impl Excerpt {
    /// Stands where a line goes on.
    pub const CUT: char = '…';

    /// The part of a whole text that shows a place in it; none where the text has no such line.
    #[must_use]
    pub fn in_text(text: &str, place: &Place) -> Option<Excerpt> {
        let line = text.lines().nth(place.line.saturating_sub(1) as usize)?;
        Some(Excerpt::of(line, place))
    }

    /// The part of a line that shows a place in it.
    #[must_use]
    pub fn of(line: &str, place: &Place) -> Excerpt {
        let start = (place.column as usize).saturating_sub(1);
        let is_long = line.chars().nth(EXCERPT_MAX).is_some();
        let from = if is_long { start.saturating_sub(EXCERPT_MAX / 2) } else { 0 };
        let mut rest = line.chars().skip(from);
        let shown = rest.by_ref().take(EXCERPT_MAX);
        let shown: String = shown.map(|char| if char.is_control() { ' ' } else { char }).collect();
        let count = shown.chars().count();
        let goes_on = rest.next().is_some();
        let before = usize::from(from > 0);
        let column = start.saturating_sub(from).min(count);
        let end =
            if place.end_line == place.line { (place.end_column as usize).saturating_sub(1 + from) } else { count };
        let mut text = String::new();
        text.extend((from > 0).then_some(Excerpt::CUT));
        text.push_str(if goes_on { &shown } else { shown.trim_end() });
        text.extend(goes_on.then_some(Excerpt::CUT));
        Excerpt { text, column: before + column, length: end.min(count).saturating_sub(column).max(1) }
    }
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

/// Faults while they are found. A file that is broken throughout has its first faults told, and the number of the rest.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    found: Diagnostics,
    /// How many each file has, told or not. By severity, so that no warnings hide an error.
    counts: BTreeMap<(FileId, Severity), usize>,
}

impl Faults {
    /// So many of a file are told.
    pub const TOLD_MAX: usize = 200;

    /// Adds one, at a place.
    pub fn add(&mut self, sources: &Sources, span: Span, diagnostic: Diagnostic) {
        let count = self.counts.entry((span.file, diagnostic.severity)).or_default();
        *count += 1;
        if *count <= Faults::TOLD_MAX {
            let place = sources.place(span);
            let excerpt = Some(Excerpt::of(sources.line(span), &place));
            let mut diagnostic = diagnostic.at(place);
            diagnostic.excerpt = excerpt;
            self.found.push(diagnostic);
        }
    }

    /// Whether more errors of a file are only counted: then it is not worth while to look for what was meant.
    #[must_use]
    pub fn is_full(&self, file: FileId) -> bool {
        self.counts.get(&(file, Severity::Error)).is_some_and(|&count| count >= Faults::TOLD_MAX)
    }

    /// Adds some that have their places already, or none.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.found.0.extend(found);
    }

    /// Whether the data cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.has_errors()
    }

    /// All of them, in the order of places.
    #[must_use]
    pub fn finish(self, sources: &Sources) -> Diagnostics {
        let Faults { mut found, counts } = self;
        for ((file, severity), count) in counts {
            if let Some(more @ 1..) = count.checked_sub(Faults::TOLD_MAX) {
                let end = sources.text(file).len() as u32;
                let message = format!("and {more} more {severity}s in this file");
                let diagnostic = Diagnostic { severity, ..Diagnostic::error("more", message) };
                found.push(diagnostic.at(sources.place(Span { file, start: end, end })));
            }
        }
        found.sort();
        found
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
    fn places_count_from_one_in_characters() {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", "ab\nçd = x\n");
        let place = sources.place(Span { file, start: 3, end: 5 });
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 1, 2, 2));
        let place = sources.place(Span { file, start: 6, end: 999 });
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 3, 3, 1));
    }

    #[test]
    fn a_line_of_the_file_shows_what_is_meant() {
        let mut sources = Sources::default();
        let file = sources.add("a.g", "(b)\n(table damage (ox oxx 2))\n");
        let mut faults = Faults::default();
        faults.add(&sources, Span { file, start: 22, end: 25 }, Diagnostic::error("unknown-name", "`oxx`"));
        let found = faults.finish(&sources);
        assert_eq!(
            found.0[0].with_excerpt(),
            "a.g:2:19: error[unknown-name]: `oxx`\n  2 | (table damage (ox oxx 2))\n    |                   ^^^"
        );
    }

    #[test]
    fn of_a_long_line_the_part_around_the_place_is_kept() {
        let shown = |before: usize, after: usize, length: u32| {
            let line = format!("{}x{}", "ä".repeat(before), "z".repeat(after));
            let column = before as u32 + 1;
            let place = Place { file: String::new(), line: 1, column, end_line: 1, end_column: column + length };
            let excerpt = Excerpt::of(&line, &place);
            assert_eq!(excerpt.text.chars().nth(excerpt.column), Some('x'), "{excerpt:?}");
            let marks = (excerpt.text.starts_with(Excerpt::CUT), excerpt.text.ends_with(Excerpt::CUT));
            (excerpt.text.chars().count(), excerpt.length, marks)
        };
        assert_eq!(shown(3, 100, 9), (104, 9, (false, false)));
        assert_eq!(shown(100_000, 100_000, 2), (122, 2, (true, true)));
        assert_eq!(shown(3, 500, 400), (121, 117, (false, true)));
        assert_eq!(shown(500, 3, 1), (65, 1, (true, false)));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", "\u{feff}{}");
        assert_eq!(sources.text(file), "{}");
    }

    #[test]
    fn a_message_is_one_line_without_control_characters() {
        let told = Diagnostic::error("bad", "`a\nb`").found("\u{1b}[31m").to_string();
        assert_eq!(told, "error[bad]: `a\\nb`: found \\u{1b}[31m");
    }

    #[test]
    fn too_many_faults_are_counted_and_none_is_forgotten() {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", "x\ny\n");
        let mut faults = Faults::default();
        let span = Span { file, start: 0, end: 1 };
        for number in 0..300 {
            faults.add(&sources, span, Diagnostic::warning("odd", number.to_string()));
        }
        assert!(!faults.is_full(file));
        faults.add(&sources, span, Diagnostic::error("bad", "bad"));
        let found = faults.finish(&sources);
        assert!(found.has_errors());
        assert_eq!(found.0.len(), 202);
        assert_eq!(found.0[201].to_string(), "a.ron:3:1: warning[more]: and 100 more warnings in this file");
    }

    #[test]
    fn a_slip_is_mended_and_a_strange_word_is_not() {
        let known = ["start-with", "speed", "capacity"];
        assert_eq!(nearest("strat-with", known), Some("start-with"));
        assert_eq!(nearest("sped", known), Some("speed"));
        assert_eq!(nearest("xyzzy", known), None);
    }
}
