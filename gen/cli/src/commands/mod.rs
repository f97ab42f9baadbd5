//! The commands, one file each. None uses another: what several use is a room beside this folder.

pub mod batch;
pub mod bench;
pub mod bundle;
pub mod check;
pub mod completions;
pub mod convert;
pub mod diff;
pub mod edit;
pub mod explain;
pub mod fit;
pub mod list;
pub mod merge;
pub mod names;
pub mod new;
pub mod new_unit;
pub mod pick;
pub mod play;
pub mod render;
pub mod replay;
pub mod roll;
pub mod schema;
pub mod score;
pub mod tables;
pub mod tournament;
