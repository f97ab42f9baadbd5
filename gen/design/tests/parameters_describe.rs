//! Parameters in words, and those near them.

use fairmarch_design::parameters::{SCOPES, find, rows};
use fairmarch_design::testing::NEAR_MAX;
use fairmarch_design::{Parameter, Scope};

fn row(scope: Scope, name: &str) -> &'static Parameter {
    &rows(scope)[find(scope, name).unwrap()]
}

#[test]
fn rows_are_described_in_words() {
    let chance = row(Scope::Table, "hit-chance");
    assert_eq!(chance.what(), "table of unit types by unit types");
    assert_eq!(chance.default_text(), "0");
    assert_eq!(row(Scope::Terrain, "subtype").default_text(), "cell");
    assert_eq!(row(Scope::Global, "edge-terrain").default_text(), "none");
    assert_eq!(row(Scope::Unit, "cp").aliases(), ["cp-max"]);
    assert_eq!(row(Scope::Table, "acp-to-develop").row_names(), ["acp-to-develop", "acp-to-research"]);
    assert!(row(Scope::Unit, "acp-to-move").row_names().is_empty());
}

#[test]
fn near_rows_are_others_and_few() {
    for own in SCOPES.into_iter().flat_map(rows) {
        let near: Vec<&Parameter> = own.similar().into_iter().chain(own.neighbours()).collect();
        assert!(near.len() <= 2 * NEAR_MAX);
        assert!(near.iter().all(|row| (row.scope, row.name) != (own.scope, own.name)), "{}", own.name);
        assert!(own.neighbours().iter().all(|row| row.area == own.area && row.scope == own.scope));
    }
    let names: Vec<&str> = row(Scope::Table, "hit-chance").similar().iter().map(|row| row.name).collect();
    assert!(names.contains(&"fire-hit-chance") && !names.contains(&"mp-to-enter-terrain"), "{names:?}");
    assert_eq!(row(Scope::Unit, "capacity").similar()[0].name, "capacity", "of terrain types");
}
