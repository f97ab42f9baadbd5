//! What each side begins with: methods for independent units, given units without places, countries with their first units,
//! initial materials, and the balance of starts; those for games whose world is provinces; and those for dungeons:
//! heroes, locks with their keys, monsters and objects.
//!
//! One file each, and the single [`changes`] by which starts are levelled afterwards, with the levers that propose
//! them. They communicate only through the scenario. They share the siting of units (`siting.rs`) and the changes
//! of ground that keep heights and rivers consistent (`ground.rs`); those of dungeons see the same floors (`floors.rs`).

mod balance_starts;
pub mod changes;
mod floors;
mod furnish_levels;
mod game_ground;
pub mod ground;
mod images;
mod level_incomes;
mod make_countries;
mod make_independent_units;
mod make_initial_materials;
mod make_locks;
mod people;
mod place_heroes;
mod place_units;
mod siting;
mod tally;

pub use balance_starts::BalanceStarts;
pub use furnish_levels::FurnishLevels;
pub use game_ground::{GameGoal, Ground};
pub use images::images_of_cell;
pub use make_countries::{MakeCountries, share_out};
pub use make_independent_units::MakeIndependentUnits;
pub use make_initial_materials::MakeInitialMaterials;
pub use make_locks::{MakeLocks, RoomGraph, RoomNode, RoomNodeKind, Way, key_graph};
pub use place_heroes::PlaceHeroes;
pub use place_units::PlaceUnits;

/// What the tests of this crate use beside what others may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::balance_starts::land::is_coast;
    pub use crate::balance_starts::{Balance, Changes, Matter, measure, score};
    pub use crate::changes::levers::{first_units, ground, towns};
    pub use crate::floors::Floors;
    pub use crate::level_incomes::{income, level_incomes};
    pub use crate::make_countries::growth::fill_holes;
    pub use crate::make_countries::search::{LOG_UNIT, THRESHOLDS, WHOLE, inequality, log, spread};
}
