//! An attempt to capture a unit (`kernel-rules` 2.7; seed 003, "Capture Action").

use design::abilities;
use design::parameters::global::PROTECTION_RESISTS_CAPTURE;
use design::parameters::table::{
    ACP_TO_CAPTURE, ANY_NEIGHBOR_ALLOWS_CAPTURE_BY, ANY_NEIGHBOR_ALLOWS_CAPTURE_OF, BRIDGE,
    CELLWIDE_PROTECTION_AGAINST, CELLWIDE_PROTECTION_FOR, COUNTERCAPTURE, CXP_PER_CAPTURE, DETONATE_ON_CAPTURE,
    MATERIAL_TO_ATTACK, OCCUPANT_ALLOWS_CAPTURE_BY, OCCUPANT_ALLOWS_CAPTURE_OF, PROTECTION,
    STACK_NEIGHBOR_ALLOWS_CAPTURE_BY, STACK_NEIGHBOR_ALLOWS_CAPTURE_OF, STACK_PROTECTION,
};
use design::{IntTable, UnitType};
use grid::Cell;
use world::SideId;

use super::Battle;
use super::chance::scaled;
use crate::event::{Death, EventKind};
use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// Checks that a unit may try to capture another, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_capture(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
) -> Result<(), Refusal> {
    if at.fights_in_rounds() {
        return Err(Refusal::CannotDo("in this game units are captured in battles: overrun its cell instead"));
    }
    at.check_foe(actor, actee, target)?;
    at.check_target(actee, target)?;
    let cost = at.pair(ACP_TO_CAPTURE, actee, target);
    if cost < 1 || at.base_capture_chance(at.unit(actee).kind, target) <= 0 {
        return Err(Refusal::CannotDo("such units never capture such units"));
    }
    Refusal::of_reach(at.distance(actee, target), 1)?;
    at.check_acp(actor, cost)?;
    at.check_supply(MATERIAL_TO_ATTACK, actee)
}

/// A unit tries to capture another nearby: true if it succeeded.
pub(crate) fn attempt(change: &mut StateChange<'_>, captor: UnitIndex, target: UnitIndex) -> bool {
    let at = change.at();
    if !at.may_capture(captor, target) {
        return false;
    }
    let chance = at.capture_chance(captor, target);
    let (who, by) = (at.snapshot(target), at.snapshot(captor));
    if !change.percent(Purpose::Combat, chance) {
        change.log_to(EventKind::CaptureFailed { who, by }, &[who.cell, by.cell], &[who.side, by.side]);
        let at = change.at();
        // A unit that left a ship has nowhere to go back to.
        let is_stranded = at.unit(captor).inside.some().is_some()
            && !(at.could_stand(by.kind, by.cell) && at.could_stand(by.kind, who.cell));
        if is_stranded {
            change.remove(captor, Death::Combat, Some(who));
        }
        return false;
    }
    // Seed 003: this happens when a capture is about to succeed.
    let chance = change.at().pair(DETONATE_ON_CAPTURE, target, captor);
    if change.percent(Purpose::Combat, chance) {
        let mut battle = Battle::default();
        battle.light(target, who.cell);
        battle.burn(change);
        battle.execute(change);
        // A mine that has become a sprung trap is a different type, too.
        if !change.at().is_active(captor)
            || !change.at().is_in_play(target)
            || change.state.unit(target).kind != who.kind
        {
            return false;
        }
    }
    change.learn(captor, change.rules.design.entry(CXP_PER_CAPTURE, by.kind, who.kind));
    super::take(change, captor, target);
    true
}

impl StateView<'_> {
    /// The chance with which a type captures a unit, before modifiers.
    pub(crate) fn base_capture_chance(self, captor: UnitType, target: UnitIndex) -> i32 {
        let target = self.unit(target);
        self.capture_chance_of_types(captor, target.kind, target.side)
    }

    /// The chance with which a type captures another that belongs to a side, before modifiers.
    pub(crate) fn capture_chance_of_types(self, captor: UnitType, target: UnitType, side: SideId) -> i32 {
        abilities::capture_chance(&self.rules.design, captor, target, side == SideId::INDEPENDENT)
    }

    /// Whether an attempt can succeed at all: tech, chance, terrain on which the captor could stand.
    pub(crate) fn may_capture(self, captor: UnitIndex, target: UnitIndex) -> bool {
        let (by, cell) = (self.unit(captor).kind, self.unit(target).cell);
        self.base_capture_chance(by, target) > 0
            && self.knows_enough_to_own(captor, target)
            && (self.could_stand(by, cell) || self.pair(BRIDGE, target, captor) != 0)
    }

    /// Whether an empty cell with this terrain could hold a type at all.
    pub(crate) fn could_stand(self, kind: UnitType, cell: Cell) -> bool {
        self.rules.abilities.fits_on.has(kind, self.ground(cell))
    }

    /// The chance in percent that an attempt succeeds, with all modifiers.
    #[doc(hidden)]
    pub fn capture_chance(self, captor: UnitIndex, target: UnitIndex) -> i32 {
        let design = &*self.rules.design;
        let (by, of) = (self.unit(captor).kind, self.unit(target).kind);
        let resists = design.global_int(PROTECTION_RESISTS_CAPTURE) != 0;
        let set = |key: IntTable<UnitType, UnitType>, counts: bool| counts && design.is_set(key);
        let factor = |chance, key, id: UnitIndex, other, counts: bool| {
            if counts { scaled(chance, design.entry(key, self.unit(id).kind, other)) } else { chance }
        };
        let mut chance = self.base_capture_chance(by, target);
        let keys = [OCCUPANT_ALLOWS_CAPTURE_BY, OCCUPANT_ALLOWS_CAPTURE_OF];
        if set(PROTECTION, resists) || keys.iter().any(|&key| design.is_set(key)) {
            for id in self.occupants(target).filter(|&id| self.is_active(id)) {
                chance = factor(chance, PROTECTION, id, of, resists);
                chance = factor(chance, OCCUPANT_ALLOWS_CAPTURE_BY, id, by, true);
                chance = factor(chance, OCCUPANT_ALLOWS_CAPTURE_OF, id, of, true);
            }
        }
        let keys = [STACK_NEIGHBOR_ALLOWS_CAPTURE_BY, STACK_NEIGHBOR_ALLOWS_CAPTURE_OF];
        if set(STACK_PROTECTION, resists) || keys.iter().any(|&key| design.is_set(key)) {
            for id in self.stack_neighbors(target) {
                chance = factor(chance, STACK_PROTECTION, id, of, resists);
                chance = factor(chance, STACK_NEIGHBOR_ALLOWS_CAPTURE_BY, id, by, true);
                chance = factor(chance, STACK_NEIGHBOR_ALLOWS_CAPTURE_OF, id, of, true);
            }
        }
        let keys = [ANY_NEIGHBOR_ALLOWS_CAPTURE_BY, ANY_NEIGHBOR_ALLOWS_CAPTURE_OF];
        let protects = set(CELLWIDE_PROTECTION_AGAINST, resists) || set(CELLWIDE_PROTECTION_FOR, resists);
        if protects || keys.iter().any(|&key| design.is_set(key)) {
            for id in self.friends_in_cell(target) {
                // The target protects itself, but is not one of its own neighbours.
                chance = factor(chance, CELLWIDE_PROTECTION_AGAINST, id, by, resists);
                chance = factor(chance, ANY_NEIGHBOR_ALLOWS_CAPTURE_BY, id, by, id != target);
                chance = factor(chance, CELLWIDE_PROTECTION_FOR, id, of, resists);
                chance = factor(chance, ANY_NEIGHBOR_ALLOWS_CAPTURE_OF, id, of, id != target);
            }
        }
        chance
    }
}

/// A capture that `check_capture` allows, its cost included.
pub(crate) fn capture(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let cost = change.at().pair(ACP_TO_CAPTURE, actee, target);
    if !attempt(change, actee, target) {
        attempt_back(change, actee, target);
    }
    if change.at().is_alive(actor) {
        change.pay_acp(actor, cost);
    }
}

/// A unit that was not captured tries to capture its captor, if the design allows it.
pub(super) fn attempt_back(change: &mut StateChange<'_>, attacker: UnitIndex, target: UnitIndex) {
    let at = change.at();
    if at.is_active(attacker)
        && at.is_active(target)
        && at.unit(attacker).side != at.unit(target).side
        && at.pair(COUNTERCAPTURE, attacker, target) > 0
    {
        attempt(change, target, attacker);
    }
}
