//! What a seat sees: a lens on the state that copies nothing and shows nothing hidden.

use contract::Seat;
use design::{TerrainType, UnitType};
use grid::Cell;
use world::SideId;

use crate::state::SideState;
use crate::{Kernel, Move, Position, Refusal, State, Unit, UnitId};

/// A lens on a state for one seat.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Kernel,
    /// Whose view it is.
    pub seat: Seat,
    pub(crate) state: &'a State,
}

/// A unit of others, as a side sees or remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Which. Orders may name it while it is seen.
    pub id: UnitId,
    /// Its type, or what it was taken for.
    pub kind: UnitType,
    /// Whose it was.
    pub side: SideId,
    /// Where it was.
    pub cell: Cell,
    /// The turn in which it was seen last.
    pub turn: u32,
    /// Whether it is seen now.
    pub is_current: bool,
}

impl<'a> View<'a> {
    /// The seat's side.
    #[must_use]
    pub const fn side(&self) -> SideId {
        SideId(self.seat.0 + 1)
    }

    pub(crate) const fn position(&self) -> Position<'a> {
        Position { rules: self.rules, state: self.state }
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.state.turn
    }

    /// What the side has beside its units.
    #[must_use]
    pub fn own_side(&self) -> &'a SideState {
        self.position().side(self.side())
    }

    /// The side's own units, by id.
    pub fn own_units(&self) -> impl Iterator<Item = UnitId> + use<'a> {
        self.position().units_of(self.side())
    }

    /// A unit of the side's own.
    ///
    /// # Panics
    /// If it is not the side's own: of others only [`Seen`] is shown.
    #[must_use]
    pub fn own(&self, id: UnitId) -> &'a Unit {
        let unit = self.position().unit(id);
        assert!(unit.side == self.side(), "units of others are seen, not known");
        unit
    }

    /// Whether it is a unit of the side's own that lives.
    #[must_use]
    pub fn is_own(&self, id: UnitId) -> bool {
        self.position().is_alive(id) && self.position().unit(id).side == self.side()
    }

    /// Units of others that are seen or remembered in a cell.
    pub fn seen_in(&self, cell: Cell) -> impl Iterator<Item = Seen> + use<'a> {
        let (at, side, turn) = (self.position(), self.side(), self.state.turn);
        at.in_cell(cell).filter(move |&id| at.unit(id).side != side && at.sees(side, id)).map(move |id| {
            let unit = at.unit(id);
            Seen { id, kind: unit.kind, side: unit.side, cell, turn, is_current: true }
        })
    }

    /// All units of others that are seen or remembered.
    pub fn seen(&self) -> impl Iterator<Item = Seen> + use<'a> {
        let (at, side, turn) = (self.position(), self.side(), self.state.turn);
        at.live().filter(move |&id| at.unit(id).side != side && at.is_in_play(id) && at.sees(side, id)).map(move |id| {
            let unit = at.unit(id);
            Seen { id, kind: unit.kind, side: unit.side, cell: unit.cell, turn, is_current: true }
        })
    }

    /// The terrain of a cell, if it is known.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Option<TerrainType> {
        self.position().known_terrain(self.side(), cell)
    }

    /// Whether the side has any viewer of a cell now.
    #[must_use]
    pub fn covers(&self, cell: Cell) -> bool {
        self.position().covers(self.side(), cell)
    }

    /// Whether a move may be made now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: Move) -> Result<(), Refusal> {
        crate::actions::check_move(self.position(), self.side(), action)
    }
}
