//! The chance that a strike hits, and its damage (`kernel-rules` 2.5, steps 1 to 10; seed 003, "Combat Actions").

use chance::Dice;
use design::abilities;
use design::parameters::table::{
    ATTACK_TERRAIN_EFFECT, CELLWIDE_PROTECTION_AGAINST, CELLWIDE_PROTECTION_FOR, DAMAGE_CXP_EFFECT,
    DEFEND_TERRAIN_EFFECT, FIRE_ATTACK_TERRAIN_EFFECT, FIRE_DEFEND_TERRAIN_EFFECT, HIT_AT_MAX_RANGE_EFFECT,
    HIT_CXP_EFFECT, PROTECTION, STACK_PROTECTION,
};
use design::parameters::unit::{CXP_MAX, HIT_FALLOFF_RANGE, RANGE};
use design::{IntTable, MaterialType, TerrainType, UnitType};
use grid::Cell;

use crate::{StateView, Unit, UnitIndex};

/// How one unit strikes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Hand to hand.
    Attack,
    /// The answer to an attack, at a percentage of a full attack.
    Answer(i32),
    /// From afar; with one material, or with all.
    Fire(Option<MaterialType>),
}

impl Means {
    pub(crate) const fn is_fire(self) -> bool {
        matches!(self, Means::Fire(_))
    }
}

/// An amount by a percentage, divided at once, and clamped so that later factors do not overflow.
pub(crate) fn scaled(amount: i32, percent: i32) -> i32 {
    (i64::from(amount) * i64::from(percent) / 100).min(1_000_000) as i32
}

impl StateView<'_> {
    /// The chance between two types before modifiers. 0: the strike is not allowed at all.
    #[must_use]
    pub(crate) fn base_chance(self, by: UnitType, target: UnitType, is_fire: bool) -> i32 {
        abilities::hit_chance(&self.rules.design, by, target, is_fire)
    }

    /// The percentage by which experience changes a chance or damage; `effect` is that of full experience.
    pub(crate) fn experience_effect(self, id: UnitIndex, effect: i32) -> i32 {
        let (most, cxp) = (self.int(CXP_MAX, id), i32::from(self.unit(id).cxp));
        if most <= 0 || cxp <= 0 || effect == 100 { 100 } else { 100 + cxp * (effect - 100) / most }
    }

    /// The chance in percent that a strike hits, with all modifiers. It may be above 100.
    #[doc(hidden)]
    pub fn hit_chance(self, by: UnitIndex, target: UnitIndex, means: Means) -> i32 {
        let design = &*self.rules.design;
        let (attacker, defender) = (self.unit(by), self.unit(target));
        let is_fire = means.is_fire();
        let mut chance = self.base_chance(attacker.kind, defender.kind, is_fire);
        if chance <= 0 {
            return 0;
        }
        if design.is_set(HIT_CXP_EFFECT) {
            let effect = design.entry(HIT_CXP_EFFECT, attacker.kind, defender.kind);
            chance = scaled(chance, self.experience_effect(by, effect));
        }
        let ground_of = |unit: &Unit| (unit.cell, self.ground(unit.cell));
        let (by_hand, by_fire) = (ATTACK_TERRAIN_EFFECT, FIRE_ATTACK_TERRAIN_EFFECT);
        chance = self.scaled_by_ground(chance, attacker.kind, ground_of(attacker), by_hand, is_fire.then_some(by_fire));
        let (by_hand, by_fire) = (DEFEND_TERRAIN_EFFECT, FIRE_DEFEND_TERRAIN_EFFECT);
        chance = self.scaled_by_ground(chance, defender.kind, ground_of(defender), by_hand, is_fire.then_some(by_fire));
        chance = self.scaled_by_protection(chance, attacker.kind, target);
        if is_fire {
            chance = scaled(chance, self.falloff(attacker.kind, defender.kind, self.distance(by, target)));
        }
        match means {
            Means::Answer(strength) => scaled(chance, strength),
            Means::Attack | Means::Fire(_) => chance,
        }
    }

    /// Applies the effect of terrain that fills a cell, and of borders, connections and coatings in it.
    pub(crate) fn scaled_by_ground(
        self,
        chance: i32,
        kind: UnitType,
        (cell, ground): (Cell, TerrainType),
        by_hand: IntTable<UnitType, TerrainType>,
        by_fire: Option<IntTable<UnitType, TerrainType>>,
    ) -> i32 {
        let design = &*self.rules.design;
        if !design.is_set(by_hand) && by_fire.is_none_or(|key| !design.is_set(key)) {
            return chance;
        }
        let effect = |ground: TerrainType| match by_fire.map(|key| design.entry(key, kind, ground)) {
            Some(effect) if effect >= 0 => effect,
            _ => design.entry(by_hand, kind, ground),
        };
        self.auxiliary(cell).fold(scaled(chance, effect(ground)), |chance, kind| scaled(chance, effect(kind)))
    }

    /// Applies the effect of occupants, of the stack, and of all units in the cell: on strikes and on captures.
    pub(crate) fn scaled_by_protection(self, mut chance: i32, attacker: UnitType, target: UnitIndex) -> i32 {
        let design = &*self.rules.design;
        let defender = self.unit(target);
        if design.is_set(PROTECTION) {
            for occupant in self.occupants(target).filter(|&id| self.is_complete(id)) {
                chance = scaled(chance, design.entry(PROTECTION, self.unit(occupant).kind, defender.kind));
            }
        }
        if design.is_set(STACK_PROTECTION) {
            for other in self.stack_neighbors(target) {
                chance = scaled(chance, design.entry(STACK_PROTECTION, self.unit(other).kind, defender.kind));
            }
        }
        let (against, all) = (design.is_set(CELLWIDE_PROTECTION_AGAINST), design.is_set(CELLWIDE_PROTECTION_FOR));
        if against || all {
            for other in self.friends_in_cell(target) {
                let kind = self.unit(other).kind;
                chance = scaled(chance, design.entry(CELLWIDE_PROTECTION_AGAINST, kind, attacker));
                chance = scaled(chance, design.entry(CELLWIDE_PROTECTION_FOR, kind, defender.kind));
            }
        }
        chance
    }

    /// The other complete units of a unit's side in the open in its cell.
    pub(crate) fn stack_neighbors(self, target: UnitIndex) -> impl Iterator<Item = UnitIndex> {
        let defender = self.unit(target);
        self.in_cell(defender.cell)
            .filter(move |&id| id != target && self.unit(id).side == defender.side && self.is_complete(id))
    }

    /// All active units in a unit's cell, occupants and itself included, whose side trusts its side.
    pub(crate) fn friends_in_cell(self, target: UnitIndex) -> impl Iterator<Item = UnitIndex> {
        let defender = self.unit(target);
        let is_friend = move |&id: &UnitIndex| self.is_active(id) && self.trusts(self.unit(id).side, defender.side);
        self.all_in_cell(defender.cell).into_iter().filter(is_friend)
    }

    /// The percentage of the chance that fire keeps at a distance: all of it up to `hit-falloff-range`, then falling linearly to
    /// `hit-at-max-range-effect` (seed 003: 60, 50, 40, 30).
    pub(crate) fn falloff(self, by: UnitType, target: UnitType, distance: i32) -> i32 {
        let design = &*self.rules.design;
        let (full, most) = (design.int(HIT_FALLOFF_RANGE, by), design.int(RANGE, by));
        if distance <= full || most <= full {
            return 100;
        }
        let effect = design.entry(HIT_AT_MAX_RANGE_EFFECT, by, target);
        (100 + i64::from(distance - full) * i64::from(effect - 100) / i64::from(most - full)).max(0) as i32
    }

    /// The dice of a strike, scaled by the attacker's experience.
    #[doc(hidden)]
    pub fn damage(self, by: UnitIndex, target: UnitIndex, is_fire: bool) -> Dice {
        let dice = abilities::damage(&self.rules.design, self.unit(by).kind, self.unit(target).kind, is_fire);
        if !self.rules.design.is_set(DAMAGE_CXP_EFFECT) {
            return dice;
        }
        scaled_dice(dice, self.experience_effect(by, self.pair(DAMAGE_CXP_EFFECT, by, target)))
    }
}

/// Dice by a percentage: it scales the faces and the addend, not the number of dice. Dice that Xconq can hold stay within its bounds.
pub fn scaled_dice(dice: Dice, percent: i32) -> Dice {
    let add = scaled(i32::from(dice.add), percent);
    if dice.count == 0 {
        return Dice::constant(add.clamp(-16_383, 16_383) as i16);
    }
    let (faces_max, least, most) = match dice.fits_16_bits() {
        true => (17, -128, 127),
        false => (Dice::FACES_MAX, -Dice::ADD_MAX, Dice::ADD_MAX),
    };
    let faces = scaled(i32::from(dice.faces), percent).clamp(2, i32::from(faces_max)) as u8;
    Dice { count: dice.count, faces, add: add.clamp(i32::from(least), i32::from(most)) as i16 }
}
