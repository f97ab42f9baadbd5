//! Attacking a unit where it is, or where it was last seen.

use super::TaskStep;
use super::walk::{self, attempt, is_for_later};
use crate::{Action, Seen, UnitIndex, View};

pub(super) fn next_step(view: View<'_>, id: UnitIndex, target: UnitIndex) -> TaskStep {
    // It is gone, or belongs to the own side by now, so there is nothing to attack.
    let Some(seen) = find(view, target) else { return TaskStep::Done };
    let mut last = None;
    for action in [Action::FireAt(target, None), Action::Attack(target)] {
        match view.check_act(id, id, action) {
            Ok(()) => return TaskStep::Do(action),
            Err(why) if is_for_later(&why) => last = Some(action),
            Err(_) => {}
        }
    }
    if let Some(action) = last {
        return attempt(view, id, action);
    }
    approach(view, id, seen)
}

/// A unit of another side, as it is seen or remembered.
pub(super) fn find(view: View<'_>, target: UnitIndex) -> Option<Seen> {
    if view.is_own(target) { None } else { view.seen().find(|seen| seen.id == target) }
}

/// Goes nearer to a unit; if it is no longer where it was remembered, the search is over.
pub(super) fn approach(view: View<'_>, id: UnitIndex, seen: Seen) -> TaskStep {
    match walk::next_step(view, id, seen.cell, 1) {
        TaskStep::Done if seen.is_current => TaskStep::Failed,
        step => step,
    }
}
