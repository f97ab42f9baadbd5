//! Pixels: printed band by band, and written as a file.

use std::io::Write;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, RgbImage};

use super::canvas::{BAND, Band, Layer};
use crate::parallel::for_each_line;
use crate::write_error::WriteError;

/// A picture of this many pixels: each band is painted, then the layers are drawn on it in order.
pub(super) fn print(size: (usize, usize), layers: Vec<Layer>, paint: impl Fn(&mut Band) + Sync) -> RgbImage {
    print_bands(size, layers, &paint)
}

fn print_bands(
    (width, height): (usize, usize),
    mut layers: Vec<Layer>,
    paint: &(dyn Fn(&mut Band) + Sync),
) -> RgbImage {
    for_each_line(&mut layers, 1, &|_, layer| layer[0].sort(height));
    let mut bytes = vec![0; width * height * 3];
    for_each_line(&mut bytes, width * 3 * BAND, &|index, chunk| {
        let mut band = Band::new(index * BAND, width, chunk.len() / (width * 3));
        paint(&mut band);
        for layer in &layers {
            band.draw(layer);
        }
        for (pixel, color) in chunk.chunks_exact_mut(3).zip(&band.colors) {
            for (byte, part) in pixel.iter_mut().zip(color) {
                // Rounded to the nearest; a cast clamps to a byte. (`round` is a function call on processors without such an
                // instruction, and took a fifth of the time.)
                *byte = (part + 0.5) as u8;
            }
        }
    });
    RgbImage::from_raw(width as u32, height as u32, bytes).expect("three bytes for each pixel")
}

/// Writes pixels as a PNG file, with fast compression.
///
/// # Errors
/// A `WriteError` if the writer fails.
pub fn write_image(picture: &RgbImage, out: &mut dyn Write) -> Result<(), WriteError> {
    let encoder = PngEncoder::new_with_quality(out, CompressionType::Fast, FilterType::Adaptive);
    let (width, height) = picture.dimensions();
    encoder.write_image(picture.as_raw(), width, height, image::ExtendedColorType::Rgb8)?;
    Ok(())
}
