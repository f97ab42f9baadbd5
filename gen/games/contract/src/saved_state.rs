//! States as text and back: RON, for programs only. What people look at and edit is a position as a scenario.
//!
//! What serde derives for the states of a game is much, and RON's own writer and reader are compiled once more for each of its types, in
//! some hundred lines: a third of what a game is. These here know only what states are made of, in the layout in which RON writes them:
//! no comments, no hexadecimal numbers, no maps, no numbers with a point; fields in the order in which they are declared.

mod reader;
mod writer;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use reader::Reader;
use writer::Writer;

/// What is wrong, without the place.
type Fault = serde::de::value::Error;

/// A state, or whatever holds one, as text.
///
/// # Panics
/// If there is something in it that a state is not made of.
#[must_use]
pub fn write_state(state: &impl Serialize) -> String {
    let mut writer = Writer::default();
    state.serialize(&mut writer).expect("numbers, texts and lists can be written");
    writer.text
}

/// What [`write_state`] wrote.
///
/// # Errors
/// The fault in the text, and where it is.
pub fn read_state<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut reader = Reader::new(text);
    let state = T::deserialize(&mut reader).and_then(|state| reader.end().map(|()| state));
    state.map_err(|fault| reader.tell(&fault))
}

/// What [`write_state`] wrote, if nothing is broken in it.
///
/// # Errors
/// The fault in the text, or what is broken.
pub fn read_whole_state<T: DeserializeOwned>(
    text: &str,
    find_broken: impl FnOnce(&T) -> Option<String>,
) -> Result<T, String> {
    let state = read_state(text).map_err(|fault| format!("not a saved game: {fault}"))?;
    match find_broken(&state) {
        Some(fault) => Err(format!("the saved game is broken: {fault}")),
        None => Ok(state),
    }
}

/// A part of a saved game that is text already, and is read as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateText(pub String);

impl Serialize for StateText {
    /// Writer and reader take bytes for it: no state has any.
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_bytes(self.0.as_bytes())
    }
}

impl<'de> Deserialize<'de> for StateText {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<StateText, D::Error> {
        struct AsItIs;

        impl Visitor<'_> for AsItIs {
            type Value = StateText;

            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("a state")
            }

            fn visit_str<E>(self, text: &str) -> Result<StateText, E> {
                Ok(StateText(text.to_owned()))
            }
        }

        reader.deserialize_bytes(AsItIs)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Place(u16);

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Task {
        Idle,
        Go(Place),
        Carry(u8, i32),
        Build { kind: String, left: Option<Option<u32>> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        tasks: Vec<Task>,
        names: Vec<String>,
        counts: Vec<(Place, i64)>,
        shared: Vec<Option<Arc<[u64; 2]>>>,
        #[serde(default)]
        is_late: bool,
        nothing: (),
    }

    fn everything() -> Everything {
        let build = |left| Task::Build { kind: "a fort".to_owned(), left };
        let names = ["", "a \"b\" \\ c", "line\nfeed\t'ß' \0\u{1}", "e\u{301}", "👑, [(a:1)]"];
        Everything {
            tasks: vec![Task::Idle, Task::Go(Place(3)), Task::Carry(1, -7), build(None), build(Some(Some(4)))],
            names: names.map(str::to_owned).to_vec(),
            counts: vec![(Place(2), i64::MIN), (Place(9), 0)],
            shared: vec![None, Some(Arc::new([u64::MAX, 0]))],
            is_late: true,
            nothing: (),
        }
    }

    #[test]
    fn a_state_is_written_as_ron_writes_it_and_read_back() {
        let text = write_state(&everything());
        assert_eq!(text, ron::to_string(&everything()).expect("it can be written"));
        assert_eq!(read_state::<Everything>(&text), Ok(everything()));
        let spaced = text.replace("),(", " ) ,\n  (").replace("left:", " left : ");
        assert_eq!(read_state::<Everything>(&spaced), Ok(everything()));
    }

    #[test]
    fn states_of_other_versions_are_read_if_what_is_missing_has_a_default() {
        let text = write_state(&everything());
        let older = text.replace("is_late:true,", "");
        assert_eq!(read_state(&older), Ok(Everything { is_late: false, ..everything() }));
        let newer = text
            .replace("counts:", "more:[Some((a:\")]\",b:())),2],counts:")
            .replace("nothing:()", "nothing:(),last:1");
        assert_eq!(read_state(&newer), Ok(everything()));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let text = write_state(&everything());
        let told = |old: &str, new: &str| {
            assert!(text.contains(old), "{old}");
            read_state::<Everything>(&text.replacen(old, new, 1)).expect_err(new)
        };
        for (old, new, why) in [
            (&text[..], "", "1:1: Expected opening `(` for struct `Everything`"),
            ("(tasks", "(tusks", "1:106: Expected field `tasks`"),
            ("tasks:[", "tasks:", "1:8: Expected opening `[` for a list"),
            ("Idle", "Idol", "1:9: Expected one of Idle, Go, Carry, Build as `Task` but found `Idol`"),
            ("Idle", "Go", "1:11: Expected opening `(` for a variant"),
            ("Go((3))", "Go((70000))", "1:18: Expected u16 but found `70000`"),
            ("-7", "(7)", "1:30: Expected i32"),
            ("-7", "-7,8", "1:33: Expected closing `)`"),
            ("Idle,Go", "Idle Go", "1:14: Expected closing `]`"),
            ("left:None", "left:no", "1:59: Expected `None` or `Some` but found `no`"),
            ("\"a fort\"", "a_fort", "1:45: Expected a text but found `a_fort`"),
            ("true", "True", "1:281: Expected `true` or `false` but found `True`"),
            ("nothing:())", "nothing:()", "1:296: Expected closing `)`"),
            ("nothing:())", "nothing:()) more", "1:298: Unexpected text after the end"),
        ] {
            assert_eq!(told(old, new), why, "{old} -> {new}");
        }
        assert_eq!(read_state::<Vec<u8>>("[1,\n 256]"), Err("2:2: Expected u8 but found `256`".to_owned()));
        assert_eq!(read_state::<Vec<String>>("[\"a"), Err("1:3: Expected the end of a text".to_owned()));
    }

    /// Wherever it breaks off.
    #[test]
    fn half_a_state_is_refused() {
        let text = write_state(&everything());
        for (end, _) in text.char_indices() {
            assert!(read_state::<Everything>(&text[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn a_part_that_is_text_already_is_kept_as_it_is() {
        let whole = (7_u8, StateText(write_state(&everything())), 8_u8);
        let text = write_state(&whole);
        assert!(text.starts_with("(7,(tasks:"), "{text}");
        assert_eq!(read_state(&text), Ok(whole));
    }

    #[test]
    fn what_is_broken_is_told_apart_from_what_is_no_state() {
        let no_place = |place: &Place| (place.0 > 9).then(|| format!("no place {}", place.0));
        let find = |text| read_whole_state(text, no_place);
        assert_eq!(find("(9)"), Ok(Place(9)));
        assert_eq!(find("(10)"), Err("the saved game is broken: no place 10".to_owned()));
        assert_eq!(find("9"), Err("not a saved game: 1:1: Expected opening `(` for struct `Place`".to_owned()));
    }
}
