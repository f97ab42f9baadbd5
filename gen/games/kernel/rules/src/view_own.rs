//! The parts of a view about the seat's own units and what its side may do: for players that plan.

use design::{MaterialType, UnitType};
use grid::Cell;
use world::SideId;

use crate::{Details, UnitIndex, View};

impl<'a> View<'a> {
    /// How much of a material an own unit holds.
    #[must_use]
    pub fn supply(&self, id: UnitIndex, material: MaterialType) -> i32 {
        debug_assert!(self.own(id).side == self.side(), "units of others are seen, not known");
        self.state_view().supply(id, material)
    }

    /// How much more of a material an own unit can take in.
    #[must_use]
    pub fn room_for(&self, id: UnitIndex, material: MaterialType) -> i32 {
        debug_assert!(self.own(id).side == self.side(), "units of others are seen, not known");
        self.state_view().room_for(id, material)
    }

    /// How much of a material lies in a cell: what is there if the side sees the cell now; else what lies in such terrain at first. `None`
    /// if the terrain is not known.
    #[must_use]
    pub fn material_in(&self, cell: Cell, material: MaterialType) -> Option<i32> {
        let ground = self.terrain(cell)?;
        Some(if self.state_view().covers(self.side(), cell) {
            self.state_view().cell_supply(cell, material)
        } else {
            design::abilities::initial_cell_supply(&self.rules.design, ground, material)
        })
    }

    /// The units directly inside an own unit, by id.
    #[inline]
    pub fn occupants(&self, id: UnitIndex) -> impl Iterator<Item = UnitIndex> + use<'a> {
        self.state_view().occupants(id)
    }

    /// The own units in the open in a cell, by id.
    #[inline]
    pub fn own_in(&self, cell: Cell) -> impl Iterator<Item = UnitIndex> + use<'a> {
        let (at, side) = (self.state_view(), self.side());
        at.in_cell(cell).filter(move |&id| at.unit(id).side == side)
    }

    /// Whether an own unit has all its construction points.
    #[inline]
    #[must_use]
    pub fn is_complete(&self, id: UnitIndex) -> bool {
        self.state_view().is_complete(id)
    }

    /// The rare data of an own unit.
    #[must_use]
    pub fn details(&self, id: UnitIndex) -> Option<&'a Details> {
        self.state_view().details(id)
    }

    /// Whether the side trusts another, itself included; a side that it does not trust is an enemy.
    #[must_use]
    pub fn trusts(&self, side: SideId) -> bool {
        self.state_view().trusts(self.side(), side)
    }

    /// Whether a side is still in the game.
    #[must_use]
    pub fn is_in_game(&self, side: SideId) -> bool {
        self.state_view().is_in_game(side)
    }

    /// Whether the side may construct units of a type now, by tech and advances too.
    #[must_use]
    pub fn can_construct(&self, kind: UnitType) -> bool {
        self.state_view().can_construct(self.side(), kind)
    }

    /// Whether a side may have a type at all.
    #[must_use]
    pub fn may_own(&self, kind: UnitType) -> bool {
        self.state_view().may_own(self.side(), kind)
    }

    /// Whether an own transport has room for one more unit of a type.
    #[must_use]
    pub fn has_room_inside(&self, kind: UnitType, transport: UnitIndex) -> bool {
        self.state_view().has_room_inside(kind, transport)
    }
}
