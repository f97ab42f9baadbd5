//! The namers that come with the project, embedded.
//!
//! **To add one:** put its file into `data/`, and a line here. A test sees that none is forgotten.

macro_rules! data {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../data/", $file)))),*] };
}

/// File names and texts, in alphabetic order.
#[rustfmt::skip] // One line each, so that adding one is one line.
pub(crate) const FILES: &[(&str, &str)] = data![
    "beasts.ron",
    "brigades.ron",
    "default-side-names.ron",
    "districts.ron",
    "dungeons.ron",
    "feature-looks.ron",
    "feature-things.ron",
    "feature-words.ron",
    "features-bay.ron",
    "features-continent.ron",
    "features-desert.ron",
    "features-forest.ron",
    "features-ice.ron",
    "features-island.ron",
    "features-lake.ron",
    "features-mountains.ron",
    "features-peak.ron",
    "features-plains.ron",
    "features-range.ron",
    "features-river.ron",
    "features-sea.ron",
    "features-swamp.ron",
    "fields.ron",
    "fleets.ron",
    "given-names.ron",
    "halls.ron",
    "monsters.ron",
    "objects.ron",
    "people-caravan.ron",
    "people-celtic.ron",
    "people-delta.ron",
    "people-norse.ron",
    "people-romance.ron",
    "people-steppe.ron",
    "people.ron",
    "peoples.ron",
    "places-caravan.ron",
    "places-celtic.ron",
    "places-delta.ron",
    "places-norse.ron",
    "places-romance.ron",
    "places-steppe.ron",
    "provinces.ron",
    "ships.ron",
    "sides-clans.ron",
    "sides-companies.ron",
    "sides-houses.ron",
    "sides-modern.ron",
    "sides-sea.ron",
    "sides-space.ron",
    "sides.ron",
    "stars.ron",
    "starships.ron",
    "streets.ron",
    "taverns.ron",
    "warships.ron",
];

/// Texts that no name of ours holds, whatever its grammar would make: foul words, and what belongs to the real world or to
/// others' worlds. A namer's own `reject` adds what only its sounds can make.
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
    use crate::Library;

    #[test]
    fn every_file_is_listed_and_none_is_warned_about() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let mut present: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        present.sort();
        assert_eq!(FILES.iter().map(|&(file, _)| file).collect::<Vec<_>>(), present);
        assert_eq!(Library::new().read_all(FILES.iter().copied()), Ok(vec![]));
    }

    #[test]
    fn every_namer_says_what_it_makes() {
        let library = Library::builtin();
        for name in library.names() {
            assert!(library.summary(name).is_some_and(|summary| summary.len() > 10), "{name}");
        }
    }

    /// A rule called `end` and a syllable "end" are one word to the grammar, and the syllable never shows.
    /// No rule is called like a word that stands in a row of many alternatives: the names of rules are drawn only from
    /// sequences, so a rule that is an alternative beside plain words is a slip.
    #[test]
    fn no_rule_hides_a_word_of_the_same_spelling() {
        use crate::fault::Faults;
        use crate::{Form, Method};
        for (file, text) in FILES {
            let draft = crate::read::read(file, text, &mut Faults::new(file)).unwrap();
            let Method::Grammar(grammar) = draft.method else { continue };
            let is_rule = |word: &str| grammar.rules.iter().any(|rule| rule.name == word);
            for rule in &grammar.rules {
                let Form::Or(alternatives) = &rule.rule.form else { continue };
                let words = alternatives.iter().filter_map(|(_, rule)| match &rule.form {
                    Form::Word(word) => Some(word.as_str()),
                    _ => None,
                });
                let (rules, plain): (Vec<&str>, Vec<&str>) = words.partition(|word| is_rule(word));
                assert!(rules.is_empty() || plain.is_empty(), "{file}: {} mixes {rules:?} and words", rule.name);
            }
        }
    }
}
