//! Players: programs that decide for a seat.
//!
//! A [`Player`] gets a view and answers with a move; it never sees a state. Random and searching players work with every ruleset;
//! players that know one game are in that game's folder, a file each. [`Roster`] lists the players of a ruleset.

mod generals_view;
mod kernel;
mod player;
mod random;
mod random_order;
mod search;

pub use player::{Forfeit, Player, PlayerEntry, Roster};
pub use random::RandomPlayer;
pub use search::{Guide, Search};
