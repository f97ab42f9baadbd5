//! Sheets: values on a coarser or finer lattice of the same kind laid over an area, with a margin round it.
//!
//! Relief is made from coarse to fine, each sheet about twice as fine as the one before, so that large blobs cost little and the
//! whole takes time in proportion to the area. The margin hides the bounds of an area: filters go on beyond them. If an area wraps,
//! its sheets wrap too, so there is no seam.

use grid::{Area, Axis, Lattice, Shape, sums_along};

/// Values on a lattice whose cells are `scale` cells of the area wide.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// A rectangle as drawn, a cylinder, or a torus, of hexes or squares.
    pub(crate) lattice: Area,
    /// One value for each of its cells.
    pub(crate) values: Vec<i32>,
    /// The width of a sheet's cell in cells of the area, times [`ONE`].
    scale: i64,
}

/// The fixed point of scales and places.
pub(crate) const ONE: i64 = 1 << 16;

/// Cells beyond each bound. The number is even, so that rows keep their parity, and large enough for a filter and a blend at each
/// scale.
const MARGIN: i32 = 12;

/// The bound of values, so that no sum of a filter overflows.
pub(crate) const VALUE_MAX: i32 = 1_000_000;

impl Sheet {
    /// A sheet of zeros over an area.
    pub(crate) fn new(area: &Area, scale: i64) -> Sheet {
        let across = |cells: u32| ((i64::from(cells) * ONE + scale - 1) / scale) as u32;
        let beyond = 2 * MARGIN as u32;
        let round = |cells: u32| ((i64::from(cells) * ONE + scale / 2) / scale).max(i64::from(Area::SIDE_MIN)) as u32;
        let (width, scale) = if area.wraps_x() {
            let width = round(area.width());
            // The width is rounded so that it wraps evenly, and rows use the same scale, so that blobs keep their shape.
            (width, i64::from(area.width()) * ONE / i64::from(width))
        } else {
            (across(area.width() + 1) + 1 + beyond, scale)
        };
        let shape = match area.shape() {
            Shape::Hexagon | Shape::Rectangle => Shape::Rectangle,
            // Values have no neighbours, so one lattice of squares serves both kinds.
            Shape::Square4 | Shape::Square8 => Shape::Square8,
            Shape::Torus4 | Shape::Torus8 => Shape::Torus8,
            shape @ (Shape::Cylinder | Shape::Torus) => shape,
        };
        let height = match area.wraps_y() {
            true => shape.fitting_height(width, round(area.height())),
            false => across(area.height()) + 1 + beyond,
        };
        let lattice = Area::new(shape, width, height).expect("a sheet is hardly larger than its area");
        Sheet { lattice, values: vec![0; lattice.len()], scale }
    }

    /// The oblique x at which the area's first column, as drawn, begins.
    const fn origin(&self) -> i64 {
        if self.lattice.wraps_x() { 0 } else { (MARGIN - MARGIN / 2) as i64 }
    }

    /// The values of this sheet on a finer one, each blended from the three or four cells round it.
    pub(crate) fn refine(&self, area: &Area, scale: i64) -> Sheet {
        if matches!(self.lattice.shape(), Shape::Torus | Shape::Torus8 | Shape::Square8) {
            return self.refine_as_drawn(area, scale);
        }
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
            // The oblique x of the fine row's first column, on this sheet.
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

    /// The same on a torus and on squares, in coordinates as drawn.
    fn refine_as_drawn(&self, area: &Area, scale: i64) -> Sheet {
        let mut fine = Sheet::new(area, scale);
        let (width, height) = (i64::from(self.lattice.width()), i64::from(self.lattice.height()));
        let (margin, step_right, step_up) = match self.lattice.wraps_y() {
            true => {
                let (right, up) = (i64::from(fine.lattice.width()), i64::from(fine.lattice.height()));
                (0, width * ONE / right, height * ONE / up)
            }
            false => (i64::from(MARGIN), fine.scale * ONE / self.scale, fine.scale * ONE / self.scale),
        };
        let is_hex = self.lattice.shape().lattice() == Lattice::Hex;
        let at = |column: i64, row: i64| {
            let (column, row) = match self.lattice.wraps_y() {
                true => (column.rem_euclid(width), row.rem_euclid(height)),
                false => (column.clamp(0, width - 1), row.clamp(0, height - 1)),
            };
            i64::from(self.values[(row * width + column) as usize])
        };
        let fine_width = fine.lattice.width() as usize;
        for (row, values) in fine.values.chunks_exact_mut(fine_width).enumerate() {
            let row = row as i64;
            let y = (row - margin) * step_up + margin * ONE;
            let (below, up) = (y.div_euclid(ONE), y.rem_euclid(ONE) >> 8);
            // In half cells, because odd rows of hexes are half a cell farther east.
            let lean = if is_hex { row % 2 } else { 0 };
            for (column, value) in values.iter_mut().enumerate() {
                let x = ((2 * (column as i64 - margin) + lean) * step_right) / 2 + margin * ONE;
                if is_hex {
                    let oblique = x - y / 2;
                    let (first, right) = (oblique.div_euclid(ONE), oblique.rem_euclid(ONE) >> 8);
                    let (low, high) = (first + below.div_euclid(2), first + (below + 1).div_euclid(2));
                    let turned = right + up - 256;
                    let (se, nw) = (at(low + 1, below), at(high, below + 1));
                    *value = if turned <= 0 {
                        (-turned * at(low, below) + right * se + up * nw) >> 8
                    } else {
                        (turned * at(high + 1, below + 1) + (256 - up) * se + (256 - right) * nw) >> 8
                    } as i32;
                    continue;
                }
                let (first, right) = (x.div_euclid(ONE), x.rem_euclid(ONE) >> 8);
                let south = (256 - right) * at(first, below) + right * at(first + 1, below);
                let north = (256 - right) * at(first, below + 1) + right * at(first + 1, below + 1);
                *value = (((256 - up) * south + up * north) >> 16) as i32;
            }
        }
        fine
    }

    /// Replaces each value by a mean of the 19 hexes or 25 squares round it, with the greatest weight on the nearest: a box along
    /// each axis of hexes, two along each of squares.
    pub(crate) fn soften(&mut self) {
        let lattice = self.lattice.shape().lattice();
        let (times, part) = match lattice {
            // A 27th and an 81st.
            Lattice::Hex => (1, 155_345),
            Lattice::Square4 | Lattice::Square8 => (2, 51_782),
        };
        for &axis in Axis::all(lattice) {
            (0..times).for_each(|_| sums_along(&self.lattice, &mut self.values, axis, 1));
        }
        for value in &mut self.values {
            *value = ((i64::from(*value) * part) >> 22) as i32;
        }
    }

    /// Replaces each value by the mean of its cell and those round it, `passes` times.
    pub(crate) fn smooth(&mut self, passes: u32) {
        // Many passes equal boxes of the same variance, whose cost does not depend on the number: a pass has 3/7 along any line,
        // three boxes of reach q have q(q + 1)/2.
        if passes > 8 {
            let longest = i64::from(self.lattice.width().max(self.lattice.height()));
            let reach = (6 * i64::from(passes) / 7).isqrt().min(longest);
            return self.spread(reach as u32);
        }
        let width = self.lattice.width() as usize;
        let height = self.lattice.height() as usize;
        let wraps = self.lattice.wraps_x();
        if !matches!(self.lattice.shape(), Shape::Rectangle | Shape::Cylinder) {
            return (0..passes).for_each(|_| self.smooth_once());
        }
        for _ in 0..passes {
            let before = self.values.clone();
            for row in 1..height - 1 {
                // The index of the western one of the two neighbours in the rows above and below.
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

    /// One pass on any lattice.
    fn smooth_once(&mut self) {
        let before = self.values.clone();
        for cell in self.lattice.cells() {
            let around = self.lattice.around(cell).map(|(_, near)| before[near.index()]);
            let (sum, count) = around.fold((before[cell.index()], 1), |(sum, count), value| (sum + value, count + 1));
            self.values[cell.index()] = sum / count;
        }
    }

    /// A mean over boxes of this reach along each axis, right at the bounds too.
    fn spread(&mut self, reach: u32) {
        let mut weights = vec![VALUE_MAX; self.values.len()];
        let longest = self.lattice.width().max(self.lattice.height());
        let part = (2 * reach.min(longest) + 1) as i32;
        for &axis in Axis::all(self.lattice.shape().lattice()) {
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

    /// The cells of the sheet over the area, and up to `beyond` of the area's cells outside it, as ranges row by row.
    pub(crate) fn rows_near_area(&self, beyond: i32) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (width, height) = (self.lattice.width() as usize, self.lattice.height() as usize);
        let out = (MARGIN - beyond) as usize;
        let aside = if self.lattice.wraps_x() { 0 } else { out };
        let out = if self.lattice.wraps_y() { 0 } else { out };
        (out..height - out).map(move |row| row * width + aside..(row + 1) * width - aside)
    }

    /// Values for each cell of the area, from a sheet of its own scale; 0 in the void.
    pub(crate) fn cut(&self, area: &Area) -> Vec<i32> {
        let mut values = vec![0; area.len()];
        let (width, margin) = (self.lattice.width() as usize, if area.wraps_y() { 0 } else { MARGIN as usize });
        for row in 0..area.height() {
            let cells = area.row(row);
            let first = cells.start - row as usize * area.width() as usize;
            let row = row as usize;
            let column = match area.shape() {
                Shape::Cylinder | Shape::Torus | Shape::Torus4 | Shape::Torus8 => first,
                Shape::Rectangle | Shape::Square4 | Shape::Square8 => first + margin,
                // A hexagon's oblique columns, as drawn: its western corner comes to the margin.
                Shape::Hexagon => first + (row + margin) / 2 + margin / 2 - area.height() as usize / 4,
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

    /// The largest areas that users may ask for leave room for the margin, at the finest scale.
    #[test]
    fn the_largest_areas_have_sheets() {
        for &shape in Shape::ALL {
            for (width, height) in [(4096, 4096), (8192, 2048), (2048, 8192)] {
                if let Ok(area) = Area::new(shape, width, height) {
                    assert!(Sheet::new(&area, ONE).values.len() >= area.count(), "{shape} {width}x{height}");
                }
            }
        }
    }

    /// A sheet that is turned by a cell is refined to the same values, turned by two.
    #[test]
    fn sheets_know_no_seam() {
        for shape in [Shape::Cylinder, Shape::Torus, Shape::Torus4, Shape::Torus8] {
            check_seam(Area::new(shape, 40, 20).unwrap());
        }
    }

    /// The same northwards, by two cells, because rows of hexes are shifted by half a cell.
    #[test]
    fn sheets_of_a_torus_know_no_seam_in_the_north() {
        for shape in [Shape::Torus, Shape::Torus4, Shape::Torus8] {
            let area = Area::new(shape, 40, 24).unwrap();
            let mut stream = Seed(1).stream("sheet");
            let mut sheet = Sheet::new(&area, 2 * ONE);
            sheet.values.iter_mut().for_each(|value| *value = stream.between(-1000, 1000));
            let turned = |sheet: &Sheet, rows: usize| {
                let mut turned = sheet.clone();
                turned.values.rotate_right(rows * sheet.lattice.width() as usize);
                turned
            };
            let finish = |mut sheet: Sheet| {
                sheet.soften();
                sheet.smooth(3);
                sheet
            };
            let before = turned(&finish(sheet.refine(&area, ONE)), 4);
            assert_eq!(finish(turned(&sheet, 2).refine(&area, ONE)).values, before.values, "{shape}");
        }
    }

    fn check_seam(area: Area) {
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

    /// Even values stay even, at every scale, with any smoothing, in the middle and at the bounds of every area.
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
