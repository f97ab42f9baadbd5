//! Terrain from elsewhere: pictures, heightmaps and text grids, from their bytes to a world.
//!
//! - [`read_colors`]: a picture in which colours mean terrain.
//! - [`read_heights`]: a picture in which brightness means height.
//! - [`read_letters`]: a text in which characters mean terrain.
//!
//! All lay the north of the picture to the north of the world, upright on every shape: see [`grid::Area::upright`]. The
//! ways back are formats of the crate `output`.

mod colors;
mod heights;
mod letters;
mod palette;
mod picture;
mod raster;

pub use colors::read_colors;
pub use heights::{elevation_of, height_span, read_heights, sample_of};
pub use letters::read_letters;
pub use palette::{Palette, read_legend};
pub use picture::{PIXELS_MAX, is_grey};
pub use raster::Wanted;

#[cfg(test)]
mod test_pictures;
