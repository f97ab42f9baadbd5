//! Hits in a design that says nothing of damage.
//!
//! Facts: a hit takes 1 hit point by seed 000, 0 by 7.5 (`kernel-rules` 10.5); where no damage is said at all, it is 1 here.

use super::{Finding, is_game};
use crate::Design;
use crate::abilities::{can_attack, can_fire_at, is_damage_unsaid};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    if !is_damage_unsaid(design) || !is_game(design) {
        return Vec::new();
    }
    let hits =
        |one| design.unit_types().find(|&other| can_attack(design, one, other) || can_fire_at(design, one, other));
    let Some((one, other)) = design.unit_types().find_map(|one| Some((one, hits(one)?))) else { return Vec::new() };
    let message = format!("`{}` hits `{}`, and no `damage` is set", design.name_of(one), design.name_of(other));
    vec![Finding::of(one, message, "set `damage` for all who hit, to 1 where that is meant")]
}
