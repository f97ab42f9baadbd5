//! Transfer parts of a unit of many (seed 003, "Part Transfer Action").

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _parts: i16,
    _target: Option<UnitId>,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _parts: i16, _target: Option<UnitId>) {}
