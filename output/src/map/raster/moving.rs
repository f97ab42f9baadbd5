//! Moving pictures: positions one after the other.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::parallel::make_each;
use crate::picture_error::PictureError;
use contract::Chart;
use image::RgbImage;
use world::Scenario;

use crate::WriteError;
use crate::map::draw::draw_charted;
use crate::map::ground::inks::{INK, PAPER};
use crate::map::layout::rim;
use crate::map::marks::arrows::Arrow;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::realms;
use crate::map::marks::text::{Face, Line, draw_letters};
use crate::map::painting::Painting;
use crate::map::raster::band::Band;
use crate::map::raster::moving_file::{MovingPart, MovingWriter};
use crate::map::raster::print::print;
use crate::map::style::PictureStyle;

/// The default width of a moving picture, in pixels.
const WIDTH: u32 = 560;
/// The same where provinces pay or ships fly: there are numbers to be read.
const WIDTH_OF_REALMS: u32 = 840;
/// How many times as long the last position is shown.
const LAST: u16 = 6;
/// How many positions are packed in parallel, and so are in memory.
const AT_ONCE: usize = 16;
/// The height of the line of words below the map, in pixels.
const CAPTION: usize = 26;

/// A position of a moving picture.
#[derive(Clone, Debug)]
pub struct MovingFrame {
    /// The position.
    pub scenario: Scenario,
    /// What its rules tell of it.
    pub chart: Option<Chart>,
    /// The marches that led to it.
    pub arrows: Vec<Arrow>,
    /// A line of words below the map; if it is empty there is only the map.
    pub caption: String,
}

/// The kinds of moving pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingKind {
    /// A GIF, with 256 colours for what changes in each turn.
    Gif,
    /// A PNG that moves, with all colours.
    Apng,
}

/// Draws positions of one world one after the other: only the map, and anew only what looks different.
pub struct Film {
    style: PictureStyle,
    /// Whether there is room for a line of words.
    is_told: bool,
    last: Option<(Painting, RgbImage)>,
    /// What lies under the marks, for the next picture.
    grounds: Vec<Band>,
}

impl Film {
    /// For positions like this one. If it has a line of words, all have room for one.
    #[must_use]
    pub fn new(first: &MovingFrame, style: &PictureStyle) -> Film {
        let flies = first.chart.as_ref().is_some_and(Chart::has_vessels);
        let width = if realms::are_shown(&first.scenario) || flies { WIDTH_OF_REALMS } else { WIDTH };
        let rim = rim::asked(&first.scenario.world.area, style, first.chart.as_ref());
        let columns = rim::columns(&first.scenario.world.area, rim);
        let cell = style.cell_width.unwrap_or((width / columns).clamp(4, 48));
        let style = PictureStyle { cell_width: Some(cell), frame: false, names: false, rim, ..style.clone() };
        Film { style, is_told: !first.caption.is_empty(), last: None, grounds: Vec::new() }
    }

    /// The next position.
    ///
    /// # Errors
    /// As for [`crate::draw`].
    pub fn draw(&mut self, frame: &MovingFrame) -> Result<RgbImage, PictureError> {
        if frame.scenario.world.area.levels() > 1 {
            return draw_frame(frame, self.is_told, &self.style);
        }
        let (arrows, chart) = (&frame.arrows, frame.chart.as_ref());
        let before = self.last.as_ref().map(|(before, _)| before);
        let painting = Painting::charted(&frame.scenario, arrows, chart, &self.style, before)?;
        let size = (painting.size().0 as u32, painting.size().1 as u32);
        let (before, mut map) = match self.last.take().filter(|(_, map)| map.dimensions() == size) {
            Some((before, map)) => (Some(before), map),
            None => {
                self.grounds.clear();
                (None, RgbImage::new(size.0, size.1))
            }
        };
        painting.redraw(before.as_ref(), &mut map, &mut self.grounds);
        let drawn = if self.is_told { captioned(map.clone(), &frame.caption) } else { map.clone() };
        self.last = Some((painting, map));
        Ok(drawn)
    }
}

/// Writes positions of one world as a moving picture, which shows only the map, each for `pace` hundredths of a second. `observer` is told
/// again and again how many positions are done, and says whether to go on.
///
/// # Errors
/// As for [`crate::draw`], or if the writer fails, or if `observer` says no.
pub fn write_moving(
    frames: &[MovingFrame],
    style: &PictureStyle,
    kind: MovingKind,
    pace: u16,
    out: &mut dyn Write,
    observer: &(dyn Fn(usize) -> bool + Sync),
) -> Result<(), WriteError> {
    let Some(first) = frames.first() else { return Ok(()) };
    let mut film = Film::new(first, style);
    // Each position is drawn, then packed.
    let steps = AtomicUsize::new(0);
    let step = || match observer(steps.fetch_add(1, Ordering::Relaxed).div_ceil(2)) {
        true => Ok(()),
        false => Err(WriteError::from(std::io::Error::from(std::io::ErrorKind::Interrupted))),
    };
    let mut before: Option<RgbImage> = None;
    let mut writer: Option<MovingWriter<'_>> = None;
    let mut out = Some(out);
    for (number, chunk) in frames.chunks(AT_ONCE).enumerate() {
        let mut drawn = Vec::new();
        for frame in chunk {
            drawn.push(film.draw(frame)?);
            step()?;
        }
        let packed = make_each(drawn.len(), &|index| {
            let earlier = if index == 0 { before.as_ref() } else { drawn.get(index - 1) };
            step()?;
            Ok::<_, WriteError>(MovingPart::new(kind, &drawn[index], earlier))
        });
        for (index, part) in packed.into_iter().enumerate() {
            let is_last = number * AT_ONCE + index + 1 == frames.len();
            let pace = pace.saturating_mul(if is_last { LAST } else { 1 });
            if let Some(out) = out.take() {
                writer = Some(MovingWriter::new(kind, out, drawn[0].dimensions(), frames.len())?);
            }
            if let Some(writer) = &mut writer {
                writer.write(part?, pace)?;
            }
        }
        before = drawn.pop();
    }
    writer.map_or(Ok(()), MovingWriter::end)
}

/// Draws one position as a whole picture: its line of words stands under the title or, without one, below the map.
///
/// # Errors
/// As for [`crate::draw`].
pub fn draw_position(frame: &MovingFrame, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    if style.frame {
        let style = PictureStyle { remark: frame.caption.clone(), ..style.clone() };
        // Which names have no room was told with the picture of the start: the next position has others.
        return Ok(draw_charted(&frame.scenario, &frame.arrows, frame.chart.as_ref(), &style)?.picture);
    }
    draw_frame(frame, !frame.caption.is_empty(), style)
}

/// A position, with its words below it.
fn draw_frame(frame: &MovingFrame, is_told: bool, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    let map = draw_charted(&frame.scenario, &frame.arrows, frame.chart.as_ref(), style)?.picture;
    Ok(if is_told { captioned(map, &frame.caption) } else { map })
}

/// A map with words below it.
fn captioned(map: RgbImage, words: &str) -> RgbImage {
    let (width, height) = map.dimensions();
    let strip = caption(words, width as usize);
    let bytes = [map.into_raw(), strip.into_raw()].concat();
    RgbImage::from_raw(width, height + CAPTION as u32, bytes).expect("three bytes for each pixel")
}

/// A line of words on paper, as wide as the map.
fn caption(words: &str, width: usize) -> RgbImage {
    let mut line = Line::new(Face::Plain, words, 17.0, 0.015);
    if line.width > width as f32 - 16.0 {
        line = Line::new(Face::Plain, words, (17.0 * (width as f32 - 16.0) / line.width).max(6.0), 0.0);
    }
    let mut ink = Layer::new(INK, 1.0, Clip::Everywhere);
    draw_letters(line.face, line.size, &line.straight((8.0, 0.7 * CAPTION as f32)), &mut ink, None);
    print((width, CAPTION), vec![ink], |band| band.colors.fill(PAPER))
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    // Takes seconds: a picture is drawn whole, with its words and without.
    #[test]
    fn words_stand_under_the_title_of_a_whole_picture() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let frame = |caption: &str| MovingFrame {
            scenario: scenario.clone(),
            chart: None,
            arrows: Vec::new(),
            caption: caption.into(),
        };
        let drawn = |caption: &str| draw_position(&frame(caption), &PictureStyle::default()).expect("it is drawn");
        let (bare, told, other) = (drawn(""), drawn("month 3"), drawn("month 4"));
        assert_eq!(bare, crate::draw(&scenario, &PictureStyle::default()).expect("it is drawn"));
        assert_eq!(told.dimensions(), bare.dimensions());
        let lowest = |one: &RgbImage| {
            let changed = one.enumerate_pixels().filter(|(x, y, pixel)| bare.get_pixel(*x, *y) != *pixel);
            changed.map(|(_, y, _)| y).max().expect("it says something")
        };
        assert!(lowest(&told) < bare.height() / 6 && told != other);
    }

    #[test]
    fn words_stand_below_the_map_and_change_nothing_of_it() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let style = PictureStyle { cell_width: Some(8), frame: false, names: false, ..PictureStyle::default() };
        let frame = |caption: &str| MovingFrame {
            scenario: scenario.clone(),
            chart: None,
            arrows: Vec::new(),
            caption: caption.into(),
        };
        let drawn = |caption: &str| draw_frame(&frame(caption), !caption.is_empty(), &style).expect("it is drawn");
        let (bare, told, other) = (drawn(""), drawn("month 3"), drawn("month 4"));
        assert_eq!((told.width(), told.height()), (bare.width(), bare.height() + CAPTION as u32));
        assert!(bare.enumerate_pixels().all(|(x, y, pixel)| told.get_pixel(x, y) == pixel));
        assert!(told != other);
        // A turn is packed as the box of what changed, in which what stays is left out.
        let MovingPart::Gif(second) = MovingPart::new(MovingKind::Gif, &other, Some(&told)) else { panic!("a GIF") };
        assert!(u32::from(second.top) >= bare.height() && u32::from(second.width) < told.width());
        let drawn = second.buffer.iter().filter(|&&index| Some(index) != second.transparent).count();
        let changed = told.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count();
        assert!(drawn == changed && changed > 0, "{drawn} pixels for {changed}");
    }
}
