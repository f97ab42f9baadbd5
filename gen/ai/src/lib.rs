//! Players: whoever decides for a seat.
//!
//! A [`Player`] is shown a view and answers with a move; it never sees a state. Random and searching players work with every
//! ruleset; what needs to know a game stands in that game's folder, one file per player. [`Roster`] lists the players of a ruleset.

mod generals_view;
mod kernel;
mod player;
mod random;
mod random_order;
mod search;

pub use player::{Forfeit, Player, PlayerEntry, Roster};
pub use random::RandomPlayer;
pub use search::{Guide, Search};
