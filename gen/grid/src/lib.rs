//! Areas, cells, directions, layers, and the searches on them.
//!
//! An [`Area`] is a size and a [`Shape`]; a [`Cell`] is an index into it; a [`Layer`] holds one value for each cell.
//! The searches are free functions, one file each, and ask the area only for neighbours, so that a new lattice or a new kind of
//! edge is one arm in `area.rs` and `shape.rs`.
//!
//! ```
//! # use fairmarch_grid as grid;
//! use grid::{Area, Shape, Travel};
//!
//! // Six columns of hexes, four rows; east and west meet.
//! let area = Area::new(Shape::Cylinder, 6, 4)?;
//! let [home, far] = [(0, 1), (5, 1)].map(|(column, row)| area.cell(column, row).expect("it is inside"));
//! assert_eq!(area.around(home).count(), 6);
//! assert_eq!(area.distance(home, far), 1, "round the back");
//!
//! // The cheapest way where nobody passes from the last column to the first: every step costs 2.
//! let step = |from, _, to| {
//!     let column = |cell| area.column_row(cell).0;
//!     (column(from) + column(to) != 5 || column(from).abs_diff(column(to)) == 1).then_some(2)
//! };
//! let (path, cost) = Travel::new(&area).route(home, far, 100, step).expect("there is a way");
//! assert_eq!((path.len(), cost), (6, 10));
//! # Ok::<(), grid::AreaError>(())
//! ```
//!
//! **Invariant:** this crate has no word of a game: no terrain, no unit, no side.

mod area;
mod bucket_queue;
mod chokes;
mod corners;
mod disk;
mod flood;
mod hops;
mod layer;
mod line;
mod links;
mod names;
mod order;
mod outline;
mod shape;
mod spread;
mod symmetry;
mod symmetry_kind;
#[cfg(test)]
mod test_boards;
mod travel;
mod vector;
mod window;

pub use area::{Area, AreaError, Around, Cell, Cells, Direction, Round};
pub use bucket_queue::BucketQueue;
pub use chokes::parts_without;
pub use corners::Corner;
pub use disk::{Disk, disk, outward, ring};
pub use flood::{Regions, flood, flood_over, regions, regions_over};
pub use hops::hops;
pub use layer::{EdgeLayer, Layer, connect, disconnect, has_edge};
pub use line::line;
pub use links::{LinkStep, Links};
pub use order::sort_by_numbers;
pub use outline::{Point, Polygon, outlines};
pub use shape::{Edges, Lattice, Shape, UnknownShape};
pub use spread::spaced;
pub use symmetry::{Automorphism, Images, Symmetry, SymmetryError};
pub use symmetry_kind::{SymmetryKind, UnknownSymmetry};
pub use travel::{Costs, Partition, Travel, partition, partition_over};
pub use vector::Vector;
pub use window::{Axis, sums_along};
