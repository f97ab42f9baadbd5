//! Key bindings. After "Redefinable Keyboard Bindings" (Stuart George): commands have names, keys have names, a file joins them, a
//! command may have several keys, and a key with two commands is reported.
//!
//! The bindings are the usual keys, a ready-made set for moving about, and the user's own, which override both.

mod chord;
mod dispatch;
mod order;
mod read;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use design::Diagnostics;

pub use chord::{Chord, ChordError};
pub use dispatch::Focus;
pub(crate) use dispatch::commands;

/// Keys by the names of commands.
pub type Bindings = BTreeMap<String, Vec<Chord>>;

/// What the terminal reads of the same file. The window keeps it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalKeys {
    /// The words and keys of commands and steps of play, by their names.
    pub play: BTreeMap<String, Vec<String>>,
    /// Short forms, with the longer texts that replace them.
    pub aliases: BTreeMap<String, String>,
}

/// A ready-made set of keys for moving about.
pub struct ReadySet {
    /// Its name in files.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The ready-made sets, the default one first.
pub const SETS: [ReadySet; 3] = [
    ReadySet { name: "arrows", title: "Arrow keys", text: include_str!("../../keys/arrows.ron") },
    ReadySet { name: "vi", title: "Letters, as in vi", text: include_str!("../../keys/vi.ron") },
    ReadySet { name: "numpad", title: "Digits", text: include_str!("../../keys/numpad.ron") },
];

/// The keys that do not move about.
pub const USUAL: &str = include_str!("../../keys/usual.ron");

/// The most chords of a command.
pub const CHORDS_MAX: usize = 8;

/// The bindings: for each command its chords.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    /// The name of the ready-made set.
    pub set: &'static str,
    /// The user's own bindings, by the names of commands; an empty list removes all keys.
    pub own: Bindings,
    /// What is the terminal's.
    pub terminal: TerminalKeys,
    /// The faults in the user's file.
    pub faults: Diagnostics,
    /// The bindings in effect.
    bindings: Bindings,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys::new(SETS[0].name, Bindings::new(), TerminalKeys::default())
    }
}

impl Keys {
    fn new(set: &'static str, own: Bindings, terminal: TerminalKeys) -> Keys {
        let mut bindings = usual(set);
        bindings.extend(own.clone());
        Keys { set, own, terminal, faults: Diagnostics::default(), bindings }
    }

    /// The chords of a command, for menus and tool-tips: `Ctrl+O, F3`; empty if it has none.
    #[must_use]
    pub fn words(&self, command: &str) -> String {
        let chords: Vec<String> = self.of(command).iter().map(|chord| chord.on_keys()).collect();
        chords.join(", ")
    }

    /// A text about a command followed by its chords, for tool-tips: `the whole map in the window (F)`.
    #[must_use]
    pub fn with_words(&self, said: &str, command: &str) -> String {
        match self.words(command) {
            keys if keys.is_empty() => said.to_owned(),
            keys => format!("{said} ({keys})"),
        }
    }

    /// The chords of a command.
    #[must_use]
    pub fn of(&self, command: &str) -> &[Chord] {
        self.bindings.get(command).map_or(&[], Vec::as_slice)
    }

    /// The command of a chord. If there are several, the user's own comes first.
    #[must_use]
    pub fn command_of(&self, chord: Chord) -> Option<&str> {
        let of = |bindings: &'_ Bindings| {
            bindings.iter().find(|(_, chords)| chords.contains(&chord)).map(|(name, _)| name.clone())
        };
        let name = of(&self.own).or_else(|| of(&self.bindings))?;
        self.bindings.get_key_value(&name).map(|(name, _)| name.as_str())
    }

    /// Other commands that share a chord with this one, with the chord.
    #[must_use]
    pub fn rivals(&self, command: &str) -> Vec<(Chord, &str)> {
        let rivals = self.of(command).iter().flat_map(|&chord| {
            let others = self.bindings.iter().filter(move |(name, chords)| *name != command && chords.contains(&chord));
            others.map(move |(name, _)| (chord, name.as_str()))
        });
        rivals.collect()
    }

    /// Chords with two commands.
    #[must_use]
    pub fn duplicates(&self) -> Vec<(Chord, &str, &str)> {
        let rivals = |(command, _)| {
            let command: &String = command;
            let later = self.rivals(command).into_iter().filter(move |(_, other)| *other > command.as_str());
            later.map(move |(chord, other)| (chord, command.as_str(), other))
        };
        self.bindings.iter().flat_map(rivals).collect()
    }

    /// Chooses a ready-made set.
    pub fn choose_set(&mut self, name: &str) {
        if let Some(set) = SETS.iter().find(|set| set.name == name) {
            self.become_new(set.name, self.own.clone());
        }
    }

    /// Adds a chord to a command.
    pub fn add(&mut self, command: &str, chord: Chord) {
        let mut chords = self.of(command).to_vec();
        if !chords.contains(&chord) && chords.len() < CHORDS_MAX {
            chords.push(chord);
        }
        self.set_own(command, chords);
    }

    /// Removes a chord from a command.
    pub fn remove(&mut self, command: &str, chord: Chord) {
        let left = self.of(command).iter().copied().filter(|&other| other != chord).collect();
        self.set_own(command, left);
    }

    /// Drops the user's bindings of a command.
    pub fn reset(&mut self, command: &str) {
        let mut own = std::mem::take(&mut self.own);
        own.remove(command);
        self.become_new(self.set, own);
    }

    /// Changes the window's keys; the terminal's stay.
    fn become_new(&mut self, set: &'static str, own: Bindings) {
        *self = Keys::new(set, own, std::mem::take(&mut self.terminal));
    }

    fn set_own(&mut self, command: &str, chords: Vec<Chord>) {
        let mut own = std::mem::take(&mut self.own);
        own.insert(command.to_owned(), chords);
        let before = usual(self.set);
        own.retain(|name, chords| before.get(name).map_or(&[][..], Vec::as_slice) != chords.as_slice());
        self.become_new(self.set, own);
    }
}

/// The default keys with a ready-made set.
fn usual(set: &str) -> Bindings {
    static ALL: LazyLock<BTreeMap<&str, Bindings>> = LazyLock::new(|| {
        let with = |set: &ReadySet| {
            let mut bindings = read::read_ready("usual.ron", USUAL).0;
            bindings.extend(read::read_ready(set.name, set.text).0);
            (set.name, bindings)
        };
        SETS.iter().map(with).collect()
    });
    ALL.get(set).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Menu, find_command};

    #[test]
    fn ready_sets_are_whole_and_no_key_does_two_things() {
        for set in &SETS {
            let (_, found) = read::read_ready(set.name, set.text);
            assert_eq!(found, Diagnostics::default(), "{}", set.name);
            let keys = Keys::new(set.name, Bindings::new(), TerminalKeys::default());
            assert_eq!(keys.duplicates(), [], "{}", set.name);
            for name in keys.bindings.keys() {
                assert!(find_command(name).is_some(), "{name} of {}", set.name);
            }
            // A wrong letter loses nothing: what opens or rolls takes a second key.
            for (name, chords) in &keys.bindings {
                let menu = find_command(name).expect("it is there").menu;
                let changes = menu == Menu::File || (menu == Menu::Roll && !name.starts_with("stage-"));
                assert!(!changes || !chords.iter().any(|chord| chord.is_plain()), "{name} of {}", set.name);
            }
            for way in ["north", "south-east", "west"] {
                assert!(!keys.of(&format!("cursor-{way}")).is_empty(), "{way} in {}", set.name);
            }
        }
        assert_eq!(read::read_ready("usual.ron", USUAL).1, Diagnostics::default());
    }

    #[test]
    fn own_keys_replace_usual_ones_until_they_are_reset() {
        let mut keys = Keys::default();
        let chord: Chord = "Z".parse().unwrap();
        keys.add("fit", chord);
        assert_eq!((keys.words("fit").as_str(), keys.command_of(chord)), ("F, Z", Some("fit")));
        keys.remove("fit", "F".parse().unwrap());
        keys.choose_set("vi");
        assert_eq!((keys.words("fit").as_str(), keys.words("cursor-west").as_str()), ("Z", "H, Left"));
        keys.reset("fit");
        assert_eq!((keys.words("fit").as_str(), keys.own.len()), ("F", 0));
        keys.add("fit", chord);
        keys.remove("fit", chord);
        assert!(keys.own.is_empty(), "what is as usual is not the user's own");
    }

    #[test]
    fn a_key_with_two_commands_does_the_users_own_and_is_reported() {
        let mut keys = Keys::default();
        let chord: Chord = "F".parse().unwrap();
        keys.add("zoom-in", chord);
        assert_eq!(keys.command_of(chord), Some("zoom-in"));
        assert_eq!(keys.duplicates(), [(chord, "fit", "zoom-in")]);
        assert_eq!(keys.rivals("fit"), [(chord, "zoom-in")]);
    }
}
