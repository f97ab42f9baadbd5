//! `make-fractal-percentile-terrain`: relief and moisture of random blobs, and the terrain for their percentiles.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. Unlike in Xconq 7.5 it takes time in proportion to
//! the area, adds finer blobs at every size of map, and names the holes of a percentile chart. A layer of density 0 is left out:
//! all its percentiles count as met, and the lowest-numbered type that then fits is taken.

use design::parameters::global::{
    ALT_BLOB_DENSITY, ALT_BLOB_HEIGHT, ALT_BLOB_SIZE, ALT_RIDGES, ALT_ROUGHNESS, ALT_SMOOTHING, EDGE_FALLOFF,
    WET_BLOB_DENSITY, WET_BLOB_HEIGHT, WET_BLOB_SIZE, WET_ROUGHNESS, WET_SMOOTHING,
};
use design::{Design, Settings};
use grid::{Area, Layer};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::{assign_terrain, first_terrain};
use crate::blobs::{Blobs, DEVIATION, lay_blobs};
use crate::elevations::{assign_elevations, relief_below};
use crate::percentiles::{Ranks, rank};
use crate::symmetric::{fold, spread};

/// The method `make-fractal-percentile-terrain`.
pub struct MakeFractalPercentileTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-fractal-percentile-terrain",
    summary: "terrain from percentiles of random relief and moisture, with elevations",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain, Part::Elevation],
    by_level: true,
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

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(add_elevations(synthesis, &design));
        }
        let first = first_terrain(&design)?;
        let area = synthesis.scenario.world.area;
        let given = synthesis.scenario.world.elevation.clone();
        let (alt, wet) = make_layers(synthesis, &area, given.as_ref());

        Ok(assign_terrain(synthesis, &design, first, alt.as_ref(), wet.as_ref()))
    }
}

/// Makes elevations for given terrain.
fn add_elevations(synthesis: &mut Synthesis<'_>, design: &Design) -> MethodOutcome {
    let world = &synthesis.scenario.world;
    let (Some(terrain), None, true) = (&world.terrain, &world.elevation, design.has_elevations()) else {
        return MethodOutcome::Skipped("terrain is already present".to_owned());
    };
    let area = world.area;
    let mut blobs = lay_blobs(&area, &relief(synthesis.settings), &mut synthesis.stream("relief"));
    fold(world, &mut blobs);
    let raw = relief_below(design, &area, terrain.values(), &blobs);
    let elevations = assign_elevations(design, &area, terrain.values(), &rank(&area, &raw).heights);
    synthesis.scenario.world.elevation = Some(Layer::from_values(&area, elevations));
    spread(&mut synthesis.scenario.world);
    MethodOutcome::Made("elevations for the terrain that is present".to_owned())
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

/// Relief and moisture, made in parallel; `None` for a layer that the design leaves out.
fn make_layers(synthesis: &Synthesis<'_>, area: &Area, given: Option<&Layer<i16>>) -> (Option<Ranks>, Option<Ranks>) {
    let (settings, world) = (synthesis.settings, &synthesis.scenario.world);
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
                fold(world, &mut raw);
                sink_toward_bounds(area, &mut raw, settings.int(EDGE_FALLOFF), DEVIATION);
                rank(area, &raw)
            })
        },
        || {
            let blobs = moisture(settings);
            (blobs.density > 0).then(|| {
                let mut raw = lay_blobs(area, &blobs, &mut moisture_stream);
                fold(world, &mut raw);
                rank(area, &raw)
            })
        },
    )
}

/// Lowers relief near the bounds, the nearer the more; at a bound by four times `deviation`.
pub(crate) fn sink_toward_bounds(area: &Area, raw: &mut [i32], falloff: i32, deviation: i32) {
    if falloff == 0 || area.wraps_y() {
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
            let to_side = if area.wraps_x() { i32::MAX } else { 2 * (column as i32).min(last - column as i32) };
            let lacks = reach - to_south_or_north.min(to_side);
            if lacks > 0 {
                let share = i64::from(lacks) * 256 / i64::from(reach);
                *value -= ((share * share * i64::from(4 * deviation)) >> 16) as i32;
            }
        }
    }
}
