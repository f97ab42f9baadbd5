//! Strides of eyes: the cells that come into sight and leave it when an eye goes on to a neighbouring cell.
//!
//! Nearly all that is seen anew in a match is seen by units that go one cell on. Far enough from all bounds, each such step in a direction
//! changes the same cells, counted from the one that the eye leaves. So these are worked out once a match, for each range and direction, as
//! differences of indices, which a step adds up. All other changes are worked out row by row by [`for_each_new`], and so are those
//! differences.

use std::ops::Range;

use grid::{Area, Cell, Lattice, Shape, disk};

use super::Eye;
use crate::Unit;

/// The farthest range for which strides are kept. Units that see farther are few.
const RANGE_MAX: u32 = 8;

/// What a step in one direction changes, as differences of indices from the cell that the eye leaves.
#[derive(Debug)]
pub(super) struct Stride {
    to: i32,
    pub(super) gained: Vec<i32>,
    pub(super) lost: Vec<i32>,
}

/// All strides on an area.
#[derive(Debug)]
pub(crate) struct Strides {
    /// By range, then from even and from odd rows, whose hexes lie half a cell apart.
    by_range: Vec<[Vec<Stride>; 2]>,
}

impl Strides {
    /// The strides of ranges up to `farthest`.
    pub(crate) fn new(area: &Area, farthest: u32) -> Strides {
        let from_rows = |range| [0, 1].map(|odd| strides_from(area, range, odd));
        // The corners of a hexagon are bounds of another kind.
        let ranges = if area.shape() == Shape::Hexagon { 0 } else { farthest.min(RANGE_MAX) + 1 };
        Strides { by_range: (0..ranges as i32).map(from_rows).collect() }
    }

    /// The stride that turns one eye into another; `None` if none does, or if it comes too near to a bound.
    pub(super) fn find(&self, area: &Area, have: Eye, want: Eye) -> Option<&Stride> {
        if have.cell == Unit::NOWHERE || want.cell == Unit::NOWHERE || have.range != want.range {
            return None;
        }
        let (column, row) = area.column_row(have.cell);
        let range = i32::from(have.range);
        if !is_inner(area, (column, row), range) {
            return None;
        }
        let to = difference(have.cell, want.cell);
        self.by_range.get(range as usize)?[(row & 1) as usize].iter().find(|stride| stride.to == to)
    }
}

/// Whether all that an eye sees here and after one step lies within the bounds, and across none where the world goes round.
fn is_inner(area: &Area, (column, row): (i32, i32), range: i32) -> bool {
    let (first, behind) = (range + 1, [area.width(), area.height()].map(|side| side as i32 - range - 1));
    (first..behind[0]).contains(&column) && (first..behind[1]).contains(&row)
}

const fn difference(from: Cell, to: Cell) -> i32 {
    to.0.wrapping_sub(from.0) as i32
}

/// The strides from even or odd rows, as they are from the first such cell; none in an area that is too small for them.
fn strides_from(area: &Area, range: i32, odd: i32) -> Vec<Stride> {
    let row = range + 1 + (range + 1 + odd) % 2;
    let Some(from) = area.cell(range + 1, row).filter(|_| is_inner(area, (range + 1, row), range)) else {
        return Vec::new();
    };
    let eye = |cell| Eye { cell, range: range as i16, ..Eye::CLOSED };
    let differences = |not, of| {
        let mut found = Vec::new();
        for_each_new(area, not, of, |cell| found.push(difference(from, cell)));
        found
    };
    let stride = |to| Stride {
        to: difference(from, to),
        gained: differences(eye(from), eye(to)),
        lost: differences(eye(to), eye(from)),
    };
    area.around(from).map(|(_, to)| stride(to)).collect()
}

/// The cells that one eye sees and another does not.
pub(super) fn for_each_new(area: &Area, not: Eye, eye: Eye, mut with: impl FnMut(Cell)) {
    if eye.cell == Unit::NOWHERE {
        return;
    }
    if area.wraps_x() {
        for cell in disk(area, eye.cell, eye.range as u32) {
            if not.cell == Unit::NOWHERE || area.distance(not.cell, cell) > not.range as u32 {
                with(cell);
            }
        }
        return;
    }
    let (own_rows, other_rows) = (Rows::of(area, eye), Rows::of(area, not));
    let is_apart = not.cell == Unit::NOWHERE || other_rows.level != own_rows.level;
    let (y, range) = (own_rows.y, own_rows.range);
    for row in (y - range).max(0)..=(y + range).min(area.height() as i32 - 1) {
        let own = own_rows.span(area, row);
        let other = if is_apart { 0..0 } else { other_rows.span(area, row) };
        let (west, east) = match other.is_empty() {
            true => (own, 0..0),
            false => (own.start..own.end.min(other.start), own.start.max(other.end)..own.end),
        };
        for index in west.chain(east) {
            with(Cell(index as u32));
        }
    }
}

/// The rows that an eye sees, in an area that is bounded on all sides. Each step of each unit asks for several of them, so what is the
/// same for all is worked out once.
struct Rows {
    x: i32,
    y: i32,
    range: i32,
    level: u32,
}

impl Rows {
    fn of(area: &Area, eye: Eye) -> Rows {
        if eye.cell == Unit::NOWHERE {
            return Rows { x: 0, y: 0, range: -1, level: 0 };
        }
        let (x, y) = area.oblique(eye.cell);
        Rows { x, y, range: i32::from(eye.range), level: area.level(eye.cell) }
    }

    /// The cells of a row that it sees.
    fn span(&self, area: &Area, row: i32) -> Range<usize> {
        let (up, range) = (row - self.y, self.range);
        if up.abs() > range {
            return 0..0;
        }
        let (first, last) = match area.shape().lattice() {
            Lattice::Hex => ((-range).max(-range - up), range.min(range - up)),
            Lattice::Square4 => (up.abs() - range, range - up.abs()),
            Lattice::Square8 => (-range, range),
        };
        let held = area.row(self.level * area.height() + row as u32);
        let start = ((self.level * area.height() + row as u32) * area.width()) as i32;
        let middle = start + area.column_of_oblique(self.x, row);
        let clamp = |index: i32| (index.max(0) as usize).clamp(held.start, held.end);
        clamp(middle + first)..clamp(middle + last + 1)
    }
}
