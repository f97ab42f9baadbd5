//! The ground of Empire: how its maps are made, measured and levelled. Provinces get what they pay and train and who guards them
//! ([`FurnishProvinces`]), seats are compared by the provinces that they reach ([`ProvinceSurvey`]), and incomes and guards are what
//! levels them ([`GROUND`] has the levers). Rules and players do not know it.

mod changes;
mod furnish_provinces;
mod levers;
mod measures;
mod province_map;

pub use furnish_provinces::FurnishProvinces;
pub use measures::MEASURES;
pub use province_map::{ProvinceMap, ProvinceSurvey};

/// What the game brings.
pub const GROUND: &starts::Ground =
    &starts::Ground { methods: &[&FurnishProvinces], measures: Some(&MEASURES), levers: levers::LEVERS, goals: &[] };

/// What the tests of this crate use beside what others may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::changes::income;
    pub use crate::levers::{propose_guards, propose_incomes};
    pub use crate::measures::ROWS;
}
