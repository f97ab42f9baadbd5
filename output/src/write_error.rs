//! Why a scenario was not written.

use crate::picture_error::PictureError;

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
    /// There is no such level.
    #[error("the scenario has no level {level}: expected a level from 1 to {levels}")]
    NoLevel {
        /// The level that was asked for, from 1.
        level: u32,
        /// How many there are.
        levels: u32,
    },
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
    /// The map is larger than the program takes.
    #[error("{format} takes no map of {width}x{height}: expected at most {most}")]
    TooLarge {
        /// The format.
        format: &'static str,
        /// The width of its map.
        width: u32,
        /// The height of its map.
        height: u32,
        /// What it takes.
        most: String,
    },
    /// The program has no squares.
    #[error("{format} has hexes alone: roll an area of hexes")]
    HexesOnly {
        /// The format.
        format: &'static str,
    },
    /// An option does not go with the shape of the area.
    #[error("{format} cannot keep a {shape} with {option}: choose {right}")]
    Option {
        /// The format.
        format: &'static str,
        /// The option with its value.
        option: &'static str,
        /// The shape.
        shape: &'static str,
        /// The option that does.
        right: &'static str,
    },
    /// The design gives a type a code that the program does not know.
    #[error("the code `{code}` that the design gives `{kind}` means nothing in {format}: expected {right}")]
    Code {
        /// The format.
        format: &'static str,
        /// The type.
        kind: String,
        /// Its code.
        code: String,
        /// Those that are known.
        right: String,
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
