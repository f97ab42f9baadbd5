//! Where force stands, own and others': sums over squares of the map, by which a unit knows whether it goes somewhere with enough
//! company.

use chance::Stream;
use grid::{Area, Cell};

use super::squares::Squares;

/// Strength in prices, by square.
#[derive(Debug, Default)]
pub(super) struct Forces {
    squares: Squares,
    /// All own strength.
    pub total: i32,
    own: Vec<i32>,
    foes: Vec<i32>,
}

/// Cells in the side of a square.
const SQUARE: i32 = 4;

impl Forces {
    /// Squares that begin where the lot falls, since they lie otherwise for every seat.
    pub(super) fn new(area: &Area, stream: &mut Stream) -> Forces {
        let offset = (stream.between(0, SQUARE - 1), stream.between(0, SQUARE - 1));
        Forces { squares: Squares::new(area, SQUARE, offset), ..Forces::default() }
    }

    /// Nobody anywhere.
    pub(super) fn clear(&mut self) {
        self.total = 0;
        for sums in [&mut self.own, &mut self.foes] {
            sums.clear();
            sums.resize(self.squares.count(), 0);
        }
    }

    /// Counts own strength.
    pub(super) fn add_own(&mut self, area: &Area, cell: Cell, strength: i32) {
        self.own[self.squares.of(area, cell)] += strength;
        self.total += strength;
    }

    /// Counts others' strength.
    pub(super) fn add_foe(&mut self, area: &Area, cell: Cell, strength: i32) {
        self.foes[self.squares.of(area, cell)] += strength;
    }

    /// Own strength and others' in the square of a cell and the squares around it.
    pub(super) fn near(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let add = |(own, foes): (i32, i32), square: usize| (own + self.own[square], foes + self.foes[square]);
        self.squares.around(area, cell, 1).fold((0, 0), add)
    }
}
