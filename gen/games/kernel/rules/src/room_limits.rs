//! Checks that nowhere are more units than there is room for: in cells, in transports, and by the limits of numbers. It is one of
//! the invariants of a state (`Ruleset::find_broken`).
//!
//! Units of a start beyond its limits may stay. If a start is crowded anywhere, room is not checked at all.

use std::collections::BTreeMap;

use design::abilities::{OCCUPANT_LIMITS, taken_room_on, taken_room_within};
use design::parameters::global::{UNITS_IN_GAME_MAX, UNITS_PER_SIDE_MAX};
use design::parameters::table::{OCCUPANT_MAX, UNIT_CAPACITY_X};
use design::parameters::terrain;
use design::parameters::unit::{CAPACITY, TYPE_IN_GAME_MAX, TYPE_PER_SIDE_MAX};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::Cell;
use world::{Place, Scenario, SideId};

use crate::{StateView, UnitIndex};

/// The first cell, transport or side with too many units.
pub fn find_broken(at: StateView<'_>) -> Option<String> {
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
    let taken = taken_room_on(design, ground, kinds.iter().copied());
    (taken > capacity).then(|| format!("has room for {capacity}, and units take {taken}"))
}

/// How units exceed the room of a transport, as a sentence.
fn crowd_inside(design: &Design, carrier: UnitType, kinds: &[UnitType]) -> Option<String> {
    let capacity = design.int(CAPACITY, carrier).max(0);
    let taken = taken_room_within(design, carrier, kinds.iter().copied());
    if taken > capacity {
        return Some(format!("has room for {capacity}, and occupants take {taken}"));
    }
    // Units in reserved places do not count: they enter whatever else is there, so that a limit may be exceeded by them.
    let mut beyond = vec![0_i32; design.units.len()];
    kinds.iter().for_each(|kind| beyond[kind.index()] += 1);
    for kind in design.unit_types() {
        let reserved = design.entry(UNIT_CAPACITY_X, carrier, kind).max(0);
        beyond[kind.index()] = (beyond[kind.index()] - reserved).max(0);
    }
    let is_above = |most: i32, count: i32| most >= 0 && count > most;
    let is_excess = |kind: &UnitType| is_above(design.entry(OCCUPANT_MAX, carrier, *kind), beyond[kind.index()]);
    if let Some(kind) = design.unit_types().find(is_excess) {
        return Some(format!("holds more of type {} than it may", kind.0));
    }
    let totals = OCCUPANT_LIMITS.into_iter().map(|(key, counts)| {
        let counted = design.unit_types().filter(|&kind| counts(design, kind));
        (design.int(key, carrier), counted.map(|kind| beyond[kind.index()]).sum::<i32>())
    });
    let (most, count) = totals.into_iter().find(|&(most, count)| is_above(most, count))?;
    Some(format!("holds {count} units, and may hold {most}"))
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
