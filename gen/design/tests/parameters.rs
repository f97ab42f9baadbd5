//! The registry: names, bounds, aliases.

use fairmarch_design::parameters::{ALIASES, MOVED, SCOPES, find, rows, table, unit};
use fairmarch_design::{DefaultValue, Kind, Scope};

#[test]
fn names_are_unique_within_their_scope_and_every_row_is_explained() {
    for scope in SCOPES {
        let mut names: Vec<&str> = rows(scope).iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        for row in rows(scope) {
            assert!(row.meaning.len() > 3 && !row.area.is_empty(), "{}", row.name);
            assert!(
                row.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-@#".contains(c)),
                "{}",
                row.name
            );
        }
    }
}

#[test]
fn every_default_is_within_its_bounds() {
    for row in SCOPES.into_iter().flat_map(rows) {
        let fits = match (row.kind, row.default) {
            (Kind::Int(low, high), DefaultValue::Int(number)) => (low..=high).contains(&number),
            (Kind::Flag, DefaultValue::Int(number)) => (0..=1).contains(&number),
            (Kind::Choice(words), DefaultValue::Int(number)) => (number as usize) < words.len(),
            (Kind::Reference(_), DefaultValue::Int(number)) => number == -1,
            (Kind::Text, DefaultValue::Text(_))
            | (Kind::Form(_) | Kind::Values(_), DefaultValue::Empty)
            | (Kind::Dice, DefaultValue::Dice(_))
            | (Kind::List, DefaultValue::Empty) => true,
            _ => false,
        };
        assert!(fits, "{row:?}");
    }
}

#[test]
fn what_has_moved_is_no_variable_any_more() {
    for (name, section) in MOVED {
        assert!(find(Scope::Global, name).is_none() && !fairmarch_design::SECTIONS.contains(section), "{name}");
    }
}

#[test]
fn every_alias_leads_to_a_row() {
    for (scope, old, today) in ALIASES {
        assert!(find(*scope, old).is_some() && find(*scope, old) == find(*scope, today), "{old}");
    }
}

#[test]
fn a_key_is_the_number_of_its_row() {
    assert_eq!(rows(Scope::Unit)[usize::from(unit::START_WITH.0)].name, "start-with");
    assert_eq!(rows(Scope::Table)[usize::from(table::FAVORED_TERRAIN.0)].name, "favored-terrain");
}
