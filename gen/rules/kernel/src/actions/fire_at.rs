//! Fire at a unit from afar (`kernel-rules` 2.6).

use design::MaterialType;

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    at: Position<'_>,
    actor: UnitId,
    actee: UnitId,
    target: UnitId,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    combat::check_fire(at, actor, actee, target, material)
}

pub(super) fn apply(
    course: &mut Course<'_>,
    actor: UnitId,
    actee: UnitId,
    target: UnitId,
    material: Option<MaterialType>,
) {
    combat::fire(course, actor, actee, target, material);
}
