//! File formats for designs and scenarios: RON and GDL, in and out.
//!
//! The caller passes the texts of files and of those that they include: nothing here opens a file.

mod add_unit;
mod bundle;
mod edits;
pub mod gdl;
mod kept;
mod layers;
mod makers;
mod played;
mod read_design;
mod read_fairness;
mod read_provinces;
mod read_scenario;
mod read_units;
mod saved_parts;
mod scenario_reader;
mod set_values;
mod source_text;
#[doc(hidden)]
pub mod testing;
mod write_design;
mod write_scenario;

pub use add_unit::add_unit;
pub use bundle::{Bundle, read_bundle, write_bundle};
pub use edits::{
    Applied, Change, JournalLine, ValuePlace, apply_design_script, apply_script, design_difference, journal_jump_line,
    journal_line, read_journal, scenario_difference, set_value, typed_value, write_script,
};
pub use played::start_digest;
pub use read_design::{Include, read_design, read_sources};
pub use read_scenario::read_scenario;
pub use saved_parts::SavedParts;
pub use set_values::{extended, set_values};
pub use source_text::ChangedFile;
pub use write_design::{write_design, write_design_with_variants};
pub use write_scenario::{scenario_section_names, sections, write_scenario};
