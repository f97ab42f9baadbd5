//! Random tie breaking for a player of the kernel: which of equal cells comes first, and in which direction a unit looks first.

use ai::RandomOrder;
use chance::Stream;
use grid::{Area, Cell, Direction, Round};
use kernel::UnitIndex;

/// The random order of a player for one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TieBreaker {
    lot: RandomOrder,
    round: Round,
}

impl Default for TieBreaker {
    fn default() -> TieBreaker {
        TieBreaker { lot: RandomOrder::default(), round: Round::FROM_NORTH }
    }
}

impl TieBreaker {
    /// Draws the order.
    pub(crate) fn new(area: &Area, stream: &mut Stream) -> TieBreaker {
        let first = Direction(stream.below(area.directions().into()) as u8);
        TieBreaker { lot: RandomOrder::draw(stream), round: Round { first, is_clockwise: stream.coin() } }
    }

    /// The lot of a cell: among equals the one with the lowest lot comes first.
    #[inline]
    pub(crate) fn lot(&self, cell: Cell) -> u32 {
        self.lot.of(cell.0)
    }

    /// The position of a turn in a cycle of `round` turns, which begins at another turn for each player.
    pub(crate) fn turn_of(&self, turn: u32, round: u32) -> u32 {
        (turn + self.lot.of(round) % round) % round
    }

    /// The order of directions in which a unit looks around.
    #[inline]
    pub(crate) fn round_of(&self, area: &Area, id: UnitIndex) -> Round {
        let first = (u32::from(self.round.first.0) + id.0) % u32::from(area.directions());
        Round { first: Direction(first as u8), ..self.round }
    }

    /// The order of directions for the next look around: it starts from another direction each time.
    #[inline]
    pub(crate) fn next_round(&mut self, area: &Area) -> Round {
        self.round.first = Direction((self.round.first.0 + 1) % area.directions());
        self.round
    }
}
