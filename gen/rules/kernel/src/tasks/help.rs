//! Going to whoever helps: what getting repaired and getting supplied have in common.

use super::Step;
use super::walk::is_for_later;
use crate::{Action, Move, UnitId, View};

/// As many helpers are thought of, the best ones.
const HELPERS: usize = 6;

/// Of steps towards helpers, the best one's first, the first that leads anywhere.
pub(super) fn first_step(steps: impl Iterator<Item = Step>) -> Option<Step> {
    steps.take(HELPERS).find(|&step| step != Step::Failed)
}

/// Goes into a helper, or waits for that; `None` if it cannot.
pub(super) fn go_inside(view: View<'_>, id: UnitId, helper: UnitId) -> Option<Step> {
    match view.check(Move::act(id, Action::Enter(helper))) {
        Ok(()) => Some(Step::Do(Action::Enter(helper))),
        Err(why) if is_for_later(&why) => Some(Step::Wait),
        Err(_) => None,
    }
}

/// Whether help that comes by itself from so far off (-1: only inside of the helper) reaches a unit where it is.
pub(super) fn is_in_range(view: View<'_>, id: UnitId, helper: UnitId, range: i32) -> bool {
    let at = view.position();
    at.distance(id, helper) <= range || at.is_within(id, helper)
}
