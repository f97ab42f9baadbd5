//! Corners: the points where cells meet, three hexes or four squares at each. Rivers along the sides of cells run from corner to
//! corner.

use crate::{Area, Cell, Direction, Lattice};

/// A corner: the same number for each of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(u32);

impl Corner {
    /// The corners at both ends of a side of a cell; the direction must be in the first half of the directions.
    #[must_use]
    pub fn of_side(area: &Area, cell: Cell, direction: Direction) -> [Corner; 2] {
        if area.shape().lattice() == Lattice::Hex {
            return [(direction.0 + 5) % 6, direction.0].map(|number| of_hex(area, cell, number));
        }
        // For squares the first sides are the northern and the eastern one; with eight neighbours there is a corner between them.
        let ends = if direction.0 == 0 { [(0, 1), (1, 1)] } else { [(1, 0), (1, 1)] };
        ends.map(|(right, up)| of_square(area, cell, right, up))
    }

    /// The cells around it: three hexes or four squares, fewer at a bound.
    #[must_use]
    pub fn cells(self, area: &Area) -> Vec<Cell> {
        if area.shape().lattice() != Lattice::Hex {
            let (width, height) = (area.width() + 1, area.height() + 1);
            let (level, place) = (self.0 / (width * height), self.0 % (width * height));
            let (column, row) = ((place % width) as i32, (place / width) as i32);
            let near = [(0, 0), (-1, 0), (0, -1), (-1, -1)].map(|(right, up)| area.cell(column + right, row + up));
            return near.into_iter().flatten().filter_map(|cell| area.on_level(cell, level)).collect();
        }
        let (cell, number) = (Cell(self.0 / 6), (self.0 % 6) as u8);
        let near = [number, (number + 1) % 6].map(|number| area.neighbor(cell, Direction(number)));
        std::iter::once(cell).chain(near.into_iter().flatten()).collect()
    }

    /// How many cells are around a corner that is not at a bound.
    #[must_use]
    pub const fn cells_max(area: &Area) -> usize {
        if matches!(area.shape().lattice(), Lattice::Hex) { 3 } else { 4 }
    }
}

/// The corner of a square `right` and `up` from its south-western one, by its place in a box one larger.
fn of_square(area: &Area, cell: Cell, right: i32, up: i32) -> Corner {
    let (column, row) = area.column_row(cell);
    let (width, height) = (area.width() as i32, area.height() as i32);
    let (mut column, mut row) = (column + right, row + up);
    if area.wraps_y() {
        (column, row) = (column % width, row % height);
    }
    let before = area.level(cell) as i32 * (width + 1) * (height + 1);
    Corner((before + row * (width + 1) + column) as u32)
}

/// The corner of a hex between directions `number` and `number + 1`. It is numbered by the lowest of the cells that touch it, so
/// that it has the same number for each of them. Areas are small enough for 32 bits.
fn of_hex(area: &Area, cell: Cell, number: u8) -> Corner {
    let name = |cell: Cell, number: u8| cell.0 * 6 + u32::from(number);
    let one = area.neighbor(cell, Direction(number)).map(|near| name(near, (number + 2) % 6));
    let other = area.neighbor(cell, Direction((number + 1) % 6)).map(|near| name(near, (number + 4) % 6));
    let own = name(cell, number);
    Corner(own.min(one.unwrap_or(own)).min(other.unwrap_or(own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn the_corners_of_a_side_touch_both_of_its_cells() {
        for &shape in Shape::ALL {
            let area = Area::new(shape, 12, shape.fitting_height(12, 8)).unwrap();
            for cell in area.cells() {
                for (direction, next) in area.around(cell).filter(|(way, _)| way.0 < area.directions() / 2) {
                    let is_side = area.shape().lattice() != Lattice::Square8 || direction.0 % 2 == 0;
                    let corners = Corner::of_side(&area, cell, direction);
                    for corner in corners.into_iter().filter(|_| is_side) {
                        let around = corner.cells(&area);
                        assert!(around.contains(&cell) && around.contains(&next), "{shape:?} {cell:?} {direction:?}");
                        assert!(around.len() <= Corner::cells_max(&area));
                    }
                    assert!(corners[0] != corners[1] || !is_side, "{shape:?}");
                }
            }
        }
    }
}
