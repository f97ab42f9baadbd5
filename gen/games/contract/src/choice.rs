//! A move as people choose it.

use grid::Cell;

/// A move as people choose it: in lists, on the map, in a unit's menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move's line of text.
    pub line: String,
    /// The unit that makes it, by the name that lines of moves use; empty for a move of the whole seat.
    pub unit: String,
    /// What it does, in words: `march to 4,5`.
    pub label: String,
    /// The cells that it is about: first the one where it begins, last the one where it leads. Empty if it has no place.
    pub cells: Vec<Cell>,
    /// What it costs: movement or action points of the unit, gold of the seat; `None` if it costs nothing that is counted.
    pub cost: Option<u32>,
}

impl Choice {
    /// A choice of which no more is known than the move's line.
    #[must_use]
    pub fn of_line(line: String) -> Choice {
        Choice { label: line.clone(), line, ..Choice::default() }
    }

    /// The cell where it leads.
    #[must_use]
    pub fn target(&self) -> Option<Cell> {
        self.cells.last().copied()
    }
}
