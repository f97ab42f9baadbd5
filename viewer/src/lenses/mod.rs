//! Lenses: ways to colour the map. A new lens is a function and a line in [`LENSES`].
//!
//! A file per family: `layers.rs` shows the layers of the world, `weather.rs` the air, `water.rs` water, `land.rs` the use of land,
//! `seats.rs` the seats' share of it. `painting.rs` makes paintings of numbers and of words.

mod land;
mod layers;
mod painting;
mod seats;
#[cfg(test)]
mod tests;
mod water;
mod weather;

use grid::Cell;
use world::Scenario;

/// A lens: a row of the registry.
pub struct Lens {
    /// Its name in commands and files.
    pub name: &'static str,
    /// Its title in menus.
    pub title: &'static str,
    /// What it shows, in a line.
    pub summary: &'static str,
    /// The choices that it offers: names of seats, of materials, of layers. `None` for most.
    pub choices: Option<fn(&Scenario) -> Vec<String>>,
    /// Makes the painting.
    ///
    /// # Errors
    /// A sentence that says what the scenario lacks for it, and how to get that.
    pub make: fn(&Subject<'_>) -> Result<Painting, String>,
}

/// The input of a lens.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The index of the chosen one of [`Lens::choices`], from 0.
    pub choice: usize,
}

/// Returns the text about a cell.
pub type Tell = Box<dyn Fn(&Scenario, Cell) -> String + Send + Sync>;

/// The result of a lens.
pub struct Painting {
    /// A colour for each index of the area, the void included.
    pub colors: Vec<[u8; 3]>,
    /// What the colours mean.
    pub legend: Legend,
    /// The text about a cell, such as `elevation 1,240`.
    pub tell: Tell,
    /// Whether light and shadow of the relief may be drawn over it.
    pub is_ground: bool,
}

/// The meaning of the colours.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// Each colour with its word.
    Words(Vec<([u8; 3], String)>),
    /// Colours from the least to the greatest value, with the texts of both.
    Scale {
        /// From low to high, evenly spread.
        colors: Vec<[u8; 3]>,
        /// The text of the least value.
        low: String,
        /// The text of the greatest value.
        high: String,
        /// What is measured, with its unit, such as `mp from Veland`.
        what: String,
        /// The colours of cells without a value, each with its word.
        others: Vec<([u8; 3], String)>,
    },
}

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

/// Colours from low to high that everybody can order (after viridis, van der Walt and Smith 2015): yellow is the greatest.
pub const RISING: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

/// From blue through white to orange, for values with a middle: everybody can tell blue from orange.
pub const DIVERGING: [[u8; 3]; 5] = [[33, 102, 172], [146, 197, 222], [246, 246, 244], [253, 184, 99], [196, 88, 6]];

/// The same colours from high to low.
const fn turned<const COUNT: usize>(colors: [[u8; 3]; COUNT]) -> [[u8; 3]; COUNT] {
    let mut turned = colors;
    turned.reverse();
    turned
}

/// The colour of cells without a value.
pub const NONE: [u8; 3] = [96, 96, 100];

/// The colour of water in lenses on land.
pub const WATER: [u8; 3] = [44, 52, 66];

/// The colour at a part of the way along these colours, 0 to 1.
#[must_use]
pub fn shade(colors: &[[u8; 3]], part: f32) -> [u8; 3] {
    let place = part.clamp(0.0, 1.0) * (colors.len() - 1) as f32;
    let (index, rest) = (place as usize, place.fract());
    let (one, other) = (colors[index], colors[(index + 1).min(colors.len() - 1)]);
    [0, 1, 2].map(|k| (f32::from(one[k]) + (f32::from(other[k]) - f32::from(one[k])) * rest).round() as u8)
}
