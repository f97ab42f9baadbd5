//! Typed values out of a tree. What is not as it should be is told with its place, and reading goes on.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::{Diagnostic, Entry, Faults, Node, NodeValue, Sources, Span, Text};

/// Takes values out of trees, and gathers what is wrong with them.
///
/// In its methods `what` is what messages call the value: "`size`", "a unit". A node that is not there is no fault, and gives
/// nothing.
#[derive(Clone, Debug)]
pub struct TreeReader<'a> {
    /// The texts of the trees.
    pub sources: &'a Sources,
    /// What is wrong with them.
    pub found: Faults,
}

impl<'a> TreeReader<'a> {
    /// A reader of trees of these texts, with nothing found.
    #[must_use]
    pub fn new(sources: &'a Sources) -> TreeReader<'a> {
        TreeReader { sources, found: Faults::default() }
    }

    /// Adds a fault.
    pub fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(self.sources, span, diagnostic);
    }

    /// Adds that a value is of the wrong kind.
    pub fn wrong(&mut self, node: &Node, what: &str, expected: impl Into<String>) {
        self.fault(node.span, node.wrong_kind(what, expected));
    }

    /// Adds that an entry is missing from a map.
    pub fn missing(&mut self, map: &Node, what: &str) {
        self.fault(map.span, Diagnostic::error("missing", format!("{what} is missing")));
    }

    /// The value of a name that a map has to have.
    pub fn required<'n>(&mut self, map: &'n Node, name: &str) -> Option<&'n Node> {
        let node = map.get(name);
        if node.is_none() {
            self.missing(map, &format!("`{name}`"));
        }
        node
    }

    /// Adds that a name is none of those that are known: with all of them where they are few.
    pub fn unknown(&mut self, code: &'static str, what: &str, name: &Text, known: &[&str]) {
        let diagnostic = Diagnostic::error(code, format!("unknown {what} `{}`", name.text));
        let told = match known.len() {
            // Nobody will read what was meant.
            _ if self.found.is_full(name.span.file) => diagnostic,
            1..=20 => diagnostic.one_of(&name.text, known),
            _ => diagnostic.did_you_mean(&name.text, known.iter().copied()),
        };
        self.fault(name.span, told);
    }

    /// The entries of a map whose names are free, with a fault for a name that stands there twice.
    pub fn map<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> &'n [Entry] {
        self.map_of(node, what, &[])
    }

    /// The entries of a map that has these names and no others.
    pub fn map_of<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str, names: &[&str]) -> &'n [Entry] {
        let Some(node) = node.into() else { return &[] };
        let Some(entries) = node.entries() else {
            self.wrong(node, what, "a map such as { \"name\": value }");
            return &[];
        };
        self.names(entries, what, names);
        entries
    }

    /// Looks at the names of a map: each known, where `names` says which are, and each once.
    pub fn names(&mut self, entries: &[Entry], what: &str, names: &[&str]) {
        let mut earlier = BTreeSet::new();
        for (Text { text, span }, _) in entries {
            if !names.is_empty() && !names.contains(&text.as_str()) {
                let diagnostic = Diagnostic::error("unknown-entry", format!("{what} has no `{text}`"));
                self.fault(*span, diagnostic.one_of(text, names));
            } else if !earlier.insert(text) {
                let diagnostic = Diagnostic::error("duplicate-name", format!("`{text}` stands twice in {what}"));
                self.fault(*span, diagnostic.suggest("remove one of them"));
            }
        }
    }

    /// The items of a list.
    pub fn list<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> &'n [Node] {
        self.list_of(node, what, "a list")
    }

    /// The items of a list that is said to be `expected`.
    pub fn list_of<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str, expected: &str) -> &'n [Node] {
        let Some(node) = node.into() else { return &[] };
        node.items().unwrap_or_else(|| {
            self.wrong(node, what, expected);
            &[]
        })
    }

    /// A whole number within a range.
    pub fn int<'n>(
        &mut self,
        node: impl Into<Option<&'n Node>>,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let node = node.into()?;
        match node.value {
            NodeValue::Int(number) if range.contains(&number) => Some(number),
            _ => {
                self.wrong(node, what, format!("a whole number from {} to {}", range.start(), range.end()));
                None
            }
        }
    }

    /// A finite number, whole or with decimals. Files of earlier versions have those with decimals in quotes. 0 for none.
    pub fn decimal<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> f64 {
        let Some(node) = node.into() else { return 0.0 };
        let read = match &node.value {
            NodeValue::Int(number) => Some(*number as f64),
            NodeValue::Decimal(number) => Some(*number),
            NodeValue::Text(text) => text.parse().ok(),
            _ => None,
        };
        if read.is_none() {
            self.wrong(node, what, "a decimal number such as \"0.75\"");
        }
        read.filter(|number: &f64| number.is_finite()).unwrap_or(0.0)
    }

    /// `true` or `false`; `false` for none.
    pub fn flag<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> bool {
        match node.into() {
            None => false,
            Some(Node { value: NodeValue::Flag(flag), .. }) => *flag,
            Some(node) => {
                self.wrong(node, what, "true or false");
                false
            }
        }
    }

    /// A text; empty for none.
    pub fn text<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> &'n str {
        let Some(node) = node.into() else { return "" };
        node.text().unwrap_or_else(|| {
            self.wrong(node, what, "a text in quotes");
            ""
        })
    }

    /// A text that is shown in a line; empty for none.
    pub fn line<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> String {
        let node = node.into();
        let text = self.text(node, what);
        if let Some(node) = node
            && text.contains(char::is_control)
        {
            self.wrong(node, what, "a text without control characters");
            return String::new();
        }
        text.to_owned()
    }
}
