//! The tree that readers make of a file before anything is checked: names, values and their places.
//!
//! Every format is read into the same tree, so that checks and messages are written once.

use crate::{Diagnostic, Span};

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: NodeValue,
    /// Its place.
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
    /// A value that the format allows and that has no meaning here, as written.
    Other(String),
}

impl Node {
    /// The value's name in messages.
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

    /// The diagnostic for a value of a kind that is not allowed. `what` is its name in messages: "`size`", "a unit".
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

    /// The items of a list, or the value itself, where a single one may stand for a list.
    #[must_use]
    pub fn items_or_self(&self) -> &[Node] {
        self.items().unwrap_or(std::slice::from_ref(self))
    }

    /// The value of a name, if this is a map that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.entries()?.iter().find(|(key, _)| key.text == name).map(|(_, node)| node)
    }
}

/// A short list as written, such as a place; else its length.
fn describe_list(items: &[Node]) -> String {
    let is_plain = |item: &Node| !matches!(item.value, NodeValue::List(_) | NodeValue::Map(_));
    let written = || format!("[{}]", items.iter().map(Node::describe).collect::<Vec<_>>().join(", "));
    if items.len() <= 4 && items.iter().all(is_plain) && written().chars().count() <= 60 {
        written()
    } else {
        format!("a list of {}", items.len())
    }
}
