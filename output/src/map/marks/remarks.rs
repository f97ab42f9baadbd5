//! What a chart says of single cells: a sign in a corner of each. A legend has the words by the sign's number; without a legend there is
//! none to look up, and the sign only calls.

use contract::Chart;
use grid::Cell;

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::Rect;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::realms::write;
use crate::palette::Rgb;

/// The least width of cells, in pixels, that have room for a sign.
const CELL_LEAST: f32 = 8.0;
const FILL: Rgb = [196.0, 62.0, 36.0];
const LETTERS: Rgb = [255.0, 250.0, 240.0];

/// A sign of which something is told.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::map) struct RemarkSign {
    pub(in crate::map) at: Point,
    pub(in crate::map) radius: f32,
    pub(in crate::map) text: String,
}

/// The cells of which something is told, each once, in the order of what is told.
fn cells(told: &Chart) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for cell in told.remarks.iter().filter_map(|remark| remark.cell) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// What a legend says of each of these cells, in their order.
pub(in crate::map) fn words(told: &Chart) -> Vec<String> {
    cells(told).into_iter().map(|cell| told.remarks_at(cell).collect::<Vec<_>>().join("; ")).collect()
}

/// The signs of all cells, in their upper left corners: badges of stacks and flags are to the right.
pub(in crate::map) fn place(told: &Chart, sheet: &PageLayout) -> Vec<RemarkSign> {
    if sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let radius = (0.2 * sheet.cell).clamp(4.2, 9.0);
    let sign = |(index, cell): (usize, Cell)| {
        let (x, y) = sheet.pixels(sheet.center(cell));
        let text = if sheet.framed { (index + 1).to_string() } else { "!".to_owned() };
        RemarkSign { at: (x - 0.34 * sheet.cell, y - 0.34 * sheet.cell), radius, text }
    };
    cells(told).into_iter().enumerate().map(sign).collect()
}

impl RemarkSign {
    /// The box that it covers.
    pub(in crate::map) fn rect(&self) -> Rect {
        Rect::around(self.at, self.radius + 1.0)
    }

    /// Its layers.
    pub(in crate::map) fn layers(&self, clip: Clip) -> Vec<Layer> {
        let mut rim = Layer::new(INK, 0.95, clip);
        rim.disk(self.at, self.radius + 1.0);
        let mut disk = Layer::new(FILL, 1.0, clip);
        disk.disk(self.at, self.radius);
        let mut ink = Layer::new(LETTERS, 1.0, clip);
        write(&self.text, self.at, self.radius * if self.text.len() > 1 { 1.5 } else { 1.9 }, &mut ink);
        vec![rim, disk, ink]
    }
}

/// An example for a legend, round a point.
pub(in crate::map) fn example(number: usize, at: Point) -> Vec<Layer> {
    RemarkSign { at, radius: 8.5, text: number.to_string() }.layers(Clip::Everywhere)
}
