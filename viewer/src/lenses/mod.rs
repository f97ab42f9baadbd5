//! What the map is coloured by. A new lens is a function and a line in [`LENSES`].
//!
//! A file per family: `layers.rs` shows what lies in the world, `weather.rs` the air, `water.rs` what is wet, `land.rs` what
//! land is good for, `seats.rs` what the seats have of it. `painting.rs` makes paintings of numbers and of words.

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
    /// As menus have it.
    pub title: &'static str,
    /// What it shows, in a line.
    pub summary: &'static str,
    /// What is chosen beside it: names of seats, of materials, of layers. Nothing beside most.
    pub choices: Option<fn(&Scenario) -> Vec<String>>,
    /// Looks.
    ///
    /// # Errors
    /// What the scenario lacks for it, and what would give it that.
    pub make: fn(&Subject<'_>) -> Result<Painting, String>,
}

/// What a lens looks at.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The number of what was chosen of [`Lens::choices`], from 0.
    pub choice: usize,
}

/// What a lens says of a cell.
pub type Tell = Box<dyn Fn(&Scenario, Cell) -> String + Send + Sync>;

/// What a lens sees.
pub struct Painting {
    /// A colour for each index of the area, the void included.
    pub colors: Vec<[u8; 3]>,
    /// What the colours mean.
    pub legend: Legend,
    /// What is said of a cell: `elevation 1,240`.
    pub tell: Tell,
    /// Whether light and shadow on heights may be laid over it.
    pub is_ground: bool,
}

/// What colours mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// Each colour with its word.
    Words(Vec<([u8; 3], String)>),
    /// Colours from the least to the greatest value, with both as they read.
    Scale {
        /// From low to high, evenly spread.
        colors: Vec<[u8; 3]>,
        /// What the least reads.
        low: String,
        /// What the greatest reads.
        high: String,
        /// What is measured, with its unit: `mp from Veland`.
        what: String,
        /// What has no value: each colour with its word.
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

/// Colours from low to high that every eye can put in order (after viridis, van der Walt and Smith 2015): yellow is most.
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

/// From blue by way of white to orange, for what has a middle: every eye tells blue from orange.
pub const DIVERGING: [[u8; 3]; 5] = [[33, 102, 172], [146, 197, 222], [246, 246, 244], [253, 184, 99], [196, 88, 6]];

/// The same colours from high to low.
const fn turned<const COUNT: usize>(colors: [[u8; 3]; COUNT]) -> [[u8; 3]; COUNT] {
    let mut turned = colors;
    turned.reverse();
    turned
}

/// What has no value.
pub const NONE: [u8; 3] = [96, 96, 100];

/// Water, where a lens speaks of land.
pub const WATER: [u8; 3] = [44, 52, 66];

/// The colour at a part of the way from the first to the last, 0 to 1.
#[must_use]
pub fn shade(colors: &[[u8; 3]], part: f32) -> [u8; 3] {
    let place = part.clamp(0.0, 1.0) * (colors.len() - 1) as f32;
    let (index, rest) = (place as usize, place.fract());
    let (one, other) = (colors[index], colors[(index + 1).min(colors.len() - 1)]);
    [0, 1, 2].map(|k| (f32::from(one[k]) + (f32::from(other[k]) - f32::from(one[k])) * rest).round() as u8)
}
