//! Extract a material from a cell (`kernel-rules` 2.15).

use design::MaterialType;
use grid::Cell;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _cell: Cell,
    _material: MaterialType,
    _amount: i32,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(
    _course: &mut Course<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _cell: Cell,
    _material: MaterialType,
    _amount: i32,
) {
}
