//! The names of cells and directions, as moves, boards and rulers write them.

use crate::{Area, Cell, Direction};

impl Area {
    /// The name of a cell, `12,4`: oblique x and y on hexes, column and row on squares, from the south-west.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        let (x, y) = self.oblique(cell);
        format!("{x},{y}")
    }

    /// The cell of that name; `None` if the area has none. Where the area wraps, names do too.
    #[must_use]
    pub fn find_cell(&self, name: &str) -> Option<Cell> {
        let (x, y) = name.split_once(',')?;
        let number =
            |text: &str| text.trim().parse().ok().filter(|number: &i32| number.unsigned_abs() <= Area::CELLS_MAX);
        self.at_oblique(number(x)?, number(y)?)
    }

    /// The names of the directions out of a cell, clockwise: `n`, `e`, `s`, `w` where there are four.
    #[must_use]
    pub const fn direction_names(&self) -> &'static [&'static str] {
        match self.directions() {
            4 => &["n", "e", "s", "w"],
            6 => &["ne", "e", "se", "sw", "w", "nw"],
            _ => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
        }
    }

    /// The direction of that name; `None` if no cell has a neighbour there.
    #[must_use]
    pub fn find_direction(&self, name: &str) -> Option<Direction> {
        self.direction_names().iter().position(|known| *known == name).map(|way| Direction(way as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn names_are_read_back_on_every_shape() {
        for &shape in Shape::ALL {
            let area = Area::new(shape, 12, 10).expect("an area");
            for cell in area.cells() {
                assert_eq!(area.find_cell(&area.cell_name(cell)), Some(cell), "{shape}");
            }
            assert_eq!(area.direction_names().len(), usize::from(area.directions()), "{shape}");
            for (way, name) in area.direction_names().iter().enumerate() {
                assert_eq!(area.find_direction(name), Some(Direction(way as u8)), "{shape}");
            }
            assert_eq!((area.find_cell("1"), area.find_cell("a,1"), area.find_direction("up")), (None, None, None));
        }
        let squares = Area::new(Shape::Square4, 12, 10).expect("an area");
        assert_eq!(squares.cell_name(squares.cell(7, 3).expect("a cell")), "7,3");
    }
}
