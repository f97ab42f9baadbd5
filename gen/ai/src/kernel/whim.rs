//! How a player chooses among what is equally good: by lot, and never by where it lies on the map or in a list. On a map that is alike
//! for all sides, whoever always took the northernmost, or looked to the north-east first, would gain or lose by its seat: with such
//! players, seats of two whose starts were alike to the cell won 8 and 98 of 100 games.

use chance::Stream;
use grid::{Area, Cell, Direction, Round};
use kernel::UnitId;

/// The lots of a player for one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whim {
    salt: u64,
    round: Round,
}

impl Default for Whim {
    fn default() -> Whim {
        Whim { salt: 0, round: Round::FROM_NORTH }
    }
}

impl Whim {
    /// Draws them.
    pub(super) fn new(area: &Area, stream: &mut Stream) -> Whim {
        let first = Direction(stream.below(area.directions().into()) as u8);
        Whim { salt: stream.bits(), round: Round { first, is_clockwise: stream.coin() } }
    }

    /// The lot of a cell: whichever has the lowest comes first among equals.
    #[inline]
    pub(super) fn lot(&self, cell: Cell) -> u32 {
        let mixed = (self.salt ^ u64::from(cell.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as u32
    }

    /// How far a turn is in a round of so many, which begins somewhere else for each player.
    pub(super) fn turn_of(&self, turn: u32, round: u32) -> u32 {
        (turn + (self.salt % u64::from(round)) as u32) % round
    }

    /// In which order a unit looks around.
    #[inline]
    pub(super) fn round_of(&self, area: &Area, id: UnitId) -> Round {
        let first = (u32::from(self.round.first.0) + id.0) % u32::from(area.directions());
        Round { first: Direction(first as u8), ..self.round }
    }

    /// In which order to look around next: from another direction each time.
    #[inline]
    pub(super) fn next_round(&mut self, area: &Area) -> Round {
        self.round.first = Direction((self.round.first.0 + 1) % area.directions());
        self.round
    }
}
