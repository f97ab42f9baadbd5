//! `make-random-terrain`: each cell drawn by itself, by the weights of `occurrence`.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. The result is speckled, and so meant for starfields
//! and tests. Types on borders and connections are put on each side of a cell with a chance of `occurrence` per 10,000. Rivers and
//! roads are left to `make-rivers` and `make-roads`: the default of `occurrence` would put them on one side in 10,000, and a river
//! or road of a single side leads nowhere.

use chance::{Lots, Stream};
use design::parameters::global::EDGE_TERRAIN;
use design::parameters::terrain::{OCCURRENCE, RIVER_X, ROAD_X, SUBTYPE_X};
use design::{Design, TerrainType, TypeId, counted};
use grid::{Area, Layer, Symmetry, connect};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::{cell_type, first_terrain, lay_edge, tell};
use crate::elevations::level_waters;
use crate::symmetric::spread;

/// The method `make-random-terrain`.
pub struct MakeRandomTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-random-terrain",
    summary: "terrain cell by cell without any order, by the types' occurrence, with elevations",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain, Part::Elevation],
    by_level: true,
    parameters: &["edge-terrain"],
};

impl SynthesisMethod for MakeRandomTerrain {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(MethodOutcome::Skipped("terrain is already present".to_owned()));
        }
        let design = synthesis.design();
        let area = synthesis.scenario.world.area;
        let first = first_terrain(&design)?;
        let kinds: Vec<TerrainType> = design.cell_terrain().collect();
        let weights: Vec<u32> = kinds.iter().map(|&kind| design.int(OCCURRENCE, kind) as u32).collect();
        let Some(lots) = Lots::new(&weights) else {
            return Err(SynthesisError::DesignLacks {
                what: "terrain with an `occurrence` above 0".to_owned(),
                remedy: "give one to a type that fills cells".to_owned(),
            });
        };
        let mut stream = synthesis.stream("cells");
        let mut terrain = vec![first; area.len()];
        for cell in area.cells() {
            terrain[cell.index()] = kinds[lots.draw(&mut stream)];
        }
        if let Some(edge) = cell_type(synthesis, &design, EDGE_TERRAIN) {
            lay_edge(&area, &mut terrain, edge);
        }
        if synthesis.scenario.world.elevation.is_none() && design.has_elevations() {
            let elevations = draw_elevations(&design, &area, &terrain, &mut synthesis.stream("elevations"));
            synthesis.scenario.world.elevation = Some(Layer::from_values(&area, elevations));
        }
        let mut told = vec![tell(&design, &area, &terrain)];
        synthesis.scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        for kind in design.border_terrain().chain(design.connection_terrain()) {
            let is_left = [RIVER_X, ROAD_X].contains(&design.int(SUBTYPE_X, kind));
            if is_left || synthesis.scenario.world.edges.contains_key(&kind) {
                continue;
            }
            let symmetry = synthesis.scenario.world.exact_symmetry();
            let mut stream = synthesis.stream(design.name_of(kind));
            let (edges, sides) = draw_sides(&area, symmetry, design.int(OCCURRENCE, kind), &mut stream);
            if sides > 0 {
                told.push(counted(sides, design.name_of(kind)));
                synthesis.scenario.world.edges.insert(kind, Layer::from_values(&area, edges));
            }
        }
        spread(&mut synthesis.scenario.world);
        Ok(MethodOutcome::Made(told.join(", ")))
    }
}

/// Every height within the range of a cell's type has the same chance; a body of water has one height.
fn draw_elevations(design: &Design, area: &Area, terrain: &[TerrainType], stream: &mut Stream) -> Vec<i16> {
    let ranges: Vec<(i32, i32)> = design.ids().map(|kind: TerrainType| design.elevation_range(kind)).collect();
    let mut elevations = vec![0; area.len()];
    for cell in area.cells() {
        let (low, high) = ranges[terrain[cell.index()].index()];
        elevations[cell.index()] = stream.between(low, high) as i16;
    }
    level_waters(design, area, terrain, &mut elevations);
    elevations
}

/// Draws sides between two cells, each with a chance per 10,000; also returns how many. In a symmetric world only those of one
/// part.
fn draw_sides(area: &Area, symmetry: Option<&Symmetry>, chance: i32, stream: &mut Stream) -> (Vec<u8>, usize) {
    let mut edges = vec![0; area.len()];
    let mut sides = 0;
    if chance == 0 {
        return (edges, sides);
    }
    for cell in area.cells().filter(|&cell| symmetry.is_none_or(|symmetry| symmetry.is_first(cell))) {
        // Half of the directions, so that each side is drawn once.
        for (direction, _) in area.around(cell).filter(|(direction, _)| direction.0 < area.directions() / 2) {
            if stream.per_10_000(chance) {
                connect(area, &mut edges, cell, direction);
                sides += 1;
            }
        }
    }
    (edges, sides)
}
