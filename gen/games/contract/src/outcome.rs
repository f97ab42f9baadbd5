//! How a match ended.

use grid::Cell;

use crate::{Seat, Seats};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the rules: somebody has won.
    Victory,
    /// By the rules: nobody can win any more.
    Draw,
    /// The match reached the turn limit that was set for it.
    TurnLimit,
}

/// The winners, and the place of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// The seats that won: all of the winning team; none after a draw or at the turn limit.
    pub winners: Seats,
    /// The place of each seat, from 1; seats that are level share the better place. At a turn limit: the places at that moment.
    pub ranks: Vec<u8>,
    /// What each seat has scored, as the game counts; empty if it keeps no scores.
    pub scores: Vec<i64>,
}

impl Outcome {
    /// The end of a match that a team has won by the rules, or nobody. `teams` has the team of each seat.
    #[must_use]
    pub fn of_team(teams: &[u8], won: Option<u8>, ranks: Vec<u8>, scores: Vec<i64>) -> Outcome {
        let seats = (0..teams.len()).filter(|&seat| Some(teams[seat]) == won);
        let winners = seats.fold(Seats::NONE, |winners, seat| winners.with(Seat(seat as u8)));
        let ending = if won.is_some() { Ending::Victory } else { Ending::Draw };
        Outcome { ending, winners, ranks, scores }
    }

    /// The part of the win that a seat's *team* gets: 1 for winners, 0 for losers. If nobody won, each of `teams` teams gets an
    /// equal share of 1. Who plays solo has nobody to share with, and has won or lost.
    #[must_use]
    pub fn share(&self, seat: Seat, teams: usize) -> f64 {
        match (self.winners.is_empty(), self.winners.contains(seat)) {
            (true, _) if teams <= 1 => 0.0,
            (true, _) => 1.0 / teams as f64,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }
}

/// What an event means for the balance of types: a unit (company, building, ..) was made or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitEvent {
    /// A seat made a unit and paid for it.
    Made {
        /// The seat that made it.
        seat: Seat,
        /// The type's index in [`crate::Ruleset::unit_types`].
        kind: u16,
        /// What it cost.
        cost: u32,
    },
    /// A seat lost a unit.
    Lost {
        /// The seat that lost it.
        seat: Seat,
        /// The type's index in [`crate::Ruleset::unit_types`].
        kind: u16,
        /// The seat that destroyed it, and with which type; `None` if nobody did.
        by: Option<(Seat, u16)>,
    },
}

/// Units that an event sends from a cell to another: what a picture of the turn draws as an arrow, whether they arrived or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct March {
    /// The seat that sends them.
    pub seat: Seat,
    /// Where they set out.
    pub from: Cell,
    /// Where they go.
    pub to: Cell,
    /// How many they are.
    pub count: u32,
}

/// The place of each seat, from 1, by its `worth`: more is better, and equal seats share a place.
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
    fn all_seats_of_a_team_win_together_and_of_nobody_none() {
        let of = |won| Outcome::of_team(&[0, 1, 0], won, vec![1, 2, 1], Vec::new());
        assert_eq!((of(Some(0)).winners, of(Some(0)).ending), (Seats(0b101), Ending::Victory));
        assert_eq!((of(None).winners, of(None).ending), (Seats::NONE, Ending::Draw));
    }

    #[test]
    fn a_match_without_a_winner_is_shared() {
        let mut outcome =
            Outcome { ending: Ending::Victory, winners: Seats::one(Seat(1)), ranks: vec![2, 1], scores: Vec::new() };
        assert_eq!((outcome.share(Seat(0), 2), outcome.share(Seat(1), 2)), (0.0, 1.0));
        outcome.winners = Seats::NONE;
        assert_eq!(outcome.share(Seat(0), 2), 0.5);
        assert_eq!(outcome.share(Seat(0), 1), 0.0, "a solo game that nobody won is lost");
    }
}
