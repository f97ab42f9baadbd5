//! Regions of a chart: their borders in the colours of their owners. What they are called, and what stands there, is among the names.

use contract::Chart;
use grid::Direction;
use world::Scenario;

use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::palette::{rgb, side_color};

/// The least width of cells, in pixels, that have room for a line on each side of a border.
const CELL_LEAST: f32 = 4.0;
/// How far within its cell the line lies, as a part of the way to the middle.
const INSET: f32 = 0.14;

/// A line along the inside of all regions of a side, where its land ends; none along shores, which show it themselves.
pub(in crate::map) fn layers(scenario: &Scenario, told: &Chart, sheet: &PageLayout) -> Vec<Layer> {
    if told.regions.is_empty() || sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let mut owners: Vec<Option<Option<usize>>> = vec![None; sheet.area.len()];
    for region in &told.regions {
        region.cells.iter().for_each(|cell| owners[cell.index()] = Some(region.side));
    }
    let liquid = scenario.world.liquid_mask(&scenario.design);
    let geometry = sheet.lattice_geometry;
    let half = (0.055 * sheet.cell).clamp(0.5, 2.2);
    let mut bands: Vec<Layer> = Vec::new();
    for side in 0..scenario.sides.len() {
        let mut band = Layer::new(rgb(side_color(scenario, side)), 0.95, Clip::Land);
        let own = told.regions.iter().filter(|region| region.side == Some(side));
        for &cell in own.flat_map(|region| &region.cells) {
            let (x, y) = sheet.center(cell);
            let corner = |number: usize| -> Point {
                let (right, down) = geometry.corner(number);
                sheet.pixels((x + right * (1.0 - INSET), y + down * (1.0 - INSET)))
            };
            for number in 0..geometry.corners.len() {
                let beyond = sheet.area.neighbor(cell, Direction((number * geometry.turn) as u8));
                let ends =
                    |near: grid::Cell| owners[near.index()].map_or(!liquid[near.index()], |owner| owner != Some(side));
                if beyond.is_some_and(ends) {
                    band.segment(Segment { from: corner(number), to: corner(number + 1), half: (half, half) });
                }
            }
        }
        bands.push(band);
    }
    bands.retain(|band| !band.is_empty());
    bands
}
