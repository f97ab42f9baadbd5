//! The namers that come with the project, embedded.
//!
//! **To add one:** put its file into `data/`, and a line here. A test checks that none is forgotten.

use std::sync::OnceLock;

use crate::fault::Faults;
use crate::{Method, Namer, check, read};

macro_rules! data {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../data/", $name, ".ron")))),*] };
}

/// Names and the texts of their files, in alphabetic order.
#[rustfmt::skip] // One line each, so that adding one is one line.
const FILES: &[(&str, &str)] = data![
    "beasts",
    "brigades",
    "default-side-names",
    "districts",
    "dungeons",
    "feature-looks",
    "feature-things",
    "feature-words",
    "features-bay",
    "features-continent",
    "features-desert",
    "features-forest",
    "features-ice",
    "features-island",
    "features-lake",
    "features-mountains",
    "features-peak",
    "features-plains",
    "features-range",
    "features-river",
    "features-sea",
    "features-swamp",
    "fields",
    "fleets",
    "given-names",
    "halls",
    "monsters",
    "objects",
    "people",
    "people-caravan",
    "people-celtic",
    "people-delta",
    "people-norse",
    "people-romance",
    "people-steppe",
    "peoples",
    "places-caravan",
    "places-celtic",
    "places-delta",
    "places-norse",
    "places-romance",
    "places-steppe",
    "provinces",
    "ships",
    "sides",
    "sides-clans",
    "sides-companies",
    "sides-houses",
    "sides-modern",
    "sides-sea",
    "sides-space",
    "stars",
    "starships",
    "streets",
    "taverns",
    "warships",
    "worlds",
];

/// The namers that were used so far. A command uses few of them, and reading all takes longer than most of its work.
static NAMERS: [OnceLock<Namer>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The names of all of them, in alphabetic order.
pub(crate) fn names<'a>() -> impl Iterator<Item = &'a str> {
    FILES.iter().map(|&(name, _)| name)
}

/// Whether there is a namer of that name.
pub(crate) fn has(name: &str) -> bool {
    number(name).is_some()
}

/// The namer of that name. It is read and bound when it is first used; tests check that all are sound.
pub(crate) fn namer(name: &str) -> Option<&'static Namer> {
    let number = number(name)?;
    Some(NAMERS[number].get_or_init(|| read_one(FILES[number])))
}

/// The one-line description of the namer of that name, without reading the rest.
pub(crate) fn summary(name: &str) -> Option<&'static str> {
    let (_, rest) = FILES[number(name)?].1.split_once("\n  \"summary\": \"")?;
    rest.split_once("\",\n").map(|(summary, _)| summary)
}

fn number(name: &str) -> Option<usize> {
    FILES.binary_search_by_key(&name, |&(known, _)| known).ok()
}

fn read_one((name, text): (&str, &str)) -> Namer {
    let mut faults = Faults::new(name);
    let draft = read::read(name, text, &mut faults);
    let mut draft = draft.unwrap_or_else(|| panic!("the namer {name} of the project: {}", faults.found[0]));
    if let Method::Grammar(grammar) = &mut draft.method {
        grammar.reject.extend(UNWANTED.iter().map(|&text| text.to_owned()));
    }
    check::bind(&draft, &names().collect(), &mut faults)
}

/// Texts that no name of ours may contain, whatever its grammar would make: foul words, and names of the real world or of others'
/// worlds. A namer's own `reject` adds texts that only its sounds can make.
#[rustfmt::skip]
pub(crate) const UNWANTED: &[&str] = &[
    "anus", "penis", "cunt", "cock", "shit", "rape", "nig", "fag", "twat", "arse", "hitler", "nazi", "jew", "semen",
    "porn", "turd", "tits", "vulv", "kill", "wank", "jiz", "jesus", "moron", "emma", "minor", "anal", "bitc", "whor",
    "slut", "dick", "fasc", "arab", "nordland", "zion", "israel", "siria", "iran", "irak", "rome", "asia", "india",
    "kenia", "libia", "bosnia", "serbia", "estonia", "albania", "mordor", "gondor", "arnor", "narnia", "moldov",
    "tatar", "canada", "panama", "bavaria", "austria", "savoia", "armenia", "jordan", "oman", "poland",
];

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::Diagnostics;

    use crate::Library;

    #[test]
    fn every_file_is_listed_and_none_is_warned_about() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let mut present: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        present.sort();
        let mut listed: Vec<String> = names().map(|name| format!("{name}.ron")).collect();
        listed.sort();
        assert_eq!(listed, present);
        assert!(names().is_sorted(), "they are looked up by halves");
        // All together, as a design's are: this check finds circles and unknown names.
        assert_eq!(Library::new().read_all(FILES.iter().copied()), Ok(Diagnostics::default()));
    }

    #[test]
    fn every_namer_says_what_it_makes() {
        for &(name, text) in FILES {
            let told = summary(name).unwrap_or_default();
            assert!(told.len() > 10, "{name}");
            assert_eq!(told, read::read(name, text, &mut Faults::new(name)).unwrap().summary, "{name}");
        }
    }

    /// A rule called `end` and a syllable "end" are one word to the grammar, and the syllable never appears. No rule has the name
    /// of a word in a row of many alternatives: rules are used only in sequences, so a rule that is an alternative among plain
    /// words is a mistake.
    #[test]
    fn no_rule_hides_a_word_of_the_same_spelling() {
        use crate::RuleForm;
        for &(file, text) in FILES {
            let draft = crate::read::read(file, text, &mut Faults::new(file)).unwrap();
            let Method::Grammar(grammar) = draft.method else { continue };
            let is_rule = |word: &str| grammar.rules.iter().any(|rule| rule.name == word);
            for rule in &grammar.rules {
                let RuleForm::Or(alternatives) = &rule.rule.form else { continue };
                let words = alternatives.iter().filter_map(|(_, rule)| match &rule.form {
                    RuleForm::Word(word) => Some(word.as_str()),
                    _ => None,
                });
                let (rules, plain): (Vec<&str>, Vec<&str>) = words.partition(|word| is_rule(word));
                assert!(rules.is_empty() || plain.is_empty(), "{file}: {} mixes {rules:?} and words", rule.name);
            }
        }
    }
}
