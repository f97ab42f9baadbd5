//! Disks and rings: the cells within, and at, a distance on an empty board.
//!
//! In oblique coordinates a disk is a run of x in each row; a ring is the two ends of each run. On a torus a row can be reached
//! from the north and from the south: its cells are the union of both runs.

use std::ops::Range;

use crate::{Area, Cell, Lattice, sort_by_numbers};

/// The cells within a distance of `center`, each exactly once, row by row from the south, each row by column.
///
/// A disk wider than a cylinder holds each cell once. No memory is taken; any radius is allowed.
#[must_use]
pub fn disk(area: &Area, center: Cell, radius: u32) -> Disk {
    let within = area.within_level(center);
    let (_, y) = area.column_row(within);
    let radius = radius.min(area.distance_max());
    Disk {
        // The level is looked up once, not for each row.
        start: area.level_start(center) as usize,
        area: area.one_level(),
        center: area.oblique(within),
        radius,
        rows: rows_of(area, y - radius as i32, y + radius as i32),
        row: [EMPTY; 4],
        place: 4,
        span: EMPTY,
    }
}

/// The cells of a disk: an iterator over them. Like [`crate::Cells`] it is compiled once.
#[derive(Clone, Debug)]
pub struct Disk {
    /// The area of one level, the oblique coordinates of the centre in it, and where the level begins.
    area: Area,
    center: (i32, i32),
    start: usize,
    radius: u32,
    /// The rows that were not begun.
    rows: [Range<i32>; 2],
    /// The row that was begun, and how many of its spans were.
    row: Spans,
    place: usize,
    /// What is left of the span that was begun.
    span: Range<usize>,
}

impl Disk {
    /// The next run of indices, in rising order; several for each row, some of them empty.
    pub(crate) fn next_span(&mut self) -> Option<Range<usize>> {
        if self.place == self.row.len() {
            let [south, north] = &mut self.rows;
            let row = south.next().or_else(|| north.next())?;
            if !self.area.wraps_x() {
                // Most boards have bounds, and there a row has one run.
                let span = bounded_row(&self.area, self.center, self.radius, row);
                return Some(self.start + span.start..self.start + span.end);
            }
            self.row = wrapped_row(&self.area, self.center, self.radius, row);
            self.place = 0;
        }
        let span = &self.row[self.place];
        self.place += 1;
        Some(self.start + span.start..self.start + span.end)
    }
}

impl Iterator for Disk {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.span.start >= self.span.end {
            self.span = self.next_span()?;
        }
        let cell = Cell(self.span.start as u32);
        self.span.start += 1;
        Some(cell)
    }
}

/// The cells of a disk, the nearest to the centre first, of equally near ones the lowest.
#[must_use]
pub fn outward(area: &Area, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells: Vec<Cell> = disk(area, center, radius).collect();
    sort_by_numbers(&mut cells, &|cell| [i64::from(area.distance(center, cell)), 0]);
    cells
}

/// The spans of a disk within one row, in rising order, some of them empty.
type Spans = [Range<usize>; 4];
const EMPTY: Range<usize> = 0..0;

/// The cells at exactly that distance from `center`, ordered as in [`disk`]. Ring 0 is the centre itself.
#[must_use]
pub fn ring(area: &Area, center: Cell, radius: u32) -> Vec<Cell> {
    let start = area.level_start(center);
    let mut cells = level_ring(&area.one_level(), area.within_level(center), radius);
    if start > 0 {
        cells.iter_mut().for_each(|cell| cell.0 += start);
    }
    cells
}

/// A ring of an area with one level.
fn level_ring(area: &Area, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    if radius > area.distance_max() {
        return cells;
    }
    if area.wraps_y() {
        return disk(area, center, radius).filter(|&cell| area.distance(center, cell) == radius).collect();
    }
    let (x, y) = area.oblique(center);
    let reach = radius as i32;
    for row in (y - reach).max(0)..=(y + reach).min(area.height() as i32 - 1) {
        let up = row - y;
        if up.abs() == reach {
            cells.extend(disk_row(area, (x, y), radius, row).into_iter().flatten().map(|index| Cell(index as u32)));
            continue;
        }
        // On a cylinder an end may be nearer the other way round, or both ends may be one cell.
        let (first, last) = run(area, reach, up);
        let at = |right: i32| area.at_oblique(x + right, row).filter(|&end| area.distance(center, end) == radius);
        match (at(first), at(last)) {
            (Some(west), Some(east)) if west != east => cells.extend([west.min(east), west.max(east)]),
            (end, other) => cells.extend(end.or(other)),
        }
    }
    cells
}

/// The rows from `first` to `last` in rising order: cut off at bounds, or wrapped round a torus.
fn rows_of(area: &Area, first: i32, last: i32) -> [Range<i32>; 2] {
    let height = area.height() as i32;
    if !area.wraps_y() {
        return [first.max(0)..last.min(height - 1) + 1, 0..0];
    }
    match (last - first + 1 >= height, first < 0, last >= height) {
        (true, ..) => [0..height, 0..0],
        (_, true, _) => [0..last + 1, first + height..height],
        (_, _, true) => [0..last - height + 1, first..height],
        _ => [first..last + 1, 0..0],
    }
}

/// The first and last x, from the centre, of the row of a disk that lies `up` rows above the centre.
fn run(area: &Area, reach: i32, up: i32) -> (i32, i32) {
    match area.shape().lattice() {
        Lattice::Hex => ((-reach).max(-reach - up), reach.min(reach - up)),
        Lattice::Square4 => (up.abs() - reach, reach - up.abs()),
        Lattice::Square8 => (-reach, reach),
    }
}

/// The part of a disk in a row, of an area with one level.
fn disk_row(area: &Area, center: (i32, i32), radius: u32, row: i32) -> Spans {
    if area.wraps_x() {
        wrapped_row(area, center, radius, row)
    } else {
        [bounded_row(area, center, radius, row), EMPTY, EMPTY, EMPTY]
    }
}

/// The same where the world has bounds.
fn bounded_row(area: &Area, (x, y): (i32, i32), radius: u32, row: i32) -> Range<usize> {
    let (first, last) = run(area, radius as i32, row - y);
    let to_column = area.column_of_oblique(x, row);
    let held = area.row(row as u32);
    let start = (row as usize * area.width() as usize) as i32;
    let (held_first, held_behind) = (held.start as i32, held.end as i32);
    // An empty run may lie outside the row on either side.
    let first = (start + to_column + first).clamp(held_first, held_behind);
    let behind = (start + to_column + last + 1).clamp(first, held_behind);
    first as usize..behind as usize
}

/// The same where the world goes round.
fn wrapped_row(area: &Area, (x, y): (i32, i32), radius: u32, row: i32) -> Spans {
    if area.wraps_y() {
        return torus_row(area, (x, y), radius as i32, row);
    }
    let width = area.width() as i32;
    let (first, last) = run(area, radius as i32, row - y);
    let to_column = area.column_of_oblique(x, row);
    let start = row as usize * width as usize;
    let span = |(first, behind): (i32, i32)| start + first as usize..start + behind as usize;
    let [west, east] = round(to_column + first, to_column + last + 1, width);
    [span(west), span(east), EMPTY, EMPTY]
}

/// A run of columns that wraps round the world, as up to two runs within it, in rising order.
fn round(first: i32, behind: i32, width: i32) -> [(i32, i32); 2] {
    if behind - first >= width {
        return [(0, width), (0, 0)];
    }
    let west = first.rem_euclid(width);
    let east = west + behind.max(first) - first;
    if east <= width { [(west, east), (0, 0)] } else { [(0, east - width), (west, width)] }
}

/// The part of a disk in a row of a torus, reached directly, or across the north or the south.
fn torus_row(area: &Area, (x, y): (i32, i32), reach: i32, row: i32) -> Spans {
    let (width, height) = (area.width() as i32, area.height() as i32);
    let mut runs = [(0, 0); 6];
    for (slot, copy) in [-1, 0, 1].into_iter().enumerate() {
        let up = row + copy * height - y;
        if up.abs() > reach {
            continue;
        }
        let (first, last) = run(area, reach, up);
        let to_column = area.column_of_oblique(x, row + copy * height);
        let [one, other] = round(to_column + first, to_column + last + 1, width);
        (runs[2 * slot], runs[2 * slot + 1]) = (one, other);
    }
    runs.sort_unstable();
    // Overlapping runs are joined; four separate ones are the most, since three runs round a row leave three gaps at most.
    let mut spans = [EMPTY; 4];
    let mut count = 0;
    let start = row as usize * width as usize;
    for (first, behind) in runs.into_iter().filter(|(first, behind)| first < behind) {
        let (first, behind) = (start + first as usize, start + behind as usize);
        match spans[..count].last_mut() {
            Some(last) if first <= last.end => last.end = last.end.max(behind),
            _ => {
                spans[count] = first..behind;
                count += 1;
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, areas, bare, pick};

    fn check(shape: Shape, width: u32, height: u32, center: (i32, i32), expected: &str) {
        let drawn = Drawn::read(shape, width, height, expected);
        let center = drawn.area.cell(center.0, center.1).unwrap();
        let (disk, ring): (Vec<_>, _) = (disk(&drawn.area, center, 2).collect(), ring(&drawn.area, center, 2));
        let sign = |cell| match (disk.contains(&cell), ring.contains(&cell)) {
            (true, true) => 'o',
            (true, false) => 'x',
            _ => '.',
        };
        assert_eq!(drawn.draw(sign), bare(expected));
    }

    #[test]
    fn a_disk_is_cut_at_bounds() {
        check(
            Shape::Rectangle,
            6,
            4,
            (1, 1),
            "  o o o . . .
              o x x o . .
               x x x o . .
              o x x o . .",
        );
    }

    #[test]
    fn a_disk_goes_round_a_cylinder() {
        check(
            Shape::Cylinder,
            7,
            4,
            (0, 1),
            "   o . . . . o o
              x o . . . o x
             x x o . . o x
            x x o . . . o",
        );
    }

    proptest! {
        #[test]
        fn disks_and_rings_are_those_of_distance(area in areas(), center: Index, radius in 0..21u32) {
            let center = pick(&area, center);
            let expected: Vec<_> = area.cells().filter(|&cell| area.distance(center, cell) <= radius).collect();
            prop_assert_eq!(disk(&area, center, radius).collect::<Vec<_>>(), expected);
            let expected: Vec<_> = area.cells().filter(|&cell| area.distance(center, cell) == radius).collect();
            prop_assert_eq!(ring(&area, center, radius), expected);
        }

        #[test]
        fn any_radius_is_answered(area in areas(), center: Index, radius: u32) {
            let center = pick(&area, center);
            let radius = radius.max(area.distance_max());
            prop_assert!(disk(&area, center, radius).eq(area.level_cells(area.level(center))));
            prop_assert_eq!(ring(&area, center, radius.saturating_add(1)), vec![]);
        }
    }
}
