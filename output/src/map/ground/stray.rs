//! The wobble of coasts and borders: how far each point of the map is looked up beside itself.
//!
//! It is a function of the place on the map, not of the picture, so a coast has the same bays at every scale; and it is 0 in the middle
//! of every cell, so no cell's centre ever changes sides, and along the seams of a map that wraps, so both sides fit. The noise is Perlin's on lattices that repeat every [`SPAN`] cells.

use std::sync::OnceLock;

use crate::map::ground::texture::Noise;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;

/// The noise repeats after this many map units; a power of two.
const SPAN: usize = 16;
/// Samples in a map unit; a power of two.
const FINE: usize = 32;
const SIDE: usize = SPAN * FINE;

/// The shift of each sample, in 127ths of the greatest.
static SHIFTS: OnceLock<Vec<(i8, i8)>> = OnceLock::new();

/// How far coasts and borders are shifted at most, in map units; on squares half as much.
const MOST: f32 = 0.32;

/// The sizes of bumps, in map units, and their weights: the largest bend long straight coasts, the finest are coves.
const OCTAVES: [(f32, f32); 5] = [(2.7, 1.3), (1.1, 0.9), (0.5, 0.4), (0.23, 0.2), (0.11, 0.1)];

fn shifts() -> &'static [(i8, i8)] {
    SHIFTS.get_or_init(|| {
        let noise = |salt: i32| {
            OCTAVES.map(|(size, weight)| {
                (Noise::new((SPAN as f32 / size).round() as i32, salt + (size * 100.0) as i32), weight)
            })
        };
        let (across, down) = (noise(3000), noise(7000));
        let sum = |octaves: &[(Noise, f32)], x: f32, y: f32| {
            let value: f32 = octaves.iter().map(|(noise, weight)| noise.at(x, y) * weight).sum();
            (value * 127.0).round().clamp(-127.0, 127.0) as i8
        };
        (0..SIDE * SIDE)
            .map(|at| {
                let (x, y) = ((at % SIDE) as f32 / SIDE as f32, (at / SIDE) as f32 / SIDE as f32);
                (sum(&across, x, y), sum(&down, x, y))
            })
            .collect()
    })
}

/// The shifts, ready to be asked.
#[derive(Clone, Copy)]
pub(in crate::map) struct Stray {
    shifts: &'static [(i8, i8)],
    /// The greatest shift, in map units.
    pub(in crate::map) most: f32,
    /// After how many map units the map repeats to the right and down, if it does.
    period: (Option<f32>, Option<f32>),
}

impl Stray {
    fn new(most: f32, period: (Option<f32>, Option<f32>)) -> Stray {
        Stray { shifts: shifts(), most, period }
    }

    /// The shifts on a page: less where cells are small.
    pub(in crate::map) fn on(sheet: &PageLayout) -> Stray {
        let most = if sheet.lattice_geometry.leans { MOST } else { MOST / 2.0 };
        let area = &sheet.area;
        let across = area.wraps_x().then_some(area.width() as f32);
        let down = area.wraps_y().then_some(area.height() as f32 * sheet.lattice_geometry.row);
        Stray::new(most * ((sheet.cell - 3.0) / 6.0).clamp(0.0, 1.0), (across, down))
    }

    /// Nothing is shifted: straight edges stay straight.
    pub(in crate::map) fn none() -> Stray {
        Stray::new(0.0, (None, None))
    }

    /// Where a point looks up what is there; `way` is the way to it from the centre of its cell.
    #[inline]
    pub(in crate::map) fn of(&self, (x, y): Point, way: Point) -> Point {
        if self.most == 0.0 {
            return (x, y);
        }
        // The place in the first copy of the map, and how far the nearest seam is.
        let fold = |at: f32, period: Option<f32>| match period {
            Some(period) => {
                let at = at.rem_euclid(period);
                (at, at.min(period - at).min(1.0))
            }
            None => (at, 1.0),
        };
        let ((across, beside), (along, above)) = (fold(x, self.period.0), fold(y, self.period.1));
        let (column, row) = ((across + SPAN as f32) * FINE as f32, (along + SPAN as f32) * FINE as f32);
        let (left, top) = (column as usize, row as usize);
        let (right, down) = (column - left as f32, row - top as f32);
        let at = |left: usize, top: usize| {
            let (across, down) = self.shifts[(top % SIDE) * SIDE + left % SIDE];
            (f32::from(across), f32::from(down))
        };
        let (a, b, c, d) = (at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1));
        let mean = |a: f32, b: f32, c: f32, d: f32| {
            let (upper, lower) = (a + (b - a) * right, c + (d - c) * right);
            upper + (lower - upper) * down
        };
        // Nothing in the middle of a cell, all of it at its edge.
        let ease = (4.0 * (way.0 * way.0 + way.1 * way.1)).min(1.0) * beside * above * self.most / 127.0;
        (x + mean(a.0, b.0, c.0, d.0) * ease, y + mean(a.1, b.1, c.1, d.1) * ease)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centres_stay_where_they_are_and_edges_move() {
        let stray = Stray::new(0.3, (None, None));
        let mut moved = 0;
        for step in 0..200 {
            let place = (0.37 * step as f32, 0.23 * step as f32);
            assert_eq!(stray.of(place, (0.0, 0.0)), place);
            let (x, y) = stray.of(place, (0.5, 0.1));
            let far = (x - place.0).hypot(y - place.1);
            assert!(far <= 0.3 * 1.42);
            moved += i32::from(far > 0.05);
        }
        assert!(moved > 100, "{moved} of 200 have moved");
    }

    #[test]
    fn a_map_that_wraps_is_the_same_in_each_copy_and_fits_at_its_seams() {
        let stray = Stray::new(0.3, (Some(21.0), None));
        let way = (0.5, 0.1);
        for step in 0..100 {
            let (x, y) = (0.31 * step as f32, 0.17 * step as f32);
            let (one, other) = (stray.of((x, y), way), stray.of((x + 21.0, y), way));
            assert!((other.0 - one.0 - 21.0).abs() < 1e-3 && (other.1 - one.1).abs() < 1e-3, "{one:?} {other:?}");
            assert_eq!(stray.of((21.0, y), way), (21.0, y), "on the seam nothing moves");
        }
    }
}
