//! Units near a cell: over the cells, or over all units where those are fewer.

use grid::{Cell, disk};

use crate::{StateView, Unit, UnitIndex};

/// Finds units near a cell: nearest first, units in the open before occupants, then by cell and id.
#[derive(Default)]
pub(crate) struct Near {
    pub(crate) found: Vec<Found>,
}

/// A unit near a cell. Its fields are in the order in which units are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    pub(crate) distance: i32,
    pub(crate) is_inside: bool,
    pub(crate) cell: Cell,
    pub(crate) id: UnitIndex,
}

impl Near {
    /// All units within a reach, taken from `of` if that list is shorter than the cells to search.
    pub(crate) fn find(&mut self, at: StateView<'_>, center: Cell, reach: i32, of: Option<&[UnitIndex]>) {
        self.find_those(at, center, reach, of, |_| true, |_| true);
    }

    /// Those of them that are meant. Cells that hold none of these need not be searched.
    pub(crate) fn find_those(
        &mut self,
        at: StateView<'_>,
        center: Cell,
        reach: i32,
        of: Option<&[UnitIndex]>,
        is_searched: impl Fn(Cell) -> bool,
        is_meant: impl Fn(UnitIndex) -> bool,
    ) {
        self.found.clear();
        let area = &at.rules.area;
        let reach = (reach as u32).min(area.distance_max());
        let mut add = |id: UnitIndex| {
            let unit = at.unit(id);
            if unit.cell != Unit::NOWHERE && is_meant(id) {
                let distance = area.distance(center, unit.cell);
                if distance <= reach {
                    let is_inside = unit.inside.some().is_some();
                    self.found.push(Found { distance: distance as i32, is_inside, cell: unit.cell, id });
                }
            }
        };
        let cells = 3 * u64::from(reach) * u64::from(reach + 1) + 1;
        match of {
            Some(ids) if (ids.len() as u64) < cells => ids.iter().copied().for_each(add),
            _ if cells > at.state.live.len() as u64 => at.live().for_each(add),
            // Most reach no farther than their own cell.
            _ if reach == 0 => at.tree_in_cell(center).for_each(add),
            _ => {
                for cell in disk(area, center, reach).filter(|&cell| is_searched(cell)) {
                    at.tree_in_cell(cell).for_each(&mut add);
                }
            }
        }
        self.found.sort_unstable();
        // The list of units may name one twice.
        self.found.dedup();
    }
}

impl StateView<'_> {
    /// Units in the open within a distance that pass a test, by id.
    pub(crate) fn near(self, center: Cell, distance: i32, test: impl Fn(&UnitIndex) -> bool) -> Vec<UnitIndex> {
        let distance = (distance.max(0) as u32).min(self.rules.area.distance_max());
        let cells = 3 * u64::from(distance) * (u64::from(distance) + 1) + 1;
        if cells <= self.state.live.len() as u64 {
            let units = disk(&self.rules.area, center, distance).flat_map(|cell| self.in_cell(cell));
            let mut found: Vec<UnitIndex> = units.filter(test).collect();
            found.sort_unstable();
            return found;
        }
        let is_near = |id: &UnitIndex| {
            let unit = self.unit(*id);
            self.is_in_play(*id)
                && unit.inside.some().is_none()
                && self.rules.area.distance(center, unit.cell) <= distance
        };
        self.live().filter(is_near).filter(test).collect()
    }
}
