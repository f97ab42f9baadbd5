//! Overrun: attack the units in a cell, and move in (`kernel-rules` 2.9).

use grid::Cell;

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    combat::check_overrun(at, actor, actee, cell, altitude)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, altitude: i16) {
    combat::overrun(change, actor, actee, cell, altitude);
}
