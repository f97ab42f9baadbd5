//! Players that forfeit: how many of its matches each did, and whether that leaves anything to say of its play.

use std::collections::BTreeMap;
use std::fmt;

use design::counted;
use serde::{Deserialize, Serialize};

use crate::Games;

/// The matches in which a player forfeited a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitCount {
    /// How many. A match counts once, however many seats the player forfeited in it.
    pub matches: u32,
    /// The first of them, and the reason: `match 0, seat 1, turn 1: the program has ended`.
    pub first: String,
}

/// A player that forfeited, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerForfeits {
    /// Its name.
    pub player: String,
    /// How many matches it played.
    pub matches: u32,
    /// In how many of them it forfeited a seat.
    pub forfeited: u32,
    /// The first of them, and the reason.
    pub first: String,
}

impl PlayerForfeits {
    /// The players that forfeited in these matches, by name. Counts of several sessions are added up; the first reason is that of the
    /// first session that has one.
    #[must_use]
    pub fn of<'a>(all: impl IntoIterator<Item = &'a Games>) -> Vec<PlayerForfeits> {
        let mut found: BTreeMap<&str, (u32, Option<ForfeitCount>)> = BTreeMap::new();
        for games in all {
            for (player, (record, _)) in &games.players {
                let (matches, forfeits) = found.entry(player).or_default();
                *matches += record.games;
                let Some(more) = games.forfeited.get(player) else { continue };
                match forfeits {
                    Some(count) => count.matches += more.matches,
                    None => *forfeits = Some(more.clone()),
                }
            }
        }
        let told = |(player, (matches, forfeits)): (&str, (u32, Option<ForfeitCount>))| {
            let ForfeitCount { matches: forfeited, first } = forfeits?;
            Some(PlayerForfeits { player: player.to_owned(), matches, forfeited, first })
        };
        found.into_iter().filter_map(told).collect()
    }

    /// Whether the player failed: it forfeited in every match that it played. What such matches come to says nothing of seats, nor of
    /// the strength of players.
    #[must_use]
    pub const fn has_failed(&self) -> bool {
        self.forfeited >= self.matches
    }
}

impl fmt::Display for PlayerForfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerForfeits { player, matches, forfeited, first } = self;
        match (self.has_failed(), matches) {
            (true, 1) => write!(f, "`{player}` forfeited its only match ({first})"),
            (true, _) => write!(f, "`{player}` forfeited all its {} (the first: {first})", counted(*matches, "match")),
            (false, _) => {
                write!(f, "`{player}` forfeited {forfeited} of {} (the first: {first})", counted(*matches, "match"))
            }
        }
    }
}

impl Games {
    /// Whether a player failed in these matches: see [`PlayerForfeits::has_failed`].
    #[must_use]
    pub fn has_failed_player(&self) -> bool {
        PlayerForfeits::of([self]).iter().any(PlayerForfeits::has_failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemPlay;
    use crate::statistics::Record;

    /// Matches of `one` and `other`, in as many of which `other` forfeited.
    fn games(matches: u32, forfeited: u32, first: &str) -> Games {
        let text = r#"{"format":1,"asked":{},"games":{"games":0,"endings":[0,0,0],"seats":[],"ranks":[],"teams":[],"wins":[],
            "cells":[],"players":{},"forfeits":[],"turns":[0,0,0],"moves":0,"kinds":[],"openings":{}}}"#;
        let mut games = ItemPlay::read(text).expect("it is whole").games;
        let record = Record::of_wins(0, matches);
        games.players = ["one", "other"].map(|name| (name.to_owned(), (record.clone(), 0))).into_iter().collect();
        if forfeited > 0 {
            let count = ForfeitCount { matches: forfeited, first: first.to_owned() };
            games.forfeited = BTreeMap::from([("other".to_owned(), count)]);
        }
        games
    }

    #[test]
    fn a_player_fails_that_forfeits_every_match_of_all_sessions() {
        let [none, some, all] = [games(2, 0, ""), games(3, 1, "slow"), games(1, 1, "ended")];
        let told = |all: &[&Games]| {
            let found = PlayerForfeits::of(all.iter().copied());
            found.iter().map(|one| (one.to_string(), one.has_failed())).collect::<Vec<_>>()
        };
        assert_eq!(told(&[&none]), []);
        assert_eq!(told(&[&all]), [("`other` forfeited its only match (ended)".to_owned(), true)]);
        let both = "`other` forfeited all its 2 matches (the first: ended)".to_owned();
        assert_eq!(told(&[&all, &all]), [(both, true)]);
        let part = "`other` forfeited 2 of 6 matches (the first: slow)".to_owned();
        assert_eq!(told(&[&none, &some, &all]), [(part, false)]);
        assert!(all.has_failed_player() && !some.has_failed_player() && !none.has_failed_player());
    }
}
