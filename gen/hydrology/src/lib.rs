//! Methods that lay water over terrain, one file each.
//!
//! [`MakeRivers`] drains the rain of every node to the sea, a lake or the area's edge, and draws the ways where enough of it comes
//! together. It is based on [`fill_depressions`], a priority flood.

mod graph;
mod lakes;
mod make_rivers;
mod priority_flood;
mod rivers;
mod square_corners;
mod symmetric;

pub use make_rivers::MakeRivers;
pub use priority_flood::fill_depressions;
