//! Keys and words of the user: the entries `set`, `play` and `aliases` of a file of keys, the same one as the window's.
//!
//! ```ron
//! { "version": 1, "set": "vi", "play": { "hint": ["h", "Alt+h"] }, "aliases": { "atk": "attack" } }
//! ```

use std::collections::BTreeMap;

use diagnostics::{Diagnostic, Diagnostics, Sources, Text, TreeReader};
use human::{AT_ONCE, COMMANDS, STEPS};
use rustyline::{KeyCode, KeyEvent, Modifiers};

/// The name of the file that is read if it lies in the current folder.
pub const KEYS_FILE: &str = "fairmarch-keys.ron";

/// The keys of each set for moving about, in the order of [`STEPS`].
const SETS: [(&str, [&str; 8]); 3] = [
    ("arrows", ["Alt+Up", "Alt+PageUp", "Alt+Right", "Alt+PageDown", "Alt+Down", "Alt+End", "Alt+Left", "Alt+Home"]),
    ("vi", ["k", "u", "l", "n", "j", "b", "h", "y"]),
    ("numpad", ["8", "9", "6", "3", "2", "1", "4", "7"]),
];

/// Short forms of moves of the rules that everybody has, unless the file says otherwise; those of commands stand with them.
const SHORT_MOVES: [(&str, &str); 2] = [("o", "order"), ("t", "end")];

/// Words and keys, and what they stand for.
#[derive(Clone, Debug)]
pub struct PlayKeys {
    /// Words that stand for a command or a step.
    words: BTreeMap<String, String>,
    /// Keys that do.
    keys: Vec<(KeyEvent, String)>,
    /// Words that stand for other words at the beginning of a line.
    aliases: BTreeMap<String, String>,
    /// The single letters among those that the file gives: they act at once where keys do.
    letters: Vec<String>,
}

impl Default for PlayKeys {
    fn default() -> PlayKeys {
        PlayKeys::of_set("arrows")
    }
}

impl PlayKeys {
    /// The keys of a ready-made set, with the short forms that everybody has.
    fn of_set(set: &str) -> PlayKeys {
        let mut keys =
            PlayKeys { words: BTreeMap::new(), keys: Vec::new(), aliases: BTreeMap::new(), letters: Vec::new() };
        for known in COMMANDS {
            for short in &known.names[1..] {
                keys.aliases.insert((*short).to_owned(), known.names[0].to_owned());
            }
        }
        for (short, long) in SHORT_MOVES {
            keys.aliases.insert(short.to_owned(), long.to_owned());
        }
        for (_, bound) in SETS.iter().filter(|(name, _)| *name == set) {
            for (step, key) in STEPS.iter().zip(bound) {
                // The ready-made sets are tested to be readable.
                let _ = keys.bind(key, step);
            }
        }
        keys
    }

    fn bind(&mut self, key: &str, command: &str) -> Result<(), ()> {
        let is_key = key.contains('+') || read_code(key).is_some_and(|code| !matches!(code, KeyCode::Char(_)));
        if !is_key {
            self.words.insert(key.to_owned(), command.to_owned());
            return Ok(());
        }
        self.keys.push((read_key(key).ok_or(())?, command.to_owned()));
        Ok(())
    }

    /// Reads a file of keys. What the window alone reads is passed over; a fault leaves out its entry.
    pub fn read(name: &str, text: &str) -> (PlayKeys, Diagnostics) {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let root = match diagnostics::read_tree(&sources, file) {
            Ok(root) => root,
            Err(fault) => return (PlayKeys::default(), Diagnostics(vec![fault])),
        };
        let mut tree = TreeReader::new(&sources);
        let set = tree.text(root.get("set"), "`set`");
        let names = SETS.map(|(name, _)| name);
        if !set.is_empty() && !names.contains(&set) {
            let fault = Diagnostic::error("keys", format!("there is no set of keys `{set}`")).one_of(set, &names);
            tree.fault(root.get("set").expect("it has a text").span, fault);
        }
        let mut keys = PlayKeys::of_set(if names.contains(&set) { set } else { names[0] });
        let play = root.get("play").map(|node| host::read_play(node, &mut tree)).unwrap_or_default();
        let commands = STEPS.iter().copied().chain(COMMANDS.iter().map(|known| known.names[0]));
        let known: Vec<&str> = commands.chain(verbs()).collect();
        let mut bound: BTreeMap<String, String> = BTreeMap::new();
        for (command, words) in play {
            if !known.contains(&command.text.as_str()) {
                tree.unknown("keys", "command", &command, &known);
                continue;
            }
            for Text { text, span } in words {
                let before = bound.insert(text.clone(), command.text.clone());
                if let Some(before) = before.filter(|before| *before != command.text) {
                    let told =
                        format!("`{text}` stands for `{before}` and for `{}`: the last one counts", command.text);
                    tree.fault(span, Diagnostic::warning("keys", told).suggest("give one of them another key"));
                }
                if keys.bind(&text, &command.text).is_err() {
                    let fault = Diagnostic::error("keys", format!("there is no key `{text}`"));
                    tree.fault(span, fault.expected("a word, or a key such as Alt+Up or F5"));
                }
            }
        }
        for (short, long) in root.get("aliases").map(|node| host::read_aliases(node, &mut tree)).unwrap_or_default() {
            keys.letters.extend(Some(short.text.clone()).filter(|text| text.chars().count() == 1));
            keys.aliases.insert(short.text, long.text);
        }
        let found = tree.found.finish(&sources);
        (keys, found)
    }

    /// A line with its first word written out: a word of the set, then aliases, each once.
    pub fn expand(&self, line: &str) -> String {
        let mut line = line.trim().to_owned();
        let mut used: Vec<String> = Vec::new();
        loop {
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let long = self.words.get(first).or_else(|| self.aliases.get(first));
            let Some(long) = long.filter(|_| !used.iter().any(|word| word == first)) else { return line };
            used.push(first.to_owned());
            line = format!("{long} {rest}").trim_end().to_owned();
        }
    }

    /// The keys that act at once: [`AT_ONCE`], and letters to which the file gives something else.
    pub fn at_once(&self) -> Vec<(KeyEvent, String)> {
        let own = self.words.iter().filter(|(word, _)| word.chars().count() == 1);
        let letters = self.letters.iter().filter_map(|letter| Some((letter, self.aliases.get(letter)?)));
        let own: Vec<(&str, &str)> =
            own.chain(letters).map(|(word, command)| (word.as_str(), command.as_str())).collect();
        let usual = AT_ONCE.iter().copied().filter(|(key, _)| own.iter().all(|(word, _)| word != key));
        let keys = own.iter().copied().chain(usual);
        keys.filter_map(|(key, command)| Some((read_key(key)?, command.to_owned()))).collect()
    }

    /// The keys that stand for commands.
    pub fn keys(&self) -> Vec<(KeyEvent, String)> {
        self.keys.clone()
    }
}

/// The words by which moves of all rules begin, behind the unit that makes them where one is named.
fn verbs() -> Vec<&'static str> {
    let mut verbs = Vec::new();
    for line in playtest::rulesets().iter().flat_map(|entry| (entry.info)().moves.lines()) {
        let form = line.split("  ").next().unwrap_or_default();
        let is_verb =
            |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
        for part in form.split(", ").filter(|part| !part.is_empty()) {
            verbs.extend(part.split(' ').find(is_verb));
        }
    }
    verbs
}

/// A key such as `Alt+Up`, `Ctrl+h`, `F5`.
fn read_key(text: &str) -> Option<KeyEvent> {
    let mut modifiers = Modifiers::NONE;
    let mut parts = text.split('+').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return Some(KeyEvent(read_code(part)?, modifiers));
        }
        modifiers |= match part {
            "Alt" => Modifiers::ALT,
            "Ctrl" => Modifiers::CTRL,
            "Shift" => Modifiers::SHIFT,
            _ => return None,
        };
    }
    None
}

fn read_code(text: &str) -> Option<KeyCode> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(KeyCode::Char(letter));
    }
    if let Some(number) = text.strip_prefix('F').and_then(|number| number.parse::<u8>().ok()) {
        return (1..=12).contains(&number).then_some(KeyCode::F(number));
    }
    Some(match text {
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Insert" => KeyCode::Insert,
        "Delete" => KeyCode::Delete,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_binds_every_step() {
        for (set, bound) in SETS {
            for (step, key) in STEPS.iter().zip(bound) {
                let keys = PlayKeys::of_set(set);
                let is_key = read_key(key).is_some_and(|key| keys.keys.contains(&(key, (*step).to_owned())));
                assert!(is_key || keys.expand(key) == *step, "{set}: {key}");
            }
        }
    }

    #[test]
    fn keys_act_at_once_and_can_be_given_to_something_else() {
        let of = |keys: &PlayKeys, key: char| {
            let pressed = KeyEvent(KeyCode::Char(key), Modifiers::NONE);
            keys.at_once().into_iter().find(|(known, _)| *known == pressed).map(|(_, command)| command)
        };
        let usual = PlayKeys::default();
        assert_eq!(usual.at_once().len(), AT_ONCE.len(), "every key can be read");
        assert_eq!((of(&usual, 'k').as_deref(), of(&usual, '>').as_deref()), (Some("step-n"), Some("down")));
        let (own, _) = PlayKeys::read("keys.ron", "{ \"play\": { \"hint\": [\"k\"], \"step-n\": [\"8\"] } }");
        assert_eq!((of(&own, 'k').as_deref(), of(&own, '8').as_deref()), (Some("hint"), Some("step-n")));
    }

    /// Verbs of every game have keys, letters of aliases act at once, and a key that stands for two things is told.
    #[test]
    fn moves_can_be_bound_and_keys_are_bound_once() {
        let text = "{ \"play\": { \"rest\": [\"s\"], \"capture\": [\"c\"], \"buy\": [\"c\"] }, \"aliases\": { \"w\": \"rest\" } }";
        let (keys, found) = PlayKeys::read("keys.ron", text);
        assert_eq!((keys.expand("s").as_str(), found.has_errors(), found.0.len()), ("rest", false, 1), "{found:?}");
        assert!(found.0[0].message.contains("`c` stands for `capture` and for `buy`"), "{found:?}");
        let at_once = keys.at_once();
        for letter in ['s', 'w'] {
            let pressed = KeyEvent(KeyCode::Char(letter), Modifiers::NONE);
            assert!(at_once.contains(&(pressed, "rest".to_owned())), "{letter}");
        }
        for entry in playtest::rulesets() {
            for line in (entry.info)().moves.lines().filter(|line| !line.starts_with(' ')) {
                let verb = line.split([' ', ',']).find(|word| *word != "UNIT").expect("a verb");
                assert!(verbs().contains(&verb), "{verb}");
            }
        }
    }

    #[test]
    fn a_file_adds_words_keys_and_aliases_and_tells_its_faults() {
        let text = "{ \"version\": 1, \"set\": \"vi\", \"keys\": { \"fit\": [\"F\"] },\n\"play\": { \"hint\": [\"z\", \"F5\"], \
                    \"jump\": [\"p\"], \"undo\": [\"Hyper+x\"] },\n\"aliases\": { \"mm\": \"m all\" } }";
        let (keys, found) = PlayKeys::read("keys.ron", text);
        assert_eq!(
            [keys.expand("z goal"), keys.expand("k"), keys.expand("mm 3")],
            ["hint goal", "step-n", "moves all 3"]
        );
        assert!(keys.keys.contains(&(KeyEvent(KeyCode::F(5), Modifiers::NONE), "hint".to_owned())));
        let places: Vec<_> = found.0.iter().map(|fault| fault.place.as_ref().map(|place| place.line)).collect();
        assert_eq!(places, [Some(2), Some(2)], "{found:?}");
        assert!(PlayKeys::read("keys.ron", "{ \"set\": \"emacs\" }").1.has_errors());
        // An alias that names itself is written out once.
        let (keys, _) = PlayKeys::read("keys.ron", "{ \"aliases\": { \"end\": \"end now\" } }");
        assert_eq!(keys.expand("end"), "end now");
    }
}
