//! Repair a unit (`kernel-rules` 2.14).

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(_at: Position<'_>, _actor: UnitId, _actee: UnitId, _target: UnitId) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _target: UnitId) {}
