//! What one side sees and knows.

use grid::Cell;
use serde::{Deserialize, Serialize};

use super::{Memory, Views};
use crate::StateChange;

/// What one side sees and knows. Empty if everybody sees everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideVision {
    /// For each cell the number of units that see it.
    pub coverage: Vec<u16>,
    /// The terrain when it was last seen: 0 for unknown, else the type plus 1. Independents know nothing.
    pub known: Vec<u8>,
    /// Borders, connections, coatings and weather of cells when they were last seen, where knowledge may be outdated.
    pub memory: Memory,
    /// Units of others when they were last seen.
    pub views: Views,
}

impl SideVision {
    /// Whether any unit of the side sees a cell.
    pub(crate) fn covers(&self, cell: Cell) -> bool {
        self.coverage.get(cell.index()).is_some_and(|&count| count > 0)
    }

    /// Whether a cell has ever been seen.
    pub(crate) fn knows(&self, cell: Cell) -> bool {
        self.known.get(cell.index()).is_some_and(|&known| known > 0)
    }
}

/// Whether coverage is counted, and has been begun.
pub(super) fn is_on(change: &StateChange<'_>) -> bool {
    !change.state.sights[0].coverage.is_empty()
}
