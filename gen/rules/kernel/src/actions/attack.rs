//! Attack: a blow at a unit, and the answer (`kernel-rules` 2.3).

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, target: UnitId) -> Result<(), Refusal> {
    combat::check_attack(at, actor, actee, target)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, target: UnitId) {
    combat::attack(course, actor, actee, target);
}
