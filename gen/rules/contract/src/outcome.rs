//! How a match came out.

use crate::{Seat, Seats};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the rules: somebody has won.
    Victory,
    /// By the rules: nobody can win any more.
    Draw,
    /// The match was as long as whoever set it up allowed.
    TurnLimit,
}

/// Who won, and who came where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// The seats that won: all of the winning team; nobody after a draw or at the turn limit.
    pub winners: Seats,
    /// Place of each seat, from 1; who is level shares the better place. At a turn limit: as they stood.
    pub ranks: Vec<u8>,
}

impl Outcome {
    /// What a seat's *team* got of the win: 1 for winners, 0 for losers, an equal share of 1 among `teams` teams where nobody won.
    #[must_use]
    pub fn share(&self, seat: Seat, teams: usize) -> f64 {
        match (self.winners.is_empty(), self.winners.contains(seat)) {
            (true, _) => 1.0 / teams.max(1) as f64,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }
}

/// What an event means for the balance of types: companies, units, whatever a game builds and loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Something was made, for a price.
    Made {
        /// By whom.
        seat: Seat,
        /// The type's index in [`crate::Ruleset::kinds`].
        kind: u16,
        /// What it cost.
        cost: u32,
    },
    /// Something was lost.
    Lost {
        /// By whom.
        seat: Seat,
        /// The type.
        kind: u16,
        /// Who brought it about, with what type.
        by: Option<(Seat, u16)>,
    },
}

/// Places from what each seat is worth: more is better, equals share a place.
#[must_use]
pub fn ranks_by<T: Ord>(worth: &[T]) -> Vec<u8> {
    worth.iter().map(|own| worth.iter().filter(|other| *other > own).count() as u8 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_share_the_better_place() {
        assert_eq!(ranks_by(&[5, 9, 5, 1]), [2, 1, 2, 4]);
    }

    #[test]
    fn what_nobody_won_is_shared() {
        let mut outcome = Outcome { ending: Ending::Victory, winners: Seats::one(Seat(1)), ranks: vec![2, 1] };
        assert_eq!((outcome.share(Seat(0), 2), outcome.share(Seat(1), 2)), (0.0, 1.0));
        outcome.winners = Seats::NONE;
        assert_eq!(outcome.share(Seat(0), 2), 0.5);
    }
}
