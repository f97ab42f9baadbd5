//! Where force stands, own and others': sums over squares of the map, by which a unit knows whether it goes somewhere with enough
//! company.

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
}

/// Cells in the side of a square.
const SQUARE: i32 = 4;

impl Forces {
    /// Nobody anywhere.
    pub(super) fn clear(&mut self, area: &Area) {
        self.columns = (area.width() as i32 + SQUARE - 1) / SQUARE;
        self.rows = (area.height() as i32 + SQUARE - 1) / SQUARE;
        let count = (self.columns * self.rows) as usize;
        self.total = 0;
        for sums in [&mut self.own, &mut self.foes] {
            sums.clear();
            sums.resize(count, 0);
        }
    }

    /// Counts own strength.
    pub(super) fn add_own(&mut self, area: &Area, cell: Cell, strength: i32) {
        let square = self.square(area, cell);
        self.own[square] += strength;
        self.total += strength;
    }

    /// Counts others' strength.
    pub(super) fn add_foe(&mut self, area: &Area, cell: Cell, strength: i32) {
        let square = self.square(area, cell);
        self.foes[square] += strength;
    }

    /// Own strength and others' in the square of a cell and the squares around it.
    pub(super) fn near(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let (column, row) = area.column_row(cell);
        let (column, row) = (column / SQUARE, row / SQUARE);
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

    fn square(&self, area: &Area, cell: Cell) -> usize {
        let (column, row) = area.column_row(cell);
        (row / SQUARE * self.columns + column / SQUARE) as usize
    }
}
