//! Where a unit may stand: survival, room, edges, carriers. The only place that knows.
//!
//! Facts: `kernel-rules` 3.1 and 3.2 (stacking, transports).

use design::parameters::global::EDGE_RING;
use design::parameters::table::{
    OCCUPANT_MAX, TERRAIN_CAPACITY_X, UNIT_CAPACITY_X, UNIT_SIZE_AS_OCCUPANT, UNIT_SIZE_IN_TERRAIN, VANISHES_ON,
    WRECKS_ON,
};
use design::parameters::{terrain, unit};
use design::{Design, TerrainType, UnitType};
use grid::{Area, Cell};

use crate::{Occupancy, Scenario, UnitId, World};

/// Whether a unit type lives on a cell terrain.
#[must_use]
pub fn lives_on(design: &Design, kind: UnitType, ground: TerrainType) -> bool {
    design.entry(VANISHES_ON, kind, ground) == 0 && design.entry(WRECKS_ON, kind, ground) == 0
}

/// Whether one unit of a type fits into an otherwise empty cell of a terrain, and lives there.
#[must_use]
pub fn may_stand_on(design: &Design, kind: UnitType, ground: TerrainType) -> bool {
    lives_on(design, kind, ground)
        && (design.entry(TERRAIN_CAPACITY_X, kind, ground) > 0
            || design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground) <= design.int(terrain::CAPACITY, ground))
}

/// Whether a cell lies in the outermost ring of a bounded area, and the design closes that ring to units (`edge-ring`).
#[must_use]
pub fn is_closed_ring(design: &Design, area: &Area, cell: Cell) -> bool {
    area.is_edge(cell) && design.global_int(EDGE_RING) != 0
}

/// Whether one unit of a type may stand in a cell of this world, were the cell empty.
#[must_use]
pub fn may_stand(design: &Design, world: &World, kind: UnitType, cell: Cell) -> bool {
    may_stand_on(design, kind, world.terrain_at(cell)) && !is_closed_ring(design, &world.area, cell)
}

/// The shared room of a cell or carrier that is taken by these units, by their types: by whoever is there beyond its type's
/// reserved places (`kernel-rules` 3.1).
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

/// Whether there is room for one more unit of a type in a cell, besides those that stand there.
#[must_use]
pub fn has_room(scenario: &Scenario, occupancy: &Occupancy, kind: UnitType, cell: Cell) -> bool {
    let design = &*scenario.design;
    let ground = scenario.world.terrain_at(cell);
    let standing = occupancy.in_cell(cell);
    let of_type = |kind| standing.iter().filter(|&&id| scenario.unit(id).kind == kind).count() as i32;
    let reserved = |kind| design.entry(TERRAIN_CAPACITY_X, kind, ground);
    if of_type(kind) < reserved(kind) {
        return true;
    }
    let size = |kind| design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground);
    let kinds = standing.iter().map(|&id| scenario.unit(id).kind);
    taken_room(kinds, reserved, size) + size(kind) <= design.int(terrain::CAPACITY, ground)
}

/// Whether a carrier has room for one more occupant of a type.
#[must_use]
pub fn has_room_inside(scenario: &Scenario, occupancy: &Occupancy, kind: UnitType, carrier: UnitId) -> bool {
    let design = &*scenario.design;
    let carrier_kind = scenario.unit(carrier).kind;
    let inside = occupancy.inside(carrier);
    let of_type = |kind| inside.iter().filter(|&&id| scenario.unit(id).kind == kind).count() as i32;
    let reserved = |kind| design.entry(UNIT_CAPACITY_X, carrier_kind, kind);
    if of_type(kind) < reserved(kind) {
        return true;
    }
    let most = design.entry(OCCUPANT_MAX, carrier_kind, kind);
    if most >= 0 && of_type(kind) + 1 - reserved(kind) > most {
        return false;
    }
    let total = design.int(unit::OCCUPANT_TOTAL_MAX, carrier_kind);
    if total >= 0 && inside.len() as i32 + 1 > total {
        return false;
    }
    let size = |kind| design.entry(UNIT_SIZE_AS_OCCUPANT, kind, carrier_kind);
    let kinds = inside.iter().map(|&id| scenario.unit(id).kind);
    taken_room(kinds, reserved, size) + size(kind) <= design.int(unit::CAPACITY, carrier_kind)
}
