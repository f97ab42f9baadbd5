//! The knowledge of sides when the game begins (`kernel-rules` 4, "Start"; seed 000, "Setting the Initial View").

use design::parameters::global::TERRAIN_SEEN;
use design::parameters::unit::{ALREADY_SEEN, ALREADY_SEEN_INDEPENDENT, INITIAL_SEEN_RADIUS};
use design::{IntProperty, TypeId, UnitType};
use grid::{Cell, disk};
use world::SideId;

use super::looks::{self, Impression};
use crate::StateChange;
use crate::gdl_properties::file_ids;
use crate::rng::Purpose;

/// Gives each side its initial knowledge, before the first turn.
pub(super) fn show(change: &mut StateChange<'_>) {
    let ids = file_ids(&change.rules.scenario);
    for side in change.rules.side_ids() {
        if super::saved::is_kept(change, side) {
            super::saved::recall(change, side, &ids);
            continue;
        }
        let shown = find_shown(change, side);
        for (cell, _) in shown.iter().enumerate().filter(|entry| *entry.1) {
            looks::learn(change, side, Cell(cell as u32));
        }
        show_units(change, side, &shown);
        super::saved::recall(change, side, &ids);
    }
}

/// The cells that a side knows: around its own units and people, and those of sides that trust it; or all.
fn find_shown(change: &StateChange<'_>, side: SideId) -> Vec<bool> {
    let at = change.at();
    let area = &at.rules.area;
    let mut shown = vec![false; area.len()];
    if at.rules.design.global_int(TERRAIN_SEEN) != 0 {
        area.cells().for_each(|cell| shown[cell.index()] = true);
        return shown;
    }
    let is_friend = |owner: SideId| owner == side || at.trusts(owner, side);
    for id in at.live().filter(|&id| at.is_in_play(id) && is_friend(at.unit(id).side)) {
        let radius = at.int(INITIAL_SEEN_RADIUS, id).max(0) as u32;
        disk(area, at.unit(id).cell, radius).for_each(|cell| shown[cell.index()] = true);
    }
    if !at.state.people.is_empty() {
        for cell in area.cells().filter(|&cell| at.sides_of_people(cell) >> side.0 & 1 == 1) {
            disk(area, cell, 1).for_each(|cell| shown[cell.index()] = true);
        }
    }
    shown
}

/// Shows units of others in those cells, each with its chance.
fn show_units(change: &mut StateChange<'_>, side: SideId, shown: &[bool]) {
    let rules = change.rules;
    let chances = |key: IntProperty<UnitType>, own: &[(UnitType, i32)]| {
        let mut chances: Vec<i32> = rules.design.unit_types().map(|kind| rules.design.int(key, kind)).collect();
        for (kind, chance) in own {
            chances[kind.index()] = *chance;
        }
        chances
    };
    let gdl = &rules.scenario.side(side).gdl;
    let of_sides = chances(ALREADY_SEEN, &gdl.already_seen);
    let of_nobody = chances(ALREADY_SEEN_INDEPENDENT, &gdl.already_seen_independent);
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let unit = *change.state.unit(id);
        let is_there = change.at().is_in_play(id) && unit.inside.some().is_none() && shown[unit.cell.index()];
        if !is_there || unit.side == side || !change.at().knows_of(side, unit.kind) {
            continue;
        }
        let chances = if unit.side == SideId::INDEPENDENT { &of_nobody } else { &of_sides };
        if change.percent(Purpose::Vision, chances[usize::from(unit.kind.0)]) {
            looks::show(change, side, id, Impression::True);
        }
    }
}
