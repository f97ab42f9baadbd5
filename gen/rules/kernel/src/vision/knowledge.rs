//! Knowledge that comes to a side otherwise than by its eyes: from captives, spies, allies, losses.

use grid::Cell;
use world::SideId;

use super::coverage;
use super::looks::{self, Impression};
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

/// A side learns all terrain that another knows (`see-terrain-if-captured`).
pub(crate) fn learn_terrain(course: &mut Course<'_>, side: SideId, from: SideId) {
    if side == SideId::INDEPENDENT || from == SideId::INDEPENDENT || side == from || !coverage::is_on(course) {
        return;
    }
    for cell in course.rules.area.cells() {
        if course.state.sights[usize::from(from.0)].knows(cell) && !course.state.sights[usize::from(side.0)].knows(cell)
        {
            looks::learn(course, side, cell);
        }
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
