//! The percentile chart: which terrain each pair of relief and moisture percentiles becomes.
//!
//! Source: seed 000, "Synthesizing World Terrain". Where types overlap, the lowest-numbered one counts; a hole becomes the first
//! type.

use crate::parameters::terrain::{ALT_PERCENTILE_MAX, ALT_PERCENTILE_MIN, WET_PERCENTILE_MAX, WET_PERCENTILE_MIN};
use crate::{Design, TerrainType};

/// Percentiles run from 0 to 100, both included.
const STEPS: usize = 101;

/// The chart of a design: relief percentiles one way, moisture percentiles the other.
#[derive(Clone, Debug)]
pub struct PercentileChart {
    /// Row by row of moisture, one entry per relief percentile.
    cells: Vec<Option<TerrainType>>,
}

/// A rectangle of the chart that no type covers; bounds are percentiles, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Relief, from and to.
    pub alt: (u8, u8),
    /// Moisture, from and to.
    pub wet: (u8, u8),
}

impl PercentileChart {
    /// The chart of a design's cell terrain.
    #[must_use]
    pub fn new(design: &Design) -> PercentileChart {
        let mut cells = vec![None; STEPS * STEPS];
        // In reverse order, so that the lowest-numbered type is written last.
        let types: Vec<TerrainType> = design.cell_terrain().collect();
        for &kind in types.iter().rev() {
            let percent = |key| design.int(key, kind) as usize;
            let (alt, wet) = (
                percent(ALT_PERCENTILE_MIN)..=percent(ALT_PERCENTILE_MAX),
                percent(WET_PERCENTILE_MIN)..=percent(WET_PERCENTILE_MAX),
            );
            // All four at 0 is how a design leaves a type out; it does not claim the single lowest point.
            if (*alt.end(), *wet.end()) == (0, 0) {
                continue;
            }
            for row in wet {
                for column in alt.clone() {
                    cells[row * STEPS + column] = Some(kind);
                }
            }
        }
        PercentileChart { cells }
    }

    /// Whether no type covers any part of the chart: the design does not use percentiles.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(Option::is_none)
    }

    /// The type at a pair of percentiles; `None` in a hole.
    #[must_use]
    pub fn at(&self, alt: u8, wet: u8) -> Option<TerrainType> {
        self.cells[usize::from(wet) * STEPS + usize::from(alt)]
    }

    /// The parts that no type covers, as rectangles; a greedy cover keeps their number small.
    #[must_use]
    pub fn holes(&self) -> Vec<Hole> {
        let mut open: Vec<bool> = self.cells.iter().map(Option::is_none).collect();
        let mut holes = Vec::new();
        while let Some(first) = open.iter().position(|&is_open| is_open) {
            let (wet, alt) = (first / STEPS, first % STEPS);
            let right = (alt..STEPS).take_while(|&column| open[wet * STEPS + column]).count();
            let up =
                (wet..STEPS).take_while(|&row| (alt..alt + right).all(|column| open[row * STEPS + column])).count();
            for row in wet..wet + up {
                open[row * STEPS + alt..row * STEPS + alt + right].fill(false);
            }
            let last = |from: usize, count: usize| (from as u8, (from + count - 1) as u8);
            holes.push(Hole { alt: last(alt, right), wet: last(wet, up) });
        }
        holes
    }
}
