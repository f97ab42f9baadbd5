//! Fire into a cell, at everybody there (`kernel-rules` 2.6).

use design::MaterialType;
use grid::Cell;

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    at: Position<'_>,
    actor: UnitId,
    actee: UnitId,
    cell: Cell,
    _altitude: Option<i16>,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    combat::check_fire_into(at, actor, actee, cell, material)
}

pub(super) fn apply(
    course: &mut Course<'_>,
    actor: UnitId,
    actee: UnitId,
    cell: Cell,
    altitude: Option<i16>,
    material: Option<MaterialType>,
) {
    combat::fire_into(course, actor, actee, cell, altitude, material);
}
