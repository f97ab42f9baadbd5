//! The distance of each pixel from the coast, from which water lines, glow and depth are drawn.
//!
//! The exact transform of Felzenszwalb and Huttenlocher ("Distance Transforms of Sampled Functions", 2012), started with the
//! coast's place within its pixels, so that lines along it are smooth. It treats rows, then columns, each independently.

use crate::parallel::for_each_line;

use crate::map::layout::sheet::PageLayout;

/// The most points of a raster; larger ones are made coarser.
const POINTS_MAX: usize = 4 << 20;

/// The distances, in pixels, on a raster of every `step`-th pixel of the map.
pub(in crate::map) struct Coast {
    far: Vec<f32>,
    /// The pixel of the first point.
    corner: (usize, usize),
    /// The number of pixels before it on the left.
    rim: usize,
    width: usize,
    height: usize,
    step: usize,
}

/// How far from the coast a point of the raster may lie that starts the transform, in steps.
const NEAR: f32 = 0.75;

/// The distance where there is no coast.
const NONE: f32 = 1e9;

impl Coast {
    /// The distances of a map. `near(x, y, most)` returns how far a pixel of the picture lies from the coast, if that is less than `most`
    /// pixels.
    pub(in crate::map) fn new(sheet: &PageLayout, near: impl Fn(usize, usize, f32) -> Option<f32> + Sync) -> Coast {
        let [west, north, ..] = sheet.map_box();
        let corner = (west as usize, north as usize);
        let (beside, above) = sheet.margins();
        let length = |units: f32| (units * sheet.cell).ceil() as usize + 1;
        let (width, height) = (length(sheet.extent.0 + 2.0 * beside), length(sheet.extent.1 + 2.0 * above));
        if sheet.copies().len() == 1 {
            return Coast::within(corner, 0, width, height, near);
        }
        // If east meets west, a strip of the other side is added on each side.
        let around = width - 1;
        let rim = ((6.0 * sheet.cell) as usize).min(around);
        Coast::within(corner, rim, width + 2 * rim, height, |x, y, most| {
            let x = (x + 2 * around - rim - corner.0) % around;
            near(corner.0 + x, y, most)
        })
    }

    fn within(
        corner: (usize, usize),
        rim: usize,
        width: usize,
        height: usize,
        near: impl Fn(usize, usize, f32) -> Option<f32> + Sync,
    ) -> Coast {
        // Every second pixel is enough away from the coast; on the coast, the painter knows the distance itself.
        let mut step = 2;
        while (width.div_ceil(step)) * (height.div_ceil(step)) > POINTS_MAX {
            step += 1;
        }
        let (wide, high) = (width.div_ceil(step), height.div_ceil(step));
        // No coast passes between two points unseen.
        let most = NEAR * step as f32;
        let mut far = vec![NONE; wide * high];
        for_each_line(&mut far, wide, &|row, line| {
            for (column, far) in line.iter_mut().enumerate() {
                if let Some(near) = near(corner.0 + column * step, corner.1 + row * step, most) {
                    let steps = near / step as f32;
                    *far = steps * steps;
                }
            }
        });
        Coast { far: spread(far, wide, high, step as f32), corner, rim, width: wide, height: high, step }
    }

    /// Whether a part of the picture has the same distances in another raster.
    pub(in crate::map) fn is_like(
        &self,
        other: &Coast,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> bool {
        let layout = |coast: &Coast| (coast.corner, coast.rim, coast.width, coast.height, coast.step);
        let span = |first: usize, length: usize, corner: usize, rim: usize, most: usize| {
            let place = |at: usize| (at + rim).saturating_sub(corner) / self.step;
            place(first).min(most - 1)..(place(first + length) + 2).min(most)
        };
        let columns = span(left, width, self.corner.0, self.rim, self.width);
        layout(self) == layout(other)
            && span(top, height, self.corner.1, 0, self.height).all(|row| {
                let line = row * self.width + columns.start..row * self.width + columns.end;
                self.far[line.clone()] == other.far[line]
            })
    }

    /// How far a pixel is from the coast, in pixels.
    #[inline]
    pub(in crate::map) fn far(&self, x: usize, y: usize) -> f32 {
        let (x, y) = ((x + self.rim).saturating_sub(self.corner.0), y.saturating_sub(self.corner.1));
        let (x, y) = (x as f32 / self.step as f32, y as f32 / self.step as f32);
        let (column, row) = (x as usize, y as usize);
        let (right, down) = (x - column as f32, y - row as f32);
        let at =
            |column: usize, row: usize| self.far[row.min(self.height - 1) * self.width + column.min(self.width - 1)];
        let upper = at(column, row) * (1.0 - right) + at(column + 1, row) * right;
        let lower = at(column, row + 1) * (1.0 - right) + at(column + 1, row + 1) * right;
        upper * (1.0 - down) + lower * down
    }
}

/// The distances of all points, of the squares of those near the coast, in steps.
fn spread(mut far: Vec<f32>, wide: usize, high: usize, step: f32) -> Vec<f32> {
    let pass = |field: &mut [f32], length: usize| {
        for_each_line(field, length * LINES, &|_, lines| {
            let mut hull = Hull::new(length);
            lines.chunks_mut(length).for_each(|line| hull.transform(line));
        });
    };
    pass(&mut far, wide);
    let mut turned = turn(&far, wide, high);
    pass(&mut turned, high);
    let mut far = turn(&turned, high, wide);
    for_each_line(&mut far, wide, &|_, line| line.iter_mut().for_each(|far| *far = far.sqrt() * step));
    far
}

/// How many lines share a hull.
const LINES: usize = 8;

/// Turns rows into columns.
fn turn(field: &[f32], width: usize, height: usize) -> Vec<f32> {
    let mut turned = vec![0.0; field.len()];
    for_each_line(&mut turned, height, &|column, line| {
        for (row, value) in line.iter_mut().enumerate() {
            *value = field[row * width + column];
        }
    });
    turned
}

/// The lower hull of parabolas over a line, reused from line to line.
struct Hull {
    /// The place of each parabola, and from where on it is the lowest.
    feet: Vec<usize>,
    from: Vec<f32>,
    values: Vec<f32>,
}

impl Hull {
    fn new(length: usize) -> Hull {
        Hull { feet: vec![0; length], from: vec![0.0; length + 1], values: vec![0.0; length] }
    }

    fn transform(&mut self, line: &mut [f32]) {
        self.values.copy_from_slice(line);
        let values = &self.values;
        let mut count = 0;
        for (foot, &value) in values.iter().enumerate() {
            if value >= NONE {
                continue;
            }
            while count > 0 {
                let last = self.feet[count - 1];
                let (q, p) = (foot as f32, last as f32);
                // Not computed by the squares of places, which exceed a float's precision.
                let meet = ((value - values[last]) / (q - p) + q + p) / 2.0;
                if meet > self.from[count - 1] {
                    self.feet[count] = foot;
                    self.from[count] = meet;
                    count += 1;
                    break;
                }
                count -= 1;
            }
            if count == 0 {
                self.feet[0] = foot;
                self.from[0] = f32::MIN;
                count = 1;
            }
        }
        if count == 0 {
            return;
        }
        let mut hull = 0;
        for (at, value) in line.iter_mut().enumerate() {
            while hull + 1 < count && self.from[hull + 1] < at as f32 {
                hull += 1;
            }
            let away = at as f32 - self.feet[hull] as f32;
            *value = away * away + values[self.feet[hull]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_to_the_nearest_seed() {
        let seeds = [(4_usize, 4_usize), (40, 10), (18, 30)];
        let coast = Coast::within((0, 0), 0, 50, 40, |x, y, _| seeds.contains(&(x, y)).then_some(0.0));
        for y in 0..40 {
            for x in 0..50 {
                let far = |&(a, b): &(usize, usize)| (x as f32 - a as f32).hypot(y as f32 - b as f32);
                let expected = seeds.iter().map(far).fold(f32::MAX, f32::min);
                // Between points of the raster it is their mean.
                let most = if x % 2 == 0 && y % 2 == 0 { 0.001 } else { 1.42 };
                assert!((coast.far(x, y) - expected).abs() <= most, "{x} {y}");
            }
        }
    }

    #[test]
    fn without_a_coast_every_distance_is_far() {
        assert!(Coast::within((0, 0), 0, 9, 9, |_, _, _| None).far(4, 4) > 1e4);
    }
}
