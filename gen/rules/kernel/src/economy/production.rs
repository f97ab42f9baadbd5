//! What cells and units make, and what they have no room for (`kernel-rules` 5.1).

use design::parameters::table::{
    BASE_PRODUCTION, OCCUPANT_BASE_PRODUCTION, PEOPLE_PRODUCTION, PRODUCTIVITY, PRODUCTIVITY_ADJACENT,
    PRODUCTIVITY_MAX, PRODUCTIVITY_MIN,
};
use design::{MaterialType, TypeId};

use super::ledger::{Entry, note};
use crate::luck::Purpose;
use crate::{Course, Position, UnitId};

/// Cells make what their terrain makes, and what lies over it, and their people.
pub(super) fn produce_in_cells(course: &mut Course<'_>) {
    let rules = course.rules;
    let plan = &rules.economy;
    for place in 0..course.state.working_cells.len() {
        let cell = course.state.working_cells[place];
        let add = |course: &mut Course<'_>, material: MaterialType, amount: i32| {
            let stock = course.at().cell_supply(cell, material);
            course.set_cell_supply(cell, material, stock.saturating_add(amount));
        };
        // Counted before anything is added: people who were made just now make nothing yet.
        let people: Vec<(MaterialType, i32)> =
            plan.people.iter().map(|&m| (m, course.at().cell_supply(cell, m))).filter(|entry| entry.1 > 0).collect();
        let ground = course.at().ground(cell);
        for &(material, amount) in &plan.terrain[ground.index()].makes {
            add(course, material, amount);
        }
        let auxiliary = course.at().auxiliary(cell).flat_map(|kind| &plan.terrain[kind.index()].makes);
        for (material, amount) in auxiliary.copied().collect::<Vec<_>>() {
            add(course, material, amount);
        }
        for (one, count) in people {
            for material in rules.material_types() {
                let each = rules.design.entry(PEOPLE_PRODUCTION, one, material);
                if each > 0 {
                    add(course, material, each.saturating_mul(count));
                }
            }
        }
    }
}

/// Complete units make what their types make, by the terrain that they stand on and beside.
pub(super) fn produce_in_units(course: &mut Course<'_>) {
    let plan = &course.rules.economy;
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        let unit = course.state.unit(id);
        if plan.units[unit.kind.index()].makes.is_empty() || !plan.includes(unit.side) || !course.at().is_active(id) {
            continue;
        }
        for &material in &plan.units[unit.kind.index()].makes {
            let [here, beside] = production(course.at(), id, material);
            let made = course.state.luck.hundredths(Purpose::Economy, here)
                + course.state.luck.hundredths(Purpose::Economy, beside);
            let stock = course.supply_mut(id, material);
            *stock = stock.saturating_add(made);
            note(Entry::Made, material, made);
        }
    }
}

/// What a unit makes of a material in a turn, in hundredths: by the terrain that it stands on, and by the best terrain
/// beside it.
fn production(at: Position<'_>, id: UnitId, material: MaterialType) -> [i32; 2] {
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

/// Whatever units and cells have no room for is lost; debts are forgiven.
pub(super) fn clip(course: &mut Course<'_>) {
    let plan = &course.rules.economy;
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        if course.at().is_alive(id) {
            clip_unit(course, id);
        }
    }
    for place in 0..course.state.working_cells.len() {
        let cell = course.state.working_cells[place];
        for material in course.rules.material_types() {
            if plan.in_cells[material.index()] {
                let (stock, room) = (course.at().cell_supply(cell, material), course.at().cell_storage(cell, material));
                if stock > room {
                    course.set_cell_supply(cell, material, room);
                }
            }
        }
    }
}

/// A unit holds no more than it has room for, and not less than nothing.
pub(crate) fn clip_unit(course: &mut Course<'_>, id: UnitId) {
    for material in course.rules.material_types() {
        let (stock, room) = (course.at().supply(id, material), course.at().storage(id, material));
        if stock > room {
            *course.supply_mut(id, material) = room;
            note(Entry::Used, material, stock - room);
        } else if stock < 0 {
            *course.supply_mut(id, material) = 0;
            note(Entry::Made, material, -stock);
        }
    }
}
