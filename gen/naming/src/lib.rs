//! Methods that name units and features of the map.
//!
//! [`NameUnitsRandomly`] and [`NameGeographicalFeatures`] are the methods; `find_*.rs` define the features of each class. Names
//! come from the crate `namers`; no two things of a scenario have the same one.

mod feature_types;
mod find_bays;
mod find_bodies;
mod find_heights;
mod find_rivers;
mod name_geographical_features;
mod name_units_randomly;
mod reach;

pub use name_geographical_features::{LAYERS, NameGeographicalFeatures};
pub use name_units_randomly::NameUnitsRandomly;
