//! `make-earthlike-terrain`: continents, and rain as on earth.
//!
//! Source: seed 000, "Synthesizing World Terrain", which only says that the method imitates the earth; `kernel-rules`, section 9:
//! in Xconq 7.5 it needs terrain types with certain names. Here types are chosen by their percentiles, as in all methods. Relief is
//! noise bent by noise, which gives continents and island arcs; moisture follows the belts of the earth, wet at the equator, dry at
//! the thirtieth degrees, wet at the fiftieth, dry at the poles, broken up by noise.

use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::{assign_terrain, first_terrain};
use crate::noise_layer::{DEVIATION, NoiseShape, Sum, lay_noise, lay_relief};
use crate::percentiles::rank;
use crate::symmetric::fold;

/// The method `make-earthlike-terrain`.
pub struct MakeEarthlikeTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-earthlike-terrain",
    summary: "continents of bent noise, and rain in belts from equator to poles, with elevations",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain, Part::Elevation],
    by_level: true,
    parameters: &["noise-scale", "noise-octaves", "noise-roughness", "noise-warp", "edge-terrain", "edge-falloff"],
};

/// Rain from the equator to a pole, at equal steps of latitude, in deviations of noise times 100.
const RAIN: [i32; 7] = [180, 110, -30, -140, -20, 90, -80];

impl SynthesisMethod for MakeEarthlikeTerrain {
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
        let relief = NoiseShape::of(synthesis.settings, Sum::Warped);
        let rain = NoiseShape { sum: Sum::Plain, octaves: 3, ..relief };
        let alt = lay_relief(synthesis, &relief);
        let mut wet = lay_noise(&area, &rain, &mut synthesis.stream("rain"));
        for row in 0..area.height() {
            let belt = rain_at(row, area.height());
            for value in &mut wet[area.row(row)] {
                *value += belt;
            }
        }
        fold(&synthesis.scenario.world, &mut wet);
        let (alt, wet) = (rank(&area, &alt), rank(&area, &wet));
        Ok(assign_terrain(synthesis, &design, first, Some(&alt), Some(&wet)))
    }
}

/// The rain of a row: the equator lies across the middle of the map, the poles at its bounds.
fn rain_at(row: u32, height: u32) -> i32 {
    let middle = i64::from(height) - 1;
    // Thousandths of the way from equator to pole.
    let way = (2 * i64::from(row) - middle).abs() * 1000 / middle.max(1);
    let steps = RAIN.len() as i64 - 1;
    let step = (way * steps / 1000).min(steps - 1);
    let part = way * steps - step * 1000;
    let [from, to] = [RAIN[step as usize], RAIN[step as usize + 1]].map(i64::from);
    ((from * (1000 - part) + to * part) / 1000 * i64::from(DEVIATION) / 100) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rain_falls_in_belts_that_are_the_same_north_and_south() {
        let rain: Vec<i32> = (0..121).map(|row| rain_at(row, 121)).collect();
        assert!(rain.iter().eq(rain.iter().rev()));
        assert_eq!(rain[60], DEVIATION * 180 / 100, "the equator is wettest");
        assert_eq!(rain.iter().min(), Some(&rain[30]), "half way to the pole lie the deserts");
        assert!(rain[10] > rain[0] && rain[10] > rain[30], "forests lie between them and the ice");
    }
}
