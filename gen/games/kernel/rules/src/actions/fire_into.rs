//! Fire into a cell, at all units there (`kernel-rules` 2.6).

use design::MaterialType;
use grid::Cell;

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    _altitude: Option<i16>,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    combat::check_fire_into(at, actor, actee, cell, material)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: Option<i16>,
    material: Option<MaterialType>,
) {
    combat::fire_into(change, actor, actee, cell, altitude, material);
}
