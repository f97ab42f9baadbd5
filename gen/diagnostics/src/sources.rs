//! The texts that were read, and places in them.

use crate::is_control;

/// The number of a file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

/// The texts that spans point into.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    /// Where each line begins, so that a place is found quickly in long files with many faults.
    lines: Vec<u32>,
    /// How many characters begin before each [`BLOCK`] of bytes: a world may be one line, whose columns are far from its start.
    characters: Vec<u32>,
    /// How many lines of the file stand before the text, and how many characters before it in its first line.
    before: (u32, u32),
    /// Whether it is a file of the user's own, not one that others use as well.
    is_own: bool,
}

/// How many bytes are counted at once.
const BLOCK: usize = 1024;

impl Source {
    fn new(name: &str, text: &str) -> Source {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1);
        let mut characters = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            characters.push(characters[characters.len() - 1] + count_characters(block));
        }
        let lines = std::iter::once(0).chain(newlines).collect();
        let (name, text) = (name.to_owned(), text.to_owned());
        Source { name, text, lines, characters, before: (0, 0), is_own: false }
    }

    /// The line of a byte and its column in characters, both from 1.
    fn position(&self, byte: u32) -> (u32, u32) {
        let end = floor_char(&self.text, byte as usize);
        let line = self.lines.partition_point(|&start| start as usize <= end);
        let start = self.lines[line - 1] as usize;
        let column = match end - start {
            0..BLOCK => count_characters(&self.text.as_bytes()[start..end]),
            _ => self.characters_before(end) - self.characters_before(start),
        };
        (line as u32, column + 1)
    }

    /// How many characters begin before a byte.
    fn characters_before(&self, byte: usize) -> u32 {
        let block = byte / BLOCK;
        self.characters[block] + count_characters(&self.text.as_bytes()[block * BLOCK..byte])
    }
}

/// How many characters begin in these bytes of UTF-8.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| !matches!(byte, 0x80..=0xbf)).count() as u32
}

impl Sources {
    /// Adds a file. A byte-order mark, which some editors put before a text, is left out.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.0.push(Source::new(name, text));
        FileId((self.0.len() - 1) as u16)
    }

    /// Adds a part of a file, which begins in this line and column, both counted from 1. Places are those in the whole file.
    pub fn add_part(&mut self, name: &str, text: &str, line: u32, column: u32) -> FileId {
        let before = (line.saturating_sub(1), column.saturating_sub(1));
        self.0.push(Source { before, ..Source::new(name, text) });
        FileId((self.0.len() - 1) as u16)
    }

    /// Says of the files of this name that they are the user's own: what nothing uses there is told.
    pub fn own(&mut self, name: &str) {
        self.0.iter_mut().filter(|source| source.name == name).for_each(|source| source.is_own = true);
    }

    /// Whether a file is the user's own: the first one, and whatever was said to be so.
    #[must_use]
    pub fn is_own(&self, file: FileId) -> bool {
        file == FileId(0) || self.0[usize::from(file.0)].is_own
    }

    /// Whether a file of this name was read.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|source| source.name == name)
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

    /// The text of a range of bytes.
    ///
    /// # Panics
    /// If the range is not within the file, or not at boundaries of characters.
    #[must_use]
    pub fn written(&self, span: Span) -> &str {
        &self.text(span.file)[span.start as usize..span.end as usize]
    }

    /// The line in which a range of bytes begins, without its line end.
    #[must_use]
    pub fn line(&self, span: Span) -> &str {
        let Source { text, lines, .. } = &self.0[usize::from(span.file.0)];
        let at = floor_char(text, span.start as usize);
        let line = lines.partition_point(|&start| start as usize <= at);
        let end = lines.get(line).map_or(text.len(), |&next| next as usize);
        text[lines[line - 1] as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// The line with the beginning of a range of bytes, or a part of it.
    #[must_use]
    pub fn excerpt(&self, span: Span) -> Excerpt {
        Excerpt::of(self.line(span), &self.place_in_text(span))
    }

    /// The place of a range of bytes for people: lines and columns from 1, columns in characters.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let place = self.place_in_text(span);
        let (lines, characters) = self.0[usize::from(span.file.0)].before;
        let moved =
            |line: u32, column: u32| (line.saturating_add(lines), column + if line == 1 { characters } else { 0 });
        let ((line, column), (end_line, end_column)) =
            (moved(place.line, place.column), moved(place.end_line, place.end_column));
        Place { line, column, end_line, end_column, ..place }
    }

    /// The line and the column in which a range of bytes begins in its text, both from 1, the column in characters.
    #[must_use]
    pub fn start(&self, span: Span) -> (u32, u32) {
        self.0[usize::from(span.file.0)].position(span.start)
    }

    /// The place in the text alone, whatever stands before it in its file.
    fn place_in_text(&self, span: Span) -> Place {
        let source = &self.0[usize::from(span.file.0)];
        let ((line, column), (end_line, end_column)) = (source.position(span.start), source.position(span.end));
        Place { file: self.name(span.file).to_owned(), line, column, end_line, end_column }
    }
}

/// The nearest boundary between characters, at or before `at`.
fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A place in a file for people: counted from 1, columns in characters.
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
    /// The column after the last one.
    pub end_column: u32,
}

/// The text at a place in a file: its first line, or for a long line the part around the column. A world may be one line of a
/// hundred thousand characters, and every fault would otherwise repeat it all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text, with [`Excerpt::CUT`] wherever the line continues, and blanks for control characters.
    pub text: String,
    /// How many characters of the text stand before the marked ones.
    pub column: usize,
    /// How many characters are marked, at least 1.
    pub length: usize,
}

/// The most characters of a line that are shown.
const EXCERPT_MAX: usize = 120;

impl Excerpt {
    /// Marks a place where the line continues.
    pub const CUT: char = '…';

    /// The excerpt at a place in a whole text; `None` if the text has no such line.
    #[must_use]
    pub fn in_text(text: &str, place: &Place) -> Option<Excerpt> {
        let line = text.lines().nth(place.line.saturating_sub(1) as usize)?;
        Some(Excerpt::of(line, place))
    }

    /// The excerpt at a place in a line.
    #[must_use]
    pub fn of(line: &str, place: &Place) -> Excerpt {
        let start = (place.column as usize).saturating_sub(1);
        let is_long = line.chars().nth(EXCERPT_MAX).is_some();
        let from = if is_long { start.saturating_sub(EXCERPT_MAX / 2) } else { 0 };
        let mut rest = line.chars().skip(from);
        let shown = rest.by_ref().take(EXCERPT_MAX);
        let shown: String = shown.map(|char| if is_control(char) { ' ' } else { char }).collect();
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
}
