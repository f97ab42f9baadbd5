//! A map that is laid out for one scale: its ground, and all that is drawn on it. Any part of it can be drawn by itself.
//!
//! **Invariant:** parts that are joined are the whole picture to the byte, with any number of threads. Names and signs are placed once, for
//! the whole.

use std::borrow::Cow;
use std::sync::Arc;

use contract::Chart;
use image::{GrayImage, RgbImage};
use world::Scenario;

use crate::map::draw::above_ground;
use crate::map::ground::painter::GroundPainter;
use crate::map::ground::texture::Texture;
use crate::map::layout::legend;
use crate::map::layout::rim;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::arrows::Arrow;
use crate::map::marks::layer::Layer;
use crate::map::raster::band::Band;
use crate::map::raster::paper::paint_ground;
use crate::map::raster::print::{print_part, sort};
use crate::map::style::PictureStyle;
use crate::parallel::make_each;
use crate::picture_error::PictureError;

/// The least and the greatest width of a cell, in pixels, of a map without a page.
const CELL_LEAST: f32 = 0.25;
const CELL_MOST: f32 = 512.0;

/// The map without anything on it.
pub(in crate::map) struct Ground {
    /// The pixel of the page where it begins.
    pub(in crate::map) from: (usize, usize),
    pub(in crate::map) map: RgbImage,
    /// The share of each pixel that is land, up to 255.
    pub(in crate::map) land: GrayImage,
}

/// A map of one level, laid out.
pub struct Painting {
    sheet: PageLayout,
    style: PictureStyle,
    design: Arc<design::Design>,
    ground: GroundPainter,
    layers: Vec<Layer>,
    lost_names: Vec<String>,
}

impl Painting {
    /// Lays out a scenario's map of one level. `before` is the painting of an earlier position of the same world, if there is one: what
    /// is as it was there is not worked out again.
    ///
    /// # Errors
    /// As for [`crate::draw`].
    pub fn new(scenario: &Scenario, style: &PictureStyle, before: Option<&Painting>) -> Result<Painting, PictureError> {
        Painting::charted(scenario, &[], playtest::chart(scenario).as_ref(), style, before)
    }

    /// The same with marches, and with what its rules tell of the position.
    pub(in crate::map) fn charted(
        scenario: &Scenario,
        arrows: &[Arrow],
        told: Option<&Chart>,
        style: &PictureStyle,
        before: Option<&Painting>,
    ) -> Result<Painting, PictureError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain);
        }
        let style = PictureStyle {
            rim: rim::asked(&scenario.world.area, style, told.filter(|_| style.units)),
            ..style.clone()
        };
        let legend = |width: f32, cell: f32| legend::height(scenario, told, width, cell);
        let sheet = PageLayout::new(scenario.world.area, &style, legend)?;
        Ok(Painting::on(sheet, scenario, (arrows, told), None, style, before))
    }

    /// The map alone, of any size, for programs that show a part of it at a time, with cells that need not be whole pixels wide.
    /// `colors` are colours of the cells, by their index, where the ground is to show something else than its terrain.
    ///
    /// # Errors
    /// If the world has no terrain, and no colours are given.
    pub fn of_map(
        scenario: &Scenario,
        told: Option<&Chart>,
        colors: Option<&[[u8; 3]]>,
        (style, cell): (&PictureStyle, f32),
        before: Option<&Painting>,
    ) -> Result<Painting, PictureError> {
        let mut scenario = Cow::Borrowed(scenario);
        if scenario.world.terrain.is_none() {
            // What a lens shows needs no terrain.
            let any = scenario.design.cell_terrain().next().filter(|_| colors.is_some());
            let kind = any.ok_or(PictureError::NoTerrain)?;
            let area = scenario.world.area;
            scenario.to_mut().world.terrain = Some(grid::Layer::filled(&area, kind));
        }
        let style = PictureStyle { frame: false, rim: Some(0), cell_width: None, ..style.clone() };
        let sheet = PageLayout::bare(scenario.world.area, cell.clamp(CELL_LEAST, CELL_MOST));
        Ok(Painting::on(sheet, &scenario, (&[], told), colors, style, before))
    }

    fn on(
        sheet: PageLayout,
        scenario: &Scenario,
        (arrows, told): (&[Arrow], Option<&Chart>),
        colors: Option<&[[u8; 3]]>,
        style: PictureStyle,
        before: Option<&Painting>,
    ) -> Painting {
        let before = before.filter(|before| before.sheet == sheet && before.ground.is_tinted() == colors.is_some());
        let texture = match before {
            Some(before) => before.ground.texture(),
            None if colors.is_some() => Arc::new(Texture::flat()),
            None => Texture::of(sheet.cell),
        };
        let before = before.filter(|before| Arc::ptr_eq(&before.design, &scenario.design));
        let ground = GroundPainter::new(scenario, &sheet, texture, &style, colors, before.map(|before| &before.ground));
        let (mut layers, lost_names) = above_ground(scenario, arrows, &sheet, &style, told);
        sort(&mut layers, sheet.height);
        Painting { sheet, style, design: Arc::clone(&scenario.design), ground, layers, lost_names }
    }

    /// Its width and height, in pixels.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.sheet.width, self.sheet.height)
    }

    /// The width of a cell, in pixels.
    #[must_use]
    pub const fn cell_width(&self) -> f32 {
        self.sheet.cell
    }

    /// The whole picture.
    #[must_use]
    pub fn draw(&self) -> RgbImage {
        self.part((0, 0), self.size())
    }

    /// The part of the picture from a pixel on, of this width and height; less where the picture ends.
    #[must_use]
    pub fn part(&self, from: (usize, usize), size: (usize, usize)) -> RgbImage {
        let whole = self.size();
        let from = (from.0.min(whole.0), from.1.min(whole.1));
        let size = (size.0.min(whole.0 - from.0), size.1.min(whole.1 - from.1));
        print_part(from, size, whole.0, &self.layers, &|band| paint_ground(band, &self.sheet, &self.ground))
    }

    /// The names for which there is no room, the most important ones first.
    pub(in crate::map) fn lost_names(&self) -> &[String] {
        &self.lost_names
    }

    /// The same of a painting that has been drawn.
    pub(in crate::map) fn into_lost_names(self) -> Vec<String> {
        self.lost_names
    }

    /// How it is laid out.
    pub(in crate::map) const fn sheet(&self) -> &PageLayout {
        &self.sheet
    }

    /// What is drawn on the ground, the lowest first.
    pub(in crate::map) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The map without anything on it.
    pub(in crate::map) fn ground(&self) -> Ground {
        let [west, north, east, south] = self.sheet.map_box();
        let from = (west.floor() as usize, north.floor() as usize);
        let end = ((east.ceil() as usize).min(self.sheet.width), (south.ceil() as usize).min(self.sheet.height));
        let (width, height) = (end.0 - from.0, end.1 - from.1);
        let rows = make_each(height, &|row| {
            let mut band = Band::new((from.0, from.1 + row), (width, 1), self.sheet.width);
            paint_ground(&mut band, &self.sheet, &self.ground);
            let byte = |part: f32| (part + 0.5) as u8;
            let colors: Vec<u8> = band.colors.iter().flatten().map(|&part| byte(part)).collect();
            let land: Vec<u8> = band.land.iter().map(|&land| byte(land * 255.0)).collect();
            (colors, land)
        });
        let (colors, land): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let (width, height) = (width as u32, height as u32);
        let map = RgbImage::from_raw(width, height, colors.concat()).expect("three bytes for each pixel");
        let land = GrayImage::from_raw(width, height, land.concat()).expect("a byte for each pixel");
        Ground { from, map, land }
    }

    /// Whether a part looks as in the painting of another position.
    #[must_use]
    pub fn is_like(&self, other: &Painting, from: (usize, usize), size: (usize, usize)) -> bool {
        self.has_ground_of(other, from, size) && self.has_marks_of(other, from, size)
    }

    fn has_ground_of(&self, other: &Painting, from: (usize, usize), size: (usize, usize)) -> bool {
        self.sheet == other.sheet
            && self.style == other.style
            && Arc::ptr_eq(&self.design, &other.design)
            && self.ground.is_like(&other.ground, from, size)
    }

    fn has_marks_of(&self, other: &Painting, from: (usize, usize), size: (usize, usize)) -> bool {
        let seen = |layer: &&Layer| !layer.is_empty() && layer.touches(from, size);
        let (mut own, mut others) = (self.layers.iter().filter(seen), other.layers.iter().filter(seen));
        loop {
            match (own.next(), others.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if one.is_like(other, from, size) => {}
                _ => return false,
            }
        }
    }

    /// Draws the parts of a picture that look different from another painting, which it shows; without one all of them. `grounds` are the
    /// grounds of the parts, for the next picture: marks change more often, and cost less.
    pub(in crate::map) fn redraw(&self, other: Option<&Painting>, picture: &mut RgbImage, grounds: &mut Vec<Band>) {
        let (width, height) = self.size();
        let columns = width.div_ceil(PART);
        let parts = make_each(columns * height.div_ceil(PART), &|index| {
            let from = (index % columns * PART, index / columns * PART);
            let size = (PART.min(width - from.0), PART.min(height - from.1));
            let kept = grounds.get(index).filter(|_| other.is_some_and(|other| self.has_ground_of(other, from, size)));
            if kept.is_some() && other.is_some_and(|other| self.has_marks_of(other, from, size)) {
                return None;
            }
            let new = kept.is_none().then(|| {
                let mut band = Band::new(from, size, width);
                paint_ground(&mut band, &self.sheet, &self.ground);
                band
            });
            let ground = kept.or(new.as_ref())?;
            let part = print_part(from, size, width, &self.layers, &|band| band.lay(ground));
            Some((index, from, part, new))
        });
        let keeps = width * height <= KEPT_MAX;
        for (index, (left, top), part, new) in parts.into_iter().flatten() {
            image::imageops::replace(picture, &part, left as i64, top as i64);
            match (new, grounds.get_mut(index)) {
                (Some(new), Some(ground)) => *ground = new,
                // The first time all are new, and come in order.
                (Some(new), None) if keeps => grounds.push(new),
                _ => {}
            }
        }
    }
}

/// The most pixels whose ground is kept, at 20 bytes each.
const KEPT_MAX: usize = 4 << 20;
/// The side of the parts that are drawn anew, in pixels.
const PART: usize = crate::map::marks::layer::BAND;

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    // Takes seconds: pictures of all shapes are drawn twice.
    #[test]
    fn parts_that_are_joined_are_the_whole_picture() {
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for (index, &shape) in Shape::ALL.iter().enumerate() {
            let scenario = sample(shape, 22, 18, 1 + index as u64);
            let rim = (index % 2 == 0).then_some(3);
            let style = PictureStyle { cell_width: Some(13 + index as u32), rim, ..PictureStyle::default() };
            let painting = Painting::new(&scenario, &style, None).unwrap();
            let whole = painting.draw();
            assert!(whole == crate::draw(&scenario, &style).unwrap(), "{shape}");
            let mut joined = RgbImage::new(whole.width(), whole.height());
            for left in (0..painting.size().0).step_by(101) {
                for top in (0..painting.size().1).step_by(77) {
                    let part = one.install(|| painting.part((left, top), (101, 77)));
                    image::imageops::replace(&mut joined, &part, left as i64, top as i64);
                }
            }
            assert!(joined == whole, "{shape}: parts are not the whole");
        }
    }

    #[test]
    fn colours_of_cells_stand_in_the_place_of_terrain() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 14, 12, 3);
            let area = scenario.world.area;
            let colors: Vec<[u8; 3]> =
                (0..area.len()).map(|index| [(index * 37 % 256) as u8, 90, (index % 200) as u8]).collect();
            let bare =
                PictureStyle { relief: false, units: false, names: false, countries: false, ..PictureStyle::default() };
            let style = PictureStyle { rivers: false, roads: false, grid: false, ..bare };
            let painting = Painting::of_map(&scenario, None, Some(&colors), (&style, 16.5), None).unwrap();
            let whole = painting.draw();
            for cell in area.cells() {
                // The seam of a map that wraps runs through cells.
                let (x, y) = painting.sheet.pixels(painting.sheet.center(cell));
                let pixel = ((x as u32).min(whole.width() - 1), (y as u32).min(whole.height() - 1));
                assert_eq!(whole.get_pixel(pixel.0, pixel.1).0, colors[cell.index()], "{shape} {cell:?}");
            }
            let mut others = colors.clone();
            let middle = area.cells().nth(area.len() / 2).unwrap();
            others[middle.index()] = [255, 255, 255];
            let next = Painting::of_map(&scenario, None, Some(&others), (&style, 16.5), Some(&painting)).unwrap();
            let size = (32, 32);
            let (mut like, mut all) = (0, 0);
            assert!(next.draw() != whole);
            for left in (0..painting.size().0).step_by(32) {
                for top in (0..painting.size().1).step_by(32) {
                    let is_like = next.is_like(&painting, (left, top), size);
                    let parts = [&painting, &next].map(|painting| painting.part((left, top), size));
                    assert!(!is_like || parts[0] == parts[1], "{shape}: a change was not seen");
                    (like, all) = (like + usize::from(is_like), all + 1);
                }
            }
            assert!(like < all && 3 * like > all, "{shape}: {like} of {all} parts are as before");
        }
    }

    /// A stroke of land on the sea changes the coast, and with it the water round it, but not the whole map.
    #[test]
    fn a_stroke_on_a_cell_leaves_far_parts_as_they_are() {
        let scenario = sample(Shape::Rectangle, 60, 50, 4);
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let land = scenario.world.area.cells().find(|cell| !liquid[cell.index()]).unwrap();
        let water = scenario.world.area.cells().filter(|cell| liquid[cell.index()]).nth(40).unwrap();
        let mut next = scenario.clone();
        let mut kinds = next.world.terrain.clone().unwrap().values().to_vec();
        kinds[water.index()] = kinds[land.index()];
        next.world.terrain = Some(grid::Layer::from_values(&next.world.area, kinds));
        let style = PictureStyle { names: false, ..PictureStyle::default() };
        let before = Painting::of_map(&scenario, None, None, (&style, 12.0), None).unwrap();
        let after = Painting::of_map(&next, None, None, (&style, 12.0), Some(&before)).unwrap();
        let (mut like, mut all) = (0, 0);
        for left in (0..before.size().0).step_by(64) {
            for top in (0..before.size().1).step_by(64) {
                let is_like = after.is_like(&before, (left, top), (64, 64));
                let parts = [&before, &after].map(|painting| painting.part((left, top), (64, 64)));
                assert!(!is_like || parts[0] == parts[1], "a change was not seen at {left} {top}");
                (like, all) = (like + usize::from(is_like), all + 1);
            }
        }
        assert!(before.draw() != after.draw() && 2 * like > all, "{like} of {all} parts are as before");
    }

    /// A row of rock, floor, water between rocks, floor with a door to the east of it, and a hole, with rock above and below.
    fn dungeon() -> Scenario {
        let text = r#"{ "terrain": {
          "rock": { "color": "4a4340" }, "floor": { "image-name": "floor", "color": "cdb98f" },
          "door": { "image-name": "roofs", "color": "7a4a24", "door-into": "floor" },
          "water": { "image-name": "sea", "color": "3f6f9e", "liquid": true }, "chasm": { "color": "15131a" },
        }, "units": {} }"#;
        let found = formats::read_design("test", "test.ron", text, &|_| None, &design::Known::default());
        let design = Arc::new(found.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
        let area = grid::Area::new(Shape::Square8, 9, 3).unwrap();
        let kinds = ["rock", "floor", "water", "floor", "door", "floor", "chasm", "chasm", "rock"];
        let kind = |cell: grid::Cell| {
            let (column, row) = area.column_row(cell);
            design.find(if row == 1 { kinds[column as usize] } else { "rock" }).unwrap()
        };
        let mut world = world::World::new(area);
        world.terrain = Some(grid::Layer::from_values(&area, area.cells().map(kind).collect()));
        Scenario::new(Arc::clone(&design), world)
    }

    #[test]
    fn water_ends_at_walls_doors_are_no_roofs_and_holes_have_no_stars() {
        let scenario = dungeon();
        let style = PictureStyle { cell_width: Some(30), frame: false, grid: false, ..PictureStyle::default() };
        let picture = crate::draw(&scenario, &style).unwrap();
        let cell = |column: u32, row: u32, inset: u32| {
            let at = move |index: u32| {
                (30 * column + inset + index % (30 - 2 * inset), 30 * row + inset + index / (30 - 2 * inset))
            };
            let pixel = |index: u32| picture.get_pixel(at(index).0, at(index).1).0.map(i32::from);
            (0..(30 - 2 * inset).pow(2)).map(pixel).collect::<Vec<_>>()
        };
        let blue = |pixels: Vec<[i32; 3]>| pixels.iter().filter(|[red, _, blue]| blue - red > 25).count();
        assert_eq!([(2, 0), (2, 2), (1, 0)].map(|(column, row)| blue(cell(column, row, 0))), [0; 3], "rock stays rock");
        assert!(blue(cell(2, 1, 0)) > 600, "and water fills its cell");
        let door = cell(4, 1, 3);
        let is_leaf = |pixel: &[i32; 3]| pixel[0] < 170;
        // The leaf stands up and down, in the middle of the way.
        let row = &door[12 * 24..13 * 24];
        assert!(!is_leaf(&row[0]) && is_leaf(&row[12]) && !is_leaf(&row[23]), "{row:?}");
        assert!(cell(6, 1, 12).iter().all(|pixel| pixel.iter().all(|&part| part < 60)), "no star in a hole");
    }

    #[test]
    fn what_changed_alone_is_drawn_anew() {
        for shape in [Shape::Rectangle, Shape::Torus, Shape::Square8] {
            let scenario = sample(shape, 40, 30, 2);
            let mut next = scenario.clone();
            let unit = next.units.iter().position(|unit| unit.cell().is_some()).unwrap();
            next.units.remove(unit);
            let area = next.world.area;
            let mut country = next.world.country.clone().unwrap().values().to_vec();
            country[area.cell(8, 8).unwrap().index()] = 2;
            next.world.country = Some(grid::Layer::from_values(&area, country));
            let style = PictureStyle { cell_width: Some(16), frame: false, names: false, ..PictureStyle::default() };
            let before = Painting::new(&scenario, &style, None).unwrap();
            let after = Painting::new(&next, &style, Some(&before)).unwrap();
            let (width, height) = after.size();
            let (mut picture, mut grounds) = (RgbImage::new(width as u32, height as u32), Vec::new());
            for (painting, other, shown) in [(&before, None, &scenario), (&after, Some(&before), &next)] {
                painting.redraw(other, &mut picture, &mut grounds);
                assert!(picture == crate::draw(shown, &style).unwrap(), "{shape}");
            }
            let parts = (0..height).step_by(PART).flat_map(|top| (0..width).step_by(PART).map(move |left| (left, top)));
            let (all, changed) = (parts.clone(), parts.filter(|&from| !after.is_like(&before, from, (PART, PART))));
            let (all, changed) = (all.count(), changed.count());
            assert!(changed > 0 && 3 * changed < all, "{shape}: {changed} of {all} parts");
        }
    }
}
