//! Control of cells, and the consequences of a unit's arrival (`kernel-rules` 5.7, 2.1).

use design::parameters::table::CONTROL_RANGE;
use grid::Cell;
use world::SideId;

use crate::{StateChange, UnitIndex};

/// A unit has come into its cell, alone or inside another: people may join its side, it takes control, and foreign cities can no
/// longer use the land.
pub(crate) fn enter_cell(change: &mut StateChange<'_>, id: UnitIndex) {
    if !change.at().is_in_play(id) {
        return;
    }
    if change.rules.economy.persuades {
        super::people::persuade(change, id);
    }
    if change.rules.economy.controls {
        take_control(change, id);
    }
    if change.rules.economy.has_cities {
        super::cities::expel(change, id);
    }
}

fn take_control(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    if at.on_ground(CONTROL_RANGE, id) < 0 {
        return;
    }
    let unit = at.unit(id);
    let (cell, mut side) = (unit.cell, unit.side);
    // The land of friends stays theirs.
    if let Some(people) = at.people_of(cell)
        && at.trusts(side, people)
    {
        side = people;
    }
    set_control(change, cell, side);
}

/// Gives a cell to a side.
fn set_control(change: &mut StateChange<'_>, cell: Cell, side: SideId) {
    let Some(&before) = change.state.control.get(cell.index()) else { return };
    if before.side() != Some(side) {
        change.state.control[cell.index()] = Some(side).into();
        crate::vision::control_changed(change, cell, side);
    }
}

/// Gives all people and all control of a side to another.
pub(crate) fn inherit_land(change: &mut StateChange<'_>, from: SideId, to: SideId) {
    for index in 0..change.state.people.len() {
        if change.state.people[index].side() == Some(from) {
            super::people::set_people(change, Cell(index as u32), to);
        }
    }
    for index in 0..change.state.control.len() {
        if change.state.control[index].side() == Some(from) {
            set_control(change, Cell(index as u32), to);
        }
    }
}

impl crate::StateView<'_> {
    /// Whose people live in a cell.
    #[must_use]
    pub fn people_of(self, cell: Cell) -> Option<SideId> {
        self.state.people.get(cell.index())?.side()
    }

    /// Who controls a cell.
    #[must_use]
    pub fn control_of(self, cell: Cell) -> Option<SideId> {
        self.state.control.get(cell.index())?.side()
    }
}
