//! Areas, cells, directions, layers, and the searches on them.
//!
//! An [`Area`] is a size and a [`Shape`]; a [`Cell`] is an index into it; a [`Layer`] holds one value for each cell.
//! The searches are free functions, one file each, and ask the area for neighbours only, so that a new lattice or a
//! new kind of edge is one arm in `area.rs` and `shape.rs`.
//!
//! **Invariant:** no word of a game stands here: no terrain, no unit, no side.

mod area;
mod layer;
mod shape;

pub use area::{Area, AreaError, Around, Cell, Direction};
pub use layer::{EdgeLayer, Layer, connect, disconnect, has_edge};
pub use shape::{Edges, Lattice, Shape, UnknownShape};
