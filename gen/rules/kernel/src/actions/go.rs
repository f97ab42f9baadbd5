//! Move to a cell (`kernel-rules` 2.1; seed 003, "Movement Action").

use grid::Cell;

use crate::movement::{check_step, step};
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) -> Result<(), Refusal> {
    check_step(at, actor, actee, cell, altitude, 0).map(drop)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) {
    if let Ok(acp) = check_step(course.at(), actor, actee, cell, altitude, 0) {
        step(course, actor, actee, cell, altitude, acp);
    }
}
