//! Elevations that agree with terrain.
//!
//! Source: `kernel-rules`, section 9: each type's observed range of raw relief is stretched over its `elevation-min` to
//! `elevation-max`; types whose ranges of elevation overlap share one raw range, so that heights change smoothly from one to the
//! other; a body of water has one height.

use design::{Design, TerrainType, TypeId};
use grid::{Area, Axis, Regions, regions, sums_along};

use crate::blobs::DEVIATION;
use crate::percentiles::inner_row;

/// The elevation of each cell from its terrain and relief; 0 in the void.
pub(crate) fn assign_elevations(design: &Design, area: &Area, terrain: &[TerrainType], heights: &[u16]) -> Vec<i16> {
    let kinds: Vec<TerrainType> = design.ids().collect();
    let mut observed = vec![(u16::MAX, u16::MIN); kinds.len()];
    for row in 0..area.height() {
        for index in inner_row(area, row) {
            let (low, high) = &mut observed[terrain[index].index()];
            *low = heights[index].min(*low);
            *high = heights[index].max(*high);
        }
    }

    // For each type: the start of its raw range, its lowest elevation, and the elevation per step of relief.
    let lines: Vec<(i64, i64, i64, i64)> = kinds
        .iter()
        .map(|&kind| {
            let (least, most) = design.elevation_range(kind);
            let shares = |&&other: &&TerrainType| {
                let (low, high) = design.elevation_range(other);
                other == kind || (low.max(least) < high.min(most))
            };
            let raw = kinds.iter().filter(shares).map(|&other| observed[other.index()]);
            let (low, high) = raw.fold((u16::MAX, u16::MIN), |all, own| (all.0.min(own.0), all.1.max(own.1)));
            let span = i64::from(high) - i64::from(low);
            let slope = if span > 0 { (i64::from(most - least) << 32) / span } else { 0 };
            (i64::from(low), i64::from(least), i64::from(most), slope)
        })
        .collect();
    let mut elevations = vec![0; area.len()];
    for cells in (0..area.height()).map(|row| area.row(row)) {
        for index in cells {
            let (low, least, most, slope) = lines[terrain[index].index()];
            let above = ((i64::from(heights[index]) - low) * slope + (1 << 31)) >> 32;
            elevations[index] = (least + above).clamp(least, most) as i16;
        }
    }
    level_waters(design, area, terrain, &mut elevations);
    elevations
}

/// Gives each body of water one height: its highest, but not above the lowest land on its shore.
pub(crate) fn level_waters(design: &Design, area: &Area, terrain: &[TerrainType], elevations: &mut [i16]) {
    let liquid: Vec<bool> = design.ids().map(|kind: TerrainType| design.is_liquid(kind)).collect();
    let mut waters =
        design.cell_terrain().filter(|&kind| design.is_liquid(kind)).map(|kind| design.elevation_range(kind));
    let Some(first) = waters.next() else { return };
    if first.0 == first.1 && waters.all(|other| other == first) {
        // All water has one height already, as in nearly every design.
        return;
    }
    let bodies = regions(area, |cell| liquid[terrain[cell.index()].index()].then_some(0));
    let mut surface = vec![i16::MIN; bodies.count()];
    let mut shore = vec![i16::MAX; bodies.count()];
    for cell in area.cells() {
        let body = bodies.of[cell];
        if body == Regions::NONE {
            continue;
        }
        let body = body as usize;
        surface[body] = surface[body].max(elevations[cell.index()]);
        for (_, neighbor) in area.around(cell) {
            if bodies.of[neighbor] == Regions::NONE {
                shore[body] = shore[body].min(elevations[neighbor.index()]);
            }
        }
    }
    for cell in area.cells() {
        if let (Some(&surface), Some(&shore)) =
            (surface.get(bodies.of[cell] as usize), shore.get(bodies.of[cell] as usize))
        {
            elevations[cell.index()] = surface.min(shore);
        }
    }
}

/// Raw relief for given terrain: high where the land around has high types, with blobs for the variation within a type.
pub(crate) fn relief_below(design: &Design, area: &Area, terrain: &[TerrainType], blobs: &[i32]) -> Vec<i32> {
    let middles: Vec<i32> = design
        .ids()
        .map(|kind| {
            let (low, high) = design.elevation_range(kind);
            low.midpoint(high)
        })
        .collect();
    let low = middles.iter().copied().min().unwrap_or(0);
    let spread = middles.iter().map(|middle| middle - low).max().unwrap_or(0).max(1);
    // Three boxes of 7 cells: two or three cells from the bound of a type, the neighbouring type hardly counts.
    const REACH: u32 = 3;
    let mut sums = vec![0; area.len()];
    let mut weights = vec![0; area.len()];
    for cell in area.cells() {
        let above = i64::from(middles[terrain[cell.index()].index()] - low);
        sums[cell.index()] = (above * i64::from(DEVIATION) / i64::from(spread)) as i32;
        weights[cell.index()] = DEVIATION;
    }
    for &axis in Axis::all(area.shape().lattice()) {
        sums_along(area, &mut sums, axis, REACH);
        sums_along(area, &mut weights, axis, REACH);
    }
    let mean =
        |(&sum, &weight): (&i32, &i32)| (i64::from(sum) * 4 * i64::from(DEVIATION) / i64::from(weight.max(1))) as i32;
    let means = sums.iter().zip(&weights).map(mean);
    means.zip(blobs).map(|(mean, blob)| mean + blob / 2).collect()
}
