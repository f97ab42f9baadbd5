//! Knowledge that comes to a side otherwise than by its eyes: from captives, spies, allies, losses.

use grid::Cell;
use world::SideId;

use super::looks::{self, Impression};
use super::{coverage, memory};
use crate::{Course, UnitId};

/// A side sees exactly what is in a cell, covered or not: the terrain, and all units in the open.
pub(crate) fn see_cell(course: &mut Course<'_>, side: SideId, cell: Cell) {
    if side == SideId::INDEPENDENT || !coverage::is_on(course) {
        return;
    }
    looks::look(course, side, cell);
    let mut next = course.state.first[cell.index()];
    while let Some(id) = next.some() {
        next = course.state.unit(id).next;
        looks::show(course, side, id, Impression::True);
    }
}

/// A side learns all terrain that another knows, as that one knows it (`see-terrain-if-captured`).
pub(crate) fn learn_terrain(course: &mut Course<'_>, side: SideId, from: SideId) {
    if side == SideId::INDEPENDENT || from == SideId::INDEPENDENT || side == from || !coverage::is_on(course) {
        return;
    }
    let (own, other) = (&course.state.sights[usize::from(side.0)], &course.state.sights[usize::from(from.0)]);
    let cells: Vec<Cell> = course.rules.area.cells().filter(|&cell| other.knows(cell) && !own.knows(cell)).collect();
    memory::hand_on(course, side, from, &cells);
    for cell in cells {
        let known = course.state.sights[usize::from(from.0)].known[cell.index()];
        let sight = &mut course.state.sights[usize::from(side.0)];
        sight.known[cell.index()] = known;
        sight.news.add(cell);
        looks::show_fixed(course, side, cell);
    }
}

/// A side learns where a unit is, and the terrain there (`see-others-if-captured`).
pub(crate) fn learn_unit(course: &mut Course<'_>, side: SideId, id: UnitId) {
    if side == SideId::INDEPENDENT || !coverage::is_on(course) || !course.at().is_in_play(id) {
        return;
    }
    looks::learn(course, side, course.state.unit(id).cell);
    looks::show(course, side, id, Impression::True);
}
