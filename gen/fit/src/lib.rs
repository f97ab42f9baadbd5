//! Fits how much each measure of fairness counts, on matches, and says how well the weights predict matches of other maps.
//!
//! [`plan`] says which maps are rolled and played: as games roll them, with sites that nobody chose, and with unequal first units, so
//! that every measure differs somewhere. [`MapPlan::roll`] measures a map, [`PlayedMap`] is what its matches came to: the part that takes
//! hours, kept in a file. [`fit`] finds the weights of all [`FitMap`]s together and holds maps, and whole games, out to see what the
//! weights are worth; [`Fitted`] writes them.
//!
//! **Invariant:** the same request gives the same bytes, with any number of threads. Only the command reads and writes files.

mod doubt;
mod figures;
mod map_plan;
mod model;
mod order;
mod played_map;
mod write;

#[cfg(test)]
mod tests;

pub use doubt::Doubt;
pub use figures::{Figures, Row};
pub use map_plan::{FitSettings, Game, Kind, MapPlan, PlanError, RolledMap, plan};
pub use model::{FitError, FitMap, Fitted, Source, fit};
pub use order::{FIT_FILE, FitOrder};
pub use played_map::PlayedMap;
