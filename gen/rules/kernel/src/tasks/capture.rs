//! Capturing a unit: by an attempt, or by an attack that may end in one.

use super::Step;
use super::hit::{approach, find};
use super::walk::{attempt, is_for_later};
use crate::{Action, Move, UnitId, View};

pub(super) fn next_step(view: View<'_>, id: UnitId, target: UnitId) -> Step {
    let Some(seen) = find(view, target) else { return Step::Done };
    let mut last = None;
    for action in [Action::Capture(target), Action::Attack(target)] {
        match view.check(Move::act(id, action)) {
            Ok(()) => return Step::Do(action),
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
