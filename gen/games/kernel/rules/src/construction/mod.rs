//! Construction: which units can make what, its cost, and the state of a new unit (`kernel-rules` 2.11 to 2.13; seed 003, "Unit
//! Creation Actions" and "Unit Completion Action").
//!
//! The unit that works is the *actee* of an action; its actor pays the action points.

use design::abilities::{creates_as_build, first_cp};
use design::parameters::table::{
    CONSUMPTION_ON_CREATION, CONSUMPTION_PER_BUILD, CONSUMPTION_PER_BUILT, CONSUMPTION_PER_CP, CONSUMPTION_PER_CREATE,
    MATERIAL_TO_BUILD, MATERIAL_TO_CREATE, OCCUPANT_CAN_CONSTRUCT, TP_TO_BUILD,
};
use design::parameters::unit::CP;
use design::{MaterialType, UnitType};

use crate::{Refusal, StateChange, StateView, UnitIndex};

mod choices;
mod completion;
mod creation;
mod names;
pub(crate) mod repair;
pub(crate) mod unfinished;

pub(crate) use creation::{check_creation, create, is_used_up, pay_for_creation};
pub(crate) use names::Names;
pub(crate) use repair::{Mender, find_menders};

impl StateView<'_> {
    /// The amount of a material that a creation uses up.
    pub(crate) fn creation_use(self, creator: UnitType, kind: UnitType, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        let cp = first_cp(design, creator, kind);
        if creates_as_build(design, creator, kind) {
            return self.build_use(creator, kind, 0, cp, material);
        }
        (design.entry(CONSUMPTION_PER_CP, kind, material).saturating_mul(cp))
            .saturating_add(design.entry(CONSUMPTION_ON_CREATION, kind, material))
            .saturating_add(design.entry(CONSUMPTION_PER_CREATE, creator, material))
    }

    /// The amount of a material that must be at hand for a creation.
    pub(crate) fn creation_need(self, creator: UnitType, kind: UnitType, material: MaterialType) -> i32 {
        let key =
            if creates_as_build(&self.rules.design, creator, kind) { MATERIAL_TO_BUILD } else { MATERIAL_TO_CREATE };
        self.creation_use(creator, kind, material).max(self.rules.design.entry(key, creator, material))
    }

    /// The amount of a material that is used up by adding construction points to a unit that has some already.
    pub(crate) fn build_use(
        self,
        builder: UnitType,
        kind: UnitType,
        has: i32,
        adds: i32,
        material: MaterialType,
    ) -> i32 {
        let design = &*self.rules.design;
        let per_build = if self.rules.is_xconq_7_0 {
            // The product's total in proportion; early shares round up, so that the whole is paid in the end.
            let total = i64::from(design.entry(CONSUMPTION_PER_BUILD, kind, material));
            let whole = i64::from(design.int(CP, kind).max(1));
            let due = |points: i32| (total * i64::from(points) + whole - 1) / whole;
            (due(has + adds) - due(has)) as i32
        } else {
            design.entry(CONSUMPTION_PER_BUILD, builder, material)
        };
        (design.entry(CONSUMPTION_PER_CP, kind, material).saturating_mul(adds))
            .saturating_add(design.entry(CONSUMPTION_PER_BUILT, kind, material))
            .saturating_add(per_build)
    }

    /// Checks the conditions of a build action other than its cost: permission of its side, its place, its tools.
    pub(crate) fn check_maker(self, actor: UnitIndex, maker: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
        let (side, doer) = (self.unit(actor).side, self.unit(maker).kind);
        self.check_construction(side, kind)?;
        self.check_tooling(doer, maker, kind)
    }

    fn check_tooling(self, doer: UnitType, maker: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
        let needs = self.rules.design.entry(TP_TO_BUILD, doer, kind);
        if needs <= 0 {
            return Ok(());
        }
        let has = self.tooling(maker, kind);
        if has < needs { Err(Refusal::NotEnoughTooling { needs, has }) } else { Ok(()) }
    }

    /// Checks that a unit may construct where it is: inside a transport only if that allows it. A unit inside its own product may.
    pub(crate) fn check_workplace(self, maker: UnitIndex, product: Option<UnitIndex>) -> Result<(), Refusal> {
        match self.unit(maker).inside.some() {
            Some(transport)
                if Some(transport) != product && self.pair(OCCUPANT_CAN_CONSTRUCT, transport, maker) == 0 =>
            {
                Err(Refusal::OccupantCannotDo)
            }
            _ => Ok(()),
        }
    }
}

impl StateChange<'_> {
    /// Takes the materials that a maker's action uses up.
    pub(crate) fn consume_all(
        &mut self,
        actor: UnitIndex,
        maker: UnitIndex,
        amount: impl Fn(StateView<'_>, MaterialType) -> i32,
    ) {
        for material in self.rules.material_types() {
            let amount = amount(self.at(), material);
            if amount > 0 {
                self.consume(actor, maker, material, amount);
            }
        }
    }
}
