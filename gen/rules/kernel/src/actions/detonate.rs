//! Detonate in a cell (`kernel-rules` 2.8).

use grid::Cell;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _cell: Cell,
    _altitude: i16,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _cell: Cell, _altitude: i16) {}
