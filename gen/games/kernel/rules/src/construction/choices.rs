//! Questions of players about construction: what is still missing to make a unit.

use design::UnitType;
use design::parameters::table::TP_TO_BUILD;
use design::parameters::unit::{TECH_TO_BUILD, TECH_TO_OWN};

use crate::{UnitIndex, View};

impl View<'_> {
    /// The tooling points that an own unit still needs for a type.
    #[must_use]
    pub fn missing_tooling(&self, id: UnitIndex, kind: UnitType) -> i32 {
        let needs = self.rules.design.entry(TP_TO_BUILD, self.own(id).kind, kind);
        (needs - self.state_view().tooling(id, kind)).max(0)
    }

    /// The tech levels that the side still needs to construct a type, and to own it.
    #[must_use]
    pub fn missing_tech(&self, kind: UnitType) -> i32 {
        let design = &*self.rules.design;
        let needs = design.int(TECH_TO_BUILD, kind).max(design.int(TECH_TO_OWN, kind));
        (needs - self.state_view().tech(self.side(), kind)).max(0)
    }
}
