//! The graph on which water runs: the corners of cells, or the cells themselves.
//!
//! A river of a *border* type runs along the sides of cells, so its nodes are the corners, where three hexes or four squares meet
//! (`square_corners.rs`), and its edges the sides between them. A river of a *connection* type runs from cell to cell.
//!
//! **Corners.** Two of a cell's six corners are its own: the lowest and the highest. The other four are highest corners of cells
//! below and lowest corners of cells above, so that each corner is counted once: `2 * cell` is the lowest corner of a cell, `2 *
//! cell + 1` its highest. A lowest corner has three neighbours, all of them highest corners, and vice versa. Only corners with all
//! three cells count; beyond lies the area's edge.

use grid::{Area, Cell, Direction, Shape, connect};
use rayon::prelude::*;

/// The role of a node for water, which runs over [`GROUND`] and ends at a [`SINK`]. A closed node has no water.
pub(crate) const CLOSED: u8 = 0;
/// Open ground.
pub(crate) const GROUND: u8 = 1;
/// A shore, or the area's edge.
pub(crate) const SINK: u8 = 2;
const ROLE: u8 = 3;
/// In an odd row.
const ODD: u8 = 4;
/// The node lies beside the seam of a cylinder or torus, so that neighbours are at the other end of a row, or of the area.
const SEAM: u8 = 8;
/// The node touches a lake: set by `lakes`.
pub(crate) const LAKE: u8 = 16;
/// A lake's water leaves here: set by `lakes`.
pub(crate) const OUTLET: u8 = 64;
/// A river runs here: set by `rivers`.
pub(crate) const RIVER: u8 = 32;

/// Stands for no node.
pub(crate) const NONE: u32 = u32::MAX;

/// Nodes with neighbours and marks.
pub(crate) trait Graph {
    /// An array with the neighbours of a node.
    type Around: AsRef<[u32]>;

    /// The marks of all nodes.
    fn marks(&self) -> &[u8];

    /// The marks of all nodes, to be changed.
    fn marks_mut(&mut self) -> &mut [u8];

    /// The neighbours of a node that is open or a sink; beyond the area's edge [`NONE`], or closed nodes.
    fn around(&self, node: u32) -> Self::Around;

    /// The cells that touch a node that is not closed.
    fn touching(&self, node: u32) -> impl Iterator<Item = Cell>;

    /// The nodes of a cell that is not at the area's edge.
    fn nodes_of(&self, cell: Cell) -> impl Iterator<Item = u32>;

    /// Lays the river between two neighbouring nodes.
    fn lay(&self, edges: &mut [u8], from: u32, to: u32);

    /// Lays the last piece of a river from a sink that it reached.
    fn lay_mouth(&self, edges: &mut [u8], sink: u32);

    /// The role of a node.
    fn role(&self, node: u32) -> u8 {
        self.marks().get(node as usize).map_or(CLOSED, |mark| mark & ROLE)
    }
}

const NE: Direction = Direction(0);
const E: Direction = Direction(1);
const SE: Direction = Direction(2);
const SW: Direction = Direction(3);
const NW: Direction = Direction(5);

/// Whether a corner is its cell's lowest, not its highest.
const fn is_lowest(corner: u32) -> bool {
    corner & 1 == 0
}

/// The corners of an area.
pub(crate) struct Corners {
    area: Area,
    marks: Vec<u8>,
    /// Water cells, by index.
    liquid: Vec<bool>,
}

impl Corners {
    pub(crate) fn new(area: &Area, liquid: Vec<bool>) -> Corners {
        let mut corners = Corners { area: *area, marks: Vec::new(), liquid };
        let mut marks = vec![CLOSED; 2 * area.len()];
        let width = area.width() as usize;
        marks.par_chunks_mut(2 * width).enumerate().for_each(|(row, marks)| {
            for index in area.row(row as u32) {
                let at = 2 * (index - row * width);
                marks[at] = corners.first_mark(2 * index as u32, row as u32);
                marks[at + 1] = corners.first_mark(2 * index as u32 + 1, row as u32);
            }
        });
        corners.marks = marks;
        corners.open_rim();
        corners
    }

    fn first_mark(&self, node: u32, row: u32) -> u8 {
        let index = node / 2;
        let cells = self.area.row(row);
        let at_bound = row == 0
            || row + 1 == self.area.height()
            || index as usize == cells.start
            || index as usize == cells.end - 1
            // On a torus, going two rows up or down from here crosses the seam.
            || self.area.wraps_y() && (row == 1 || row + 2 == self.area.height());
        let seam = if at_bound && self.area.wraps_x() { SEAM } else { 0 };
        let mark = seam | if row % 2 == 1 { ODD } else { 0 };
        let (west, east) = if at_bound {
            let (west, east) = if is_lowest(node) { (SW, SE) } else { (NW, NE) };
            let next = |direction| self.area.neighbor(Cell(index), direction);
            let (Some(west), Some(east)) = (next(west), next(east)) else { return CLOSED };
            (west.0, east.0)
        } else {
            self.beside(node, mark)
        };
        let water = [index, west, east].into_iter().filter(|&cell| self.liquid[cell as usize]).count();
        mark | match water {
            0 => GROUND,
            3 => CLOSED,
            _ => SINK,
        }
    }

    /// Makes sinks of the corners from which a side leads out of the area.
    fn open_rim(&mut self) {
        let height = self.area.height();
        // The corners next to a missing one lie in the three rows, or two cells, next to a bound.
        let near = |row: u32| {
            let cells = self.area.row(row);
            let whole = row < 3 || row + 3 >= height || cells.len() < 4;
            let (west, east) = if whole { (cells.len(), 0) } else { (2, 2) };
            (cells.start..cells.start + west).chain(cells.end - east..cells.end)
        };
        let rim: Vec<u32> =
            (0..height).flat_map(near).flat_map(|index| [2 * index as u32, 2 * index as u32 + 1]).collect();
        let leads_out = |node: &u32| {
            self.role(*node) == GROUND && self.around(*node).into_iter().any(|neighbor| self.role(neighbor) == CLOSED)
        };
        // Collected first, because the search borrows the marks.
        let rim: Vec<u32> = rim.into_iter().filter(leads_out).collect();
        for node in rim {
            self.marks[node as usize] += SINK - GROUND;
        }
    }

    /// The cells to the west and east that touch an inner corner besides its own.
    #[inline]
    fn beside(&self, node: u32, mark: u8) -> (u32, u32) {
        let cell = node / 2;
        if is_lowest(node) {
            let (west, east) = self.below(mark);
            (cell - west, cell - east)
        } else {
            let (west, east) = self.above(mark);
            (cell + west, cell + east)
        }
    }

    /// Whether odd rows lie half a cell farther east, rather than each row half a cell farther than the one below.
    const fn has_drawn_columns(&self) -> bool {
        matches!(self.area.shape(), Shape::Rectangle | Shape::Torus)
    }

    /// Steps in indices to the western and eastern cell above.
    fn above(&self, mark: u8) -> (u32, u32) {
        let width = self.area.width();
        let west = if self.has_drawn_columns() { width - u32::from(mark & ODD == 0) } else { width - 1 };
        (west, west + 1)
    }

    /// The same below, backwards.
    fn below(&self, mark: u8) -> (u32, u32) {
        let width = self.area.width();
        let west = if self.has_drawn_columns() { width + u32::from(mark & ODD == 0) } else { width };
        (west, west - 1)
    }

    fn around_seam(&self, node: u32) -> [u32; 3] {
        let cell = Cell(node / 2);
        let (up, west, east, lowest) = if is_lowest(node) { (0, SW, SE, 1) } else { (1, NW, NE, 0) };
        let own = |cell: Option<Cell>| cell.map_or(NONE, |cell| 2 * cell.0 + lowest);
        let west_cell = self.area.neighbor(cell, west);
        let beyond = west_cell.and_then(|cell| self.area.neighbor(cell, if up == 0 { SE } else { NE }));
        [own(self.area.neighbor(cell, east)), own(west_cell), own(beyond)]
    }

    /// The side that two neighbouring corners share, as a cell and the direction of the cell beyond.
    fn side(&self, from: u32, to: u32) -> Option<(Cell, Direction)> {
        let cell = Cell(from / 2);
        let (west, east) = if is_lowest(from) { (SW, SE) } else { (NW, NE) };
        let other = Cell(to / 2);
        if self.area.neighbor(cell, east) == Some(other) {
            return Some((cell, east));
        }
        let west_cell = self.area.neighbor(cell, west)?;
        if west_cell == other { Some((cell, west)) } else { Some((west_cell, E)) }
    }
}

impl Graph for Corners {
    type Around = [u32; 3];

    fn marks(&self) -> &[u8] {
        &self.marks
    }

    fn marks_mut(&mut self) -> &mut [u8] {
        &mut self.marks
    }

    #[inline]
    fn around(&self, node: u32) -> [u32; 3] {
        let mark = self.marks[node as usize];
        if mark & SEAM != 0 {
            return self.around_seam(node);
        }
        let cell = node / 2;
        // With drawn columns, two rows up is the same column; with oblique ones it is one column to the west.
        let beyond = 2 * self.area.width() - u32::from(!self.has_drawn_columns());
        if is_lowest(node) {
            let (west, east) = self.below(mark);
            let at = |back: u32| cell.checked_sub(back).map_or(NONE, |cell| 2 * cell + 1);
            [at(east), at(west), at(beyond)]
        } else {
            let (west, east) = self.above(mark);
            [2 * (cell + east), 2 * (cell + west), 2 * (cell + beyond)]
        }
    }

    #[inline]
    fn touching(&self, node: u32) -> impl Iterator<Item = Cell> {
        let cell = Cell(node / 2);
        let mark = self.marks[node as usize];
        let (west, east) = if mark & SEAM == 0 {
            self.beside(node, mark)
        } else {
            let (west, east) = if is_lowest(node) { (SW, SE) } else { (NW, NE) };
            let next = |direction| self.area.neighbor(cell, direction).map_or(NONE, |cell| cell.0);
            (next(west), next(east))
        };
        [cell, Cell(west), Cell(east)].into_iter()
    }

    fn nodes_of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        // One after the other, because a caller that asks for all of them mostly stops at the first.
        (0..6).map(move |number| {
            let next =
                |direction, highest| self.area.neighbor(cell, direction).map_or(NONE, |cell| 2 * cell.0 + highest);
            match number {
                0 => 2 * cell.0,
                1 => 2 * cell.0 + 1,
                2 => next(NE, 0),
                3 => next(NW, 0),
                4 => next(SE, 1),
                _ => next(SW, 1),
            }
        })
    }

    fn lay(&self, edges: &mut [u8], from: u32, to: u32) {
        if let Some((cell, direction)) = self.side(from, to) {
            connect(&self.area, edges, cell, direction);
        }
    }

    fn lay_mouth(&self, edges: &mut [u8], sink: u32) {
        if self.touching(sink).any(|cell| self.liquid[cell.index()]) {
            return;
        }
        // At the area's edge: on to where there is no more corner.
        let cell = Cell(sink / 2);
        let (west, east) = if is_lowest(sink) { (SW, SE) } else { (NW, NE) };
        let [to_east, to_west, _] = self.around(sink);
        if self.role(to_east) == CLOSED {
            connect(&self.area, edges, cell, east);
        } else if self.role(to_west) == CLOSED {
            connect(&self.area, edges, cell, west);
        } else if let Some(west) = self.area.neighbor(cell, west) {
            connect(&self.area, edges, west, E);
        }
    }
}

/// The cells of an area.
pub(crate) struct Cells {
    area: Area,
    marks: Vec<u8>,
    liquid: Vec<bool>,
}

impl Cells {
    pub(crate) fn new(area: &Area, liquid: Vec<bool>) -> Cells {
        let mut marks = vec![CLOSED; area.len()];
        for cell in area.cells() {
            let ends = if liquid[cell.index()] {
                area.around(cell).any(|(_, neighbor)| !liquid[neighbor.index()])
            } else {
                area.is_edge(cell)
            };
            marks[cell.index()] = match (ends, liquid[cell.index()]) {
                (true, _) => SINK,
                (false, true) => CLOSED,
                (false, false) => GROUND,
            };
        }
        Cells { area: *area, marks, liquid }
    }
}

impl Graph for Cells {
    type Around = [u32; 8];

    fn marks(&self) -> &[u8] {
        &self.marks
    }

    fn marks_mut(&mut self) -> &mut [u8] {
        &mut self.marks
    }

    #[inline]
    fn around(&self, node: u32) -> [u32; 8] {
        let mut around = [NONE; 8];
        for (direction, neighbor) in self.area.around(Cell(node)) {
            around[usize::from(direction.0)] = neighbor.0;
        }
        around
    }

    fn touching(&self, node: u32) -> impl Iterator<Item = Cell> {
        std::iter::once(Cell(node))
    }

    fn nodes_of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        std::iter::once(cell.0)
    }

    fn lay(&self, edges: &mut [u8], from: u32, to: u32) {
        if let Some((direction, _)) = self.area.around(Cell(from)).find(|(_, neighbor)| neighbor.0 == to) {
            connect(&self.area, edges, Cell(from), direction);
        }
    }

    fn lay_mouth(&self, _edges: &mut [u8], sink: u32) {
        // The last step led into the water, or to the last cell.
        debug_assert!(self.liquid[sink as usize] || self.area.is_edge(Cell(sink)), "a river ends nowhere");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The cells that meet in a corner, in rising order.
    fn cells_of(corners: &Corners, node: u32) -> Vec<Cell> {
        let mut cells: Vec<Cell> = corners.touching(node).collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn corners_are_where_three_cells_meet_and_neighbors_share_two_of_them() {
        for shape in [Shape::Hexagon, Shape::Rectangle, Shape::Cylinder, Shape::Torus] {
            for (width, height) in [(5, 5), (8, 7), (7, 10), (20, 3), (12, 13)] {
                let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
                let corners = Corners::new(&area, vec![false; area.len()]);
                let open = || (0..2 * area.len() as u32).filter(|&node| corners.role(node) != CLOSED);
                let by_cells: BTreeMap<Vec<Cell>, u32> = open().map(|node| (cells_of(&corners, node), node)).collect();
                assert_eq!(by_cells.len(), open().count(), "no corner counts twice");
                // Any three cells that all touch each other meet in a corner.
                let mut meet = 0;
                for cell in area.cells() {
                    let around: Vec<_> = area.around(cell).collect();
                    for &(direction, one) in &around {
                        let turn = Direction((direction.0 + 1) % 6);
                        let Some(&(_, other)) = around.iter().find(|&&(other, _)| other == turn) else { continue };
                        let mut cells = vec![cell, one, other];
                        cells.sort_unstable();
                        assert!(by_cells.contains_key(&cells), "{shape} {width}x{height}: {cells:?}");
                        meet += 1;
                    }
                }
                assert_eq!(meet, 3 * open().count(), "each corner has three cells");
                for node in open() {
                    let own = cells_of(&corners, node);
                    let mut inner = 0;
                    for next in corners.around(node).into_iter().filter(|&next| corners.role(next) != CLOSED) {
                        let other = cells_of(&corners, next);
                        assert_eq!(own.iter().filter(|&cell| other.contains(cell)).count(), 2, "a side has two cells");
                        assert!(corners.around(next).contains(&node), "neighbours know each other");
                        let (cell, direction) = corners.side(node, next).unwrap();
                        let beyond = area.neighbor(cell, direction).unwrap();
                        assert!(own.contains(&cell) && own.contains(&beyond));
                        assert!(other.contains(&cell) && other.contains(&beyond));
                        inner += 1;
                    }
                    assert_eq!(corners.role(node) == SINK, inner < 3, "water leaves where a neighbour is missing");
                    for cell in own.into_iter().filter(|&cell| !area.is_edge(cell)) {
                        assert!(corners.nodes_of(cell).any(|other| other == node));
                    }
                }
            }
        }
    }
}
