//! A map that is laid out for one scale: its ground, and all that is drawn on it. Any part of it can be drawn by itself.
//!
//! **Invariant:** parts that are joined are the whole picture to the byte, with any number of threads. Names and signs are placed once, for
//! the whole.

use std::sync::Arc;

use contract::Chart;
use image::RgbImage;
use world::Scenario;

use super::arrows::Arrow;
use super::canvas::Layer;
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
        let seen = |layer: &&Layer| !layer.is_empty() && layer.touches(from, size);
        let (mut own, mut others) = (self.layers.iter().filter(seen), other.layers.iter().filter(seen));
        self.sheet == other.sheet
            && self.style == other.style
            && Arc::ptr_eq(&self.design, &other.design)
            && self.ground.is_like(&other.ground, from, size)
            && loop {
                match (own.next(), others.next()) {
                    (None, None) => break true,
                    (Some(one), Some(other)) if one.is_like(other) => {}
                    _ => break false,
                }
            }
    }

    /// Draws the parts of a picture of another painting anew that look different now.
    pub(super) fn redraw(&self, other: &Painting, picture: &mut RgbImage) {
        let (width, height) = self.size();
        let columns = width.div_ceil(PART);
        let parts = make_each(columns * height.div_ceil(PART), &|index| {
            let (from, size) = ((index % columns * PART, index / columns * PART), (PART, PART));
            (!self.is_like(other, from, size)).then(|| (from, self.part(from, size)))
        });
        for ((left, top), part) in parts.into_iter().flatten() {
            image::imageops::replace(picture, &part, left as i64, top as i64);
        }
    }
}

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
            let mut picture = before.draw();
            after.redraw(&before, &mut picture);
            assert!(picture == crate::draw(&next, &style).unwrap(), "{shape}");
            let (width, height) = after.size();
            let parts = (0..height).step_by(PART).flat_map(|top| (0..width).step_by(PART).map(move |left| (left, top)));
            let (all, changed) = (parts.clone(), parts.filter(|&from| !after.is_like(&before, from, (PART, PART))));
            let (all, changed) = (all.count(), changed.count());
            assert!(changed > 0 && 3 * changed < all, "{shape}: {changed} of {all} parts");
        }
    }
}
