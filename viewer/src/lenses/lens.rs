//! What a lens is, and the painting that it makes. The list of all is in `mod.rs` beside this file.

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
}

impl Legend {
    /// A scale from the least to the greatest number; of a single number, its colour alone.
    pub(super) fn scale(
        colors: &[[u8; 3]],
        (low, high): (i64, i64),
        reads: fn(i64) -> String,
        what: String,
        others: Vec<([u8; 3], String)>,
    ) -> Legend {
        if low == high {
            let only = (colors[0], format!("{what}: {}", reads(low)));
            return Legend::Words([only].into_iter().chain(others).collect());
        }
        Legend::Scale { colors: colors.to_vec(), low: reads(low), high: reads(high), what, others }
    }
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
