//! Overrun: attack whoever is in a cell, and move in (`kernel-rules` 2.9).

use grid::Cell;

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) -> Result<(), Refusal> {
    combat::check_overrun(at, actor, actee, cell, altitude)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) {
    combat::overrun(course, actor, actee, cell, altitude);
}
