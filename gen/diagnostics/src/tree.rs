//! What readers make of a file before anything is checked: names, values and their places.
//!
//! Every format is read into the same tree, so that what checks it, and the messages, are written once.

use crate::{Diagnostic, Span};

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: NodeValue,
    /// Where it stands.
    pub span: Span,
}

/// A name and its value.
pub type Entry = (Text, Node);

/// The values that files are made of.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A finite number with decimals.
    Decimal(f64),
    /// A text in quotes.
    Text(String),
    /// Values in order.
    List(Vec<Node>),
    /// Names with values, in the order of the file.
    Map(Vec<Entry>),
    /// What is legal in the format and means nothing here, as it was written.
    Other(String),
}

impl Node {
    /// As messages name it.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.value {
            NodeValue::Flag(flag) => flag.to_string(),
            NodeValue::Int(number) => number.to_string(),
            NodeValue::Decimal(number) => format!("{number:?}"),
            NodeValue::Text(text) => format!("\"{text}\""),
            NodeValue::List(items) => describe_list(items),
            NodeValue::Map(_) => "a map".to_owned(),
            NodeValue::Other(text) => text.clone(),
        }
    }

    /// That a value of this kind cannot stand where it stands. `what` is what messages call it: "`size`", "a unit".
    #[must_use]
    pub fn wrong_kind(&self, what: &str, expected: impl Into<String>) -> Diagnostic {
        Diagnostic::error("wrong-kind", format!("{what} cannot be this")).found(self.describe()).expected(expected)
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            NodeValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries, if it is a map.
    #[must_use]
    pub fn entries(&self) -> Option<&[Entry]> {
        match &self.value {
            NodeValue::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Node]> {
        match &self.value {
            NodeValue::List(items) => Some(items),
            _ => None,
        }
    }

    /// The items of a list, or the one value that stands where a list could.
    #[must_use]
    pub fn items_or_self(&self) -> &[Node] {
        self.items().unwrap_or(std::slice::from_ref(self))
    }

    /// The value of a name, if it is a map that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.entries()?.iter().find(|(key, _)| key.text == name).map(|(_, node)| node)
    }
}

/// A short list as it is written, such as a place; else how long it is.
fn describe_list(items: &[Node]) -> String {
    let is_plain = |item: &Node| !matches!(item.value, NodeValue::List(_) | NodeValue::Map(_));
    let written = || format!("[{}]", items.iter().map(Node::describe).collect::<Vec<_>>().join(", "));
    if items.len() <= 4 && items.iter().all(is_plain) && written().chars().count() <= 60 {
        written()
    } else {
        format!("a list of {}", items.len())
    }
}
