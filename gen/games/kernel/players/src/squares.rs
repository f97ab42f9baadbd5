//! The map divided into squares, for sums over many cells: one question about a square answers for all its cells.

use grid::{Area, Cell};

/// How cells are divided into squares; the squares along the last column and row may be smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Squares {
    size: i32,
    columns: i32,
    /// The rows of squares of a level.
    rows: i32,
    levels: i32,
    /// Where the first square begins, in cells before the edge of the map.
    offset: (i32, i32),
}

impl Squares {
    /// Squares with a side of `size` cells; the first one begins `offset` cells before the edge of the map.
    pub(crate) fn new(area: &Area, size: i32, offset: (i32, i32)) -> Squares {
        let count = |cells: u32, offset: i32| (cells as i32 + offset + size - 1) / size;
        let (columns, rows) = (count(area.width(), offset.0), count(area.height(), offset.1));
        Squares { size, columns, rows, levels: area.levels() as i32, offset }
    }

    /// The number of squares.
    pub(crate) fn count(&self) -> usize {
        (self.columns * self.rows * self.levels) as usize
    }

    /// The square of a cell.
    pub(crate) fn of(&self, area: &Area, cell: Cell) -> usize {
        let (column, row) = self.column_row(area, cell);
        self.first(area, cell) + (row * self.columns + column) as usize
    }

    /// The first square of a cell's level.
    fn first(&self, area: &Area, cell: Cell) -> usize {
        area.level(cell) as usize * (self.columns * self.rows) as usize
    }

    /// The squares around the square of a cell on its level, that one included, up to `reach` squares away.
    pub(crate) fn around(self, area: &Area, cell: Cell, reach: i32) -> impl Iterator<Item = usize> {
        let (column, row) = self.column_row(area, cell);
        let first = self.first(area, cell);
        let (wraps_x, wraps_y) = (area.wraps_x(), area.wraps_y());
        let within = |place: i32, count: i32, wraps: bool| {
            let place = if wraps { place.rem_euclid(count) } else { place };
            (0..count).contains(&place).then_some(place)
        };
        let rows = (row - reach..=row + reach).filter_map(move |row| within(row, self.rows, wraps_y));
        rows.flat_map(move |row| {
            let columns =
                (column - reach..=column + reach).filter_map(move |column| within(column, self.columns, wraps_x));
            columns.map(move |column| first + (row * self.columns + column) as usize)
        })
    }

    fn column_row(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let (column, row) = area.column_row(cell);
        ((column + self.offset.0) / self.size, (row + self.offset.1) / self.size)
    }
}
