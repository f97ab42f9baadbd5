//! Capture a unit without a blow (`kernel-rules` 2.7).

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, target: UnitId) -> Result<(), Refusal> {
    combat::check_capture(at, actor, actee, target)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, target: UnitId) {
    combat::capture(course, actor, actee, target);
}
