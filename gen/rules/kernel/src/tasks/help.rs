//! Going to whoever helps: what getting repaired and getting supplied have in common.

use super::TaskStep;
use super::walk::is_for_later;
use crate::{Action, Move, UnitIndex, View};

/// As many helpers are thought of, the best ones.
const HELPERS: usize = 6;

/// Of steps towards helpers, the best one's first, the first that leads anywhere.
pub(super) fn first_step(steps: impl Iterator<Item = TaskStep>) -> Option<TaskStep> {
    steps.take(HELPERS).find(|&step| step != TaskStep::Failed)
}

/// Goes into a helper, or waits for that; `None` if it cannot.
pub(super) fn go_inside(view: View<'_>, id: UnitIndex, helper: UnitIndex) -> Option<TaskStep> {
    match view.check(Move::act(id, Action::Enter(helper))) {
        Ok(()) => Some(TaskStep::Do(Action::Enter(helper))),
        Err(why) if is_for_later(&why) => Some(TaskStep::Wait),
        Err(_) => None,
    }
}

/// Whether help that comes by itself from so far off (-1: only inside of the helper) reaches a unit where it is.
pub(super) fn is_in_range(view: View<'_>, id: UnitIndex, helper: UnitIndex, range: i32) -> bool {
    let at = view.position();
    at.distance(id, helper) <= range || at.is_within(id, helper)
}
