//! The ground of the dungeon: how its maps are made and brought to a goal. Heroes begin equally far from the way down
//! ([`PlaceHeroes`]), doors are locked and keys laid where they can be had before ([`MakeLocks`]), monsters and objects lie on the levels
//! that suit them ([`FurnishLevels`]), and monsters come and go until a chosen share of heroes reaches the last level ([`GROUND`] has
//! that goal). All see the same floors (`floors.rs`). [`key_graph`] is the graph of rooms that people are shown. Rules and players do not
//! know it.

mod floors;
mod furnish_levels;
mod level_changes;
mod make_locks;
mod place_heroes;
mod way_down;

use starts::changes::LEVERS;

pub use furnish_levels::FurnishLevels;
pub use make_locks::{MakeLocks, RoomGraph, RoomNode, RoomNodeKind, Way, key_graph};
pub use place_heroes::PlaceHeroes;

/// What the game brings.
pub const GROUND: &starts::Ground = &starts::Ground {
    methods: &[&FurnishLevels, &MakeLocks, &PlaceHeroes],
    measures: None,
    levers: LEVERS,
    goals: &[way_down::REACH],
};

/// What the tests of this crate use beside what others may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::floors::Floors;
    pub use crate::level_changes::{Danger, LevelChanges};
}
