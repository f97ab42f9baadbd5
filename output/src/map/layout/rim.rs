//! The rim of a map that wraps: some cells beyond each seam repeat the other side, dimmed, so that the eye can follow a way over it.

use contract::Chart;
use grid::Area;

use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::style::PictureStyle;
use crate::palette::Rgb;

/// The cells of a rim where nobody asks for a number and ships fly over the seams.
const CELLS: u32 = 6;

/// The same where the map wraps on all sides: what lies on the seams is read whole.
const CELLS_OF_TORUS: u32 = 3;

/// The rim of a picture: what is asked for, else some cells where ships fly over seams, and where all sides meet.
pub(in crate::map) fn asked(area: &Area, style: &PictureStyle, told: Option<&Chart>) -> Option<u32> {
    let wraps = area.wraps_x() && area.wraps_y();
    style.rim.or(told.filter(|told| told.has_vessels()).map(|_| CELLS)).or(wraps.then_some(CELLS_OF_TORUS))
}

/// The columns of an area with those that repeat.
pub(in crate::map) fn columns(area: &Area, rim: Option<u32>) -> u32 {
    let beside = if area.wraps_x() { rim.unwrap_or(0).min(area.width()) } else { 0 };
    area.width() + 2 * beside
}

const VEIL: Rgb = [16.0, 16.0, 20.0];
const SEAM: Rgb = [226.0, 222.0, 208.0];

/// Draws the marks of these layers again wherever the map repeats; without a rim nothing.
pub(in crate::map) fn repeat(layers: &mut [Layer], sheet: &PageLayout) {
    if sheet.rim != (0, 0) {
        layers.iter_mut().for_each(|layer| layer.repeat(&sheet.repeats(), sheet.map_box()));
    }
}

/// What dims the rim, and the line along the seams; nothing without a rim.
pub(in crate::map) fn veil(sheet: &PageLayout) -> Vec<Layer> {
    if sheet.rim == (0, 0) {
        return Vec::new();
    }
    let ([west, north, east, south], [left, top, right, bottom]) = (sheet.map_box(), sheet.own_box());
    let mut veil = Layer::new(VEIL, 0.46, Clip::Map);
    let mut cover = |west: f32, north: f32, east: f32, south: f32| {
        veil.fill(vec![(west, north), (east, north), (east, south), (west, south)]);
    };
    cover(west, north, east, top);
    cover(west, bottom, east, south);
    cover(west, top, left, bottom);
    cover(right, top, east, bottom);
    let mut seam = Layer::new(SEAM, 0.5, Clip::Map);
    if sheet.rim.0 > 0 {
        seam.chain(&[(left, top), (left, bottom)], 0.6);
        seam.chain(&[(right, top), (right, bottom)], 0.6);
    }
    if sheet.rim.1 > 0 {
        seam.chain(&[(left, top), (right, top)], 0.6);
        seam.chain(&[(left, bottom), (right, bottom)], 0.6);
    }
    vec![veil, seam]
}
