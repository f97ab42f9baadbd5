//! How varied a namer is: repeats, entropy, lengths, and how similar its names are.

use std::collections::BTreeMap;

use chance::{Digest, Stream};

use crate::{Library, NamerError, NamingSession};

/// What was counted in independent draws from a namer (a session would give no name twice).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variety {
    /// Names drawn.
    pub drawn: usize,
    /// How many draws gave a name that was drawn before.
    pub repeats: usize,
    /// Collision entropy in bits: log2(pairs of draws / pairs that agree). Shannon's entropy is never below it. If no pair agrees,
    /// one is assumed: then it is a lower bound, and [`Variety::is_floor`] is true.
    pub bits: f64,
    /// Whether no two draws agreed, so that `bits` is only a lower bound.
    pub is_floor: bool,
    /// Letters of the shortest name.
    pub shortest: usize,
    /// Letters of the longest name.
    pub longest: usize,
    /// How many different names were compared for similarity: the first [`Variety::COMPARED`].
    pub compared: usize,
    /// How many of those differ from another one by a single letter, inserted, left out or changed.
    pub near: usize,
}

impl Variety {
    /// The most names that are compared for similarity: enough for the largest map, and few enough to be quick.
    pub const COMPARED: usize = 10_000;

    /// Draws `count` names (at least 2), each in a session of its own.
    ///
    /// # Errors
    /// A `NamerError` if there is no such namer, or if it makes no acceptable text.
    pub fn measure(library: &Library, namer: &str, count: usize, stream: &mut Stream) -> Result<Variety, NamerError> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        let mut compared = Vec::new();
        let drawn = count.max(2);
        for _ in 0..drawn {
            let name = NamingSession::new(library).name(namer, stream)?.to_lowercase();
            if compared.len() < Self::COMPARED && !counts.contains_key(&name) {
                compared.push(name.clone());
            }
            *counts.entry(name).or_default() += 1;
        }
        let agreeing: u64 = counts.values().map(|count| count * (count - 1) / 2).sum();
        let pairs = drawn as u64 * (drawn as u64 - 1) / 2;
        let lengths = || counts.keys().map(|name| name.chars().count());
        Ok(Variety {
            drawn,
            repeats: drawn - counts.len(),
            bits: libm::log2(pairs as f64 / agreeing.max(1) as f64),
            is_floor: agreeing == 0,
            shortest: lengths().min().unwrap_or(0),
            longest: lengths().max().unwrap_or(0),
            compared: compared.len(),
            near: count_near(&compared),
        })
    }
}

/// How many of these different names are one letter away from another.
///
/// Two such names become equal when one letter is left out of one or of both (the symmetric deletes of Garbe's "SymSpell", 2012),
/// so only names that become equal in this way need to be compared. Digests stand for the shortened names: sorting the texts would
/// take most of the time of a measurement, and two that differ under one digest are told apart by the comparison.
fn count_near(names: &[String]) -> usize {
    let digest = |one: &str, other: &str| {
        let mut digest = Digest::default();
        digest.add(one.bytes().chain(other.bytes()));
        digest.value()
    };
    let mut shortened: Vec<(u64, usize)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        shortened.push((digest(name, ""), index));
        for (at, letter) in name.char_indices() {
            shortened.push((digest(&name[..at], &name[at + letter.len_utf8()..]), index));
        }
    }
    shortened.sort_unstable();
    let mut near = vec![false; names.len()];
    for group in shortened.chunk_by(|one, other| one.0 == other.0) {
        for (number, &(_, one)) in group.iter().enumerate() {
            for &(_, other) in &group[number + 1..] {
                if !(near[one] && near[other]) && strsim::levenshtein(&names[one], &names[other]) == 1 {
                    (near[one], near[other]) = (true, true);
                }
            }
        }
    }
    near.into_iter().filter(|&near| near).count()
}

#[cfg(test)]
mod tests {
    use chance::Seed;

    use super::*;

    fn measure(text: &str, count: usize) -> Variety {
        let mut library = Library::new();
        library.read("small.ron", text).unwrap();
        Variety::measure(&library, "small", count, &mut Seed(1).stream("x")).unwrap()
    }

    #[test]
    fn bits_are_those_of_a_known_grammar() {
        // 32 names, equally likely: 5 bits.
        let text = r#"{ "kind": "grammar", "joiner": "", "rules": { "root": [["or", "a", "e", "i", "o"], ["or", "b", "d", "g", "k", "l", "m", "n", "r"]] } }"#;
        let found = measure(text, 20_000);
        assert!((found.bits - 5.0).abs() < 0.05, "{found:?}");
        assert_eq!((found.repeats, found.shortest, found.longest, found.is_floor), (20_000 - 32, 2, 2, false));
        assert_eq!((found.compared, found.near), (32, 32));
        // Half the draws one name, the rest equally many others: -log2(1/4 + 4/64) bits.
        let text =
            r#"{ "kind": "grammar", "rules": { "root": ["or", 4, "willow", "ash", "birch", "elm", "hornbeam"] } }"#;
        let found = measure(text, 20_000);
        assert!((found.bits - 1.678).abs() < 0.05, "{found:?}");
        assert_eq!((found.compared, found.near, found.shortest, found.longest), (5, 0, 3, 8));
    }

    #[test]
    fn few_draws_give_a_floor() {
        let many: String = (0..1000).map(|number| format!("\"n{number}x\",")).collect();
        let found = measure(&format!("{{ \"kind\": \"random\", \"names\": [{many}] }}"), 3);
        assert!(found.is_floor && (found.bits - 1.585).abs() < 0.01, "{found:?}");
        assert_eq!(measure(r#"{ "kind": "random", "names": ["Ash", "Birch"] }"#, 0).drawn, 2);
    }

    /// The result must be that of comparing all pairs, on words that are similar in every way.
    #[test]
    fn nearness_is_that_of_all_pairs() {
        let mut stream = Seed(4).stream("words");
        for _ in 0..300 {
            let mut words: Vec<String> = (0..1 + stream.index(12))
                .map(|_| (0..1 + stream.index(5)).map(|_| ['a', 'b', 'ø'][stream.index(3)]).collect())
                .collect();
            words.sort();
            words.dedup();
            let is_near = |word: &&String| words.iter().any(|other| strsim::levenshtein(word, other) == 1);
            assert_eq!(count_near(&words), words.iter().filter(is_near).count(), "{words:?}");
        }
    }
}
