//! Disband: take a unit apart (`kernel-rules` 2.15).

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(_at: Position<'_>, _actor: UnitId, _actee: UnitId) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId) {}
