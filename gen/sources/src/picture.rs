//! PNG pictures from their bytes, bounded before memory is taken.

use std::io::Cursor;

use design::{Diagnostic, Diagnostics};
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, Limits};

/// The most pixels of a picture (256 MB at most, while it is read).
pub const PIXELS_MAX: u32 = 1 << 25;
/// The most bytes of what a picture has beside its pixels, such as profiles of colours and texts, unpacked; and of one row of pixels.
const BESIDE_MAX: u64 = 1 << 24;
/// The best compression ratio of deflate.
const PACKED_AT_BEST: u64 = 1032;

/// Whether a PNG declares that it has no colours: then it is a heightmap rather than a map.
///
/// # Errors
/// Diagnostics if the bytes are no readable picture.
pub fn is_grey(file: &str, bytes: &[u8]) -> Result<bool, Diagnostics> {
    let color = decoder(file, bytes).map_err(|fault| Diagnostics(vec![fault]))?.original_color_type();
    use image::ExtendedColorType::{L1, L2, L4, L8, L16, La8, La16};
    Ok(matches!(color, L1 | L2 | L4 | L8 | L16 | La8 | La16))
}

/// The pixels.
pub(crate) fn decode(file: &str, bytes: &[u8]) -> Result<DynamicImage, Diagnostic> {
    DynamicImage::from_decoder(decoder(file, bytes)?).map_err(|error| broken(file, &error))
}

fn decoder<'a>(file: &str, bytes: &'a [u8]) -> Result<PngDecoder<Cursor<&'a [u8]>>, Diagnostic> {
    if bytes.is_empty() {
        return Err(Diagnostic::error("empty-file", format!("{file} is empty")).expected("a PNG picture"));
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(BESIDE_MAX);
    let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(|error| broken(file, &error))?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > u64::from(PIXELS_MAX) {
        let message = format!("{file} has {width}x{height} pixels");
        return Err(Diagnostic::error("too-large", message).expected(format!("at most {PIXELS_MAX} pixels")));
    }
    // A pixel takes at least a bit. A file that declares more pixels than it can hold gets no memory for them.
    if pixels / 8 > bytes.len() as u64 * PACKED_AT_BEST {
        let message = format!("{file} claims {width}x{height} pixels and has {} bytes", bytes.len());
        return Err(Diagnostic::error("bad-picture", message).expected("a whole PNG picture"));
    }
    Ok(decoder)
}

fn broken(file: &str, error: &image::ImageError) -> Diagnostic {
    Diagnostic::error("bad-picture", format!("{file} cannot be read as a picture: {error}"))
        .expected("a whole PNG picture")
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage};
    use proptest::prelude::*;

    use super::*;
    use crate::test_pictures::png;

    #[test]
    fn grey_is_what_the_file_says() {
        let grey = png(&DynamicImage::ImageLuma8(GrayImage::from_pixel(3, 3, Luma([7]))));
        let color = png(&DynamicImage::ImageRgb8(RgbImage::from_pixel(3, 3, Rgb([7, 7, 7]))));
        assert_eq!((is_grey("a", &grey), is_grey("a", &color)), (Ok(true), Ok(false)));
    }

    #[test]
    fn a_picture_that_cannot_be_read_is_refused_with_the_reason() {
        let fault = |bytes: &[u8]| decode("map.png", bytes).unwrap_err().to_string();
        assert_eq!(fault(b""), "error[empty-file]: map.png is empty: expected a PNG picture");
        assert_eq!(
            fault(b"GIF89a"),
            "error[bad-picture]: map.png cannot be read as a picture: Format error decoding Png: Invalid PNG \
            signature.: expected a whole PNG picture"
        );
        let whole =
            png(&DynamicImage::ImageRgb8(RgbImage::from_fn(40, 40, |x, y| Rgb([x as u8, y as u8, (x * y) as u8]))));
        assert!(decode("map.png", &whole).is_ok());
        for cut in [8, 30, 60, whole.len() / 2] {
            assert_eq!(
                fault(&whole[..cut]),
                "error[bad-picture]: map.png cannot be read as a picture: unexpected end of file: expected a whole \
                PNG picture"
            );
        }
    }

    /// Adds a chunk with its length and the right checksum.
    fn chunk(name: &[u8; 4], data: &[u8], bytes: &mut Vec<u8>) {
        bytes.extend((data.len() as u32).to_be_bytes());
        let mut sum = u32::MAX;
        for &byte in name.iter().chain(data) {
            sum ^= u32::from(byte);
            for _ in 0..8 {
                sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
            }
        }
        bytes.extend(name.iter().chain(data));
        bytes.extend((!sum).to_be_bytes());
    }

    /// The first bytes of a PNG with this size.
    fn claim(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        chunk(b"IHDR", &[size.as_slice(), &[8, 2, 0, 0, 0]].concat(), &mut bytes);
        bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
        bytes
    }

    #[test]
    fn a_claim_takes_no_memory() {
        let fault = |bytes: &[u8]| decode("map.png", bytes).unwrap_err().to_string();
        assert_eq!(
            fault(&claim(60_000, 60_000)),
            "error[too-large]: map.png has 60000x60000 pixels: expected at most 33554432 pixels"
        );
        assert_eq!(
            fault(&claim(u32::MAX >> 1, u32::MAX >> 1)),
            "error[bad-picture]: map.png cannot be read as a picture: Memory limit exceeded: expected a whole \
            PNG picture"
        );
        assert_eq!(
            fault(&claim(5000, 5000)),
            "error[bad-picture]: map.png claims 5000x5000 pixels and has 45 bytes: expected a whole PNG picture"
        );
    }

    /// A profile of colours as other programs write them is read, and one that unpacks to a gigabyte is passed over.
    #[test]
    fn a_profile_takes_no_memory() {
        use std::io::Write;
        let with_profile = |size: usize| {
            let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            (0..size >> 10).for_each(|_| packed.write_all(&[0; 1024]).unwrap());
            let mut bytes = claim(1, 1);
            bytes.truncate(33);
            chunk(b"iCCP", &[b"sRGB\0\0", packed.finish().unwrap().as_slice()].concat(), &mut bytes);
            chunk(b"IDAT", &[0x78, 1, 1, 4, 0, 0xfb, 0xff, 0, 1, 2, 3, 0, 0xf, 0, 7], &mut bytes);
            chunk(b"IEND", &[], &mut bytes);
            bytes
        };
        for (size, is_read) in [(1 << 20, true), (1 << 25, false)] {
            let bytes = with_profile(size);
            let profile = decoder("map.png", &bytes).unwrap().icc_profile().unwrap();
            assert_eq!(profile.is_some(), is_read, "{size}");
            assert_eq!(decode("map.png", &bytes).unwrap().to_rgb8().get_pixel(0, 0).0, [1, 2, 3]);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>, at in 0_usize..200, byte: u8) {
            let _ = decode("x", &bytes);
            let image = RgbImage::from_fn(9, 7, |x, y| Rgb([x as u8, y as u8, 3]));
            let mut bytes = png(&DynamicImage::ImageRgb8(image));
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = decode("x", &bytes);
        }
    }
}
