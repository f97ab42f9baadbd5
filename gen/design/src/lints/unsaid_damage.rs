//! Hits whose damage a design does not set.
//!
//! Facts: a hit takes 1 hit point by seed 000, 0 by 7.5 (`kernel-rules` 10.5); [`Design::damage_default`] says which holds.

use chance::Dice;

use super::unused_types::never_seen;
use super::{Finding, is_game};
use crate::abilities::{can_attack, can_fire_at};
use crate::parameters::table::{DAMAGE, FIRE_DAMAGE};
use crate::{Design, UnitType};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    // Xconq 7.0 has that default, and a design for it may count on it.
    if design.damage_default() == 0 || design.is_xconq_7_0() || !is_game(design) {
        return Vec::new();
    }
    let nothing = Dice::constant(0);
    let is_unsaid = |one: UnitType, other: UnitType| {
        let of_shot = design.dice(FIRE_DAMAGE, one, other);
        let by_shot = can_fire_at(design, one, other) && of_shot == Dice::constant(-1);
        design.dice(DAMAGE, one, other) == nothing && (can_attack(design, one, other) || by_shot)
    };
    // What no game has is never hit; another lint speaks of it.
    let unseen = never_seen(design);
    let seen = || design.unit_types().filter(|unit| !unseen.contains(unit));
    let hits = |one| seen().find(|&other| is_unsaid(one, other));
    let Some((one, other)) = seen().find_map(|one| Some((one, hits(one)?))) else { return Vec::new() };
    let message = format!("`{}` hits `{}`, and no `damage` is set", design.name_of(one), design.name_of(other));
    vec![Finding::of(one, message, "set `damage` for all who hit, to 1 where that is meant")]
}
