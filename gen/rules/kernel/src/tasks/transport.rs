//! Carrying a unit to a cell: fetching it, going there, letting it out. A transport that is told to carry itself carries whoever is
//! aboard.

use grid::Cell;

use super::Step;
use super::walk::{self, is_for_later, wait_or_fail};
use crate::{Action, Move, Refusal, UnitId, View};

pub(super) fn next_step(view: View<'_>, id: UnitId, passenger: UnitId, to: Cell) -> Step {
    let at = view.position();
    let passenger = if passenger == id {
        let Some(aboard) = at.occupants(id).next() else { return Step::Done };
        aboard
    } else {
        passenger
    };
    if !view.is_own(passenger) || view.own(passenger).cell == crate::Unit::NOWHERE {
        return Step::Failed;
    }
    if view.own(passenger).inside == id {
        return deliver(view, id, passenger, to);
    }
    if view.own(passenger).cell == to {
        return Step::Done;
    }
    match walk::next_step(view, id, view.own(passenger).cell, 1) {
        Step::Done => let_do(view, id, passenger, Action::Enter(id)),
        step => step,
    }
}

/// Goes on until the passenger can step out into the cell, or is there aboard.
fn deliver(view: View<'_>, id: UnitId, passenger: UnitId, to: Cell) -> Step {
    let distance = view.rules.area.distance(view.own(id).cell, to);
    if distance > 1 {
        return walk::next_step(view, id, to, 1);
    }
    let out = walk::step_into(view, passenger, to);
    match (out, distance) {
        (Ok(action), _) => Step::Let(passenger, passenger, action),
        // Nowhere to stand in the open there: aboard is as near as it gets.
        (Err(why), 0) if !is_for_later(&why) => Step::Done,
        (Err(why), _) if is_for_later(&why) => wait_for(view, passenger, &why),
        (Err(_), _) => walk::next_step(view, id, to, 0),
    }
}

fn let_do(view: View<'_>, id: UnitId, passenger: UnitId, action: Action) -> Step {
    match view.check(Move::act(passenger, action)) {
        Ok(()) => Step::Let(passenger, passenger, action),
        // The transport helps whoever cannot pay for it itself.
        Err(_) if view.check(Move::Act { actor: id, actee: passenger, action }).is_ok() => {
            Step::Let(id, passenger, action)
        }
        Err(why) => wait_for(view, passenger, &why),
    }
}

fn wait_for(view: View<'_>, passenger: UnitId, why: &Refusal) -> Step {
    wait_or_fail(view, passenger, why)
}
