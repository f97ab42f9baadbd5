//! Questions of players about construction: what a unit could make, what is missing, how long it takes. The answers come from lists
//! made with the game.

use design::abilities::making;
use design::parameters::table::{ACP_TO_TOOLUP, TP_PER_TOOLUP, TP_TO_BUILD};
use design::parameters::unit::{ACP_INDEPENDENT, ACP_PER_TURN, TECH_TO_BUILD, TECH_TO_OWN};
use design::{AdvanceType, UnitType};

use crate::{Refusal, UnitIndex, View};

impl<'a> View<'a> {
    /// The types that an own unit could create by its type, and that the side may construct and own now.
    pub fn products(&self, id: UnitIndex) -> impl Iterator<Item = UnitType> + use<'a> {
        let (at, side) = (self.position(), self.side());
        let creatable = self.rules.abilities.creates.row(self.own(id).kind);
        creatable
            .iter()
            .copied()
            .filter(move |&kind| at.can_construct(side, kind) && at.has_allowance(side, kind) && at.fits_in_game(kind))
    }

    /// What prevents an own unit from creating a type now, apart from the place: tech, limits, tools, action points, materials.
    #[must_use]
    pub fn missing_for(&self, id: UnitIndex, kind: UnitType) -> Option<Refusal> {
        super::check_creation(self.position(), id, id, kind, 0).err()
    }

    /// The tooling points that an own unit still needs for a type.
    #[must_use]
    pub fn missing_tooling(&self, id: UnitIndex, kind: UnitType) -> i32 {
        let needs = self.rules.design.entry(TP_TO_BUILD, self.own(id).kind, kind);
        (needs - self.position().tooling(id, kind)).max(0)
    }

    /// The tech levels that the side still needs to construct a type, and to own it.
    #[must_use]
    pub fn missing_tech(&self, kind: UnitType) -> i32 {
        let design = &*self.rules.design;
        let needs = design.int(TECH_TO_BUILD, kind).max(design.int(TECH_TO_OWN, kind));
        (needs - self.position().tech(self.side(), kind)).max(0)
    }

    /// Whether the side has an advance.
    #[must_use]
    pub fn has_advance(&self, advance: AdvanceType) -> bool {
        self.position().has_advance(self.side(), advance)
    }

    /// How many turns an own unit takes to finish a unit of a type, alone, from now on, with all materials at hand and all action
    /// points spent on it; `None` if it cannot.
    #[must_use]
    pub fn turns_to_build(&self, id: UnitIndex, kind: UnitType) -> Option<u32> {
        let (design, doer) = (&*self.rules.design, self.own(id).kind);
        let making = making(design, doer, kind)?;
        let tooling = i64::from(self.missing_tooling(id, kind));
        if tooling > 0 && !self.rules.abilities.tools.has(doer, kind) {
            return None;
        }
        let step = i64::from(design.entry(TP_PER_TOOLUP, doer, kind)).max(1);
        let toolups = (tooling + step - 1) / step;
        let acp = toolups * i64::from(design.entry(ACP_TO_TOOLUP, doer, kind)) + i64::from(making.acp());
        let each = i64::from(design.int(ACP_PER_TURN, doer));
        if acp <= 0 || design.flag(ACP_INDEPENDENT, doer) {
            return Some(1);
        }
        (each > 0).then(|| u32::try_from((acp + each - 1) / each).unwrap_or(u32::MAX))
    }
}
