//! Reading RON as a tree of nodes with places. Only a syntax error stops the reading; all other faults are left to the resolver.
//!
//! Every level is read as borrowed `RawValue`s, whose addresses within the text give the places.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::{Diagnostic, Entry, Excerpt, FileId, Node, NodeValue, Place, Sources, Span, Text};

/// The greatest depth: more than any file needs, and little enough for any stack.
const DEPTH_MAX: usize = 64;
const TOO_DEEP: &str = "lists and maps stand too deep";

/// Reads a file's text as one tree.
///
/// # Errors
/// The syntax error, with its place.
pub fn read_tree(sources: &Sources, file: FileId) -> Result<Node, Diagnostic> {
    let text = sources.text(file);
    let whole = ron::from_str::<&RawValue>(text);
    let whole = whole.map_err(|error| ron_fault("syntax", "this is not RON", sources.name(file), text, error))?;
    let reader = NodeReader { sources, file, text };
    reader.node(whole.get_ron(), 0)
}

/// Reads a file's text as one entry of a map: its name takes `name_end` bytes, and its value begins at byte `value_start`.
///
/// # Errors
/// The fault of a value that stands too deep.
pub(crate) fn read_entry(
    sources: &Sources,
    file: FileId,
    name_end: usize,
    value_start: usize,
) -> Result<Entry, Diagnostic> {
    let text = sources.text(file);
    let reader = NodeReader { sources, file, text };
    Ok((reader.key(&text[..name_end]), reader.node(&text[value_start..], 0)?))
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

struct NodeReader<'a> {
    sources: &'a Sources,
    file: FileId,
    text: &'a str,
}

/// The entries of a map, keys and values as written.
struct RawMap<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for RawMap<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = RawMap<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawMap<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(RawMap(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// The items of a list, as written.
struct RawList<'a>(Vec<&'a RawValue>);

impl<'de> Deserialize<'de> for RawList<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = RawList<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawList<'de>, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(RawList(items))
            }
        }
        deserializer.deserialize_seq(Items)
    }
}

impl<'a> NodeReader<'a> {
    fn span(&self, part: &str) -> Span {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span { file: self.file, start: start as u32, end: (start + part.len()) as u32 }
    }

    fn node(&self, written: &'a str, depth: usize) -> Result<Node, Diagnostic> {
        let written = without_comments(written);
        let span = self.span(written);
        if depth == DEPTH_MAX {
            return Err(Diagnostic::error("syntax", TOO_DEEP).at(self.sources.place(span)));
        }
        let value = match written.as_bytes().first() {
            Some(b'{') => match ron::from_str::<RawMap<'a>>(written) {
                Ok(RawMap(entries)) => NodeValue::Map(
                    entries
                        .into_iter()
                        .map(|(key, value)| Ok((self.key(key.get_ron()), self.node(value.get_ron(), depth + 1)?)))
                        .collect::<Result<Vec<Entry>, Diagnostic>>()?,
                ),
                Err(_) => NodeValue::Other(shorten(written)),
            },
            Some(b'[') => match ron::from_str::<RawList<'a>>(written) {
                Ok(RawList(items)) => NodeValue::List(
                    items.into_iter().map(|item| self.node(item.get_ron(), depth + 1)).collect::<Result<_, _>>()?,
                ),
                Err(_) => NodeValue::Other(shorten(written)),
            },
            _ => NodeReader::scalar(written),
        };
        Ok(Node { value, span })
    }

    fn scalar(written: &str) -> NodeValue {
        // Most texts are plain, and calling RON's own reader for each would take most of the time.
        let quoted = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if let Some(plain) = quoted.filter(|text| !text.contains(['"', '\\'])) {
            return NodeValue::Text(plain.to_owned());
        }
        let text = || ron::from_str(written).ok().map(NodeValue::Text);
        let int = || ron::from_str(written).ok().map(NodeValue::Int);
        // Whole numbers that are too large are kept as written.
        let is_decimal = |number: &f64| number.is_finite() && written.contains(['.', 'e', 'E']);
        let decimal = || ron::from_str(written).ok().filter(is_decimal).map(NodeValue::Decimal);
        // A scalar is read as what its first byte suggests: a failed attempt would format a message in vain.
        let value = match written.as_bytes().first() {
            Some(b'"' | b'r') => text(),
            Some(b't' | b'f') => ron::from_str(written).ok().map(NodeValue::Flag),
            _ => int().or_else(decimal),
        };
        value.unwrap_or_else(|| NodeValue::Other(shorten(written)))
    }

    /// A key: a text, or a bare word or number as it was written.
    fn key(&self, written: &str) -> Text {
        let written = without_comments(written);
        let text = ron::from_str::<String>(written).unwrap_or_else(|_| written.to_owned());
        Text { text, span: self.span(written) }
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

/// The value without the spaces and comments before it, and the spaces after it.
fn without_comments(mut written: &str) -> &str {
    loop {
        written = written.trim();
        if let Some(rest) = written.strip_prefix("//") {
            written = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if written.starts_with("/*") {
            written = &written[block_comment(written)..];
        } else {
            break;
        }
    }
    // Comments after a value do no harm: RON's own reader skips them.
    written
}

/// The length of a block comment, which may contain others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
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

    #[test]
    fn a_syntax_fault_has_its_place() {
        let fault = read("{\n  \"a\": [1, 2\n}").unwrap_err();
        assert_eq!(fault.code, "syntax");
        assert_eq!(fault.place.unwrap().line, 3);
        assert_eq!(read("").unwrap_err().code, "syntax");
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

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[\\[\\]{}():,\"/*a-c0-9 \\n\\\\]{0,60}") {
            let _whatever = read(&text);
        }
    }
}
