//! `heights.raw`: elevations for engines that read raw heights, with the scale beside them that such a file cannot tell.

use grid::{Edges, Lattice};
use sources::{HeightScale, height_span, sample_of};
use world::Scenario;

use crate::cell_grids::upright;
use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// The format `raw`.
pub(crate) struct HeightsRaw;

impl Format for HeightsRaw {
    fn name(&self) -> &'static str {
        "raw"
    }

    fn summary(&self) -> &'static str {
        "elevations as raw numbers of 16 bits, little-endian, with their scale beside them"
    }

    fn files(&self) -> &'static [&'static str] {
        &["heights.raw", "heights-scale.json"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["raw"]
    }

    fn tells_heights(&self) -> bool {
        true
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let area = &scenario.world.area;
        let elevation = scenario.world.elevation.as_ref().ok_or(WriteError::NoElevation)?;
        let span = height_span(&scenario.design);
        let mut bytes = Vec::with_capacity(area.len() * 2);
        for cell in upright(area) {
            let sample = match cell.map(|cell| elevation[cell]) {
                Some(height) => {
                    let beyond = WriteError::Elevation { height, low: span.0, high: span.1 };
                    sample_of(span, height).ok_or(beyond)?
                }
                None => 0,
            };
            bytes.extend(sample.to_le_bytes());
        }
        let heights = || area.cells().map(|cell| elevation[cell]);
        let is_hex = area.shape().lattice() == Lattice::Hex;
        let shift_of_first = area.row(area.height() - 1).next().map_or(0, |index| {
            let (right, _) = area.upright(grid::Cell(index as u32));
            right % 2
        });
        let rows = (area.shape().edges() == Edges::Hexagon).then(|| {
            let rows = (0..area.height()).rev().map(|row| area.row(row));
            let place = |index: usize| area.upright(grid::Cell(index as u32)).0 / 2;
            rows.map(|row| [place(row.start), row.len() as u32]).collect()
        });
        let file = sink.name_of("heights.raw");
        let scale = HeightScale {
            version: HeightScale::VERSION,
            file: file.into(),
            width: area.width(),
            height: area.height(),
            sample: HeightScale::SAMPLE.into(),
            elevation_of_0: span.0,
            elevation_of_65535: span.1,
            lowest: heights().min().unwrap_or(span.0),
            highest: heights().max().unwrap_or(span.1),
            cell: if is_hex { "hex" } else { "square" }.into(),
            shape: area.shape().name().into(),
            row_distance: if is_hex { 0.866_025 } else { 1.0 },
            shifted_rows: match (is_hex, shift_of_first) {
                (false, _) => "none",
                (true, 0) => "odd",
                (true, _) => "even",
            }
            .into(),
            rows,
        };
        sink.file("heights.raw")?.write_all(&bytes)?;
        let mut text = serde_json::to_string_pretty(&scale).expect("texts and numbers are always JSON");
        text.push('\n');
        sink.file("heights-scale.json")?.write_all(text.as_bytes())?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use grid::{Layer, Shape};
    use proptest::prelude::*;

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A reader that knows the two files alone finds each cell's elevation where the cell is drawn.
        #[test]
        fn heights_come_back(shape in 0..Shape::ALL.len(), width in 3_u32..30, height in 4_u32..30, seed: u32) {
            let mut scenario = sample(Shape::ALL[shape], width, height, 1);
            let area = scenario.world.area;
            let heights = (0..area.len() as u32).map(|index| (index.wrapping_mul(seed) >> 17) as i16).collect();
            scenario.world.elevation = Some(Layer::from_values(&area, heights));
            let written = FormatChoice::usual(&HeightsRaw).write_as(&scenario, "mine.raw").unwrap();
            let names: Vec<&str> = written.files.iter().map(|(name, _)| name.as_str()).collect();
            prop_assert_eq!(names, ["mine.raw", "mine-scale.json"]);
            let scale: serde_json::Value = serde_json::from_slice(&written.files[1].1).unwrap();
            prop_assert_eq!(scale["file"].as_str(), Some("mine.raw"));
            let number = |key: &str| scale[key].as_i64().unwrap();
            let (wide, rows) = (number("width") as usize, number("height") as usize);
            let bytes = &written.files[0].1;
            prop_assert_eq!(bytes.len(), 2 * wide * rows);
            let (low, high) = (number("elevation_of_0"), number("elevation_of_65535"));
            let (mut least, mut most) = (i64::MAX, i64::MIN);
            let first_shifted = match scale["shifted_rows"].as_str() {
                Some("none") => None,
                Some("odd") => Some(1),
                found => { prop_assert_eq!(found, Some("even")); Some(0) }
            };
            let mut cells = 0;
            for row in 0..rows {
                let (start, count) = match scale.get("rows") {
                    Some(all) => (all[row][0].as_u64().unwrap() as usize, all[row][1].as_u64().unwrap() as usize),
                    None => (0, wide),
                };
                for column in start..start + count {
                    let at = 2 * (row * wide + column);
                    let sample = i64::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
                    let elevation = low + (sample * (high - low) + 32_767) / 65_535;
                    (least, most) = (least.min(elevation), most.max(elevation));
                    let shift = u32::from(first_shifted == Some(row % 2));
                    let upright = (2 * column as u32 + shift, row as u32);
                    let cell = area.cells().find(|&cell| area.upright(cell) == upright);
                    prop_assert!(cell.is_some(), "{:?}", upright);
                    let own = scenario.world.elevation.as_ref().unwrap()[cell.unwrap()];
                    prop_assert_eq!(elevation, i64::from(own));
                    cells += 1;
                }
            }
            prop_assert_eq!(cells, area.count());
            prop_assert_eq!((number("lowest"), number("highest")), (least, most));
        }
    }

    #[test]
    fn a_world_without_elevations_is_told() {
        let mut scenario = sample(Shape::Rectangle, 8, 8, 1);
        scenario.world.elevation = None;
        let fault = FormatChoice::usual(&HeightsRaw).write(&scenario).unwrap_err();
        assert!(fault.to_string().contains("no elevations"), "{fault}");
    }
}
