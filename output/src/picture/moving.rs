//! Moving pictures: positions one after the other, as an animated GIF that plays anywhere.

use std::io::Write;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, Rgba, RgbaImage};
use rayon::prelude::*;
use world::Scenario;

use super::canvas::{Clip, Layer};
use super::inks::{INK, PAPER};
use super::realms;
use super::text::{Face, Line, draw_letters};
use super::{Arrow, PictureError, PictureStyle, draw_moved, print};
use crate::WriteError;

/// The default width of a moving picture, in pixels.
const WIDTH: u32 = 560;
/// The same where provinces pay: there are numbers to be read.
const WIDTH_OF_REALMS: u32 = 840;
/// How many times as long the last position is shown.
const LAST: u32 = 6;
/// How many positions are drawn in parallel, and so are in memory.
const AT_ONCE: usize = 16;
/// The height of the line of words below the map, in pixels.
const CAPTION: usize = 26;

/// A position of a moving picture.
#[derive(Clone, Debug)]
pub struct MovingFrame {
    /// The position.
    pub scenario: Scenario,
    /// The marches that led to it.
    pub arrows: Vec<Arrow>,
    /// A line of words below the map; if it is empty there is only the map.
    pub caption: String,
}

/// Writes positions of one world as an animated GIF, which shows only the map, each for `pace` hundredths of a second. If the first
/// has a line of words, all have room for one.
///
/// # Errors
/// As for [`super::draw`], or if the writer fails.
pub fn write_moving(
    frames: &[MovingFrame],
    style: &PictureStyle,
    pace: u16,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let Some(first) = frames.first() else { return Ok(()) };
    let width = if realms::are_shown(&first.scenario) { WIDTH_OF_REALMS } else { WIDTH };
    let cell = style.cell_width.unwrap_or((width / first.scenario.world.area.width()).clamp(4, 48));
    let style = PictureStyle { cell_width: Some(cell), frame: false, names: false, ..*style };
    let is_told = !first.caption.is_empty();
    // Speed 10 of 30: colours are chosen for each picture, well enough and four times as fast as the best.
    let mut encoder = GifEncoder::new_with_speed(out, 10);
    encoder.set_repeat(Repeat::Infinite)?;
    for (number, chunk) in frames.chunks(AT_ONCE).enumerate() {
        let drawn: Vec<_> =
            chunk.par_iter().map(|frame| draw_frame(frame, is_told, &style)).collect::<Result<_, _>>()?;
        for (index, picture) in drawn.into_iter().enumerate() {
            let is_last = number * AT_ONCE + index + 1 == frames.len();
            let shown = u32::from(pace) * 10 * if is_last { LAST } else { 1 };
            encoder.encode_frame(Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(shown, 1)))?;
        }
    }
    Ok(())
}

/// A position, with its words below it.
fn draw_frame(frame: &MovingFrame, is_told: bool, style: &PictureStyle) -> Result<RgbaImage, PictureError> {
    let map = draw_moved(&frame.scenario, &frame.arrows, style)?;
    let (width, height) = map.dimensions();
    let strip = is_told.then(|| caption(&frame.caption, width as usize));
    let below = strip.as_ref().map_or(0, image::RgbImage::height);
    Ok(RgbaImage::from_fn(width, height + below, |x, y| {
        let [red, green, blue] = match &strip {
            Some(strip) if y >= height => strip.get_pixel(x, y - height).0,
            _ => map.get_pixel(x, y).0,
        };
        Rgba([red, green, blue, u8::MAX])
    }))
}

/// A line of words on paper, as wide as the map.
fn caption(words: &str, width: usize) -> image::RgbImage {
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

    #[test]
    fn words_stand_below_the_map_and_change_nothing_of_it() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let style = PictureStyle { cell_width: Some(8), frame: false, names: false, ..PictureStyle::default() };
        let frame =
            |caption: &str| MovingFrame { scenario: scenario.clone(), arrows: Vec::new(), caption: caption.into() };
        let drawn = |caption: &str| draw_frame(&frame(caption), !caption.is_empty(), &style).expect("it is drawn");
        let (bare, told, other) = (drawn(""), drawn("month 3"), drawn("month 4"));
        assert_eq!((told.width(), told.height()), (bare.width(), bare.height() + CAPTION as u32));
        assert!(bare.enumerate_pixels().all(|(x, y, pixel)| told.get_pixel(x, y) == pixel));
        assert!(told != other);
    }
}
