//! The tiles of a map of Tiled: one for each terrain type, for each way in which lines go, for each owner and each kind of unit.

use design::parameters::terrain;
use design::{TerrainType, UnitType};
use grid::Direction;
use image::{GrayImage, Luma, Rgba, RgbaImage, imageops};
use sources::tiles::{TileLayout, line_types};
use world::{Scenario, SideId};

use crate::cell_grids::cell_colors;
use crate::map::sprite;
use crate::palette::{Role as Look, side_color, terrain_color};

/// How many tiles stand side by side on the sheet.
pub(super) const COLUMNS: u32 = 16;
/// How thick a line is to either side of its middle, in half pixels.
const THICK: i32 = 6;

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tile {
    /// A terrain type that fills cells.
    Terrain(TerrainType),
    /// A border or connection type in the directions of a mask.
    Line(TerrainType, u8),
    /// A cell of a side's country.
    Owner(SideId),
    /// A unit.
    Unit(UnitType, SideId),
}

/// Draws tiles, and puts them on one sheet.
pub(super) struct Painter<'a> {
    scenario: &'a Scenario,
    layout: TileLayout,
    colors: Vec<([u8; 3], TerrainType)>,
    /// Where lines of each type lie on a tile: see [`Painter::cover`].
    covers: Vec<(TerrainType, GrayImage)>,
}

/// A tile's shape, in half pixels from the north-west, before a map of columns is turned.
#[derive(Clone, Copy)]
struct Outline {
    wide: i32,
    high: i32,
    /// The height of the slopes at the north and south of a hex; 0 for a square.
    slope: i32,
}

impl Outline {
    /// Whether the middle of a pixel is within. Tiles side by side share no pixel and leave none free.
    fn contains(self, (x, y): (i32, i32)) -> bool {
        let from_end = y.min(self.high - y);
        let is_box = x > 0 && x < self.wide && from_end > 0;
        let aside = (2 * x - self.wide).abs();
        is_box && (from_end >= self.slope || aside * self.slope < 2 * from_end * (self.wide / 2))
    }

    /// The ways from the centre to the middles of the sides, and for squares with eight neighbours to the corners.
    fn ways(self, directions: u8) -> Vec<(i32, i32)> {
        let (half, low) = (self.wide / 2, self.high / 2);
        match directions {
            6 => {
                let (right, up) = (half / 2, low - self.slope / 2);
                vec![(right, -up), (half, 0), (right, up), (-right, up), (-half, 0), (-right, -up)]
            }
            4 => vec![(0, -low), (half, 0), (0, low), (-half, 0)],
            _ => {
                vec![(0, -low), (half, -low), (half, 0), (half, low), (0, low), (-half, low), (-half, 0), (-half, -low)]
            }
        }
    }
}

impl<'a> Painter<'a> {
    pub fn new(scenario: &'a Scenario, layout: TileLayout) -> Painter<'a> {
        let colors = cell_colors(&scenario.design);
        let mut painter = Painter { scenario, layout, colors, covers: Vec::new() };
        painter.covers = line_types(&scenario.design).map(|kind| (kind, painter.cover(kind))).collect();
        painter
    }

    /// The sheet with these tiles, row by row.
    pub fn sheet(&self, tiles: &[Tile]) -> RgbaImage {
        let (wide, high) = self.layout.tile();
        let rows = (tiles.len() as u32).div_ceil(COLUMNS);
        let mut sheet = RgbaImage::new(COLUMNS * wide, rows * high);
        for (number, tile) in (0..).zip(tiles) {
            let (column, row) = (number % COLUMNS, number / COLUMNS);
            imageops::replace(&mut sheet, &self.draw(*tile), (column * wide).into(), (row * high).into());
        }
        sheet
    }

    fn draw(&self, tile: Tile) -> RgbaImage {
        match tile {
            Tile::Terrain(kind) => self.ground(kind),
            Tile::Line(kind, mask) => self.line(kind, mask),
            Tile::Owner(side) => {
                let [red, green, blue] = side.index().map_or([128; 3], |index| side_color(self.scenario, index));
                self.shaped(|_| Rgba([red, green, blue, 255]))
            }
            Tile::Unit(kind, side) => {
                let (wide, high) = self.layout.tile();
                let icon = sprite(self.scenario, kind, side, wide.min(high));
                let mut tile = RgbaImage::new(wide, high);
                let (right, down) = ((wide - icon.width()) / 2, (high - icon.height()) / 2);
                imageops::replace(&mut tile, &icon, right.into(), down.into());
                tile
            }
        }
    }

    fn outline(&self) -> Outline {
        let (wide, high) = self.layout.tile();
        let (wide, high) = if self.layout.by_columns() { (high, wide) } else { (wide, high) };
        let slope = if self.layout.is_hex() { high - self.layout.side() } else { 0 };
        Outline { wide: 2 * wide as i32, high: 2 * high as i32, slope: slope as i32 }
    }

    /// A tile of which each pixel within the shape has a colour, by the place of its middle in half pixels.
    fn shaped(&self, color: impl Fn((i32, i32)) -> Rgba<u8>) -> RgbaImage {
        let outline = self.outline();
        let (wide, high) = (outline.wide / 2, outline.high / 2);
        let tile = RgbaImage::from_fn(wide as u32, high as u32, |x, y| {
            let place = (2 * x as i32 + 1, 2 * y as i32 + 1);
            if outline.contains(place) { color(place) } else { Rgba([0; 4]) }
        });
        if self.layout.by_columns() { imageops::rotate90(&tile) } else { tile }
    }

    /// A cell's ground: its colour, with a thin rim and some signs that leave the centre free.
    fn ground(&self, kind: TerrainType) -> RgbaImage {
        let found = self.colors.iter().find(|(_, other)| *other == kind);
        let color = found.map_or_else(|| terrain_color(&self.scenario.design, kind), |&(color, _)| color);
        let outline = self.outline();
        let mut tile = self.shaped(|(x, y)| {
            let beside = [(x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)];
            let is_rim = !beside.into_iter().all(|place| outline.contains(place));
            shade(color, if is_rim { 88 } else { 100 })
        });
        let (wide, high) = self.layout.tile();
        let (signs, percent) = signs(Look::of(&self.scenario.design, kind));
        for ((left, top), sign) in
            [(wide / 2 - 10, high / 2 - 7), (wide / 2 + 3, high / 2 - 7), (wide / 2 - 3, high / 2 + 4)]
                .into_iter()
                .zip(std::iter::repeat(signs))
        {
            for (y, row) in (top..).zip(sign) {
                for (x, _) in (left..).zip(row.bytes()).filter(|(_, dot)| *dot == b'#') {
                    if tile.get_pixel(x, y).0[3] != 0 {
                        tile.put_pixel(x, y, shade(color, percent));
                    }
                }
            }
        }
        tile
    }

    /// For each pixel of a tile the directions in which a line covers it: a river or a wall lies along the sides of its cell, a road goes from
    /// its centre over them.
    fn cover(&self, kind: TerrainType) -> GrayImage {
        let design = &self.scenario.design;
        let is_border = design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_BORDER;
        let outline = self.outline();
        let ways = outline.ways(self.scenario.world.area.directions());
        let covers = |(right, down): (i32, i32), (to_right, to_down): (i32, i32)| {
            let long = to_right * to_right + to_down * to_down;
            let length = long.isqrt();
            let along = right * to_right + down * to_down;
            let across = (right * to_down - down * to_right).abs();
            if is_border {
                along >= long - THICK * length
            } else {
                across <= THICK / 2 * length && along >= -THICK / 2 * length
            }
        };
        let cover = GrayImage::from_fn((outline.wide / 2) as u32, (outline.high / 2) as u32, |x, y| {
            let place = (2 * x as i32 + 1, 2 * y as i32 + 1);
            let from_center = (place.0 - outline.wide / 2, place.1 - outline.high / 2);
            let on = (0..).zip(&ways).filter(|&(_, way)| outline.contains(place) && covers(from_center, *way));
            Luma([on.fold(0, |mask, (way, _)| mask | Direction(way).bit())])
        });
        if self.layout.by_columns() { imageops::rotate90(&cover) } else { cover }
    }

    fn line(&self, kind: TerrainType, mask: u8) -> RgbaImage {
        let color = shade(terrain_color(&self.scenario.design, kind), 100);
        let (wide, high) = self.layout.tile();
        let Some((_, cover)) = self.covers.iter().find(|(other, _)| *other == kind) else {
            return RgbaImage::new(wide, high);
        };
        let pixel = |on: &Luma<u8>| if on.0[0] & mask != 0 { color.0 } else { [0; 4] };
        let bytes = cover.pixels().flat_map(pixel).collect();
        RgbaImage::from_raw(wide, high, bytes).expect("four bytes for each pixel")
    }
}

fn shade(color: [u8; 3], percent: u32) -> Rgba<u8> {
    let [red, green, blue] = color.map(|part| (u32::from(part) * percent / 100).min(255) as u8);
    Rgba([red, green, blue, 255])
}

/// The signs of a kind of ground, and how light they are, in percent of its colour.
const fn signs(look: Look) -> (&'static [&'static str], u32) {
    match look {
        Look::Sea | Look::River => (&[".##...", "#..#.#", "....##"], 90),
        Look::Shallows => (&["#..#..", ".##.##"], 92),
        Look::Wetland => (&["#.#.#", ".###.", "", "#####"], 80),
        Look::Plain => (&["#.#", ".#."], 90),
        Look::Fields => (&["####", "", "####", "...."], 90),
        Look::Arid => (&["#...#", "", "..#.."], 88),
        Look::Forest => (&["..#..", ".###.", "#####", "..#.."], 72),
        Look::Hills => (&[".###..", "#...##", ".....#"], 76),
        Look::Mountains => (&["...#...", "..#.#..", ".#...#.", "#..#..#"], 66),
        Look::Ice => (&[".#.", "###", ".#."], 94),
        Look::Floor | Look::Road => (&["#####", "#...#", "#####"], 94),
        Look::Roofs => (&["..#..", ".#.#.", "#####", "#.#.#"], 70),
        Look::Wall => (&["#####", "..#..", "#####"], 80),
        Look::Space => (&["#"], 250),
    }
}

/// All tiles of a scenario, in rising order: terrain, lines, owners, units.
pub(super) fn all_tiles(scenario: &Scenario) -> Vec<Tile> {
    let design = &scenario.design;
    let masks = 1..=u8::MAX >> (8 - scenario.world.area.directions());
    let mut tiles: Vec<Tile> = design.cell_terrain().map(Tile::Terrain).collect();
    for kind in line_types(design) {
        tiles.extend(masks.clone().map(|mask| Tile::Line(kind, mask)));
    }
    if scenario.world.country.is_some() {
        tiles.extend(scenario.side_ids().map(Tile::Owner));
    }
    tiles.extend(scenario.units.iter().map(|unit| Tile::Unit(unit.kind, unit.side)));
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    /// Tiles of neighbours cover each pixel between them once.
    #[test]
    fn tiles_fit_together() {
        for (shape, by_columns) in [(Shape::Rectangle, false), (Shape::Rectangle, true), (Shape::Square8, false)] {
            let scenario = sample(shape, 9, 8, 1);
            let area = scenario.world.area;
            let layout = TileLayout::new(area, by_columns);
            let tile = Painter::new(&scenario, layout).draw(Tile::Owner(SideId(1)));
            let (wide, high) = layout.tile();
            let mut painted = vec![vec![0; 9 * 40]; 9 * 40];
            for cell in area.cells() {
                let (x, y) = layout.center(cell);
                let (left, top) = (x as u32 - wide / 2, y as u32 - high / 2);
                for (right, down, _) in tile.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[3] != 0) {
                    painted[(top + down) as usize][(left + right) as usize] += 1;
                }
            }
            assert!(painted.iter().flatten().all(|times| *times <= 1), "{shape} {by_columns}");
            let inner = painted[60..180].iter().flat_map(|row| &row[60..180]);
            assert!(inner.into_iter().all(|times| *times == 1), "{shape} {by_columns}");
        }
    }

    #[test]
    fn lines_lie_where_their_directions_lead() {
        for shape in [Shape::Hexagon, Shape::Square4, Shape::Square8] {
            let scenario = sample(shape, 12, 10, 1);
            let find = |name: &str| scenario.design.find::<TerrainType>(name).unwrap();
            for by_columns in [false, true] {
                let layout = TileLayout::new(scenario.world.area, by_columns);
                let painter = Painter::new(&scenario, layout);
                for (way, name) in layout.direction_names().iter().enumerate() {
                    for kind in ["river", "road"] {
                        let tile = painter.draw(Tile::Line(find(kind), 1 << way));
                        let (mut right, mut down, mut count) = (0, 0, 0);
                        for (x, y, _) in tile.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[3] != 0) {
                            right += 2 * x as i32 + 1 - tile.width() as i32;
                            down += 2 * y as i32 + 1 - tile.height() as i32;
                            count += 1;
                        }
                        assert!(count > 4, "{shape} {kind} {name}");
                        let letters =
                            [(right < -count, 'w'), (right > count, 'e'), (down < -count, 'n'), (down > count, 's')];
                        assert!(
                            letters.iter().all(|&(is, letter)| name.contains(letter) == is),
                            "{shape} {by_columns} {kind} {name} {right} {down} {count}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn centres_of_ground_have_the_colours_of_terrain() {
        let scenario = sample(Shape::Hexagon, 12, 10, 1);
        for by_columns in [false, true] {
            let painter = Painter::new(&scenario, TileLayout::new(scenario.world.area, by_columns));
            for (color, kind) in cell_colors(&scenario.design) {
                let tile = painter.draw(Tile::Terrain(kind));
                assert_eq!(tile.get_pixel(tile.width() / 2, tile.height() / 2).0[..3], color);
                assert_eq!(tile.get_pixel(0, 0).0[3], 0, "corners are transparent");
            }
        }
    }
}
