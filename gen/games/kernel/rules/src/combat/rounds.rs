//! Battles in rounds by strength, for `combat-model` 1 (`kernel-rules` 2.19; seed 003, "Combat Actions").

use design::abilities::damage;
use design::parameters::table::{
    CXP_PER_COMBAT, NEIGHBOUR_AFFECTS_ATTACK, NEIGHBOUR_AFFECTS_DEFENSE, OCCUPANT_AFFECTS_ATTACK,
    OCCUPANT_AFFECTS_DEFENSE, TERRAIN_AFFECTS_ATTACK, TERRAIN_AFFECTS_DEFENSE, TRANSPORT_AFFECTS_ATTACK,
    TRANSPORT_AFFECTS_DEFENSE,
};
use design::parameters::unit::{
    ADVANCED, ATTACK, DEFEND, ENCOUNTER_RESULT, FULL_CXP_AFFECTS_ATTACK, FULL_CXP_AFFECTS_DEFENSE,
};
use design::{Fate, IntProperty, IntTable, TerrainType, UnitResult, UnitType};
use grid::Cell;
use world::SideId;

use super::attempt;
use super::overrun::advance;
use crate::event::{Death, EventKind};
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// The most rounds of a battle; then it ends without a result.
const ROUNDS: u32 = 100;

/// Strengths are computed in ten-thousandths, so that a factor below 100% does not round a small one to 0.
const WHOLE: i64 = 10_000;

/// A unit overruns a cell: an encounter, or a battle with the strongest defender until one of the two is destroyed.
pub(super) fn fight(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, altitude: i16) {
    let at = change.at();
    let is_strange = |&id: &UnitIndex| {
        at.is_obstacle(actee, id, altitude) && !at.rules.design.form(ENCOUNTER_RESULT, at.unit(id).kind).is_empty()
    };
    let stranger = at.in_cell(cell).find(is_strange);
    if let Some(stranger) = stranger {
        encounter(change, actee, stranger);
        change.pay_acp(actor, 1);
        return;
    }
    let at = change.at();
    let defenders =
        at.in_cell(cell).filter(|&id| at.is_obstacle(actee, id, altitude) && at.reaches_altitude(actee, id));
    // The first of equally strong ones.
    let Some(top) = defenders.max_by_key(|&id| (at.strength_to_defend(id), std::cmp::Reverse(id))) else {
        advance(change, actor, actee, cell, altitude, 0);
        return;
    };
    let champion = at.champion(top);
    let (who, other) = (at.snapshot(actee), at.snapshot(top));
    change.log_to(EventKind::Attacked { who, target: other }, &[who.cell, other.cell], &[who.side, other.side]);
    match champion {
        Some(champion) => fight_rounds(change, actee, champion),
        None => {
            attempt(change, actee, top);
        }
    }
    if change.at().is_alive(actor) {
        change.pay_acp(actor, 1);
    }
    let is_won = champion
        .is_some_and(|champion| !change.at().is_in_play(champion) || change.at().is_wreck(champion, other.kind));
    if is_won && champion == Some(top) && change.at().is_active(actee) {
        sweep(change, actee, top, cell, altitude);
    }
    advance(change, actor, actee, cell, altitude, 1);
}

/// Rounds between two units; damage is applied at once.
fn fight_rounds(change: &mut StateChange<'_>, attacker: UnitIndex, defender: UnitIndex) {
    let kinds = (change.state.unit(attacker).kind, change.state.unit(defender).kind);
    for _ in 0..ROUNDS {
        let at = change.at();
        let (attack, defense) = (at.strength_to_attack(attacker), at.strength_to_defend(defender));
        let chance = if attack + defense > 0 { attack * 100 / (attack + defense) } else { 50 };
        let is_won = change.percent(Purpose::Combat, chance as i32);
        let (winner, loser) = if is_won { (attacker, defender) } else { (defender, attacker) };
        let (by, who) = (change.at().snapshot(winner), change.at().snapshot(loser));
        let dice = damage(&change.rules.design, by.kind, who.kind, false);
        let damage = change.state.rng.roll(Purpose::Combat, dice);
        let told = damage.min(i32::from(i16::MAX)) as i16;
        change.log_to(EventKind::Hit { who, by, damage: told }, &[who.cell, by.cell], &[who.side, by.side]);
        let is_fatal = damage >= i32::from(change.state.unit(loser).hp);
        let lost = *change.state.unit(loser);
        change.hurt(loser, damage, Death::Combat, Some(by));
        if is_fatal {
            change.reward_destruction(&lost, by);
            change.learn(winner, change.rules.design.entry(CXP_PER_COMBAT, by.kind, who.kind));
            return;
        }
    }
    change.learn(attacker, change.rules.design.entry(CXP_PER_COMBAT, kinds.0, kinds.1));
    change.learn(defender, change.rules.design.entry(CXP_PER_COMBAT, kinds.1, kinds.0));
}

/// When the best defender falls, all other units in the cell fall too, except cities, which can be captured. Wrecks from the battle
/// stay, the defender's and the others'.
fn sweep(change: &mut StateChange<'_>, attacker: UnitIndex, defender: UnitIndex, cell: Cell, altitude: i16) {
    let by = change.at().snapshot(attacker);
    let at = change.at();
    let is_left = |&id: &UnitIndex| id != defender && at.is_obstacle(attacker, id, altitude);
    let others: Vec<UnitIndex> = at.in_cell(cell).filter(is_left).collect();
    for other in others {
        if !change.at().is_in_play(other) {
            continue;
        }
        if change.rules.design.flag(ADVANCED, change.state.unit(other).kind) {
            // A garrison for the one before may have used it up.
            if change.at().is_active(attacker) {
                attempt(change, attacker, other);
            }
        } else {
            change.destroy(other, Death::Combat, Some(by));
        }
    }
}

/// Draws the result of meeting a unit: it becomes another type, perhaps of a side, or vanishes.
fn encounter(change: &mut StateChange<'_>, by: UnitIndex, id: UnitIndex) {
    let rules = change.rules;
    let design = &*rules.design;
    let results = UnitResult::read_all(design.form(ENCOUNTER_RESULT, change.state.unit(id).kind), design);
    let weights: Vec<u32> = results.iter().map(|result| result.weight).collect();
    let Some(place) = change.state.rng.weighted(Purpose::Combat, &weights) else { return };
    let (who, by) = (change.at().snapshot(id), change.at().snapshot(by));
    let told = EventKind::Encountered { who, by, result: place.min(usize::from(u8::MAX)) as u8 };
    change.log_to(told, &[who.cell, by.cell], &[who.side, by.side]);
    let (kind, side) = match results[place].fate {
        Fate::Vanish => return change.vanish(id, Death::Gone, None),
        Fate::Become(kind, side) => (kind, side),
        Fate::Usual => return,
    };
    let side = side.filter(|&side| (0..=rules.seat_count() as i32).contains(&side)).map(|side| SideId(side as u8));
    // Only the new type must be allowed there, not the old one.
    if let Some(side) = side.filter(|&side| change.at().may_take_over(side, kind)) {
        change.set_side(id, side);
    }
    change.become_type(id, kind);
}

impl StateView<'_> {
    /// The unit that fights for an overrun one: itself, or for a city its strongest occupant. `None` if there is none.
    fn champion(self, id: UnitIndex) -> Option<UnitIndex> {
        if !self.rules.design.flag(ADVANCED, self.unit(id).kind) {
            return Some(id);
        }
        let occupants = self.occupants(id).filter(|&id| self.is_active(id));
        occupants.max_by_key(|&id| (self.strength_to_defend(id), std::cmp::Reverse(id)))
    }

    /// Whether a unit has become another type.
    fn is_wreck(self, id: UnitIndex, before: UnitType) -> bool {
        self.unit(id).kind != before
    }

    /// How strongly a unit attacks.
    #[doc(hidden)]
    pub fn strength_to_attack(self, id: UnitIndex) -> i64 {
        let tables = [TRANSPORT_AFFECTS_ATTACK, OCCUPANT_AFFECTS_ATTACK, NEIGHBOUR_AFFECTS_ATTACK];
        self.strength(id, ATTACK, FULL_CXP_AFFECTS_ATTACK, TERRAIN_AFFECTS_ATTACK, tables)
    }

    /// How strongly a unit defends itself.
    #[doc(hidden)]
    pub fn strength_to_defend(self, id: UnitIndex) -> i64 {
        let tables = [TRANSPORT_AFFECTS_DEFENSE, OCCUPANT_AFFECTS_DEFENSE, NEIGHBOUR_AFFECTS_DEFENSE];
        self.strength(id, DEFEND, FULL_CXP_AFFECTS_DEFENSE, TERRAIN_AFFECTS_DEFENSE, tables)
    }

    /// A strength: that of the type, by experience, terrain, and the units around.
    fn strength(
        self,
        id: UnitIndex,
        base: IntProperty<UnitType>,
        full_experience: IntProperty<UnitType>,
        terrain: IntTable<UnitType, TerrainType>,
        around: [IntTable<UnitType, UnitType>; 3],
    ) -> i64 {
        let base = i64::from(self.int(base, id)) * WHOLE;
        let experience = self.experience_effect(id, self.int(full_experience, id));
        let strength = times(times(base, i64::from(experience)), i64::from(self.on_ground(terrain, id)));
        self.scaled_strength(strength, id, around)
    }

    /// Applies the effect of the units around: its transport, each occupant, each trusting neighbour in the cell.
    fn scaled_strength(
        self,
        mut strength: i64,
        id: UnitIndex,
        [transport, occupant, neighbor]: [IntTable<UnitType, UnitType>; 3],
    ) -> i64 {
        let unit = self.unit(id);
        if let Some(carrier) = unit.inside.some() {
            strength = times(strength, i64::from(self.pair(transport, carrier, id)));
        }
        if self.rules.design.is_set(occupant) {
            for other in self.occupants(id).filter(|&other| self.is_complete(other)) {
                strength = times(strength, i64::from(self.pair(occupant, other, id)));
            }
        }
        if self.rules.design.is_set(neighbor) {
            let is_friend = |&other: &UnitIndex| {
                other != id && self.is_complete(other) && self.trusts(self.unit(other).side, unit.side)
            };
            for other in self.in_cell(unit.cell).filter(is_friend) {
                strength = times(strength, i64::from(self.pair(neighbor, other, id)));
            }
        }
        strength
    }
}

/// A strength by a percentage, multiplied first. It is clamped so that sums and later factors do not overflow.
fn times(strength: i64, percent: i64) -> i64 {
    (strength.min(1 << 40) * percent / 100).min(1 << 40)
}
