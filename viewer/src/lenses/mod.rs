//! Lenses: ways to colour the map. A new lens is a function and a line in [`LENSES`].
//!
//! A file per family: `layers.rs` shows the layers of the world, `weather.rs` the air, `water.rs` water, `land.rs` the use of land,
//! `seats.rs` the seats' share of it. `painting.rs` makes paintings of numbers and of words, in the
//! colours of `scales.rs`.

mod land;
mod layers;
mod lens;
mod painting;
mod scales;
mod seats;
#[cfg(test)]
mod tests;
mod water;
mod weather;

pub use lens::{Legend, Lens, Painting, Subject};

/// All lenses, the ground first.
pub const LENSES: &[&Lens] = &[
    &layers::TERRAIN,
    &layers::ELEVATION,
    &layers::FEATURES,
    &layers::EDGES,
    &water::MOISTURE,
    &water::DRAINAGE,
    &land::LAND_VALUE,
    &land::CHOKES,
    &seats::TRAVEL,
    &seats::TERRITORY,
    &seats::CONTEST,
    &seats::EXPOSURE,
    &layers::COUNTRIES,
    &layers::PROVINCES,
    &layers::PEOPLE,
    &layers::CONTROL,
    &layers::MATERIALS,
    &weather::TEMPERATURE,
    &weather::CLOUDS,
    &weather::WINDS,
    &layers::GDL,
];

/// A lens by its name.
#[must_use]
pub fn find_lens(name: &str) -> Option<&'static Lens> {
    LENSES.iter().copied().find(|lens| lens.name == name)
}
