//! `make-noise-terrain`: relief and moisture of gradient noise, and the terrain for their percentiles.
//!
//! Percentiles, neighbours, the edge and elevations are those of `make-fractal-percentile-terrain`: either method can replace the
//! other in any recipe. The forms of noise are more even than blobs; noise can form ridges, and can be bent.

use design::parameters::global::NOISE_KIND;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::{assign_terrain, first_terrain};
use crate::noise_layer::{NoiseShape, Sum, lay_noise, lay_relief};
use crate::percentiles::rank;
use crate::symmetric::fold;

/// The method `make-noise-terrain`.
pub struct MakeNoiseTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-noise-terrain",
    summary: "terrain from percentiles of plain, ridged or warped noise, with elevations",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain, Part::Elevation],
    by_level: true,
    parameters: &[
        "noise-kind",
        "noise-scale",
        "noise-octaves",
        "noise-roughness",
        "noise-warp",
        "edge-terrain",
        "edge-falloff",
    ],
};

/// Moisture needs no finer octaves: the fine detail of terrain comes from relief.
const MOISTURE_OCTAVES: i32 = 4;

impl SynthesisMethod for MakeNoiseTerrain {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(MethodOutcome::Skipped("terrain is already present".to_owned()));
        }
        let design = synthesis.design();
        let first = first_terrain(&design)?;
        let area = synthesis.scenario.world.area;
        let settings = synthesis.settings;
        let sum = [Sum::Plain, Sum::Ridged, Sum::Warped][settings.int(NOISE_KIND) as usize];
        let relief = NoiseShape::of(settings, sum);
        let moisture = NoiseShape { sum: Sum::Plain, octaves: relief.octaves.min(MOISTURE_OCTAVES), ..relief };
        let alt = lay_relief(synthesis, &relief);
        let mut wet = lay_noise(&area, &moisture, &mut synthesis.stream("moisture"));
        fold(&synthesis.scenario.world, &mut wet);
        let (alt, wet) = (rank(&area, &alt), rank(&area, &wet));
        Ok(assign_terrain(synthesis, &design, first, Some(&alt), Some(&wet)))
    }
}
