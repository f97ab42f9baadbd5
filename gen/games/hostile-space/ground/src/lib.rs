//! The ground of Hostile Space: how its maps are made, measured and levelled. Homes in empty space with belts of rocks between them
//! ([`MakeBelts`]), what the zones of seats see of each other ([`SpaceSurvey`]), rocks that move and missiles of ships ([`GROUND`] has
//! the levers). Rules and players do not know it.

mod changes;
mod levers;
mod make_belts;
mod measures;
mod space_map;

pub use make_belts::MakeBelts;
pub use measures::MEASURES;
pub use space_map::{SpaceMap, SpaceSurvey};

/// What the game brings.
pub const GROUND: &starts::Ground =
    &starts::Ground { methods: &[&MakeBelts], measures: Some(&MEASURES), levers: levers::LEVERS, goals: &[] };

#[doc(hidden)]
pub mod testing;
