//! Diagnostics: faults in a user's data, with their places and what would be right; and files as trees that keep their places.
//!
//! - [`Sources`] hold the texts that were read; a [`Span`] is a range in one of them, a [`Place`] the same for people.
//! - A [`Diagnostic`] is one fault; [`Faults`] collects them while a file is read.
//! - [`read_tree`] reads RON as a tree of [`Node`]s; a [`TreeReader`] takes typed values out of it. A [`RonTree`] is a tree to be
//!   written.
//! - A [`Section`] keeps a map as it was written, for the one ruleset that can read it.
//! - A [`FileReader`] stands for the disk where readers need more files than they were given.

mod diagnostic;
mod faults;
mod files;
mod read_tree;
mod ron_tree;
mod section;
mod shown;
mod sources;
mod tree;
mod tree_reader;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, did_you_mean, nearest};
pub use faults::Faults;
pub use files::FileReader;
pub use read_tree::{blanks, read_tree, ron_fault};
pub use ron_tree::{Layout, RonTree, quote};
pub use section::{SECTION_ENTRIES_MAX, Section};
pub use shown::{clean, cut_quotes, is_control, is_odd, visible};
pub use sources::{Excerpt, FileId, Place, Sources, Span};
pub use tree::{Entry, Node, NodeValue, Text};
pub use tree_reader::{TreeReader, read_embedded};
