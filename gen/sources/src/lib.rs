//! Terrain from other files: pictures, heightmaps, text grids, maps of Tiled and scenarios of Freeciv, from their bytes to a world.
//!
//! - [`read_colors`]: a picture whose colours mean terrain.
//! - [`read_heights`]: a picture whose brightness means height.
//! - [`read_raw`]: raw numbers that mean heights, with a scale.
//! - [`read_letters`]: a text whose characters mean terrain.
//! - [`read_tmx`]: a map of Tiled, with starts and units.
//! - [`read_freeciv`]: a scenario of Freeciv, with starts.
//!
//! [`TerrainFile`] lists the kinds of files by the endings of their names.
//!
//! All put the north of the picture in the north of the world, upright for every shape: see [`grid::Area::upright`]. The reverse
//! directions are formats of the crate `output`.

mod board;
mod colors;
mod freeciv;
mod heights;
mod letters;
mod palette;
mod picture;
mod raster;
mod raw;
mod terrain_file;
pub mod tiles;
mod tmx;

pub use board::Board;
pub use colors::read_colors;
pub use freeciv::{FREECIV_NO_CELL, FREECIV_TERRAINS, freeciv_letters, read_freeciv, unpack};
pub use heights::{HeightLegend, elevation_of, height_span, read_heights, sample_of};
pub use letters::read_letters;
pub use palette::{Palette, find_ground, read_legend};
pub use picture::{PIXELS_MAX, is_grey};
pub use raster::Wanted;
pub use raw::{HeightScale, read_raw};
pub use terrain_file::TerrainFile;
pub use tmx::read_tmx;

#[cfg(test)]
mod test_pictures;
