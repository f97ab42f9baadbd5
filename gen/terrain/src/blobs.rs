//! Blobs: hexagonal bumps and hollows of the requested number, size and height, with ever finer ones on top.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. Xconq 7.5 draws every blob cell by cell, which is
//! quadratic in the area. Here a blob is an impulse on a [`Sheet`] of the right coarseness, and a box filter along the axes of the
//! lattice makes a bump of it. Then the sheet is refined, and finer impulses are added, half as wide and `roughness` percent as
//! high, down to single cells, so that coasts have detail at every size of map.
//!
//! The parameters keep this much of their meaning: `density` is how many of the largest blobs there are, `size` how many cells each
//! has in 10,000 of the area. Percentiles are taken of ranks, so `height` matters only at the limits of the raw scale, 2000 up and
//! down: blobs that would go beyond become plateaus there, on which the finer ones show.

use chance::Stream;
use grid::Area;

use crate::sheet::{ONE, Sheet, VALUE_MAX};

/// The parameters of one layer of blobs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blobs {
    /// Largest blobs per 10,000 cells.
    pub(crate) density: i32,
    /// Cells of one, per 10,000 of the area.
    pub(crate) size: i32,
    /// Their height on GDL's raw scale.
    pub(crate) height: i32,
    /// Height of each finer octave in percent of the one before.
    pub(crate) roughness: i32,
    /// Height of crests in percent of the largest blobs.
    pub(crate) ridges: i32,
    /// Passes of smoothing at the end.
    pub(crate) smoothing: i32,
}

/// The usual deviation of the largest blobs from the mean.
pub(crate) const DEVIATION: i32 = 20_000;

/// Makes raw values for the cells of an area, in no particular unit.
pub(crate) fn lay_blobs(area: &Area, blobs: &Blobs, stream: &mut Stream) -> Vec<i32> {
    let mut scale = first_scale(area, blobs);
    let mut sheet = Sheet::new(area, scale);
    lay_largest(&mut sheet, scale, blobs, stream);
    let mut folds = (blobs.ridges > 0).then(|| Sheet::new(area, scale));
    if let Some(folds) = &mut folds {
        lay_fine(folds, DEVIATION, stream);
    }
    let mut height = DEVIATION;
    for octave in 0.. {
        if (octave == FOLDED || scale == ONE)
            && let Some(folds) = folds.take()
        {
            raise_ridges(&mut sheet, &folds, blobs.ridges);
        }
        if scale == ONE {
            break;
        }
        // The last step is by a factor of at least one and a half.
        scale = if scale / 2 < 3 * ONE / 2 { ONE } else { scale / 2 };
        sheet = sheet.refine(area, scale);
        height = (i64::from(height) * i64::from(blobs.roughness) / 100) as i32;
        lay_fine(&mut sheet, height, stream);
        if let Some(coarse) = &mut folds {
            *coarse = coarse.refine(area, scale);
            lay_fine(coarse, height, stream);
        }
    }
    sheet.smooth(blobs.smoothing.max(0) as u32);
    sheet.cut(area)
}

/// Ridges are raised this many octaves after the first: fine enough for a crest, and coarse enough to cost little.
const FOLDED: u32 = 2;

/// Raises crests where a second field of blobs passes through its mean: winding lines, like mountain ranges and island chains.
fn raise_ridges(sheet: &mut Sheet, folds: &Sheet, ridges: i32) {
    for (value, fold) in sheet.values.iter_mut().zip(&folds.values) {
        let crest = (DEVIATION - fold.abs()).max(-DEVIATION);
        *value = (*value + crest * ridges / 100).clamp(-VALUE_MAX, VALUE_MAX);
    }
}

/// The coarseness of the first sheet, where a blob is the filter's result for one impulse: 9 cells.
fn first_scale(area: &Area, blobs: &Blobs) -> i64 {
    // No blob needs to be larger than the whole area.
    let size = blobs.size.clamp(0, 10_000) as u128;
    let square = size * area.count() as u128 * (ONE * ONE) as u128 / (10_000 * 9);
    (square.isqrt() as i64).max(ONE)
}

fn lay_largest(sheet: &mut Sheet, scale: i64, blobs: &Blobs, stream: &mut Stream) {
    let rows: Vec<_> = sheet.rows_near_area(2).collect();
    let width = rows[0].len();
    let cells = (rows.len() * width) as i128;
    // More blobs than this per cell make no visible difference.
    const CROWD: i128 = 16;
    let square = i128::from(scale) * i128::from(scale);
    let count = (i128::from(blobs.density) * cells * square / (10_000 * i128::from(ONE * ONE))).clamp(1, CROWD * cells);

    // One impulse of height h becomes a bump of 3h; a crowd of n per cell deviates by h * sqrt(45 n).
    let crowd = (45 * 10_000 * count / cells).max(45 * 10_000 / 9);
    let each = 100 * i128::from(DEVIATION) * 27 / crowd.isqrt();
    for _ in 0..count {
        let row = &rows[stream.index(rows.len())];
        let cell = row.start + stream.index(width);
        // The height varies by a fifth down and up.
        let height = (each as i32) / 5 * 4 + stream.below((each as u32) / 5 * 2 + 1) as i32;
        let sum = sheet.values[cell] + if stream.coin() { height } else { -height };
        sheet.values[cell] = sum.clamp(-27 * VALUE_MAX, 27 * VALUE_MAX);
    }
    sheet.soften();
    let limit = (i64::from(DEVIATION) * 1000 / i64::from(blobs.height.max(1))).clamp(1, i64::from(VALUE_MAX)) as i32;
    for value in &mut sheet.values {
        let beyond = (value.abs() - limit).max(0);
        *value = value.signum() * (value.abs() - beyond + beyond / 4).min(VALUE_MAX);
    }
}

/// Adds an impulse to every cell so that the result deviates by `height`, and softens it.
fn lay_fine(sheet: &mut Sheet, height: i32, stream: &mut Stream) {
    // Odd numbers from -255 to 255 deviate by 148; the filter leaves sqrt(45)/27 of that.
    let gain = height * 10 / 367;
    for values in sheet.values.chunks_mut(8) {
        let bytes = stream.bits().to_le_bytes();
        for (value, byte) in values.iter_mut().zip(bytes) {
            *value = (*value + (2 * i32::from(byte) - 255) * gain).clamp(-VALUE_MAX, VALUE_MAX);
        }
    }
    sheet.soften();
}
