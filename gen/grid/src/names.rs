//! The names of cells and directions, as moves, boards and rulers write them.

use crate::{Area, Cell, Direction};

impl Area {
    /// The name of a cell, `12,4`: oblique x and y on hexes, column and row on squares, from the south-west. In an area of several
    /// levels its level follows, from 1: `12,4/2`.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        let (x, y) = self.oblique(cell);
        if self.levels() == 1 { format!("{x},{y}") } else { format!("{x},{y}/{}", self.level(cell) + 1) }
    }

    /// The cell of that name; `None` if the area has none. Where the area wraps, names do too. Without a level it is one of the first.
    #[must_use]
    pub fn find_cell(&self, name: &str) -> Option<Cell> {
        let (x, y) = name.split_once(',')?;
        let (y, level) = y.split_once('/').unwrap_or((y, "1"));
        let number =
            |text: &str| text.trim().parse().ok().filter(|number: &i32| number.unsigned_abs() <= Area::CELLS_MAX);
        let level = u32::try_from(number(level)?).ok()?.checked_sub(1)?;
        self.on_level(self.at_oblique(number(x)?, number(y)?)?, level)
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
        let deep = Area::new(Shape::Hexagon, 12, 10).and_then(|area| area.with_levels(3)).expect("an area");
        for cell in deep.cells() {
            assert_eq!(deep.find_cell(&deep.cell_name(cell)), Some(cell));
            let (x, y) = deep.stacked(cell);
            assert_eq!(deep.at_stacked(x, y), Some(cell));
        }
        let below = deep.on_level(deep.find_cell("5,5").expect("a cell"), 1).expect("a level");
        assert_eq!(deep.cell_name(below), "5,5/2");
        assert_eq!((deep.stacked(below), deep.at_stacked(5, -5), deep.at_stacked(5, 35)), ((5, 15), None, None));
        assert_eq!(["5,5/0", "5,5/4", "5,5/x"].map(|name| deep.find_cell(name)), [None; 3]);
        let squares = Area::new(Shape::Square4, 12, 10).expect("an area");
        assert_eq!(squares.cell_name(squares.cell(7, 3).expect("a cell")), "7,3");
    }
}
