//! Chords: a key with its modifiers, as text and as an event.

use std::fmt;
use std::str::FromStr;

use design::nearest;
use eframe::egui::{Event, Key, Modifiers};

/// A key with its modifiers. It is read and written as `Ctrl+Shift+P`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// Ctrl; on a Mac also the command key.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Shift.
    pub shift: bool,
    /// The key.
    pub key: Key,
}

/// The error for a text that is no chord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChordError {
    /// The fault, in a sentence.
    pub message: String,
    /// The most similar name, if one is similar enough.
    pub meant: Option<String>,
}

impl fmt::Display for ChordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.meant {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => Ok(()),
        }
    }
}

/// Keys that are only modifiers: pressed alone they begin a chord.
const HELD: [Key; 8] = [
    Key::ShiftLeft,
    Key::ShiftRight,
    Key::ControlLeft,
    Key::ControlRight,
    Key::AltLeft,
    Key::AltRight,
    Key::SuperLeft,
    Key::SuperRight,
];

/// The usual names of keys that egui names differently.
const ALIASES: [(&str, Key); 6] = [
    ("esc", Key::Escape),
    ("return", Key::Enter),
    ("del", Key::Delete),
    ("pgup", Key::PageUp),
    ("pgdn", Key::PageDown),
    ("question", Key::Questionmark),
];

impl Chord {
    /// A key without modifiers.
    #[must_use]
    pub const fn plain(key: Key) -> Chord {
        Chord { ctrl: false, alt: false, shift: false, key }
    }

    /// A key pressed with these modifiers; `None` for a key that is only a modifier.
    #[must_use]
    pub fn pressed(key: Key, held: Modifiers) -> Option<Chord> {
        let chord = Chord { ctrl: held.ctrl || held.command, alt: held.alt, shift: held.shift, key };
        (!HELD.contains(&key)).then_some(chord)
    }

    /// The chord of an event, and whether it is a repetition. Copying and pasting come as events of their own.
    #[must_use]
    pub fn of_event(event: &Event) -> Option<(Chord, bool)> {
        let with_ctrl = |key| Chord { ctrl: true, ..Chord::plain(key) };
        match event {
            Event::Key { key, pressed: true, repeat, modifiers, .. } => {
                Some((Chord::pressed(*key, *modifiers)?, *repeat))
            }
            Event::Copy => Some((with_ctrl(Key::C), false)),
            Event::Cut => Some((with_ctrl(Key::X), false)),
            Event::Paste(_) => Some((with_ctrl(Key::V), false)),
            _ => None,
        }
    }

    /// The same chord without Shift, if Shift only makes the character: `+` is Shift and `=` on many keyboards.
    #[must_use]
    pub fn without_shift(self) -> Option<Chord> {
        let is_arrow = matches!(self.key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight);
        let is_sign = self.key.symbol_or_name().chars().count() == 1 && self.key.name().len() > 1 && !is_arrow;
        (self.shift && is_sign).then_some(Chord { shift: false, ..self })
    }

    /// The chord as keys are labelled: `Ctrl+[` where files have `Ctrl+OpenBracket`.
    #[must_use]
    pub fn on_keys(self) -> String {
        let name = self.key.name();
        let sign = match self.key {
            Key::Minus => "-",
            _ => self.key.symbol_or_name(),
        };
        let written = self.to_string();
        match written.strip_suffix(name) {
            // Our fonts have no glyphs for arrows and the like.
            Some(held) if sign.len() == 1 => format!("{held}{sign}"),
            _ => written,
        }
    }

    /// Whether it types or moves the cursor in a text field.
    #[must_use]
    pub fn is_plain(self) -> bool {
        let name = self.key.name();
        let is_function = name.len() > 1 && name.starts_with('F') && name[1..].parse::<u8>().is_ok();
        !self.ctrl && !self.alt && !is_function
    }

    /// Whether it types a letter.
    #[must_use]
    pub(crate) fn is_letter(self) -> bool {
        let name = self.key.name();
        self.is_plain() && name.len() == 1 && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    }

    /// Whether a text field handles it.
    #[must_use]
    pub fn edits_text(self) -> bool {
        use Key::{A, ArrowLeft, ArrowRight, Backspace, C, Delete, End, Home, V, X, Y, Z};
        let keys = [A, C, V, X, Y, Z, ArrowLeft, ArrowRight, Home, End, Backspace, Delete];
        self.ctrl && !self.alt && keys.contains(&self.key)
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            f.write_str(if held { name } else { "" })?;
        }
        f.write_str(self.key.name())
    }
}

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Chord, ChordError> {
        let text = text.trim();
        // The last character may be the plus key itself.
        let (held, name) = match text.strip_suffix('+') {
            Some(rest) => (rest.strip_suffix('+').unwrap_or(rest), "Plus"),
            None => text.rsplit_once('+').unwrap_or(("", text)),
        };
        let mut chord = Chord::plain(find_key(name.trim())?);
        for part in held.split('+').map(str::trim).filter(|part| !part.is_empty()) {
            match part.to_ascii_lowercase().as_str() {
                "ctrl" | "control" | "cmd" | "command" => chord.ctrl = true,
                "alt" | "option" => chord.alt = true,
                "shift" => chord.shift = true,
                other => {
                    let names = [("ctrl", "Ctrl"), ("alt", "Alt"), ("shift", "Shift")];
                    let meant = nearest(other, names.map(|(name, _)| name));
                    let meant =
                        names.iter().find(|(name, _)| Some(*name) == meant).map(|(_, shown)| (*shown).to_owned());
                    let message = format!("`{part}` cannot be held down with a key: expected Ctrl, Alt or Shift");
                    return Err(ChordError { message, meant });
                }
            }
        }
        Ok(chord)
    }
}

fn find_key(name: &str) -> Result<Key, ChordError> {
    if name.is_empty() {
        return Err(ChordError {
            message: "there is no key in it: expected one such as `F` or `Ctrl+O`".into(),
            meant: None,
        });
    }
    let keys = || Key::ALL.iter().filter(|key| !HELD.contains(key));
    let lower = name.to_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == lower).map(|(_, key)| *key);
    let by_name = || keys().copied().find(|key| key.name().eq_ignore_ascii_case(name));
    let found = alias.or_else(by_name).or_else(|| Key::from_name(name).filter(|key| !HELD.contains(key)));
    found.ok_or_else(|| {
        let lowered: Vec<String> = keys().map(|key| key.name().to_lowercase()).collect();
        // No suggestion among names of one letter.
        let meant = nearest(&lower, lowered.iter().map(String::as_str).filter(|known| known.len() > 1));
        let meant = meant.and_then(|meant| keys().find(|key| key.name().eq_ignore_ascii_case(meant)));
        ChordError { message: format!("there is no key `{name}`"), meant: meant.map(|key| key.name().to_owned()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_as_it_is_written_with_all_that_can_be_held() {
        for &key in Key::ALL.iter().filter(|key| !HELD.contains(key)) {
            for bits in 0..8 {
                let chord = Chord { ctrl: bits & 1 > 0, alt: bits & 2 > 0, shift: bits & 4 > 0, key };
                assert_eq!(chord.to_string().parse(), Ok(chord));
                assert!(chord.to_string().is_ascii());
            }
        }
    }

    #[test]
    fn people_write_keys_in_many_ways() {
        for (text, shown) in [
            ("ctrl+shift+p", "Ctrl+Shift+P"),
            ("Esc", "Escape"),
            ("+", "Plus"),
            ("Ctrl++", "Ctrl+Plus"),
            (" alt + left ", "Alt+Left"),
            ("5", "5"),
            ("?", "Questionmark"),
        ] {
            assert_eq!(text.parse::<Chord>().map(|chord| chord.to_string()), Ok(shown.to_owned()), "{text}");
        }
        let meant = |text: &str| text.parse::<Chord>().unwrap_err().meant;
        assert_eq!(meant("Ctrl+PagUp"), Some("PageUp".to_owned()));
        assert_eq!(meant("Crtl+P"), Some("Ctrl".to_owned()));
        assert_eq!(meant("Ctrl+Xyzzyx"), None);
        assert!("".parse::<Chord>().is_err() && "Ctrl".parse::<Chord>().is_err() && "Ctrl+".parse::<Chord>().is_ok());
    }

    #[test]
    fn signs_need_no_shift_and_letters_do() {
        let with_shift = |key| Chord { shift: true, ..Chord::plain(key) };
        for key in [Key::Plus, Key::Questionmark, Key::Colon] {
            assert_eq!(with_shift(key).without_shift(), Some(Chord::plain(key)), "{key:?}");
        }
        for key in [Key::A, Key::Num1, Key::ArrowUp, Key::ArrowLeft, Key::F1, Key::Home, Key::Tab] {
            assert_eq!(with_shift(key).without_shift(), None, "{key:?}");
        }
        assert!(
            Chord::plain(Key::F).is_plain() && !Chord::plain(Key::F1).is_plain() && !Chord::plain(Key::F12).is_plain()
        );
    }
}
