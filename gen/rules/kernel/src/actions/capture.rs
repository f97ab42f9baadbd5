//! Capture a unit without a blow (`kernel-rules` 2.7).

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(_at: Position<'_>, _actor: UnitId, _actee: UnitId, _target: UnitId) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _target: UnitId) {}
