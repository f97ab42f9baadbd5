//! Where force stands, own and others': sums over squares of the map, by which a unit knows whether it goes somewhere with enough
//! company.

use chance::Stream;
use grid::{Area, Cell};

/// Strength in prices, by square.
#[derive(Debug, Default)]
pub(super) struct Forces {
    columns: i32,
    rows: i32,
    /// All own strength.
    pub total: i32,
    own: Vec<i32>,
    foes: Vec<i32>,
    /// Where the first square begins, in cells before the map: drawn by lot, since squares lie otherwise for every seat.
    offset: (i32, i32),
}

/// Cells in the side of a square.
const SQUARE: i32 = 4;

impl Forces {
    /// Squares that lie where the lot falls.
    pub(super) fn new(stream: &mut Stream) -> Forces {
        let offset = (stream.between(0, SQUARE - 1), stream.between(0, SQUARE - 1));
        Forces { offset, ..Forces::default() }
    }

    /// Nobody anywhere.
    pub(super) fn clear(&mut self, area: &Area) {
        self.columns = (area.width() as i32 + self.offset.0 + SQUARE - 1) / SQUARE;
        self.rows = (area.height() as i32 + self.offset.1 + SQUARE - 1) / SQUARE;
        let count = (self.columns * self.rows) as usize;
        self.total = 0;
        for sums in [&mut self.own, &mut self.foes] {
            sums.clear();
            sums.resize(count, 0);
        }
    }

    /// Counts own strength.
    pub(super) fn add_own(&mut self, area: &Area, cell: Cell, strength: i32) {
        let (column, row) = self.square(area, cell);
        self.own[(row * self.columns + column) as usize] += strength;
        self.total += strength;
    }

    /// Counts others' strength.
    pub(super) fn add_foe(&mut self, area: &Area, cell: Cell, strength: i32) {
        let (column, row) = self.square(area, cell);
        self.foes[(row * self.columns + column) as usize] += strength;
    }

    /// Own strength and others' in the square of a cell and the squares around it.
    pub(super) fn near(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let (column, row) = self.square(area, cell);
        let (mut own, mut foes) = (0, 0);
        for row in row - 1..=row + 1 {
            let row = if area.wraps_y() { row.rem_euclid(self.rows) } else { row };
            for column in column - 1..=column + 1 {
                let column = if area.wraps_x() { column.rem_euclid(self.columns) } else { column };
                if (0..self.rows).contains(&row) && (0..self.columns).contains(&column) {
                    let square = (row * self.columns + column) as usize;
                    own += self.own[square];
                    foes += self.foes[square];
                }
            }
        }
        (own, foes)
    }

    /// Column and row of the square of a cell.
    fn square(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let (column, row) = area.column_row(cell);
        ((column + self.offset.0) / SQUARE, (row + self.offset.1) / SQUARE)
    }
}
