//! Changes of a state. Every `apply` takes a `StateChange`.

use contract::Seats;
use grid::Cell;
use world::SideId;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::state::{Details, SideState};
use crate::vision::SideVision;
use crate::{Event, Kernel, State, StateView, Unit, UnitIndex};

/// The rules, the state that changes, and the log of events.
pub struct StateChange<'a> {
    /// The rules.
    pub rules: &'a Kernel,
    /// The state that changes.
    pub state: &'a mut State,
    #[doc(hidden)]
    pub log: &'a mut dyn FnMut(Event),
}

impl<'a> StateChange<'a> {
    /// The state to read.
    #[must_use]
    pub fn at(&self) -> StateView<'_> {
        StateView { rules: self.rules, state: self.state }
    }

    #[doc(hidden)]
    pub fn unit_mut(&mut self, id: UnitIndex) -> &mut Unit {
        &mut self.state.units[id.index()]
    }

    pub(crate) fn side_mut(&mut self, side: SideId) -> &mut SideState {
        &mut self.state.sides[side.row()]
    }

    pub(crate) fn sight_mut(&mut self, side: SideId) -> &mut SideVision {
        &mut self.state.sights[side.row()]
    }

    #[doc(hidden)]
    pub fn details_mut(&mut self, id: UnitIndex) -> &mut Details {
        self.state.details[id.index()].get_or_insert_default()
    }

    #[doc(hidden)]
    pub fn supply_mut(&mut self, id: UnitIndex, material: design::MaterialType) -> &mut i32 {
        &mut self.state.supply[id.index() * self.rules.materials + usize::from(material.0)]
    }

    pub(crate) fn percent(&mut self, purpose: Purpose, chance: i32) -> bool {
        self.state.rng.percent(purpose, chance)
    }

    /// Logs an event that all seats learn of.
    pub(crate) fn log_to_all(&mut self, what: EventKind) {
        crate::scorekeepers::hear(self, &what);
        (self.log)(Event { what, witnesses: Seats::first(self.rules.seat_count()) });
    }

    /// Logs an event that one side learns of.
    pub(crate) fn log_to_side(&mut self, side: SideId, what: EventKind) {
        crate::scorekeepers::hear(self, &what);
        (self.log)(Event { what, witnesses: Seats::of(side) });
    }

    /// Logs an event in some cells that concerns units of these sides: they learn of it, and so do sides that see a cell.
    pub(crate) fn log_to(&mut self, what: EventKind, cells: &[Cell], sides: &[SideId]) {
        crate::scorekeepers::hear(self, &what);
        let mut witnesses = Seats::NONE;
        for side in self.rules.side_ids() {
            let sees = |&cell: &Cell| cell != Unit::NOWHERE && self.at().covers(side, cell);
            if sides.contains(&side) || cells.iter().any(sees) {
                witnesses = Seats(witnesses.0 | Seats::of(side).0);
            }
        }
        (self.log)(Event { what, witnesses });
    }
}
