//! Moving pictures: positions one after the other, as an animated GIF that plays anywhere.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::parallel::make_each;
use crate::picture_error::PictureError;
use contract::Chart;
use gif::{DisposalMethod, Encoder, EncodingError, Repeat};
use image::RgbImage;
use world::Scenario;

use super::arrows::Arrow;
use super::canvas::{Clip, Layer};
use super::draw::draw_charted;
use super::inks::{INK, PAPER};
use super::print::print;
use super::realms;
use super::rim;
use super::style::PictureStyle;
use super::text::{Face, Line, draw_letters};
use crate::WriteError;

/// The default width of a moving picture, in pixels.
const WIDTH: u32 = 560;
/// The same where provinces pay or ships fly: there are numbers to be read.
const WIDTH_OF_REALMS: u32 = 840;
/// How many times as long the last position is shown.
const LAST: u16 = 6;
/// How many positions are drawn in parallel, and so are in memory.
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

/// Writes positions of one world as an animated GIF, which shows only the map, each for `pace` hundredths of a second. If the first
/// has a line of words, all have room for one. `observer` is told again and again how many positions are
/// done, and says whether to go on.
///
/// # Errors
/// As for [`crate::draw`], or if the writer fails, or if `observer` says no.
pub fn write_moving(
    frames: &[MovingFrame],
    style: &PictureStyle,
    pace: u16,
    out: &mut dyn Write,
    observer: &(dyn Fn(usize) -> bool + Sync),
) -> Result<(), WriteError> {
    // Each position is drawn, then packed.
    let steps = AtomicUsize::new(0);
    let is_ended = AtomicBool::new(false);
    let ended = || WriteError::from(std::io::Error::from(std::io::ErrorKind::Interrupted));
    let step = || {
        if observer(steps.fetch_add(1, Ordering::Relaxed).div_ceil(2)) {
            return Ok(());
        }
        is_ended.store(true, Ordering::Relaxed);
        Err(ended())
    };
    let Some(first) = frames.first() else { return Ok(()) };
    let width = if realms::are_shown(&first.scenario) || first.chart.is_some() { WIDTH_OF_REALMS } else { WIDTH };
    let rim = rim::asked(style, first.chart.as_ref());
    let style = PictureStyle { rim, ..style.clone() };
    let columns = rim::columns(&first.scenario.world.area, rim);
    let cell = style.cell_width.unwrap_or((width / columns).clamp(4, 48));
    let style = PictureStyle { cell_width: Some(cell), frame: false, names: false, ..style };
    let is_told = !first.caption.is_empty();
    let mut encoder: Option<Encoder<&mut dyn Write>> = None;
    let mut out = Some(out);
    let mut before: Option<RgbImage> = None;
    for (number, chunk) in frames.chunks(AT_ONCE).enumerate() {
        let drawn: Vec<RgbImage> = make_each(chunk.len(), &|index| {
            if is_ended.load(Ordering::Relaxed) {
                return Err(ended());
            }
            let drawn = draw_frame(&chunk[index], is_told, &style)?;
            step()?;
            Ok(drawn)
        })
        .into_iter()
        .collect::<Result<_, WriteError>>()?;
        let earlier = |index: usize| if index == 0 { before.as_ref() } else { drawn.get(index - 1) };
        let packed = make_each(drawn.len(), &|index| {
            if is_ended.load(Ordering::Relaxed) {
                return Err(ended());
            }
            let packed = pack(&drawn[index], earlier(index));
            step()?;
            Ok(packed)
        })
        .into_iter()
        .collect::<Result<Vec<_>, WriteError>>()?;
        for (index, mut packed) in packed.into_iter().enumerate() {
            let is_last = number * AT_ONCE + index + 1 == frames.len();
            packed.delay = pace.saturating_mul(if is_last { LAST } else { 1 });
            if let Some(out) = out.take() {
                let mut begun = Encoder::new(out, packed.width, packed.height, &[]).map_err(fault)?;
                begun.set_repeat(Repeat::Infinite).map_err(fault)?;
                encoder = Some(begun);
            }
            if let Some(encoder) = &mut encoder {
                encoder.write_frame(&packed).map_err(fault)?;
            }
        }
        before = drawn.last().cloned();
    }
    Ok(())
}

fn fault(fault: EncodingError) -> WriteError {
    match fault {
        EncodingError::Io(fault) => fault.into(),
        fault => std::io::Error::other(fault).into(),
    }
}

/// A picture with colours of its own. What is as in the picture before it is left out, so that a quiet turn takes little room; if that
/// is not much, nothing is, since a palette has to have a place for it.
fn pack(picture: &RgbImage, before: Option<&RgbImage>) -> gif::Frame<'static> {
    let (width, height) = picture.dimensions();
    let before = before.filter(|before| before.dimensions() == (width, height));
    let is_same = |index: usize| {
        before.is_some_and(|before| {
            let bytes = 3 * index..3 * index + 3;
            before.as_raw()[bytes.clone()] == picture.as_raw()[bytes]
        })
    };
    let count = (width * height) as usize;
    let leaves_out = (0..count).filter(|&index| is_same(index)).count() * 5 > count;
    let pixel = |(index, pixel): (usize, &[u8])| match leaves_out && is_same(index) {
        true => [0; 4],
        false => [pixel[0], pixel[1], pixel[2], u8::MAX],
    };
    let mut pixels: Vec<u8> = picture.as_raw().chunks_exact(3).enumerate().flat_map(pixel).collect();
    // Speed 10 of 30: colours are chosen for each picture, well enough and four times as fast as the best.
    let mut frame = gif::Frame::from_rgba_speed(width as u16, height as u16, &mut pixels, 10);
    frame.dispose = DisposalMethod::Keep;
    frame
}

/// Draws one position as a whole picture: its line of words stands under the title or, without one, below the map.
///
/// # Errors
/// As for [`crate::draw`].
pub fn draw_position(frame: &MovingFrame, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    if style.frame {
        let style = PictureStyle { remark: frame.caption.clone(), ..style.clone() };
        return draw_charted(&frame.scenario, &frame.arrows, frame.chart.as_ref(), &style);
    }
    draw_frame(frame, !frame.caption.is_empty(), style)
}

/// A position, with its words below it.
fn draw_frame(frame: &MovingFrame, is_told: bool, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    let map = draw_charted(&frame.scenario, &frame.arrows, frame.chart.as_ref(), style)?;
    if !is_told {
        return Ok(map);
    }
    let (width, height) = map.dimensions();
    let strip = caption(&frame.caption, width as usize);
    let bytes = [map.into_raw(), strip.into_raw()].concat();
    Ok(RgbImage::from_raw(width, height + CAPTION as u32, bytes).expect("three bytes for each pixel"))
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
        // What does not change is left out, and stays.
        let [first, second] = [pack(&told, None), pack(&other, Some(&told))];
        assert!(first.transparent.is_none() && second.transparent.is_some());
        let none = second.transparent.expect("it has one");
        let drawn = second.buffer.iter().filter(|&&index| index != none).count();
        let changed = told.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count();
        assert!(drawn == changed && changed > 0, "{drawn} pixels for {changed}");
    }
}
