//! What players ask about construction: what a unit could make, what is missing, how long it takes. Answers come from
//! lists that were made with the game.

use design::parameters::table::{ACP_TO_BUILD, ACP_TO_TOOLUP, CP_PER_BUILD, TP_PER_TOOLUP, TP_TO_BUILD};
use design::parameters::unit::{ACP_INDEPENDENT, ACP_PER_TURN, CP, TECH_TO_BUILD, TECH_TO_OWN};
use design::{AdvanceType, UnitType};

use crate::{Refusal, UnitIndex, View};

impl<'a> View<'a> {
    /// The types that units of a type could create, whoever's they are and whatever is missing.
    #[must_use]
    pub fn creatable(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.creates.row(kind)
    }

    /// The types that units of a type could go on building.
    #[must_use]
    pub fn buildable(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.builds.row(kind)
    }

    /// The types that units of a type could raise the tech level of.
    #[must_use]
    pub fn developable(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.develops.row(kind)
    }

    /// The types that units of a type could tool up for.
    #[must_use]
    pub fn toolable(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.tools.row(kind)
    }

    /// The types that units of a type could repair.
    #[must_use]
    pub fn repairable(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.repairs.row(kind)
    }

    /// The types that units of a type could become.
    #[must_use]
    pub fn successors(&self, kind: UnitType) -> &'a [UnitType] {
        self.rules.works.changes.row(kind)
    }

    /// The types that a unit of the side's own could create by its type, and that the side may construct and own now.
    pub fn products(&self, id: UnitIndex) -> impl Iterator<Item = UnitType> + use<'a> {
        let (at, side) = (self.position(), self.side());
        self.creatable(self.own(id).kind)
            .iter()
            .copied()
            .filter(move |&kind| at.can_construct(side, kind) && at.has_allowance(side, kind) && at.fits_in_game(kind))
    }

    /// What keeps a unit of the side's own from creating a type now, but for the place: tech, limits, tools, action
    /// points, materials.
    #[must_use]
    pub fn missing_for(&self, id: UnitIndex, kind: UnitType) -> Option<Refusal> {
        super::check_creation(self.position(), id, id, kind, 0).err()
    }

    /// Tooling points that a unit of the side's own still needs for a type.
    #[must_use]
    pub fn missing_tooling(&self, id: UnitIndex, kind: UnitType) -> i32 {
        let needs = self.rules.design.entry(TP_TO_BUILD, self.own(id).kind, kind);
        (needs - self.position().tooling(id, kind)).max(0)
    }

    /// Tech levels that the side still needs to construct a type, and to own it.
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

    /// Turns that a unit of the side's own takes until it has finished a unit of a type, alone, from now on, all
    /// materials at hand and all action points spent on it; `None` if it cannot.
    #[must_use]
    pub fn turns_to_build(&self, id: UnitIndex, kind: UnitType) -> Option<u32> {
        let (at, design, doer) = (self.position(), &*self.rules.design, self.own(id).kind);
        let works = &self.rules.works;
        if !works.creates.has(doer, kind) {
            return None;
        }
        let times = |whole: i32, step: i32| {
            if step > 0 { (i64::from(whole.max(0)) + i64::from(step) - 1) / i64::from(step) } else { 0 }
        };
        let tooling = self.missing_tooling(id, kind);
        if tooling > 0 && !works.tools.has(doer, kind) {
            return None;
        }
        let left = design.int(CP, kind) - at.first_cp(doer, kind);
        if left > 0 && !works.builds.has(doer, kind) {
            return None;
        }
        let toolups = times(tooling, design.entry(TP_PER_TOOLUP, doer, kind));
        let builds = times(left, design.entry(CP_PER_BUILD, doer, kind));
        let acp = toolups * i64::from(design.entry(ACP_TO_TOOLUP, doer, kind))
            + i64::from(at.creation_acp(doer, kind))
            + builds * i64::from(design.entry(ACP_TO_BUILD, doer, kind));
        let each = i64::from(design.int(ACP_PER_TURN, doer));
        if acp <= 0 || design.flag(ACP_INDEPENDENT, doer) {
            return Some(1);
        }
        (each > 0).then(|| u32::try_from((acp + each - 1) / each).unwrap_or(u32::MAX))
    }
}
