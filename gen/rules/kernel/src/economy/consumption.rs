//! What units, cells and people use up when a turn ends, and who starves (`kernel-rules` 5.3).

use design::parameters::table::{
    BASE_CONSUMPTION, CHANGE_ON_EXHAUSTION_CHANCE, CONSUMPTION_AS_OCCUPANT, CONSUMPTION_PER_MOVE, HP_PER_STARVE,
    PEOPLE_CONSUMPTION, TAKES_FROM_TREASURY, TERRAIN_EXHAUSTION_TYPE,
};
use design::{MaterialType, TerrainType, TypeId};
use grid::Cell;

use super::ledger::{Entry, note};
use crate::amounts::percent_of;
use crate::event::{Death, What};
use crate::luck::Purpose;
use crate::{Course, Position, Unit, UnitId};

/// People use materials of their cells, then the cells themselves do. Where there is not enough, the terrain can turn
/// into another.
pub(crate) fn consume_cells(course: &mut Course<'_>) {
    let rules = course.rules;
    let plan = &rules.economy;
    // Cells leave the list, and come into it, when their terrain changes.
    for cell in course.state.working_cells.clone() {
        for &one in &plan.people {
            let count = course.at().cell_supply(cell, one);
            for material in rules.material_types() {
                let each = rules.design.entry(PEOPLE_CONSUMPTION, one, material);
                if count > 0 && each > 0 {
                    use_up(course, cell, material, each.saturating_mul(count));
                }
            }
        }
        let ground = course.at().ground(cell);
        for &(material, amount) in &plan.terrain[ground.index()].uses {
            use_up(course, cell, material, amount);
        }
        let auxiliary = course.at().auxiliary(cell).flat_map(|kind| &plan.terrain[kind.index()].uses);
        for (material, amount) in auxiliary.copied().collect::<Vec<_>>() {
            use_up(course, cell, material, amount);
        }
    }
}

fn use_up(course: &mut Course<'_>, cell: Cell, material: MaterialType, amount: i32) {
    let stock = course.at().cell_supply(cell, material);
    course.set_cell_supply(cell, material, stock.saturating_sub(amount).max(0));
    if stock < amount {
        exhaust(course, cell, material);
    }
}

/// A material of a cell is at its end: its terrain may become another.
pub(crate) fn exhaust(course: &mut Course<'_>, cell: Cell, material: MaterialType) {
    let design = &*course.rules.design;
    let ground = course.at().ground(cell);
    let into = design.entry(TERRAIN_EXHAUSTION_TYPE, ground, material);
    if into < 0 || !course.percent(Purpose::Economy, design.entry(CHANGE_ON_EXHAUSTION_CHANCE, ground, material)) {
        return;
    }
    let into = TerrainType(into as u8);
    if design.cell_terrain().any(|kind| kind == into) {
        course.change_ground(cell, into);
    }
}

/// Units use what they live on. What they have used for moving in this turn counts towards it.
pub(crate) fn consume_units(course: &mut Course<'_>) {
    let plan = &course.rules.economy;
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        let Unit { kind, side, .. } = *course.state.unit(id);
        // Sides without an economy neither make nor use anything.
        if plan.units[kind.index()].eats.is_empty() || !plan.includes(side) || !course.at().is_active(id) {
            continue;
        }
        for &material in &plan.units[kind.index()].eats {
            let need = need(course.at(), id, material);
            if need <= 0 {
                continue;
            }
            let stock = course.at().side(side).treasury[material.index()];
            if stock >= need && lives_on_treasury(course.at(), id, material) {
                course.add_treasury(side, material, -need);
                continue;
            }
            // Whoever lives on a treasury that is empty goes without: a debt that it starves of.
            *course.supply_mut(id, material) -= need;
            note(Entry::Used, material, need);
        }
    }
}

/// Forgives units what they could not pay, where no economy does so.
pub(crate) fn forgive(course: &mut Course<'_>) {
    let plan = &course.rules.economy;
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        for &material in &plan.units[course.state.unit(id).kind.index()].eats {
            let debt = course.at().supply(id, material).min(0);
            *course.supply_mut(id, material) -= debt;
            note(Entry::Made, material, -debt);
        }
    }
}

/// What a unit needs of a material at the end of a turn.
fn need(at: Position<'_>, id: UnitId, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let unit = at.unit(id);
    let mut need = design.entry(BASE_CONSUMPTION, unit.kind, material);
    if unit.inside.some().is_some() {
        need = percent_of(need, design.entry(CONSUMPTION_AS_OCCUPANT, unit.kind, material));
    }
    let moving = design.entry(CONSUMPTION_PER_MOVE, unit.kind, material).max(0);
    need.saturating_sub(moving.saturating_mul(i32::from(unit.moves))).max(0)
}

/// Whether a unit can hold nothing of a material, and gets it from its side's treasury.
fn lives_on_treasury(at: Position<'_>, id: UnitId, material: MaterialType) -> bool {
    let unit = at.unit(id);
    at.storage(id, material) == 0
        && at.has_treasury(unit.side, material)
        && at.rules.design.entry(TAKES_FROM_TREASURY, unit.kind, material) != 0
}

/// Units that are out of what they live on lose hit points, in every turn.
pub(crate) fn starve_units(course: &mut Course<'_>) {
    let plan = &course.rules.economy;
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        let Unit { kind, side, .. } = *course.state.unit(id);
        if plan.units[kind.index()].starves.is_empty() || !plan.includes(side) || !course.at().is_active(id) {
            continue;
        }
        let damage = starvation(course, id);
        if damage > 0 {
            starve(course, id, damage);
        }
    }
}

/// A unit has used up materials by moving: it dies if what it lacks now kills it outright.
pub(crate) fn starve_on_move(course: &mut Course<'_>, id: UnitId) {
    let kind = course.state.unit(id).kind;
    if course.rules.economy.units[kind.index()].starves.is_empty() || !course.at().is_active(id) {
        return;
    }
    let damage = starvation(course, id);
    if damage >= i32::from(course.state.unit(id).hp) {
        starve(course, id, damage);
    }
}

/// Hit points that a unit loses for want: the worst of all materials that it is out of.
fn starvation(course: &mut Course<'_>, id: UnitId) -> i32 {
    let rules = course.rules;
    let kind = course.state.unit(id).kind;
    let mut worst = 0;
    for &material in &rules.economy.units[kind.index()].starves {
        let has = course.at().supply(id, material);
        // Whoever lives on a treasury holds nothing, and owes only what was not there.
        if has < 0 || (has == 0 && !lives_on_treasury(course.at(), id, material)) {
            let loss = rules.design.entry(HP_PER_STARVE, kind, material);
            worst = worst.max(course.state.luck.hundredths(Purpose::Economy, loss));
        }
    }
    worst
}

fn starve(course: &mut Course<'_>, id: UnitId, damage: i32) {
    let who = course.at().who(id);
    let told = damage.min(i32::from(course.state.unit(id).hp)) as i16;
    course.tell(What::Starved { who, damage: told }, &[who.cell], &[who.side]);
    course.hurt(id, damage, Death::Starvation, None);
}
