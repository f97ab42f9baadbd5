//! Detonate in a cell (`kernel-rules` 2.8).

use design::parameters::unit::ACP_TO_DETONATE;
use grid::Cell;

use crate::combat;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, cell: Cell, _altitude: i16) -> Result<(), Refusal> {
    combat::check_detonation(at, actor, actee, cell)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, cell: Cell, _altitude: i16) {
    let cost = course.at().int(ACP_TO_DETONATE, actee);
    combat::detonate(course, actee, cell);
    if course.at().is_alive(actor) {
        course.pay_acp(actor, cost);
    }
}
