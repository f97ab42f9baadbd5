//! The namers that come with the project: how varied, how long, how well-formed; and goldens.

use std::collections::{BTreeMap, BTreeSet};

use chance::{Seed, Stream};
use fairmarch_namers::{Library, Session};

/// The least collision entropy (bits) and the most duplicates in 10,000 independent draws (per 10,000).
///
/// Shannon's entropy is never below collision entropy, so these are floors for both.
const FLOORS: &[(&str, f64, usize)] = &[];

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
