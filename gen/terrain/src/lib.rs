//! Methods that make ground and sky, one file each: the terrain of cells, mazes, and the weather and the date of the first turn.
//!
//! A method makes only what is not given: terrain that is present stays as it is, to the byte.

mod assign_terrain;
mod blobs;
mod elevations;
mod floors;
mod make_earthlike_terrain;
mod make_fractal_percentile_terrain;
mod make_maze_terrain;
mod make_noise_terrain;
mod make_pools;
mod make_random_date;
mod make_random_terrain;
mod make_rooms;
mod make_stairs;
mod make_vaults;
mod make_weather;
mod noise_layer;
mod percentiles;
mod sheet;
mod symmetric;
mod ways;

pub use make_earthlike_terrain::MakeEarthlikeTerrain;
pub use make_fractal_percentile_terrain::MakeFractalPercentileTerrain;
pub use make_maze_terrain::MakeMazeTerrain;
pub use make_noise_terrain::MakeNoiseTerrain;
pub use make_pools::MakePools;
pub use make_random_date::MakeRandomDate;
pub use make_random_terrain::MakeRandomTerrain;
pub use make_rooms::MakeRooms;
pub use make_stairs::MakeStairs;
pub use make_vaults::MakeVaults;
pub use make_weather::MakeWeather;
