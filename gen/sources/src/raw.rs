//! Raw heights: numbers of 16 bits without a head, and the scale beside them that says what they are.

use std::borrow::Cow;

use design::{Design, Diagnostic, Diagnostics};
use serde::{Deserialize, Serialize};
use world::World;

use crate::heights::{HeightLegend, height_span, read_samples};
use crate::picture::PIXELS_MAX;
use crate::raster::{Raster, Wanted};

/// `heights-scale.json`: what somebody needs to know to read the numbers. The order of fields is the order of keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeightScale<'a> {
    /// Of this form: 1.
    pub version: u32,
    /// The file with the numbers.
    pub file: Cow<'a, str>,
    /// Samples in a row.
    pub width: u32,
    /// Rows, from the north to the south.
    pub height: u32,
    /// How a sample is kept: [`HeightScale::SAMPLE`].
    pub sample: Cow<'a, str>,
    /// The elevation of the sample 0, in the design's own unit; others lie between the two in proportion, rounded.
    pub elevation_of_0: i16,
    /// That of the sample 65,535.
    pub elevation_of_65535: i16,
    /// The lowest elevation of this world.
    pub lowest: i16,
    /// The highest one.
    pub highest: i16,
    /// `hex` or `square`.
    pub cell: Cow<'a, str>,
    /// The shape of the area.
    pub shape: Cow<'a, str>,
    /// The distance of rows, in widths of cells.
    pub row_distance: f64,
    /// Which rows, counted from 0 in the north, lie half a cell farther to the east.
    pub shifted_rows: Cow<'a, str>,
    /// For each row of a hexagon, the first sample that is a cell, and how many there are; samples beside them are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<[u32; 2]>>,
}

impl<'a> HeightScale<'a> {
    /// How samples are kept.
    pub const SAMPLE: &'static str = "unsigned, 16 bits, little-endian";
    /// The version of this form.
    pub const VERSION: u32 = 1;

    /// Reads the text of a scale.
    ///
    /// # Errors
    /// A diagnostic if it is none, or one of numbers that are kept in another way.
    pub fn read(file: &str, text: &'a str) -> Result<HeightScale<'a>, Diagnostic> {
        let fault = |message: String| Diagnostic::error("bad-scale", format!("{file}: {message}"));
        let scale: HeightScale<'_> = serde_json::from_str(text)
            .map_err(|error| fault(error.to_string()).expected("the scale that the format `raw` writes"))?;
        match (scale.version, &*scale.sample) {
            (HeightScale::VERSION, HeightScale::SAMPLE) => Ok(scale),
            (HeightScale::VERSION, other) => Err(fault(format!("samples are `{other}`")).expected(HeightScale::SAMPLE)),
            (other, _) => {
                Err(fault(format!("it has version {other}")).expected(format!("version {}", HeightScale::VERSION)))
            }
        }
    }

    /// Whether there is a cell at a sample.
    fn is_cell(&self, column: u32, row: u32) -> bool {
        let Some(rows) = &self.rows else { return true };
        let within = |&[first, count]: &[u32; 2]| column >= first && column - first < count;
        rows.get(row as usize).is_some_and(within)
    }
}

/// Reads a world from raw heights, as [`crate::read_heights`] does from a picture. Without a scale they are a square, from the lowest to the
/// highest elevation of the design.
///
/// # Errors
/// A diagnostic if the file has another size than its scale says, if it is no square and has no scale, or as for
/// [`crate::read_heights`].
pub fn read_raw(
    design: &Design,
    file: &str,
    bytes: &[u8],
    scale: Option<&HeightScale<'_>>,
    wanted: &Wanted,
    legend: &HeightLegend,
) -> Result<(World, Diagnostics), Diagnostics> {
    let fault = |code, message: String| Diagnostic::error(code, message);
    let one = |fault: Diagnostic| Diagnostics(vec![fault]);
    let samples = (bytes.len() / 2) as u64;
    if samples > u64::from(PIXELS_MAX) {
        let message = format!("{file} has {samples} samples");
        return Err(one(fault("too-large", message).expected(format!("at most {PIXELS_MAX}"))));
    }
    let side = samples.isqrt() as u32;
    let (width, height) = scale.map_or((side, side), |scale| (scale.width, scale.height));
    if bytes.is_empty() || u64::from(width) * u64::from(height) * 2 != bytes.len() as u64 {
        let message = match scale {
            Some(_) => format!("{file} has {} bytes, and its scale says {width}x{height} samples", bytes.len()),
            None => format!("{file} has {} bytes, which is no square of samples, and no scale", bytes.len()),
        };
        let right = "two bytes for each sample, and a scale such as heights-scale.json beside heights.raw";
        return Err(one(fault("bad-heights", message).expected(right)));
    }
    let sample = |(index, pair): (u32, &[u8])| {
        let is_cell = scale.is_none_or(|scale| scale.is_cell(index % width, index / width));
        is_cell.then(|| u16::from_le_bytes([pair[0], pair[1]]))
    };
    let values = (0..).zip(bytes.chunks_exact(2)).map(sample).collect();
    let span = scale.map_or(height_span(design), |scale| (scale.elevation_of_0, scale.elevation_of_65535));
    read_samples(design, file, &Raster { width, height, values }, span, wanted, legend)
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::test_pictures::{design, upright_rows};

    const WANTED: Wanted = Wanted { shape: Shape::Square4, size: None };

    fn scale(width: u32, height: u32) -> String {
        format!(
            r#"{{"version":1,"file":"h.raw","width":{width},"height":{height},"sample":"unsigned, 16 bits, little-endian",
            "elevation_of_0":-10,"elevation_of_65535":90,"lowest":0,"highest":1,"cell":"square","shape":"square4",
            "row_distance":1.0,"shifted_rows":"none"}}"#
        )
    }

    fn bytes(samples: &[u16]) -> Vec<u8> {
        samples.iter().flat_map(|sample| sample.to_le_bytes()).collect()
    }

    #[test]
    fn the_scale_says_how_wide_a_row_is_and_what_a_sample_means() {
        let design = design();
        let legend = HeightLegend::read(&design, "0%=sea,50%=plains").unwrap();
        let samples: Vec<u16> = (0..20).map(|index| if index % 5 < 2 { 0 } else { 65_535 }).collect();
        let text = scale(5, 4);
        let scale = HeightScale::read("h-scale.json", &text).unwrap();
        let (world, _) = read_raw(&design, "h.raw", &bytes(&samples), Some(&scale), &WANTED, &legend).unwrap();
        assert_eq!(upright_rows(&world, &design), ["ssppp"; 4]);
        assert_eq!(world.elevation.unwrap().values()[..5], [-10, -10, 90, 90, 90]);
        let (world, _) = read_raw(&design, "h.raw", &bytes(&samples[..16]), None, &WANTED, &legend).unwrap();
        assert_eq!((world.area.width(), world.area.height()), (4, 4));
        // The samples 12 to 15 are the southernmost row.
        assert_eq!(world.elevation.unwrap().values()[..4], [3000, 3000, 3000, -1000], "the design's own heights");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let design = design();
        let told = |bytes: &[u8], scale: Option<&HeightScale<'_>>| {
            let read = read_raw(&design, "h.raw", bytes, scale, &WANTED, &HeightLegend::default());
            read.unwrap_err().0[0].to_string()
        };
        let right = "expected two bytes for each sample, and a scale such as heights-scale.json beside heights.raw";
        assert_eq!(
            told(&[0; 30], None),
            format!("error[bad-heights]: h.raw has 30 bytes, which is no square of samples, and no scale: {right}")
        );
        let text = scale(5, 4);
        assert_eq!(
            told(&[0; 39], Some(&HeightScale::read("s", &text).unwrap())),
            format!("error[bad-heights]: h.raw has 39 bytes, and its scale says 5x4 samples: {right}")
        );
        let fault = |text: &str| HeightScale::read("s.json", text).unwrap_err().to_string();
        assert_eq!(
            fault(&scale(5, 4).replace("16 bits", "8 bits")),
            "error[bad-scale]: s.json: samples are `unsigned, 8 bits, little-endian`: expected unsigned, 16 bits, little-endian"
        );
        assert_eq!(
            fault(&scale(5, 4).replace("\"version\":1", "\"version\":2")),
            "error[bad-scale]: s.json: it has version 2: expected version 1"
        );
        assert!(fault("{").starts_with("error[bad-scale]: s.json: EOF"), "{}", fault("{"));
    }
}
