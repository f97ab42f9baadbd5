//! Roads: which towns they connect, and where they run.
//!
//! [`MakeRoads`] is the method. `ground.rs` gives the cost of laying a road, `network.rs` chooses the towns to connect, `lay.rs`
//! finds the way of a road; [`measure_roads`] measures how good the roads of any world are.

mod ground;
mod lay;
mod make_roads;
mod measure_roads;
mod network;

pub use make_roads::MakeRoads;
pub use measure_roads::{RoadMeasures, measure_roads};
