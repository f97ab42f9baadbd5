//! Chance events that a design lists but that never happen (seed 000, "Adding Random Events": the probabilities of the events on
//! the list must not be zero).

use super::Finding;
use crate::parameters::global::RANDOM_EVENTS;
use crate::parameters::table::{ACCIDENT_HIT_CHANCE, ACCIDENT_VANISH_CHANCE, ATTRITION, SURRENDER_CHANCE};
use crate::parameters::unit::REVOLT_CHANCE;
use crate::{Atom, Design, IntTable, Scope, TypeId};

/// A word of `random-events`, the parameters that set its chances, and whether any of them is above zero.
type Event = (&'static str, &'static str, fn(&Design) -> bool);

const EVENTS: [Event; 4] = [
    ("accidents-in-terrain", "`accident-hit-chance` or `accident-vanish-chance`", |design| {
        has_entry(design, ACCIDENT_HIT_CHANCE) || has_entry(design, ACCIDENT_VANISH_CHANCE)
    }),
    ("attrition-in-terrain", "`attrition`", |design| has_entry(design, ATTRITION)),
    ("units-revolt", "`revolt-chance`", |design| design.unit_types().any(|unit| design.int(REVOLT_CHANCE, unit) > 0)),
    ("units-surrender", "`surrender-chance`", |design| has_entry(design, SURRENDER_CHANCE)),
];

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let words: Vec<&str> = design.global_form(RANDOM_EVENTS).iter().filter_map(Atom::text).collect();
    let is_idle = |(word, _, has_chance): &&Event| words.contains(word) && !has_chance(design);
    let tell = |(word, keys, _): &Event| Finding {
        message: format!("`random-events` names `{word}`, and no unit type has a chance of it"),
        advice: format!("set {keys} for some type, or take it out of the list"),
        about: (Scope::Global, usize::from(RANDOM_EVENTS.0)),
    };
    EVENTS.iter().filter(is_idle).map(tell).collect()
}

/// Whether any entry of a table gives a chance.
fn has_entry<R: TypeId, C: TypeId>(design: &Design, key: IntTable<R, C>) -> bool {
    design.ids::<R>().any(|row| design.ids::<C>().any(|column| design.entry(key, row, column) > 0))
}
