//! The corners of squares, where four cells meet, and the sides between them: the graph for water on squares.
//!
//! A corner has the number of the cell to its north-east. It has four neighbours: north, east, south, west. Rivers lie between
//! cells that share a side; where cells have eight neighbours, a step over a corner crosses no river.

use grid::{Area, Cell, Direction, Lattice, connect};

use crate::graph::{CLOSED, GROUND, Graph, NONE, SINK};

/// The corners of an area of squares.
pub(crate) struct SquareCorners {
    area: Area,
    marks: Vec<u8>,
    /// Water cells, by index.
    liquid: Vec<bool>,
    /// The directions to the south and the west.
    south: Direction,
    west: Direction,
}

impl SquareCorners {
    pub(crate) fn new(area: &Area, liquid: Vec<bool>) -> SquareCorners {
        let (south, west) = match area.shape().lattice() {
            Lattice::Square8 => (Direction(4), Direction(6)),
            Lattice::Square4 | Lattice::Hex => (Direction(2), Direction(3)),
        };
        let mut corners = SquareCorners { area: *area, marks: vec![CLOSED; area.len()], liquid, south, west };
        for cell in area.cells() {
            let cells = corners.cells_at(cell.0);
            let water = cells.iter().filter(|&&cell| cell != NONE && corners.liquid[cell as usize]).count();
            corners.marks[cell.index()] = match water {
                _ if cells.contains(&NONE) => CLOSED,
                0 => GROUND,
                4 => CLOSED,
                _ => SINK,
            };
        }
        // Water flows out where a side leads out of the area. All such corners are found before the first is changed.
        let leads_out = |node: &u32| {
            corners.role(*node) == GROUND
                && corners.around(*node).into_iter().any(|neighbor| corners.role(neighbor) == CLOSED)
        };
        let rim: Vec<u32> = area.cells().map(|cell| cell.0).filter(leads_out).collect();
        for node in rim {
            corners.marks[node as usize] = SINK;
        }
        corners
    }

    fn step(&self, cell: u32, right: i32, up: i32) -> u32 {
        let (column, row) = self.area.column_row(Cell(cell));
        self.area.cell(column + right, row + up).map_or(NONE, |cell| cell.0)
    }

    /// The cells round a corner: north-east, south-east, south-west, north-west; [`NONE`] beyond a bound.
    fn cells_at(&self, node: u32) -> [u32; 4] {
        [node, self.step(node, 0, -1), self.step(node, -1, -1), self.step(node, -1, 0)]
    }

    /// Lays the side that leads from a corner in a direction: 0 north, 1 east, 2 south, 3 west.
    fn lay_side(&self, edges: &mut [u8], node: u32, way: usize) {
        let [north_east, south_east, _, north_west] = self.cells_at(node);
        let (cell, direction) = match way {
            0 => (north_east, self.west),
            1 => (north_east, self.south),
            2 => (south_east, self.west),
            _ => (north_west, self.south),
        };
        if cell != NONE {
            connect(&self.area, edges, Cell(cell), direction);
        }
    }
}

impl Graph for SquareCorners {
    type Around = [u32; 4];

    fn marks(&self) -> &[u8] {
        &self.marks
    }

    fn marks_mut(&mut self) -> &mut [u8] {
        &mut self.marks
    }

    #[inline]
    fn around(&self, node: u32) -> [u32; 4] {
        [self.step(node, 0, 1), self.step(node, 1, 0), self.step(node, 0, -1), self.step(node, -1, 0)]
    }

    fn touching(&self, node: u32) -> impl Iterator<Item = Cell> {
        self.cells_at(node).into_iter().map(Cell)
    }

    fn nodes_of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().map(move |(right, up)| self.step(cell.0, right, up))
    }

    fn lay(&self, edges: &mut [u8], from: u32, to: u32) {
        if let Some(way) = self.around(from).iter().position(|&next| next == to) {
            self.lay_side(edges, from, way);
        }
    }

    fn lay_mouth(&self, edges: &mut [u8], sink: u32) {
        if self.touching(sink).any(|cell| self.liquid[cell.index()]) {
            return;
        }
        // At the area's edge: on to where there is no more corner.
        if let Some(way) = self.around(sink).iter().position(|&next| self.role(next) == CLOSED) {
            self.lay_side(edges, sink, way);
        }
    }
}

#[cfg(test)]
mod tests {
    use grid::{Shape, has_edge};

    use super::*;

    #[test]
    fn corners_are_where_four_cells_meet_and_neighbors_share_two_of_them() {
        for shape in [Shape::Square4, Shape::Square8, Shape::Torus4, Shape::Torus8] {
            for (width, height) in [(5, 5), (8, 7), (20, 3), (3, 12)] {
                let area = Area::new(shape, width, height).unwrap();
                let corners = SquareCorners::new(&area, vec![false; area.len()]);
                let open: Vec<u32> = (0..area.len() as u32).filter(|&node| corners.role(node) != CLOSED).collect();
                let expected = if area.wraps_y() { width * height } else { (width - 1) * (height - 1) };
                assert_eq!(open.len() as u32, expected, "{shape} {width}x{height}");
                for node in open {
                    let own: Vec<Cell> = corners.touching(node).collect();
                    let mut inner = 0;
                    for next in corners.around(node).into_iter().filter(|&next| corners.role(next) != CLOSED) {
                        inner += 1;
                        assert!(corners.around(next).contains(&node));
                        let mut edges = vec![0; area.len()];
                        corners.lay(&mut edges, node, next);
                        let wet: Vec<Cell> = area.cells().filter(|cell| edges[cell.index()] != 0).collect();
                        assert_eq!(wet.len(), 2, "a side has two cells");
                        assert!(wet.iter().all(|cell| own.contains(cell)));
                        assert!(wet.iter().all(|&cell| corners.touching(next).any(|other| other == cell)));
                        let sides =
                            (0..area.directions()).map(Direction).filter(|&way| has_edge(edges[wet[0].index()], way));
                        assert_eq!(sides.map(|way| area.neighbor(wet[0], way)).collect::<Vec<_>>(), [Some(wet[1])]);
                    }
                    assert_eq!(corners.role(node) == SINK, inner < 4, "water leaves where a neighbour is missing");
                    for cell in own.into_iter().filter(|&cell| !area.is_edge(cell)) {
                        assert!(corners.nodes_of(cell).any(|other| other == node));
                    }
                }
            }
        }
    }
}
