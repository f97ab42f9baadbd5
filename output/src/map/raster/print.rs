//! Pixels: printed band by band, and written as a file.

use std::io::Write;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, RgbImage};

use crate::map::marks::layer::{BAND, Layer};
use crate::map::raster::band::Band;
use crate::parallel::for_each_line;
use crate::write_error::WriteError;

/// A picture of this many pixels: each band is painted, then the layers are drawn on it in order.
pub(in crate::map) fn print(
    size: (usize, usize),
    mut layers: Vec<Layer>,
    paint: impl Fn(&mut Band) + Sync,
) -> RgbImage {
    sort(&mut layers, size.1);
    print_part((0, 0), size, size.0, &layers, &paint)
}

/// Makes layers ready for a picture of this height.
pub(in crate::map) fn sort(layers: &mut [Layer], height: usize) {
    for_each_line(layers, 1, &|_, layer| layer[0].sort(height));
}

/// A part of a picture, from its corner on: as many columns and rows of a picture of that whole width.
pub(in crate::map) fn print_part(
    (left, top): (usize, usize),
    (width, height): (usize, usize),
    whole: usize,
    layers: &[Layer],
    paint: &(dyn Fn(&mut Band) + Sync),
) -> RgbImage {
    let mut bytes = vec![0; width * height * 3];
    let print = |top: usize, chunk: &mut [u8]| {
        let mut band = Band::new((left, top), (width, chunk.len() / (width * 3)), whole);
        paint(&mut band);
        for layer in layers {
            band.draw(layer);
        }
        for (pixel, color) in chunk.chunks_exact_mut(3).zip(&band.colors) {
            for (byte, part) in pixel.iter_mut().zip(color) {
                // Rounded to the nearest; a cast clamps to a byte. (`round` is a function call on processors without such an
                // instruction, and took a fifth of the time.)
                *byte = (part + 0.5) as u8;
            }
        }
    };
    // The first rows may be the end of a band.
    let before = (top.next_multiple_of(BAND) - top).min(height);
    let (first, others) = bytes.split_at_mut(before * width * 3);
    if before > 0 {
        print(top, first);
    }
    for_each_line(others, width * 3 * BAND, &|index, chunk| print(top + before + index * BAND, chunk));
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
