//! What a player is, and the list of those that a ruleset has.

use std::fmt;

use chance::Stream;
use contract::Ruleset;

/// Why a player plays no more: it broke, was too slow, or answered with what is no legal move.
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

/// Whoever decides for a seat in one match. It may remember what it likes from move to move.
pub trait Player<R: Ruleset>: Send {
    /// The next move of the seat whose view it is. All chance of the player's own comes from `stream`.
    ///
    /// # Errors
    /// If it cannot go on.
    fn choose(&mut self, rules: &R, view: R::View<'_>, stream: &mut Stream) -> Result<R::Move, Forfeit>;
}

/// A player that can be asked for by name.
pub struct PlayerEntry<R: Ruleset> {
    /// Its name: `goal`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Makes one. The number behind its name (`search:1000`), if there is one, is its budget.
    pub make: fn(Option<u32>) -> Box<dyn Player<R>>,
}

/// A ruleset with players.
pub trait Roster: Ruleset {
    /// Its players, from the simplest to the strongest.
    fn players() -> &'static [PlayerEntry<Self>];
}
