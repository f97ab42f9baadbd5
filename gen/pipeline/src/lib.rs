//! The whole line: load a design, make its sides, run its recipe, check that it can be played, judge how fair it is.
//!
//! - [`METHODS`] is the registry of synthesis methods, [`PRESETS`] that of embedded presets.
//! - [`load`] makes a design of a preset or file, [`roll`] a scenario of a design and a [`Request`]. A scenario of which
//!   parts are given ([`load_start`]) is rolled like a design.
//! - A [`Request`] is written as a string that players share; the same string gives the same bytes.

mod convert;
mod invariants;
mod load;
mod methods;
mod parts;
mod playability;
mod presets;
mod recipe;
mod request;
mod requirements;
mod rerun;
mod roll;
mod run;
mod sides;
mod symmetry;
mod texts;

pub use convert::{as_gdl, as_ron};
pub use invariants::find_broken;
pub use load::{Loaded, VariantError, load, load_gdl, load_preset, load_start};
pub use methods::{METHODS, known, method};
pub use playability::find_unplayable;
pub use presets::{PARTS, PRESETS, Preset, embedded};
pub use recipe::{RecipeError, check_recipe, check_start};
pub use request::{Request, RequestError, SharedString};
pub use requirements::{Requirement, RequirementError};
pub use rerun::{RerunError, rerun};
pub use roll::{
    CELLS_MAX, Options, Rejection, Roll, RollError, SEED_BOUND, SIDE_MAX, check_request, roll, roll_watched,
};
pub use sides::make_sides;
pub use symmetry::SymmetryWish;
pub use texts::{included_file, is_scenario, load_text, read_scenario};
