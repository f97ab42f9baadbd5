//! Where everything lies on a page: the map, its title, its legend, its rim, and the room for names.

pub(in crate::map) mod contact_sheet;
pub(in crate::map) mod lattice_geometry;
pub(in crate::map) mod legend;
pub(in crate::map) mod levels;
pub(in crate::map) mod placer;
pub(in crate::map) mod plan;
pub(in crate::map) mod rim;
pub(in crate::map) mod sheet;
pub(in crate::map) mod world_name;
