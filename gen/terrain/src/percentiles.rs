//! Ranks: raw values as percentiles, by counting.

use std::ops::Range;

use grid::Area;

/// Raw values spread over `u16`, and the percentile of each.
pub(crate) struct Ranks {
    /// For each cell its raw value, from 0 for the lowest inner cell to 65,535 for the highest; other cells are clamped.
    pub(crate) heights: Vec<u16>,
    /// For each such value its percentile: `floor(100 * cells up to it / all cells)`, so that only the highest has 100.
    pub(crate) percentiles: Vec<u8>,
}

/// The inner cells of a row, that is cells with all neighbours, as a range of indices.
pub(crate) fn inner_row(area: &Area, row: u32) -> Range<usize> {
    let cells = area.row(row);
    if area.wraps_y() {
        return cells;
    }
    if row == 0 || row + 1 == area.height() {
        return cells.start..cells.start;
    }
    // In every shape the other cells at bounds are the ends of rows.
    if area.wraps_x() { cells } else { cells.start + 1..(cells.end - 1).max(cells.start + 1) }
}

/// Ranks values among the inner cells of an area.
pub(crate) fn rank(area: &Area, raw: &[i32]) -> Ranks {
    let inner = || (0..area.height()).map(|row| &raw[inner_row(area, row)]);
    let low = inner().flatten().copied().min().unwrap_or(0);
    let high = inner().flatten().copied().max().unwrap_or(0);
    let span = (i64::from(high) - i64::from(low)).max(1);
    let step = (65_535_i64 << 24) / span;
    let mut heights = vec![0; area.len()];
    for row in 0..area.height() {
        let cells = area.row(row);
        for (height, &value) in heights[cells.clone()].iter_mut().zip(&raw[cells]) {
            *height = ((i64::from(value.clamp(low, high) - low) * step) >> 24) as u16;
        }
    }

    let mut counts = vec![0_u32; 65_536];
    let mut total = 0;
    for row in 0..area.height() {
        let cells = inner_row(area, row);
        total += cells.len() as u64;
        for &height in &heights[cells] {
            counts[usize::from(height)] += 1;
        }
    }
    let mut up_to = 0;
    let percent = |&count: &u32| {
        up_to += u64::from(count);
        (100 * up_to / total.max(1)) as u8
    };
    Ranks { heights, percentiles: counts.iter().map(percent).collect() }
}
