//! Playing scenarios, and what the results say about their seats.

mod matches;
pub mod statistics;

pub use matches::{Contest, Given, MOVES_MAX, MatchResult, Watch, play_match};
