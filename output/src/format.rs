//! The registry of formats in which a scenario can be written. A new one is a file and a line in [`FORMATS`].

use std::io::Write;

use world::Scenario;

use crate::cell_grids::{CellsPng, HeightsPng, TerrainText};
use crate::fairness_json::FairnessJson;
use crate::page::ScenarioPage;
use crate::picture::{MapPng, PictureError};
use crate::provinces_json::ProvincesJson;
use crate::scenario_gdl::ScenarioGdl;
use crate::scenario_ron::ScenarioRon;

/// A format in which a scenario can be written.
pub trait Format: Sync {
    /// The name that users type, such as `png`.
    fn name(&self) -> &'static str;

    /// What the file holds, in a line.
    fn summary(&self) -> &'static str;

    /// The name of the written file, such as `map.png`.
    fn file_name(&self) -> &'static str;

    /// How the name of a file ends that `convert` writes in this format, such as `txt`; `None` if only `roll` writes it.
    fn ending(&self) -> Option<&'static str> {
        None
    }

    /// Whether it tells heights: of two formats with one ending, `convert --heights` takes that which does.
    fn tells_heights(&self) -> bool {
        false
    }

    /// Writes a scenario.
    ///
    /// # Errors
    /// A `WriteError` if the scenario lacks the data for the format, or if the writer fails.
    fn write(&self, scenario: &Scenario, out: &mut dyn Write) -> Result<(), WriteError>;
}

/// Every format, in the order in which they are listed.
pub const FORMATS: &[&dyn Format] = &[
    &ScenarioRon,
    &ScenarioGdl,
    &MapPng,
    &FairnessJson,
    &ScenarioPage,
    &ProvincesJson,
    &CellsPng,
    &HeightsPng,
    &TerrainText,
];

/// A format by its name.
#[must_use]
pub fn find_format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// The format of a file by the ending of its name, in small letters.
#[must_use]
pub fn format_of_ending(ending: &str, heights: bool) -> Option<&'static dyn Format> {
    let mut formats = FORMATS.iter().copied().filter(|format| format.ending() == Some(ending));
    let first = formats.clone().next();
    formats.find(|format| format.tells_heights() == heights).or(first)
}

/// Why a scenario was not written, or not wholly.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The scenario has no measured fairness.
    #[error("the scenario has not been measured: measure its fairness first")]
    NotMeasured,
    /// The scenario has no provinces.
    #[error("the scenario has no provinces: add the method `make-provinces` to its recipe")]
    NoProvinces,
    /// The scenario has no elevations.
    #[error("the scenario has no elevations: let its design say `elevation-min` and `elevation-max`")]
    NoElevation,
    /// An elevation outside the span from black to white.
    #[error("an elevation of {height} lies beyond those of the design's terrain, {low} to {high}")]
    Elevation {
        /// The elevation.
        height: i16,
        /// The lowest elevation that the design's terrain can have.
        low: i16,
        /// The highest one.
        high: i16,
    },
    /// The pixels could not be encoded.
    #[error("cannot pack the picture: {0}")]
    Image(#[from] image::ImageError),
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_unique_and_each_is_found() {
        for (index, format) in FORMATS.iter().enumerate() {
            assert!(find_format(format.name()).is_some_and(|found| found.name() == format.name()));
            assert!(format.summary().len() > 8 && format.file_name().contains('.'));
            for other in &FORMATS[..index] {
                assert!(other.name() != format.name() && other.file_name() != format.file_name());
            }
        }
    }

    /// An error names a full disk, whatever was being written.
    #[test]
    fn what_cannot_be_written_says_why() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let reason = full().to_string();
        for error in [WriteError::from(full()), WriteError::from(image::ImageError::IoError(full()))] {
            assert!(error.to_string().ends_with(&reason), "{error}");
        }
    }
}
