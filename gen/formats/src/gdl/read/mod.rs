//! The reader: makes a design, and the given part of a scenario, of a module and the modules that it includes.
//!
//! `tree` parses text, and `module` loads files. `run` goes through their forms, and hands each to its family: `types`, `globals`,
//! `area`, `sides`, `units` and so on. What a family gathers until the end is a struct of its file; what all of them use is the
//! `ModuleReader` of `reader`, with `evaluate`, `values`, `rows` and `properties` for what forms have in common. `finish` makes
//! the game of it.

mod area;
mod evaluate;
mod finish;
mod frame;
mod globals;
mod kept;
mod layers;
mod module;
mod namers;
mod notices;
mod object;
mod own;
mod players;
mod print;
mod properties;
mod reader;
mod rows;
mod run;
mod sides;
pub(crate) mod tree;
mod types;
mod units;
mod values;
mod variants;

pub use finish::{ModuleGame, ModuleGames};
pub use module::{Module, sections};
