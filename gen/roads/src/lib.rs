//! Roads: which towns they join, and where they run.
//!
//! [`MakeRoads`] is the method. What a road costs to lay is `ground.rs`, which towns are joined is `network.rs`, where
//! a road runs is `lay.rs`; [`measure_roads`] says how good the roads of a world are, whoever made them.

mod ground;
mod lay;
mod make_roads;
mod measure_roads;
mod network;

pub use make_roads::MakeRoads;
pub use measure_roads::{RoadMeasures, measure_roads};
