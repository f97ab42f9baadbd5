//! Heights, from pictures whose brightness means height and from raw numbers: elevations, and terrain by a legend or by the design's
//! percentiles of relief.

use design::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
use design::{Design, Diagnostic, Diagnostics, PercentileChart, TerrainType};
use grid::{Area, Layer};
use world::World;

use crate::palette::read_entries;
use crate::picture::decode;
use crate::raster::{Raster, Wanted};

/// The elevations of black and white: the lowest and the highest elevation of a design's terrain. For a design without heights 0
/// and 32,767.
#[must_use]
pub fn height_span(design: &Design) -> (i16, i16) {
    let ends = |kind| [design.int(ELEVATION_MIN, kind), design.int(ELEVATION_MAX, kind)];
    let all = || design.cell_terrain().flat_map(ends);
    match (all().min(), all().max()) {
        (Some(low), Some(high)) if low < high => (low as i16, high as i16),
        _ => (0, i16::MAX),
    }
}

/// The elevation for a brightness.
#[must_use]
pub fn elevation_of((low, high): (i16, i16), sample: u16) -> i16 {
    let span = i64::from(high) - i64::from(low);
    (i64::from(low) + (i64::from(sample) * span + 32_767) / 65_535) as i16
}

/// The brightness for an elevation; `None` outside the span. [`elevation_of`] is the inverse.
#[must_use]
pub fn sample_of((low, high): (i16, i16), elevation: i16) -> Option<u16> {
    let span = (i64::from(high) - i64::from(low)).max(1);
    let above = i64::from(elevation) - i64::from(low);
    ((low..=high).contains(&elevation)).then(|| ((above * 65_535 + span / 2) / span) as u16)
}

/// Which terrain lies from which height up: shares of the way from black to white in percent, rising. None leaves the terrain to the
/// design's percentiles of relief.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightLegend(Vec<(f64, TerrainType)>);

impl HeightLegend {
    /// Whether a legend is one of heights rather than of colours.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.contains('%')
    }

    /// Reads `height%=terrain`, separated by commas: `0%=sea,42%=plains,88.5%=mountains`. What lies lower than the first is of its
    /// terrain, too.
    ///
    /// # Errors
    /// A diagnostic if one is no share from 0 to 100, if two are equal, or if one names no type of terrain that fills cells.
    pub fn read(design: &Design, text: &str) -> Result<HeightLegend, Diagnostic> {
        let expected = "height%=terrain, such as 0%=sea,42%=plains";
        let mut entries = read_entries(design, text, expected, |height| {
            let share = height.strip_suffix('%').and_then(|number| number.trim_end().parse::<f64>().ok());
            let share = share.filter(|share| (0.0..=100.0).contains(share));
            share.ok_or_else(|| format!("`{height}` is no height from 0% to 100%"))
        })?;
        entries.sort_by(|one, other| one.0.total_cmp(&other.0));
        match entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                let names = pair.iter().map(|(_, kind)| format!("`{}`", design.name_of(*kind)));
                let names = names.collect::<Vec<_>>().join(" and ");
                let fault = format!("two terrains begin at {}% of the height: {names}", pair[0].0);
                Err(Diagnostic::error("bad-legend", fault).expected("one terrain for each height"))
            }
            None => Ok(HeightLegend(entries)),
        }
    }

    /// The terrain of a sample.
    fn at(&self, sample: u16) -> Option<TerrainType> {
        let share = f64::from(sample) * 100.0 / 65_535.0;
        self.0.iter().rev().find(|(from, _)| *from <= share).or(self.0.first()).map(|&(_, kind)| kind)
    }
}

/// Reads a world from a picture whose brightness, 8 or 16 bits deep, means elevation; its terrain is the legend's, or else the design's
/// at these percentiles of relief. If several pixels belong to a cell, their mean counts. It also returns a warning of percentiles for
/// which the design has no terrain.
///
/// A percentile is the share of cells that are as low or lower, as in GDL's methods. Percentiles of moisture are ignored, so of
/// several types at one relief the lowest-numbered is taken.
///
/// # Errors
/// A diagnostic if the bytes are no picture, if no area has its size, if it is transparent where a cell lies, or if neither legend nor
/// design say which terrain lies at which height.
pub fn read_heights(
    design: &Design,
    file: &str,
    bytes: &[u8],
    wanted: &Wanted,
    legend: &HeightLegend,
) -> Result<(World, Diagnostics), Diagnostics> {
    let image = decode(file, bytes).map_err(one)?.into_luma_alpha16();
    let values = image.pixels().map(|pixel| (pixel.0[1] >= 32_768).then_some(pixel.0[0])).collect();
    let raster = Raster { width: image.width(), height: image.height(), values };
    read_samples(design, file, &raster, height_span(design), wanted, legend)
}

fn one(fault: Diagnostic) -> Diagnostics {
    Diagnostics(vec![fault])
}

/// A world from samples of heights, as [`read_heights`] does it; `span` is the elevation of the samples 0 and 65,535.
pub(crate) fn read_samples(
    design: &Design,
    file: &str,
    raster: &Raster<Option<u16>>,
    span: (i16, i16),
    wanted: &Wanted,
    legend: &HeightLegend,
) -> Result<(World, Diagnostics), Diagnostics> {
    let chart = PercentileChart::new(design);
    if legend.0.is_empty() && chart.is_blank() {
        let message = format!("{file} has heights, and the terrain of `{}` has no `alt-percentile-max`", design.title);
        let fault = Diagnostic::error("no-percentiles", message);
        return Err(one(fault.suggest("give a --legend such as 0%=sea,42%=plains, or another --palette")));
    }
    let area = wanted.area(file, (raster.width, raster.height)).map_err(one)?;
    let heights = mean_heights(&area, raster).map_err(|(column, row)| {
        let message = format!("{file} has no height at column {column}, row {row}, where a cell lies");
        one(Diagnostic::error("no-terrain", message).suggest("fill it, or choose another --area"))
    })?;
    let mut world = World::new(area);
    let (terrain, holes) = classify(design, &chart, legend, &area, &heights);
    world.terrain = Some(terrain);
    let elevation = area.cells().fold(vec![0; area.len()], |mut values, cell| {
        values[cell.index()] = elevation_of(span, heights[cell.index()]);
        values
    });
    world.elevation = Some(Layer::from_values(&area, elevation));
    let warning = (holes > 0).then(|| {
        let first = design.cell_terrain().next().map(|kind| design.name_of(kind)).unwrap_or_default();
        let message = format!("no terrain covers the relief of {holes} cells of {file}: they became `{first}`");
        Diagnostic::warning("percentile-hole", message).suggest("let `alt-percentile-min` and -max cover 0 to 100")
    });
    Ok((world, Diagnostics(warning.into_iter().collect())))
}

/// The mean brightness of each cell's pixels, 0 in the void.
fn mean_heights(area: &Area, raster: &Raster<Option<u16>>) -> Result<Vec<u16>, (u32, u32)> {
    let mut heights = vec![0; area.len()];
    for cell in area.cells() {
        let (mut sum, mut count) = (0_u64, 0_u64);
        for sample in raster.covered(area, cell).flatten() {
            sum += u64::from(sample);
            count += 1;
        }
        if count == 0 {
            let (column, row) = raster.first_covered(area, cell);
            return Err((column + 1, row + 1));
        }
        heights[cell.index()] = ((sum + count / 2) / count) as u16;
    }
    Ok(heights)
}

/// The terrain at each cell's height, by the legend or by percentiles, and how many cells fall into a hole of the chart.
fn classify(
    design: &Design,
    chart: &PercentileChart,
    legend: &HeightLegend,
    area: &Area,
    heights: &[u16],
) -> (Layer<TerrainType>, u32) {
    let mut counts = vec![0_u64; 65_536];
    area.cells().for_each(|cell| counts[usize::from(heights[cell.index()])] += 1);
    let (total, mut up_to) = (area.count() as u64, 0);
    let percentiles: Vec<u8> = counts
        .into_iter()
        .map(|count| {
            up_to += count;
            (100 * up_to / total.max(1)) as u8
        })
        .collect();
    let kinds: Vec<Option<TerrainType>> =
        (0..=100).map(|alt| (0..=100).filter_map(|wet| chart.at(alt, wet)).min()).collect();
    let first = design.cell_terrain().next().unwrap_or(TerrainType(0));
    let mut holes = 0;
    let mut values = vec![first; area.len()];
    for cell in area.cells() {
        let height = heights[cell.index()];
        match legend.at(height).or(kinds[usize::from(percentiles[usize::from(height)])]) {
            Some(kind) => values[cell.index()] = kind,
            None => holes += 1,
        }
    }
    (Layer::from_values(area, values), holes)
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use image::{DynamicImage, ImageBuffer, Luma};
    use proptest::prelude::*;

    use super::*;
    use crate::test_pictures::{design, flat_design, png, upright_rows};

    fn map(width: u32, height: u32, value: impl Fn(u32, u32) -> u16) -> Vec<u8> {
        let image = ImageBuffer::from_fn(width, height, |x, y| Luma([value(x, y)]));
        png(&DynamicImage::ImageLuma16(image))
    }

    #[test]
    fn low_cells_are_sea_and_high_ones_mountains() {
        let wanted = Wanted { shape: Shape::Square4, size: None };
        let bytes = map(100, 3, |x, _| (x * 600) as u16);
        let (world, found) = read_heights(&design(), "h.png", &bytes, &wanted, &HeightLegend::default()).unwrap();
        assert!(found.0.is_empty(), "{found:?}");
        // Sea up to percentile 50, that is fifty columns; mountains from 91 on.
        let row = ["s".repeat(50), "p".repeat(40), "m".repeat(10)].concat();
        assert_eq!(upright_rows(&world, &design()), [row.as_str(); 3]);
        let elevation = world.elevation.unwrap();
        let row: Vec<i16> = elevation.values()[..100].to_vec();
        // The design's heights go from -1000 to 3000.
        assert_eq!((row[0], row[50]), (-1000, -1000 + (30_000 * 4000 / 65_535) as i16));
        assert!(row.is_sorted() && row[99] < 3000);
    }

    #[test]
    fn eight_bits_and_transparency_are_read_too() {
        let grey = image::GrayAlphaImage::from_fn(4, 4, |x, _| image::LumaA([if x < 2 { 0 } else { 255 }, 255]));
        let wanted = Wanted { shape: Shape::Square4, size: None };
        let (world, _) =
            read_heights(&design(), "h.png", &png(&DynamicImage::ImageLumaA8(grey)), &wanted, &HeightLegend::default())
                .unwrap();
        assert_eq!(world.elevation.unwrap().values()[..4], [-1000, -1000, 3000, 3000]);
        let clear = image::GrayAlphaImage::from_pixel(4, 4, image::LumaA([9, 0]));
        let fault = read_heights(
            &design(),
            "h.png",
            &png(&DynamicImage::ImageLumaA8(clear)),
            &wanted,
            &HeightLegend::default(),
        )
        .unwrap_err();
        assert_eq!(
            fault.0[0].to_string(),
            "error[no-terrain]: h.png has no height at column 1, row 4, where a cell lies; fill it, or choose another \
            --area"
        );
    }

    #[test]
    fn several_pixels_give_their_mean() {
        let wanted = Wanted { shape: Shape::Square4, size: Some((3, 3)) };
        let bytes = map(6, 6, |x, y| if (x + y) % 2 == 0 { 65_535 } else { 0 });
        let (world, _) = read_heights(&design(), "h.png", &bytes, &wanted, &HeightLegend::default()).unwrap();
        assert_eq!(world.elevation.unwrap().values(), [1000; 9]);
    }

    #[test]
    fn designs_without_percentiles_are_refused() {
        let wanted = Wanted { shape: Shape::Square4, size: None };
        let fault =
            read_heights(&flat_design(), "h.png", &map(4, 4, |_, _| 5), &wanted, &HeightLegend::default()).unwrap_err();
        assert_eq!(
            fault.0[0].to_string(),
            "error[no-percentiles]: h.png has heights, and the terrain of `Flat` has no `alt-percentile-max`; \
            give a --legend such as 0%=sea,42%=plains, or another --palette"
        );
    }

    /// A legend needs no percentiles, and decides by height alone.
    #[test]
    fn a_legend_says_which_terrain_lies_from_which_height_up() {
        let wanted = Wanted { shape: Shape::Square4, size: None };
        let (flat, design) = (flat_design(), design());
        let legend = HeightLegend::read(&design, "50%=plains, 10%=sea,90.5 %=mountains,").unwrap();
        let bytes = map(101, 3, |x, _| (x * 65_535).div_ceil(100) as u16);
        let (world, found) = read_heights(&design, "h.png", &bytes, &wanted, &legend).unwrap();
        assert!(found.0.is_empty(), "{found:?}");
        let row = ["s".repeat(50), "p".repeat(41), "m".repeat(10)].concat();
        assert_eq!(upright_rows(&world, &design), [row.as_str(); 3]);
        assert_eq!(world.elevation.unwrap().values()[100], 3000, "elevations are still the design's");
        let name = flat.name_of(flat.cell_terrain().next().unwrap()).to_owned();
        let legend = HeightLegend::read(&flat, &format!("0%={name}")).unwrap();
        assert!(read_heights(&flat, "h.png", &bytes, &wanted, &legend).is_ok());
    }

    #[test]
    fn legends_of_heights_are_refused_with_the_reason() {
        assert!(HeightLegend::is_meant("0%=sea") && !HeightLegend::is_meant("3b74b4=sea"));
        let fault = |text| HeightLegend::read(&design(), text).unwrap_err().to_string();
        let expected = "expected height%=terrain, such as 0%=sea,42%=plains";
        assert_eq!(
            fault("0%=sea,3b74b4=plains"),
            format!("error[bad-legend]: `3b74b4` is no height from 0% to 100%: {expected}")
        );
        assert_eq!(fault("101%=sea"), format!("error[bad-legend]: `101%` is no height from 0% to 100%: {expected}"));
        assert_eq!(
            fault("40%=sea,40%=plains"),
            "error[bad-legend]: two terrains begin at 40% of the height: `sea` and `plains`: expected one terrain for each height"
        );
        assert!(fault("4%=see").starts_with("error[unknown-terrain]"), "{}", fault("4%=see"));
    }

    proptest! {
        #[test]
        fn elevations_come_back(low: i16, high: i16, elevation: i16) {
            prop_assume!(low < high);
            match sample_of((low, high), elevation) {
                Some(sample) => prop_assert_eq!(elevation_of((low, high), sample), elevation),
                None => prop_assert!(elevation < low || elevation > high),
            }
            prop_assert_eq!((elevation_of((low, high), 0), elevation_of((low, high), u16::MAX)), (low, high));
        }
    }
}
