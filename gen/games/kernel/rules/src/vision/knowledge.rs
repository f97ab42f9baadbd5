//! Knowledge that a side gets other than by its units' vision: from captives, spies, allies, losses.

use grid::Cell;
use world::SideId;

use super::looks::{self, Impression};
use super::{memory, side_vision};
use crate::{StateChange, UnitIndex};

/// A side sees exactly what is in a cell, covered or not: the terrain, and all units in the open.
pub(crate) fn see_cell(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    if side == SideId::INDEPENDENT || !side_vision::is_on(change) {
        return;
    }
    looks::look(change, side, cell);
    let mut next = change.state.first[cell.index()];
    while let Some(id) = next.some() {
        next = change.state.unit(id).next;
        looks::show(change, side, id, Impression::True);
    }
}

/// A side learns all terrain that another knows, as that one knows it (`see-terrain-if-captured`).
pub fn learn_terrain(change: &mut StateChange<'_>, side: SideId, from: SideId) {
    if side == SideId::INDEPENDENT || from == SideId::INDEPENDENT || side == from || !side_vision::is_on(change) {
        return;
    }
    let (own, other) = (change.at().sight(side), change.at().sight(from));
    let cells: Vec<Cell> = change.rules.area.cells().filter(|&cell| other.knows(cell) && !own.knows(cell)).collect();
    memory::hand_on(change, side, from, &cells);
    for cell in cells {
        let known = change.at().sight(from).known[cell.index()];
        change.sight_mut(side).known[cell.index()] = known;
        looks::show_fixed(change, side, cell);
    }
}

/// A side learns where a unit is, and the terrain there (`see-others-if-captured`).
pub fn learn_unit(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) {
    if side == SideId::INDEPENDENT || !side_vision::is_on(change) || !change.at().is_in_play(id) {
        return;
    }
    looks::learn(change, side, change.state.unit(id).cell);
    looks::show(change, side, id, Impression::True);
}
