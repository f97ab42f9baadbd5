//! Where there is room for a unit beside the units that are already there: in cells, in carriers, at the edge of the area. How
//! much room types have and take is asked of `design::abilities`.

use design::abilities::{can_stand_on, has_room_on, has_room_within, lives_on};
use design::parameters::global::EDGE_RING;
use design::{Design, TerrainType, UnitType};
use grid::{Area, Cell};

use crate::{Occupancy, Scenario, UnitId, World};

/// Whether a cell lies in the outermost ring of a bounded area, and the design closes that ring to units (`edge-ring`).
#[must_use]
pub fn is_closed_ring(design: &Design, area: &Area, cell: Cell) -> bool {
    area.is_edge(cell) && design.global_int(EDGE_RING) != 0
}

/// Whether a unit of a type survives in the open in a cell: its terrain is safe for it, or any connection there is.
#[must_use]
pub fn lives_in(design: &Design, world: &World, kind: UnitType, cell: Cell) -> bool {
    let is_safe =
        |way: TerrainType| lives_on(design, kind, way) && world.edges.get(&way).is_some_and(|layer| layer[cell] != 0);
    lives_on(design, kind, world.terrain_at(cell)) || design.connection_terrain().any(is_safe)
}

/// Whether one unit of a type may stand in a cell of this world if no other unit is there.
#[must_use]
pub fn may_stand(design: &Design, world: &World, kind: UnitType, cell: Cell) -> bool {
    can_stand_on(design, kind, world.terrain_at(cell)) && !is_closed_ring(design, &world.area, cell)
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
