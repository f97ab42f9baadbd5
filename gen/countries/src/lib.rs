//! Independent units, given units without places, countries with their first units, initial materials, and the
//! balance of starts.
//!
//! Five methods, one file each. They meet in the scenario only; what they share is how a unit is sited
//! (`siting.rs`) and how ground is changed without breaking heights and rivers (`ground.rs`).

mod balance_starts;
mod ground;
mod images;
mod level_incomes;
mod make_countries;
mod make_independent_units;
mod make_initial_materials;
mod people;
mod place_units;
mod siting;

pub use balance_starts::BalanceStarts;
pub use make_countries::MakeCountries;
pub use make_independent_units::MakeIndependentUnits;
pub use make_initial_materials::MakeInitialMaterials;
pub use place_units::PlaceUnits;

#[cfg(test)]
mod testing;
