//! Players: programs that decide for a seat.
//!
//! A [`Player`] gets a view and answers with a move; it never sees a state. The players here work with every ruleset, with
//! simultaneous and hidden ones too: [`RandomPlayer`], [`PlayoutSearch`] by random play, and [`Search`] with a [`Guide`] that knows
//! the rules. [`Planned`] makes a player of what plans whole turns. Those that know a ruleset are in a crate beside it, whose [`Roster`] lists all players of the ruleset.

mod planned;
mod player;
mod playout_search;
mod random;
mod random_order;
mod search;

pub use planned::{Planned, Planner, Planning, add_move};
pub use player::{Forfeit, Player, PlayerEntry, Roster};
pub use playout_search::PlayoutSearch;
pub use random::RandomPlayer;
pub use random_order::RandomOrder;
pub use search::{Guide, Search};
