//! Moving pictures: positions one after the other, as an animated GIF that plays anywhere.

use std::io::Write;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, Rgba, RgbaImage};
use rayon::prelude::*;
use world::Scenario;

use super::{PictureStyle, draw};
use crate::WriteError;

/// The default width of a moving picture, in pixels.
const WIDTH: u32 = 560;
/// How many times as long the last position is shown.
const LAST: u32 = 6;
/// How many positions are drawn in parallel, and so are in memory.
const AT_ONCE: usize = 16;

/// Writes positions of one world as an animated GIF, which shows only the map, each for `pace` hundredths of a second.
///
/// # Errors
/// As for [`draw`], or if the writer fails.
pub fn write_moving(
    positions: &[Scenario],
    style: &PictureStyle,
    pace: u16,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let Some(first) = positions.first() else { return Ok(()) };
    let cell = style.cell_width.unwrap_or((WIDTH / first.world.area.width()).clamp(4, 48));
    let style = PictureStyle { cell_width: Some(cell), frame: false, names: false, ..*style };
    // Speed 10 of 30: colours are chosen for each picture, well enough and four times as fast as the best.
    let mut encoder = GifEncoder::new_with_speed(out, 10);
    encoder.set_repeat(Repeat::Infinite)?;
    for (number, chunk) in positions.chunks(AT_ONCE).enumerate() {
        let drawn: Vec<_> = chunk.par_iter().map(|position| draw(position, &style)).collect::<Result<_, _>>()?;
        for (index, picture) in drawn.into_iter().enumerate() {
            let is_last = number * AT_ONCE + index + 1 == positions.len();
            let shown = u32::from(pace) * 10 * if is_last { LAST } else { 1 };
            let (width, height) = picture.dimensions();
            let pixel = |x, y| {
                let [red, green, blue] = picture.get_pixel(x, y).0;
                Rgba([red, green, blue, u8::MAX])
            };
            let picture = RgbaImage::from_fn(width, height, pixel);
            encoder.encode_frame(Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(shown, 1)))?;
        }
    }
    Ok(())
}
