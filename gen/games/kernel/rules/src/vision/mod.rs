//! Vision: which side sees which cells and units, and what sides remember (`kernel-rules` 4; seed 000, "Vision Parameters").
//!
//! Each side counts, for each cell, its units that see it: its *coverage*. Whenever a count rises from 0, and whenever something
//! happens in a covered cell, the side *looks* there: it learns the terrain and notes the units that it sees. It keeps these notes
//! unchanged when the cell is no longer covered, so they may be outdated until it looks there again.
//!
//! If everybody sees everything (`see-all`), none of this is stored. Otherwise each side needs 7 bytes for a cell (2 coverage, 1
//! terrain, 4 the first of its images), 4 for each unit that ever was and 28 for an image; all sides together need 12 for a unit.
//!
//! **Invariants**, counted from scratch by [`find_broken`]: a side's coverage of a cell is the number of its units that see it, and
//! of those of sides that trust it, people included; a side has at most one image of a unit, none of its own, and in a cell that it
//! covers exactly the units that are certainly visible there.

mod check;
mod coverage;
mod eye;
mod knowledge;
mod line_of_sight;
mod looks;
mod memory;
mod optics;
mod saved;
mod seen;
mod side_vision;
mod spies;
mod start;
mod strides;
mod views;

use design::{TerrainType, TypeId, UnitType};
use grid::Cell;
use world::SideId;

use crate::event::UnitSnapshot;
use crate::{StateChange, StateView, Unit, UnitIndex};

pub use check::find_broken;
pub(crate) use coverage::refresh;
pub use coverage::refresh_all;
pub(crate) use eye::Eye;
pub(crate) use knowledge::see_cell;
pub use knowledge::{learn_terrain, learn_unit};
pub(crate) use looks::{look, look_from_all};
pub use memory::Memory;
pub(crate) use memory::weather_changed;
pub(crate) use optics::Optics;
pub(crate) use saved::{mentioned, write_views};
pub use seen::Seen;
pub use side_vision::SideVision;
pub(crate) use spies::report;
pub use views::{Image, Views};

/// Begins the vision of all sides, when all units of the scenario are in their places.
pub(crate) fn begin(change: &mut StateChange<'_>) {
    let rules = change.rules;
    if rules.see_all {
        return;
    }
    let cells = rules.area.len();
    for side in rules.all_sides() {
        let known = if side == SideId::INDEPENDENT { 0 } else { cells };
        let memory = if side == SideId::INDEPENDENT { Memory::default() } else { Memory::new(rules, change.state) };
        let views = Views::new(known);
        *change.sight_mut(side) = SideVision { coverage: vec![0; cells], known: vec![0; known], memory, views };
    }
    // All eyes are set at once, so that a unit that may be overlooked is looked for only once.
    change.state.eyes = (0..change.state.units.len() as u32).map(|id| change.at().eye(UnitIndex(id))).collect();
    coverage::recount(change);
    for place in 0..change.state.live.len() {
        coverage::glimpse(change, change.state.live[place]);
    }
    start::show(change);
}

/// A unit, with all its occupants, has come from another cell or from nowhere, or was taken off the map: its coverage is counted,
/// and sides that see it note it.
pub(crate) fn moved(change: &mut StateChange<'_>, id: UnitIndex, from: Cell) {
    let to = change.state.unit(id).cell;
    if !side_vision::is_on(change) {
        return;
    }
    if from != Unit::NOWHERE && from != to {
        looks::depart(change, id, from);
    }
    refresh_tree(change, id);
    if to != Unit::NOWHERE {
        coverage::glimpse(change, id);
        looks::arrive(change, id);
    }
}

/// A unit has changed its type, was completed, or has changed sides: what it sees, and how it is seen, must be updated.
pub(crate) fn changed(change: &mut StateChange<'_>, id: UnitIndex) {
    let Unit { cell, side, .. } = *change.state.unit(id);
    if cell == Unit::NOWHERE {
        looks::forget(change, side, id);
        return;
    }
    if change.rules.see_all {
        return;
    }
    // Its occupants may see out now, or no longer.
    refresh_tree(change, id);
    looks::arrive(change, id);
}

fn refresh_tree(change: &mut StateChange<'_>, id: UnitIndex) {
    refresh(change, id);
    let mut next = change.state.unit(id).first;
    while let Some(occupant) = next.some() {
        refresh_tree(change, occupant);
        next = change.state.unit(occupant).next;
    }
}

/// A unit has died: its side sees exactly what is in that cell.
pub(crate) fn lost(change: &mut StateChange<'_>, who: UnitSnapshot) {
    if who.cell != Unit::NOWHERE {
        see_cell(change, who.side, who.cell);
    }
}

/// A side's tech level of a type has risen: it may now suffice to see such units.
pub(crate) fn tech_raised(change: &mut StateChange<'_>, side: SideId, kind: UnitType, before: i16) {
    let least = change.rules.optics.kind(kind).tech;
    let is_enough = change.at().side(side).tech[kind.index()] >= least;
    if least > before && is_enough && side != SideId::INDEPENDENT && side_vision::is_on(change) {
        looks::look_for(change, side, kind);
    }
}

/// A side begins to trust another, or stops: it shares what its units see, or stops sharing.
pub fn trust_changed(change: &mut StateChange<'_>, side: SideId, _other: SideId) {
    if !side_vision::is_on(change) {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.state.unit(id).side == side && change.at().is_in_play(id) {
            changed(change, id);
        }
    }
    coverage::recount_people(change);
}

/// The terrain of a cell, or a border, connection or coating, has changed: units that see it notice that, and may see farther or
/// less far.
pub fn terrain_changed(change: &mut StateChange<'_>, cell: Cell) {
    if change.rules.see_all {
        return;
    }
    if change.rules.optics.has_obstacles {
        coverage::recount(change);
    }
    for id in change.at().all_in_cell(cell) {
        refresh(change, id);
    }
    look_from_all(change, cell);
}

/// The people of a cell have joined another side.
pub(crate) fn people_changed(change: &mut StateChange<'_>, cell: Cell, before: SideId, now: SideId) {
    if side_vision::is_on(change) {
        coverage::people_look(change, cell, before, -1);
        coverage::people_look(change, cell, now, 1);
    }
}

/// A side has gained control of a cell: it looks there.
pub(crate) fn control_changed(change: &mut StateChange<'_>, cell: Cell, side: SideId) {
    look(change, side, cell);
}

impl<'a> StateView<'a> {
    /// What a side sees and knows.
    #[inline]
    pub(crate) fn sight(self, side: SideId) -> &'a SideVision {
        &self.state.sights[side.row()]
    }

    /// Whether any unit of a side sees a cell now.
    #[must_use]
    pub fn covers(self, side: SideId, cell: Cell) -> bool {
        self.rules.see_all || self.sight(side).covers(cell)
    }

    /// Whether a side sees a unit now; always for its own.
    #[must_use]
    pub fn sees(self, side: SideId, id: UnitIndex) -> bool {
        let unit = self.unit(id);
        if self.rules.see_all || unit.side == side {
            return true;
        }
        let sight = self.sight(side);
        if side == SideId::INDEPENDENT {
            return sight.covers(unit.cell);
        }
        sight.views.of(id).is_some_and(|image| image.cell == unit.cell && self.is_current(side, image))
    }

    /// Whether an image of a unit shows it as it is now.
    #[doc(hidden)]
    pub fn is_current(self, side: SideId, image: &Image) -> bool {
        image.is_fixed || self.sight(side).covers(image.cell)
    }

    /// The terrain of a cell as a side knows it.
    #[inline]
    #[must_use]
    pub fn known_terrain(self, side: SideId, cell: Cell) -> Option<TerrainType> {
        if self.rules.see_all {
            return Some(self.ground(cell));
        }
        let known = *self.sight(side).known.get(cell.index())?;
        let known = TerrainType(known.checked_sub(1)?);
        Some(if self.rules.optics.terrain_is_current { self.ground(cell) } else { known })
    }
}
