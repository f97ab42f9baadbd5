//! What is drawn on the ground, as a list of layers: rivers, roads, borders, names, icons, ways. It knows no pixels: pictures draw it,
//! and vectors write it.

pub(in crate::map) mod arrows;
pub(in crate::map) mod courses;
pub(in crate::map) mod emblems;
pub(in crate::map) mod icons;
pub(in crate::map) mod layer;
pub(in crate::map) mod lines;
pub(in crate::map) mod links;
pub(in crate::map) mod names;
pub(in crate::map) mod provinces;
pub(in crate::map) mod realms;
pub(in crate::map) mod regions;
pub(in crate::map) mod remarks;
pub(in crate::map) mod rivers;
pub(in crate::map) mod roads;
pub(in crate::map) mod supply;
pub(in crate::map) mod text;
