//! Battles in rounds by strength, as `combat-model` 1 has them (`kernel-rules` 2.19; seed 003, "Combat Actions").

use design::parameters::table::{
    CXP_PER_COMBAT, NEIGHBOUR_AFFECTS_ATTACK, NEIGHBOUR_AFFECTS_DEFENSE, OCCUPANT_AFFECTS_ATTACK,
    OCCUPANT_AFFECTS_DEFENSE, TERRAIN_AFFECTS_ATTACK, TERRAIN_AFFECTS_DEFENSE, TRANSPORT_AFFECTS_ATTACK,
    TRANSPORT_AFFECTS_DEFENSE,
};
use design::parameters::unit::{
    ADVANCED, ATTACK, DEFEND, ENCOUNTER_RESULT, FULL_CXP_AFFECTS_ATTACK, FULL_CXP_AFFECTS_DEFENSE,
};
use design::{Atom, IntProperty, IntTable, TerrainType, UnitType};
use grid::Cell;
use world::SideId;

use super::attempt;
use super::overrun::advance;
use crate::amounts::weighted_choices;
use crate::event::{Death, What};
use crate::luck::Purpose;
use crate::{Course, Position, UnitId};

/// As many rounds a battle has; then both sides let go.
const ROUNDS: u32 = 100;

/// Strengths are reckoned in ten-thousandths, so that a factor below 100% takes nothing whole away from a small one.
const WHOLE: i64 = 10_000;

/// A unit overruns a cell: an encounter, or a battle with the strongest defender until one of the two is no more.
pub(super) fn fight(course: &mut Course<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) {
    let at = course.at();
    let is_strange = |&id: &UnitId| {
        at.is_obstacle(actee, id, altitude) && !at.rules.design.form(ENCOUNTER_RESULT, at.unit(id).kind).is_empty()
    };
    let stranger = at.in_cell(cell).find(is_strange);
    if let Some(stranger) = stranger {
        encounter(course, actee, stranger);
        course.pay_acp(actor, 1);
        return;
    }
    let at = course.at();
    let defenders =
        at.in_cell(cell).filter(|&id| at.is_obstacle(actee, id, altitude) && at.reaches_altitude(actee, id));
    // The first of those who are equally strong.
    let Some(top) = defenders.max_by_key(|&id| (at.strength_to_defend(id), std::cmp::Reverse(id))) else {
        advance(course, actor, actee, cell, altitude, 0);
        return;
    };
    let champion = at.champion(top);
    let (who, other) = (at.who(actee), at.who(top));
    course.tell(What::Attacked { who, target: other }, &[who.cell, other.cell], &[who.side, other.side]);
    match champion {
        Some(champion) => fight_rounds(course, actee, champion),
        None => {
            attempt(course, actee, top);
        }
    }
    if course.at().is_alive(actor) {
        course.pay_acp(actor, 1);
    }
    let is_won = champion
        .is_some_and(|champion| !course.at().is_in_play(champion) || course.at().is_wreck(champion, other.kind));
    if is_won && champion == Some(top) && course.at().is_active(actee) {
        sweep(course, actee, top, cell, altitude);
    }
    advance(course, actor, actee, cell, altitude, 1);
}

/// Rounds between two units; damage is carried out at once.
fn fight_rounds(course: &mut Course<'_>, attacker: UnitId, defender: UnitId) {
    let kinds = (course.state.unit(attacker).kind, course.state.unit(defender).kind);
    for _ in 0..ROUNDS {
        let at = course.at();
        let (attack, defense) = (at.strength_to_attack(attacker), at.strength_to_defend(defender));
        let chance = if attack + defense > 0 { attack * 100 / (attack + defense) } else { 50 };
        let is_won = course.percent(Purpose::Combat, chance as i32);
        let (winner, loser) = if is_won { (attacker, defender) } else { (defender, attacker) };
        let (by, who) = (course.at().who(winner), course.at().who(loser));
        let dice = course.at().base_damage(by.kind, who.kind, false);
        let damage = course.state.luck.roll(Purpose::Combat, dice);
        let told = damage.min(i32::from(i16::MAX)) as i16;
        course.tell(What::Hit { who, by, damage: told }, &[who.cell, by.cell], &[who.side, by.side]);
        let is_fatal = damage >= i32::from(course.state.unit(loser).hp);
        let lost = *course.state.unit(loser);
        course.hurt(loser, damage, Death::Combat, Some(by));
        if is_fatal {
            course.reward_destruction(&lost, by);
            course.learn(winner, course.rules.design.entry(CXP_PER_COMBAT, by.kind, who.kind));
            return;
        }
    }
    course.learn(attacker, course.rules.design.entry(CXP_PER_COMBAT, kinds.0, kinds.1));
    course.learn(defender, course.rules.design.entry(CXP_PER_COMBAT, kinds.1, kinds.0));
}

/// With their best defender fall all others in the cell, but cities: those can be captured. Wrecks that the battle leaves stay,
/// that of the defender like those of the others.
fn sweep(course: &mut Course<'_>, attacker: UnitId, defender: UnitId, cell: Cell, altitude: i16) {
    let by = course.at().who(attacker);
    let at = course.at();
    let is_left = |&id: &UnitId| id != defender && at.is_obstacle(attacker, id, altitude);
    let others: Vec<UnitId> = at.in_cell(cell).filter(is_left).collect();
    for other in others {
        if !course.at().is_in_play(other) {
            continue;
        }
        if course.rules.design.flag(ADVANCED, course.state.unit(other).kind) {
            attempt(course, attacker, other);
        } else {
            course.destroy(other, Death::Combat, Some(by));
        }
    }
}

/// Draws what comes of meeting a unit: it becomes another, of a side perhaps, or vanishes.
fn encounter(course: &mut Course<'_>, by: UnitId, id: UnitId) {
    let rules = course.rules;
    let choices = weighted_choices(rules.design.form(ENCOUNTER_RESULT, course.state.unit(id).kind));
    let weights: Vec<u32> = choices.iter().map(|choice| choice.0).collect();
    let Some(place) = course.state.luck.weighted(Purpose::Combat, &weights) else { return };
    let (result, who, by) = (choices[place].1, course.at().who(id), course.at().who(by));
    let told = What::Encountered { who, by, result: place.min(usize::from(u8::MAX)) as u8 };
    course.tell(told, &[who.cell, by.cell], &[who.side, by.side]);
    if result.first().and_then(Atom::text) == Some("vanish") {
        course.vanish(id, Death::Gone, None);
        return;
    }
    // A type, or a type and a side.
    let (kind, side) = match result.get(1) {
        Some(Atom::List(pair)) => (pair.first(), pair.get(1).and_then(Atom::int)),
        other => (other, None),
    };
    let Some(kind) = kind.and_then(Atom::text).and_then(|name| rules.design.find::<UnitType>(name)) else { return };
    let side = side.filter(|&side| (0..=rules.seat_count() as i32).contains(&side)).map(|side| SideId(side as u8));
    // Only what it becomes has to be allowed there, not what it has been.
    if let Some(side) = side.filter(|&side| course.at().may_take_over(side, kind)) {
        course.set_side(id, side);
    }
    course.become_type(id, kind);
}

impl Position<'_> {
    /// Who fights for a unit that is overrun: itself, or for a city its strongest occupant. `None`: nobody does.
    fn champion(self, id: UnitId) -> Option<UnitId> {
        if !self.rules.design.flag(ADVANCED, self.unit(id).kind) {
            return Some(id);
        }
        let occupants = self.occupants(id).filter(|&id| self.is_active(id));
        occupants.max_by_key(|&id| (self.strength_to_defend(id), std::cmp::Reverse(id)))
    }

    /// Whether a unit has become something else than it was.
    fn is_wreck(self, id: UnitId, before: UnitType) -> bool {
        self.unit(id).kind != before
    }

    /// How strongly a unit attacks.
    pub(crate) fn strength_to_attack(self, id: UnitId) -> i64 {
        let tables = [TRANSPORT_AFFECTS_ATTACK, OCCUPANT_AFFECTS_ATTACK, NEIGHBOUR_AFFECTS_ATTACK];
        self.strength(id, ATTACK, FULL_CXP_AFFECTS_ATTACK, TERRAIN_AFFECTS_ATTACK, tables)
    }

    /// How strongly a unit defends itself.
    pub(crate) fn strength_to_defend(self, id: UnitId) -> i64 {
        let tables = [TRANSPORT_AFFECTS_DEFENSE, OCCUPANT_AFFECTS_DEFENSE, NEIGHBOUR_AFFECTS_DEFENSE];
        self.strength(id, DEFEND, FULL_CXP_AFFECTS_DEFENSE, TERRAIN_AFFECTS_DEFENSE, tables)
    }

    /// A strength: that of the type, by experience, terrain, and those around the unit.
    fn strength(
        self,
        id: UnitId,
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

    /// What those around a unit make of its strength: its transport, each occupant, each trusting neighbour in the
    /// cell.
    fn scaled_strength(
        self,
        mut strength: i64,
        id: UnitId,
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
            let is_friend = |&other: &UnitId| {
                other != id && self.is_complete(other) && self.trusts(self.unit(other).side, unit.side)
            };
            for other in self.in_cell(unit.cell).filter(is_friend) {
                strength = times(strength, i64::from(self.pair(neighbor, other, id)));
            }
        }
        strength
    }
}

/// A strength by a percentage: multiplied first. Kept below what a sum of two, a hundred times over, can hold.
fn times(strength: i64, percent: i64) -> i64 {
    (strength.min(1 << 40) * percent / 100).min(1 << 40)
}
