//! Reading RON as a tree of nodes with places. Only a syntax error stops the reading; all other faults are left to the resolver.
//!
//! The text is gone through once, and a value's place is what was passed over. RON's own reader would be asked for every level anew,
//! which makes minutes of a large world; it still says what texts with escapes, odd values and faults are.

use ron::value::RawValue;

use crate::{Diagnostic, Entry, Excerpt, FileId, Node, NodeValue, Place, Sources, Span, Text};

/// The greatest depth: more than any file needs, and little enough for any stack.
const DEPTH_MAX: usize = 64;
const MAP_EXPECTED: &str = "a map such as { \"name\": value }";
const TOO_DEEP: &str = "lists and maps stand too deep";
/// The most values of a file: more than any world has, and few enough to fit into a gigabyte.
const VALUES_MAX: usize = 20_000_000;

/// Reads a file's text as one tree, in time that grows with its length.
///
/// # Errors
/// The syntax error, with its place; or that the file has too many values.
pub fn read_tree(sources: &Sources, file: FileId) -> Result<Node, Diagnostic> {
    read_values(sources, file, VALUES_MAX)
}

/// Reads a file of at most `most` values.
fn read_values(sources: &Sources, file: FileId, most: usize) -> Result<Node, Diagnostic> {
    let text = sources.text(file);
    let mut reader = NodeReader { file, text, at: after_attributes(text), left: most, open: Vec::new() };
    let whole = reader.node(0).and_then(|root| {
        reader.skip_blanks();
        if reader.at == text.len() { Ok(root) } else { Err(reader.syntax(Wanted::End)) }
    });
    whole.map_err(|fault| match fault {
        // Of a single value RON's own reader tells best what is wrong, unless it does not know what is read here.
        Fault::Syntax(at, Wanted::Scalar) if !text[at.0..].starts_with('\'') => {
            match ron::from_str::<&RawValue>(text) {
                Err(error) if !has_escapes_of_json(text) => {
                    ron_fault("syntax", NOT_RON, sources.name(file), text, error)
                }
                _ => reader.refuse(sources, at, NOT_RON.to_owned()),
            }
        }
        Fault::Syntax(at, wanted) => reader.tell_wanted(sources, at, wanted),
        Fault::TooDeep(at) => reader.refuse(sources, at, TOO_DEEP.to_owned()),
        Fault::TooMany(at) => reader.refuse(sources, at, format!("the file has more than {most} values")),
    })
}

/// Reads a file's text as one entry of a map: its name takes `name_end` bytes, and its value begins at byte `value_start`.
///
/// # Errors
/// The fault of a value that stands too deep, or holds too many others.
pub(crate) fn read_entry(
    sources: &Sources,
    file: FileId,
    name_end: usize,
    value_start: usize,
) -> Result<Entry, Diagnostic> {
    let text = sources.text(file);
    let mut reader = NodeReader { file, text, at: 0, left: VALUES_MAX, open: Vec::new() };
    let name = Text { text: key(&text[..name_end]), span: reader.span((0, name_end)) };
    reader.at = value_start;
    let value = match reader.node(0) {
        Ok(node) => node,
        Err(Fault::Syntax(..)) => {
            let value = NodeValue::Other(shorten(&text[value_start..]));
            Node { value, span: reader.span((value_start, text.len())) }
        }
        Err(Fault::TooDeep(at)) => return Err(reader.refuse(sources, at, TOO_DEEP.to_owned())),
        Err(Fault::TooMany(at)) => return Err(reader.refuse(sources, at, "this has too many values".to_owned())),
    };
    Ok((name, value))
}

/// The diagnostic for an error of RON's own reader, with `message` before it and its place.
#[must_use]
pub fn ron_fault(
    code: &'static str,
    message: &str,
    file: &str,
    text: &str,
    error: ron::error::SpannedError,
) -> Diagnostic {
    let at = |position: ron::error::Position| (position.line as u32, position.col as u32);
    let ((line, column), (end_line, end_column)) = (at(error.span.start), at(error.span.end));
    let place = Place { file: file.to_owned(), line, column, end_line, end_column };
    // The message of this error is written for programmers.
    let message = match error.code {
        ron::Error::ExceededRecursionLimit => TOO_DEEP.to_owned(),
        told => format!("{message}: {told}"),
    };
    let excerpt = Excerpt::in_text(text, &place);
    Diagnostic { excerpt, ..Diagnostic::error(code, message).at(place) }
}

/// A range of bytes of the text.
type Range = (usize, usize);

/// Why a text is no tree.
enum Fault {
    /// What stands here is not RON, and what should.
    Syntax(Range, Wanted),
    /// This list or map stands too deep.
    TooDeep(Range),
    /// This value is one too many.
    TooMany(Range),
}

/// What should stand where something else does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A value.
    Value,
    /// The name of an entry, or the end of its map.
    Name,
    /// A comma, or the end of a list or map.
    Comma,
    /// A colon behind a name.
    Colon,
    /// The quote that ends a text.
    Quote,
    /// A value that RON knows.
    Scalar,
    /// Nothing more.
    End,
}

/// The message of what cannot be read.
const NOT_RON: &str = "this is not RON";

struct NodeReader<'a> {
    file: FileId,
    text: &'a str,
    /// The next byte.
    at: usize,
    /// How many values it may still read.
    left: usize,
    /// Where the brackets stand that are open.
    open: Vec<usize>,
}

impl NodeReader<'_> {
    fn span(&self, (start, end): Range) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn refuse(&self, sources: &Sources, at: Range, message: String) -> Diagnostic {
        let span = self.span(at);
        Diagnostic {
            excerpt: Some(sources.excerpt(span)),
            ..Diagnostic::error("syntax", message).at(sources.place(span))
        }
    }

    /// What was found and what was expected, and which bracket is open there.
    fn tell_wanted(&self, sources: &Sources, at: Range, wanted: Wanted) -> Diagnostic {
        let text = self.text;
        if blanks(text) == text.len() {
            return self.refuse(sources, (0, 0), "there is nothing in this file".to_owned()).expected(MAP_EXPECTED);
        }
        let rest = &text[at.0..];
        let open = self.open.last().map(|&open| {
            let (bracket, end) = if text[open..].starts_with('[') { ('[', ']') } else { ('{', '}') };
            (open, bracket, end)
        });
        if wanted == Wanted::Quote {
            let message = format!("{NOT_RON}: the text that begins here has no end");
            return self.refuse(sources, at, message).expected("a \" where it ends");
        }
        if let Some(quoted) =
            rest.strip_prefix('\'').map(|rest| rest.split(['\'', '\n', ',', ':']).next().unwrap_or_default())
        {
            let expected = format!("\"{quoted}\": texts stand in double quotes");
            return self.refuse(sources, at, NOT_RON.to_owned()).found(format!("'{quoted}'")).expected(expected);
        }
        if let Some((open, bracket, end)) = open.filter(|_| rest.is_empty()) {
            let message = format!("{NOT_RON}: the `{bracket}` that is opened here is never closed");
            return self
                .refuse(sources, (open, open + 1), message)
                .expected(format!("`{end}` before the end of the file"));
        }
        let expected = match (wanted, open) {
            (Wanted::Comma, Some((_, _, end))) => format!("`,` or `{end}`"),
            (Wanted::Name, _) => "a name such as \"title\", or `}`".to_owned(),
            (Wanted::Colon, _) => "`:` behind a name".to_owned(),
            (Wanted::Value, Some((_, '[', _))) => "a value, or `]`".to_owned(),
            (Wanted::End, _) => "nothing more: what the file holds has ended".to_owned(),
            _ => "a value: a text in quotes, a number, true or false, a list or a map".to_owned(),
        };
        let word: String =
            rest.chars().take_while(|&sign| !sign.is_whitespace() && !",:[]{}".contains(sign)).take(20).collect();
        let found = match rest.chars().next() {
            None => "the end of the file".to_owned(),
            Some(sign) if word.is_empty() => format!("`{sign}`"),
            Some(_) => format!("`{word}`"),
        };
        let told = self.refuse(sources, at, NOT_RON.to_owned()).found(found).expected(expected);
        let Some((open, bracket, _)) = open else { return told };
        let (line, column) = sources.start(self.span((open, open + 1)));
        told.suggest(format!("the `{bracket}` of line {line}, column {column} is open"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The fault of what stands next.
    fn syntax(&self, wanted: Wanted) -> Fault {
        Fault::Syntax((self.at, self.text.len().min(self.at + 1)), wanted)
    }

    /// The fault of what was written from `start` on: where it is two values, `between` should stand between them, else `wanted` there.
    fn unread(&self, start: usize, written: &str, between: Wanted, wanted: Wanted) -> Fault {
        let is_blank = |sign: char| sign.is_whitespace();
        let first = if written.starts_with('"') { quoted(written) } else { written.find(is_blank) };
        let first = first.filter(|&end| end < written.len() && scalar(&written[..end]).is_some());
        match first.map(|end| start + end + blanks(&written[end..])) {
            Some(next) => Fault::Syntax((next, next + 1), between),
            None => Fault::Syntax((start, self.at), wanted),
        }
    }

    /// Passes over spaces and comments.
    fn skip_blanks(&mut self) {
        self.at += blanks(&self.text[self.at..]);
    }

    /// Passes over blanks and a byte, if it is the next one.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn node(&mut self, depth: usize) -> Result<Node, Fault> {
        self.skip_blanks();
        let start = self.at;
        self.left = self.left.checked_sub(1).ok_or(Fault::TooMany((start, start)))?;
        let value = match self.peek() {
            Some(b'{' | b'[') if depth == DEPTH_MAX => return Err(Fault::TooDeep((start, start + 1))),
            Some(b'{') => NodeValue::Map(self.items(b'}', |reader| reader.entry(depth + 1))?),
            Some(b'[') => NodeValue::List(self.items(b']', |reader| reader.node(depth + 1))?),
            _ => {
                let written = self.scalar(Wanted::Value)?;
                scalar(written).ok_or_else(|| self.unread(start, written, Wanted::Comma, Wanted::Scalar))?
            }
        };
        Ok(Node { value, span: self.span((start, self.at)) })
    }

    /// The items of a list or map up to its end, with a comma between them, and maybe one after the last.
    fn items<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        self.open.push(self.at);
        self.at += 1;
        let mut items = Vec::new();
        while !self.take(end) {
            items.push(item(self)?);
            if !self.take(b',') {
                if !self.take(end) {
                    return Err(self.syntax(Wanted::Comma));
                }
                break;
            }
        }
        self.open.pop();
        Ok(items)
    }

    fn entry(&mut self, depth: usize) -> Result<Entry, Fault> {
        self.skip_blanks();
        let start = self.at;
        let written = self.scalar(Wanted::Name)?;
        let is_word = !written.starts_with(|first: char| first.is_ascii_digit())
            && written.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_plain = is_word || plain_int(written).is_some() || plain_text(written).is_some();
        if !is_plain && text_of(written).is_none() && ron::from_str::<&RawValue>(written).is_err() {
            return Err(self.unread(start, written, Wanted::Colon, Wanted::Name));
        }
        let name = Text { text: key(written), span: self.span((start, self.at)) };
        if !self.take(b':') {
            return Err(self.syntax(Wanted::Colon));
        }
        Ok((name, self.node(depth)?))
    }
}

impl<'a> NodeReader<'a> {
    /// Passes over a value that is no list and no map, up to its last sign before a comma, a colon, or the end of what it stands in.
    fn scalar(&mut self, wanted: Wanted) -> Result<&'a str, Fault> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let (mut end, mut open) = (start, 0_usize);
        while let Some(byte) = self.peek() {
            match byte {
                b',' | b':' | b']' | b'}' | b')' if open == 0 => break,
                b'(' | b'[' | b'{' => (open, self.at) = (open + 1, self.at + 1),
                b')' | b']' | b'}' => (open, self.at) = (open - 1, self.at + 1),
                b'"' => {
                    let unended = Fault::Syntax((self.at, self.at + 1), Wanted::Quote);
                    self.at += quoted(&self.text[self.at..]).ok_or(unended)?;
                }
                b'#' if self.at > start && bytes[self.at - 1] == b'r' => self.at += raw_quoted(&self.text[self.at..]),
                b'\'' => self.at += character(&self.text[self.at..]),
                byte if byte.is_ascii_alphanumeric() => self.at += 1,
                _ => match blanks(&self.text[self.at..]) {
                    0 => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
                    blank => {
                        self.at += blank;
                        continue;
                    }
                },
            }
            end = self.at;
        }
        self.at = end;
        if end == start { Err(self.syntax(wanted)) } else { Ok(&self.text[start..end]) }
    }
}

/// The value of something that is no list and no map; `None` if it is not RON.
fn scalar(written: &str) -> Option<NodeValue> {
    // Most texts and numbers are plain, and calling RON's own reader for each would take most of the time.
    if let Some(text) = plain_text(written) {
        return Some(NodeValue::Text(text.to_owned()));
    }
    if let Some(number) = plain_int(written) {
        return Some(NodeValue::Int(number));
    }
    // A scalar is read as what its first byte suggests: a failed attempt would format a message in vain.
    let value = match written.as_bytes().first()? {
        b'"' | b'r' => text_of(written).map(NodeValue::Text),
        b't' | b'f' => ron::from_str(written).ok().map(NodeValue::Flag),
        _ => {
            // Whole numbers that are too large are kept as written.
            let is_decimal = |number: &f64| number.is_finite() && written.contains(['.', 'e', 'E']);
            let decimal = || ron::from_str(written).ok().filter(is_decimal).map(NodeValue::Decimal);
            ron::from_str(written).ok().map(NodeValue::Int).or_else(decimal)
        }
    };
    let other = || ron::from_str::<&RawValue>(written).ok().map(|_| NodeValue::Other(shorten(written)));
    value.or_else(other)
}

/// A text with RON's escapes, or with those of JSON, which has some of its own: `\u00f6` and `\/`.
fn text_of(written: &str) -> Option<String> {
    ron::from_str(written).ok().or_else(|| serde_json::from_str(written).ok())
}

/// Whether a text may have escapes that RON does not know.
fn has_escapes_of_json(text: &str) -> bool {
    text.contains("\\/") || text.match_indices("\\u").any(|(at, _)| !text[at + 2..].starts_with('{'))
}

/// What stands between the quotes of a text without escapes.
fn plain_text(written: &str) -> Option<&str> {
    let text = written.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains(['"', '\\'])).then_some(text)
}

/// A whole number of digits alone, with or without a minus.
fn plain_int(written: &str) -> Option<i64> {
    let digits = written.strip_prefix('-').unwrap_or(written);
    let is_plain = (1..=18).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_plain { written.parse().ok() } else { None }
}

/// A key: a text, or a bare word or number as it was written.
fn key(written: &str) -> String {
    match plain_text(written) {
        Some(text) => text.to_owned(),
        None if written.contains('"') => text_of(written).unwrap_or_else(|| written.to_owned()),
        None => written.to_owned(),
    }
}

/// The length of a text in quotes, with them; `None` if it has no end.
fn quoted(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text.as_bytes().get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if text.as_bytes()[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// The length of `#"..."#` with as many signs before the quote as after it; of the signs alone where no text follows.
fn raw_quoted(text: &str) -> usize {
    let signs = text.bytes().take_while(|&byte| byte == b'#').count();
    let Some(rest) = text[signs..].strip_prefix('"') else { return signs };
    let end = format!("\"{}", &text[..signs]);
    rest.find(&end).map_or(text.len(), |at| signs + 1 + at + end.len())
}

/// The length of a character in quotes, with them; of the first quote alone where no character follows.
fn character(text: &str) -> usize {
    let mut signs = text.char_indices().skip(1);
    match signs.next() {
        Some((_, '\\')) => text.get(3..).and_then(|rest| rest.find('\'')).map_or(1, |at| 3 + at + 1),
        Some(_) => signs.next().filter(|&(_, sign)| sign == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// The length of the attributes before a file's value, such as `#![enable(implicit_some)]`.
fn after_attributes(text: &str) -> usize {
    let start = blanks(text);
    if !text[start..].starts_with('#') {
        return 0;
    }
    let value = ron::from_str::<&RawValue>(text).map_or("", RawValue::get_ron);
    if value.is_empty() { 0 } else { value.as_ptr() as usize - text.as_ptr() as usize }
}

/// The length of the spaces and comments at the beginning of a text in RON.
#[must_use]
pub fn blanks(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += match rest.as_bytes() {
            [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => 1,
            [b'/', b'/', ..] => rest.find('\n').map_or(rest.len(), |end| end + 1),
            [b'/', b'*', ..] => match block_comment(rest) {
                Some(length) => length,
                None => return at,
            },
            // What RON calls a space beyond ASCII.
            [0x80..=0xff, ..] if rest.starts_with(['\u{85}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}']) => {
                rest.chars().next().map_or(1, char::len_utf8)
            }
            _ => return at,
        };
    }
}

/// A text short enough for a message.
fn shorten(written: &str) -> String {
    let line = written.lines().next().unwrap_or_default();
    if line.chars().count() > 40 {
        format!("{}...", line.chars().take(37).collect::<String>())
    } else {
        line.to_owned()
    }
}

/// The length of a block comment, which may contain others; `None` if it has no end.
fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        match text.as_bytes().get(at..)? {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return Some(at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            [] => return None,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, Diagnostic> {
        let mut sources = Sources::default();
        let file = sources.add("t.ron", text);
        read_tree(&sources, file)
    }

    #[test]
    fn a_tree_knows_its_places() {
        let text = "// first\n{ /* a /* nested */ one */ \"a\": [1, -2, true /* t */], // x\n \"b\": { \"c\": \"d\\\"e\" }, odd: Some(3) }";
        let root = read(text).unwrap();
        let a = root.get("a").unwrap();
        assert_eq!(&text[a.span.start as usize..a.span.end as usize], "[1, -2, true /* t */]");
        assert_eq!(a.items().unwrap()[1].value, NodeValue::Int(-2));
        assert_eq!(a.items().unwrap()[2].value, NodeValue::Flag(true));
        assert_eq!(root.get("b").unwrap().get("c").unwrap().text(), Some("d\"e"));
        let (key, _) = &root.entries().unwrap()[0];
        assert_eq!(&text[key.span.start as usize..key.span.end as usize], "\"a\"");
    }

    #[test]
    fn numbers_with_decimals_are_numbers() {
        let root = read("[0.5, -2, 1e3, 0x10, +7, 99999999999999999999, inf, r#\"raw\"#, none]").unwrap();
        let other = |text: &str| NodeValue::Other(text.to_owned());
        let values: Vec<NodeValue> = root.items().unwrap().iter().map(|item| item.value.clone()).collect();
        let (decimal, int) = (NodeValue::Decimal, NodeValue::Int);
        let [raw, large] = [NodeValue::Text("raw".to_owned()), other("99999999999999999999")];
        assert_eq!(
            values,
            [decimal(0.5), int(-2), decimal(1000.0), int(16), int(7), large, other("inf"), raw, other("none"),]
        );
    }

    /// JSON is read with its own escapes, as other programs write it: in texts and in names of entries.
    #[test]
    fn escapes_of_json_are_read() {
        let root = read(r#"{ "K\u00f6": ["\ud83c\udff0 \/ \b\f\n", "caf\u{e9}", "\u00C9"] }"#).unwrap();
        let texts: Vec<_> = root.get("Kö").unwrap().items().unwrap().iter().map(|item| item.text().unwrap()).collect();
        assert_eq!(texts, ["🏰 / \u{8}\u{c}\n", "café", "É"]);
        // What is wrong elsewhere is not laid to an escape that is right.
        assert_eq!(read("{ \"a\": \"\\u00f6\",\n \"b\": ] }").unwrap_err().place.unwrap().line, 2);
        assert_eq!(read("[\"\\ud83c\"]").unwrap_err().code, "syntax", "half of a letter");
    }

    #[test]
    fn a_syntax_fault_has_its_place() {
        let fault = read("{\n  \"a\": [1, 2\n}").unwrap_err();
        assert_eq!(fault.code, "syntax");
        assert_eq!(fault.place.unwrap().line, 3);
        assert_eq!(read("").unwrap_err().code, "syntax");
    }

    #[test]
    fn a_syntax_fault_says_what_was_expected_and_what_is_open() {
        for (text, told) in [
            ("", "t.ron:1:1: error[syntax]: there is nothing in this file: expected a map such as { \"name\": value }"),
            (
                "// only this\n",
                "t.ron:1:1: error[syntax]: there is nothing in this file: expected a map such as { \"name\": value }",
            ),
            (
                "{\n  'title': \"Mine\" }",
                "t.ron:2:3: error[syntax]: this is not RON: found 'title', expected \"title\": texts stand in double quotes",
            ),
            (
                "{ \"title\": 'Mine' }",
                "t.ron:1:12: error[syntax]: this is not RON: found 'Mine', expected \"Mine\": texts stand in double quotes",
            ),
            (
                "{\n  \"recipe\": [[\"a\",\n  \"b\"],\n}",
                "t.ron:4:1: error[syntax]: this is not RON: found `}`, expected a value, or `]`; the `[` of line 2, column 13 is open",
            ),
            (
                "{ \"a\": [1, 2\n  \"b\": 3 }",
                "t.ron:2:3: error[syntax]: this is not RON: found `\"b\"`, expected `,` or `]`; the `[` of line 1, column 8 is open",
            ),
            (
                "{ \"a\": [1,\n",
                "t.ron:1:8: error[syntax]: this is not RON: the `[` that is opened here is never closed: expected `]` before the end \
                of the file",
            ),
            (
                "{ \"a\" 1 }",
                "t.ron:1:7: error[syntax]: this is not RON: found `1`, expected `:` behind a name; the `{` of line 1, column 1 is open",
            ),
            (
                "{ \"a\": }",
                "t.ron:1:8: error[syntax]: this is not RON: found `}`, expected a value: a text in quotes, a number, true or false, a \
                list or a map; the `{` of line 1, column 1 is open",
            ),
            (
                "{ \"a: 1 }",
                "t.ron:1:3: error[syntax]: this is not RON: the text that begins here has no end: expected a \" where it ends",
            ),
            (
                "{} }",
                "t.ron:1:4: error[syntax]: this is not RON: found `}`, expected nothing more: what the file holds has ended",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), told, "{text}");
        }
    }

    #[test]
    fn bottomless_files_are_refused() {
        for depth in [100, 100_000] {
            assert_eq!(read(&"[".repeat(depth)).unwrap_err().code, "syntax");
            let closed = "[".repeat(depth) + &"]".repeat(depth);
            assert_eq!(read(&closed).unwrap_err().message, TOO_DEEP);
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_and_moves_no_place() {
        assert_eq!(read("\u{feff}{ \"a\": 1 }").unwrap().get("a").unwrap().value, NodeValue::Int(1));
        assert_eq!(read("\u{feff}]").unwrap_err().place.unwrap().column, 1);
    }

    /// The same value as RON's own reader has it.
    fn is_alike(node: &Node, value: &ron::Value) -> bool {
        match (&node.value, value) {
            (NodeValue::List(items), ron::Value::Seq(values)) => {
                items.len() == values.len() && items.iter().zip(values).all(|(item, value)| is_alike(item, value))
            }
            (NodeValue::Map(entries), ron::Value::Map(map)) => map.iter().all(|(name, value)| {
                let name = match name {
                    ron::Value::String(name) => name.clone(),
                    other => ron::to_string(other).expect("it was read"),
                };
                // Of two entries of a name that reader keeps the last.
                entries.iter().rev().find(|(key, _)| key.text == name).is_none_or(|(_, node)| is_alike(node, value))
            }),
            (NodeValue::Text(text), ron::Value::String(value)) => text == value,
            (NodeValue::Flag(flag), ron::Value::Bool(value)) => flag == value,
            (NodeValue::Int(number), ron::Value::Number(value)) => *number as f64 == value.into_f64(),
            (NodeValue::Decimal(number), ron::Value::Number(value)) => *number == value.into_f64(),
            (NodeValue::Other(_), _) => true,
            _ => false,
        }
    }

    #[test]
    fn odd_values_end_where_they_end() {
        let text = "{ a: ( 1, \"]\", ['}', '\\'', 'ä'], r#\"\"}\"# ) /* , */ , \"b, }\": Odd(x: 1), r#\"c\"#: \"\\\"]\\\\\" // }\n, }";
        let root = read(text).unwrap();
        let names: Vec<&str> = root.entries().unwrap().iter().map(|(key, _)| key.text.as_str()).collect();
        assert_eq!(names, ["a", "b, }", "c"]);
        assert_eq!(root.get("c").unwrap().text(), Some("\"]\\"));
        assert_eq!(root.get("b, }").unwrap().value, NodeValue::Other("Odd(x: 1)".to_owned()));
        for bad in [
            "[1] /* no end",
            "[1 2]",
            "{ a 1 }",
            "{ a: }",
            "[,]",
            "[1,,]",
            "[\"no end]",
            "[1]]",
            "{ a: \"\\q\" }",
            "[)]",
            "1 2",
        ] {
            assert_eq!(read(bad).unwrap_err().code, "syntax", "{bad}");
        }
        assert_eq!(read("#![enable(implicit_some)]\n[7]").unwrap().items().unwrap().len(), 1);
    }

    #[test]
    fn a_file_has_a_bound_on_its_values() {
        let mut sources = Sources::default();
        let file = sources.add("t.ron", "[1, { a: 2 },\n 3]");
        assert!(read_values(&sources, file, 5).is_ok());
        let fault = read_values(&sources, file, 4).unwrap_err();
        assert_eq!(fault.to_string(), "t.ron:2:2: error[syntax]: the file has more than 4 values");
    }

    proptest::proptest! {
        #[test]
        fn what_is_read_is_what_the_crate_reads(text in "[\\[{](([\\[\\]{}(),:]| |a|b: |1|-2.5|true|\"x\"|\"\\\\n\"|'c'|//|/\\*|\\*/|\n|r#\"|\"#){0,24})[\\]}]") {
            // Without a line's end that reader refuses a comment at the end of a file.
            let text = format!("{text}\n");
            let theirs = ron::from_str::<ron::Value>(&text);
            match (read(&text), ron::from_str::<&RawValue>(&text)) {
                (Ok(root), Ok(_)) => {
                    if let Ok(value) = theirs {
                        proptest::prop_assert!(is_alike(&root, &value), "{text}: {root:?}");
                    }
                }
                (Err(_), Err(_)) => {}
                (ours, _) => proptest::prop_assert!(false, "{text}: {ours:?}"),
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[\\[\\]{}():,\"/*a-c0-9 \\n\\\\]{0,60}") {
            let _whatever = read(&text);
        }
    }
}
