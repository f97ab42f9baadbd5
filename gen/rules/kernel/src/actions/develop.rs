//! Develop: raise a tech level (`kernel-rules` 2.10).

use design::UnitType;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(_at: Position<'_>, _actor: UnitId, _actee: UnitId, _kind: UnitType) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _kind: UnitType) {}
