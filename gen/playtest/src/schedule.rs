//! Which player has which seat in which match.
//!
//! Players rotate: in each match every player moves on by one seat, until all are back where they began. The matches of one such
//! round use the same seed (common random numbers), so that they differ only in who has which seat. If all players are the same, a
//! round is one match, and every match has its own seed.

use chance::Seed;

use crate::{MatchSettings, PlayerName};

/// The players, by chair in the first match, and the seed of all matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// One for each chair.
    pub players: Vec<PlayerName>,
    /// The seed of all matches.
    pub seed: Seed,
    /// The turn limit of each match, in turns of single seats.
    pub turn_limit: u32,
    /// The chair of each seat; players rotate over chairs. If there are no more players than teams, the seats of a team share a
    /// chair.
    chairs: Vec<u8>,
}

impl Schedule {
    /// A schedule for seats with these teams, numbered from 0. With at most as many players as teams each player has a team, with
    /// more players each has a seat. The list is repeated until every chair has a player.
    ///
    /// # Errors
    /// A sentence, if the list is empty, or longer than the number of seats.
    pub fn new(teams: &[u8], players: &[PlayerName], seed: Seed, turn_limit: u32) -> Result<Schedule, String> {
        let seats = teams.len();
        if players.is_empty() || players.len() > seats {
            return Err(format!("{} players for {seats} seats: expected 1 to {seats}", players.len()));
        }
        let count = teams.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let by_team = players.len() <= count;
        let chairs: Vec<u8> = if by_team { teams.to_vec() } else { (0..seats as u8).collect() };
        let players = players.iter().cycle().take(if by_team { count } else { seats }).cloned().collect();
        Ok(Schedule { players, seed, turn_limit, chairs })
    }

    /// The number of matches in a round: the rotations until all players are back where they began.
    #[must_use]
    pub fn round(&self) -> u32 {
        let seats = self.players.len();
        let is_same = |by: &usize| (0..seats).all(|seat| self.players[(seat + by) % seats] == self.players[seat]);
        (1..=seats).find(is_same).unwrap_or(seats) as u32
    }

    /// The player of each seat in a match, as an index into the players.
    #[must_use]
    pub fn seating(&self, number: u32) -> Vec<usize> {
        let count = self.players.len();
        let by = (number % self.round()) as usize;
        self.chairs.iter().map(|&chair| (usize::from(chair) + count - by) % count).collect()
    }

    /// The player of each seat in a match.
    #[must_use]
    pub fn players_of(&self, number: u32) -> Vec<&PlayerName> {
        self.seating(number).into_iter().map(|player| &self.players[player]).collect()
    }

    /// The seed and turn limit of a match.
    #[must_use]
    pub fn settings(&self, number: u32) -> MatchSettings {
        MatchSettings {
            seed: self.seed.child(&format!("match/{}", number / self.round())),
            turn_limit: self.turn_limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(players: &str) -> Schedule {
        let players: Vec<PlayerName> = players.split(',').map(|name| name.parse().unwrap()).collect();
        Schedule::new(&[0, 1, 2, 3], &players, Seed(1), 100).unwrap()
    }

    #[test]
    fn every_player_sits_at_every_seat_with_the_same_random_numbers() {
        let all = schedule("a,b,c,d");
        assert_eq!(all.round(), 4);
        for player in 0..4 {
            let seats: Vec<_> =
                (0..4).map(|number| all.seating(number).iter().position(|&who| who == player)).collect();
            assert_eq!(seats.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
        }
        assert_eq!(all.settings(0).seed, all.settings(3).seed);
        assert_ne!(all.settings(0).seed, all.settings(4).seed);
    }

    #[test]
    fn no_match_is_played_twice() {
        assert_eq!((schedule("a").round(), schedule("a,b").round(), schedule("a,b,b,a").round()), (1, 2, 4));
        let pairs = schedule("a,b");
        assert_eq!((pairs.seating(0), pairs.seating(1)), (vec![0, 1, 2, 3], vec![3, 0, 1, 2]));
        assert_eq!(pairs.seating(2), pairs.seating(0));
        assert_ne!(pairs.settings(2).seed, pairs.settings(0).seed);
        let one = schedule("a");
        assert_ne!(one.settings(0).seed, one.settings(1).seed);
    }

    #[test]
    fn too_many_players_are_refused() {
        let five: Vec<PlayerName> = (0..5).map(|_| "a".parse().unwrap()).collect();
        let seats = [0, 1, 2, 3];
        assert!(Schedule::new(&seats, &five, Seed(1), 9).is_err() && Schedule::new(&seats, &[], Seed(1), 9).is_err());
    }

    #[test]
    fn players_of_teams_play_a_team_each() {
        let pair: Vec<PlayerName> = ["a", "b"].map(|name| name.parse().unwrap()).to_vec();
        let teams = Schedule::new(&[0, 1, 1, 0], &pair, Seed(1), 9).unwrap();
        assert_eq!((teams.round(), teams.seating(0), teams.seating(1)), (2, vec![0, 1, 1, 0], vec![1, 0, 0, 1]));
        let three: Vec<PlayerName> = ["a", "b", "c"].map(|name| name.parse().unwrap()).to_vec();
        assert_eq!(Schedule::new(&[0, 1, 1, 0], &three, Seed(1), 9).unwrap().players.len(), 4);
    }
}
