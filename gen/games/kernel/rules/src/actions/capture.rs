//! Capture a unit without a fight (`kernel-rules` 2.7).

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
    combat::check_capture(at, actor, actee, target)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    combat::capture(change, actor, actee, target);
}
