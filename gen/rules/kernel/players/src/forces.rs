//! Where own and enemy strength stands: sums over squares of the map, which tell a unit whether it has enough company where it
//! goes; and when each square was last seen.

use chance::Stream;
use grid::{Area, Cell};

use crate::squares::Squares;

/// The strength in each square, in prices of units.
#[derive(Debug, Default)]
pub(crate) struct Forces {
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
    pub(crate) fn new(area: &Area, stream: &mut Stream) -> Forces {
        let offset = (stream.between(0, SQUARE - 1), stream.between(0, SQUARE - 1));
        let squares = Squares::new(area, SQUARE, offset);
        Forces { squares, watched: vec![0; squares.count()], ..Forces::default() }
    }

    /// Clears the sums when a turn begins.
    pub(crate) fn begin_turn(&mut self, turn: u32) {
        (self.turn, self.total) = (turn, 0);
        for sums in [&mut self.own, &mut self.foes] {
            sums.clear();
            sums.resize(self.squares.count(), 0);
        }
    }

    /// Adds own strength in a cell.
    pub(crate) fn add_own(&mut self, area: &Area, cell: Cell, strength: i32) {
        let square = self.squares.of(area, cell);
        self.own[square] += strength;
        self.total += strength;
        self.watched[square] = self.turn;
    }

    /// Notes that a unit sees the squares within `sight` cells of a cell.
    pub(crate) fn watch(&mut self, area: &Area, cell: Cell, sight: i32) {
        for square in self.squares.around(area, cell, sight / SQUARE) {
            self.watched[square] = self.turn;
        }
    }

    /// The turn in which own units last saw the square of a cell.
    pub(crate) fn watched(&self, area: &Area, cell: Cell) -> u32 {
        self.watched[self.squares.of(area, cell)]
    }

    /// Adds enemy strength in a cell.
    pub(crate) fn add_foe(&mut self, area: &Area, cell: Cell, strength: i32) {
        self.foes[self.squares.of(area, cell)] += strength;
    }

    /// Own strength, and that of enemies, in the square of a cell and the squares around it.
    pub(crate) fn near(&self, area: &Area, cell: Cell) -> (i32, i32) {
        let add = |(own, foes): (i32, i32), square: usize| (own + self.own[square], foes + self.foes[square]);
        self.squares.around(area, cell, 1).fold((0, 0), add)
    }
}

#[cfg(test)]
mod tests {
    use chance::Seed;
    use grid::Shape;

    use super::*;

    #[test]
    fn squares_are_remembered_by_the_turn_in_which_they_were_last_looked_at() {
        let area = Area::new(Shape::Rectangle, 40, 40).expect("a small area");
        let mut forces = Forces::new(&area, &mut Seed(1).stream("squares"));
        let at = |x: u32, y: u32| Cell(y * 40 + x);
        forces.begin_turn(3);
        forces.watch(&area, at(20, 20), 4);
        forces.begin_turn(5);
        forces.add_own(&area, at(30, 30), 10);
        assert_eq!(forces.watched(&area, at(24, 18)), 3, "within its sight");
        assert_eq!(forces.watched(&area, at(30, 30)), 5, "whoever stands there looks about");
        assert_eq!(forces.watched(&area, at(3, 3)), 0, "nobody has been there");
        assert_eq!(forces.near(&area, at(20, 20)), (0, 0), "what was seen is no force");
    }
}
