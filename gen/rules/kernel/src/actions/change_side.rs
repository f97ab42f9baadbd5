//! Change side (`kernel-rules` 2.16).

use world::SideId;

use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(_at: Position<'_>, _actor: UnitId, _actee: UnitId, _side: SideId) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

pub(super) fn apply(_course: &mut Course<'_>, _actor: UnitId, _actee: UnitId, _side: SideId) {}
