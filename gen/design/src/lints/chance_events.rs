//! Chance events that a design lists but that never happen (seed 000, "Adding Random Events": the probabilities of the events on
//! the list must not be zero).

use super::Finding;
use crate::parameters::global::RANDOM_EVENTS;
use crate::parameters::table::{ACCIDENT_HIT_CHANCE, ACCIDENT_VANISH_CHANCE, ATTRITION, SURRENDER_CHANCE};
use crate::parameters::unit::REVOLT_CHANCE;
use crate::{ChanceEvent, Design, IntTable, Scope, TypeId};

/// An event of `random-events`, the parameters that set its chances, and whether any of them is above zero.
type Event = (ChanceEvent, &'static str, fn(&Design) -> bool);

const EVENTS: [Event; 4] = [
    (ChanceEvent::Accidents, "`accident-hit-chance` or `accident-vanish-chance`", |design| {
        has_entry(design, ACCIDENT_HIT_CHANCE) || has_entry(design, ACCIDENT_VANISH_CHANCE)
    }),
    (ChanceEvent::Attrition, "`attrition`", |design| has_entry(design, ATTRITION)),
    (ChanceEvent::Revolts, "`revolt-chance`", |design| {
        design.unit_types().any(|unit| design.int(REVOLT_CHANCE, unit) > 0)
    }),
    (ChanceEvent::Surrenders, "`surrender-chance`", |design| has_entry(design, SURRENDER_CHANCE)),
];

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let named = ChanceEvent::of_design(design).unwrap_or_default();
    let is_idle = |(event, _, has_chance): &&Event| named.contains(event) && !has_chance(design);
    let tell = |(event, keys, _): &Event| Finding {
        message: format!("`random-events` names `{}`, and no unit type has a chance of it", event.name()),
        advice: format!("set {keys} for some type, or take it out of the list"),
        about: (Scope::Global, usize::from(RANDOM_EVENTS.0)),
    };
    EVENTS.iter().filter(is_idle).map(tell).collect()
}

/// Whether any entry of a table gives a chance.
fn has_entry<R: TypeId, C: TypeId>(design: &Design, key: IntTable<R, C>) -> bool {
    design.ids::<R>().any(|row| design.ids::<C>().any(|column| design.entry(key, row, column) > 0))
}
