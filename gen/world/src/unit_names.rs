//! How a unit comes to its name: the namer that holds for it, and names that are put together of letters and numbers.
//!
//! Facts: `gdl-reference` section 10. Before a game `name-units-randomly` asks, and whoever plays it when units are made.

use design::parameters::unit;
use design::{Atom, Design, Properties, TypeId, UnitType};

/// GDL's word for names that are put together of those of side and type.
pub const JUNKY: &str = "junky";

/// The namer that a side has for a type (`unit-namers` of its properties: pairs of types and namers, or namers in the order of
/// types), else that of the type; empty: none.
#[must_use]
pub fn unit_namer<'a>(design: &'a Design, of_side: Option<&'a Properties>, kind: UnitType) -> &'a str {
    let own = design.text(unit::NAMER, kind);
    let Some(given) = of_side.and_then(|properties| properties.get("unit-namers")) else { return own };
    let name = design.name_of(kind);
    let speaks_of = |types: &Atom| match types {
        Atom::List(list) => list.iter().any(|atom| atom.text() == Some(name)),
        atom => atom.text() == Some(name),
    };
    let pair = |atom: &'a Atom| match atom.list()? {
        [types, namer] if speaks_of(types) => namer.text(),
        _ => None,
    };
    let in_order = || given.get(kind.index()).and_then(Atom::text);
    given.iter().rev().find_map(pair).or_else(in_order).filter(|namer| !namer.is_empty()).unwrap_or(own)
}

/// `FR-duc-00`: letters of the side and of the type, and the unit's number before it has one. Nobody's units count from 1 by their
/// place among all.
#[must_use]
pub fn junky_name(side: Option<&str>, kind: &str, number: u16, place: usize) -> String {
    let letters =
        |text: &str, count: usize| text.chars().filter(|char| char.is_alphanumeric()).take(count).collect::<String>();
    match side {
        None => format!("{}-{}", letters(kind, 3), place + 1),
        Some(side) => format!("{}-{}-{:02}", letters(side, 2).to_uppercase(), letters(kind, 3), number % 100),
    }
}
