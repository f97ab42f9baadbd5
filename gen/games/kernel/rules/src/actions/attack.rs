//! Attack: an attack on a unit, and its answer (`kernel-rules` 2.3).

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
    combat::check_attack(at, actor, actee, target)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    combat::attack(change, actor, actee, target);
}
