//! `make-fractal-percentile-terrain`: relief and moisture of random blobs, and the terrain that their percentiles mean.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. Against Xconq 7.5 it takes time in
//! proportion to the area, adds finer blobs at every size of map, and names the holes of a percentile chart. A layer
//! of density 0 is left out: of its percentiles all count as met, and the lowest-numbered type that then fits is taken.

use design::parameters::global::{
    ALT_BLOB_DENSITY, ALT_BLOB_HEIGHT, ALT_BLOB_SIZE, ALT_RIDGES, ALT_ROUGHNESS, ALT_SMOOTHING, EDGE_FALLOFF,
    EDGE_TERRAIN, WET_BLOB_DENSITY, WET_BLOB_HEIGHT, WET_BLOB_SIZE, WET_ROUGHNESS, WET_SMOOTHING,
};
use design::parameters::table::ADJACENT_TERRAIN_EFFECT;
use design::{Design, PercentileChart, Settings, TerrainType, TypeId};
use grid::{Area, Edges, Layer};
use synth::{MethodInfo, Outcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::blobs::{Blobs, DEVIATION, lay_blobs};
use crate::elevations::{assign_elevations, has_elevations, relief_below};
use crate::percentiles::{Ranks, inner_row, rank};

/// Terrain by percentiles of blobby relief and moisture, with elevations.
pub struct MakeFractalPercentileTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-fractal-percentile-terrain",
    summary: "terrain from percentiles of random relief and moisture, with elevations",
    reads: &[],
    heeds: &[],
    writes: &[Part::Terrain, Part::Elevation],
    parameters: &[
        "alt-blob-density",
        "alt-blob-size",
        "alt-blob-height",
        "alt-roughness",
        "alt-ridges",
        "alt-smoothing",
        "wet-blob-density",
        "wet-blob-size",
        "wet-blob-height",
        "wet-roughness",
        "wet-smoothing",
        "edge-terrain",
        "edge-falloff",
    ],
};

impl SynthesisMethod for MakeFractalPercentileTerrain {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<Outcome, SynthesisError> {
        let design = synthesis.design();
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(add_elevations(synthesis, &design));
        }
        let Some(first) = design.cell_terrain().next() else {
            return Err(SynthesisError::DesignLacks {
                what: "terrain that fills cells".to_owned(),
                remedy: "give it a type of terrain whose `subtype` is cell".to_owned(),
            });
        };
        let area = synthesis.scenario.world.area;
        let given = synthesis.scenario.world.elevation.clone();
        let (alt, wet) = make_layers(synthesis, &area, given.as_ref());

        let chart = Chart::new(&design, alt.is_some(), wet.is_some());
        let (mut terrain, unclaimed) = classify(&chart, &area, first, alt.as_ref(), wet.as_ref());
        if unclaimed > 0 {
            warn_of_holes(synthesis, &design, first, unclaimed);
        }
        change_neighbors(&design, &area, &mut terrain);
        let edge = usize::try_from(synthesis.settings.int(EDGE_TERRAIN)).ok().map(TerrainType::at);
        if let Some(edge) = edge.filter(|&edge| design.cell_terrain().any(|kind| kind == edge)) {
            lay_edge(&area, &mut terrain, edge);
        }
        if given.is_none() && has_elevations(&design) {
            let flat = vec![0; area.len()];
            let heights = alt.as_ref().map_or(&flat, |alt| &alt.heights);
            let elevations = assign_elevations(&design, &area, &terrain, heights);
            synthesis.scenario.world.elevation = Some(Layer::from_values(&area, elevations));
        }

        let land = area.cells().filter(|cell| !design.is_liquid(terrain[cell.index()])).count();
        let mut present = vec![false; design.terrain.len()];
        for cell in area.cells() {
            present[terrain[cell.index()].index()] = true;
        }
        let kinds = present.iter().filter(|&&is_present| is_present).count();
        synthesis.scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        Ok(Outcome::Made(format!(
            "{} % land, {kinds} types of terrain",
            (100 * land + area.count() / 2) / area.count()
        )))
    }
}

/// Elevations for terrain that is given.
fn add_elevations(synthesis: &mut Synthesis<'_>, design: &Design) -> Outcome {
    let world = &synthesis.scenario.world;
    let (Some(terrain), None, true) = (&world.terrain, &world.elevation, has_elevations(design)) else {
        return Outcome::Skipped("terrain is already present".to_owned());
    };
    let area = world.area;
    let blobs = lay_blobs(&area, &relief(synthesis.settings), &mut synthesis.stream("relief"));
    let raw = relief_below(design, &area, terrain.values(), &blobs);
    let elevations = assign_elevations(design, &area, terrain.values(), &rank(&area, &raw).heights);
    synthesis.scenario.world.elevation = Some(Layer::from_values(&area, elevations));
    Outcome::Made("elevations for the terrain that is present".to_owned())
}

fn relief(settings: &Settings) -> Blobs {
    Blobs {
        density: settings.int(ALT_BLOB_DENSITY),
        size: settings.int(ALT_BLOB_SIZE),
        height: settings.int(ALT_BLOB_HEIGHT),
        roughness: settings.int(ALT_ROUGHNESS),
        ridges: settings.int(ALT_RIDGES),
        smoothing: settings.int(ALT_SMOOTHING),
    }
}

fn moisture(settings: &Settings) -> Blobs {
    Blobs {
        density: settings.int(WET_BLOB_DENSITY),
        size: settings.int(WET_BLOB_SIZE),
        height: settings.int(WET_BLOB_HEIGHT),
        roughness: settings.int(WET_ROUGHNESS),
        ridges: 0,
        smoothing: settings.int(WET_SMOOTHING),
    }
}

/// Relief and moisture, side by side; `None` for a layer that the design leaves out.
fn make_layers(synthesis: &Synthesis<'_>, area: &Area, given: Option<&Layer<i16>>) -> (Option<Ranks>, Option<Ranks>) {
    let settings = synthesis.settings;
    let (mut relief_stream, mut moisture_stream) = (synthesis.stream("relief"), synthesis.stream("moisture"));
    rayon::join(
        || {
            if let Some(elevations) = given {
                let raw: Vec<i32> = elevations.values().iter().map(|&height| i32::from(height)).collect();
                return Some(rank(area, &raw));
            }
            let blobs = relief(settings);
            (blobs.density > 0).then(|| {
                let mut raw = lay_blobs(area, &blobs, &mut relief_stream);
                sink_toward_bounds(area, &mut raw, settings.int(EDGE_FALLOFF));
                rank(area, &raw)
            })
        },
        || {
            let blobs = moisture(settings);
            (blobs.density > 0).then(|| rank(area, &lay_blobs(area, &blobs, &mut moisture_stream)))
        },
    )
}

/// Lowers relief near the bounds, the more the nearer.
fn sink_toward_bounds(area: &Area, raw: &mut [i32], falloff: i32) {
    if falloff == 0 {
        return;
    }
    let (width, height) = (area.width() as i32, area.height() as i32);
    let across = if area.wraps_x() { height } else { width.min(height) };
    // In half cells.
    let reach = (across * falloff.clamp(0, 100) / 100).max(1);
    for row in 0..area.height() {
        let cells = area.row(row);
        let to_south_or_north = 2 * (row as i32).min(height - 1 - row as i32);
        let last = cells.len() as i32 - 1;
        for (column, value) in raw[cells].iter_mut().enumerate() {
            let to_side = match area.shape().edges() {
                Edges::Cylinder => i32::MAX,
                Edges::Rectangle | Edges::Hexagon => 2 * (column as i32).min(last - column as i32),
            };
            let lacks = reach - to_south_or_north.min(to_side);
            if lacks > 0 {
                let share = i64::from(lacks) * 256 / i64::from(reach);
                *value -= ((share * share * i64::from(4 * DEVIATION)) >> 16) as i32;
            }
        }
    }
}

/// The percentile chart with layers that are left out.
struct Chart {
    /// For each moisture percentile a row of relief percentiles.
    kinds: Vec<Option<TerrainType>>,
}

const PERCENTILES: usize = 101;

impl Chart {
    fn new(design: &Design, has_alt: bool, has_wet: bool) -> Chart {
        let chart = PercentileChart::new(design);
        let all = || 0..PERCENTILES as u8;
        let kind = |alt: u8, wet: u8| match (has_alt, has_wet) {
            (true, true) => chart.at(alt, wet),
            (true, false) => all().filter_map(|wet| chart.at(alt, wet)).min(),
            (false, true) => all().filter_map(|alt| chart.at(alt, wet)).min(),
            (false, false) => all().filter_map(|wet| all().filter_map(|alt| chart.at(alt, wet)).min()).min(),
        };
        // Without a layer all of its rows or columns are alike: work out one.
        let last = |has: bool| if has { PERCENTILES as u8 } else { 1 };
        let mut kinds = vec![None; PERCENTILES * PERCENTILES];
        for wet in 0..last(has_wet) {
            for alt in 0..last(has_alt) {
                kinds[usize::from(wet) * PERCENTILES + usize::from(alt)] = kind(alt, wet);
            }
        }
        Chart { kinds }
    }
}

/// The terrain of each cell, and how many inner cells fell into a hole of the chart.
fn classify(
    chart: &Chart,
    area: &Area,
    first: TerrainType,
    alt: Option<&Ranks>,
    wet: Option<&Ranks>,
) -> (Vec<TerrainType>, u64) {
    let percentile = |layer: Option<&Ranks>, index: usize| {
        layer.map_or(0, |ranks| usize::from(ranks.percentiles[usize::from(ranks.heights[index])]))
    };
    let mut terrain = vec![first; area.len()];
    let mut unclaimed = 0;
    for row in 0..area.height() {
        let inner = inner_row(area, row);
        for index in area.row(row) {
            let place = percentile(wet, index) * PERCENTILES + percentile(alt, index);
            match chart.kinds[place] {
                Some(kind) => terrain[index] = kind,
                None => unclaimed += u64::from(inner.contains(&index)),
            }
        }
    }
    (terrain, unclaimed)
}

fn warn_of_holes(synthesis: &mut Synthesis<'_>, design: &Design, first: TerrainType, unclaimed: u64) {
    const NAMED: usize = 3;
    let holes = PercentileChart::new(design).holes();
    let rectangles: Vec<String> = holes
        .iter()
        .take(NAMED)
        .map(|hole| format!("alt {} to {} with wet {} to {}", hole.alt.0, hole.alt.1, hole.wet.0, hole.wet.1))
        .collect();
    let more = if holes.len() > NAMED { format!(" and {} more", holes.len() - NAMED) } else { String::new() };
    let message = format!(
        "no terrain covers percentiles {}{more}: {unclaimed} cells became `{}`",
        rectangles.join("; "),
        design.name_of(first)
    );
    synthesis.warn("percentile-hole", message);
}

/// `adjacent-terrain-effect`: what stands next to some type may become another. One pass, in which no change sees
/// another, so that it does not matter where it begins.
fn change_neighbors(design: &Design, area: &Area, terrain: &mut [TerrainType]) {
    let kinds: Vec<TerrainType> = design.cell_terrain().collect();
    let count = design.terrain.len();
    let mut effects = vec![None; count * count];
    for &own in &kinds {
        for &other in &kinds {
            let effect = usize::try_from(design.entry(ADJACENT_TERRAIN_EFFECT, own, other)).ok();
            let effect = effect.map(TerrainType::at).filter(|&effect| effect != own && kinds.contains(&effect));
            effects[own.index() * count + other.index()] = effect;
        }
    }
    if effects.iter().all(Option::is_none) {
        return;
    }
    let before = terrain.to_vec();
    for cell in area.cells() {
        let own = before[cell.index()].index() * count;
        let mut around = area.around(cell).map(|(_, neighbor)| effects[own + before[neighbor.index()].index()]);
        if let Some(effect) = around.find_map(|effect| effect) {
            terrain[cell.index()] = effect;
        }
    }
}

fn lay_edge(area: &Area, terrain: &mut [TerrainType], edge: TerrainType) {
    for row in 0..area.height() {
        let (cells, inner) = (area.row(row), inner_row(area, row));
        terrain[cells.start..inner.start].fill(edge);
        terrain[inner.end..cells.end].fill(edge);
    }
}
