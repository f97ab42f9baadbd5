//! Going to a unit that helps: shared by repair and resupply.

use super::TaskStep;
use super::walk::is_for_later;
use crate::{Action, UnitIndex, View};

/// The most helpers that are considered, the best ones.
const HELPERS: usize = 6;

/// The first step that leads anywhere, among steps towards helpers, the best helper first.
pub(super) fn first_step(steps: impl Iterator<Item = TaskStep>) -> Option<TaskStep> {
    steps.take(HELPERS).find(|&step| step != TaskStep::Failed)
}

/// Enters a helper, or waits to do so; `None` if it cannot.
pub(super) fn go_inside(view: View<'_>, id: UnitIndex, helper: UnitIndex) -> Option<TaskStep> {
    match view.check_act(id, id, Action::Enter(helper)) {
        Ok(()) => Some(TaskStep::Do(Action::Enter(helper))),
        Err(why) if is_for_later(&why) => Some(TaskStep::Wait),
        Err(_) => None,
    }
}

/// Whether automatic help with this range (-1: only inside the helper) reaches a unit where it is.
pub(super) fn is_in_range(view: View<'_>, id: UnitIndex, helper: UnitIndex, range: i32) -> bool {
    let at = view.state_view();
    at.distance(id, helper) <= range || at.is_within(id, helper)
}
