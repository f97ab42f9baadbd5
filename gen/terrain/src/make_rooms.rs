//! `make-rooms`: a level of a dungeon, with rooms of different sizes joined by corridors, and doors.
//!
//! Source: our own, after the first games of this kind (Rogue, 1980; Hack, 1984): rooms first, then ways between them. `occurrence`
//! weighs the types of solid ground, `maze-room-occurrence` those of rooms, `maze-passage-occurrence` those of corridors.
//!
//! - **Rooms** are rectangles on squares and disks on hexes. They keep off bounds, and a wall stands between any two.
//! - **Corridors** are cheapest ways through solid ground, with few turns. They touch a room only where they enter it, in a *mouth*: a
//!   cell with the room on one side, the way out on the opposite side, and walls beside it. They touch each other only where they meet.
//! - **All hangs together**: what holds the fewest rooms is joined to what is nearest, until all is one (Borůvka's spanning tree), so
//!   that without loops there is one way from any room to any other. What cannot be joined is filled again, and told.
//! - **Loops** are further corridors, first between near rooms with a long way from one to the other.
//! - **Doors** stand in mouths, between two walls, never one behind the other.

mod corridors;
mod place_rooms;

use design::counted;
use design::parameters::global::{
    DOOR_CHANCE, DOOR_TERRAIN, EDGE_TERRAIN, ROOM_COUNT, ROOM_LOOPS, ROOM_SIZE_MAX, ROOM_SIZE_MIN,
};
use grid::{Area, Cell, Layer};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::cell_type;
use crate::floors::{Classes, Floor, lay_types, refuse_symmetry};
use crate::ways::{back, straight};
use corridors::Dungeon;
use place_rooms::place_rooms;

/// The method `make-rooms`.
pub struct MakeRooms;

static INFO: MethodInfo = MethodInfo {
    name: "make-rooms",
    summary: "rooms of different sizes in solid ground, joined by corridors, with doors and loops",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain],
    by_level: true,
    parameters: &[
        "room-count",
        "room-size-min",
        "room-size-max",
        "room-loops",
        "door-chance",
        "door-terrain",
        "edge-terrain",
    ],
};

impl SynthesisMethod for MakeRooms {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(MethodOutcome::Skipped("terrain is already present".to_owned()));
        }
        refuse_symmetry(
            &synthesis.scenario.world,
            "rooms and corridors of equal parts would be cut off at their bounds",
        )?;
        let design = synthesis.design();
        let door = cell_type(synthesis, &design, DOOR_TERRAIN);
        let classes = Classes::new(&design, "rooms and corridors", door)?;
        let area = synthesis.scenario.world.area;
        let settings = synthesis.settings;
        let wanted = settings.int(ROOM_COUNT) as usize;
        let (small, large) = (settings.int(ROOM_SIZE_MIN), settings.int(ROOM_SIZE_MAX));
        let rooms = place_rooms(&area, wanted, small.min(large), large.max(small), &mut synthesis.stream("rooms"));
        let mut dungeon = Dungeon::new(&area, rooms, &mut synthesis.stream("ground"));
        dungeon.join();
        dungeon.drop_what_is_apart();
        let joins = dungeon.rooms.len().saturating_sub(1);
        let loops = (joins * settings.int(ROOM_LOOPS) as usize).div_ceil(100);
        let looped = dungeon.add_loops(loops, &mut synthesis.stream("loops"));

        let floor = &dungeon.floor;
        let edge = cell_type(synthesis, &design, EDGE_TERRAIN);
        let mut terrain = lay_types(&area, floor, &classes, edge, &mut synthesis.stream("types"));
        let mut doors = 0;
        if let Some(door) = door {
            let chance = settings.int(DOOR_CHANCE);
            let mut stream = synthesis.stream("doors");
            for mouth in dungeon.mouths() {
                let is_free = area.around(mouth).all(|(_, other)| terrain[other.index()] != door);
                if stream.percent(chance) && is_free && stands_between_walls(&area, floor, mouth) {
                    terrain[mouth.index()] = door;
                    doors += 1;
                }
            }
        }
        let found = dungeon.rooms.len();
        synthesis.scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        if found < wanted {
            let message = format!(
                "there was room for {found} of {wanted} rooms: lower `room-count`, `room-size-min` or `room-size-max`, or make the area larger"
            );
            synthesis.warn("rooms-crowded", message);
        }
        Ok(MethodOutcome::Made(format!(
            "{}, {}, {}",
            counted(found, "room"),
            counted(looped, "loop"),
            counted(doors, "door")
        )))
    }
}

/// Whether a cell has solid ground on two opposite sides.
fn stands_between_walls(area: &Area, floor: &[Floor], cell: Cell) -> bool {
    let is_wall = |other: Option<Cell>| other.is_some_and(|other| floor[other.index()] == Floor::Solid);
    straight(area).any(|side| is_wall(area.neighbor(cell, side)) && is_wall(area.neighbor(cell, back(area, side))))
}
