//! The namers that come with the project, embedded.
//!
//! **To add one:** put its file into `data/`, and a line here. A test sees that none is forgotten.

macro_rules! data {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../data/", $file)))),*] };
}

/// File names and texts, in alphabetic order.
#[rustfmt::skip] // One line each, so that adding one is one line.
pub(crate) const FILES: &[(&str, &str)] = data![
    "feature-words.ron",
    "features-bay.ron",
    "features-continent.ron",
    "features-desert.ron",
    "features-forest.ron",
    "features-island.ron",
    "features-lake.ron",
    "features-peak.ron",
    "features-range.ron",
    "features-river.ron",
    "features-sea.ron",
    "people.ron",
    "places-celtic.ron",
    "places-norse.ron",
    "places-romance.ron",
    "places-steppe.ron",
    "ships.ron",
    "sides.ron",
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
