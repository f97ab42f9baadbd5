//! What a step costs in movement points (`kernel-rules` 2.1, "Terrain cost"; 2.2, "Entry cost").
//!
//! The arithmetic of a step between two cells is that of [`world::travel`]; transports, which carry a unit over a part of it, and leaps
//! are reckoned here. One function serves the check and the payment.

use design::TypeId;
use design::parameters::table::{FERRY_ON_DEPARTURE, FERRY_ON_ENTRY, MP_TO_ENTER_UNIT, MP_TO_LEAVE_UNIT};
use grid::{Cell, Direction, has_edge};
use world::travel::step_mp;

use super::{Steps, Way};
use crate::{Position, UnitId};

/// How far a transport carries those who get on or off (seed 003, "Entry Action").
const OVER_OWN: i32 = 1;
const OVER_BORDER: i32 = 2;
pub(super) const OVER_ALL: i32 = 3;

/// Which parts of the way between two cells a unit goes itself.
#[derive(Clone, Copy, Debug)]
struct OwnWay {
    leaves: bool,
    crosses: bool,
    enters: bool,
}

/// What a unit pays for a step, without zones of control.
pub(super) fn mp_of_step(at: Position<'_>, mover: UnitId, to: Cell, way: Way) -> i32 {
    let unit = at.unit(mover);
    let steps = at.rules.steps_for(unit.kind);
    let (ferry, mut mp) = match unit.inside.some() {
        None => (0, 0),
        Some(transport) => (at.pair(FERRY_ON_DEPARTURE, transport, mover), at.pair(MP_TO_LEAVE_UNIT, mover, transport)),
    };
    let leave = if ferry < OVER_OWN { leaving(at, steps, unit.cell) } else { 0 };
    let enter = if ferry < OVER_ALL { entering(at, steps, to) } else { 0 };
    if !at.rules.is_inner(to) {
        mp = mp.saturating_add(steps.mp_to_leave_world);
    }
    match way {
        // Another height, or out of a transport and no farther. Neither costs terrain.
        Way::Here => mp.max(1),
        Way::Next(direction) => {
            let own = OwnWay { leaves: ferry < OVER_OWN, crosses: ferry < OVER_BORDER, enters: ferry < OVER_ALL };
            // A road serves whoever leaves a transport too, and replaces that price (`kernel-rules` 2.1, point 5).
            let overland = mp_between(at, steps, own, mp, unit.cell, direction, to);
            overland.max(1)
        }
        Way::Slide(slide) => mp.saturating_add(leave).saturating_add(slide.mp).saturating_add(enter).max(1),
        Way::Leap(distance) => mp.saturating_add(leave).saturating_add(distance - 1).saturating_add(enter).max(1),
    }
}

/// What a unit pays in movement points for going into a transport.
pub(super) fn mp_of_entry(at: Position<'_>, mover: UnitId, transport: UnitId) -> i32 {
    let unit = at.unit(mover);
    let steps = at.rules.steps_for(unit.kind);
    let to = at.unit(transport).cell;
    let ferry_in = at.pair(FERRY_ON_ENTRY, transport, mover);
    let (ferry_out, leave_unit) = match unit.inside.some() {
        None => (0, 0),
        Some(old) => (at.pair(FERRY_ON_DEPARTURE, old, mover), at.pair(MP_TO_LEAVE_UNIT, mover, old)),
    };
    let own = OwnWay {
        leaves: ferry_out < OVER_OWN && ferry_in < OVER_ALL,
        crosses: ferry_out < OVER_BORDER && ferry_in < OVER_BORDER,
        enters: ferry_out < OVER_ALL && ferry_in < OVER_OWN,
    };
    let way = match at.rules.direction(unit.cell, to) {
        None => leave_unit,
        Some(direction) => mp_between(at, steps, own, leave_unit, unit.cell, direction, to),
    };
    way.saturating_add(at.pair(MP_TO_ENTER_UNIT, mover, transport)).max(1)
}

/// What entry and departure leave of the way between two neighbours.
fn mp_between(
    at: Position<'_>,
    steps: &Steps,
    own: OwnWay,
    mp: i32,
    from: Cell,
    direction: Direction,
    to: Cell,
) -> i32 {
    let leave = if own.leaves { leaving(at, steps, from) } else { 0 };
    let enter = if own.enters { entering(at, steps, to) } else { 0 };
    let crossed = || at.state.edges.iter().filter(move |(_, layer)| has_edge(layer[from], direction));
    let ground = &steps.ground;
    let borders = crossed().filter(|_| own.crosses).filter_map(|(kind, _)| ground.crossing(*kind));
    let connections = crossed().filter_map(|(kind, _)| ground.along(*kind));
    step_mp(mp.saturating_add(leave).saturating_add(enter), borders, connections)
}

fn leaving(at: Position<'_>, steps: &Steps, cell: Cell) -> i32 {
    with_coatings(at, steps, cell, steps.ground.leave[at.ground(cell).index()], &steps.ground.leave)
}

fn entering(at: Position<'_>, steps: &Steps, cell: Cell) -> i32 {
    with_coatings(at, steps, cell, steps.ground.enter[at.ground(cell).index()], &steps.ground.enter)
}

fn with_coatings(at: Position<'_>, steps: &Steps, cell: Cell, mp: i32, costs: &[i32]) -> i32 {
    if !steps.minds_coatings {
        return mp;
    }
    let coatings = at.state.coatings.iter().filter(|(_, depth)| depth[cell] > 0);
    coatings.fold(mp, |mp, (coating, _)| mp.saturating_add(costs[coating.index()]))
}
