//! Edits as RON: scripts of edits, read and made; edits written; the difference of two scenarios; and the lines of a journal.
//!
//! A script is a list of edits, or `{ "exact": true, "edits": [..] }`: then each edit does only what it says, without its images and
//! without the rules of what may stand where, as differences and journals have it. An edit is read for the scenario in which it will be
//! made, since only that knows types, cells and keys.

mod difference;
mod edit_reader;
mod journal;
mod read;
mod value;
mod write;

pub use difference::{Change, design_difference, scenario_difference, write_script};
pub use journal::{JournalLine, journal_jump_line, journal_line, read_journal};
pub use read::{Applied, apply_design_script, apply_script};
pub use value::{ValuePlace, set_value, typed_value};
