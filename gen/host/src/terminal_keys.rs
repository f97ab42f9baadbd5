//! The entries `play` and `aliases` of a file of keys: words, keys and short forms for play in a terminal. The command uses them, the
//! window keeps them.
//!
//! ```ron
//! { "play": { "step-ne": ["u", "9", "Alt+Up"], "hint": ["h"] }, "aliases": { "m": "moves", "atk": "attack" } }
//! ```

use diagnostics::{Diagnostic, Entry, Node, NodeValue, Text, TreeReader};

/// What the entries look like.
const PLAY_EXAMPLE: &str = r#"{ "step-ne": ["u", "9", "Alt+Up"] }"#;
const ALIASES_EXAMPLE: &str = r#"{ "m": "moves" }"#;

/// The words and keys of each command and step, as they stand in the entry `play`. What they name is checked where it is used.
pub fn read_play(root: &Node, tree: &mut TreeReader<'_>) -> Vec<(Text, Vec<Text>)> {
    let mut play = Vec::new();
    for (name, value) in entries(root, "commands to their words and keys", PLAY_EXAMPLE, tree) {
        let nodes = match &value.value {
            NodeValue::List(nodes) => nodes.as_slice(),
            NodeValue::Text(_) => std::slice::from_ref(value),
            _ => {
                let fault = Diagnostic::error("malformed", "words and keys are a list of texts");
                tree.fault(value.span, fault.found(value.describe()).expected("[\"u\", \"Alt+Up\"]"));
                continue;
            }
        };
        let mut words = Vec::new();
        for node in nodes {
            match text(node) {
                Some(text) => words.push(text),
                None => {
                    let fault = Diagnostic::error("malformed", "a word or a key is a text");
                    tree.fault(node.span, fault.found(node.describe()).expected("\"Alt+Up\""));
                }
            }
        }
        put(&mut play, name, words, tree);
    }
    play
}

/// The short forms with what they stand for, as they stand in the entry `aliases`.
pub fn read_aliases(root: &Node, tree: &mut TreeReader<'_>) -> Vec<(Text, Text)> {
    let mut aliases = Vec::new();
    for (name, value) in entries(root, "short forms to longer texts", ALIASES_EXAMPLE, tree) {
        match text(value) {
            Some(long) => put(&mut aliases, name, long, tree),
            None => {
                let fault = Diagnostic::error("malformed", "a short form stands for a text").found(value.describe());
                tree.fault(value.span, fault.expected("\"moves\""));
            }
        }
    }
    aliases
}

fn text(node: &Node) -> Option<Text> {
    node.text().map(|text| Text { text: text.to_owned(), span: node.span })
}

/// The entries of a map; none, and a fault, if it is something else.
fn entries<'n>(root: &'n Node, of: &str, example: &str, tree: &mut TreeReader<'_>) -> &'n [Entry] {
    root.entries().unwrap_or_else(|| {
        let fault = Diagnostic::error("malformed", format!("this is a map from {of}")).found(root.describe());
        tree.fault(root.span, fault.expected(example));
        &[]
    })
}

/// Adds an entry; of two of one name the later one holds.
fn put<T>(known: &mut Vec<(Text, T)>, name: &Text, value: T, tree: &mut TreeReader<'_>) {
    let before = known.len();
    known.retain(|(other, _)| other.text != name.text);
    if known.len() < before {
        let message = format!("`{}` stands here twice: the later one holds", name.text);
        tree.fault(name.span, Diagnostic::warning("twice", message));
    }
    known.push((name.clone(), value));
}
