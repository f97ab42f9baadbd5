//! An attack and the answer to it (`kernel-rules` 2.3; seed 003, "Combat Actions").

use design::parameters::table::{
    ACP_TO_ATTACK, ACP_TO_DEFEND, ATTACK_RANGE, ATTACK_RANGE_MIN, COUNTERATTACK, MATERIAL_TO_ATTACK,
    SURRENDER_CHANCE_PER_ATTACK, WITHDRAW_CHANCE_PER_ATTACK,
};
use design::parameters::unit::{ACP_PER_TURN, TECH_TO_OWN};

use super::battle::Blow;
use super::{Battle, Means, attempt, capture, retreat};
use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, Unit, UnitIndex};

/// Checks that a unit may attack another, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_attack(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
) -> Result<(), Refusal> {
    at.check_single_blows()?;
    at.check_foe(actor, actee, target)?;
    may_attack(at, actor, actee, target)
}

/// The same for a unit that is met by chance, known or not.
pub(super) fn may_attack(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
) -> Result<(), Refusal> {
    at.check_target(actee, target)?;
    let cost = at.pair(ACP_TO_ATTACK, actee, target);
    if cost < 1 {
        return Err(Refusal::CannotDo("such units never attack such units"));
    }
    if at.base_chance(at.unit(actee).kind, at.unit(target).kind, false) <= 0 {
        return Err(Refusal::CannotHit);
    }
    at.check_occupant_combat(actee)?;
    let (least, most) = (at.pair(ATTACK_RANGE_MIN, actee, target), at.pair(ATTACK_RANGE, actee, target));
    Refusal::of_span(at.distance(actee, target), least, most)?;
    at.check_acp(actor, cost)?;
    at.check_supply(MATERIAL_TO_ATTACK, actee)?;
    at.check_ammunition(actee, target, Means::Attack)
}

/// An attack that `check_attack` allows, its cost included.
pub(crate) fn attack(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let cost = change.at().pair(ACP_TO_ATTACK, actee, target);
    if gives_way(change, actee, target) {
        pay(change, actor, cost);
    } else {
        attack_at_once(change, actor, actee, target);
    }
}

/// An attack on a unit that has neither withdrawn nor surrendered, its cost included.
pub(super) fn attack_at_once(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let cost = change.at().pair(ACP_TO_ATTACK, actee, target);
    let (who, other) = (change.at().snapshot(actee), change.at().snapshot(target));
    change.log_to(EventKind::Attacked { who, target: other }, &[who.cell, other.cell], &[who.side, other.side]);
    exchange(change, actee, target);
    pay(change, actor, cost);
    // The cost is that of the type that it was, whatever it is now.
    pay(change, target, change.at().acp_to_defend(who.kind, other.kind));
}

fn pay(change: &mut StateChange<'_>, id: UnitIndex, cost: i32) {
    if change.at().is_alive(id) {
        change.pay_acp(id, cost);
    }
}

/// Strike, answer, damage, captures.
fn exchange(change: &mut StateChange<'_>, attacker: UnitIndex, target: UnitIndex) {
    let mut battle = Battle::default();
    let blow = battle.strike(change, attacker, target, Means::Attack);
    if blow != Blow::Fled {
        let strength = change.at().pair(COUNTERATTACK, attacker, target);
        if change.at().can_answer(attacker, target, strength) {
            battle.strike(change, target, attacker, Means::Answer(strength.min(100)));
        }
    }
    battle.execute(change);
    look_at_each_other(change, attacker, target);
    let at = change.at();
    let is_near = at.is_active(attacker) && at.is_in_play(target) && at.distance(attacker, target) <= 1;
    if blow != Blow::Fled && is_near && !attempt(change, attacker, target) {
        capture::attempt_back(change, attacker, target);
    }
}

/// Both sides look at both cells, as far as they cover them.
fn look_at_each_other(change: &mut StateChange<'_>, attacker: UnitIndex, target: UnitIndex) {
    if change.rules.see_all {
        return;
    }
    let units = [*change.state.unit(attacker), *change.state.unit(target)];
    for side in units.map(|unit| unit.side) {
        for cell in units.map(|unit| unit.cell) {
            if cell != Unit::NOWHERE && change.at().covers(side, cell) {
                crate::vision::look(change, side, cell);
            }
        }
    }
}

/// Whether the target of an attack or overrun withdraws or surrenders before it is struck.
pub(super) fn gives_way(change: &mut StateChange<'_>, attacker: UnitIndex, target: UnitIndex) -> bool {
    let chance = change.at().pair(WITHDRAW_CHANCE_PER_ATTACK, attacker, target);
    if change.percent(Purpose::Combat, chance) && retreat::retreat(change, target, attacker) {
        return true;
    }
    let chance = change.at().pair(SURRENDER_CHANCE_PER_ATTACK, attacker, target);
    if !change.percent(Purpose::Combat, chance) || !change.at().knows_enough_to_own(attacker, target) {
        return false;
    }
    let (who, to) = (change.at().snapshot(target), change.at().snapshot(attacker));
    change.log_to(EventKind::Surrendered { who, to }, &[who.cell, to.cell], &[who.side, to.side]);
    super::take(change, attacker, target);
    true
}

impl StateView<'_> {
    /// What an attack costs the attacked unit, in action points.
    fn acp_to_defend(self, attacker: design::UnitType, target: design::UnitType) -> i32 {
        let (row, column) = if self.rules.is_xconq_7_0 { (target, attacker) } else { (attacker, target) };
        self.rules.design.entry(ACP_TO_DEFEND, row, column)
    }

    /// Whether an attacked unit strikes back. One that never has any acp pays nothing: in seed 000 buildings skin knuckles.
    fn can_answer(self, attacker: UnitIndex, target: UnitIndex, strength: i32) -> bool {
        let (attacked, by) = (self.unit(target), self.unit(attacker).kind);
        let never_acts = attacked.acp == 0 && attacked.acp_start == 0 && self.int(ACP_PER_TURN, target) == 0;
        strength > 0
            && self.is_active(target)
            && self.is_in_play(attacker)
            && self.base_chance(attacked.kind, by, false) > 0
            && (never_acts || self.check_acp(target, self.acp_to_defend(by, attacked.kind)).is_ok())
            && self.check_supply(MATERIAL_TO_ATTACK, target).is_ok()
    }

    /// Whether the side of a captor has the tech to own such a unit.
    pub(crate) fn knows_enough_to_own(self, captor: UnitIndex, captive: UnitIndex) -> bool {
        self.tech(self.unit(captor).side, self.unit(captive).kind) >= self.int(TECH_TO_OWN, captive)
    }
}
