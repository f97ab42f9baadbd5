//! Outlines: the corners of a cell, and the rings round a region, as points with whole coordinates.
//!
//! **Points.** The first coordinate grows to the east, the second to the north, and no point is below 0. A square is 1 wide and 1 high. A
//! hex is 2 wide and 4 high, and rows lie 3 apart: so all its corners are whole; drawn half as wide and 0.2887 times as high, it has
//! its true proportions. Maps stand upright, as in [`Area::upright`]; where an area wraps, what lies over a seam is cut there.

use crate::{Area, Cell, Direction, Lattice};

/// A point: to the east and to the north.
pub type Point = (i32, i32);

/// A region without gaps: a ring round it, and rings round its holes.
///
/// A ring goes from corner to corner, and from the last one back to the first. No corner is in it twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    /// Counter-clockwise.
    pub outer: Vec<Point>,
    /// Clockwise. Where squares of a hole touch at a corner only, they are holes by themselves.
    pub holes: Vec<Vec<Point>>,
}

/// A side of a cell, with the cell on its left.
struct Side {
    /// The corners at its ends, from the cell's lowest corner counter-clockwise.
    from: Point,
    to: Point,
    /// The direction that leads over it, and how far the next cell is drawn from this one: half cells and rows.
    direction: u8,
    step: (i32, i32),
}

const fn side(from: Point, to: Point, direction: u8, step: (i32, i32)) -> Side {
    Side { from, to, direction, step }
}

const HEX: [Side; 6] = [
    side((1, 0), (2, 1), 2, (1, -1)),
    side((2, 1), (2, 3), 1, (2, 0)),
    side((2, 3), (1, 4), 0, (1, 1)),
    side((1, 4), (0, 3), 5, (-1, 1)),
    side((0, 3), (0, 1), 4, (-2, 0)),
    side((0, 1), (1, 0), 3, (-1, -1)),
];
const SQUARE4: [Side; 4] = squares([2, 1, 0, 3]);
const SQUARE8: [Side; 4] = squares([4, 2, 0, 6]);

/// The sides of a square, whose directions are these, from the south.
const fn squares([south, east, north, west]: [u8; 4]) -> [Side; 4] {
    [
        side((0, 0), (1, 0), south, (0, -1)),
        side((1, 0), (1, 1), east, (2, 0)),
        side((1, 1), (0, 1), north, (0, 1)),
        side((0, 1), (0, 0), west, (-2, 0)),
    ]
}

const fn sides(area: &Area) -> &'static [Side] {
    match area.shape().lattice() {
        Lattice::Hex => &HEX,
        Lattice::Square4 => &SQUARE4,
        Lattice::Square8 => &SQUARE8,
    }
}

/// The corner of a cell's box in the south-west.
const fn origin(area: &Area, cell: Cell) -> Point {
    let (right, down) = area.upright(cell);
    let (right, up) = (right as i32, (area.height() - 1 - down) as i32);
    match area.shape().lattice() {
        Lattice::Hex => (right, 3 * up),
        Lattice::Square4 | Lattice::Square8 => (right / 2, up),
    }
}

const fn plus((x, y): Point, (right, up): Point) -> Point {
    (x + right, y + up)
}

impl Area {
    /// The corners of a cell, counter-clockwise: six of a hex, from the southern one, or four of a square, from the south-western one.
    pub fn outline(&self, cell: Cell) -> impl ExactSizeIterator<Item = Point> + Clone + use<> {
        let origin = origin(self, cell);
        sides(self).iter().map(move |side| plus(origin, side.from))
    }

    /// The greatest coordinates of outlines; the least are 0.
    #[must_use]
    pub const fn outline_extent(&self) -> Point {
        let (width, height) = (self.width() as i32, self.height() as i32);
        match self.shape().lattice() {
            // Odd rows of a rectangle reach half a cell farther; a hexagon's box is as wide.
            Lattice::Hex => (2 * width + 1, 3 * height + 1),
            Lattice::Square4 | Lattice::Square8 => (width, height),
        }
    }

    /// The neighbour over a side, if it is drawn there: not beyond a seam.
    fn drawn_beside(&self, cell: Cell, side: &Side) -> Option<Cell> {
        let beside = self.neighbor(cell, Direction(side.direction))?;
        (self.drawn_at(beside) == plus(self.drawn_at(cell), side.step)).then_some(beside)
    }
}

/// The outlines of a region: a polygon for each part of it that hangs together by sides of cells, by the first cell of each.
#[must_use]
pub fn outlines(area: &Area, cells: impl IntoIterator<Item = Cell>) -> Vec<Polygon> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.dedup();
    let beside = |cell: Cell, side: &Side| cells.binary_search(&area.drawn_beside(cell, side)?).ok();
    let mut is_done = vec![false; cells.len()];
    let (mut polygons, mut part) = (Vec::new(), Vec::new());
    for first in 0..cells.len() {
        if is_done[first] {
            continue;
        }
        is_done[first] = true;
        part.push(first);
        // Each side between a cell of this part and one that is not of the region, by the corner at which it begins.
        let mut edges = Vec::new();
        while let Some(index) = part.pop() {
            let origin = origin(area, cells[index]);
            for side in sides(area) {
                match beside(cells[index], side) {
                    None => edges.push((plus(origin, side.from), plus(origin, side.to))),
                    Some(next) if !is_done[next] => {
                        is_done[next] = true;
                        part.push(next);
                    }
                    Some(_) => {}
                }
            }
        }
        polygons.push(polygon(edges));
    }
    polygons
}

/// The rings that the edges of one part make.
fn polygon(mut edges: Vec<(Point, Point)>) -> Polygon {
    edges.sort_unstable();
    let mut is_taken = vec![false; edges.len()];
    let (mut outer, mut holes) = (Vec::new(), Vec::new());
    for first in 0..edges.len() {
        if is_taken[first] {
            continue;
        }
        let (mut ring, mut at) = (Vec::new(), first);
        loop {
            is_taken[at] = true;
            let (from, to) = edges[at];
            ring.push(from);
            if to == edges[first].0 {
                break;
            }
            let begin = edges.partition_point(|edge| edge.0 < to);
            let ways = (begin..edges.len()).take_while(|&next| edges[next].0 == to);
            // Where two squares of the part touch at a corner only, it goes on by the right: else the ring would come back to
            // the corner, round a hole or from it.
            at =
                ways.min_by_key(|&next| turn(from, to, edges[next].1)).expect("as many edges end at a corner as begin");
        }
        if doubled_area(&ring) > 0 { outer = ring } else { holes.push(ring) }
    }
    Polygon { outer, holes }
}

/// Above 0 for a turn to the left, below for one to the right.
const fn turn(from: Point, at: Point, to: Point) -> i32 {
    (at.0 - from.0) * (to.1 - at.1) - (at.1 - from.1) * (to.0 - at.0)
}

/// Twice the area of a ring; below 0 if it is clockwise.
fn doubled_area(ring: &[Point]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Shape;
    use crate::test_boards::areas;

    /// The edges of a ring, the last one back to its first point.
    fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
        ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
    }

    fn rings(polygons: &[Polygon]) -> impl Iterator<Item = &Vec<Point>> {
        polygons.iter().flat_map(|polygon| std::iter::once(&polygon.outer).chain(&polygon.holes))
    }

    proptest! {
        #[test]
        fn rings_go_round_what_is_in_and_along_each_bound_once(area in areas(), chance in 0..=10_u32, seed: u32) {
            let noise = |cell: Cell| (cell.0 ^ seed).wrapping_mul(2_654_435_769) >> 16;
            // Levels are drawn one by one: those of others lie over the same points.
            let level = seed % area.levels();
            let cells: Vec<Cell> = area.level_cells(level).filter(|&cell| noise(cell) % 10 < chance).collect();
            let polygons = outlines(&area, cells.iter().copied().rev());
            // What is expected is found from the corners alone.
            let of_cells: BTreeSet<(Point, Point)> = cells
                .iter()
                .flat_map(|&cell| edges(&area.outline(cell).collect::<Vec<_>>()).collect::<Vec<_>>())
                .collect();
            let bounds: Vec<_> = of_cells.iter().copied().filter(|&(from, to)| !of_cells.contains(&(to, from))).collect();
            let mut found: Vec<_> = rings(&polygons).flat_map(|ring| edges(ring)).collect();
            found.sort_unstable();
            prop_assert_eq!(found, bounds);
            for ring in rings(&polygons) {
                let corners: BTreeSet<_> = ring.iter().collect();
                prop_assert_eq!(corners.len(), ring.len(), "a ring comes back to a corner: {:?}", ring);
            }
            let of_cell = if area.shape().lattice() == Lattice::Hex { 12 } else { 2 };
            let sum: i64 = rings(&polygons).map(|ring| doubled_area(ring)).sum();
            prop_assert_eq!(sum, of_cell * cells.len() as i64);
            for polygon in &polygons {
                prop_assert!(doubled_area(&polygon.outer) > 0);
                prop_assert!(polygon.holes.iter().all(|hole| doubled_area(hole) < 0));
                let holes: i64 = polygon.holes.iter().map(|hole| doubled_area(hole)).sum();
                prop_assert!(doubled_area(&polygon.outer) + holes > 0, "each hole is in its own ring");
            }
        }

        #[test]
        fn outlines_of_all_cells_lie_in_the_extent(area in areas()) {
            let (right, up) = area.outline_extent();
            let corners: Vec<Point> = area.cells().flat_map(|cell| area.outline(cell)).collect();
            prop_assert!(corners.iter().all(|&(x, y)| (0..=right).contains(&x) && (0..=up).contains(&y)));
            let most = corners.iter().map(|corner| corner.1).max();
            prop_assert!(most == Some(up) || area.shape() == Shape::Hexagon);
        }
    }

    #[test]
    fn a_cell_has_its_corners_where_it_is_drawn() {
        let corners = |shape, column, row| {
            let area = Area::new(shape, 4, 4).unwrap();
            area.outline(area.cell(column, row).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(corners(Shape::Rectangle, 0, 0), [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)]);
        assert_eq!(corners(Shape::Rectangle, 1, 1), [(4, 3), (5, 4), (5, 6), (4, 7), (3, 6), (3, 4)]);
        assert_eq!(corners(Shape::Square8, 3, 1), [(3, 1), (4, 1), (4, 2), (3, 2)]);
        // In true proportions all sides of a cell are equally long.
        for &shape in Shape::ALL {
            let area = Area::new(shape, 4, 4).unwrap();
            // A hex that is 1 wide is 2/sqrt(3) high.
            let (right, up) = match area.shape().lattice() {
                Lattice::Hex => (0.5, 0.288_675_134_594_812_9),
                Lattice::Square4 | Lattice::Square8 => (1.0, 1.0),
            };
            let corners: Vec<Point> = area.outline(area.cell(2, 2).unwrap()).collect();
            for (from, to) in edges(&corners) {
                let (x, y) = (f64::from(to.0 - from.0) * right, f64::from(to.1 - from.1) * up);
                let expected = if area.shape().lattice() == Lattice::Hex { 1.0 / 3.0 } else { 1.0 };
                assert!((x * x + y * y - expected).abs() < 1e-12, "{shape}");
            }
        }
    }

    /// The squares that are marked, from the north.
    fn squares(shape: Shape, rows: [&str; 4]) -> Vec<Polygon> {
        let area = Area::new(shape, rows[0].len() as u32, 4).unwrap();
        let is_in = |cell: &Cell| {
            let (column, row) = area.column_row(*cell);
            rows[3 - row as usize].as_bytes()[column as usize] == b'#'
        };
        outlines(&area, area.cells().filter(is_in))
    }

    #[test]
    fn squares_that_touch_at_a_corner_are_parts_and_holes_by_themselves() {
        // Both shapes have the same outlines: sides alone hold a part together.
        for shape in [Shape::Square4, Shape::Square8] {
            let parts = squares(shape, ["#...", ".#..", "....", "...."]);
            assert_eq!(parts.len(), 2);
            assert!(parts.iter().all(|part| part.outer.len() == 4 && part.holes.is_empty()));
            let ring = squares(shape, ["####", "#.##", "##.#", "####"]);
            let [whole] = ring.as_slice() else { panic!("{ring:?}") };
            assert_eq!((whole.outer.len(), whole.holes.len()), (16, 2));
            assert!(whole.holes.iter().all(|hole| hole.len() == 4));
            // A hole that meets the outside at a corner.
            let bay = squares(shape, ["###.", "#.#.", "###.", "...."]);
            assert_eq!((bay[0].outer.len(), bay[0].holes.len()), (12, 1));
            let bay = squares(shape, ["###.", "#.#.", "##..", "...."]);
            assert_eq!((bay[0].outer.len(), bay[0].holes.len()), (12, 1));
        }
    }

    #[test]
    fn a_region_over_a_seam_is_cut_there() {
        let parts = squares(Shape::Torus4, ["#..#", "....", "....", "#..#"]);
        assert_eq!(parts.len(), 4, "{parts:?}");
        let whole = squares(Shape::Torus4, ["####"; 4]);
        let [whole] = whole.as_slice() else { panic!("{whole:?}") };
        assert_eq!((whole.outer.len(), whole.holes.len()), (16, 0));
        let area = Area::new(Shape::Cylinder, 6, 4).unwrap();
        let band = outlines(&area, area.cells().filter(|&cell| area.column_row(cell).1 == 2));
        assert_eq!((band.len(), band[0].outer.len()), (1, 6 * 4 + 2));
        let none: [Cell; 0] = [];
        assert_eq!(outlines(&area, none), []);
    }
}
