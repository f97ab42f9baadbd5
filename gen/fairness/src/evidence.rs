//! The things behind a seat's value.

use grid::{Cell, sort_by_numbers};
use world::UnitId;

/// The things behind a seat's value.
///
/// For measures that count cells, finds or units it contains each counted thing once: a cell that is shared with equally near seats
/// counts as the seat's part of it ([`crate::Survey::share`]), everything else as one. For distances it contains the way. It is empty for
/// a seat without a center.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Cells in the order of the area; those of a way from its beginning to its end.
    pub cells: Vec<Cell>,
    /// Units, by their ids.
    pub units: Vec<UnitId>,
    /// The number of cells that are shared with other seats.
    pub shared: usize,
}

impl Evidence {
    /// Cells alone, in this order.
    #[must_use]
    pub fn cells(cells: impl IntoIterator<Item = Cell>) -> Evidence {
        Evidence { cells: cells.into_iter().collect(), ..Evidence::default() }
    }

    pub(crate) fn units(units: impl IntoIterator<Item = UnitId>) -> Evidence {
        Evidence { units: units.into_iter().collect(), ..Evidence::default() }
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.units.is_empty()
    }

    /// Adds the evidence of another seat, each thing once: for teams.
    pub fn join(&mut self, other: Evidence) {
        self.cells.extend(other.cells);
        self.cells.sort_unstable();
        self.cells.dedup();
        self.units.extend(other.units);
        sort_by_numbers(&mut self.units, &|id| [i64::from(id.0), 0]);
        self.units.dedup();
        self.shared += other.shared;
    }
}
