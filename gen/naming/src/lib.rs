//! Names: of units, and of what lies on the map.
//!
//! [`NameUnitsRandomly`] and [`NameGeographicalFeatures`] are the methods; `find_*.rs` say what a feature of each class
//! is. Names come from the crate `namers`; no two things of a scenario bear the same one.

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
