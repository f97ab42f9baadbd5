//! The registry of formats: what a scenario can be written as. A new one is a file and a line in [`FORMATS`].

use std::io::Write;

use world::Scenario;

use crate::cell_grids::{CellsPng, HeightsPng, TerrainText};
use crate::fairness_json::FairnessJson;
use crate::page::ScenarioPage;
use crate::picture::{MapPng, PictureError};
use crate::provinces_json::ProvincesJson;
use crate::scenario_gdl::ScenarioGdl;
use crate::scenario_ron::ScenarioRon;

/// A way to write a scenario.
pub trait Format: Sync {
    /// The name that users type: `png`.
    fn name(&self) -> &'static str;

    /// What one gets, in a line.
    fn summary(&self) -> &'static str;

    /// The name of the file that is written: `map.png`.
    fn file_name(&self) -> &'static str;

    /// Writes it.
    ///
    /// # Errors
    /// If the scenario lacks what the format is about, or the writer fails.
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

/// Why nothing, or not everything, was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is no such picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The scenario carries no verdict.
    #[error("the scenario has not been measured: measure its fairness first")]
    NotMeasured,
    /// There are no provinces.
    #[error("the scenario has no provinces: add the method `make-provinces` to its recipe")]
    NoProvinces,
    /// There are no heights.
    #[error("the scenario has no elevations: let its design say `elevation-min` and `elevation-max`")]
    NoElevation,
    /// A height beyond what black and white stand for.
    #[error("an elevation of {height} lies beyond those of the design's terrain, {low} to {high}")]
    Elevation {
        /// As it is.
        height: i16,
        /// The lowest elevation that the design's terrain can have.
        low: i16,
        /// The highest.
        high: i16,
    },
    /// The pixels could not be packed.
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

    /// A full disk is named, whatever was being written.
    #[test]
    fn what_cannot_be_written_says_why() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let reason = full().to_string();
        for error in [WriteError::from(full()), WriteError::from(image::ImageError::IoError(full()))] {
            assert!(error.to_string().ends_with(&reason), "{error}");
        }
    }
}
