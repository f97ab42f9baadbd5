//! GDL, the language of Xconq's games, in: a module and what it includes, into a design and what is given of a scenario.
//!
//! [`Module::read`] makes trees of texts; [`Module::game`] carries them out, with variants chosen, as often as one likes. The facts
//! stand in `gdl-reference` (Xconq 7.5) and in the seeds; what is read otherwise than 7.5 reads it is said in `gen/README.md`.

mod area;
mod colors;
mod evaluate;
mod finish;
mod globals;
mod kept;
mod module;
mod namers;
mod own;
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
