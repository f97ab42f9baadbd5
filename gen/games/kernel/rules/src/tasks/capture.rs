//! Capturing a unit: by an attempt, or by an attack that may end in one.

use super::TaskStep;
use super::hit::{approach, find};
use super::walk::{attempt, is_for_later};
use crate::{Action, UnitIndex, View};

pub(super) fn next_step(view: View<'_>, id: UnitIndex, target: UnitIndex) -> TaskStep {
    let Some(seen) = find(view, target) else { return TaskStep::Done };
    let mut last = None;
    for action in [Action::Capture(target), Action::Attack(target)] {
        match view.check_act(id, id, action) {
            Ok(()) => return TaskStep::Do(action),
            Err(why) if is_for_later(&why) && last.is_none() => last = Some(action),
            Err(_) => {}
        }
    }
    let is_near = view.rules.area.distance(view.own(id).cell, seen.cell) <= 1;
    match last {
        Some(action) if is_near => attempt(view, id, action),
        _ => approach(view, id, seen),
    }
}
