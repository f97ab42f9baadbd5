//! Detonate in a cell (`kernel-rules` 2.8).

use design::parameters::unit::ACP_TO_DETONATE;
use grid::Cell;

use crate::combat;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    _altitude: i16,
) -> Result<(), Refusal> {
    combat::check_detonation(at, actor, actee, cell)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, _altitude: i16) {
    let cost = change.at().int(ACP_TO_DETONATE, actee);
    combat::detonate(change, actee, cell);
    if change.at().is_alive(actor) {
        change.pay_acp(actor, cost);
    }
}
