//! Reading typed values from a tree. A faulty value is reported with its place, and reading goes on.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::{Diagnostic, Diagnostics, Entry, Faults, Node, NodeValue, Sources, Span, Text, read_tree};

/// Takes values out of trees, and collects the faults in them.
///
/// In its methods `what` is the value's name in messages: "`size`", "a unit". A node that is `None` is no fault, and gives an empty
/// value.
#[derive(Clone, Debug)]
pub struct TreeReader<'a> {
    /// The texts of the trees.
    pub sources: &'a Sources,
    /// The faults found so far.
    pub found: Faults,
}

/// Reads a file of data that a crate brings along by `read`, and returns what is wrong with it.
pub fn read_embedded(name: &str, text: &str, read: impl FnOnce(&Node, &mut TreeReader<'_>)) -> Diagnostics {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let root = match read_tree(&sources, file) {
        Ok(root) => root,
        Err(fault) => return Diagnostics(vec![fault]),
    };
    let mut tree = TreeReader::new(&sources);
    read(&root, &mut tree);
    tree.found.finish(&sources)
}

impl<'a> TreeReader<'a> {
    /// A reader for trees of these texts, without faults so far.
    #[must_use]
    pub fn new(sources: &'a Sources) -> TreeReader<'a> {
        TreeReader { sources, found: Faults::default() }
    }

    /// Adds a fault.
    pub fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(self.sources, span, diagnostic);
    }

    /// Adds the fault that a value is of the wrong kind.
    pub fn wrong(&mut self, node: &Node, what: &str, expected: impl Into<String>) {
        self.fault(node.span, node.wrong_kind(what, expected));
    }

    /// Adds the fault that an entry is missing from a map.
    pub fn missing(&mut self, map: &Node, what: &str) {
        self.fault(map.span, Diagnostic::error("missing", format!("{what} is missing")));
    }

    /// The value of a name that a map must have; a fault if it is missing.
    pub fn required<'n>(&mut self, map: &'n Node, name: &str) -> Option<&'n Node> {
        let node = map.get(name);
        if node.is_none() {
            self.missing(map, &format!("`{name}`"));
        }
        node
    }

    /// Adds the fault that a name is unknown; it lists the known names if there are few.
    pub fn unknown(&mut self, code: &'static str, what: &str, name: &Text, known: &[&str]) {
        let diagnostic = Diagnostic::error(code, format!("unknown {what} `{}`", name.text));
        let told = match known.len() {
            // The faults of this file are only counted, so no suggestion is needed.
            _ if self.found.is_full(name.span.file) => diagnostic,
            1..=20 => diagnostic.one_of(&name.text, known),
            _ => diagnostic.did_you_mean(&name.text, known.iter().copied()),
        };
        self.fault(name.span, told);
    }

    /// The entries of a map whose names are free; a name that occurs twice is a fault.
    pub fn map<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> &'n [Entry] {
        self.map_of(node, what, &[])
    }

    /// The entries of a map that may have only these names.
    pub fn map_of<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str, names: &[&str]) -> &'n [Entry] {
        let Some(node) = node.into() else { return &[] };
        let Some(entries) = node.entries() else {
            self.wrong(node, what, "a map such as { \"name\": value }");
            return &[];
        };
        self.names(entries, what, names);
        entries
    }

    /// Checks the names of a map: each must be known, if `names` is not empty, and occur once.
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

    /// The items of a list; the fault for anything else names `expected`.
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

    /// A finite number, whole or with decimals. Earlier versions wrote decimals in quotes. 0 if there is none.
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

    /// `true` or `false`; `false` if there is none.
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

    /// A text; empty if there is none.
    pub fn text<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> &'n str {
        let Some(node) = node.into() else { return "" };
        node.text().unwrap_or_else(|| {
            self.wrong(node, what, "a text in quotes");
            ""
        })
    }

    /// A text that is shown on one line; empty if there is none.
    pub fn line<'n>(&mut self, node: impl Into<Option<&'n Node>>, what: &str) -> String {
        let node = node.into();
        let text = self.text(node, what);
        if let Some(node) = node
            && text.contains(crate::is_control)
        {
            self.wrong(node, what, "a text without control characters");
            return String::new();
        }
        text.to_owned()
    }
}
