//! The trait of players, and the list of a ruleset's players.

use std::fmt;

use chance::Stream;
use contract::Ruleset;

/// Why a player was taken out of a match: it broke, was too slow, or answered with an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// What happened.
    pub why: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// A player decides for a seat in one match. It may keep a memory from move to move.
pub trait Player<R: Ruleset>: Send {
    /// The next move of the seat whose view it is. All chance of the player's own comes from `stream`.
    ///
    /// # Errors
    /// A `Forfeit` if it cannot go on.
    fn choose(&mut self, rules: &R, view: R::View<'_>, stream: &mut Stream) -> Result<R::Move, Forfeit>;

    /// What moves of a seat are worth to it, one number for each, the greater the better: lists that people choose from are sorted by it.
    /// It takes a tenth of a second at most. By default the player does not say.
    fn rank(&mut self, _rules: &R, _view: R::View<'_>, _moves: &[R::Move]) -> Option<Vec<i64>> {
        None
    }

    /// How many of its moves it has made for want of an idea: it waited, or drew one at random. Reports tell it, unless it is 0. A player
    /// that is meant to draw at random has an idea.
    fn moves_without_idea(&self) -> u64 {
        0
    }
}

/// A player that can be chosen by name.
pub struct PlayerEntry<R: Ruleset> {
    /// Its name, such as `goal`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Makes one. The argument is the number behind its name (`search:1000`), its budget, if there is one.
    pub make: fn(Option<u32>) -> Box<dyn Player<R>>,
}

/// The players of a ruleset. It is no trait of the ruleset itself: players come in a crate of their own, which compiles beside others.
pub trait Roster {
    /// The ruleset.
    type Rules: Ruleset;
    /// Its players, from the simplest to the strongest.
    const PLAYERS: &'static [PlayerEntry<Self::Rules>];
}
