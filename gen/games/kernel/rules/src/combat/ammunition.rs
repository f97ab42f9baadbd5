//! Ammunition: the materials that an attack or a shot uses up (`kernel-rules` 2.5, "Ammo"; seed 003, "Combat Actions").

use design::parameters::table::{CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE, HIT_BY};
use design::{MaterialType, UnitType};

use super::Means;
use crate::{Refusal, StateChange, StateView, UnitIndex};

impl StateView<'_> {
    /// The amount of a material that one attack or shot of a type uses, before the target is taken into account.
    fn ammunition_per_shot(self, by: UnitType, material: MaterialType, is_fire: bool) -> i32 {
        let design = &*self.rules.design;
        match design.entry(CONSUMPTION_PER_FIRE, by, material) {
            per if is_fire && per >= 0 => per,
            _ => design.entry(CONSUMPTION_PER_ATTACK, by, material).max(0),
        }
    }

    /// The amount of a material that a strike uses. It is 0 for materials that do not affect the target, or that were not named.
    fn ammunition(self, by: UnitType, target: UnitType, means: Means, material: MaterialType) -> i32 {
        if matches!(means, Means::Fire(Some(named)) if named != material) {
            return 0;
        }
        let times = self.rules.design.entry(HIT_BY, target, material);
        if times <= 0 {
            return 0;
        }
        self.ammunition_per_shot(by, material, means.is_fire()).saturating_mul(times)
    }

    /// Checks that a unit has the ammunition for a strike.
    ///
    /// # Errors
    /// A refusal with the missing material.
    pub(crate) fn check_ammunition(self, by: UnitIndex, target: UnitIndex, means: Means) -> Result<(), Refusal> {
        let (shooter, hit) = (self.unit(by).kind, self.unit(target).kind);
        if let Means::Fire(Some(named)) = means {
            if self.rules.design.is_set(HIT_BY) && self.rules.design.entry(HIT_BY, hit, named) <= 0 {
                return Err(Refusal::CannotDo("this material does nothing to that"));
            }
            self.check_round(by, named, self.ammunition(shooter, hit, means, named).max(1))?;
        }
        if !self.rules.design.is_set(HIT_BY) {
            return Ok(());
        }
        for material in self.rules.material_types() {
            self.check_round(by, material, self.ammunition(shooter, hit, means, material))?;
        }
        Ok(())
    }

    /// Checks that a unit has the ammunition to fire into a cell, whatever units are there.
    ///
    /// # Errors
    /// A refusal with the missing material.
    pub(crate) fn check_ammunition_for_cell(self, by: UnitIndex, named: Option<MaterialType>) -> Result<(), Refusal> {
        for material in self.rules.material_types().filter(|&material| named.is_none_or(|named| named == material)) {
            let needs = self.ammunition_per_shot(self.unit(by).kind, material, true);
            self.check_round(by, material, if named.is_some() { needs.max(1) } else { needs })?;
        }
        Ok(())
    }

    fn check_round(self, by: UnitIndex, material: MaterialType, needs: i32) -> Result<(), Refusal> {
        let has = self.supply(by, material);
        if needs <= 0 || has >= needs {
            return Ok(());
        }
        let material = self.rules.material_names[usize::from(material.0)].clone();
        Err(Refusal::NotEnoughAmmo { material, needs, has })
    }
}

/// Uses up the ammunition of a strike; false, with nothing used, if there is too little.
pub(super) fn use_ammunition(change: &mut StateChange<'_>, by: UnitIndex, target: UnitIndex, means: Means) -> bool {
    if !change.rules.design.is_set(HIT_BY) {
        return true;
    }
    if change.at().check_ammunition(by, target, means).is_err() {
        return false;
    }
    let (shooter, hit) = (change.state.unit(by).kind, change.state.unit(target).kind);
    for material in change.rules.material_types() {
        let amount = change.at().ammunition(shooter, hit, means, material);
        if amount > 0 {
            change.consume(by, by, material, amount);
        }
    }
    true
}
