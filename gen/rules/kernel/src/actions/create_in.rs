//! Create a unit inside another (`kernel-rules` 2.12).

use design::UnitType;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _kind: UnitType,
    _transport: UnitId,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _kind: UnitType, _transport: UnitId) {}
