//! The namers that come with the project: how varied, how long, how well-formed; and goldens.

use std::collections::{BTreeMap, BTreeSet};

use chance::Seed;
use fairmarch_namers::{Library, Session};

/// The least collision entropy in bits, and the most repeats in 10,000 independent draws. Shannon's entropy is never
/// below collision entropy, so the floor holds for both. A map asks for thousands of towns and of people, so these
/// repeat in less than 1 of 100 draws; it asks for tens of seas, and a session repeats nothing anyway.
const FLOORS: [(&str, f64, usize); 18] = [
    ("feature-words", 14.0, 2000),
    ("features-bay", 10.0, 5000),
    ("features-continent", 17.0, 500),
    ("features-desert", 10.5, 5000),
    ("features-forest", 10.5, 5000),
    ("features-island", 12.5, 3000),
    ("features-lake", 10.0, 5000),
    ("features-peak", 11.5, 4000),
    ("features-range", 10.5, 5000),
    ("features-river", 12.0, 3000),
    ("features-sea", 9.5, 5000),
    ("people", 22.0, 100),
    ("places-celtic", 20.0, 100),
    ("places-norse", 20.0, 100),
    ("places-romance", 20.0, 100),
    ("places-steppe", 20.0, 100),
    ("ships", 14.5, 1500),
    ("sides", 15.0, 1000),
];

fn independent(library: &Library, namer: &str, count: usize) -> Vec<String> {
    let mut stream = Seed(1).stream(namer);
    // A new session for each draw: nothing is remembered.
    (0..count).map(|_| Session::new(library).name(namer, &mut stream).expect("builtin namers give names")).collect()
}

/// Collision entropy from the pairs that agree: log2(pairs / agreeing pairs).
fn collision_entropy(names: &[String]) -> f64 {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let agreeing: u64 = counts.values().map(|count| count * (count - 1) / 2).sum();
    let pairs = names.len() as u64 * (names.len() as u64 - 1) / 2;
    (pairs as f64 / agreeing.max(1) as f64).log2()
}

#[test]
#[ignore = "a measurement for who writes namers: run it with --ignored --nocapture"]
fn measure() {
    let library = Library::builtin();
    for namer in library.names() {
        let names = independent(&library, namer, 200_000);
        let distinct: BTreeSet<&String> = names[..10_000].iter().collect();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        println!(
            "{namer:20} H2 {:5.1}  repeats in 10,000: {:5}  longest {longest}",
            collision_entropy(&names),
            10_000 - distinct.len()
        );
    }
}

#[test]
fn names_are_varied_enough() {
    let library = Library::builtin();
    assert_eq!(FLOORS.iter().map(|floor| floor.0).collect::<Vec<_>>(), library.names().collect::<Vec<_>>());
    for (namer, least_bits, most_repeats) in FLOORS {
        // Pairs enough that the estimate is good to a fraction of a bit.
        let names = independent(&library, namer, 100_000);
        let bits = collision_entropy(&names);
        assert!(bits >= least_bits, "{namer}: {bits:.1} bits");
        let distinct: BTreeSet<&String> = names[..10_000].iter().collect();
        assert!(10_000 - distinct.len() <= most_repeats, "{namer}: {} distinct of 10,000", distinct.len());
    }
}

/// Letters (two or more) that stand twice in a row, or a letter three times.
fn stutters(name: &str) -> bool {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    let same = |a: usize, b: usize| letters[a] == letters[b] && letters[a].is_alphabetic();
    (0..letters.len()).any(|from| {
        let rest = letters.len() - from;
        (rest >= 3 && same(from, from + 1) && same(from, from + 2))
            || (2..=rest / 2).any(|length| (from..from + length).all(|at| same(at, at + length)))
    })
}

#[test]
fn names_are_well_formed() {
    assert!(stutters("Feldbruckbruck") && stutters("Massso") && !stutters("Salzwasser"));
    let library = Library::builtin();
    for namer in library.names() {
        for name in independent(&library, namer, 10_000) {
            assert!((3..=24).contains(&name.chars().count()), "{namer}: {name}");
            assert!(
                name.chars().all(|letter| letter.is_ascii_alphabetic() || " '-".contains(letter)),
                "{namer}: {name}"
            );
            assert!(!stutters(&name), "{namer}: {name}");
            let words = name.split(' ');
            assert!(words.clone().all(|word| !word.is_empty()), "{namer}: {name}");
            let capital = |word: &str| word == "of" || word.starts_with(|first: char| first.is_uppercase());
            assert!(words.clone().all(capital), "{namer}: {name}");
            // "MartenWood": a word that was taken for a rule.
            assert!(
                words.clone().all(|word| word.chars().skip(1).all(|letter| !letter.is_uppercase())),
                "{namer}: {name}"
            );
        }
    }
}

/// A change here changes the names in every shared world: bless it on purpose.
#[test]
fn names_stay_the_same_for_a_seed() {
    let library = Library::builtin();
    let mut found = String::new();
    for namer in library.names() {
        let mut session = Session::new(&library);
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
