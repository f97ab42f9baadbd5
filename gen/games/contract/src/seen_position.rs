//! A position as one seat knows it.

use grid::Cell;
use world::Scenario;

/// A position as one seat knows it, to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenPosition {
    /// The position without what is hidden from the seat. In cells that the seat does not know, its layers mean nothing.
    pub scenario: Scenario,
    /// How well the seat knows each cell; empty if it sees all of them.
    pub sight: Vec<Sight>,
}

/// How well a seat knows a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Not at all.
    Unknown,
    /// As it was when the seat saw it last.
    Remembered,
    /// As it is.
    Seen,
}

impl SeenPosition {
    /// How well the seat knows a cell.
    #[must_use]
    pub fn sight_of(&self, cell: Cell) -> Sight {
        self.sight.get(cell.index()).copied().unwrap_or(Sight::Seen)
    }
}
