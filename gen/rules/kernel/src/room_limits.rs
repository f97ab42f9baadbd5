//! Checks that nowhere are more units than there is room for: in cells, in transports, and by the limits of numbers. It is one of
//! the invariants of a state (`Ruleset::find_broken`).
//!
//! Units of a start beyond its limits may stay. If a start is crowded anywhere, room is not checked at all.

use std::collections::BTreeMap;

use design::parameters::global::{UNITS_IN_GAME_MAX, UNITS_PER_SIDE_MAX};
use design::parameters::table::{
    OCCUPANT_MAX, TERRAIN_CAPACITY_X, UNIT_CAPACITY_X, UNIT_SIZE_AS_OCCUPANT, UNIT_SIZE_IN_TERRAIN,
};
use design::parameters::unit::{TYPE_IN_GAME_MAX, TYPE_PER_SIDE_MAX};
use design::parameters::{terrain, unit};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::Cell;
use world::standing::taken_room;
use world::{Place, Scenario, SideId};

use crate::{StateView, UnitIndex};

/// The first cell, transport or side with too many units.
pub(crate) fn find_broken(at: StateView<'_>) -> Option<String> {
    find_crowd(at).filter(|_| !begins_crowded(&at.rules.scenario)).or_else(|| find_excess(at))
}

fn find_crowd(at: StateView<'_>) -> Option<String> {
    let design = &*at.rules.design;
    let kinds = |ids: &mut dyn Iterator<Item = UnitIndex>| ids.map(|id| at.unit(id).kind).collect::<Vec<UnitType>>();
    let cells = at.state.first.iter().enumerate().filter(|(_, first)| **first != UnitIndex::NONE);
    let mut cells = cells.map(|(index, _)| Cell(index as u32));
    let in_cell = |cell: Cell| {
        let told = crowd_on(design, at.ground(cell), &kinds(&mut at.in_cell(cell)))?;
        Some(format!("cell {} {told}", cell.0))
    };
    let inside = |id: UnitIndex| {
        let told = crowd_inside(design, at.unit(id).kind, &kinds(&mut at.occupants(id)))?;
        Some(format!("unit {id} {told}"))
    };
    cells.find_map(in_cell).or_else(|| at.live().filter(|&id| at.unit(id).first != UnitIndex::NONE).find_map(inside))
}

/// Whether more units stand in a cell than it has room for.
pub(crate) fn is_crowded(at: StateView<'_>, cell: Cell) -> bool {
    let kinds: Vec<UnitType> = at.in_cell(cell).map(|id| at.unit(id).kind).collect();
    crowd_on(&at.rules.design, at.ground(cell), &kinds).is_some()
}

/// Whether a start has units where there is no room for them.
fn begins_crowded(start: &Scenario) -> bool {
    let design = &*start.design;
    let (mut cells, mut carriers) = (BTreeMap::<u32, Vec<UnitType>>::new(), BTreeMap::<u32, Vec<UnitType>>::new());
    for unit in &start.units {
        match unit.place {
            Place::Cell(cell) => cells.entry(cell.0).or_default().push(unit.kind),
            Place::Inside(carrier) => carriers.entry(carrier.0).or_default().push(unit.kind),
            Place::Unplaced => {}
        }
    }
    cells.iter().any(|(&cell, kinds)| crowd_on(design, start.world.terrain_at(Cell(cell)), kinds).is_some())
        || carriers
            .iter()
            .any(|(&carrier, kinds)| crowd_inside(design, start.unit(world::UnitId(carrier)).kind, kinds).is_some())
}

/// How units exceed the room of a cell, as a sentence.
fn crowd_on(design: &Design, ground: TerrainType, kinds: &[UnitType]) -> Option<String> {
    let capacity = design.int(terrain::CAPACITY, ground).max(0);
    let reserved = |kind: UnitType| design.entry(TERRAIN_CAPACITY_X, kind, ground);
    let size = |kind: UnitType| design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground);
    let taken = taken_room(kinds.iter().copied(), reserved, size);
    (taken > capacity).then(|| format!("has room for {capacity}, and units take {taken}"))
}

/// How units exceed the room of a transport, as a sentence.
fn crowd_inside(design: &Design, carrier: UnitType, kinds: &[UnitType]) -> Option<String> {
    let capacity = design.int(unit::CAPACITY, carrier).max(0);
    let reserved = |kind: UnitType| design.entry(UNIT_CAPACITY_X, carrier, kind);
    let size = |kind: UnitType| design.entry(UNIT_SIZE_AS_OCCUPANT, kind, carrier);
    let taken = taken_room(kinds.iter().copied(), reserved, size);
    if taken > capacity {
        return Some(format!("has room for {capacity}, and occupants take {taken}"));
    }
    // Units in reserved places do not count against the limits.
    let mut counts = vec![0_i32; design.units.len()];
    kinds.iter().for_each(|kind| counts[kind.index()] += 1);
    let beyond = |kind: UnitType| (counts[kind.index()] - reserved(kind).max(0)).max(0);
    let is_above = |most: i32, count: i32| most >= 0 && count > most;
    let of = |test: &dyn Fn(UnitType) -> bool| design.unit_types().filter(|&kind| test(kind)).map(beyond).sum::<i32>();
    let excess = design.unit_types().find(|&kind| is_above(design.entry(OCCUPANT_MAX, carrier, kind), beyond(kind)));
    if let Some(kind) = excess {
        return Some(format!("holds more of type {} than it may", kind.0));
    }
    let totals = [
        (unit::OCCUPANT_TOTAL_MAX, of(&|_| true)),
        (unit::FACILITY_TOTAL_MAX, of(&|kind| design.flag(unit::FACILITY, kind))),
        (unit::MOBILE_TOTAL_MAX, of(&|kind| design.int(unit::SPEED, kind) > 0)),
    ];
    let (key, count) = totals.into_iter().find(|&(key, count)| is_above(design.int(key, carrier), count))?;
    Some(format!("holds {count} units, and may hold {}", design.int(key, carrier)))
}

/// Checks the limits of a type and of all units, for each side and for the game. Independents have no limits of a side.
fn find_excess(at: StateView<'_>) -> Option<String> {
    let design = &*at.rules.design;
    let is_limited =
        |kind: UnitType| design.int(TYPE_PER_SIDE_MAX, kind) >= 0 || design.int(TYPE_IN_GAME_MAX, kind) >= 0;
    let all_max = (design.global_int(UNITS_PER_SIDE_MAX), design.global_int(UNITS_IN_GAME_MAX));
    if all_max.0 < 0 && all_max.1 < 0 && !design.unit_types().any(is_limited) {
        return None;
    }
    let sides = &at.state.sides;
    let is_above = |most: i32, count: i64, begun: usize| most >= 0 && count > i64::from(most).max(begun as i64);
    let begun = |test: &dyn Fn(SideId, UnitType) -> bool| {
        at.rules.scenario.units.iter().filter(|unit| test(unit.side, unit.kind)).count()
    };
    for kind in design.unit_types() {
        let count = |side: &crate::SideState| side.count(kind);
        let most = design.int(TYPE_IN_GAME_MAX, kind);
        let total = sides.iter().map(count).sum();
        if is_above(most, total, begun(&|_, its| its == kind)) {
            return Some(format!("there are {total} units of type {}, and never more than {most}", kind.0));
        }
    }
    let total = sides.iter().map(crate::SideState::count_all).sum();
    if is_above(all_max.1, total, begun(&|_, _| true)) {
        return Some(format!("there are {total} units, and never more than {}", all_max.1));
    }
    for (number, side) in sides.iter().enumerate().skip(1) {
        let own = SideId(number as u8);
        for kind in design.unit_types() {
            let (most, count) = (design.int(TYPE_PER_SIDE_MAX, kind), side.count(kind));
            if is_above(most, count, begun(&|side, its| side == own && its == kind)) {
                return Some(format!("side {number} has {count} units of type {}, and never more than {most}", kind.0));
            }
        }
        if is_above(all_max.0, side.count_all(), begun(&|side, _| side == own)) {
            return Some(format!("side {number} has {} units, and never more than {}", side.count_all(), all_max.0));
        }
    }
    None
}
