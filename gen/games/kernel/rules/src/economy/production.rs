//! The production of cells and units, and the loss of what they have no room for (`kernel-rules` 5.1).

use design::parameters::table::{
    BASE_PRODUCTION, OCCUPANT_BASE_PRODUCTION, PEOPLE_PRODUCTION, PRODUCTIVITY, PRODUCTIVITY_ADJACENT,
    PRODUCTIVITY_MAX, PRODUCTIVITY_MIN,
};
use design::{MaterialType, TypeId};

use crate::ledger::{LedgerEntry, note};
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// Cells produce by their terrain, by what covers it, and by their people.
pub(super) fn produce_in_cells(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let plan = &rules.economy;
    for place in 0..change.state.working_cells.len() {
        let cell = change.state.working_cells[place];
        let add = |change: &mut StateChange<'_>, material: MaterialType, amount: i32| {
            let stock = change.at().cell_supply(cell, material);
            change.set_cell_supply(cell, material, stock.saturating_add(amount));
        };
        // Counted before anything is added: people made just now produce nothing yet.
        let people: Vec<(MaterialType, i32)> =
            plan.people.iter().map(|&m| (m, change.at().cell_supply(cell, m))).filter(|entry| entry.1 > 0).collect();
        let ground = change.at().ground(cell);
        for &(material, amount) in &plan.terrain[ground.index()].makes {
            add(change, material, amount);
        }
        let auxiliary = change.at().auxiliary(cell).flat_map(|kind| &plan.terrain[kind.index()].makes);
        for (material, amount) in auxiliary.copied().collect::<Vec<_>>() {
            add(change, material, amount);
        }
        for (one, count) in people {
            for material in rules.material_types() {
                let each = rules.design.entry(PEOPLE_PRODUCTION, one, material);
                if each > 0 {
                    add(change, material, each.saturating_mul(count));
                }
            }
        }
    }
}

/// Complete units produce by their types, and by the terrain on which and beside which they stand.
pub(super) fn produce_in_units(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let unit = change.state.unit(id);
        if plan.units[unit.kind.index()].makes.is_empty() || !plan.includes(unit.side) || !change.at().is_active(id) {
            continue;
        }
        for &material in &plan.units[unit.kind.index()].makes {
            let [here, beside] = production(change.at(), id, material);
            let made = change.state.rng.hundredths(Purpose::Economy, here)
                + change.state.rng.hundredths(Purpose::Economy, beside);
            let stock = change.supply_mut(id, material);
            *stock = stock.saturating_add(made);
            note(LedgerEntry::Made, material, made);
        }
    }
}

/// A unit's production of a material per turn, in hundredths: by the terrain on which it stands, and by the best terrain beside it.
fn production(at: StateView<'_>, id: UnitIndex, material: MaterialType) -> [i32; 2] {
    let design = &*at.rules.design;
    let unit = at.unit(id);
    let inside = design.entry(OCCUPANT_BASE_PRODUCTION, unit.kind, material);
    let base = match unit.inside.some() {
        Some(_) if inside >= 0 => inside,
        _ => design.entry(BASE_PRODUCTION, unit.kind, material),
    };
    if base <= 0 {
        return [0, 0];
    }
    let least = design.entry(PRODUCTIVITY_MIN, unit.kind, material);
    let most = design.entry(PRODUCTIVITY_MAX, unit.kind, material).max(least);
    let here = at.on_ground(PRODUCTIVITY, id).clamp(least, most);
    let beside = if design.is_set(PRODUCTIVITY_ADJACENT) {
        let around = at.rules.area.around(unit.cell);
        let best = around.map(|(_, cell)| design.entry(PRODUCTIVITY_ADJACENT, unit.kind, at.ground(cell))).max();
        best.unwrap_or(0).clamp(least, most)
    } else {
        0
    };
    // Both factors are below 2^15.
    [base * here, base * beside]
}

/// Removes what units and cells have no room for; debts are cancelled.
pub(super) fn clip(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.at().is_alive(id) {
            clip_unit(change, id);
        }
    }
    for place in 0..change.state.working_cells.len() {
        let cell = change.state.working_cells[place];
        for material in change.rules.material_types() {
            if plan.in_cells[material.index()] {
                let (stock, room) = (change.at().cell_supply(cell, material), change.at().cell_storage(cell, material));
                if stock > room {
                    change.set_cell_supply(cell, material, room);
                }
            }
        }
    }
}

/// Limits a unit's supply to its room, and to at least 0.
pub(crate) fn clip_unit(change: &mut StateChange<'_>, id: UnitIndex) {
    for material in change.rules.material_types() {
        let (stock, room) = (change.at().supply(id, material), change.at().storage(id, material));
        if stock > room {
            *change.supply_mut(id, material) = room;
            note(LedgerEntry::Used, material, stock - room);
        } else if stock < 0 {
            *change.supply_mut(id, material) = 0;
            note(LedgerEntry::Made, material, -stock);
        }
    }
}
