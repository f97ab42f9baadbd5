//! Which side gives orders to a unit (`kernel-rules` 1.4): its side, or the side that controls that. The side must have the tech to
//! use the unit, and the type must take orders directly, or the unit represents its player, or a unit that takes orders must be
//! near enough.
//!
//! Whether a controller reaches a unit is drawn once per pair and turn, so an order that was refused is refused again.

use design::Design;
use design::parameters::table::{
    UNIT_CONTROL_CHANCE, UNIT_CONTROL_CHANCE_ADJACENT, UNIT_CONTROL_CHANCE_AT, UNIT_CONTROL_RANGE,
};
use design::parameters::unit::{DIRECT_CONTROL, TECH_TO_USE};
use world::{Scenario, SideId};

use crate::rng::Purpose;
use crate::{Refusal, StateView, UnitIndex};

/// The design's settings of control, if it has any.
#[derive(Debug)]
pub(crate) struct ControlPlan {
    /// Whether some type does not take orders directly.
    needs_controllers: bool,
    /// Whether some type needs tech to be used.
    needs_tech: bool,
}

impl ControlPlan {
    pub(crate) fn new(scenario: &Scenario) -> ControlPlan {
        let design: &Design = &scenario.design;
        ControlPlan {
            needs_controllers: design.unit_types().any(|kind| !design.flag(DIRECT_CONTROL, kind)),
            needs_tech: design.unit_types().any(|kind| design.int(TECH_TO_USE, kind) > 0),
        }
    }
}

/// Checks that a side may act with a unit's type at all (`kernel-rules` 2, *can-act*).
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_could_act(at: StateView<'_>, id: UnitIndex) -> Result<(), Refusal> {
    let unit = at.unit(id);
    if unit.side != SideId::INDEPENDENT && !at.rules.permits.may_act_with(unit.side, unit.kind) {
        return Err(Refusal::CannotDo("its side may not act with such units"));
    }
    Ok(())
}

impl StateView<'_> {
    /// Whether a side gives a unit its orders.
    #[must_use]
    pub fn controls(self, side: SideId, id: UnitIndex) -> bool {
        if !self.commands(side, id) {
            return false;
        }
        let plan = &self.rules.control;
        if !plan.needs_controllers || self.takes_orders_directly(id) {
            return true;
        }
        // From unit to unit, as far as orders are passed on.
        let mut asked = vec![id];
        let mut place = 0;
        while let Some(&ordered) = asked.get(place) {
            for controller in self.units_of(self.unit(id).side) {
                if asked.contains(&controller)
                    || !self.commands(side, controller)
                    || !self.hands_on(controller, ordered)
                {
                    continue;
                }
                if self.takes_orders_directly(controller) {
                    return true;
                }
                asked.push(controller);
            }
            place += 1;
        }
        false
    }

    /// Whether a side commands a unit, wherever its controllers are.
    fn commands(self, side: SideId, id: UnitIndex) -> bool {
        self.is_subject(side, id) && self.check_tech_to_use(side, id).is_ok()
    }

    /// Whether a unit belongs to a side, or to one that the side controls.
    fn is_subject(self, side: SideId, id: UnitIndex) -> bool {
        let owner = self.unit(id).side;
        owner == side || self.side(owner).controlled_by == Some(side)
    }

    /// Checks that a side has the tech to give orders to a unit, if the unit is its own at all.
    ///
    /// # Errors
    /// A refusal with the levels.
    pub(crate) fn check_tech_to_use(self, side: SideId, id: UnitIndex) -> Result<(), Refusal> {
        if !self.rules.control.needs_tech || !self.is_subject(side, id) {
            return Ok(());
        }
        let kind = self.unit(id).kind;
        self.check_tech(side, kind, self.rules.design.int(TECH_TO_USE, kind))
    }

    fn takes_orders_directly(self, id: UnitIndex) -> bool {
        self.rules.design.flag(DIRECT_CONTROL, self.unit(id).kind)
            || self.side(self.unit(id).side).self_unit == Some(id)
    }

    /// Whether a unit passes orders on to another one in this turn.
    fn hands_on(self, controller: UnitIndex, ordered: UnitIndex) -> bool {
        if controller == ordered || !self.is_active(controller) || !self.is_in_play(ordered) {
            return false;
        }
        let distance = self.distance(controller, ordered);
        if distance > self.pair(UNIT_CONTROL_RANGE, controller, ordered) {
            return false;
        }
        let chance = match distance {
            0 => self.pair(UNIT_CONTROL_CHANCE_AT, controller, ordered),
            1 => self.pair(UNIT_CONTROL_CHANCE_ADJACENT, controller, ordered),
            _ => self.pair(UNIT_CONTROL_CHANCE, controller, ordered),
        };
        let pair = u64::from(controller.0) << 32 | u64::from(ordered.0);
        self.state.rng.settled_percent(Purpose::Control, pair, chance)
    }
}
