//! News: cells where a side's knowledge has changed, so that players update their maps only there.

use grid::Cell;
use serde::{Deserialize, Serialize};
use world::SideId;

use crate::StateChange;

/// How many changes are kept. A player that asks less often updates its whole map.
pub(crate) const KEPT: usize = 256;

/// The last changes of a side's knowledge: a ring of cells with a count. If everybody sees everything, all sides share one.
///
/// A player keeps the count at which it last asked, and asks [`crate::View::news`] for the cells since then: terrain learned or
/// changed, units of any side that came, went, changed, were seen or went out of sight. A cell can come several times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    pub(crate) cells: Vec<Cell>,
    /// How many changes there have ever been.
    pub(crate) count: u64,
}

impl News {
    pub(crate) fn add(&mut self, cell: Cell) {
        let place = self.count as usize % KEPT;
        if place < self.cells.len() {
            self.cells[place] = cell;
        } else {
            self.cells.push(cell);
        }
        self.count += 1;
    }

    /// The cells that have changed since a count, in order; `None` if that is too long ago.
    pub(crate) fn since(&self, count: u64) -> Option<impl Iterator<Item = Cell> + use<'_>> {
        let missed = self.count.checked_sub(count)?;
        if missed > self.cells.len() as u64 {
            return None;
        }
        Some((count..self.count).map(|number| self.cells[number as usize % KEPT]))
    }
}

/// Something happened in a cell that this side sees.
pub(crate) fn note(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    let of = if change.rules.see_all { SideId::INDEPENDENT } else { side };
    change.sight_mut(of).news.add(cell);
}
