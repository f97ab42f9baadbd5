//! The map as it is drawn, once for paper, window and vectors: `layout` says where everything lies, `ground` paints land and sea,
//! `marks` lists what is drawn on them, `painting` holds all that for one scale. Back ends are `raster` and `svg`.
//!
//! Floats are allowed here, because a picture decides nothing. Each pixel is computed by itself, so the same scenario still gives
//! the same bytes with any number of threads.
#![allow(clippy::disallowed_methods, reason = "drawing may bend lines as the platform does")]

mod draw;
mod ground;
mod layout;
mod marks;
mod painting;
mod raster;
mod style;
mod svg;

pub use draw::{draw, draw_moved};
pub use layout::contact_sheet::{TILES_MAX, contact_sheet};
pub use layout::plan::AreaLayout;
pub use layout::sheet::PIXELS_MAX;
pub use marks::arrows::Arrow;
pub(crate) use marks::icons::Icon;
pub use painting::Painting;
pub(crate) use raster::map_png::MapPng;
pub use raster::map_png::write_png;
pub use raster::moving::{Film, MovingFrame, MovingKind, draw_position, write_moving};
pub use raster::print::write_image;
pub use raster::sprite::sprite;
pub use raster::thumbnail::thumbnail;
pub use style::PictureStyle;
pub(crate) use svg::MapSvg;
