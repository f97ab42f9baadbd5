//! A battle: strikes whose damage is kept pending and applied after the last one (`kernel-rules` 2.5, steps 9 to 15).
//!
//! So a unit that is destroyed can still strike back in the same exchange. A bomb goes off only once in a battle.

use design::TypeId;
use design::parameters::table::{
    CXP_PER_COMBAT, CXP_PER_DESTROY, DETONATE_ON_HIT, HP_MIN, MORALE_HIT, MORALE_HIT_BY, PROTECTION, RETREAT_CHANCE,
    TP_DAMAGE, TREASURY_GAIN_PER_DESTROY, TREASURY_LOSS_PER_DESTROYED,
};
use design::parameters::unit::{CXP_MAX, DETONATE_ON_DEATH, DETONATE_WITH_ATTACK, MORALE_MAX};
use grid::Cell;

use super::Means;
use super::ammunition::use_ammunition;
use crate::event::{Death, EventKind, UnitSnapshot};
use crate::rng::Purpose;
use crate::{StateChange, Unit, UnitIndex};

/// Damage that is pending.
#[derive(Clone, Copy, Debug)]
struct Wound {
    id: UnitIndex,
    /// Hit points that are left; 0 or less: it will be destroyed.
    hp: i32,
    of: Death,
    by: Option<UnitSnapshot>,
}

/// The result of a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blow {
    /// There was no ammunition for it.
    None,
    /// It was made, and hit or missed.
    Fell,
    /// The target got away.
    Fled,
}

/// Strikes that belong together.
#[derive(Debug, Default)]
pub(crate) struct Battle {
    wounds: Vec<Wound>,
    /// Whether no unit can retreat from its strikes: a unit under fire on its way is moving already, and could flee from watcher to
    /// watcher.
    pins: bool,
    /// The units that have gone off in it.
    pub(super) exploded: Vec<UnitIndex>,
    /// The units that will go off next, and where.
    pub(super) fuses: Vec<(UnitIndex, Cell)>,
}

impl Battle {
    /// A battle in which no unit can retreat.
    pub(super) fn that_pins() -> Battle {
        Battle { pins: true, ..Battle::default() }
    }

    /// One unit strikes another: ammunition, hit or miss, and the consequences.
    pub(crate) fn strike(
        &mut self,
        change: &mut StateChange<'_>,
        by: UnitIndex,
        target: UnitIndex,
        means: Means,
    ) -> Blow {
        if !use_ammunition(change, by, target, means) {
            return Blow::None;
        }
        let blow = self.blow(change, by, target, means);
        self.burn(change);
        blow
    }

    fn blow(&mut self, change: &mut StateChange<'_>, by: UnitIndex, target: UnitIndex, means: Means) -> Blow {
        let chance = change.at().hit_chance(by, target, means);
        let is_hit = change.percent(Purpose::Combat, chance);
        let mut damage = 0;
        if is_hit {
            let dice = change.at().damage(by, target, means.is_fire());
            damage = change.state.rng.roll(Purpose::Combat, dice);
        }
        if damage > 0 {
            let gain = change.at().pair(MORALE_HIT, by, target);
            change.change_morale(by, gain);
            let (who, striker) = (change.at().snapshot(target), change.at().snapshot(by));
            if !self.pins && change.flees_from_hit(by, target) {
                // It counts as a miss, from which both gain experience.
                change.learn_from_blow(striker, who, means, chance);
                return Blow::Fled;
            }
        }
        let (who, striker) = (change.at().snapshot(target), change.at().snapshot(by));
        let (cells, sides) = ([who.cell, striker.cell], [who.side, striker.side]);
        if is_hit {
            let damage = damage.min(i32::from(i16::MAX)) as i16;
            change.log_to(EventKind::Hit { who, by: striker, damage }, &cells, &sides);
        } else if chance > 0 {
            change.log_to(EventKind::Missed { who, by: striker }, &cells, &sides);
        }
        if damage > 0 {
            self.wound(change, target, damage, Death::Combat, striker);
            // The table's order in the seeds: the unit that is hit comes first.
            let loss = change.rules.design.entry(MORALE_HIT_BY, who.kind, striker.kind);
            change.change_morale(target, -loss);
            change.damage_tooling(target);
        }
        self.strike_occupants(change, by, target, means);
        if is_hit && means == Means::Attack {
            let chance = change.at().int(DETONATE_WITH_ATTACK, by);
            if change.percent(Purpose::Combat, chance) {
                self.light(by, striker.cell);
            }
        }
        change.learn_from_blow(striker, who, means, chance);
        Blow::Fell
    }

    /// The same strike hits the occupants, as far as the transport lets it through: an unfinished transport protects none.
    fn strike_occupants(&mut self, change: &mut StateChange<'_>, by: UnitIndex, target: UnitIndex, means: Means) {
        if change.state.unit(target).first == UnitIndex::NONE {
            return;
        }
        let protects = change.at().is_active(target);
        let occupants: Vec<UnitIndex> = change.at().occupants(target).collect();
        for occupant in occupants {
            // Other strikes may have driven it out meanwhile.
            if change.state.unit(occupant).inside != target {
                continue;
            }
            let chance = if protects { change.at().pair(PROTECTION, target, occupant) } else { 100 };
            if change.percent(Purpose::Combat, chance) {
                self.blow(change, by, occupant, means);
            }
        }
    }

    /// Subtracts pending hit points, with the consequences: detonation, experience, treasuries.
    pub(super) fn wound(
        &mut self,
        change: &mut StateChange<'_>,
        id: UnitIndex,
        damage: i32,
        of: Death,
        by: UnitSnapshot,
    ) {
        let design = &*change.rules.design;
        let unit = *change.state.unit(id);
        let before = self.pending(&unit, id);
        let least = if change.rules.is_xconq_7_0 {
            design.entry(HP_MIN, unit.kind, by.kind)
        } else {
            design.entry(HP_MIN, by.kind, unit.kind)
        };
        let hp = before.saturating_sub(damage);
        let hp = if least > 0 { hp.max(least.min(before)) } else { hp };
        self.set_pending(Wound { id, hp, of, by: Some(by) });
        if change.percent(Purpose::Combat, design.entry(DETONATE_ON_HIT, unit.kind, by.kind)) {
            self.light(id, unit.cell);
        }
        if before > 0 && hp <= 0 {
            if change.percent(Purpose::Combat, design.int(DETONATE_ON_DEATH, unit.kind)) {
                self.light(id, unit.cell);
            }
            change.reward_destruction(&unit, by);
        }
    }

    /// Subtracts hit points from a unit that goes off.
    pub(super) fn spend(&mut self, change: &StateChange<'_>, id: UnitIndex, damage: i32) {
        let hp = self.pending(change.state.unit(id), id).saturating_sub(damage);
        self.set_pending(Wound { id, hp, of: Death::Blast, by: None });
    }

    fn pending(&self, unit: &Unit, id: UnitIndex) -> i32 {
        self.wounds.iter().find(|wound| wound.id == id).map_or_else(|| i32::from(unit.hp), |wound| wound.hp)
    }

    fn set_pending(&mut self, wound: Wound) {
        match self.wounds.iter_mut().find(|known| known.id == wound.id) {
            // The first cause of its destruction counts.
            Some(known) if known.hp <= 0 => known.hp = wound.hp,
            Some(known) => *known = wound,
            None => self.wounds.push(wound),
        }
    }

    /// Applies all damage: to occupants before their transports.
    pub(crate) fn execute(mut self, change: &mut StateChange<'_>) {
        let at = change.at();
        let depth =
            |id: UnitIndex| std::iter::successors(at.unit(id).inside.some(), |&id| at.unit(id).inside.some()).count();
        if self.wounds.len() > 1 {
            self.wounds.sort_by_key(|wound| std::cmp::Reverse(depth(wound.id)));
        }
        for wound in self.wounds {
            if change.at().is_alive(wound.id) {
                // Shots on the way may have done more damage than is pending.
                let damage = i32::from(change.state.unit(wound.id).hp).saturating_sub(wound.hp);
                change.hurt(wound.id, damage.max(0), wound.of, wound.by);
            }
        }
    }
}

impl StateChange<'_> {
    /// Whether a unit retreats instead of being hit.
    fn flees_from_hit(&mut self, by: UnitIndex, target: UnitIndex) -> bool {
        let mut chance = self.at().pair(RETREAT_CHANCE, by, target);
        if chance <= 0 {
            return false;
        }
        let most = self.at().int(MORALE_MAX, target);
        if most > 0 && chance < 100 {
            chance = 100 - (100 - chance) * i32::from(self.state.unit(target).morale) / most;
        }
        self.percent(Purpose::Combat, chance) && super::retreat::retreat(self, target, by)
    }

    /// Changes morale by hundredths.
    pub(crate) fn change_morale(&mut self, id: UnitIndex, hundredths: i32) {
        let most = self.at().int(MORALE_MAX, id);
        if most <= 0 || hundredths == 0 {
            return;
        }
        let change = self.state.rng.hundredths(Purpose::Combat, hundredths.abs()) * hundredths.signum();
        let unit = self.unit_mut(id);
        unit.morale = (i32::from(unit.morale) + change).clamp(0, most.min(i32::from(i16::MAX))) as i16;
    }

    /// Gives both units experience of a strike that could have hit, whether it did or not. An answer is part of the same round of combat
    /// (seed 003, "Combat Actions"), of which both have learned.
    fn learn_from_blow(&mut self, by: UnitSnapshot, target: UnitSnapshot, means: Means, chance: i32) {
        let design = &*self.rules.design;
        if chance > 0 && !matches!(means, Means::Answer(_)) && design.is_set(CXP_PER_COMBAT) {
            self.learn(by.id, design.entry(CXP_PER_COMBAT, by.kind, target.kind));
            self.learn(target.id, design.entry(CXP_PER_COMBAT, target.kind, by.kind));
        }
    }

    /// Adds experience, up to the most of the type.
    pub(crate) fn learn(&mut self, id: UnitIndex, cxp: i32) {
        let most = self.at().int(CXP_MAX, id);
        let unit = self.unit_mut(id);
        if cxp > 0 && i32::from(unit.cxp) < most && unit.hp > 0 {
            unit.cxp = (i32::from(unit.cxp) + cxp).min(most).min(i32::from(i16::MAX)) as i16;
        }
    }

    fn damage_tooling(&mut self, id: UnitIndex) {
        let Some(details) = &self.state.details[id.index()] else { return };
        let kind = self.state.unit(id).kind;
        for place in 0..details.tooling.len() {
            let dice = self.rules.design.dice(TP_DAMAGE, kind, design::UnitType::at(place));
            let loss = self.state.rng.roll(Purpose::Combat, dice);
            let tooling = &mut self.details_mut(id).tooling[place];
            *tooling = (i32::from(*tooling) - loss).max(0) as i16;
        }
        crate::tooling::cross_over(self, id);
    }

    /// Applies the gain of the killer's side, the loss of the victim's side, and the killer's experience.
    pub(super) fn reward_destruction(&mut self, victim: &Unit, by: UnitSnapshot) {
        let rules = self.rules;
        let design = &*rules.design;
        if design.is_set(TREASURY_GAIN_PER_DESTROY) || design.is_set(TREASURY_LOSS_PER_DESTROYED) {
            for material in rules.material_types() {
                self.add_treasury(by.side, material, design.entry(TREASURY_GAIN_PER_DESTROY, by.kind, material));
                let loss = design.entry(TREASURY_LOSS_PER_DESTROYED, victim.kind, material);
                self.add_treasury(victim.side, material, -loss);
            }
        }
        if design.is_set(CXP_PER_DESTROY) {
            self.learn(by.id, design.entry(CXP_PER_DESTROY, victim.kind, by.kind));
        }
    }
}
