//! Going into a transport.

use super::TaskStep;
use super::walk::{self, attempt};
use crate::{Action, UnitIndex, View};

pub(super) fn next_step(view: View<'_>, id: UnitIndex, transport: UnitIndex) -> TaskStep {
    let unit = view.own(id);
    if unit.inside == transport {
        return TaskStep::Done;
    }
    let at = view.state_view();
    let cell = if view.is_own(transport) {
        at.unit(transport).cell
    } else if let Some(seen) = view.seen().find(|seen| seen.id == transport) {
        seen.cell
    } else {
        return TaskStep::Failed;
    };
    if cell == crate::Unit::NOWHERE || transport == id {
        return TaskStep::Failed;
    }
    match walk::next_step(view, id, cell, 1) {
        TaskStep::Done => attempt(view, id, Action::Enter(transport)),
        step => step,
    }
}
