//! Contact sheets: many small pictures in rows, each with its caption.

use std::io::Write;

use image::RgbImage;

use crate::map::ground::inks::{INK, PAPER};
use crate::map::layout::sheet::PIXELS_MAX;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::text::{Face, Line, draw_letters};
use crate::map::raster::band::Band;
use crate::map::raster::print::{print, write_image};
use crate::palette::rgb;
use crate::picture_error::PictureError;
use crate::write_error::WriteError;

/// The most tiles on a page.
pub const TILES_MAX: usize = 200;

/// The margin round the page and between tiles, in pixels.
pub(in crate::map) const MARGIN: usize = 28;
const GAP: usize = 18;
/// From the tile to the first base line, and from line to line, in pixels.
const DROP: usize = 18;
const LEADING: usize = 17;
/// The most lines of a caption.
const LINES_MAX: usize = 3;
/// The size of letters, in pixels per em.
const SIZE: f32 = 16.0;
const SIZE_MIN: f32 = 10.0;

/// Writes a page of pictures as a PNG file, row by row in the order given, the caption of each under it.
///
/// A caption may have up to three lines; lines too wide for their tile are set smaller, then cut. Pictures may differ in
/// size. No tiles at all give an empty page.
///
/// # Errors
/// A `WriteError` if there are more than [`TILES_MAX`] tiles or more than [`PIXELS_MAX`] pixels, when nothing is written; or if
/// the writer fails.
pub fn contact_sheet(
    tiles: impl IntoIterator<Item = (String, RgbImage)>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    write_image(&on_a_page(tiles, Row::Bottom)?, out)
}

/// The same as pixels.
pub(in crate::map) fn on_a_page(
    tiles: impl IntoIterator<Item = (String, RgbImage)>,
    row: Row,
) -> Result<RgbImage, PictureError> {
    let tiles: Vec<(String, RgbImage)> = tiles.into_iter().take(TILES_MAX + 1).collect();
    if tiles.len() > TILES_MAX {
        return Err(PictureError::TooManyTiles { tiles: tiles.len(), most: TILES_MAX });
    }
    let page = Page { row, ..Page::new(&tiles)? };
    let layers = tiles.iter().enumerate().flat_map(|(index, tile)| page.layers(index, tile)).collect();
    Ok(print((page.width, page.height), layers, |band| page.paint(band, &tiles)))
}

/// Where the smaller pictures of a row stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::map) enum Row {
    /// At its top.
    Top,
    /// At its bottom, above their captions.
    Bottom,
}

/// Where the tiles lie.
struct Page {
    row: Row,
    columns: usize,
    /// The room of a tile without its caption, in pixels.
    tile: (usize, usize),
    /// From tile to tile, in pixels.
    step: (usize, usize),
    /// The page's width, in pixels.
    width: usize,
    height: usize,
}

impl Page {
    fn new(tiles: &[(String, RgbImage)]) -> Result<Page, PictureError> {
        let most = |size: fn(&RgbImage) -> u32| tiles.iter().map(|(_, tile)| size(tile) as usize).max().unwrap_or(1);
        let tile = (most(RgbImage::width), most(RgbImage::height));
        let lines = tiles.iter().map(|(caption, _)| caption.lines().count().min(LINES_MAX)).max().unwrap_or(0);
        let caption = if lines == 0 { 0 } else { DROP + (lines - 1) * LEADING + LEADING / 3 };
        let step = (tile.0 + GAP, tile.1 + caption + GAP);
        let across = |columns: usize| 2 * MARGIN + columns * step.0 - GAP;
        let down = |rows: usize| 2 * MARGIN + rows * step.1 - GAP;
        // The fewest columns with which the page is about as wide as high, or wider.
        let count = tiles.len().max(1);
        let columns = (1..count).find(|&columns| across(columns) * 10 >= down(count.div_ceil(columns)) * 9);
        let columns = columns.unwrap_or(count);
        let (width, height) = (across(columns), down(count.div_ceil(columns)));
        if (width as u64).saturating_mul(height as u64) > PIXELS_MAX {
            let most = PIXELS_MAX / (step.0 as u64).saturating_mul(step.1 as u64).max(1);
            return Err(PictureError::TooManyTiles { tiles: count, most: (most * 9 / 10) as usize });
        }
        Ok(Page { row: Row::Bottom, columns, tile, step, width, height })
    }

    /// The corner of a tile's place.
    fn corner(&self, index: usize) -> (usize, usize) {
        (MARGIN + index % self.columns * self.step.0, MARGIN + index / self.columns * self.step.1)
    }

    /// The corner of a picture: smaller ones lie in the middle of their place.
    fn picture(&self, index: usize, tile: &RgbImage) -> (usize, usize) {
        let (x, y) = self.corner(index);
        let down = if self.row == Row::Top { 0 } else { self.tile.1 - tile.height() as usize };
        (x + (self.tile.0 - tile.width() as usize) / 2, y + down)
    }

    /// Paints paper, and the parts of the tiles in a band.
    fn paint(&self, band: &mut Band, tiles: &[(String, RgbImage)]) {
        band.colors.fill(PAPER);
        for (index, (_, tile)) in tiles.iter().enumerate() {
            paste(band, tile, self.picture(index, tile));
        }
    }

    /// A thin line round a picture.
    fn edge(&self, index: usize, picture: &RgbImage) -> Layer {
        let (x, y) = self.picture(index, picture);
        let (west, north) = (x as f32 - 1.0, y as f32 - 1.0);
        let (east, south) = (west + picture.width() as f32 + 2.0, north + picture.height() as f32 + 2.0);
        let mut layer = Layer::new(INK, 0.9, Clip::Everywhere);
        layer.ring(&[(west, north), (east, north), (east, south), (west, south)], 1.0);
        layer
    }

    /// The caption of a tile, and the line round it where levels are shown.
    fn layers(&self, index: usize, (caption, picture): &(String, RgbImage)) -> Vec<Layer> {
        let (x, y) = self.corner(index);
        let room = (self.tile.0 + GAP / 2) as f32;
        let line = |(number, text): (usize, &str)| {
            let line = fitted(text, room);
            let start = x as f32 + (self.tile.0 as f32 - line.width) / 2.0;
            let base = y + self.tile.1 + DROP + number * LEADING;
            let mut layer = Layer::new(INK, 0.95, Clip::Everywhere);
            draw_letters(line.face, line.size, &line.straight((start, base as f32)), &mut layer, None);
            layer
        };
        let lines = caption.lines().take(LINES_MAX).enumerate().map(line);
        lines.chain((self.row == Row::Top).then(|| self.edge(index, picture))).collect()
    }
}

/// Paints the part of a picture in a band; its corner is at a pixel of the page.
pub(in crate::map) fn paste(band: &mut Band, picture: &RgbImage, (left, top): (usize, usize)) {
    let bottom = (top + picture.height() as usize).min(band.top + band.rows);
    for y in top.max(band.top)..bottom {
        let line = (y - band.top) * band.width + left;
        let row = picture.rows().nth(y - top).into_iter().flatten();
        for (color, pixel) in band.colors[line..].iter_mut().zip(row) {
            *color = rgb(pixel.0);
        }
    }
}

/// A text as large as fits, cut if it does not fit at all.
fn fitted(text: &str, room: f32) -> Line {
    let line = Line::new(Face::Plain, text, SIZE, 0.0);
    if line.width <= room {
        return line;
    }
    let mut line = Line::new(Face::Plain, text, (SIZE * room / line.width).max(SIZE_MIN), 0.0);
    while line.width > room && line.glyphs.pop().is_some() {
        line.width = line.glyphs.last().map_or(0.0, |&(_, along, wide)| along + wide);
    }
    line
}
