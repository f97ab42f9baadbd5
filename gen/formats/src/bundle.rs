//! Bundles: a design and the files that it includes, word for word, in one RON file.
//!
//! `{ "format": 1, "bundle": NAME, "design": TEXT, "parts": { NAME: TEXT } }`. Texts are raw strings, so they look as they did in
//! their own files. Since the texts do not change, neither does the digest of the design, nor a scenario that is made from it.

use std::collections::BTreeMap;

use diagnostics::{Diagnostic, Diagnostics, Node, NodeValue, Sources, TreeReader, quote, read_tree};

/// A design with its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The design's name.
    pub name: String,
    /// The text of the design's file.
    pub design: String,
    /// The texts of the included files, by the names that the design uses for them, without `.ron`.
    pub parts: BTreeMap<String, String>,
}

impl Bundle {
    /// The text of a part, by the name that the design uses.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&str> {
        self.parts.get(name.strip_suffix(".ron").unwrap_or(name)).map(String::as_str)
    }
}

/// A bundle as the text of a file.
#[must_use]
pub fn write_bundle(bundle: &Bundle) -> String {
    let mut text = format!("// {} and its parts, to be rolled anywhere. Made by Fairmarch.\n{{\n", bundle.name);
    text.push_str(&format!("\"format\": 1,\n\"bundle\": {},\n", quote(&bundle.name)));
    text.push_str(&format!("\"design\": {},\n\"parts\": {{\n", raw(&bundle.design)));
    for (name, part) in &bundle.parts {
        text.push_str(&format!("{}: {},\n", quote(name), raw(part)));
    }
    text.push_str("},\n}\n");
    text
}

/// A text as a raw string, word for word, with as many `#` signs as it needs.
fn raw(text: &str) -> String {
    let runs = text.split('"').skip(1).map(|rest| rest.bytes().take_while(|&byte| byte == b'#').count());
    let signs = "#".repeat(runs.max().unwrap_or(0) + 1);
    format!("r{signs}\"{text}\"{signs}")
}

/// Reads a file that may be a bundle; `None` if it is something else, or no RON.
///
/// # Errors
/// The faults of a file that declares itself a bundle.
pub fn read_bundle(file: &str, text: &str) -> Result<Option<Bundle>, Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let Ok(root) = read_tree(&sources, id) else { return Ok(None) };
    let Some(name) = root.get("bundle") else { return Ok(None) };
    let mut tree = TreeReader::new(&sources);
    match root.get("format") {
        Some(Node { value: NodeValue::Int(1), .. }) => {}
        Some(node) => {
            let fault = Diagnostic::error("format-version", "this bundle is of another version");
            let fault = fault.found(node.describe()).expected("1");
            tree.fault(node.span, fault.suggest("a newer Fairmarch may read it"));
        }
        None => {
            let fault = Diagnostic::error("format-version", "the bundle does not say which version it is of");
            tree.fault(root.span, fault.found(root.describe()).expected("\"format\": 1"));
        }
    }
    let mut text_of = |node: &Node| {
        if node.text().is_none() {
            tree.wrong(node, "a part of a bundle", "a text");
        }
        node.text().unwrap_or_default().to_owned()
    };
    let mut bundle = Bundle { name: text_of(name), ..Bundle::default() };
    bundle.design = text_of(root.get("design").unwrap_or(&root));
    for (name, node) in root.get("parts").and_then(Node::entries).unwrap_or_default() {
        bundle.parts.insert(name.text.clone(), text_of(node));
    }
    let found = tree.found.finish(&sources);
    if found.has_errors() { Err(found) } else { Ok(Some(bundle)) }
}
