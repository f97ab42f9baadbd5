//! What a seat sees: a reference to the state that copies nothing and shows nothing hidden.

use contract::Seat;
use world::SideId;

use crate::state::SideState;
use crate::{Kernel, State, StateView, Unit, UnitIndex};

/// A reference to a state, as one seat sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Kernel,
    /// The seat whose view it is.
    pub seat: Seat,
    #[doc(hidden)]
    pub state: &'a State,
}

impl<'a> View<'a> {
    /// The seat's side.
    #[must_use]
    pub const fn side(&self) -> SideId {
        self.seat.side()
    }

    #[inline]
    pub(crate) const fn state_view(&self) -> StateView<'a> {
        StateView { rules: self.rules, state: self.state }
    }

    /// The turn, from 1.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.state.turn
    }

    /// The side's own state, apart from its units.
    #[must_use]
    pub fn own_side(&self) -> &'a SideState {
        self.state_view().side(self.side())
    }

    /// The side's own units, by id.
    pub fn own_units(&self) -> impl Iterator<Item = UnitIndex> + use<'a> {
        self.state_view().units_of(self.side())
    }

    /// An own unit.
    ///
    /// # Panics
    /// If it is not an own unit: of others only [`crate::Seen`] is shown.
    #[inline]
    #[must_use]
    pub fn own(&self, id: UnitIndex) -> &'a Unit {
        let unit = self.state_view().unit(id);
        assert!(unit.side == self.side(), "units of others are seen, not known");
        unit
    }

    /// Whether it is a living unit of the side.
    #[inline]
    #[must_use]
    pub fn is_own(&self, id: UnitIndex) -> bool {
        self.state_view().is_alive(id) && self.state_view().unit(id).side == self.side()
    }
}
