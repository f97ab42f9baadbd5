//! The consumption of units, cells and people at the end of a turn, and starvation (`kernel-rules` 5.3).

use design::parameters::table::{
    BASE_CONSUMPTION, CHANGE_ON_EXHAUSTION_CHANCE, CONSUMPTION_AS_OCCUPANT, CONSUMPTION_PER_MOVE, HP_PER_STARVE,
    PEOPLE_CONSUMPTION, TAKES_FROM_TREASURY, TERRAIN_EXHAUSTION_TYPE,
};
use design::{MaterialType, TerrainType, TypeId};
use grid::Cell;

use crate::amounts::percent_of;
use crate::event::{Death, EventKind};
use crate::ledger::{LedgerEntry, note};
use crate::rng::Purpose;
use crate::{StateChange, StateView, Unit, UnitIndex};

/// People consume materials of their cells, then the cells themselves do. If there is too little, the terrain can change.
pub(crate) fn consume_cells(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let plan = &rules.economy;
    // A copy, because cells leave and join the list when their terrain changes.
    for cell in change.state.working_cells.clone() {
        for &one in &plan.people {
            let count = change.at().cell_supply(cell, one);
            for material in rules.material_types() {
                let each = rules.design.entry(PEOPLE_CONSUMPTION, one, material);
                if count > 0 && each > 0 {
                    use_up(change, cell, material, each.saturating_mul(count));
                }
            }
        }
        let ground = change.at().ground(cell);
        for &(material, amount) in &plan.terrain[ground.index()].uses {
            use_up(change, cell, material, amount);
        }
        let auxiliary = change.at().auxiliary(cell).flat_map(|kind| &plan.terrain[kind.index()].uses);
        for (material, amount) in auxiliary.copied().collect::<Vec<_>>() {
            use_up(change, cell, material, amount);
        }
    }
}

fn use_up(change: &mut StateChange<'_>, cell: Cell, material: MaterialType, amount: i32) {
    let stock = change.at().cell_supply(cell, material);
    change.set_cell_supply(cell, material, stock.saturating_sub(amount).max(0));
    if stock < amount {
        exhaust(change, cell, material);
    }
}

/// A material of a cell is used up: its terrain may change.
pub(crate) fn exhaust(change: &mut StateChange<'_>, cell: Cell, material: MaterialType) {
    let design = &*change.rules.design;
    let ground = change.at().ground(cell);
    let into = design.entry(TERRAIN_EXHAUSTION_TYPE, ground, material);
    if into < 0 || !change.percent(Purpose::Economy, design.entry(CHANGE_ON_EXHAUSTION_CHANCE, ground, material)) {
        return;
    }
    let into = TerrainType(into as u8);
    if design.cell_terrain().any(|kind| kind == into) {
        change.change_ground(cell, into);
    }
}

/// Units consume what they live on. What they used for moving in this turn counts towards it.
pub(crate) fn consume_units(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let Unit { kind, side, .. } = *change.state.unit(id);
        // Sides outside the economy neither produce nor consume.
        if plan.units[kind.index()].eats.is_empty() || !plan.includes(side) || !change.at().is_active(id) {
            continue;
        }
        for &material in &plan.units[kind.index()].eats {
            let need = need(change.at(), id, material);
            if need <= 0 {
                continue;
            }
            let stock = change.at().side(side).treasury[material.index()];
            if stock >= need && lives_on_treasury(change.at(), id, material) {
                change.add_treasury(side, material, -need);
                continue;
            }
            // A unit that lives on an empty treasury gets nothing: it starves of this debt.
            *change.supply_mut(id, material) -= need;
            note(LedgerEntry::Used, material, need);
        }
    }
}

/// Cancels debts of supply in games where no economy does so.
pub(crate) fn forgive(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        for &material in &plan.units[change.state.unit(id).kind.index()].eats {
            let debt = change.at().supply(id, material).min(0);
            *change.supply_mut(id, material) -= debt;
            note(LedgerEntry::Made, material, -debt);
        }
    }
}

/// The amount of a material that a unit needs at the end of a turn.
fn need(at: StateView<'_>, id: UnitIndex, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let unit = at.unit(id);
    let mut need = design.entry(BASE_CONSUMPTION, unit.kind, material);
    if unit.inside.some().is_some() {
        need = percent_of(need, design.entry(CONSUMPTION_AS_OCCUPANT, unit.kind, material));
    }
    let moving = design.entry(CONSUMPTION_PER_MOVE, unit.kind, material).max(0);
    need.saturating_sub(moving.saturating_mul(i32::from(unit.moves))).max(0)
}

/// Whether a unit cannot hold a material, and gets it from its side's treasury.
fn lives_on_treasury(at: StateView<'_>, id: UnitIndex, material: MaterialType) -> bool {
    let unit = at.unit(id);
    at.storage(id, material) == 0
        && at.has_treasury(unit.side, material)
        && at.rules.design.entry(TAKES_FROM_TREASURY, unit.kind, material) != 0
}

/// Units without the materials that they live on lose hit points, in every turn.
pub(crate) fn starve_units(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let Unit { kind, side, .. } = *change.state.unit(id);
        if plan.units[kind.index()].starves.is_empty() || !plan.includes(side) || !change.at().is_active(id) {
            continue;
        }
        let damage = starvation(change, id);
        if damage > 0 {
            starve(change, id, damage);
        }
    }
}

/// A unit has used up materials by moving: it dies if a lack of them kills it outright.
pub(crate) fn starve_on_move(change: &mut StateChange<'_>, id: UnitIndex) {
    let kind = change.state.unit(id).kind;
    if change.rules.economy.units[kind.index()].starves.is_empty() || !change.at().is_active(id) {
        return;
    }
    let damage = starvation(change, id);
    if damage >= i32::from(change.state.unit(id).hp) {
        starve(change, id, damage);
    }
}

/// The hit points that a unit loses by starvation: the greatest loss among the materials that it lacks.
fn starvation(change: &mut StateChange<'_>, id: UnitIndex) -> i32 {
    let rules = change.rules;
    let kind = change.state.unit(id).kind;
    let mut worst = 0;
    for &material in &rules.economy.units[kind.index()].starves {
        let has = change.at().supply(id, material);
        // A unit that lives on a treasury holds nothing, and owes only what was missing.
        if has < 0 || (has == 0 && !lives_on_treasury(change.at(), id, material)) {
            let loss = rules.design.entry(HP_PER_STARVE, kind, material);
            worst = worst.max(change.state.rng.hundredths(Purpose::Economy, loss));
        }
    }
    worst
}

fn starve(change: &mut StateChange<'_>, id: UnitIndex, damage: i32) {
    let who = change.at().snapshot(id);
    let told = damage.min(i32::from(change.state.unit(id).hp)) as i16;
    change.log_to(EventKind::Starved { who, damage: told }, &[who.cell], &[who.side]);
    change.hurt(id, damage, Death::Starvation, None);
}
