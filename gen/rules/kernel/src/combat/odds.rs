//! The expected result of an attack, a shot or a capture: for players, so that they need not copy the formulas.
//!
//! A seat's odds are computed from what it knows: its own unit fully, the other as it is seen, the terrain as known, and units seen
//! beside it. Hidden units and occupants can only make the odds worse.

use design::UnitType;
use design::parameters::global::PROTECTION_RESISTS_CAPTURE;
use design::parameters::table::{
    ANY_NEIGHBOR_ALLOWS_CAPTURE_BY, ANY_NEIGHBOR_ALLOWS_CAPTURE_OF, ATTACK_TERRAIN_EFFECT, CELLWIDE_PROTECTION_AGAINST,
    CELLWIDE_PROTECTION_FOR, COUNTERATTACK, DAMAGE_CXP_EFFECT, DEFEND_TERRAIN_EFFECT, FIRE_ATTACK_TERRAIN_EFFECT,
    FIRE_DEFEND_TERRAIN_EFFECT, HIT_CXP_EFFECT, STACK_NEIGHBOR_ALLOWS_CAPTURE_BY, STACK_NEIGHBOR_ALLOWS_CAPTURE_OF,
    STACK_PROTECTION,
};
use world::SideId;

use super::chance::{scaled, scaled_dice};
use crate::{Seen, StateView, UnitIndex, View};

/// The expected results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// Percent chance that it hits.
    pub hit: i32,
    /// Mean damage of a hit, in hundredths of a hit point.
    pub damage: i32,
    /// Percent chance that the answer hits; 0 for shots.
    pub answer: i32,
    /// Mean damage of the answer if it hits, in hundredths of a hit point.
    pub answer_damage: i32,
    /// Percent chance that an attempt to capture succeeds.
    pub capture: i32,
}

impl Odds {
    /// Mean damage done, misses included, in hundredths of a hit point.
    #[must_use]
    pub const fn expected(&self) -> i32 {
        (self.hit as i64 * self.damage as i64 / 100) as i32
    }

    /// Mean damage suffered by the answer, in hundredths of a hit point.
    #[must_use]
    pub const fn expected_back(&self) -> i32 {
        (self.answer as i64 * self.answer_damage as i64 / 100) as i32
    }
}

impl StateView<'_> {
    /// The odds of two types against each other before terrain, experience and neighbours; `side` is the target's.
    #[must_use]
    pub fn odds_of_types(self, by: UnitType, target: UnitType, side: SideId, is_fire: bool) -> Odds {
        let strength = if is_fire { 0 } else { self.rules.design.entry(COUNTERATTACK, by, target).min(100) };
        Odds {
            hit: self.base_chance(by, target, is_fire).clamp(0, 100),
            damage: self.base_damage(by, target, is_fire).twice_mean().max(0) * 50,
            answer: scaled(self.base_chance(target, by, false), strength).clamp(0, 100),
            answer_damage: self.base_damage(target, by, false).twice_mean().max(0) * 50,
            capture: self.capture_chance_of_types(by, target, side).clamp(0, 100),
        }
    }
}

impl View<'_> {
    /// The odds of two types against each other before terrain, experience and neighbours; `side` is the target's.
    #[must_use]
    pub fn odds_of_types(&self, by: UnitType, target: UnitType, side: SideId, is_fire: bool) -> Odds {
        self.position().odds_of_types(by, target, side, is_fire)
    }

    /// The odds of an own unit that attacks a visible one, or shoots at it, from where it stands.
    #[must_use]
    pub fn odds(&self, own: UnitIndex, target: &Seen, is_fire: bool) -> Odds {
        let at = self.position();
        let design = &*at.rules.design;
        let unit = *self.own(own);
        let mut odds = at.odds_of_types(unit.kind, target.kind, target.side, is_fire);
        let experience = |effect| at.experience_effect(own, effect);
        odds.hit = scaled(odds.hit, experience(design.entry(HIT_CXP_EFFECT, unit.kind, target.kind)));
        let dice = at.base_damage(unit.kind, target.kind, is_fire);
        let dice = scaled_dice(dice, experience(design.entry(DAMAGE_CXP_EFFECT, unit.kind, target.kind)));
        odds.damage = dice.twice_mean().max(0) * 50;

        let (attack_fire, defend_fire) = (FIRE_ATTACK_TERRAIN_EFFECT, FIRE_DEFEND_TERRAIN_EFFECT);
        let (here, there) = (self.terrain(unit.cell), self.terrain(target.cell));
        let ground = |chance, kind, cell, known, key, fire| match known {
            Some(known) => at.scaled_by_ground(chance, kind, (cell, known), key, fire),
            None => chance,
        };
        let by_fire = |key| is_fire.then_some(key);
        odds.hit = ground(odds.hit, unit.kind, unit.cell, here, ATTACK_TERRAIN_EFFECT, by_fire(attack_fire));
        odds.hit = ground(odds.hit, target.kind, target.cell, there, DEFEND_TERRAIN_EFFECT, by_fire(defend_fire));
        odds.answer = ground(odds.answer, target.kind, target.cell, there, ATTACK_TERRAIN_EFFECT, None);
        odds.answer = ground(odds.answer, unit.kind, unit.cell, here, DEFEND_TERRAIN_EFFECT, None);
        odds.answer = at.scaled_by_protection(odds.answer, target.kind, own);
        if is_fire {
            let distance = at.rules.area.distance(unit.cell, target.cell) as i32;
            odds.hit = scaled(odds.hit, at.falloff(unit.kind, target.kind, distance));
        }
        self.count_neighbors(&mut odds, unit.kind, target);
        odds.hit = odds.hit.clamp(0, 100);
        odds.answer = odds.answer.clamp(0, 100);
        odds.capture = odds.capture.clamp(0, 100);
        odds
    }

    /// Takes into account that units seen beside the target protect it.
    fn count_neighbors(&self, odds: &mut Odds, by: UnitType, target: &Seen) {
        let design = &*self.rules.design;
        let tables = [
            STACK_PROTECTION,
            CELLWIDE_PROTECTION_AGAINST,
            CELLWIDE_PROTECTION_FOR,
            STACK_NEIGHBOR_ALLOWS_CAPTURE_BY,
            STACK_NEIGHBOR_ALLOWS_CAPTURE_OF,
            ANY_NEIGHBOR_ALLOWS_CAPTURE_BY,
            ANY_NEIGHBOR_ALLOWS_CAPTURE_OF,
        ];
        if !tables.iter().any(|&key| design.is_set(key)) {
            return;
        }
        let resists = design.global_int(PROTECTION_RESISTS_CAPTURE) != 0;
        for other in self.seen_in(target.cell).filter(|other| other.side == target.side) {
            let factor = |chance, key, kind| scaled(chance, design.entry(key, other.kind, kind));
            let mut protect = |key, kind| {
                odds.hit = factor(odds.hit, key, kind);
                if resists {
                    odds.capture = factor(odds.capture, key, kind);
                }
            };
            protect(CELLWIDE_PROTECTION_AGAINST, by);
            protect(CELLWIDE_PROTECTION_FOR, target.kind);
            if other.id == target.id {
                continue;
            }
            protect(STACK_PROTECTION, target.kind);
            for (key, kind) in [
                (STACK_NEIGHBOR_ALLOWS_CAPTURE_BY, by),
                (STACK_NEIGHBOR_ALLOWS_CAPTURE_OF, target.kind),
                (ANY_NEIGHBOR_ALLOWS_CAPTURE_BY, by),
                (ANY_NEIGHBOR_ALLOWS_CAPTURE_OF, target.kind),
            ] {
                odds.capture = factor(odds.capture, key, kind);
            }
        }
    }
}
