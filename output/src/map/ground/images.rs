//! The design's own images: pictures of unit types, and patterns of terrain.
//!
//! A type's `image-name` names a family of the design's `imf` forms. Pixels are never blurred: a small image is enlarged by whole
//! numbers, a large one loses rows and columns, and all are aligned to the pixels of the sheet. The reader reports the faults of a
//! family; here a faulty image is left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::parameters::{terrain, unit};
use design::{Design, TerrainType, UnitType};
use formats::gdl::{ImageRole, Pixels};

use crate::image_families::family;
use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::layer::{Clip, Layer};
use crate::palette::{Rgb, brightness, rgb};

/// The width of cells, in pixels, at which a pattern's pixels are shown at their own size; with twice that width they are twice as
/// large.
const TILE_CELL: f32 = 24.0;

/// For each unit type its image for icons with this radius, in pixels.
pub(in crate::map) fn unit_images(design: &Design, radius: f32) -> Vec<Option<Arc<Pixels>>> {
    let image = |kind: UnitType| {
        let family = family(design, design.text(unit::IMAGE_NAME, kind))?;
        // An image meant as an icon; if there is none, any picture.
        let width = (2.0 * radius) as u32;
        let icon = family.nearest(width, &[ImageRole::Icon]);
        let image = icon.or_else(|| family.nearest(width, &[ImageRole::Tile, ImageRole::Terrain]))?;
        image.pixels.clone().map(Arc::new)
    };
    design.unit_types().map(image).collect()
}

/// How a type of terrain is filled.
#[derive(Clone, Debug)]
pub(in crate::map) enum Tile {
    /// With a pattern that continues from cell to cell; each of its pixels has this width on the sheet.
    Pattern(Pixels, usize),
    /// With a picture in each cell.
    Picture(Pixels),
}

impl Tile {
    /// For each terrain type its tile for cells of this width, in pixels.
    pub(in crate::map) fn all(design: &Design, cell: f32) -> Vec<Option<Tile>> {
        let tile = |kind: TerrainType| {
            let family = family(design, design.text(terrain::IMAGE_NAME, kind))?;
            let pixels = |role| family.nearest(cell as u32, &[role]).and_then(|image| image.pixels.clone());
            if let Some(picture) = pixels(ImageRole::Terrain) {
                return Some(Tile::Picture(picture));
            }
            let pattern = pixels(ImageRole::Tile).or_else(|| pixels(ImageRole::Icon))?;
            Some(Tile::Pattern(pattern, ((cell / TILE_CELL + 0.5) as usize).max(1)))
        };
        design.ids().map(tile).collect()
    }

    /// Its colour at a pixel of the sheet, whose place in the cell is given from 0 (western and northern end) to 1. `None` where
    /// the tile is transparent.
    pub(in crate::map) fn at(&self, (x, y): (usize, usize), (right, down): Point) -> Option<Rgb> {
        let [red, green, blue, opacity] = match self {
            Tile::Pattern(pixels, step) => {
                pixels.at((x / step) as u32 % pixels.width, (y / step) as u32 % pixels.height)
            }
            Tile::Picture(pixels) => {
                let place = |part: f32, count: u32| ((part.max(0.0) * count as f32) as u32).min(count - 1);
                pixels.at(place(right, pixels.width), place(down, pixels.height))
            }
        };
        (opacity != 0).then(|| rgb([red, green, blue]))
    }

    /// Whether it ends exactly at its cell's edge.
    pub(in crate::map) const fn is_crisp(&self) -> bool {
        matches!(self, Tile::Picture(_))
    }
}

/// An image round a point, on the colour of its side.
///
/// An image with only ink stands on a counter of that colour, as our own signs do; an image with colours keeps them, and gets a rim
/// of the side's colour.
pub(in crate::map) fn draw_image(pixels: &Pixels, at: Point, radius: f32, fill: Rgb, clip: Clip) -> Vec<Layer> {
    let stamp = Stamp::new(pixels, at, radius);
    let rim = if radius < 8.0 { 1 } else { 2 };
    let mut halo = Layer::new([250.0, 246.0, 234.0], 0.62, clip);
    let mut edge = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    let mut body = Layer::new(fill, 1.0, clip);
    let is_masked = pixels.rgba.contains(&[255; 4]);
    if pixels.is_mono && !is_masked {
        stamp.plate(&mut halo, rim + 2);
        stamp.plate(&mut edge, rim + 1);
        stamp.plate(&mut body, rim);
    } else {
        stamp.swell(&mut halo, rim + 2);
        stamp.swell(&mut edge, rim + 1);
        stamp.swell(&mut body, rim);
    }
    let sign = if brightness(fill) > 150.0 { INK } else { [252.0, 250.0, 244.0] };
    let mut inks: BTreeMap<[u8; 3], Layer> = BTreeMap::new();
    stamp.runs(|color, left, right, row| {
        let ink = match (pixels.is_mono, color) {
            (true, [0, 0, 0]) => sign,
            (true, _) => fill,
            (false, color) => rgb(color),
        };
        inks.entry(color).or_insert_with(|| Layer::new(ink, 1.0, clip)).fill(stamp.bar(left, right, row, row + 1));
    });
    [halo, edge, body].into_iter().chain(inks.into_values()).collect()
}

/// An image on the pixels of the sheet.
struct Stamp<'a> {
    pixels: &'a Pixels,
    /// Its north-western corner.
    west: i32,
    north: i32,
    /// The number of the sheet's pixels that it covers.
    width: i32,
    height: i32,
}

impl<'a> Stamp<'a> {
    fn new(pixels: &'a Pixels, (x, y): Point, radius: f32) -> Stamp<'a> {
        let longer = pixels.width.max(pixels.height);
        let room = (2.0 * radius).max(1.0);
        let grown = |side: u32| {
            let times = (room as u32) / longer;
            let side = if times > 0 { (side * times) as f32 } else { side as f32 * room / longer as f32 };
            (side as i32).max(1)
        };
        let (width, height) = (grown(pixels.width), grown(pixels.height));
        let corner = |middle: f32, side: i32| (middle - side as f32 / 2.0 + 0.5).floor() as i32;
        Stamp { pixels, west: corner(x, width), north: corner(y, height), width, height }
    }

    /// The image's pixel at one of the sheet's pixels, counted from the corner; `None` outside it.
    fn at(&self, column: i32, row: i32) -> Option<[u8; 3]> {
        if column < 0 || row < 0 || column >= self.width || row >= self.height {
            return None;
        }
        let own = |at: i32, side: i32, count: u32| {
            (i64::from(2 * at + 1) * i64::from(count) / i64::from(2 * side)).min(i64::from(count) - 1) as u32
        };
        let [red, green, blue, opacity] =
            self.pixels.at(own(column, self.width, self.pixels.width), own(row, self.height, self.pixels.height));
        (opacity != 0).then_some([red, green, blue])
    }

    /// Calls `found` for each run of one colour: its first column, the one after it, its row.
    fn runs(&self, mut found: impl FnMut([u8; 3], i32, i32, i32)) {
        for row in 0..self.height {
            let mut start = 0;
            for column in 1..=self.width {
                let color = self.at(start, row);
                if column < self.width && self.at(column, row) == color {
                    continue;
                }
                if let Some(color) = color {
                    found(color, start, column, row);
                }
                start = column;
            }
        }
    }

    /// An upright rectangle from column to column and row to row.
    fn bar(&self, left: i32, right: i32, top: i32, bottom: i32) -> Vec<Point> {
        let (west, east) = ((self.west + left) as f32, (self.west + right) as f32);
        let (north, south) = ((self.north + top) as f32, (self.north + bottom) as f32);
        vec![(west, north), (east, north), (east, south), (west, south)]
    }

    /// The whole rectangle with a border of `round` pixels.
    fn plate(&self, layer: &mut Layer, round: i32) {
        layer.fill(self.bar(-round, self.width + round, -round, self.height + round));
    }

    /// The visible part with a border of `round` pixels.
    fn swell(&self, layer: &mut Layer, round: i32) {
        for row in -round..self.height + round {
            let is_near = |column: i32| {
                (row - round..=row + round).any(|y| (column - round..=column + round).any(|x| self.at(x, y).is_some()))
            };
            let mut start = None;
            for column in -round..=self.width + round {
                match (start, is_near(column)) {
                    (None, true) => start = Some(column),
                    (Some(from), false) => {
                        layer.fill(self.bar(from, column, row, row + 1));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(rows: &[&str]) -> Pixels {
        let pixel = |glyph: char| match glyph {
            ' ' => [0; 4],
            'o' => [255; 4],
            _ => [0, 0, 0, 255],
        };
        let rgba: Vec<[u8; 4]> = rows.iter().flat_map(|row| row.chars().map(pixel)).collect();
        Pixels { width: rows[0].len() as u32, height: rows.len() as u32, rgba, is_mono: true }
    }

    fn drawn(stamp: &Stamp<'_>) -> Vec<String> {
        let glyph = |color: Option<[u8; 3]>| color.map_or(' ', |color| if color == [0; 3] { '#' } else { 'o' });
        (0..stamp.height).map(|row| (0..stamp.width).map(|column| glyph(stamp.at(column, row))).collect()).collect()
    }

    #[test]
    fn small_images_grow_by_whole_numbers_and_large_ones_lose_lines() {
        let small = image(&["#o", " #"]);
        assert_eq!(drawn(&Stamp::new(&small, (9.0, 9.0), 2.9)), ["##oo", "##oo", "  ##", "  ##"]);
        let large = image(&["####    ", "####    ", "oooo####", "oooo####"]);
        assert_eq!(drawn(&Stamp::new(&large, (9.0, 9.0), 2.0)), ["##  ", "oo##"]);
    }

    #[test]
    fn runs_cover_what_is_shown_once() {
        let large = image(&["# ##oo# ", "        ", "oooooooo"]);
        for radius in [1.0, 2.5, 4.0, 9.3, 17.0] {
            let stamp = Stamp::new(&large, (30.3, 20.8), radius);
            let mut shown = vec![0; (stamp.width * stamp.height) as usize];
            stamp.runs(|color, left, right, row| {
                for column in left..right {
                    assert_eq!(stamp.at(column, row), Some(color));
                    shown[(row * stamp.width + column) as usize] += 1;
                }
            });
            for (index, count) in shown.into_iter().enumerate() {
                let (column, row) = (index as i32 % stamp.width, index as i32 / stamp.width);
                assert_eq!(count, i32::from(stamp.at(column, row).is_some()));
            }
        }
    }

    #[test]
    fn patterns_go_on_and_pictures_fill_their_cell() {
        let tile = Tile::Pattern(image(&["#o", " #"]), 2);
        assert_eq!(tile.at((0, 0), (0.0, 0.0)), Some([0.0; 3]));
        assert_eq!(tile.at((7, 5), (0.0, 0.0)), Some([255.0; 3]));
        assert_eq!(tile.at((4, 6), (0.0, 0.0)), None);
        let picture = Tile::Picture(image(&["#o", " #"]));
        assert_eq!(picture.at((0, 0), (0.9, 0.1)), Some([255.0; 3]));
        assert_eq!(picture.at((0, 0), (0.1, 0.9)), None);
        assert_eq!(picture.at((0, 0), (1.2, -3.0)), Some([255.0; 3]), "beyond its end goes on");
    }
}
