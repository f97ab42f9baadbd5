//! Sheets: values on a coarser or finer hex lattice laid over an area, with a margin round it.
//!
//! Relief is made from coarse to fine, each sheet about twice as fine as the one before, so that large blobs cost
//! nothing and the whole takes time in proportion to the area. The margin keeps the bounds of an area from showing:
//! filters go on beyond them. On a cylinder a sheet goes round as the area does, so that there is no seam.

use grid::{Area, Axis, Edges, Shape, sums_along};

/// Values on a lattice whose cells are `scale` cells of the area wide.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// A rectangle as drawn, or a cylinder.
    pub(crate) lattice: Area,
    /// One value for each of its cells.
    pub(crate) values: Vec<i32>,
    /// Cells of the area to one of the sheet, times [`ONE`].
    scale: i64,
}

/// The fixed point of scales and places.
pub(crate) const ONE: i64 = 1 << 16;

/// Cells beyond each bound. Even, so that rows keep their parity; enough for a filter and a blend at each scale.
const MARGIN: i32 = 12;

/// Values stay within this, so that no sum of a filter overflows.
pub(crate) const VALUE_MAX: i32 = 1_000_000;

impl Sheet {
    /// A sheet of zeros over an area.
    pub(crate) fn new(area: &Area, scale: i64) -> Sheet {
        let across = |cells: u32| ((i64::from(cells) * ONE + scale - 1) / scale) as u32;
        let beyond = 2 * MARGIN as u32;
        let (shape, width, scale) = if area.wraps_x() {
            let width = ((i64::from(area.width()) * ONE + scale / 2) / scale).max(i64::from(Area::SIDE_MIN)) as u32;
            // What is rounded to go round evenly holds for rows too: blobs keep their shape.
            (Shape::Cylinder, width, i64::from(area.width()) * ONE / i64::from(width))
        } else {
            (Shape::Rectangle, across(area.width() + 1) + 1 + beyond, scale)
        };
        let height = across(area.height()) + 1 + beyond;
        let lattice = Area::new(shape, width, height).expect("a sheet is hardly larger than its area");
        Sheet { lattice, values: vec![0; lattice.len()], scale }
    }

    /// Oblique x of the place where the area's first column, as drawn, begins.
    const fn origin(&self) -> i64 {
        if self.lattice.wraps_x() { 0 } else { (MARGIN - MARGIN / 2) as i64 }
    }

    /// The values of this sheet on a finer one, each blended from the three cells round it.
    pub(crate) fn refine(&self, area: &Area, scale: i64) -> Sheet {
        let mut fine = Sheet::new(area, scale);
        let step = if self.lattice.wraps_x() {
            i64::from(self.lattice.width()) * ONE / i64::from(fine.lattice.width())
        } else {
            fine.scale * ONE / self.scale
        };
        let (width, height) = (self.lattice.width() as i64, self.lattice.height() as i64);
        let fine_width = fine.lattice.width() as usize;
        let fine_origin = fine.origin();
        for (row, values) in fine.values.chunks_exact_mut(fine_width).enumerate() {
            let row = row as i64;
            let y = ((row - i64::from(MARGIN)) * step + i64::from(MARGIN) * ONE).clamp(0, (height - 2) * ONE);
            let (below, up) = ((y / ONE) as usize, ((y % ONE) >> 8) as i32);
            let low = &self.values[below * width as usize..][..width as usize];
            let high = &self.values[(below + 1) * width as usize..][..width as usize];
            // Oblique x of the fine row's first column, on this sheet.
            let first = if self.lattice.wraps_x() { 0 } else { -(row / 2) };
            let mut x = (first - fine_origin) * step + self.origin() * ONE;
            let blend = |right: i32, sw: i32, se: i32, nw: i32, ne: i32| {
                let turned = right + up - 256;
                if turned <= 0 {
                    (-turned * sw + right * se + up * nw) >> 8
                } else {
                    (turned * ne + (256 - up) * se + (256 - right) * nw) >> 8
                }
            };
            if self.lattice.wraps_x() {
                for value in values {
                    let at = (x / ONE) as usize % width as usize;
                    let next = if at + 1 == width as usize { 0 } else { at + 1 };
                    *value = blend(((x % ONE) >> 8) as i32, low[at], low[next], high[at], high[next]);
                    x += step;
                }
                continue;
            }
            let (shift_low, shift_high) = ((below / 2) as i64, (below / 2 + (below & 1)) as i64);
            for value in values {
                let (at, right) = (x >> 16, ((x & (ONE - 1)) >> 8) as i32);
                let low = &low[(at + shift_low).clamp(0, width - 2) as usize..][..2];
                let high = &high[(at + shift_high).clamp(0, width - 2) as usize..][..2];
                *value = blend(right, low[0], low[1], high[0], high[1]);
                x += step;
            }
        }
        fine
    }

    /// Replaces each value by a mean of the 19 cells round it, the nearest weighing most: a box along each axis.
    pub(crate) fn soften(&mut self) {
        for axis in Axis::ALL {
            sums_along(&self.lattice, &mut self.values, axis, 1);
        }
        for value in &mut self.values {
            // A 27th.
            *value = ((i64::from(*value) * 155_345) >> 22) as i32;
        }
    }

    /// Replaces each value by the mean of its cell and the six round it, as often as asked.
    pub(crate) fn smooth(&mut self, passes: u32) {
        // Many passes are as good as boxes of the same variance, and those cost the same for any number: a pass has
        // 3/7 along any line, three boxes of reach q have q(q + 1)/2.
        if passes > 8 {
            let longest = i64::from(self.lattice.width().max(self.lattice.height()));
            let reach = (6 * i64::from(passes) / 7).isqrt().min(longest);
            return self.spread(reach as u32);
        }
        let width = self.lattice.width() as usize;
        let height = self.lattice.height() as usize;
        let wraps = self.lattice.wraps_x();
        for _ in 0..passes {
            let before = self.values.clone();
            for row in 1..height - 1 {
                // Where the western of the two neighbours stands in the rows above and below.
                let (above, below) = if wraps || row % 2 == 0 { (0, usize::from(wraps)) } else { (1, 1) };
                let line = |row: usize| &before[row * width..][..width];
                let (down, here, up) = (line(row - 1), line(row), line(row + 1));
                let mean = |sum: i32| (sum * 293) >> 11;
                let values = &mut self.values[row * width..][..width];
                let inner = width - 2;
                let (down_west, down_east) = (&down[below..][..inner], &down[below + 1..][..inner]);
                let (up_west, up_east) = (&up[above..][..inner], &up[above + 1..][..inner]);
                let (west, middle, east) = (&here[..inner], &here[1..][..inner], &here[2..][..inner]);
                for (at, value) in values[1..=inner].iter_mut().enumerate() {
                    let around = down_west[at] + down_east[at] + west[at] + east[at] + up_west[at] + up_east[at];
                    *value = mean(around + middle[at]);
                }
                if wraps {
                    let last = width - 1;
                    values[0] = mean(down[0] + down[1] + here[last] + here[0] + here[1] + up[last] + up[0]);
                    values[last] =
                        mean(down[last] + down[0] + here[last - 1] + here[last] + here[0] + up[last - 1] + up[last]);
                }
            }
        }
    }

    /// A mean over boxes of that reach along each axis, right at the bounds too.
    fn spread(&mut self, reach: u32) {
        let mut weights = vec![VALUE_MAX; self.values.len()];
        let longest = self.lattice.width().max(self.lattice.height());
        let part = (2 * reach.min(longest) + 1) as i32;
        for axis in Axis::ALL {
            for values in [&mut self.values, &mut weights] {
                sums_along(&self.lattice, values, axis, reach);
                for value in values {
                    *value /= part;
                }
            }
        }
        for (value, &weight) in self.values.iter_mut().zip(&weights) {
            *value = (i64::from(*value) * i64::from(VALUE_MAX) / i64::from(weight.max(1))) as i32;
        }
    }

    /// The cells of the sheet that lie over the area or at most `beyond` of its cells outside, as ranges row by row.
    pub(crate) fn rows_near_area(&self, beyond: i32) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (width, height) = (self.lattice.width() as usize, self.lattice.height() as usize);
        let out = (MARGIN - beyond) as usize;
        let aside = if self.lattice.wraps_x() { 0 } else { out };
        (out..height - out).map(move |row| row * width + aside..(row + 1) * width - aside)
    }

    /// Values for each cell of the area, from a sheet of its own scale; 0 in the void.
    pub(crate) fn cut(&self, area: &Area) -> Vec<i32> {
        let mut values = vec![0; area.len()];
        let (width, margin) = (self.lattice.width() as usize, MARGIN as usize);
        for row in 0..area.height() {
            let cells = area.row(row);
            let first = cells.start - row as usize * area.width() as usize;
            let row = row as usize;
            let column = match area.shape().edges() {
                Edges::Cylinder => first,
                Edges::Rectangle => first + margin,
                // The hexagon's oblique columns, as drawn: its western corner comes to the margin.
                Edges::Hexagon => first + (row + margin) / 2 + margin / 2 - area.height() as usize / 4,
            };
            let start = (row + margin) * width + column;
            values[cells.clone()].copy_from_slice(&self.values[start..start + cells.len()]);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use chance::Seed;

    use super::*;

    /// Turned round a cylinder by a cell, a sheet is refined to what it was, turned by two.
    #[test]
    fn sheets_know_no_seam() {
        let area = Area::new(Shape::Cylinder, 40, 20).unwrap();
        let mut stream = Seed(1).stream("sheet");
        let mut sheet = Sheet::new(&area, 2 * ONE);
        sheet.values.iter_mut().for_each(|value| *value = stream.between(-1000, 1000));
        let turned = |sheet: &Sheet, columns: usize| {
            let mut turned = sheet.clone();
            turned.values.chunks_mut(sheet.lattice.width() as usize).for_each(|row| row.rotate_right(columns));
            turned
        };
        let finish = |mut sheet: Sheet| {
            sheet.soften();
            sheet.smooth(3);
            sheet
        };
        let before = turned(&finish(sheet.refine(&area, ONE)), 2);
        assert_eq!(finish(turned(&sheet, 1).refine(&area, ONE)).values, before.values);
        assert_ne!(finish(sheet.refine(&area, ONE)).values, before.values);
    }

    /// What is even stays so, at every scale, with any smoothing, in the middle and at the bounds of every area.
    #[test]
    fn even_values_stay_even() {
        for &shape in Shape::ALL {
            let area = Area::new(shape, 31, 22).unwrap();
            for scale in [2 * ONE, 5 * ONE / 2, 3 * ONE, 9 * ONE] {
                let mut sheet = Sheet::new(&area, scale);
                sheet.values.fill(10_000);
                for passes in [0, 5, 9, 2_000_000_000] {
                    let mut fine = sheet.refine(&area, ONE);
                    fine.smooth(passes);
                    let values = fine.cut(&area);
                    let near = |cell: grid::Cell| (9_800..=10_200).contains(&values[cell.index()]);
                    assert!(area.cells().all(near), "{shape} {scale} {passes}");
                }
            }
        }
    }
}
