//! Fire at a unit from afar (`kernel-rules` 2.6).

use design::MaterialType;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(
    _at: Position<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _target: UnitId,
    _material: Option<MaterialType>,
) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(
    _course: &mut Course<'_>,
    _actor: UnitId,
    _actee: UnitId,
    _target: UnitId,
    _material: Option<MaterialType>,
) {
}
