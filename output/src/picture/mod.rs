//! The map picture.
//!
//! Floats are allowed here, because a picture decides nothing. Each pixel is computed by itself, so the same scenario still gives
//! the same bytes with any number of threads.
#![allow(clippy::disallowed_methods, reason = "drawing may bend lines as the platform does")]

mod arrows;
mod canvas;
mod cell_grid;
mod coast;
mod contact_sheet;
mod courses;
mod draw;
mod emblems;
mod fields;
mod ground;
mod icons;
mod images;
mod inks;
mod lattice_geometry;
mod legend;
mod levels;
mod lines;
mod links;
mod map_png;
mod moving;
mod moving_file;
mod names;
mod painting;
mod paper;
mod placer;
mod plan;
mod print;
mod provinces;
mod realms;
mod rim;
mod rivers;
mod roads;
mod sheet;
mod sprite;
mod stray;
mod style;
mod svg;
mod text;
mod texture;
mod thumbnail;
mod world_name;

pub use arrows::Arrow;
pub use contact_sheet::{TILES_MAX, contact_sheet};
pub use draw::{draw, draw_moved};
pub(crate) use icons::Icon;
pub(crate) use map_png::MapPng;
pub use map_png::write_png;
pub use moving::{Film, MovingFrame, MovingKind, draw_position, write_moving};
pub use painting::Painting;
pub use plan::AreaLayout;
pub use print::write_image;
pub use sheet::PIXELS_MAX;
pub use sprite::sprite;
pub use style::PictureStyle;
pub(crate) use svg::MapSvg;
pub use thumbnail::thumbnail;
