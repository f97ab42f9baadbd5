//! The cost of a step by what a side knows: for players and tasks that plan. It uses nothing that is hidden.

use design::UnitType;
use grid::{Cell, Direction};
use world::SideId;

use super::speed::{acp_of, mp_from};
use super::way::Way;
use super::{costs, effects, zones};
use crate::{StateView, UnitIndex, View};

impl View<'_> {
    /// The movement points of a step to a neighbour for a type in the open, by known terrain; `None` if the type does not live
    /// there, if a whole turn cannot pay for the step, or if the side does not know the ground.
    #[must_use]
    pub fn step_cost(&self, kind: UnitType, from: Cell, direction: Direction, to: Cell) -> Option<i32> {
        self.state_view().step_cost(self.side(), kind, from, direction, to)
    }

    /// The altitude for a move of an own unit to a cell: its own, as far as it can have it there.
    #[must_use]
    pub fn altitude_there(&self, id: UnitIndex, cell: Cell) -> i16 {
        self.state_view().altitude_there(id, cell)
    }
}

impl StateView<'_> {
    /// The movement points of a step to a neighbour for a type, by what a side knows of the terrain ([`View::step_cost`]).
    #[must_use]
    pub fn step_cost(self, side: SideId, kind: UnitType, from: Cell, direction: Direction, to: Cell) -> Option<i32> {
        self.known_cost(side, kind, [from, to], Way::Next(direction))
    }

    /// The same for any kind of step.
    pub(super) fn known_cost(self, side: SideId, kind: UnitType, [from, to]: [Cell; 2], way: Way) -> Option<i32> {
        let steps = self.rules.steps_for(kind);
        if !self.may_plan(side, kind, [from, to], way) {
            return None;
        }
        let mp = costs::mp_in_open(self, Some(side), kind, [from, to], way);
        (mp <= steps.mp_most).then_some(mp)
    }

    /// Whether a step leads over known ground to a cell where the type can be.
    fn may_plan(self, side: SideId, kind: UnitType, [from, to]: [Cell; 2], way: Way) -> bool {
        let steps = self.rules.steps_for(kind);
        if !self.rules.is_inner(to) || self.known_terrain(side, from).is_none() {
            return false;
        }
        let Some(ground) = self.known_terrain(side, to).filter(|&ground| steps.holds(ground)) else { return false };
        steps.lives_on(ground)
            || matches!(way, Way::Next(direction) if effects::is_safe_way(self, Some(side), kind, from, direction))
    }

    /// Whether a side knows that the ground of a cell destroys units of a type.
    pub(crate) fn is_known_deadly(self, side: SideId, kind: UnitType, cell: Cell) -> bool {
        self.known_terrain(side, cell).is_some_and(|ground| !self.rules.steps_for(kind).lives_on(ground))
    }

    /// The movement points of a unit's own next step as far as its side knows, zones of control included; `None` if the step is
    /// forbidden.
    pub(super) fn planned_mp(self, side: SideId, id: UnitIndex, [from, to]: [Cell; 2], way: Way) -> Option<i32> {
        let unit = self.unit(id);
        if !self.may_plan(side, unit.kind, [from, to], way) {
            return None;
        }
        let zone = zones::check(self, Some(side), id, [from, to], way).ok()?;
        let mp = if from == unit.cell {
            costs::mp_of_step(self, Some(side), id, to, way)
        } else {
            costs::mp_in_open(self, Some(side), unit.kind, [from, to], way)
        };
        Some(mp.saturating_add(zone)).filter(|&mp| mp <= self.rules.steps_for(unit.kind).mp_most)
    }

    /// The acp that a step of `mp` movement points costs a unit.
    pub(super) fn acp_of_mp(self, id: UnitIndex, speed: i32, mp: i32) -> i32 {
        acp_of(mp, speed).max(self.steps_of(id).acp_to_move).max(1)
    }

    /// Whether a unit with `acp` action points may make a step of `mp` movement points (`kernel-rules` 2.1, "mp").
    pub(super) fn can_pay(self, id: UnitIndex, acp: i32, speed: i32, mp: i32) -> bool {
        let steps = self.steps_of(id);
        if acp <= 0 || speed <= 0 {
            return false;
        }
        let has = mp_from(acp.saturating_sub(steps.acp_min.min(0)), speed);
        has > 0 && (steps.free_mp < 0 || has.saturating_add(steps.free_mp) >= mp)
    }
}
