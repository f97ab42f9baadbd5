//! Fire into a cell, at everybody there (`kernel-rules` 2.6).

use design::MaterialType;
use grid::Cell;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _cell: Cell,
    _altitude: Option<i16>,
    _material: Option<MaterialType>,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(
    _course: &mut Course<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _cell: Cell,
    _altitude: Option<i16>,
    _material: Option<MaterialType>,
) {
}
