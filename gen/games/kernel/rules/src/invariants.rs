//! The invariants of a state (`Ruleset::find_broken`): every unit is in exactly one place, lists and counts agree with the units,
//! there is room for all of them ([`crate::room_limits`]), and no number leaves its bounds.

use design::TypeId;
use design::parameters::global::{TREASURY_SIZE, TURN};
use design::parameters::unit::{ACP_MIN, CP, HP_MAX};

use crate::{Kernel, State, StateView, Unit, UnitIndex};

impl Kernel {
    /// The first fault in a state.
    #[doc(hidden)]
    pub fn find_broken_state(&self, state: &State) -> Option<String> {
        let at = StateView { rules: self, state };
        find_broken_chain(at)
            .or_else(|| find_broken_unit(at))
            .or_else(|| find_broken_stock(at))
            .or_else(|| find_broken_list(at))
            .or_else(|| crate::room_limits::find_broken(at))
            .or_else(|| crate::vision::find_broken(at))
    }
}

/// Walks along all chains. Every unit that is met is marked, so that a ring is found and not followed for ever.
fn find_broken_chain(at: StateView<'_>) -> Option<String> {
    let state = at.state;
    let mut met = vec![false; state.units.len()];
    let mut walk = |first: UnitIndex, inside: UnitIndex, cell: grid::Cell| -> Option<String> {
        let mut next = first;
        let mut before = None;
        while let Some(id) = next.some() {
            if std::mem::replace(&mut met[id.index()], true) {
                return Some(format!("unit {id} stands in two places, or in a ring"));
            }
            if before.is_some_and(|before| before > id) {
                return Some(format!("unit {id} stands out of order"));
            }
            let unit = at.unit(id);
            if unit.hp <= 0 {
                return Some(format!("unit {id} is dead and stands somewhere"));
            }
            if unit.inside != inside {
                return Some(format!("unit {id} does not know what it is inside of"));
            }
            if unit.cell != cell {
                return Some(format!("unit {id} does not know its cell"));
            }
            (before, next) = (Some(id), unit.next);
        }
        None
    };
    for (index, &first) in state.first.iter().enumerate() {
        if first != UnitIndex::NONE
            && let Some(broken) = walk(first, UnitIndex::NONE, grid::Cell(index as u32))
        {
            return Some(broken);
        }
    }
    for (index, unit) in state.units.iter().enumerate() {
        if let Some(broken) = walk(unit.first, UnitIndex(index as u32), unit.cell) {
            return Some(broken);
        }
    }
    for (index, unit) in state.units.iter().enumerate() {
        let id = UnitIndex(index as u32);
        if unit.cell != Unit::NOWHERE && !met[index] {
            return Some(format!("unit {id} stands in no chain"));
        }
    }
    // Units inside each other are met too, though on no map: a unit that is in no such ring leads out at last.
    let mut comes_out = vec![false; state.units.len()];
    for index in 0..state.units.len() {
        let mut way = vec![index];
        while let Some(carrier) = at.unit(UnitIndex(way[way.len() - 1] as u32)).inside.some() {
            if comes_out[carrier.index()] {
                break;
            }
            if way.len() > state.units.len() {
                return Some(format!("unit {} is inside of itself", UnitIndex(index as u32)));
            }
            way.push(carrier.index());
        }
        way.into_iter().for_each(|member| comes_out[member] = true);
    }
    None
}

fn find_broken_unit(at: StateView<'_>) -> Option<String> {
    let design = &*at.rules.design;
    for (index, unit) in at.state.units.iter().enumerate() {
        let id = UnitIndex(index as u32);
        if unit.hp <= 0 {
            if unit.cell != Unit::NOWHERE {
                return Some(format!("unit {id} is dead and has a cell"));
            }
            continue;
        }
        let hp_max = design.int(HP_MAX, unit.kind).max(1);
        if i32::from(unit.hp) > hp_max {
            return Some(format!("unit {id} has {} hp of {hp_max}", unit.hp));
        }
        let cp = design.int(CP, unit.kind);
        if i32::from(unit.cp) > cp.max(0) {
            return Some(format!("unit {id} has {} cp of {cp}", unit.cp));
        }
        let acp_min = design.int(ACP_MIN, unit.kind).min(0);
        if i32::from(unit.acp) < acp_min {
            return Some(format!("unit {id} has {} acp, and never less than {acp_min}", unit.acp));
        }
    }
    None
}

/// Checks that no stock is below 0, or above what the rules allow. A scenario's units keep what it gives them until the first turn
/// begins, when an economy cuts that to their storage; nothing fills them beyond it later.
fn find_broken_stock(at: StateView<'_>) -> Option<String> {
    let begun = i64::from(at.rules.design.global_int(TURN));
    let is_cut = at.rules.economy.is_on() && i64::from(at.state.turn) > begun;
    for material in at.rules.material_types() {
        let name = material.0;
        for (id, _) in at.state.units.iter().enumerate().filter(|(_, unit)| unit.hp > 0) {
            let id = UnitIndex(id as u32);
            let (held, most) = (at.supply(id, material), at.storage(id, material).max(0));
            if held < 0 {
                return Some(format!("unit {id} holds less than nothing of material {name}"));
            }
            if is_cut && held > most {
                return Some(format!("unit {id} holds {held} of material {name}, and has room for {most}"));
            }
        }
        for cell in at.rules.area.cells() {
            let (held, most) = (at.cell_supply(cell, material), at.cell_storage(cell, material).max(0));
            if held < 0 || (at.rules.economy.is_on() && held > most) {
                return Some(format!("cell {} holds {held} of material {name}, and has room for {most}", cell.0));
            }
        }
        let most = at.rules.design.global_int(TREASURY_SIZE).max(0);
        for (number, side) in at.state.sides.iter().enumerate() {
            let held = side.treasury[material.index()];
            if held < 0 || held > most {
                return Some(format!("side {number} holds {held} of material {name}, and its treasury {most}"));
            }
        }
    }
    None
}

fn find_broken_list(at: StateView<'_>) -> Option<String> {
    let state = at.state;
    let rises = |ids: &[UnitIndex]| ids.windows(2).all(|pair| pair[0] < pair[1]);
    if !rises(&state.live) {
        return Some("the list of the living is out of order".to_owned());
    }
    if let Some(lost) = state
        .units
        .iter()
        .enumerate()
        .find(|(index, unit)| unit.hp > 0 && state.live.binary_search(&UnitIndex(*index as u32)).is_err())
    {
        return Some(format!("unit {} lives and is not on the list", UnitIndex(lost.0 as u32)));
    }
    let mut counts = vec![vec![0_u32; at.rules.design.units.len()]; state.sides.len()];
    for (index, unit) in state.units.iter().enumerate().filter(|(_, unit)| unit.hp > 0) {
        let id = UnitIndex(index as u32);
        let own = &state.sides[unit.side.row()];
        if own.units.binary_search(&id).is_err() {
            return Some(format!("unit {id} is not on its side's list"));
        }
        counts[unit.side.row()][unit.kind.index()] += 1;
    }
    for (number, side) in state.sides.iter().enumerate() {
        if !rises(&side.units) {
            return Some(format!("the list of side {number} is out of order"));
        }
        if side.counts != counts[number] {
            return Some(format!("side {number} counts its units wrongly"));
        }
        if side.trusts >> number & 1 == 0 {
            return Some(format!("side {number} does not trust itself"));
        }
    }
    None
}
