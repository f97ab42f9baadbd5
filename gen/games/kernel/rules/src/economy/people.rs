//! People in cells: their sides, and the room for them (`kernel-rules` 5.7).

use design::parameters::table::{PEOPLE_SURRENDER_CHANCE, PEOPLE_SURRENDER_EFFECT};
use design::parameters::terrain::PEOPLE_MAX;
use grid::Cell;
use world::SideId;

use crate::amounts::percent_of;
use crate::rng::Purpose;
use crate::{StateChange, UnitIndex};

/// At the end of a turn the people of each cell may join the side of units that are there.
pub(crate) fn persuade_people(change: &mut StateChange<'_>) {
    if !change.rules.economy.persuades {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.at().is_in_play(id) {
            persuade(change, id);
        }
    }
}

/// The people of a unit's cell may join its side.
pub(super) fn persuade(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    let unit = *at.unit(id);
    let Some(people) = at.people_of(unit.cell) else { return };
    if people == unit.side || at.trusts(unit.side, people) {
        return;
    }
    let mut chance = at.on_ground(PEOPLE_SURRENDER_CHANCE, id);
    for &material in &at.rules.economy.people {
        if at.cell_supply(unit.cell, material) > 0 {
            chance = percent_of(chance, at.rules.design.entry(PEOPLE_SURRENDER_EFFECT, unit.kind, material));
        }
    }
    if change.percent(Purpose::Events, chance) {
        set_people(change, unit.cell, unit.side);
    }
}

/// The people of a cell join a side.
pub(super) fn set_people(change: &mut StateChange<'_>, cell: Cell, side: SideId) {
    let Some(before) = change.at().people_of(cell) else { return };
    if before != side {
        change.state.people[cell.index()] = Some(side).into();
        crate::vision::people_changed(change, cell, before, side);
    }
}

/// At the end of a turn people for whom a cell has no room are removed, of all kinds in proportion.
pub(crate) fn limit_people(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let plan = &rules.economy;
    if !plan.limits_people {
        return;
    }
    for place in 0..change.state.working_cells.len() {
        let cell = change.state.working_cells[place];
        let most = rules.design.int(PEOPLE_MAX, change.at().ground(cell));
        if most < 0 {
            continue;
        }
        let total: i64 = plan.people.iter().map(|&m| i64::from(change.at().cell_supply(cell, m))).sum();
        if total > i64::from(most) {
            for &material in &plan.people {
                let count = i64::from(change.at().cell_supply(cell, material));
                change.set_cell_supply(cell, material, (count * i64::from(most) / total) as i32);
            }
        }
    }
}
