//! The namers that come with the project: the variety, length and form of their names; and golden files.

use chance::Seed;
use fairmarch_namers::{Library, NamingSession, Variety};
use rayon::prelude::*;

fn independent(library: &Library, namer: &str, count: usize) -> Vec<String> {
    let mut stream = Seed(1).stream(namer);
    // A new session for each draw: nothing is remembered.
    (0..count)
        .map(|_| NamingSession::new(library).name(namer, &mut stream).expect("builtin namers give names"))
        .collect()
}

/// Word lists that other namers are made of, and towns' names for streets: they are not meant to last for thousands.
const INGREDIENTS: [&str; 6] = ["beasts", "feature-looks", "feature-things", "fields", "given-names", "objects"];

/// The least collision entropy, in bits, of names of settlements and people, which are drawn by the thousand in each language.
/// Shannon's entropy is never below collision entropy, so the bound holds for both.
const BITS_OF_TONGUES: f64 = 25.0;

/// Of everything else a map asks for tens. A namer whose draws repeat in less than 1 of 100 out of 10,000 has 19 bits.
const BITS: f64 = 18.9;

#[test]
fn names_are_varied_enough() {
    let library = Library::builtin();
    let namers: Vec<&str> = library.names().filter(|namer| !INGREDIENTS.contains(namer)).collect();
    let tell = |namer: &&str| {
        // Pairs enough that the estimate is good to a fraction of a bit. Repeats grow with the square of the draws: these are as
        // many as 100 in 10,000.
        let Variety { bits, repeats, .. } =
            Variety::measure(&library, namer, 30_000, &mut Seed(1).stream(namer)).unwrap();
        let is_tongue = namer.starts_with("places-") || namer.starts_with("people-") || *namer == "people";
        let least = if is_tongue { BITS_OF_TONGUES } else { BITS };
        (bits < least || repeats >= 900)
            .then(|| format!("{namer}: {bits:.1} bits of {least}, {repeats} repeats in 30,000 draws"))
    };
    // It is the longest test of the crate, and most of its time is draws: one thread would leave the other cores idle.
    let told: Vec<String> = namers.par_iter().filter_map(tell).collect();
    assert!(told.is_empty(), "{told:#?}");
    assert!(INGREDIENTS.iter().all(|&namer| library.get(namer).is_some()));
}

/// Letters (two or more) that stand twice in a row, or a letter three times.
fn stutters(name: &str) -> bool {
    // Words of the language, not slips.
    const WORDS: [(&str, &str); 4] = [("inging", "ing"), ("ining", "ing"), ("lilies", "lily"), ("wanderer", "wander")];
    let name = WORDS.iter().fold(name.to_lowercase(), |name, (word, shorter)| name.replace(word, shorter));
    let letters: Vec<char> = name.chars().collect();
    let same = |a: usize, b: usize| letters[a] == letters[b] && letters[a].is_alphabetic();
    (0..letters.len()).any(|from| {
        let rest = letters.len() - from;
        (rest >= 3 && same(from, from + 1) && same(from, from + 2))
            || (2..=rest / 2).any(|length| (from..from + length).all(|at| same(at, at + length)))
    })
}

// Takes seconds: ten thousand names of each namer, since a slip may be as rare as one.
#[test]
fn names_are_well_formed() {
    assert!(stutters("Feldbruckbruck") && stutters("Massso") && !stutters("Salzwasser"));
    let library = Library::builtin();
    let mut stuttering = Vec::new();
    for namer in library.names() {
        for name in independent(&library, namer, 10_000) {
            assert!((3..=24).contains(&name.chars().count()), "{namer}: {name}");
            assert!(
                name.chars().all(|letter| letter.is_ascii_alphabetic() || " '-".contains(letter)),
                "{namer}: {name}"
            );
            if stutters(&name) {
                stuttering.push(format!("{namer}: {name}"));
            }
            let words = name.split(' ');
            assert!(words.clone().all(|word| !word.is_empty()), "{namer}: {name}");
            const SMALL: [&str; 11] = ["of", "and", "the", "na", "di", "da", "della", "del", "dal", "al", "sul"];
            let capital = |word: &str| SMALL.contains(&word) || word.starts_with(|first: char| first.is_uppercase());
            assert!(words.clone().all(capital), "{namer}: {name}");
            // "MartenWood": a word that was taken for a rule.
            assert!(
                words.clone().all(|word| word.chars().skip(1).all(|letter| !letter.is_uppercase())),
                "{namer}: {name}"
            );
        }
    }
    assert!(stuttering.is_empty(), "{stuttering:?}");
}

/// A change here changes the names in every shared world: bless it on purpose.
#[test]
fn names_stay_the_same_for_a_seed() {
    let library = Library::builtin();
    let mut found = String::new();
    for namer in library.names() {
        let mut session = NamingSession::new(&library);
        let mut stream = Seed(1).stream(namer);
        let names: Vec<String> = (0..5).map(|_| session.name(namer, &mut stream).unwrap()).collect();
        found += &format!("{namer}: {}\n", names.join(", "));
    }
    assert_eq!(found, include_str!("golden_names.txt"), "found:\n{found}");
}

/// The table in the README is what the namers make.
#[test]
fn the_readme_shows_each_namer() {
    let readme = include_str!("../README.md");
    for line in include_str!("golden_names.txt").lines() {
        let (namer, names) = line.split_once(": ").unwrap();
        let samples: Vec<&str> = names.split(", ").take(3).collect();
        assert!(readme.contains(&format!("| `{namer}` | {} |", samples.join(", "))), "{namer}");
    }
}
