//! Create a unit in a cell (`kernel-rules` 2.12).

use design::UnitType;
use grid::Cell;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _kind: UnitType,
    _cell: Cell,
    _altitude: i16,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(
    _course: &mut Course<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _kind: UnitType,
    _cell: Cell,
    _altitude: i16,
) {
}
