//! Atoms in RON: numbers, words, `'texts` that begin with an apostrophe, and lists of them.

use crate::parameters::{find, rows};
use crate::{Atom, Diagnostic, Faults, Node, NodeValue, Properties, Scope, Sources};

/// Reads one atom; a fault for anything else.
pub(crate) fn read_atom(node: &Node, sources: &Sources, found: &mut Faults) -> Option<Atom> {
    match &node.value {
        NodeValue::Int(number) if i32::try_from(*number).is_ok() => Some(Atom::Int(*number as i32)),
        NodeValue::Flag(flag) => Some(Atom::Int(i32::from(*flag))),
        NodeValue::Text(text) => Some(match text.strip_prefix('\'') {
            Some(text) => Atom::Text(text.to_owned()),
            None => Atom::Word(text.clone()),
        }),
        NodeValue::List(items) => {
            items.iter().map(|item| read_atom(item, sources, found)).collect::<Option<_>>().map(Atom::List)
        }
        _ => {
            let diagnostic =
                Diagnostic::error("wrong-kind", "an entry of a list cannot be this").found(node.describe());
            let expected = "a whole number, a word or 'text in quotes, or a list of them";
            found.add(sources, node.span, diagnostic.expected(expected));
            None
        }
    }
}

/// Reads a list of atoms. What is no list is a list of one.
#[must_use]
pub fn read_atoms(node: &Node, sources: &Sources, found: &mut Faults) -> Option<Vec<Atom>> {
    match read_atom(node, sources, found)? {
        Atom::List(atoms) => Some(atoms),
        atom => Some(vec![atom]),
    }
}

/// Reads properties that only the rules of GDL know: names of the registry, of one of these scopes, with lists of atoms.
#[must_use]
pub fn read_properties(scopes: &[Scope], node: &Node, sources: &Sources, found: &mut Faults) -> Properties {
    let mut properties = Properties::new();
    let Some(entries) = node.entries() else {
        let diagnostic = Diagnostic::error("wrong-kind", "properties cannot be this").found(node.describe());
        found.add(sources, node.span, diagnostic.expected("a map such as { \"priority\": [3] }"));
        return properties;
    };
    for (name, node) in entries {
        if scopes.iter().all(|&scope| find(scope, &name.text).is_none()) {
            let message = format!("unknown {} `{}`", scopes[0].parameter_noun(), name.text);
            let diagnostic = Diagnostic::error("unknown-parameter", message);
            let known = scopes.iter().flat_map(|&scope| rows(scope)).map(|row| row.name);
            found.add(sources, name.span, diagnostic.did_you_mean(&name.text, known));
        } else if let Some(atoms) = read_atoms(node, sources, found) {
            properties.insert(name.text.clone(), atoms);
        }
    }
    properties
}
