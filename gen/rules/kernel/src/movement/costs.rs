//! What a step costs in movement points (`kernel-rules` 2.1, "Terrain cost"; 2.2, "Entry cost").
//!
//! The arithmetic of a step between two cells is that of [`world::travel`]; transports, which carry a unit over a part of it, and leaps
//! are reckoned here. One function serves the check and the payment.

use design::parameters::table::{FERRY_ON_DEPARTURE, FERRY_ON_ENTRY, MP_TO_ENTER_UNIT, MP_TO_LEAVE_UNIT};
use design::{TypeId, UnitType};
use grid::{Cell, Direction, has_edge};
use world::SideId;
use world::travel::mp_overland;

use super::{Steps, Way};
use crate::{StateView, UnitIndex};

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

impl OwnWay {
    const ALL: OwnWay = OwnWay { leaves: true, crosses: true, enters: true };
}

/// Whose knowledge of the ground counts: a side's, or what is.
pub(super) type KnowledgeOf = Option<SideId>;

/// What a unit pays for a step, without zones of control.
pub(super) fn mp_of_step(at: StateView<'_>, by: KnowledgeOf, mover: UnitIndex, to: Cell, way: Way) -> i32 {
    let unit = at.unit(mover);
    let ground = StepGround { at, by, steps: at.rules.steps_for(unit.kind) };
    let (ferry, mp) = match unit.inside.some() {
        None => (0, 0),
        Some(transport) => (at.pair(FERRY_ON_DEPARTURE, transport, mover), at.pair(MP_TO_LEAVE_UNIT, mover, transport)),
    };
    // No road is a way around this price.
    let beyond = if at.rules.is_inner(to) { 0 } else { ground.steps.mp_to_leave_world };
    let own = OwnWay { leaves: ferry < OVER_OWN, crosses: ferry < OVER_BORDER, enters: ferry < OVER_ALL };
    let mp = match way {
        // Another height, or out of a transport and no farther. Neither costs terrain.
        Way::Here => mp.max(1),
        // A road serves whoever leaves a transport too, and replaces that price (`kernel-rules` 2.1, point 5).
        Way::Next(direction) => ground.mp_between(own, mp, unit.cell, direction, to),
        Way::Slide(slide) => ground.mp_beyond(own, mp.saturating_add(slide.mp), unit.cell, to),
        // The cells that are leapt over cost 1 each, so that only the ground at both ends matters.
        Way::Leap(distance) => ground.mp_beyond(own, mp.saturating_add(distance - 1), unit.cell, to),
    };
    mp.saturating_add(beyond)
}

/// What a step in the open costs a type that is no particular unit.
pub(super) fn mp_in_open(at: StateView<'_>, by: KnowledgeOf, kind: UnitType, [from, to]: [Cell; 2], way: Way) -> i32 {
    let ground = StepGround { at, by, steps: at.rules.steps_for(kind) };
    match way {
        Way::Here => 1,
        Way::Next(direction) => ground.mp_between(OwnWay::ALL, 0, from, direction, to),
        Way::Slide(slide) => ground.mp_beyond(OwnWay::ALL, slide.mp, from, to),
        Way::Leap(distance) => ground.mp_beyond(OwnWay::ALL, distance - 1, from, to),
    }
}

/// What a unit pays in movement points for going into a transport.
pub(super) fn mp_of_entry(at: StateView<'_>, mover: UnitIndex, transport: UnitIndex) -> i32 {
    let unit = at.unit(mover);
    let ground = StepGround { at, by: None, steps: at.rules.steps_for(unit.kind) };
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
    let enter_unit = at.pair(MP_TO_ENTER_UNIT, mover, transport);
    let way = match at.rules.direction(unit.cell, to) {
        None => leave_unit,
        Some(direction) => ground.between(own, leave_unit, unit.cell, direction, to),
    };
    way.saturating_add(enter_unit).max(1)
}

/// The ground as it is, or as a side knows it, with what it costs a type.
struct StepGround<'a> {
    at: StateView<'a>,
    by: KnowledgeOf,
    steps: &'a Steps,
}

impl StepGround<'_> {
    /// What a transport leaves of the way between two neighbours, with what is paid anyway; at least 1.
    fn mp_between(&self, own: OwnWay, mp: i32, from: Cell, direction: Direction, to: Cell) -> i32 {
        self.between(own, mp, from, direction, to).max(1)
    }

    fn between(&self, own: OwnWay, mp: i32, from: Cell, direction: Direction, to: Cell) -> i32 {
        let leave = if own.leaves { self.leaving(from) } else { 0 };
        let enter = if own.enters { self.entering(to) } else { 0 };
        let costs = &self.steps.ground;
        let crossed = || self.at.known_edges(self.by).iter().filter(move |(_, layer)| has_edge(layer[from], direction));
        let borders = crossed().filter(|_| own.crosses).filter_map(|(kind, _)| costs.crossing(*kind));
        let connections = crossed().filter_map(|(kind, _)| costs.along(*kind));
        mp_overland(mp.saturating_add(leave).saturating_add(enter), borders, connections)
    }

    /// The same where a step leads farther than to a neighbour.
    fn mp_beyond(&self, own: OwnWay, mp: i32, from: Cell, to: Cell) -> i32 {
        let leave = if own.leaves { self.leaving(from) } else { 0 };
        let enter = if own.enters { self.entering(to) } else { 0 };
        mp.saturating_add(leave).saturating_add(enter).max(1)
    }

    fn leaving(&self, cell: Cell) -> i32 {
        self.with_coatings(cell, &self.steps.ground.leave)
    }

    fn entering(&self, cell: Cell) -> i32 {
        self.with_coatings(cell, &self.steps.ground.enter)
    }

    fn with_coatings(&self, cell: Cell, costs: &[i32]) -> i32 {
        let known = self.by.and_then(|side| self.at.known_terrain(side, cell));
        let mp = costs[known.unwrap_or_else(|| self.at.ground(cell)).index()];
        if !self.steps.minds_coatings {
            return mp;
        }
        let coatings = self.at.known_coatings(self.by).iter().filter(|(_, depth)| depth[cell] > 0);
        coatings.fold(mp, |mp, (coating, _)| mp.saturating_add(costs[coating.index()]))
    }
}
