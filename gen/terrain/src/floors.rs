//! What mazes and dungeons are made of: solid ground, passages and rooms, each with the types that it is drawn from; and what the
//! cells of a level are to those who walk.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. `occurrence` weighs the types of solid ground,
//! `maze-passage-occurrence` those of passages, `maze-room-occurrence` those of rooms. What is a floor, a door, what a door opens into, or a
//! pool is no solid ground, although its `occurrence` is 1 by default.

use chance::Stream;
use design::abilities::door;
use design::parameters::terrain::{MAZE_PASSAGE_OCCURRENCE, MAZE_ROOM_OCCURRENCE, OCCURRENCE, POOL_OCCURRENCE};
use design::{Design, IntProperty, TerrainType};
use grid::{Area, Regions, regions};
use synth::SynthesisError;
use world::World;

/// Refuses a symmetric world, and gives the reason.
///
/// # Errors
/// The symmetry cannot be met.
pub(crate) fn refuse_symmetry(world: &World, reason: &str) -> Result<(), SynthesisError> {
    let Some(symmetry) = &world.symmetry else { return Ok(()) };
    Err(SynthesisError::Unmet {
        constraint: format!("`symmetry` {}", symmetry.kind()),
        reason: reason.to_owned(),
        remedy: "ask for `symmetry` none, or make terrain by another method".to_owned(),
    })
}

/// What a cell is to those who walk, on a level that other methods or people made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Floors, and doors, which open.
    Floor,
    /// Rock: a type with an `occurrence` that is no floor, or the type of the edge.
    Solid,
    /// Pools and other water.
    Pool,
}

impl Ground {
    /// The ground of each type of terrain. In a design without floors of mazes all dry ground is floor.
    pub(crate) fn of_types(design: &Design, door: Option<TerrainType>, edge: Option<TerrainType>) -> Vec<Ground> {
        let is_laid =
            |kind| design.int(MAZE_PASSAGE_OCCURRENCE, kind) > 0 || design.int(MAZE_ROOM_OCCURRENCE, kind) > 0;
        let has_floors = design.cell_terrain().any(is_laid);
        let of = |kind: TerrainType| {
            if is_laid(kind) || Some(kind) == door || is_door(design, kind) || opens_from_a_door(design, kind) {
                Ground::Floor
            } else if design.int(POOL_OCCURRENCE, kind) > 0 || design.is_liquid(kind) {
                Ground::Pool
            } else if Some(kind) == edge || has_floors && design.int(OCCURRENCE, kind) > 0 {
                Ground::Solid
            } else {
                Ground::Floor
            }
        };
        design.ids::<TerrainType>().map(of).collect()
    }
}

/// The state of a cell in a maze or a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Floor {
    Solid,
    Passage,
    Room,
}

/// Types with their weights, for each part of a maze or a dungeon; none is empty.
pub(crate) struct Classes {
    pub(crate) solid: Vec<(TerrainType, u32)>,
    pub(crate) passage: Vec<(TerrainType, u32)>,
    pub(crate) room: Vec<(TerrainType, u32)>,
}

impl Classes {
    /// The classes of a design, for `what` is dug ("a maze"), with doors of the type `door`.
    ///
    /// # Errors
    /// That it has no floor, or no solid ground.
    pub(crate) fn new(design: &Design, what: &str, door: Option<TerrainType>) -> Result<Classes, SynthesisError> {
        let weighed = |key: IntProperty<TerrainType>| -> Vec<(TerrainType, u32)> {
            let kinds = design.cell_terrain().map(|kind| (kind, design.int(key, kind) as u32));
            kinds.filter(|&(_, weight)| weight > 0).collect()
        };
        let (mut solid, mut passage, mut room) =
            (weighed(OCCURRENCE), weighed(MAZE_PASSAGE_OCCURRENCE), weighed(MAZE_ROOM_OCCURRENCE));
        solid.retain(|entry| passage.iter().chain(&room).all(|floor| floor.0 != entry.0));
        solid.retain(|entry| Some(entry.0) != door && !is_door(design, entry.0));
        solid.retain(|entry| !opens_from_a_door(design, entry.0) && design.int(POOL_OCCURRENCE, entry.0) == 0);
        // A design that does not distinguish passages from rooms has one floor for both.
        if passage.is_empty() {
            passage.clone_from(&room);
        }
        if room.is_empty() {
            room.clone_from(&passage);
        }
        let lacks = |part: &str, remedy: &str| {
            Err(SynthesisError::DesignLacks { what: format!("{part} for {what}"), remedy: remedy.to_owned() })
        };
        if passage.is_empty() {
            return lacks(
                "floors",
                "give a type that fills cells a `maze-passage-occurrence` or a `maze-room-occurrence` above 0",
            );
        }
        if solid.is_empty() {
            return lacks(
                "solid ground",
                "give an `occurrence` above 0 to a type that is neither for its passages nor for its rooms",
            );
        }
        Ok(Classes { solid, passage, room })
    }
}

/// Whether a type is a closed door.
pub(crate) fn is_door(design: &Design, kind: TerrainType) -> bool {
    door(design, kind).is_some()
}

/// Whether closed doors become this type when somebody opens them.
pub(crate) fn opens_from_a_door(design: &Design, kind: TerrainType) -> bool {
    design.ids().any(|ground| door(design, ground).is_some_and(|door| door.into == kind))
}

/// One of these types, by weight.
pub(crate) fn draw(kinds: &[(TerrainType, u32)], stream: &mut Stream) -> TerrainType {
    if let [(only, _)] = kinds {
        return *only;
    }
    let all = kinds.iter().map(|&(_, weight)| weight).sum();
    let mut at = stream.below(all);
    for &(kind, weight) in kinds {
        if at < weight {
            return kind;
        }
        at -= weight;
    }
    unreachable!("the draw is below the sum")
}

/// Fills everything that is not connected with the largest part. Every method joins its parts; this is for areas whose inner
/// cells are themselves not connected.
pub(crate) fn keep_the_largest(area: &Area, floor: &mut [Floor]) {
    let parts = regions(area, |cell| (floor[cell.index()] != Floor::Solid).then_some(0));
    let largest = parts.largest().unwrap_or(Regions::NONE);
    for cell in area.cells().filter(|&cell| parts.of[cell] != largest) {
        floor[cell.index()] = Floor::Solid;
    }
}

/// The types of an area's cells: each drawn from its class, in the order of cells; solid cells at bounds are of the type `edge`, if any.
pub(crate) fn lay_types(
    area: &Area,
    floor: &[Floor],
    classes: &Classes,
    edge: Option<TerrainType>,
    stream: &mut Stream,
) -> Vec<TerrainType> {
    let mut terrain = vec![classes.solid[0].0; area.len()];
    for cell in area.cells() {
        terrain[cell.index()] = match (floor[cell.index()], edge) {
            (Floor::Solid, Some(edge)) if area.is_edge(cell) => edge,
            (Floor::Solid, _) => draw(&classes.solid, stream),
            (Floor::Passage, _) => draw(&classes.passage, stream),
            (Floor::Room, _) => draw(&classes.room, stream),
        };
    }
    terrain
}
