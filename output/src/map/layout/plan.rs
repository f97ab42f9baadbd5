//! The layout of an area on paper, for programs that draw it in another way than [`crate::draw`].
//!
//! **Invariant:** a point in a cell here is a point in the same cell of every picture, because there is only one layout.

use grid::{Area, Cell, Direction};

use crate::map::layout::sheet::PageLayout;

/// The layout of an area. In map units: cells are 1 wide, y grows downwards, the map's box begins at (0, 0).
#[derive(Clone, Debug)]
pub struct AreaLayout(PageLayout);

impl AreaLayout {
    /// The layout of an area.
    #[must_use]
    pub fn new(area: Area) -> AreaLayout {
        AreaLayout(PageLayout::bare(area, 1.0))
    }

    /// The area.
    #[must_use]
    pub const fn area(&self) -> &Area {
        &self.0.area
    }

    /// Width and height of the map's box.
    #[must_use]
    pub const fn extent(&self) -> (f32, f32) {
        self.0.extent
    }

    /// The distance to the right, and downwards, at which the world repeats; `None` where it ends.
    #[must_use]
    pub fn period(&self) -> (Option<f32>, Option<f32>) {
        let area = &self.0.area;
        let right = area.wraps_x().then_some(area.width() as f32);
        (right, area.wraps_y().then_some(area.height() as f32 * self.0.lattice_geometry.row))
    }

    /// The distance of rows.
    #[must_use]
    pub const fn row(&self) -> f32 {
        self.0.lattice_geometry.row
    }

    /// The way of a vector of cells.
    #[must_use]
    pub fn vector(&self, vector: grid::Vector) -> (f32, f32) {
        self.0.vector(vector)
    }

    /// The centre of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> (f32, f32) {
        self.0.center(cell)
    }

    /// The cell at a point. If the world repeats, points beyond the box have cells too.
    #[must_use]
    pub fn cell_at(&self, point: (f32, f32)) -> Option<Cell> {
        self.0.cell_at(point)
    }

    /// The ways from a cell's centre to its corners, clockwise.
    #[must_use]
    pub fn corners(&self) -> Vec<(f32, f32)> {
        self.0.lattice_geometry.outline().collect()
    }

    /// The sides of a cell: the number of its first corner (the second is the next), and the direction of the cell beyond.
    #[must_use]
    pub fn sides(&self) -> Vec<(usize, Direction)> {
        let lattice_geometry = self.0.lattice_geometry;
        (0..lattice_geometry.corners.len())
            .map(|side| (side, Direction((side * lattice_geometry.turn) as u8)))
            .collect()
    }

    /// The drawn way from a cell's centre to that of its neighbour in a direction.
    #[must_use]
    pub fn way(&self, direction: Direction) -> (f32, f32) {
        self.0.lattice_geometry.way(usize::from(direction.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Shape;

    #[test]
    fn a_point_in_a_cell_belongs_to_it_in_every_copy_of_the_world() {
        for &shape in Shape::ALL {
            let plan = AreaLayout::new(Area::new(shape, 12, 10).unwrap());
            let (right, down) = plan.period();
            for cell in plan.area().cells() {
                let (x, y) = plan.center(cell);
                for round in [-2.0, -1.0, 0.0, 1.0] {
                    let copy = (x + round * right.unwrap_or(0.0) + 0.3, y - round * down.unwrap_or(0.0) - 0.2);
                    assert_eq!(plan.cell_at(copy), Some(cell), "{shape} {cell:?} {round}");
                }
            }
        }
    }

    #[test]
    fn ways_lead_to_neighbours_and_sides_lie_towards_them() {
        for &shape in Shape::ALL {
            let plan = AreaLayout::new(Area::new(shape, 12, 10).unwrap());
            let cell = plan.area().cell(6, 5).unwrap();
            let (x, y) = plan.center(cell);
            for (way, next) in plan.area().around(cell) {
                let (right, down) = plan.way(way);
                assert_eq!(plan.cell_at((x + right, y + down)), Some(next), "{shape} {way:?}");
            }
            let corners = plan.corners();
            for (first, way) in plan.sides() {
                let (one, other) = (corners[first], corners[(first + 1) % corners.len()]);
                let beyond = (x + 0.6 * (one.0 + other.0), y + 0.6 * (one.1 + other.1));
                assert_eq!(plan.cell_at(beyond), plan.area().neighbor(cell, way), "{shape} {way:?}");
            }
        }
    }
}
