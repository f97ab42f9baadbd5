//! The contract of rulesets: what a game must be able to do, so that players, matches, logs and pictures work with all of them.
//!
//! A [`Ruleset`] is a game made ready: board, types and options, compiled from a scenario and never changed. Its `State` is what
//! changes. Everything is done by moves, set-up too (dice, who chooses, placement); everything that happens is told as events.
//! [`Game`] is the same thing with moves as text and no types, for whoever cannot know them: command, viewer, logs, programs outside.
//!
//! **Invariant:** `apply` is the only mutator, and a move that `check` refuses changes nothing. The same seed and moves give the
//! same state, byte for byte. A `View` shows a seat nothing that it may not know; players get views only.

mod game;
mod outcome;
mod ruleset;
mod seats;

pub use game::{AnyGame, Game, GameError};
pub use outcome::{Deed, Ending, Outcome, ranks_by};
pub use ruleset::{Ruleset, RulesetInfo, Unplayable};
pub use seats::{Seat, Seats};
