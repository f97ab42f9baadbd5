//! The selection: cells of the shown map that commands work on, and that tools which paint stay inside of.

use eframe::egui::Modifiers;
use grid::{Area, Cell};

/// What newly chosen cells do to the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joining {
    /// They take its place.
    #[default]
    Replaces,
    /// They come to it.
    Adds,
    /// They go from it.
    TakesAway,
}

impl Joining {
    /// All ways, each with its title.
    pub const ALL: [(Joining, &str); 3] =
        [(Joining::Replaces, "Select anew"), (Joining::Adds, "Add to it"), (Joining::TakesAway, "Take from it")];

    /// What is held with the pointer says: Shift adds, Ctrl and Alt take away. `None` if nothing is held.
    #[must_use]
    pub const fn held(modifiers: Modifiers) -> Option<Joining> {
        if modifiers.ctrl || modifiers.command || modifiers.alt {
            Some(Joining::TakesAway)
        } else if modifiers.shift {
            Some(Joining::Adds)
        } else {
            None
        }
    }
}

/// Selected cells of an area.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// In rising order.
    cells: Vec<Cell>,
    rim: Vec<Cell>,
}

impl Selection {
    /// The selected cells, in rising order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Those of them beside which a cell is not selected, or the world ends.
    #[must_use]
    pub fn rim(&self) -> &[Cell] {
        &self.rim
    }

    /// Whether nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether a cell is selected.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    /// Whether a tool may change a cell: all may be changed where nothing is selected.
    #[must_use]
    pub fn lets(&self, cell: Cell) -> bool {
        self.is_empty() || self.has(cell)
    }

    /// Selects cells in one of three ways.
    pub fn join(&mut self, area: &Area, chosen: &[Cell], how: Joining) {
        let mut chosen: Vec<Cell> = chosen.iter().copied().filter(|&cell| area.contains(cell)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        match how {
            Joining::Replaces => self.cells = chosen,
            Joining::Adds => {
                self.cells.extend(chosen);
                self.cells.sort_unstable();
                self.cells.dedup();
            }
            Joining::TakesAway => self.cells.retain(|cell| chosen.binary_search(cell).is_err()),
        }
        let is_rim = |&cell: &Cell| {
            let mut near = area.around(cell);
            near.clone().count() < usize::from(area.directions()) || near.any(|(_, near)| !self.has(near))
        };
        self.rim = self.cells.iter().copied().filter(is_rim).collect();
    }

    /// Nothing is selected any more.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }
}
