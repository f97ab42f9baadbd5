//! Combat: strikes, retreats, protection, capture, blasts, battles in rounds (`kernel-rules` 2.3 to 2.9, 2.19).
//!
//! **Altitudes.** Neither seed has a parameter for how far up and down a unit may strike. Here a unit may strike another if the
//! ranges of altitude of the two, each over the terrain of its own cell, overlap: a fighter of 0 to 20 reaches a bomber of 1 to 10,
//! and no unit below 100 a satellite. By default all ranges are 0 to 0, and all units reach each other.
//!
//! `overrun` and `rounds` use each other, because the rules do: an attack on a cell is fought in rounds, and the winner moves in.

use design::parameters::table::{ALTITUDE_MAX, ALTITUDE_MIN, OCCUPANT_COMBAT};
use world::SideId;

use crate::{Refusal, StateView, UnitIndex};

mod ammunition;
mod battle;
mod blast;
mod capture;
mod chance;
mod exchange;
mod fire;
mod overrun;
mod overwatch;
mod retreat;
mod rounds;
mod take;

pub(crate) use battle::Battle;
pub use blast::accident;
pub(crate) use blast::{approach, check_detonation, detonate};
pub(crate) use capture::{attempt, capture, check_capture};
pub use chance::{Means, scaled_dice};
pub(crate) use exchange::{attack, check_attack};
pub(crate) use fire::{check_fire, check_fire_into, fire, fire_into};
pub(crate) use overrun::{check_overrun, overrun};
pub(crate) use overwatch::overwatch;
pub(crate) use take::take;

impl StateView<'_> {
    /// Whether battles are fought in rounds by strength, and only overruns begin them (`combat-model` 1).
    pub(crate) fn fights_in_rounds(self) -> bool {
        design::abilities::fights_in_rounds(&self.rules.design)
    }

    /// Checks that strikes are made one by one.
    ///
    /// # Errors
    /// A refusal, if battles are fought in rounds.
    fn check_single_blows(self) -> Result<(), Refusal> {
        if self.fights_in_rounds() {
            return Err(Refusal::CannotDo("in this game battles are fought in rounds: overrun its cell instead"));
        }
        Ok(())
    }

    /// Checks that an order can name a unit as a target: it exists, and the side that gives the order sees it.
    pub(crate) fn check_foe(self, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
        if target.index() >= self.state.units.len() {
            return Err(Refusal::NoSuchUnit(target));
        }
        if target == actee {
            return Err(Refusal::Invalid("a unit does not fight itself"));
        }
        self.check_seen(self.unit(actor).side, target)
    }

    /// Checks that a unit may harm another: it is there, of another side, within reach of its altitude, and not inside another
    /// unit.
    pub(crate) fn check_target(self, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
        if !self.is_in_play(target) {
            return Err(Refusal::NoSuchUnit(target));
        }
        let (own, other) = (self.unit(actee).side, self.unit(target).side);
        if own == other && own != SideId::INDEPENDENT {
            return Err(Refusal::Invalid("that unit is of the same side"));
        }
        if !self.is_reachable(actee, target) {
            return Err(Refusal::CannotDo("whoever is inside of a unit cannot be reached from outside"));
        }
        if !self.reaches_altitude(actee, target) {
            return Err(Refusal::CannotDo("it is too high above, or too far below"));
        }
        Ok(())
    }

    /// Whether a side sees a unit of others.
    #[doc(hidden)]
    pub fn check_seen(self, side: SideId, target: UnitIndex) -> Result<(), Refusal> {
        if self.sees(side, target) { Ok(()) } else { Err(Refusal::NotSeen) }
    }

    /// Whether a unit is in the open, or inside the same unit (seed 000: never an occupant from outside its transport).
    pub(crate) fn is_reachable(self, by: UnitIndex, target: UnitIndex) -> bool {
        self.unit(target).inside.some().is_none_or(|transport| transport == by || self.is_within(by, transport))
    }

    /// Whether the ranges of altitude of two units overlap.
    pub(crate) fn reaches_altitude(self, by: UnitIndex, target: UnitIndex) -> bool {
        let design = &*self.rules.design;
        if !design.is_set(ALTITUDE_MIN) && !design.is_set(ALTITUDE_MAX) {
            return true;
        }
        let (low, high) = (|id| self.on_ground(ALTITUDE_MIN, id), |id| self.on_ground(ALTITUDE_MAX, id));
        low(by) <= high(target) && low(target) <= high(by)
    }

    /// Checks that a unit may fight from where it is.
    pub(crate) fn check_occupant_combat(self, id: UnitIndex) -> Result<(), Refusal> {
        match self.unit(id).inside.some() {
            Some(transport) if self.pair(OCCUPANT_COMBAT, id, transport) <= 0 => Err(Refusal::OccupantCannotDo),
            _ => Ok(()),
        }
    }
}
