//! Players of a GDL file.

use std::collections::BTreeMap;

use design::Known;
use fairmarch_formats::gdl::Module;

/// The advantages of the sides of a game.
fn advantages(text: &str) -> Vec<Option<u32>> {
    let text = format!("(game-module \"t\") (terrain-type land) (unit-type man (start-with 2)) {text}");
    let (game, found) = Module::read("t", "t.g", &text, &|_| None).game(&BTreeMap::new(), &Known::default());
    let game = game.unwrap_or_else(|| panic!("{found:?}"));
    game.design.sides.iter().map(|side| side.advantage).collect()
}

#[test]
fn players_make_the_first_units_of_their_sides_stronger() {
    let three = "(player (initial-advantage 2)) (player (initial-advantage 3)) (player (initial-advantage 7))";
    assert_eq!(advantages(three), [Some(2), Some(3), Some(7)], "the seed's 2/3/7");
    assert_eq!(advantages(&format!("{three} (side 1 (name \"A\") (advantage 5))")), [Some(5), Some(3), Some(7)]);
    let crossed = "(player 1 (initial-advantage 4)) (player 2) (side 1 (name \"A\") (player 2)) (side 2 (name \"B\"))";
    assert_eq!(advantages(crossed), [None, Some(4)]);
    assert_eq!(advantages("(player 1) (side 1 (name \"A\"))"), [None], "nobody asks for anything");
}

#[test]
fn more_than_a_hundred_times_as_strong_is_refused() {
    let text = "(game-module \"t\") (terrain-type land) (unit-type man) (player (initial-advantage 101))";
    let (_, found) = Module::read("t", "t.g", text, &|_| None).game(&BTreeMap::new(), &Known::default());
    assert!(found.0.iter().any(|diagnostic| diagnostic.code == "out-of-range"), "{found:?}");
}
