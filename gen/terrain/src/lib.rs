//! Methods that make the terrain of cells, one file each.
//!
//! A method makes only what is not given: terrain that is present stays as it is, to the byte.

mod assign_terrain;
mod blobs;
mod elevations;
mod make_earthlike_terrain;
mod make_fractal_percentile_terrain;
mod make_noise_terrain;
mod make_random_terrain;
mod noise_layer;
mod percentiles;
mod sheet;
mod symmetric;

pub use make_earthlike_terrain::MakeEarthlikeTerrain;
pub use make_fractal_percentile_terrain::MakeFractalPercentileTerrain;
pub use make_noise_terrain::MakeNoiseTerrain;
pub use make_random_terrain::MakeRandomTerrain;
