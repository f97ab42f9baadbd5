//! Methods that make the terrain of cells, one file each.
//!
//! A method fills in only what is not given: terrain that is present stays to the byte.

mod blobs;
mod elevations;
mod make_fractal_percentile_terrain;
mod percentiles;
mod sheet;

pub use make_fractal_percentile_terrain::MakeFractalPercentileTerrain;
