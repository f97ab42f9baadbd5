//! Lints as a list, and what they say.

use fairmarch_design::testing::names;
use fairmarch_design::{Design, LINTS, UnitType, find_suspicions};

#[test]
fn codes_are_unique_words_and_every_lint_says_what_it_looks_for() {
    let mut codes: Vec<&str> = LINTS.iter().map(|lint| lint.code).collect();
    assert!(codes.iter().all(|code| code.chars().all(|char| char.is_ascii_lowercase() || char == '-')));
    codes.sort_unstable();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
    assert!(LINTS.iter().all(|lint| lint.looks_for.len() > 10 && !lint.reason.ends_with('.')));
}

#[test]
fn many_names_are_counted() {
    let mut design = Design::default();
    design.units.names = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
    let types: Vec<UnitType> = design.unit_types().collect();
    let told = [1, 2, 3, 4, 5].map(|count| names(&design, &types[..count]));
    assert_eq!(
        told,
        ["`a`", "`a` and `b`", "`a`, `b` and `c`", "`a`, `b`, `c` and 1 more", "`a`, `b`, `c` and 2 more"]
    );
}

#[test]
fn a_design_of_nothing_is_not_suspicious() {
    assert!(find_suspicions(&Design::default()).is_empty());
}
