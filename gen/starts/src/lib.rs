//! What each side begins with: methods for independent units, given units without places, countries with their first units,
//! initial materials, and the balance of starts.
//!
//! One file each, and the single [`changes`] by which starts are levelled afterwards, with the levers that propose
//! them. They communicate only through the scenario. They share the siting of units ([`Siting`]) and the changes
//! of ground that keep heights and rivers consistent ([`ground`]). What a game brings beside them is its [`Ground`].

mod balance_starts;
pub mod changes;
mod game_goal;
mod game_ground;
pub mod ground;
mod images;
mod level_incomes;
mod make_countries;
mod make_independent_units;
mod make_initial_materials;
mod people;
mod place_units;
mod siting;
mod tally;

pub use balance_starts::BalanceStarts;
pub use game_goal::{GameGoal, GoalMatches, GoalRound, GoalWay, log_odds};
pub use game_ground::Ground;
pub use images::images_of_cell;
pub use make_countries::{MakeCountries, share_out};
pub use make_independent_units::MakeIndependentUnits;
pub use make_initial_materials::MakeInitialMaterials;
pub use place_units::PlaceUnits;
pub use siting::Siting;

/// What the tests of this crate use beside what others may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::balance_starts::land::is_coast;
    pub use crate::balance_starts::{Balance, Changes, Matter, measure, score};
    pub use crate::changes::levers::{first_units, ground, towns};
    pub use crate::level_incomes::{income, level_incomes};
    pub use crate::make_countries::growth::fill_holes;
    pub use crate::make_countries::search::{LOG_UNIT, THRESHOLDS, WHOLE, inequality, log, spread};
}
