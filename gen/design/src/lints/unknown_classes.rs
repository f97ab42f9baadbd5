//! Classes that unit types ask for and no side can have (seed 000, "Designing the Sides").
//!
//! A part of a game may leave the sides to others.

use super::Finding;
use super::is_game;
use crate::parameters::unit::POSSIBLE_SIDES;
use crate::sides::{INDEPENDENT, NOT};
use crate::{Atom, Design, nearest};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let library = design.side_library.iter().map(|item| &item.side);
    let classes: Vec<&str> = design.sides.iter().chain(library).map(|side| side.class.as_str()).collect();
    let mut findings = Vec::new();
    if classes.is_empty() && !is_game(design) {
        return findings;
    }
    for unit in design.unit_types() {
        let words = design.list(POSSIBLE_SIDES, unit).iter().flatten().filter_map(Atom::word);
        for word in words.filter(|word| ![INDEPENDENT, NOT].contains(word) && !classes.contains(word)) {
            let message =
                format!("`possible-sides` of `{}` names the class `{word}`, which no side has", design.name_of(unit));
            let advice = match nearest(word, classes.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "give a side under `sides` or `side-library` this `class`".to_owned(),
            };
            findings.push(Finding::of(unit, message, advice));
        }
    }
    findings
}
