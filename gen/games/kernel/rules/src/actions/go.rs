//! Move to a cell (`kernel-rules` 2.1; seed 003, "Movement Action").

use grid::Cell;

use crate::movement::{check_step, step};
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    check_step(at, actor, actee, cell, altitude, 0).map(drop)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, altitude: i16) {
    if let Ok(acp) = check_step(change.at(), actor, actee, cell, altitude, 0) {
        step(change, actor, actee, cell, altitude, acp);
    }
}
