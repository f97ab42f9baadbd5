//! Worlds and scenarios: what a recipe makes, what a file holds, and the start of a game.
//!
//! Methods never call each other; they share this data. [`World`] holds what lies on the map. [`Scenario`] adds sides, units and
//! its own origin. [`travel`] is the only place that knows what a step costs a unit type, and [`standing`] the only one that knows
//! where a unit may stand. [`drainage_order`] says how large each river is.

mod calendar;
#[macro_use]
mod cloned;
mod date;
mod drainage;
pub mod edit;
mod features;
mod judgement;
mod kept;
mod levels;
mod links;
mod owner;
mod played;
mod provinces;
mod rows;
mod scenario;
pub mod standing;
mod symmetric;
pub mod travel;
mod unit_names;
mod units;
mod weather;
#[allow(clippy::module_inception)]
mod world;

pub use calendar::Calendar;
pub use date::{Date, Grain};
pub use drainage::drainage_order;
pub use features::{Feature, FeatureClass, FeatureId};
pub use judgement::{Better, Fairness, Measure, TeamFairness, TeamMeasure};
pub use kept::{Kept, KeptPart};
pub use links::{Exit, Link};
pub use owner::Owner;
pub use played::{Levelling, PlayedFairness, PlayedShare, PlayedVerdict, kept_share};
pub use provinces::{Province, ProvinceId, ProvinceLink, ProvinceLinkKind};
pub use rows::{gdl_place, gdl_row, gdl_rows, read_gdl_rows};
pub use scenario::{Origins, Scenario, Side, SideId, UnitIds};
pub use symmetric::{find_asymmetry, image_of_side, images_of_unit};
pub use unit_names::{JUNKY, junky_name, unit_namer};
pub use units::{Maker, Occupancy, Place, Unit, UnitId};
pub use weather::Wind;
pub use world::World;
