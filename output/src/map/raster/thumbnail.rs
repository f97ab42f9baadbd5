//! Thumbnails: only the map, small, for batches that draw thousands.

use std::sync::Arc;

use image::RgbImage;
use world::Scenario;

use crate::map::ground::inks::PAPER;
use crate::map::ground::painter::GroundPainter;
use crate::map::ground::texture::Texture;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::icons;
use crate::map::marks::rivers;
use crate::map::raster::paper::paint_ground;
use crate::map::raster::print::print;
use crate::map::style::PictureStyle;

/// The widest that a thumbnail can be, in pixels.
const WIDTH_MAX: u32 = 1024;
/// The least width of cells that show rivers, in pixels; on smaller ones rivers would cover everything.
const RIVERS_FROM: f32 = 2.5;

/// The map alone, at most `width` pixels wide and twice as high: land and sea, rivers, countries and cities; no names, no legend,
/// no texture.
///
/// The width is clamped to 1 to 1024. A world without terrain is an empty sheet of paper.
#[must_use]
pub fn thumbnail(scenario: &Scenario, width: u32) -> RgbImage {
    let width = width.clamp(1, WIDTH_MAX);
    let levels = scenario.world.area.levels();
    if levels > 1 {
        return side_by_side(scenario, width);
    }
    let sheet = PageLayout::fitted(scenario.world.area, (width, 2 * width));
    let size = (sheet.width, sheet.height);
    if scenario.world.terrain.is_none() {
        return print(size, Vec::new(), |band| band.colors.fill(PAPER));
    }
    let style = PictureStyle { frame: false, grid: false, ..PictureStyle::default() };
    let ground = GroundPainter::new(scenario, &sheet, Arc::new(Texture::flat()), &style, None, None);
    let mut layers = Vec::new();
    if sheet.cell >= RIVERS_FROM {
        layers.extend(rivers::layers(scenario, &sheet));
    }
    let marks = icons::marks(scenario, &sheet);
    layers.extend(marks.iter().filter(|mark| mark.icon.settles()).flat_map(|mark| icons::layers(scenario, mark)));
    print(size, layers, |band| paint_ground(band, &sheet, &ground))
}

/// About how many pictures stand beside each other.
const fn columns(levels: u32) -> u32 {
    let mut columns = 1;
    while columns * columns < levels {
        columns += 1;
    }
    columns
}

/// The thumbnails of all levels in rows, with a strip of paper between.
fn side_by_side(scenario: &Scenario, width: u32) -> RgbImage {
    const GAP: u32 = 2;
    let levels = scenario.world.area.levels();
    let columns = columns(levels);
    let each = (width.saturating_sub((columns - 1) * GAP) / columns).max(1);
    let tiles: Vec<RgbImage> = (0..levels).map(|level| thumbnail(&scenario.level(level), each)).collect();
    let (wide, high) = tiles[0].dimensions();
    let rows = levels.div_ceil(columns);
    let paper = image::Rgb(PAPER.map(|part| part as u8));
    let size = (columns * (wide + GAP) - GAP, rows * (high + GAP) - GAP);
    let mut page = RgbImage::from_pixel(size.0, size.1, paper);
    for (index, tile) in (0..).zip(&tiles) {
        let (x, y) = (index % columns * (wide + GAP), index / columns * (high + GAP));
        image::imageops::replace(&mut page, tile, i64::from(x), i64::from(y));
    }
    page
}
