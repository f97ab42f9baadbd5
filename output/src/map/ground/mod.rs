//! The ground: the colour of land and sea at each pixel, or that of a lens, before anything is drawn on it.

pub(in crate::map) mod built;
pub(in crate::map) mod cell_grid;
pub(in crate::map) mod coast;
pub(in crate::map) mod fields;
pub(in crate::map) mod images;
pub(in crate::map) mod inks;
pub(in crate::map) mod near;
pub(in crate::map) mod painter;
pub(in crate::map) mod stray;
pub(in crate::map) mod terrain_style;
pub(in crate::map) mod texture;
