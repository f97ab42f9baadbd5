//! Carrying a unit to a cell: fetching it, going there, letting it out. A transport that is told to carry itself carries its
//! present occupants. If a transport cannot get to the cell or to its passenger, the passenger walks the rest.

use grid::Cell;

use super::TaskStep;
use super::walk::{self, is_for_later, wait_or_fail};
use crate::{Action, Goal, Refusal, UnitIndex, View};

/// How many cells a passenger may be from the nearest place that its transport can reach.
const INLAND_MAX: u32 = 8;

pub(super) fn next_step(view: View<'_>, id: UnitIndex, passenger: UnitIndex, to: Cell) -> TaskStep {
    let at = view.state_view();
    let passenger = if passenger == id {
        let Some(aboard) = at.occupants(id).next() else { return TaskStep::Done };
        aboard
    } else {
        passenger
    };
    if !view.is_own(passenger) || view.own(passenger).cell == crate::Unit::NOWHERE {
        return TaskStep::Failed;
    }
    let is_aboard = view.own(passenger).inside == id;
    if view.own(passenger).cell == to && !is_aboard {
        return TaskStep::Done;
    }
    let task = at.details(passenger).and_then(|details| details.task);
    if task.is_some_and(|task| task.goal == on_foot(to)) && view.first_step(passenger, to, 0).is_some() {
        // It was sent on, and may have something else to do before it leaves.
        return if is_aboard { TaskStep::Wait } else { TaskStep::Done };
    }
    if is_aboard {
        return deliver(view, id, passenger, to);
    }
    fetch(view, id, passenger)
}

const fn on_foot(to: Cell) -> Goal {
    Goal::MoveTo(to, 0)
}

/// Goes to the passenger, or as near as possible, and lets it come.
fn fetch(view: View<'_>, id: UnitIndex, passenger: UnitIndex) -> TaskStep {
    let place = view.own(passenger).cell;
    match approach(view, id, place) {
        TaskStep::Done if view.rules.area.distance(view.own(id).cell, place) <= 1 => {
            let_do(view, id, passenger, Action::Enter(id))
        }
        TaskStep::Done => match walk::known_step(view, passenger, view.own(id).cell, 1) {
            TaskStep::Do(action) => TaskStep::Let(passenger, passenger, action),
            step => step,
        },
        step => step,
    }
}

/// Goes beside a cell, or as near to it as there is a way.
fn approach(view: View<'_>, id: UnitIndex, to: Cell) -> TaskStep {
    let distance = view.rules.area.distance(view.own(id).cell, to);
    // A nearer end is searched only if there is a way to within this distance.
    let most = INLAND_MAX.min(distance.saturating_sub(1));
    let leads_to = |&within: &u32| view.first_step(id, to, within).is_some();
    let nearer = Some(most).filter(|most| *most > 0 && leads_to(most)).and_then(|most| (1..=most).find(leads_to));
    match nearer {
        Some(within) => walk::next_step(view, id, to, within),
        None if distance <= INLAND_MAX => TaskStep::Done,
        // If no way is known, it goes straight on as far as possible.
        None => walk::next_step(view, id, to, 1),
    }
}

/// Goes on until the passenger can step out into the cell, or is there aboard, or can walk the rest.
fn deliver(view: View<'_>, id: UnitIndex, passenger: UnitIndex, to: Cell) -> TaskStep {
    let distance = view.rules.area.distance(view.own(id).cell, to);
    if distance > 1 {
        return match approach(view, id, to) {
            TaskStep::Done => match walk::known_step(view, passenger, to, 0) {
                TaskStep::Do(_) => TaskStep::Send(passenger, on_foot(to)),
                step => step,
            },
            step => step,
        };
    }
    let out = walk::step_into(view, passenger, to);
    match (out, distance) {
        (Ok(action), _) => TaskStep::Let(passenger, passenger, action),
        // It cannot stand in the open there, so aboard is as near as it gets.
        (Err(why), 0) if !is_for_later(&why) => TaskStep::Done,
        (Err(why), _) if is_for_later(&why) => wait_for(view, passenger, &why),
        (Err(_), _) => walk::next_step(view, id, to, 0),
    }
}

fn let_do(view: View<'_>, id: UnitIndex, passenger: UnitIndex, action: Action) -> TaskStep {
    match view.check_act(passenger, passenger, action) {
        Ok(()) => TaskStep::Let(passenger, passenger, action),
        // The transport pays for a passenger that cannot.
        Err(_) if view.check_act(id, passenger, action).is_ok() => TaskStep::Let(id, passenger, action),
        Err(why) => wait_for(view, passenger, &why),
    }
}

fn wait_for(view: View<'_>, passenger: UnitIndex, why: &Refusal) -> TaskStep {
    wait_or_fail(view, passenger, why)
}
