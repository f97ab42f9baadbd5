//! What a step costs in movement points (`kernel-rules` 2.1, "Terrain cost"; 2.2, "Entry cost").
//!
//! The arithmetic of a step between two cells is that of [`world::travel`]; transports, which carry a unit over a part of it, and
//! leaps are computed here. One function serves both the check and the payment.

use design::parameters::table::{FERRY_ON_DEPARTURE, FERRY_ON_ENTRY, MP_TO_ENTER_UNIT, MP_TO_LEAVE_UNIT};
use design::{TerrainType, TypeId, UnitType};
use grid::{Cell, Direction, has_edge};
use world::travel::mp_overland;

use super::Steps;
use super::speed::KnowledgeOf;
use super::way::Way;
use crate::{StateView, UnitIndex};

/// The value with which a transport carries a unit over the transport's own terrain (seed 003, "Entry Action").
const OVER_OWN: i32 = 1;
const OVER_BORDER: i32 = 2;
pub(super) const OVER_ALL: i32 = 3;

/// The parts of the way between two cells that a unit goes itself.
#[derive(Clone, Copy, Debug)]
struct OwnWay {
    leaves: bool,
    crosses: bool,
    enters: bool,
}

impl OwnWay {
    const ALL: OwnWay = OwnWay { leaves: true, crosses: true, enters: true };
}

/// The movement points of a step for a unit, without zones of control.
pub(super) fn mp_of_step(at: StateView<'_>, by: KnowledgeOf, mover: UnitIndex, to: Cell, way: Way) -> i32 {
    let unit = at.unit(mover);
    let ground = StepGround { at, by, steps: at.rules.steps_for(unit.kind) };
    let (ferry, mp) = match unit.inside.some() {
        None => (0, 0),
        Some(transport) => (at.pair(FERRY_ON_DEPARTURE, transport, mover), at.pair(MP_TO_LEAVE_UNIT, mover, transport)),
    };
    // No road avoids this cost.
    let beyond = if at.rules.is_inner(to) { 0 } else { ground.steps.mp_to_leave_world };
    let own = OwnWay { leaves: ferry < OVER_OWN, crosses: ferry < OVER_BORDER, enters: ferry < OVER_ALL };
    let mp = match way {
        // Another altitude, or out of a transport and no farther. Neither costs terrain.
        Way::Here => mp.max(1),
        // A road also serves a unit that leaves a transport, and replaces that cost (`kernel-rules` 2.1, point 5).
        Way::Next(direction) => ground.mp_between(own, mp, unit.cell, direction, to),
        Way::Link => mp.saturating_add(over_link(at, unit.kind, unit.cell, to)),
        Way::Slide(slide) => ground.mp_beyond(own, mp.saturating_add(slide.mp), unit.cell, to),
        // The cells in between cost 1 each, so only the ground at both ends matters.
        Way::Leap(distance) => ground.mp_beyond(own, mp.saturating_add(distance - 1), unit.cell, to),
    };
    mp.saturating_add(beyond)
}

/// The border that a unit crosses on a way to a neighbour, with what that costs; of several the dearest.
pub(super) fn dearest_border(at: StateView<'_>, mover: UnitIndex, way: Way) -> Option<(TerrainType, i32)> {
    let Way::Next(direction) = way else { return None };
    let unit = at.unit(mover);
    let costs = &at.rules.steps_for(unit.kind).ground;
    let crossed = at.known_edges(None).iter().filter(|(_, layer)| has_edge(layer[unit.cell], direction));
    crossed.filter_map(|(kind, _)| Some((*kind, costs.crossing(*kind)?))).max_by_key(|&(_, mp)| mp)
}

/// The movement points of a step in the open for a type, without a particular unit.
pub(super) fn mp_in_open(at: StateView<'_>, by: KnowledgeOf, kind: UnitType, [from, to]: [Cell; 2], way: Way) -> i32 {
    let ground = StepGround { at, by, steps: at.rules.steps_for(kind) };
    match way {
        Way::Here => 1,
        Way::Next(direction) => ground.mp_between(OwnWay::ALL, 0, from, direction, to),
        Way::Link => over_link(at, kind, from, to),
        Way::Slide(slide) => ground.mp_beyond(OwnWay::ALL, slide.mp, from, to),
        Way::Leap(distance) => ground.mp_beyond(OwnWay::ALL, distance - 1, from, to),
    }
}

/// The movement points of a step over a link: like a road, it takes the place of the ground at both ends.
fn over_link(at: StateView<'_>, kind: UnitType, from: Cell, to: Cell) -> i32 {
    at.rules.link_mp(kind, from, to).unwrap_or(i32::MAX / 2)
}

/// The movement points that a unit pays to enter a transport.
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
        None if at.rules.is_linked(unit.cell, to) => leave_unit.saturating_add(over_link(at, unit.kind, unit.cell, to)),
        None => leave_unit,
        Some(direction) => ground.between(own, leave_unit, unit.cell, direction, to),
    };
    way.saturating_add(enter_unit).max(1)
}

/// The true ground, or as a side knows it, with its costs for a type.
struct StepGround<'a> {
    at: StateView<'a>,
    by: KnowledgeOf,
    steps: &'a Steps,
}

impl StepGround<'_> {
    /// The cost of the part of the way between two neighbours that no transport takes over, plus the fixed costs; at least 1.
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

    /// The same for a step farther than to a neighbour.
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
