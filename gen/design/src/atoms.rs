//! Atoms in RON: numbers, words, `'texts` that begin with an apostrophe, and lists of them.

use std::fmt;

use crate::parameters::{find, rows};
use crate::{Atom, Diagnostic, Node, NodeValue, Properties, Scope, TreeReader};

/// Reads one atom. Anything else is reported as a fault.
pub(crate) fn read_atom(node: &Node, tree: &mut TreeReader<'_>) -> Option<Atom> {
    match &node.value {
        NodeValue::Int(number) if i32::try_from(*number).is_ok() => Some(Atom::Int(*number as i32)),
        NodeValue::Flag(flag) => Some(Atom::Int(i32::from(*flag))),
        NodeValue::Text(text) => Some(match text.strip_prefix('\'') {
            Some(text) => Atom::Text(text.to_owned()),
            None => Atom::Word(text.clone()),
        }),
        NodeValue::List(items) => items.iter().map(|item| read_atom(item, tree)).collect::<Option<_>>().map(Atom::List),
        _ => {
            let expected = "a whole number, a word or 'text in quotes, or a list of them";
            tree.wrong(node, "an entry of a list", expected);
            None
        }
    }
}

/// Reads a list of atoms. A node that is not a list is read as a list of one.
pub(crate) fn read_atoms(node: &Node, tree: &mut TreeReader<'_>) -> Option<Vec<Atom>> {
    match read_atom(node, tree)? {
        Atom::List(atoms) => Some(atoms),
        atom => Some(vec![atom]),
    }
}

/// Reads properties that only the rules of GDL know: a map from names of the registry, from any of these scopes, to lists of atoms.
#[must_use]
pub fn read_properties(scopes: &[Scope], node: &Node, tree: &mut TreeReader<'_>) -> Properties {
    let mut properties = Properties::new();
    let Some(entries) = node.entries() else {
        tree.wrong(node, "properties", "a map such as { \"priority\": [3] }");
        return properties;
    };
    for (name, node) in entries {
        if scopes.iter().all(|&scope| find(scope, &name.text).is_none()) {
            let message = format!("unknown {} `{}`", scopes[0].parameter_noun(), name.text);
            let diagnostic = Diagnostic::error("unknown-parameter", message);
            let known = scopes.iter().flat_map(|&scope| rows(scope)).map(|row| row.name);
            tree.fault(name.span, diagnostic.did_you_mean(&name.text, known));
        } else if let Some(atoms) = read_atoms(node, tree) {
            properties.insert(name.text.clone(), atoms);
        }
    }
    properties
}

/// As GDL writes it, cut where it is long or deep: for messages.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(atom: &Atom, depth: usize, text: &mut String) {
            match atom {
                _ if text.len() > 80 || depth > 20 => text.push_str(".."),
                Atom::Int(number) => text.push_str(&number.to_string()),
                Atom::Word(word) => text.push_str(word),
                Atom::Text(quoted) => text.push_str(&format!("\"{quoted}\"")),
                Atom::List(list) => {
                    text.push('(');
                    for (place, part) in list.iter().enumerate() {
                        if place > 0 {
                            text.push(' ');
                        }
                        write(part, depth + 1, text);
                    }
                    text.push(')');
                }
            }
        }
        let mut text = String::new();
        write(self, 0, &mut text);
        f.write_str(&text)
    }
}
