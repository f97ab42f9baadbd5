//! Provinces: a world's land in connected pieces of comparable worth, and the graph of the links between them.
//!
//! [`MakeProvinces`] is the method. `ground.rs` gives the worth of land and the steps that can be walked, `apportion.rs` counts the
//! provinces of each landmass, `split.rs` cuts a landmass, `links.rs` links the pieces.

mod apportion;
mod ground;
mod links;
mod make_provinces;
mod split;

pub use links::province_graph;
pub use make_provinces::MakeProvinces;
