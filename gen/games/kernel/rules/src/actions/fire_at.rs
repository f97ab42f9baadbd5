//! Fire at a unit from afar (`kernel-rules` 2.6).

use design::MaterialType;

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    combat::check_fire(at, actor, actee, target, material)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
) {
    combat::fire(change, actor, actee, target, material);
}
