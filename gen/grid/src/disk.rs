//! Disks and rings: the cells within, and at, a distance on an empty board.
//!
//! In oblique coordinates a disk is a run of x in each row; a ring is the two ends of each run.

use std::ops::Range;

use crate::{Area, Cell};

/// The cells within a distance of `center`, each exactly once, row by row from the south, each row by column.
///
/// A disk wider than a cylinder holds each cell once. No memory is taken; any radius is allowed.
pub fn disk(area: &Area, center: Cell, radius: u32) -> impl Iterator<Item = Cell> + use<> {
    disk_spans(area, center, radius).flatten().map(|index| Cell(index as u32))
}

/// The cells at exactly that distance from `center`, ordered as in [`disk`]. Ring 0 is the centre itself.
#[must_use]
pub fn ring(area: &Area, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    if radius > area.distance_max() {
        return cells;
    }
    let (x, y) = area.oblique(center);
    let reach = radius as i32;
    for row in (y - reach).max(0)..=(y + reach).min(area.height() as i32 - 1) {
        let up = row - y;
        if up.abs() == reach {
            cells.extend(disk_row(area, center, radius, row).into_iter().flatten().map(|index| Cell(index as u32)));
            continue;
        }
        // Round a cylinder an end may be nearer the other way, or be both ends.
        let (first, last) = run(reach, up);
        let at = |right: i32| area.at_oblique(x + right, row).filter(|&end| area.distance(center, end) == radius);
        match (at(first), at(last)) {
            (Some(west), Some(east)) if west != east => cells.extend([west.min(east), west.max(east)]),
            (end, other) => cells.extend(end.or(other)),
        }
    }
    cells
}

/// The cells of a disk as ranges of indices in rising order: up to two for each row, some of them empty.
pub(crate) fn disk_spans(area: &Area, center: Cell, radius: u32) -> impl Iterator<Item = Range<usize>> + use<> {
    let area = *area;
    let radius = radius.min(area.distance_max());
    let (_, y) = area.column_row(center);
    let rows = (y - radius as i32).max(0)..=(y + radius as i32).min(area.height() as i32 - 1);
    rows.flat_map(move |row| disk_row(&area, center, radius, row))
}

/// First and last x, from the centre, of a disk's row that lies `up` rows above the centre.
fn run(reach: i32, up: i32) -> (i32, i32) {
    ((-reach).max(-reach - up), reach.min(reach - up))
}

fn disk_row(area: &Area, center: Cell, radius: u32, row: i32) -> [Range<usize>; 2] {
    let width = area.width() as i32;
    let (x, y) = area.oblique(center);
    let (first, last) = run(radius as i32, row - y);
    let to_column = area.column_of_oblique(x, row);
    let (first, behind) = (to_column + first, to_column + last + 1);

    let start = row as usize * width as usize;
    let span = |first: i32, behind: i32| start + first as usize..start + behind.max(first) as usize;
    if !area.wraps_x() {
        let held = area.row(row as u32);
        let (held_first, held_behind) = ((held.start - start) as i32, (held.end - start) as i32);
        // An empty run may lie wholly on either side of the row.
        let first = first.clamp(held_first, held_behind);
        return [span(first, behind.clamp(first, held_behind)), span(0, 0)];
    }
    if behind - first >= width {
        return [span(0, width), span(0, 0)];
    }
    let west = first.rem_euclid(width);
    let east = west + behind - first;
    if east <= width { [span(west, east), span(0, 0)] } else { [span(0, east - width), span(west, width)] }
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
        fn any_radius_will_do(area in areas(), center: Index, radius: u32) {
            let center = pick(&area, center);
            let radius = radius.max(area.distance_max());
            prop_assert_eq!(disk(&area, center, radius).count(), area.count());
            prop_assert_eq!(ring(&area, center, radius.saturating_add(1)), vec![]);
        }
    }
}
