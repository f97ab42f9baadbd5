//! The reader: makes a design, and the given part of a scenario, of a module and the modules that it includes.
//!
//! `tree` parses text, `module` loads files, `reader` evaluates forms, with one file for each family of them, and `finish`
//! completes the whole.
//!
//! `reader` and the files of the families use each other: together they are one type, the `ModuleReader`. It holds the draft of each family, and
//! each family's file holds its methods. A form can contain forms of any other family, so that no order of these files is possible.

mod area;
mod evaluate;
mod finish;
mod globals;
mod kept;
mod module;
mod namers;
mod notices;
mod own;
mod players;
mod print;
mod properties;
mod reader;
mod rows;
mod sides;
pub(crate) mod tree;
mod types;
mod units;
mod values;

pub use finish::{ModuleGame, ModuleGames};
pub use module::{Module, sections};
