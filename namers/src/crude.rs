//! Crude words, which no name may contain: our list, or that of a design.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use diagnostics::{Sources, read_tree};

use crate::Library;
use crate::namer::Maker;

/// The list among the namers of a design that replaces ours.
pub(crate) const CRUDE_WORDS: &str = "crude-words";

/// Words by their first two bytes: a name is looked through once, however many there are.
#[derive(Debug, Default)]
pub(crate) struct CrudeWords(BTreeMap<[u8; 2], Vec<String>>);

/// Ours, read when the first name is drawn.
static OURS: LazyLock<Arc<CrudeWords>> = LazyLock::new(|| {
    let mut sources = Sources::default();
    let file = sources.add(CRUDE_WORDS, include_str!("../crude-words.ron"));
    let root = read_tree(&sources, file).expect("the project's list can be read");
    let languages = root.entries().unwrap_or_default().iter();
    let words = languages.flat_map(|(_, words)| words.items().unwrap_or_default()).filter_map(|word| word.text());
    Arc::new(CrudeWords::new(words))
});

impl CrudeWords {
    /// Those that hold for the names of a library.
    pub(crate) fn of(library: &Library) -> Arc<CrudeWords> {
        match library.own(CRUDE_WORDS).map(|namer| &namer.maker) {
            Some(Maker::List { names, .. }) => Arc::new(CrudeWords::new(names.iter().map(AsRef::as_ref))),
            _ => Arc::clone(&OURS),
        }
    }

    fn new<'w>(words: impl Iterator<Item = &'w str>) -> CrudeWords {
        let mut by_start: BTreeMap<[u8; 2], Vec<String>> = BTreeMap::new();
        for word in words.map(str::to_lowercase) {
            if let [first, second, ..] = *word.as_bytes() {
                by_start.entry([first, second]).or_default().push(word);
            }
        }
        CrudeWords(by_start)
    }

    /// Whether a name contains one: a blank stands for whatever is no letter, and for the ends of the name.
    pub(crate) fn are_in(&self, name: &str) -> bool {
        let mut text = " ".to_owned();
        for letter in name.chars().flat_map(char::to_lowercase) {
            // Of signs in a row one is enough.
            if letter.is_alphabetic() {
                text.push(letter);
            } else if !text.ends_with(' ') {
                text.push(' ');
            }
        }
        if !text.ends_with(' ') {
            text.push(' ');
        }
        text.as_bytes().windows(2).enumerate().any(|(at, start)| {
            let words = self.0.get(&[start[0], start[1]]);
            words.is_some_and(|words| words.iter().any(|word| text.as_bytes()[at..].starts_with(word.as_bytes())))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_stand_as_words() {
        let words = CrudeWords::new(["shit", " ass ", " merd"].into_iter());
        for name in ["Shitton", "Old Ass", "ass-by-the-Sea", "House of Merdane", "MERDE"] {
            assert!(words.are_in(name), "{name}");
        }
        for name in ["Assington", "Bassam", "Emmerdale", "Shi Ton", ""] {
            assert!(!words.are_in(name), "{name}");
        }
        assert!(OURS.0.values().map(Vec::len).sum::<usize>() > 200, "ours are read");
    }
}
