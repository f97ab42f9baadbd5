//! Enter a unit (`kernel-rules` 2.2; seed 003, "Entry Action").

use crate::movement::{check_entry, enter};
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    transport: UnitIndex,
) -> Result<(), Refusal> {
    check_entry(at, actor, actee, transport, 0).map(drop)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, transport: UnitIndex) {
    if let Ok(acp) = check_entry(change.at(), actor, actee, transport, 0) {
        enter(change, actor, actee, transport, acp);
    }
}
