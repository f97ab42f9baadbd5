//! Files of keys. A ready-made set is a map from commands to keys; a user's own file also names the set that it extends:
//!
//! ```ron
//! { "version": 1, "set": "vi", "keys": { "fit": ["F", "Ctrl+0"], "quit": [] } }
//! ```
//!
//! It may hold what the command reads when it plays in a terminal (`host::read_play`, `host::read_aliases`). The window only keeps it.
//!
//! Each entry is read by itself: a fault in one is reported with its place, and the others count.

use std::fmt::Write;

use diagnostics::{Diagnostic, Diagnostics, Node, NodeValue, Sources, Span, Text, TreeReader, quote};

use super::{Bindings, CHORDS_MAX, Chord, Keys, SETS, TerminalKeys};
use crate::{commands, find_command};

/// The version of the format that is written.
const VERSION: i64 = 1;

impl Keys {
    /// Reads a user's own text, named `name` in diagnostics; an empty text has no bindings.
    #[must_use]
    pub fn read(name: &str, text: &str) -> Keys {
        if text.trim().is_empty() {
            return Keys::default();
        }
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let root = match diagnostics::read_tree(&sources, file) {
            Ok(root) => root,
            Err(fault) => return Keys { faults: Diagnostics(vec![fault]), ..Keys::default() },
        };
        let mut reader = KeysReader { tree: TreeReader::new(&sources), places: Vec::new() };
        let (set, own, terminal) = reader.own(&root);
        let mut keys = Keys::new(set, own, terminal);
        for (chord, one, other) in keys.duplicates() {
            let message = format!("`{chord}` does both `{one}` and `{other}`");
            let fault = Diagnostic::warning("duplicate-key", message).suggest("take it from one of them");
            let place = reader.places.iter().find(|(name, known, _)| *known == chord && (name == one || name == other));
            match place {
                Some(&(.., span)) => reader.tree.fault(span, fault),
                None => reader.tree.found.extend([fault]),
            }
        }
        keys.faults = reader.tree.found.finish(&sources);
        keys
    }

    /// The text that [`Keys::read`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = format!("{{\n    \"version\": {VERSION},\n    \"set\": \"{}\",\n    \"keys\": {{\n", self.set);
        for (command, chords) in &self.own {
            let chords: Vec<String> = chords.iter().map(|chord| format!("\"{chord}\"")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "        \"{command}\": [{}],", chords.join(", "));
        }
        text.push_str("    },\n");
        let TerminalKeys { play, aliases } = &self.terminal;
        let play = play.iter().map(|(name, words)| {
            let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
            (name, format!("[{}]", words.join(", ")))
        });
        write_entries(&mut text, "play", play);
        write_entries(&mut text, "aliases", aliases.iter().map(|(short, long)| (short, quote(long))));
        text.push_str("}\n");
        text
    }
}

/// Writes a map; nothing if it is empty.
fn write_entries<'a>(text: &mut String, name: &str, entries: impl Iterator<Item = (&'a String, String)>) {
    let mut entries = entries.peekable();
    if entries.peek().is_none() {
        return;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    \"{name}\": {{");
    for (name, value) in entries {
        let _ = writeln!(text, "        {}: {value},", quote(name));
    }
    text.push_str("    },\n");
}

/// A ready-made set, with its faults: tests check that it has none.
pub(super) fn read_ready(name: &str, text: &str) -> (Bindings, Diagnostics) {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    match diagnostics::read_tree(&sources, file) {
        Ok(root) => {
            let mut reader = KeysReader { tree: TreeReader::new(&sources), places: Vec::new() };
            let bindings = reader.bindings(&root);
            (bindings, reader.tree.found.finish(&sources))
        }
        Err(fault) => (Bindings::new(), Diagnostics(vec![fault])),
    }
}

struct KeysReader<'a> {
    tree: TreeReader<'a>,
    /// The place of each chord of a command.
    places: Vec<(String, Chord, Span)>,
}

impl KeysReader<'_> {
    /// Reads the set and the bindings of a user's own file, and what is the terminal's.
    fn own(&mut self, root: &Node) -> (&'static str, Bindings, TerminalKeys) {
        let (mut set, mut own, mut terminal) = (SETS[0].name, Bindings::new(), TerminalKeys::default());
        let Some(entries) = root.entries() else {
            let fault = Diagnostic::error("keys", "this is no file of keys").found(root.describe());
            self.tree.fault(root.span, fault.expected("a map with `version`, `set` and `keys`"));
            return (set, own, terminal);
        };
        for (name, value) in entries {
            match (name.text.as_str(), &value.value) {
                ("version", NodeValue::Int(VERSION)) => {}
                ("version", _) => {
                    let fault = Diagnostic::warning("version", "these keys are of another version");
                    self.tree.fault(value.span, fault.found(value.describe()).expected(VERSION.to_string()));
                }
                ("set", _) => {
                    let names = SETS.iter().map(|set| set.name);
                    let found = value.text().unwrap_or_default();
                    match SETS.iter().find(|set| set.name == found) {
                        Some(known) => set = known.name,
                        None => {
                            let fault = Diagnostic::error("unknown-set", "there is no such set of keys");
                            let fault = fault.found(value.describe()).did_you_mean(found, names.clone());
                            self.tree.fault(value.span, fault.expected(names.collect::<Vec<_>>().join(", ")));
                        }
                    }
                }
                ("keys", _) => own = self.bindings(value),
                ("play", _) => {
                    let words = |words: Vec<Text>| words.into_iter().map(|word| word.text).collect();
                    let play = host::read_play(value, &mut self.tree).into_iter();
                    terminal.play = play.map(|(name, known)| (name.text, words(known))).collect();
                }
                ("aliases", _) => {
                    let aliases = host::read_aliases(value, &mut self.tree).into_iter();
                    terminal.aliases = aliases.map(|(short, long)| (short.text, long.text)).collect();
                }
                _ => {
                    let fault = Diagnostic::error("unknown-entry", format!("there is no entry `{}`", name.text));
                    self.tree.fault(name.span, fault.expected("version, set, keys, play or aliases"));
                }
            }
        }
        (set, own, terminal)
    }

    fn bindings(&mut self, root: &Node) -> Bindings {
        let mut bindings = Bindings::new();
        let Some(entries) = root.entries() else {
            let fault = Diagnostic::error("keys", "keys are a map from commands to their keys").found(root.describe());
            self.tree.fault(root.span, fault.expected("{ \"fit\": [\"F\"] }"));
            return bindings;
        };
        for (name, value) in entries {
            if find_command(&name.text).is_none() {
                let fault = Diagnostic::error("unknown-command", format!("there is no command `{}`", name.text));
                let known = commands().iter().map(|command| command.name.as_str());
                self.tree.fault(name.span, fault.did_you_mean(&name.text, known));
                continue;
            }
            if bindings.contains_key(&name.text) {
                let message = format!("`{}` stands here twice: the later keys hold", name.text);
                self.tree.fault(name.span, Diagnostic::warning("twice", message));
            }
            let chords = self.chords(&name.text, value);
            bindings.insert(name.text.clone(), chords);
        }
        bindings
    }

    fn chords(&mut self, command: &str, value: &Node) -> Vec<Chord> {
        let nodes = match &value.value {
            NodeValue::List(nodes) => nodes.as_slice(),
            NodeValue::Text(_) => std::slice::from_ref(value),
            _ => {
                let fault = Diagnostic::error("malformed", "keys are a list of texts").found(value.describe());
                self.tree.fault(value.span, fault.expected("[\"F\", \"Ctrl+0\"]"));
                return Vec::new();
            }
        };
        if let Some(more) = nodes.get(CHORDS_MAX) {
            let fault = Diagnostic::warning("many", format!("`{command}` has {} keys", nodes.len()));
            self.tree.fault(more.span, fault.expected(format!("at most {CHORDS_MAX}")));
        }
        let mut chords = Vec::new();
        for node in nodes.iter().take(CHORDS_MAX) {
            let Some(text) = node.text() else {
                let fault = Diagnostic::error("malformed", "a key is a text").found(node.describe());
                self.tree.fault(node.span, fault.expected("\"Ctrl+O\""));
                continue;
            };
            match text.parse::<Chord>() {
                Ok(chord) => {
                    chords.push(chord);
                    self.places.push((command.to_owned(), chord, node.span));
                }
                Err(why) => {
                    let mut fault = Diagnostic::error("unknown-key", why.message);
                    if let Some(meant) = why.meant {
                        fault = fault.suggest(format!("did you mean `{meant}`?"));
                    }
                    self.tree.fault(node.span, fault);
                }
            }
        }
        chords
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut keys = Keys::default();
        keys.choose_set("numpad");
        keys.add("fit", "Ctrl+Plus".parse().unwrap());
        keys.remove("quit", "Ctrl+Q".parse().unwrap());
        keys.remove("larger", "Ctrl+Plus".parse().unwrap());
        assert_eq!(Keys::read("own", &keys.write()), keys);
        assert_eq!(Keys::read("own", " \n"), Keys::default());
    }

    #[test]
    fn each_fault_is_reported_with_its_place_and_the_rest_holds() {
        let text = r#"{
    "set": "vy",
    "keys": {
        "zoom-inn": ["I"],
        "fit": ["Ctrl+Hme", "C"],
        "quit": 7,
        "pin": ["G"],
        "zoom-out": "O",
    },
    "kyes": {},
}"#;
        let keys = Keys::read("own.ron", text);
        let told: Vec<String> = keys.faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "own.ron:2:12: error[unknown-set]: there is no such set of keys: found \"vy\", expected arrows, vi, \
                 numpad; did you mean `vi`?",
                "own.ron:4:9: error[unknown-command]: there is no command `zoom-inn`; did you mean `zoom-in`?",
                "own.ron:5:17: error[unknown-key]: there is no key `Hme`; did you mean `Home`?",
                "own.ron:6:17: error[malformed]: keys are a list of texts: found 7, expected [\"F\", \"Ctrl+0\"]",
                "own.ron:7:17: warning[duplicate-key]: `G` does both `pin` and `show-grid`; take it from one of them",
                "own.ron:10:5: error[unknown-entry]: there is no entry `kyes`: expected version, set, keys, play or \
                 aliases",
            ]
        );
        assert_eq!((keys.words("fit").as_str(), keys.words("zoom-out").as_str()), ("C", "O"));
    }

    #[test]
    fn what_is_the_terminals_is_kept_whatever_it_names() {
        let text = r#"{
    "version": 1,
    "set": "vi",
    "keys": {
        "fit": ["C"],
    },
    "play": {
        "hint": ["h"],
        "no such command": [],
        "step-ne": ["u", "9", "Alt+Up", "\"\\"],
    },
    "aliases": {
        "atk": "attack",
        "m": "moves",
    },
}
"#;
        let mut keys = Keys::read("own.ron", text);
        assert_eq!((keys.faults.0.len(), keys.write().as_str()), (0, text));
        assert_eq!(keys.terminal.play["step-ne"], ["u", "9", "Alt+Up", "\"\\"]);
        keys.choose_set("numpad");
        keys.add("fit", "Y".parse().unwrap());
        keys.reset("fit");
        assert_eq!((keys.terminal.aliases["m"].as_str(), keys.terminal.play.len()), ("moves", 3));
        let one = Keys::read("own.ron", r#"{ "play": { "hint": "h" } }"#);
        assert_eq!((one.terminal.play["hint"].as_slice(), one.faults.0.len()), (&["h".to_owned()][..], 0));
    }

    #[test]
    fn the_shape_of_what_is_the_terminals_is_checked() {
        let text = r#"{
    "play": { "hint": 7, "step-e": ["l", 8], "step-w": ["j"], "step-w": ["h"] },
    "aliases": { "m": ["moves"], "a": "attack", "a": "attack all" },
    "keys": { "fit": ["C"] },
}"#;
        let keys = Keys::read("own.ron", text);
        let told: Vec<String> = keys.faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "own.ron:2:23: error[malformed]: words and keys are a list of texts: found 7, expected [\"u\", \"Alt+Up\"]",
                "own.ron:2:42: error[malformed]: a word or a key is a text: found 8, expected \"Alt+Up\"",
                "own.ron:2:63: warning[twice]: `step-w` stands here twice: the later one holds",
                "own.ron:3:23: error[malformed]: a short form stands for a text: found [\"moves\"], expected \"moves\"",
                "own.ron:3:49: warning[twice]: `a` stands here twice: the later one holds",
            ]
        );
        assert_eq!((keys.terminal.play["step-w"][0].as_str(), keys.words("fit").as_str()), ("h", "C"));
        assert_eq!(keys.terminal.aliases["a"], "attack all");
        for text in [r#"{ "play": [] }"#, r#"{ "aliases": "m" }"#] {
            let keys = Keys::read("own.ron", text);
            assert_eq!((keys.faults.0.len(), keys.terminal), (1, TerminalKeys::default()), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_ron_leaves_the_usual_keys() {
        for text in ["{", "[]", "7", "{\"keys\": 3}", "\u{feff}{]", "{\"keys\": {\"fit\": [[]]}}"] {
            let keys = Keys::read("own.ron", text);
            assert!(!keys.faults.0.is_empty(), "{text}");
            assert!(keys.faults.0.iter().all(|fault| fault.place.is_some() && fault.excerpt.is_some()), "{text}");
            assert_eq!(keys.words("quit"), "Ctrl+Q");
        }
    }
}
