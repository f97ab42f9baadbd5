//! A map that is laid out for one scale: its ground, and all that is drawn on it. Any part of it can be drawn by itself.
//!
//! **Invariant:** parts that are joined are the whole picture to the byte, with any number of threads. Names and signs are placed once, for
//! the whole.

use std::sync::Arc;

use contract::Chart;
use image::RgbImage;
use world::Scenario;

use super::arrows::Arrow;
use super::canvas::{Band, Layer};
use super::draw::above_ground;
use super::ground::GroundPainter;
use super::paper::paint_ground;
use super::print::{print_part, sort};
use super::sheet::PageLayout;
use super::style::PictureStyle;
use super::texture::Texture;
use super::{legend, rim};
use crate::parallel::make_each;
use crate::picture_error::PictureError;

/// A map of one level, laid out.
pub struct Painting {
    sheet: PageLayout,
    style: PictureStyle,
    design: Arc<design::Design>,
    ground: GroundPainter,
    layers: Vec<Layer>,
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
    pub(super) fn charted(
        scenario: &Scenario,
        arrows: &[Arrow],
        told: Option<&Chart>,
        style: &PictureStyle,
        before: Option<&Painting>,
    ) -> Result<Painting, PictureError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain);
        }
        let style = PictureStyle { rim: rim::asked(style, told.filter(|_| style.units)), ..style.clone() };
        let legend = |width: f32, cell: f32| legend::height(scenario, told, width, cell);
        let sheet = PageLayout::new(scenario.world.area, &style, legend)?;
        let before = before.filter(|before| before.sheet == sheet);
        let texture = match before {
            Some(before) => before.ground.texture(),
            None => Arc::new(Texture::new(sheet.cell)),
        };
        let before = before.filter(|before| Arc::ptr_eq(&before.design, &scenario.design));
        let ground = GroundPainter::new(scenario, &sheet, texture, &style, before.map(|before| &before.ground));
        let mut layers = above_ground(scenario, arrows, &sheet, &style, told);
        sort(&mut layers, sheet.height);
        Ok(Painting { sheet, style, design: Arc::clone(&scenario.design), ground, layers })
    }

    /// Its width and height, in pixels.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.sheet.width, self.sheet.height)
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
                (Some(one), Some(other)) if one.is_like(other) => {}
                _ => return false,
            }
        }
    }

    /// Draws the parts of a picture that look different from another painting, which it shows; without one all of them. `grounds` are the
    /// grounds of the parts, for the next picture: marks change more often, and cost less.
    pub(super) fn redraw(&self, other: Option<&Painting>, picture: &mut RgbImage, grounds: &mut Vec<Band>) {
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
const PART: usize = super::canvas::BAND;

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
