//! High land: ranges and peaks.

use design::parameters::terrain::ELEVATION_MIN;
use design::{Design, TerrainType, TypeId};
use grid::{Area, Cell, disk, spaced};

use crate::find_bodies::BodyGround;
use crate::reach::pieces;

/// A range is land as high as this percentile of all land, if no terrain type tells what a mountain is.
const RANGE_PERCENTILE: u64 = 88;
/// A peak is at least as high as this percentile.
const PEAK_PERCENTILE: u64 = 65;
/// The largest share of the land that terrain types may cover to count as mountains, in percent.
const MOUNTAIN_SHARE_MAX: u64 = 25;

/// How high land lies.
pub(crate) struct Heights {
    counts: Vec<u32>,
    total: u64,
}

impl Heights {
    /// `None` without elevations, or without land.
    pub(crate) fn of(ground: &BodyGround<'_>) -> Option<Heights> {
        let elevation = ground.elevation?;
        let mut counts = vec![0; 1 << 16];
        let mut total = 0;
        for cell in ground.area.cells().filter(|&cell| ground.is_land(cell)) {
            counts[(i32::from(elevation[cell.index()]) - i32::from(i16::MIN)) as usize] += 1;
            total += 1;
        }
        (total > 0).then_some(Heights { counts, total })
    }

    /// How many cells of land there are.
    pub(crate) const fn land(&self) -> u64 {
        self.total
    }

    /// The lowest elevation below which `percent` of the land lies.
    fn percentile(&self, percent: u64) -> i32 {
        let mut below = 0;
        for (place, &count) in self.counts.iter().enumerate() {
            below += u64::from(count);
            if below * 100 > self.total * percent {
                return place as i32 + i32::from(i16::MIN);
            }
        }
        i32::from(i16::MAX)
    }

    /// The difference between the lowest and the highest land.
    fn span(&self) -> i32 {
        let lowest = self.counts.iter().position(|&count| count > 0).unwrap_or(0);
        let highest = self.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        (highest - lowest) as i32
    }
}

/// Connected high land: cells of the land terrain types with the highest `elevation-min`, as many types as are not too common
/// together; if the types do not tell, the highest part of the land.
pub(crate) fn find_ranges(design: &Design, ground: &BodyGround<'_>, heights: Option<&Heights>) -> Vec<Vec<Cell>> {
    if let Some(is_mountain) = find_mountain_types(design, ground) {
        let is_mountain = |cell: Cell| is_mountain[ground.terrain[cell.index()].index()] && ground.is_land(cell);
        return pieces(&ground.area, |cell| is_mountain(cell).then_some(0));
    }
    let (Some(elevation), Some(heights)) = (ground.elevation, heights) else { return Vec::new() };
    // A plain has no ranges, so the level must lie above at least half of the land.
    let level = heights.percentile(RANGE_PERCENTILE).max(heights.percentile(50) + 1);
    let is_high = |cell: Cell| i32::from(elevation[cell.index()]) >= level && ground.is_land(cell);
    pieces(&ground.area, |cell| is_high(cell).then_some(0))
}

/// For each terrain type whether it is a mountain; `None` if the types do not tell, or if the map has none of them.
fn find_mountain_types(design: &Design, ground: &BodyGround<'_>) -> Option<Vec<bool>> {
    let mut counts = vec![0_u64; design.terrain.len()];
    for cell in ground.area.cells().filter(|&cell| ground.is_land(cell)) {
        counts[ground.terrain[cell.index()].index()] += 1;
    }
    let land: u64 = counts.iter().sum();
    let mut types: Vec<(i32, TerrainType)> = design
        .cell_terrain()
        .filter(|&kind| !design.is_liquid(kind))
        .map(|kind| (design.int(ELEVATION_MIN, kind), kind))
        .collect();
    types.sort_unstable_by_key(|&(height, kind)| (std::cmp::Reverse(height), kind));
    let lowest = types.last()?.0;
    let mut is_mountain = vec![false; design.terrain.len()];
    let mut so_far = 0;
    for level in types.chunk_by(|one, other| one.0 == other.0) {
        so_far += level.iter().map(|&(_, kind)| counts[kind.index()]).sum::<u64>();
        if level[0].0 == lowest || so_far * 100 > land * MOUNTAIN_SHARE_MAX {
            break;
        }
        level.iter().for_each(|&(_, kind)| is_mountain[kind.index()] = true);
    }
    let any = counts.iter().zip(&is_mountain).any(|(&count, &is_mountain)| count > 0 && is_mountain);
    any.then_some(is_mountain)
}

/// Summits: cells of high land above all their neighbours, well above their surroundings, and apart from each other; the highest
/// `count` of them, the highest first.
pub(crate) fn find_peaks(ground: &BodyGround<'_>, heights: &Heights, count: usize) -> Vec<Cell> {
    let Some(elevation) = ground.elevation else { return Vec::new() };
    let area = &ground.area;
    let height = |cell: Cell| i32::from(elevation[cell.index()]);
    let level = heights.percentile(PEAK_PERCENTILE);
    let mut peaks: Vec<Cell> = area
        .cells()
        .filter(|&cell| height(cell) >= level && ground.is_land(cell))
        .filter(|&cell| area.around(cell).all(|(_, near)| height(near) < height(cell)))
        .collect();
    peaks.sort_unstable_by_key(|&cell| (std::cmp::Reverse(height(cell)), cell));
    // The rise is measured above the lowest land within three steps.
    let rise = (heights.span() / 16).max(1);
    peaks.retain(|&peak| disk(area, peak, 3).any(|cell| height(cell) <= height(peak) - rise));
    let mut peaks = spaced(area, &peaks, peak_spacing(area));
    peaks.truncate(count);
    peaks
}

/// The least distance between peaks.
fn peak_spacing(area: &Area) -> u32 {
    4 + area.width().min(area.height()) / 60
}
