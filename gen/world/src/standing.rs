//! Where there is room for a unit beside the units that are already there: in cells, in carriers, at the edge of the area. What an
//! empty cell or carrier holds is asked of `design::abilities`.
//!
//! Facts: `kernel-rules` 3.1 and 3.2 (stacking, transports).

use design::abilities::can_stand_on;
use design::parameters::global::EDGE_RING;
use design::parameters::table::{
    OCCUPANT_MAX, TERRAIN_CAPACITY_X, UNIT_CAPACITY_X, UNIT_SIZE_AS_OCCUPANT, UNIT_SIZE_IN_TERRAIN,
};
use design::parameters::{terrain, unit};
use design::{Design, TerrainType, UnitType};
use grid::{Area, Cell};

use crate::{Occupancy, Scenario, UnitId, World};

/// Whether a cell lies in the outermost ring of a bounded area, and the design closes that ring to units (`edge-ring`).
#[must_use]
pub fn is_closed_ring(design: &Design, area: &Area, cell: Cell) -> bool {
    area.is_edge(cell) && design.global_int(EDGE_RING) != 0
}

/// Whether one unit of a type may stand in a cell of this world if no other unit is there.
#[must_use]
pub fn may_stand(design: &Design, world: &World, kind: UnitType, cell: Cell) -> bool {
    can_stand_on(design, kind, world.terrain_at(cell)) && !is_closed_ring(design, &world.area, cell)
}

/// The shared room of a cell or carrier that units of these types take up: only units beyond the reserved places of their type
/// count (`kernel-rules` 3.1).
#[must_use]
pub fn taken_room(
    kinds: impl Iterator<Item = UnitType> + Clone,
    reserved: impl Fn(UnitType) -> i32,
    size: impl Fn(UnitType) -> i32,
) -> i32 {
    let is_beyond = |place: usize, kind: UnitType| {
        let keeps = reserved(kind);
        keeps <= 0 || kinds.clone().take(place).filter(|&other| other == kind).count() as i32 >= keeps
    };
    kinds.clone().enumerate().filter(|&(place, kind)| is_beyond(place, kind)).map(|(_, kind)| size(kind)).sum()
}

/// Whether a cell of a terrain has room for one more unit of a type, besides units of these types (`kernel-rules` 3.1).
#[must_use]
pub fn has_room_on(
    design: &Design,
    ground: TerrainType,
    there: impl Iterator<Item = UnitType> + Clone,
    kind: UnitType,
) -> bool {
    let capacity = design.int(terrain::CAPACITY, ground);
    let reserved = |kind| design.entry(TERRAIN_CAPACITY_X, kind, ground);
    if capacity <= 0 && reserved(kind) <= 0 {
        return false;
    }
    if (there.clone().filter(|&other| other == kind).count() as i32) < reserved(kind) {
        return true;
    }
    let size = |kind| design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground);
    taken_room(there, reserved, size) + size(kind) <= capacity
}

/// Whether a carrier of a type has room for one more occupant of a type, besides occupants of these types (`kernel-rules` 3.2).
#[must_use]
pub fn has_room_within(
    design: &Design,
    carrier: UnitType,
    inside: impl Iterator<Item = UnitType> + Clone,
    kind: UnitType,
) -> bool {
    let capacity = design.int(unit::CAPACITY, carrier);
    let reserved = |kind| design.entry(UNIT_CAPACITY_X, carrier, kind);
    if capacity <= 0 && reserved(kind) <= 0 {
        return false;
    }
    let count = |test: &dyn Fn(UnitType) -> bool| inside.clone().filter(|&kind| test(kind)).count() as i32;
    let same = count(&|other| other == kind);
    if same < reserved(kind) {
        return true;
    }
    let within = |most: i32, count: i32| most < 0 || count < most;
    let is_mobile = |kind| design.int(unit::SPEED, kind) > 0;
    let is_facility = |kind| design.flag(unit::FACILITY, kind);
    if !within(design.entry(OCCUPANT_MAX, carrier, kind), same - reserved(kind).max(0))
        || !within(design.int(unit::OCCUPANT_TOTAL_MAX, carrier), count(&|_| true))
        || (is_facility(kind) && !within(design.int(unit::FACILITY_TOTAL_MAX, carrier), count(&is_facility)))
        || (is_mobile(kind) && !within(design.int(unit::MOBILE_TOTAL_MAX, carrier), count(&is_mobile)))
    {
        return false;
    }
    let size = |kind| design.entry(UNIT_SIZE_AS_OCCUPANT, kind, carrier);
    taken_room(inside, reserved, size) + size(kind) <= capacity
}

/// Whether there is room for one more unit of a type in a cell, besides those that stand there.
#[must_use]
pub fn has_room(scenario: &Scenario, occupancy: &Occupancy, kind: UnitType, cell: Cell) -> bool {
    let there = occupancy.in_cell(cell).iter().map(|&id| scenario.unit(id).kind);
    has_room_on(&scenario.design, scenario.world.terrain_at(cell), there, kind)
}

/// Whether a carrier has room for one more occupant of a type.
#[must_use]
pub fn has_room_inside(scenario: &Scenario, occupancy: &Occupancy, kind: UnitType, carrier: UnitId) -> bool {
    let inside = occupancy.inside(carrier).iter().map(|&id| scenario.unit(id).kind);
    has_room_within(&scenario.design, scenario.unit(carrier).kind, inside, kind)
}
