//! Cells of sides that no supply reaches: hatched in a darker shade of their owner.

use contract::Chart;
use world::Scenario;

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::palette::{Rgb, mix, rgb, side_color};

/// The least width of cells, in pixels, in which lines can be told apart.
const CELL_LEAST: f32 = 5.0;

/// The hatching of all cells that are cut off.
pub(in crate::map) fn layers(scenario: &Scenario, told: &Chart, sheet: &PageLayout) -> Vec<Layer> {
    if sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let of_zone = |zone: &contract::Zone| {
        let mut ink = hatching(rgb(side_color(scenario, zone.side)), Clip::Map);
        zone.cells.iter().for_each(|&cell| hatch(sheet.pixels(sheet.center(cell)), sheet.cell, &mut ink));
        ink
    };
    told.cut_off.iter().map(of_zone).collect()
}

fn hatching(fill: Rgb, clip: Clip) -> Layer {
    Layer::new(mix(fill, INK, 0.55), 0.8, clip)
}

/// Three strokes, the middle one through the point.
fn hatch((x, y): Point, cell: f32, ink: &mut Layer) {
    let (reach, half) = (0.36 * cell, (0.03 * cell).clamp(0.45, 1.3));
    for (from, to) in [((-1.0, 1.0), (1.0, -1.0)), ((0.0, 1.0), (1.0, 0.0)), ((-1.0, 0.0), (0.0, -1.0))] {
        let place = |(right, down): Point| (x + right * reach, y + down * reach);
        ink.segment(Segment { from: place(from), to: place(to), half: (half, half) });
    }
}

/// An example for a legend, round a point.
pub(in crate::map) fn example(at: Point, fill: Rgb) -> Vec<Layer> {
    let mut ink = hatching(fill, Clip::Everywhere);
    hatch(at, 24.0, &mut ink);
    vec![ink]
}
