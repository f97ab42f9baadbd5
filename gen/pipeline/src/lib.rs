//! The whole pipeline: load a design, make its sides, run its recipe, check that it can be played, measure how fair it is.
//!
//! - [`methods`] is the registry of synthesis methods, [`PRESETS`] that of embedded presets.
//! - [`load`] makes a design of a preset or file, [`roll`] a scenario of a design and a [`Request`]. A scenario with given parts
//!   ([`load_start`]) is rolled like a design.
//! - [`open`] opens what people name: a preset, a seed string, a file, a folder.
//! - A [`Request`] is written as a string that players share ([`SharedString`]); the same string gives the same bytes. Its keys are the
//!   rows of [`REQUEST_KEYS`], of which flags and forms are made too.
//! - [`batch`] is the same for many seeds: what a batch's files hold.
//!
//! ```
//! # use fairmarch_pipeline as pipeline;
//! use pipeline::{Options, SharedString, load_preset, roll};
//!
//! let shared: SharedString = "duel:7:size=32x30".parse()?;
//! let loaded = load_preset(&shared.preset).expect("it comes with Fairmarch").expect("tests load it");
//! let scenario = roll(&loaded, &shared.request, &Options::new(&shared.preset))?.scenario;
//! assert_eq!(scenario.sides.len(), 2);
//! let fairness = scenario.fairness.as_ref().expect("every roll is measured");
//! println!("{} and {}: {:.2}", scenario.sides[0].name, scenario.sides[1].name, fairness.score);
//!
//! // The string that the scenario keeps gives it again, to the byte.
//! let again: SharedString = scenario.origins.string.parse()?;
//! assert_eq!(roll(&loaded, &again.request, &Options::new("duel"))?.scenario, scenario);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod add_unit;
pub mod batch;
mod convert;
mod edit_source;
mod invariants;
mod keep;
mod load;
mod makers;
mod methods;
mod open;
mod parts;
mod presets;
mod recipe;
mod request;
mod request_keys;
mod requirements;
mod rerun;
mod river_pieces;
mod roll;
mod run;
mod seed_string;
mod sides;
mod soundness;
mod symmetry;
mod texts;
mod type_tables;

pub use add_unit::{Added, NewUnit, add_unit, with_unit};
pub use convert::{as_gdl, as_ron, edited_as_ron};
pub use edit_source::{edited_source, extended_gdl, extended_preset};
pub use invariants::find_broken;
pub use keep::{Reach, open_again, request_again};
pub use load::{Loaded, VariantError, load, load_gdl, load_preset, load_start};
pub use methods::{keys_of, known, method, methods, methods_with, sites_method};
pub use open::{
    BATCH_FILE, DESIGN_ENDINGS, DESIGN_FILE, OpenError, Opened, OpenedDesign, OpenedScenario, SCENARIO_FILE, beside,
    decode, design_name, is_gdl, is_seed_string, open, open_path, open_scenario, read_text, start_path,
};
pub use parts::given_parts;
use presets::embedded_module;
pub use presets::{PARTS, PRESETS, Preset, embedded};
pub use recipe::{RecipeError, check_recipe, check_start};
pub use request::{FairGoal, FairWish, Request, RequestError};
pub use request_keys::{KeyFlag, REQUEST_KEYS, RequestKey, request_key};
pub use requirements::{Requirement, RequirementError};
pub use rerun::{RerunError, rerun};
pub use roll::{
    CELLS_MAX, Options, Rejection, Roll, RollError, SIDE_MAX, check_request, is_open, larger_size, roll, roll_watched,
};
pub use run::level_name;
pub use seed_string::{SEED_WORDS, SharedString, read_seed};
pub use sides::make_sides;
pub use soundness::{Flaw, find_flaws, find_unheeded_sides, find_unsound};
pub use symmetry::SymmetryWish;
pub use texts::{included_file, is_scenario, load_text, read_scenario};
pub use type_tables::{TypeEntries, find_type, place_of_type, tables_of_type};
