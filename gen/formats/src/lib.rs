//! File formats for designs and scenarios: RON, in and out.
//!
//! Readers get their texts, and those of included files, from the caller: nothing here opens a file.

mod read_design;
mod ron_tree;

pub use read_design::{Include, read_design, read_sources};
pub use ron_tree::read_tree;
