//! Thumbnails: only the map, small, for batches that draw thousands.

use image::RgbImage;
use world::Scenario;

use super::ground::GroundPainter;
use super::icons;
use super::inks::PAPER;
use super::sheet::PageLayout;
use super::texture::Texture;
use super::{PictureStyle, paint_ground, print, rivers};

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
    let sheet = PageLayout::fitted(scenario.world.area, (width, 2 * width));
    let size = (sheet.width, sheet.height);
    if scenario.world.terrain.is_none() {
        return print(size, Vec::new(), |band| band.colors.fill(PAPER));
    }
    let style = PictureStyle { frame: false, grid: false, ..PictureStyle::default() };
    let ground = GroundPainter::new(scenario, &sheet, Texture::flat(), &style);
    let mut layers = Vec::new();
    if sheet.cell >= RIVERS_FROM {
        layers.extend(rivers::layers(scenario, &sheet));
    }
    let marks = icons::marks(scenario, &sheet);
    layers.extend(marks.iter().filter(|mark| mark.icon.settles()).flat_map(|mark| icons::layers(scenario, mark)));
    print(size, layers, |band| paint_ground(band, &sheet, &ground))
}
