//! Sums over a sliding window along the axes of the lattice: a box filter.
//!
//! Passes along all axes, three for hexes and two for squares, are a smoothing with a roughly hexagonal or square kernel, at a cost
//! that does not depend on its size. Divide by the same passes over ones to get a mean that is right at bounds.

use std::ops::Range;

use crate::{Area, Lattice, Shape};

/// A line through cells: two opposite directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Directions 0 and 3 of hexes.
    NorthEast,
    /// The rows.
    East,
    /// Directions 2 and 5 of hexes.
    SouthEast,
    /// The columns of squares.
    North,
}

impl Axis {
    /// The axes of a lattice.
    #[must_use]
    pub const fn all(lattice: Lattice) -> &'static [Axis] {
        match lattice {
            Lattice::Hex => &[Axis::NorthEast, Axis::East, Axis::SouthEast],
            Lattice::Square4 | Lattice::Square8 => &[Axis::North, Axis::East],
        }
    }
}

/// Replaces each cell's value by the sum of the values up to `reach` steps away in both directions of an axis, its own
/// included. Beyond a bound values count as 0; a window that goes all the way round a row counts each cell once. Across
/// the rows of a torus a window is never wider than the area is tall: `reach` is cut to `(height - 1) / 2`.
///
/// A window stays on its level. The void is neither read nor written. It takes time in proportion to the area, whatever the reach, and
/// memory for `reach + 1` rows.
///
/// **Invariant:** the sum of the absolute values in any window must not exceed `i32::MAX`. It never does if values stay
/// within `i32::MAX / (2 * reach + 1)`, nor if they stay within `i32::MAX` divided by the longer side of the area.
///
/// # Panics
/// If the number of `values` is not the area's length.
pub fn sums_along(area: &Area, values: &mut [i32], axis: Axis, reach: u32) {
    assert_eq!(values.len(), area.len(), "values of another area");
    let area = &area.one_level();
    for values in values.chunks_mut(area.len()) {
        match axis {
            Axis::East => sum_rows(area, values, reach),
            Axis::NorthEast | Axis::SouthEast | Axis::North if area.wraps_y() => sum_round(area, values, axis, reach),
            Axis::NorthEast | Axis::SouthEast | Axis::North => sum_across_rows(area, values, axis, reach),
        }
    }
}

fn sum_rows(area: &Area, values: &mut [i32], reach: u32) {
    let mut before = Vec::with_capacity(area.width() as usize);
    for row in 0..area.height() {
        let row = &mut values[area.row(row)];
        let len = row.len();
        before.clear();
        before.extend_from_slice(row);
        let reach = (reach as usize).min(len);
        if area.wraps_x() {
            if 2 * reach + 1 >= len {
                row.fill(before.iter().sum());
                continue;
            }
            let mut sum: i32 = before[..reach].iter().sum::<i32>() + before[len - reach..].iter().sum::<i32>();
            for column in 0..len {
                let enters = column + reach;
                sum += before[if enters < len { enters } else { enters - len }];
                row[column] = sum;
                sum -= before[if column >= reach { column - reach } else { column + len - reach }];
            }
            continue;
        }
        let mut sum: i32 = before[..reach].iter().sum();
        for column in 0..len {
            if column + reach < len {
                sum += before[column + reach];
            }
            row[column] = sum;
            if column >= reach {
                sum -= before[column - reach];
            }
        }
    }
}

/// As [`sum_across_rows`], for areas where the first row follows the last.
fn sum_round(area: &Area, values: &mut [i32], axis: Axis, reach: u32) {
    let (width, height) = (area.width() as i32, area.height() as i32);
    let reach = reach.min((area.height() - 1) / 2) as i32;
    let before = values.to_vec();
    // The index of the cell `up` rows further along the axis from a cell of a row.
    let along = |column: i32, row: i32, up: i32| {
        let east = match axis {
            Axis::North | Axis::East => 0,
            // A drawn column moves by one with every second row.
            Axis::NorthEast => (row % 2 + up).div_euclid(2),
            Axis::SouthEast => (row % 2 + up).div_euclid(2) - up,
        };
        ((row + up).rem_euclid(height) * width + (column + east).rem_euclid(width)) as usize
    };
    for column in 0..width {
        values[column as usize] = (-reach..=reach).map(|up| before[along(column, 0, up)]).sum();
    }
    for row in 0..height - 1 {
        for column in 0..width {
            let sum = values[along(column, row, 0)] + before[along(column, row, reach + 1)];
            values[along(column, row, 1)] = sum - before[along(column, row, -reach)];
        }
    }
}

/// Goes row by row, with one running sum for each line of the axis, so that memory is read in order.
fn sum_across_rows(area: &Area, values: &mut [i32], axis: Axis, reach: u32) {
    let lines = Lines::new(area, axis);
    let (width, height) = (area.width() as usize, area.height() as usize);
    let reach = (reach as usize).min(height);
    let mut sums = vec![0; lines.count];
    // The rows that have been overwritten and are still in the window, used in turn. A copy of all values would be simpler, but
    // allocating it costs several times as much as the additions.
    let mut kept = vec![0; (reach + 1) * width];
    let slot = |row: usize, cells: &Range<usize>| {
        let first = row % (reach + 1) * width + cells.start - row * width;
        first..first + cells.len()
    };
    for row in 0..height + reach {
        // The row that enters; `reach` rows behind it the row that is written; `reach` rows behind that one the row that leaves.
        if row < height {
            lines.zip(row, |line, cells| add(&mut sums[line], &values[cells]));
        }
        let Some(middle) = row.checked_sub(reach) else { continue };
        lines.zip(middle, |line, cells| {
            kept[slot(middle, &cells)].copy_from_slice(&values[cells.clone()]);
            values[cells].copy_from_slice(&sums[line]);
        });
        if let Some(leaves) = middle.checked_sub(reach) {
            lines.zip(leaves, |line, cells| subtract(&mut sums[line], &kept[slot(leaves, &cells)]));
        }
    }
}

fn add(sums: &mut [i32], values: &[i32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

fn subtract(sums: &mut [i32], values: &[i32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum -= value;
    }
}

/// The line of an axis on which each cell lies: within a row, lines follow each other as cells do.
struct Lines<'a> {
    area: &'a Area,
    axis: Axis,
    count: usize,
}

impl Lines<'_> {
    fn new(area: &Area, axis: Axis) -> Lines<'_> {
        let count = if area.wraps_x() { area.width() } else { area.width() + area.height() } as usize;
        Lines { area, axis, count }
    }

    /// The line of column 0 of a row, before wrapping. Never negative.
    fn shift(&self, row: usize) -> usize {
        let height = self.area.height() as usize;
        match (self.area.shape(), self.axis) {
            (Shape::Rectangle, Axis::NorthEast) => height / 2 - row / 2,
            (Shape::Rectangle, Axis::SouthEast) => row.div_ceil(2),
            (Shape::Hexagon | Shape::Cylinder, Axis::SouthEast) => row,
            _ => 0,
        }
    }

    /// Calls `each` with lines and the cells of the row that lie on them, as ranges of one length.
    fn zip(&self, row: usize, mut each: impl FnMut(Range<usize>, Range<usize>)) {
        let cells = self.area.row(row as u32);
        let start = row * self.area.width() as usize;
        let shift = self.shift(row);
        if !self.area.wraps_x() {
            each(cells.start - start + shift..cells.end - start + shift, cells);
            return;
        }
        let shift = shift % self.count;
        let cut = cells.end - shift;
        each(shift..self.count, cells.start..cut);
        each(0..shift, cut..cells.end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards::boards;
    use crate::{Cell, Direction};

    /// The sums by walking from each cell both ways, cell by cell.
    fn slow_sums(area: &Area, values: &[i32], axis: Axis, reach: u32) -> Vec<i32> {
        let mut sums = values.to_vec();
        let half = area.directions() / 2;
        let first = match (axis, area.shape().lattice()) {
            (Axis::NorthEast | Axis::North, _) => 0,
            (Axis::East, Lattice::Hex | Lattice::Square4) => 1,
            (Axis::East, Lattice::Square8) | (Axis::SouthEast, _) => 2,
        };
        let reach = if axis != Axis::East && area.wraps_y() { reach.min((area.height() - 1) / 2) } else { reach };
        for cell in area.cells() {
            let mut window = std::collections::BTreeSet::from([cell]);
            for direction in [first, first + half] {
                let mut at = cell;
                for _ in 0..reach {
                    let Some(next) = area.neighbor(at, Direction(direction)) else { break };
                    at = next;
                    window.insert(at);
                }
            }
            sums[cell.index()] = window.iter().map(|other| values[other.index()]).sum();
        }
        sums
    }

    #[test]
    fn three_passes_over_one_value_are_a_hexagon() {
        let area = Area::new(Shape::Hexagon, 7, 7).unwrap();
        let mut values = vec![0; area.len()];
        values[area.cell(3, 3).unwrap().index()] = 1;
        for &axis in Axis::all(Lattice::Hex) {
            sums_along(&area, &mut values, axis, 1);
        }
        let rows: Vec<_> = (0..7).map(|row| values[area.row(row)].to_vec()).collect();
        assert_eq!(rows[5], [0, 1, 1, 1, 0]);
        assert_eq!(rows[4], [0, 1, 2, 2, 1, 0]);
        assert_eq!(rows[3], [0, 1, 2, 3, 2, 1, 0]);
        assert_eq!(rows[2], [0, 1, 2, 2, 1, 0]);
        assert_eq!(rows[1], [0, 1, 1, 1, 0]);
        assert_eq!(values.iter().sum::<i32>(), 27);
    }

    proptest! {
        #[test]
        fn sums_are_those_of_a_walk(board in boards(), axis: prop::sample::Index, reach in 0..45u32) {
            let area = &board.area;
            let axis = *axis.get(Axis::all(area.shape().lattice()));
            // The void has values too, which must be neither read nor written.
            let before: Vec<i32> = (0..area.len()).map(|index| board.value(Cell(index as u32))).collect();
            let mut values = before.clone();
            sums_along(area, &mut values, axis, reach);
            prop_assert_eq!(values, slow_sums(area, &before, axis, reach));
        }

        #[test]
        fn any_reach_is_answered(board in boards(), axis: prop::sample::Index, reach: u32) {
            let axis = *axis.get(Axis::all(board.area.shape().lattice()));
            let mut values = vec![1; board.area.len()];
            let mut whole = values.clone();
            sums_along(&board.area, &mut whole, axis, board.area.distance_max());
            sums_along(&board.area, &mut values, axis, reach.max(board.area.distance_max()));
            prop_assert_eq!(values, whole);
        }
    }
}
