//! Provinces: a world's land in connected pieces of comparable worth, and the graph of how they are joined.
//!
//! [`MakeProvinces`] is the method. `ground.rs` says what land is worth and where one walks, `apportion.rs` how many
//! provinces each landmass gets, `split.rs` cuts a landmass, `links.rs` joins the pieces.

mod apportion;
mod ground;
mod links;
mod make_provinces;
mod split;

pub use links::province_graph;
pub use make_provinces::MakeProvinces;
