//! The reader: a module and what it includes, into a design and what is given of a scenario.
//!
//! `tree` reads text, `module` files, `reader` carries forms out, one file for each family of them, and `finish` puts the whole
//! together.

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
mod properties;
mod reader;
mod rows;
mod sides;
mod tree;
mod types;
mod units;
mod values;

pub use finish::Game;
pub use module::Module;
