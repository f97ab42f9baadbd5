//! Movement: speed, what a step costs, zones of control, room at the far end (`kernel-rules` 2.1, 2.2).

use design::{Design, UnitType};
use grid::Cell;

use crate::{Course, Position, Refusal, UnitId};

/// What a step costs a unit type.
#[derive(Debug)]
pub(crate) struct Steps {}

impl Steps {
    pub(crate) fn new(_design: &Design, _kind: UnitType) -> Steps {
        Steps {}
    }
}

/// Whether a unit may go to a cell, were its acp so much greater: all that `move` asks for but who gives the order.
///
/// # Errors
/// Why not.
pub(crate) fn check_step(
    _at: Position<'_>,
    _actor: UnitId,
    _mover: UnitId,
    _cell: Cell,
    _altitude: i16,
    _extra_acp: i32,
) -> Result<i32, Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

/// Goes to a cell and pays so many acp: with all that happens on the way (`kernel-rules` 2.1, "Effect").
pub(crate) fn step(_course: &mut Course<'_>, _actor: UnitId, _mover: UnitId, _cell: Cell, _altitude: i16, _acp: i32) {}
