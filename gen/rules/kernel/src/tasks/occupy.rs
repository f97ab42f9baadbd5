//! Going into a transport.

use super::Step;
use super::walk::{self, attempt};
use crate::{Action, UnitId, View};

pub(super) fn next_step(view: View<'_>, id: UnitId, transport: UnitId) -> Step {
    let unit = view.own(id);
    if unit.inside == transport {
        return Step::Done;
    }
    let at = view.position();
    let cell = if view.is_own(transport) {
        at.unit(transport).cell
    } else if let Some(seen) = view.seen().find(|seen| seen.id == transport) {
        seen.cell
    } else {
        return Step::Failed;
    };
    if cell == crate::Unit::NOWHERE || transport == id {
        return Step::Failed;
    }
    match walk::next_step(view, id, cell, 1) {
        Step::Done => attempt(view, id, Action::Enter(transport)),
        step => step,
    }
}
