//! Thumbnails: a map as small as a stamp, and many of them on one sheet.
//!
//! A thumbnail shows land, heights, countries and where each side begins, cell by cell, without textures and names: so
//! small they would not be seen, and they take longer than making the world.

use grid::Cell;
use image::RgbImage;
use image::imageops::replace;
use rayon::prelude::*;
use world::Scenario;

use super::canvas::{BAND, Band, Clip, Layer};
use super::ground::{INK, PAPER};
use super::sheet::Sheet;
use super::text::{Face, Line, draw_letters};
use super::{PictureError, PictureStyle};
use crate::palette::{Rgb, mix, rgb, side_color, terrain_colors};

/// The widest thumbnail, and the highest for its width: a world that is far higher than wide is drawn narrower.
const WIDTH_MAX: u32 = 4096;

/// Samples across a pixel.
const SAMPLES: u32 = 2;

/// The map of a scenario about `width` pixels wide.
///
/// # Errors
/// If the world has no terrain.
pub fn thumbnail(scenario: &Scenario, width: u32) -> Result<RgbImage, PictureError> {
    if scenario.world.terrain.is_none() {
        return Err(PictureError::NoTerrain);
    }
    let style = PictureStyle { cell_width: Some(1), frame: false, ..PictureStyle::default() };
    let sheet = Sheet::new(scenario.world.area, &style, |_, _| 0.0)?;
    let width = width.clamp(1, WIDTH_MAX);
    let per_pixel = (sheet.extent.0 / width as f32).max(sheet.extent.1 / (2 * width) as f32);
    let across = |extent: f32| ((extent / per_pixel).round() as u32).max(1);
    let colors = cell_colors(scenario, &sheet);
    let step = per_pixel / SAMPLES as f32;
    let mut picture = RgbImage::from_fn(across(sheet.extent.0), across(sheet.extent.1), |x, y| {
        let mut sum = [0.0_f32; 3];
        for sample in 0..SAMPLES * SAMPLES {
            let at = |pixel: u32, part: u32| ((pixel * SAMPLES + part) as f32 + 0.5) * step;
            let point = (at(x, sample % SAMPLES), at(y, sample / SAMPLES));
            let color = sheet.cell_at(point).map_or(PAPER, |cell| colors[cell.index()]);
            (0..3).for_each(|part| sum[part] += color[part]);
        }
        image::Rgb(sum.map(|part| (part / (SAMPLES * SAMPLES) as f32).round().clamp(0.0, 255.0) as u8))
    });
    for (index, side) in scenario.sides.iter().enumerate() {
        if let Some(cell) = side.center {
            let (x, y) = sheet.center(cell);
            mark(&mut picture, ((x / per_pixel) as i64, (y / per_pixel) as i64), side_color(scenario, index));
        }
    }
    Ok(picture)
}

/// For every cell the colour of its terrain, lit from the north-west, with a wash of its country's.
fn cell_colors(scenario: &Scenario, sheet: &Sheet) -> Vec<Rgb> {
    let (world, area) = (&scenario.world, &scenario.world.area);
    let terrain = terrain_colors(&scenario.design);
    let liquid = world.liquid_mask(&scenario.design);
    let height = |cell: Cell| world.elevation.as_ref().map_or(0.0, |layer| f32::from(layer[cell]));
    let highest = area.cells().map(height).fold(1.0, f32::max);
    let country = |cell: Cell| world.country.as_ref().map_or(0, |layer| layer[cell]);
    area.cells()
        .map(|cell| {
            let mut color = rgb(terrain[usize::from(world.terrain_at(cell).0)]);
            let water = liquid[cell.index()];
            if water {
                // Water is paler along the coast.
                let land = area.around(cell).filter(|(_, other)| !liquid[other.index()]).count();
                return mix(color, [255.0; 3], 0.09 * land.min(4) as f32);
            }
            let (x, y) = sheet.center(cell);
            if let Some(before) = sheet.cell_at((x - 0.8, y - 0.8)) {
                let slope = ((height(cell) - height(before)) / highest * 2.5).clamp(-0.35, 0.35);
                color = mix(color, if slope > 0.0 { [255.0; 3] } else { [30.0, 25.0, 45.0] }, slope.abs());
            }
            match country(cell) {
                0 => color,
                own => {
                    let border = area.around(cell).any(|(_, other)| country(other) != own);
                    let ink = rgb(side_color(scenario, usize::from(own) - 1));
                    mix(color, ink, if border { 0.75 } else { 0.4 })
                }
            }
        })
        .collect()
}

/// A square in a side's colour with a dark and a light rim, where it lies within the picture.
fn mark(picture: &mut RgbImage, (x, y): (i64, i64), color: [u8; 3]) {
    for (dx, dy) in (-3..=3_i64).flat_map(|dy| (-3..=3_i64).map(move |dx| (dx, dy))) {
        let ink = match dx.abs().max(dy.abs()) {
            3 => INK.map(|part| part as u8),
            2 => [255; 3],
            _ => color,
        };
        if let (Ok(x), Ok(y)) = (u32::try_from(x + dx), u32::try_from(y + dy))
            && x < picture.width()
            && y < picture.height()
        {
            picture.put_pixel(x, y, image::Rgb(ink));
        }
    }
}

/// Between thumbnails, and round them.
const GAP: u32 = 14;
/// Room for a line below each.
const CAPTION: u32 = 26;

/// Pictures with a line below each, row by row on one sheet of paper with so many columns.
#[must_use]
pub fn contact_sheet(tiles: &[(RgbImage, String)], columns: u32) -> RgbImage {
    let columns = columns.clamp(1, (tiles.len() as u32).max(1));
    let rows = (tiles.len() as u32).div_ceil(columns);
    let wide = tiles.iter().map(|(tile, _)| tile.width()).max().unwrap_or(0);
    let high = tiles.iter().map(|(tile, _)| tile.height()).max().unwrap_or(0) + CAPTION;
    let (width, height) = (columns * (wide + GAP) + GAP, rows * (high + GAP) + GAP);
    let mut sheet = RgbImage::from_pixel(width, height, image::Rgb(PAPER.map(|part| part as u8)));
    let mut captions = Layer::new(INK, 1.0, Clip::Sheet);
    for (index, (tile, caption)) in tiles.iter().enumerate() {
        let (column, row) = (index as u32 % columns, index as u32 / columns);
        let (left, top) = (GAP + column * (wide + GAP), GAP + row * (high + GAP));
        let (x, y) = (left + (wide - tile.width()) / 2, top + high - CAPTION - tile.height());
        replace(&mut sheet, tile, i64::from(x), i64::from(y));
        let line = Line::new(Face::Plain, caption, 17.0, 0.0);
        let start = left as f32 + (wide as f32 - line.width) / 2.0;
        let letters = line.straight((start.max(left as f32), (top + high) as f32 - 7.0));
        draw_letters(line.face, line.size, &letters, &mut captions, None);
    }
    captions.sort(height as usize);
    let stride = width as usize * 3;
    sheet.par_chunks_mut(stride * BAND).enumerate().for_each(|(index, chunk)| {
        let mut band = Band::new(index * BAND, width as usize, chunk.len() / stride);
        for (color, pixel) in band.colors.iter_mut().zip(chunk.chunks_exact(3)) {
            *color = [0, 1, 2].map(|part| f32::from(pixel[part]));
        }
        band.draw(&captions);
        for (pixel, color) in chunk.chunks_exact_mut(3).zip(&band.colors) {
            (0..3).for_each(|part| pixel[part] = color[part].round().clamp(0.0, 255.0) as u8);
        }
    });
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use grid::Shape;

    #[test]
    fn a_thumbnail_is_as_wide_as_asked_and_shows_each_start() {
        for &shape in Shape::ALL {
            for (width, columns, rows) in [(192, 48, 40), (96, 200, 150), (300, 24, 20)] {
                let scenario = sample(shape, columns, rows, 1);
                let picture = thumbnail(&scenario, width).unwrap();
                assert_eq!(picture.width(), width, "{shape}");
                assert!(picture.height() <= 2 * width && picture.height() > width / 3, "{shape} {}", picture.height());
                for (index, side) in scenario.sides.iter().enumerate() {
                    let color = image::Rgb(side_color(&scenario, index));
                    let shown = picture.pixels().filter(|&&pixel| pixel == color).count();
                    assert!(side.center.is_none() || shown >= 4, "{shape}: seat {} is not shown", index + 1);
                }
                let different: std::collections::BTreeSet<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
                assert!(different.len() > 50, "{shape}: {} colours", different.len());
            }
        }
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.world.terrain = None;
        assert_eq!(thumbnail(&scenario, 100), Err(PictureError::NoTerrain));
    }

    #[test]
    fn a_sheet_holds_every_picture_and_its_line() {
        for (count, columns) in [(1, 5), (7, 3), (9, 3)] {
            let tile = |index: u32| RgbImage::from_pixel(60 + index, 40, image::Rgb([index as u8 + 1, 0, 200]));
            let tiles: Vec<(RgbImage, String)> =
                (0..count).map(|index| (tile(index), format!("{index}: Iff"))).collect();
            let sheet = contact_sheet(&tiles, columns);
            for index in 0..count {
                let shown = sheet.pixels().filter(|pixel| pixel.0 == [index as u8 + 1, 0, 200]).count() as u32;
                assert_eq!(shown, (60 + index) * 40, "{count} in {columns}: picture {index}");
            }
            let dark = sheet.pixels().filter(|pixel| pixel.0.iter().all(|&part| part < 90)).count() as u32;
            assert!(dark > 8 * count, "{dark} pixels of letters");
        }
        assert_eq!(contact_sheet(&[], 4).width(), 28, "an empty sheet is paper");
    }
}
