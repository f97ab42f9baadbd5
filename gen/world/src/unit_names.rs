//! How a unit gets its name: which namer applies, and names made of letters and numbers.
//!
//! Facts: `gdl-reference` section 10. Before a game `name-units-randomly` decides; during play the ruleset names units as they are
//! made.

use design::parameters::unit;
use design::{Atom, Design, Properties, TypeId, UnitType};

/// GDL's word for names that combine the names of side and type.
pub const JUNKY: &str = "junky";

/// The namer of a side for a type (`unit-namers` of the side's properties: pairs of types and namers, or namers in the order of
/// types), else the type's namer; empty if there is none.
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

/// `FR-duc-00`: letters of the side and of the type, then the unit's number. Independent units have no number; they count from 1 by
/// their place among all.
#[must_use]
pub fn junky_name(side: Option<&str>, kind: &str, number: u16, place: usize) -> String {
    let letters =
        |text: &str, count: usize| text.chars().filter(|char| char.is_alphanumeric()).take(count).collect::<String>();
    match side {
        None => format!("{}-{}", letters(kind, 3), place + 1),
        Some(side) => format!("{}-{}-{:02}", letters(side, 2).to_uppercase(), letters(kind, 3), number % 100),
    }
}
