//! Where own and enemy strength stands: sums over squares of the map, which tell a unit whether it has enough company where it
//! goes; and when each square was last seen.

use chance::Stream;
use grid::{Area, Cell};

use crate::squares::Squares;

/// The strength in each square, in prices of units.
#[derive(Debug, Default)]
pub struct Forces {
    squares: Squares,
    /// The present turn.
    turn: u32,
    /// The strength of all own units.
    pub total: i32,
    own: Vec<i32>,
    foes: Vec<i32>,
    /// The turn in which own units last saw each square.
    watched: Vec<u32>,
}

/// The side of a square, in cells.
const SQUARE: i32 = 4;

impl Forces {
    /// Empty sums; the place of the first square is random, and so differs from seat to seat.
    pub fn new(area: &Area, stream: &mut Stream) -> Forces {
        let offset = (stream.between(0, SQUARE - 1), stream.between(0, SQUARE - 1));
        let squares = Squares::new(area, SQUARE, offset);
        Forces { squares, watched: vec![0; squares.count()], ..Forces::default() }
    }

    /// Clears the sums when a turn begins.
    pub fn begin_turn(&mut self, turn: u32) {
        (self.turn, self.total) = (turn, 0);
        for sums in [&mut self.own, &mut self.foes] {
            sums.clear();
            sums.resize(self.squares.count(), 0);
        }
    }

    /// Adds own strength in a cell.
    pub fn add_own(&mut self, area: &Area, cell: Cell, strength: i32) {
        let square = self.squares.of(area, cell);
        self.own[square] += strength;
        self.total += strength;
        self.watched[square] = self.turn;
    }

    /// Notes that a unit sees the squares within `sight` cells of a cell.
    pub fn watch(&mut self, area: &Area, cell: Cell, sight: i32) {
        if sight < SQUARE {
            // Most see no farther than their own square.
            self.watched[self.squares.of(area, cell)] = self.turn;
            return;
        }
        for square in self.squares.around(area, cell, sight / SQUARE) {
            self.watched[square] = self.turn;
        }
    }

    /// The turn in which own units last saw the square of a cell.
    pub fn watched(&self, area: &Area, cell: Cell) -> u32 {
        self.watched[self.squares.of(area, cell)]
    }

    /// Adds enemy strength in a cell.
    pub(crate) fn add_foe(&mut self, area: &Area, cell: Cell, strength: i32) {
        self.foes[self.squares.of(area, cell)] += strength;
    }

    /// Own strength, and that of enemies, in the square of a cell and the squares around it.
    pub fn near(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let add = |(own, foes): (i32, i32), square: usize| (own + self.own[square], foes + self.foes[square]);
        self.squares.around(area, cell, 1).fold((0, 0), add)
    }
}
