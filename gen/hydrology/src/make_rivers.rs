//! `make-rivers`: rivers from their springs to the sea, a lake or the area's edge, and the lakes between.
//!
//! Source: seed 000, "Rivers"; `kernel-rules`, section 9. Xconq 7.5 walks downhill from each source and ends in the first
//! depression. Here depressions fill with water until it overflows (see [`crate::fill_depressions`]): large ones become lakes, and
//! no river ends without a mouth.

use chance::Stream;
use design::parameters::global::{LAKE_SIZE_MIN, RIVER_LENGTH_MIN, RIVER_SINK_TERRAIN};
use design::parameters::table::ADJACENT_TERRAIN_EFFECT;
use design::parameters::terrain::{RIVER_CHANCE, RIVER_X, SUBTYPE_X};
use design::{Design, TerrainType, TypeId, counted};
use grid::{Area, Cell, Lattice, Layer};
use rayon::prelude::*;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::World;

use crate::graph::{CLOSED, Cells, Corners, GROUND, Graph};
use crate::lakes::{Lakes, find_lakes};
use crate::priority_flood::flood;
use crate::rivers::{accumulate_flow, climb, draw_rivers};
use crate::square_corners::SquareCorners;
use crate::symmetric::keep_symmetric;

/// The method `make-rivers`.
pub struct MakeRivers;

static INFO: MethodInfo = MethodInfo {
    name: "make-rivers",
    summary: "rivers that all reach the sea, a lake or the edge, and the lakes on their way",
    reads: &[Part::Terrain, Part::Elevation],
    optional_reads: &[],
    // Lakes are terrain, and level, so it writes terrain and elevations too.
    writes: &[Part::Rivers, Part::Terrain, Part::Elevation],
    by_level: true,
    parameters: &["river-sink-terrain", "river-length-min", "lake-size-min"],
};

impl SynthesisMethod for MakeRivers {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        let skipped = |reason: &str| Ok(MethodOutcome::Skipped(reason.to_owned()));
        let is_river = |kind: &TerrainType| design.int(SUBTYPE_X, *kind) == RIVER_X;
        let border = design.border_terrain().find(is_river);
        let Some(river) = border.or_else(|| design.connection_terrain().find(is_river)) else {
            return skipped("no border or connection terrain of the design is a river");
        };
        let world = &synthesis.scenario.world;
        let has_rivers =
            |kind| world.edges.get(&kind).is_some_and(|edges| edges.values().iter().any(|&mask| mask != 0));
        if design.ids().filter(is_river).any(has_rivers) {
            return skipped("rivers are already present");
        }
        if design.cell_terrain().all(|kind| design.int(RIVER_CHANCE, kind) == 0) {
            return skipped("no terrain has a river-chance");
        }
        let (Some(_), Some(elevation)) = (&world.terrain, &world.elevation) else {
            return skipped("there are no elevations");
        };
        let area = world.area;
        let liquid = world.liquid_mask(&design);
        let mut land = area.cells().filter(|cell| !liquid[cell.index()]).map(|cell| elevation[cell]);
        let first = land.next();
        if first.is_none_or(|first| land.all(|other| other == first)) {
            return skipped("the land is flat");
        }
        let symmetry = world.exact_symmetry().cloned();
        let mut made = match (border, area.shape().lattice()) {
            (None, _) => drain(synthesis, &design, Cells::new(&area, liquid)),
            (Some(_), Lattice::Hex) => drain(synthesis, &design, Corners::new(&area, liquid)),
            (Some(_), Lattice::Square4 | Lattice::Square8) => {
                drain(synthesis, &design, SquareCorners::new(&area, liquid))
            }
        };
        if let Some(symmetry) = &symmetry {
            made.rivers = keep_symmetric(&area, symmetry, &mut made.edges, &mut made.lakes);
        }
        let given = synthesis.is_given(Part::Terrain);
        let world = &mut synthesis.scenario.world;
        for cells in &made.lakes {
            fill_lake(world, cells, made.lake_terrain);
        }
        if !given {
            change_banks(world, &design, river, &made.edges);
        }
        world.edges.insert(river, Layer::from_values(&area, made.edges));
        Ok(MethodOutcome::Made(format!("{}, {}", counted(made.rivers, "river"), counted(made.lakes.len(), "lake"))))
    }
}

struct Made {
    edges: Vec<u8>,
    rivers: usize,
    lakes: Vec<Vec<Cell>>,
    lake_terrain: TerrainType,
}

/// The least rain of a brook at a spring, in nodes, if there is any such brook.
const SPRING_FLOW: u32 = 6;

fn drain<G: Graph + Sync>(synthesis: &Synthesis<'_>, design: &Design, mut graph: G) -> Made {
    let world = &synthesis.scenario.world;
    let area = world.area;
    let salt = synthesis.stream("unevenness").bits();
    let (heights, fall) = heights_of(world, &graph, salt);
    let mut drainage = flood(&graph, &heights, |node| hash(node, !salt));

    let lake_terrain = lake_terrain(synthesis, design);
    // Given terrain stays, so no lakes are made in it.
    let size_min = if synthesis.is_given(Part::Terrain) { 0 } else { synthesis.settings.int(LAKE_SIZE_MIN) };
    let lakes = if lake_terrain.is_some() && size_min > 0 {
        find_lakes(&area, &mut graph, &heights, &mut drainage, size_min as usize, fall / 3)
    } else {
        Lakes { cells: Vec::new(), outlets: Vec::new() }
    };
    drop(heights);
    let flow = accumulate_flow(&drainage);
    let springs = find_springs(world, design, &graph, &mut synthesis.stream("springs"));
    let chance = chances(design);
    let rises = |node: u32| graph.touching(node).any(|cell| chance[world.terrain_at(cell).index()] > 0);
    let springs: Vec<u32> =
        springs.into_iter().map(|spring| climb(&graph, &drainage, &flow, spring, SPRING_FLOW, rises)).collect();

    let mut edges = vec![0; area.len()];
    let length_min = synthesis.settings.int(RIVER_LENGTH_MIN).max(1) as u32;
    let drawn = draw_rivers(&mut graph, &drainage, &lakes, &springs, length_min, flow, &mut edges);
    Made { edges, rivers: drawn.rivers, lakes: lakes.cells, lake_terrain: lake_terrain.unwrap_or(TerrainType(0)) }
}

/// A pseudo-random number for each node.
const fn hash(node: u32, salt: u64) -> u32 {
    let mut bits = (node as u64 ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (bits >> 32) as u32
}

/// The height of each open node, spread over `u16`, with a little unevenness; and the mean fall of the steepest step from a node.
fn heights_of<G: Graph + Sync>(world: &World, graph: &G, salt: u64) -> (Vec<u16>, u16) {
    let elevation = world.elevation.as_ref().expect("looked at before").values();
    let cells = || world.area.cells().map(|cell| i64::from(elevation[cell.index()]));
    let (low, high) = (cells().min().unwrap_or(0), cells().max().unwrap_or(0));
    const TOP: i64 = 60_000;
    let share = |sum: i64, count: i64| (sum - count * low) * TOP / (count * (high - low).max(1));
    let height = |node: usize| {
        if graph.role(node as u32) == CLOSED {
            return 0;
        }
        let mut sum = (0, 0);
        for cell in graph.touching(node as u32) {
            sum = (sum.0 + i64::from(elevation[cell.index()]), sum.1 + 1);
        }
        share(sum.0, sum.1) as u16
    };
    // The unevenness is equal at all images of a node: it comes from the first images of the cells round it, in any order.
    let firsts = world.exact_symmetry().map(|symmetry| {
        let first = |cell| symmetry.images(cell).map(|image| image.0).min();
        (0..world.area.len() as u32)
            .map(|index| Some(Cell(index)).filter(|&cell| world.area.contains(cell)).and_then(first).unwrap_or(0))
            .collect::<Vec<u32>>()
    });
    let unevenness = |node: usize| match &firsts {
        None => hash(node as u32, salt),
        Some(firsts) => {
            let round = graph.touching(node as u32).map(|cell| hash(firsts[cell.index()], salt));
            hash(round.fold(0, u32::wrapping_add), salt)
        }
    };
    let heights: Vec<u16> = (0..graph.marks().len()).into_par_iter().map(height).collect();

    // Meanders: on evenly sloping land water would run straight. The unevenness is about the fall of a step there.
    let mut uneven = heights.clone();
    let (falls, steps) = uneven
        .par_iter_mut()
        .enumerate()
        .filter(|&(node, _)| graph.role(node as u32) == GROUND)
        .map(|(node, height)| {
            let own = heights[node];
            let neighbors = graph.around(node as u32);
            let neighbors = neighbors.as_ref().iter().filter(|&&neighbor| graph.role(neighbor) != CLOSED);
            let fall = neighbors.map(|&neighbor| u32::from(own.abs_diff(heights[neighbor as usize]))).max();
            let fall = fall.unwrap_or(0);
            let most = (UNEVENNESS * fall / 100).clamp(1, 65_535 - TOP as u32);
            *height += (unevenness(node) % (most + 1)) as u16;
            (u64::from(fall), 1)
        })
        .reduce(|| (0_u64, 0_u64), |one, other| (one.0 + other.0, one.1 + other.1));
    (uneven, (falls / steps.max(1)) as u16)
}
/// In percent of the mean fall of a step.
const UNEVENNESS: u32 = 250;

fn chances(design: &Design) -> Vec<i32> {
    let is_land = |kind: TerrainType| !design.is_liquid(kind);
    design.ids().map(|kind| if is_land(kind) { design.int(RIVER_CHANCE, kind) } else { 0 }).collect()
}

/// The nodes where rivers begin: for each cell chosen at random its first open node.
fn find_springs<G: Graph>(world: &World, design: &Design, graph: &G, stream: &mut Stream) -> Vec<u32> {
    let chance = chances(design);
    let mut springs = Vec::new();
    let symmetry = world.exact_symmetry();
    for cell in world.area.cells().filter(|&cell| symmetry.is_none_or(|symmetry| symmetry.is_first(cell))) {
        let chance = chance[world.terrain_at(cell).index()];
        if chance > 0 && stream.per_10_000(chance) {
            let images = symmetry.map_or_else(|| vec![cell], |symmetry| symmetry.images(cell).collect());
            for cell in images {
                springs.extend(graph.nodes_of(cell).find(|&node| graph.role(node) == GROUND));
            }
        }
    }
    springs
}

/// The terrain of lakes: the design's setting, else its first liquid type; `None` if it has none.
fn lake_terrain(synthesis: &Synthesis<'_>, design: &Design) -> Option<TerrainType> {
    let asked = usize::try_from(synthesis.settings.int(RIVER_SINK_TERRAIN)).ok().map(TerrainType::at);
    let mut cells = design.cell_terrain();
    match asked {
        Some(asked) => cells.find(|&kind| kind == asked),
        None => cells.find(|&kind| design.is_liquid(kind)),
    }
}

/// Makes cells a lake of one height, no higher than its shores.
fn fill_lake(world: &mut World, cells: &[Cell], kind: TerrainType) {
    let area: Area = world.area;
    if let Some(terrain) = &mut world.terrain {
        let terrain = terrain.edit();
        for cell in cells {
            terrain[cell.index()] = kind;
        }
    }
    let Some(elevation) = &mut world.elevation else { return };
    let elevation = elevation.edit();
    let highest = cells.iter().map(|cell| elevation[cell.index()]).max().unwrap_or(0);
    let around =
        cells.iter().flat_map(|&cell| area.around(cell)).filter(|(_, cell)| cells.binary_search(cell).is_err());
    let shore = around.map(|(_, cell)| elevation[cell.index()]).min().unwrap_or(i16::MAX);
    for cell in cells {
        elevation[cell.index()] = highest.min(shore);
    }
}

/// Applies the river's `adjacent-terrain-effect` to the land at its banks, as long as land stays land.
fn change_banks(world: &mut World, design: &Design, river: TerrainType, edges: &[u8]) {
    let effects: Vec<Option<TerrainType>> = design
        .ids()
        .map(|kind: TerrainType| {
            let effect =
                usize::try_from(design.entry(ADJACENT_TERRAIN_EFFECT, kind, river)).ok().map(TerrainType::at)?;
            let is_cell = design.cell_terrain().any(|kind| kind == effect);
            (is_cell && effect != kind && design.is_liquid(effect) == design.is_liquid(kind)).then_some(effect)
        })
        .collect();
    if effects.iter().all(Option::is_none) {
        return;
    }
    let Some(terrain) = &mut world.terrain else { return };
    let terrain = terrain.edit();
    for (kind, _) in terrain.iter_mut().zip(edges).filter(|(_, mask)| **mask != 0) {
        *kind = effects[kind.index()].unwrap_or(*kind);
    }
}
