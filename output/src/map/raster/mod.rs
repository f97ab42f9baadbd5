//! Pictures of pixels: parts of a map, whole pages, moving ones, thumbnails, and icons for windows.

pub(in crate::map) mod band;
pub(in crate::map) mod map_png;
pub(in crate::map) mod moving;
pub(in crate::map) mod moving_file;
pub(in crate::map) mod paper;
pub(in crate::map) mod print;
pub(in crate::map) mod sprite;
pub(in crate::map) mod thumbnail;
