//! Where cells lie on the boards of games that put hexes with flat tops into columns.

use crate::tiles::TileLayout;
use grid::{Area, Cell};

/// The tiles of such a board, from 0 in the north-west. Hexes are turned clockwise by a quarter, so that the west of the board is the world's
/// south; squares stand as they are.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    area: Area,
    layout: TileLayout,
    /// The columns without cells in the west, which put the others into the half that they need: 0 or 1.
    west: u32,
}

impl Board {
    /// The board on which odd columns lie half a hex lower than even ones.
    #[must_use]
    pub fn new(area: Area) -> Board {
        let layout = TileLayout::new(area, true);
        Board { area, layout, west: u32::from(layout.is_hex() && !layout.shifts_odd()) }
    }

    /// Whether tiles are hexes.
    #[must_use]
    pub fn is_hex(&self) -> bool {
        self.layout.is_hex()
    }

    /// The number of columns and of rows.
    #[must_use]
    pub const fn size(&self) -> (u32, u32) {
        let (width, height) = self.layout.size();
        (width + self.west, height)
    }

    /// The column and row of a cell.
    #[must_use]
    pub const fn at(&self, cell: Cell) -> (u32, u32) {
        let (column, row) = self.layout.at(cell);
        (column + self.west, row)
    }

    /// The columns without cells in the west.
    pub(crate) const fn west(&self) -> u32 {
        self.west
    }

    /// The tile of a cell where a map has rows of half a hex, as Freeciv's topology `ISO|HEX` has it: of hexes the tile of column c and
    /// row r is c / 2, 2 r + c % 2.
    #[must_use]
    pub const fn half_rows(&self, cell: Cell) -> (u32, u32) {
        let (column, row) = self.at(cell);
        (column / 2, 2 * row + column % 2)
    }

    /// The tile of a cell where a map keeps oblique columns, as Freeciv's topology `HEX` does: those of hexagons and cylinders.
    #[must_use]
    pub const fn oblique(&self, cell: Cell) -> (u32, u32) {
        let (column, row) = self.area.column_row(cell);
        (row as u32, column as u32)
    }

    /// Whether west and east of the board meet, and whether north and south do.
    #[must_use]
    pub const fn wraps(&self) -> (bool, bool) {
        let (x, y) = (self.area.wraps_x(), self.area.wraps_y());
        if self.layout.by_columns() { (y, x) } else { (x, y) }
    }
}

#[cfg(test)]
mod tests {
    use grid::{Lattice, Shape};

    use super::*;

    /// Areas of all shapes, of even and odd sizes.
    fn areas() -> impl Iterator<Item = Area> {
        let sizes = [(7, 6), (7, 8), (8, 5), (9, 7), (6, 10), (4, 4), (40, 36)];
        sizes.into_iter().flat_map(|(width, height)| {
            let of = move |shape: &Shape| Area::new(*shape, width, shape.fitting_height(width, height)).unwrap();
            Shape::ALL.iter().map(of)
        })
    }

    /// The neighbours of a flat-topped hex whose odd columns lie lower, by the picture: centres are an equal distance apart.
    fn touch(
        (width, height): (u32, u32),
        (wraps_x, wraps_y): (bool, bool),
        one: (u32, u32),
        other: (u32, u32),
    ) -> bool {
        let center = |(column, row): (u32, u32)| (i64::from(column) * 3, i64::from(row) * 2 + i64::from(column % 2));
        let (from, to) = (center(one), center(other));
        let around = |wraps: bool, length: i64| if wraps { vec![-length, 0, length] } else { vec![0] };
        let near = |dx: i64, dy: i64| matches!((dx.abs(), dy.abs()), (0, 2) | (3, 1));
        let tall = 2 * i64::from(height);
        around(wraps_x, 3 * i64::from(width)).into_iter().any(|east| {
            around(wraps_y, tall).into_iter().any(|south| near(to.0 - from.0 + east, to.1 - from.1 + south))
        })
    }

    #[test]
    fn neighbours_touch_on_the_board_and_nothing_else_does() {
        for area in areas().filter(|area| area.shape().lattice() == Lattice::Hex) {
            let board = Board::new(area);
            assert!(board.west == 0 || !board.wraps().0, "{area:?}: a seam needs an even width");
            let mut taken = std::collections::BTreeSet::new();
            for cell in area.cells() {
                let (column, row) = board.at(cell);
                assert!(column < board.size().0 && row < board.size().1 && taken.insert((column, row)), "{area:?}");
                if area.len() > 200 {
                    continue;
                }
                for other in area.cells().filter(|other| *other != cell) {
                    let is_near = area.around(cell).any(|(_, near)| near == other);
                    assert_eq!(
                        touch(board.size(), board.wraps(), board.at(cell), board.at(other)),
                        is_near,
                        "{area:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn squares_stand_as_they_are() {
        let area = Area::new(Shape::Square8, 5, 4).unwrap();
        let board = Board::new(area);
        let north_west = area.cell(0, 3).unwrap();
        assert_eq!((board.size(), board.at(north_west), board.is_hex()), ((5, 4), (0, 0), false));
    }
}
