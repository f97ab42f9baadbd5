//! Vision: who sees which cell and which unit, and what sides remember (`kernel-rules` 4).
//!
//! **Invariant:** a side's coverage of a cell is the number of its and its trusting sides' viewers of it; a checked build counts anew.

use design::TerrainType;
use design::parameters::unit::VISION_RANGE;
use grid::{Cell, disk};
use world::SideId;

use crate::event::Who;
use crate::{Course, Position, State, UnitId};

/// What one side sees and knows. Empty where everybody sees everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Viewers of each cell.
    pub(crate) coverage: Vec<u16>,
    /// Terrain as known: 0 unknown, else the type plus 1.
    pub(crate) known: Vec<u8>,
}

/// What sides know when the game begins.
pub(crate) fn begin(rules: &crate::Kernel, state: &mut State) {
    if rules.see_all {
        return;
    }
    for sight in &mut state.sights {
        *sight = Sight { coverage: vec![0; rules.area.len()], known: vec![0; rules.area.len()] };
    }
}

/// A unit, with all that are inside of it, has come to its cell: they see, and are seen.
pub(crate) fn come(course: &mut Course<'_>, id: UnitId) {
    for member in course.at().tree(id) {
        sight(course, member);
    }
}

/// A unit, with all that are inside of it, is about to leave its cell.
pub(crate) fn go(course: &mut Course<'_>, id: UnitId) {
    for member in course.at().tree(id) {
        blind(course, member);
    }
}

/// One unit begins to see.
pub(crate) fn sight(course: &mut Course<'_>, id: UnitId) {
    change(course, id, 1);
}

/// One unit sees no longer.
pub(crate) fn blind(course: &mut Course<'_>, id: UnitId) {
    change(course, id, -1);
}

fn change(course: &mut Course<'_>, id: UnitId, by: i16) {
    let unit = *course.state.unit(id);
    if course.rules.see_all || unit.cell == crate::Unit::NOWHERE {
        return;
    }
    let range = course.at().int(VISION_RANGE, id);
    if range < 0 {
        return;
    }
    let cells: Vec<Cell> = disk(&course.rules.area, unit.cell, range as u32).collect();
    for cell in cells {
        let terrain = course.state.terrain[cell];
        let sight = &mut course.state.sights[usize::from(unit.side.0)];
        sight.coverage[cell.index()] = sight.coverage[cell.index()].wrapping_add_signed(by);
        sight.known[cell.index()] = terrain.0 + 1;
    }
}

/// A side trusts another from now on, or no longer.
pub(crate) fn trust_changed(_course: &mut Course<'_>, _side: SideId, _other: SideId) {}

/// A unit is no more.
pub(crate) fn lost(_course: &mut Course<'_>, _who: Who) {}

/// The terrain of a cell, or what lies along and over it, has changed.
pub(crate) fn terrain_changed(_course: &mut Course<'_>, _cell: Cell) {}

/// The people of a cell have joined another side.
pub(crate) fn people_changed(_course: &mut Course<'_>, _cell: Cell, _before: SideId, _now: SideId) {}

/// A cell has come under a side's control.
pub(crate) fn control_changed(_course: &mut Course<'_>, _cell: Cell, _side: SideId) {}

impl Position<'_> {
    /// Whether a side has any viewer of a cell now.
    #[must_use]
    pub fn covers(self, side: SideId, cell: Cell) -> bool {
        self.rules.see_all
            || self.state.sights[usize::from(side.0)].coverage.get(cell.index()).is_some_and(|&count| count > 0)
    }

    /// Whether a side sees a unit now.
    #[must_use]
    pub fn sees(self, side: SideId, id: UnitId) -> bool {
        self.unit(id).side == side || self.covers(side, self.unit(id).cell)
    }

    /// The terrain of a cell as a side knows it.
    #[must_use]
    pub fn known_terrain(self, side: SideId, cell: Cell) -> Option<TerrainType> {
        if self.rules.see_all {
            return Some(self.ground(cell));
        }
        self.state.sights[usize::from(side.0)].known[cell.index()].checked_sub(1).map(TerrainType)
    }
}
