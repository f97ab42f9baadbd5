//! Moving pictures as files: GIFs, and PNGs that move. Both hold for each turn only the box of what changed.

use std::io::Write;

use gif::DisposalMethod;
use image::{RgbImage, imageops};

use crate::WriteError;
use crate::map::raster::moving::MovingKind;

/// What changed in a turn, packed for a kind of file.
pub(in crate::map) enum MovingPart {
    Gif(gif::Frame<'static>),
    /// The corner of the box, and its pixels.
    Apng((u32, u32), RgbImage),
}

impl MovingPart {
    /// The change from the picture before, or all of the first one.
    pub(in crate::map) fn new(kind: MovingKind, picture: &RgbImage, before: Option<&RgbImage>) -> MovingPart {
        let before = before.filter(|before| before.dimensions() == picture.dimensions());
        let (x, y, width, height) = changed(picture, before);
        let part = imageops::crop_imm(picture, x, y, width, height).to_image();
        if kind == MovingKind::Apng {
            return MovingPart::Apng((x, y), part);
        }
        let before = before.map(|before| imageops::crop_imm(before, x, y, width, height).to_image());
        let mut frame = pack(&part, before.as_ref());
        (frame.left, frame.top) = (x as u16, y as u16);
        MovingPart::Gif(frame)
    }
}

/// The box of the pixels that changed, at least one pixel: west, north, width, height.
fn changed(picture: &RgbImage, before: Option<&RgbImage>) -> (u32, u32, u32, u32) {
    let (width, height) = picture.dimensions();
    let Some(before) = before else { return (0, 0, width, height) };
    let (mut west, mut north, mut east, mut south) = (width, height, 0, 0);
    for ((x, y, pixel), other) in picture.enumerate_pixels().zip(before.pixels()) {
        if pixel != other {
            (west, north) = (west.min(x), north.min(y));
            (east, south) = (east.max(x + 1), south.max(y + 1));
        }
    }
    if east == 0 { (0, 0, 1, 1) } else { (west, north, east - west, south - north) }
}

/// Pixels with colours of their own. What is as before is left out; if that is not much, nothing is, since a palette has to have a
/// place for it.
fn pack(picture: &RgbImage, before: Option<&RgbImage>) -> gif::Frame<'static> {
    let is_same = |index: usize| {
        before.is_some_and(|before| {
            let bytes = 3 * index..3 * index + 3;
            before.as_raw()[bytes.clone()] == picture.as_raw()[bytes]
        })
    };
    let (width, height) = picture.dimensions();
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

/// A file that is being written.
pub(in crate::map) enum MovingWriter<'a> {
    Gif(gif::Encoder<&'a mut dyn Write>),
    Apng(Box<png::Writer<&'a mut dyn Write>>),
}

impl<'a> MovingWriter<'a> {
    /// Begins a file with this number of pictures, of this size.
    pub(in crate::map) fn new(
        kind: MovingKind,
        out: &'a mut dyn Write,
        (width, height): (u32, u32),
        count: usize,
    ) -> Result<MovingWriter<'a>, WriteError> {
        if kind == MovingKind::Gif {
            let mut encoder = gif::Encoder::new(out, width as u16, height as u16, &[]).map_err(gif_fault)?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(gif_fault)?;
            return Ok(MovingWriter::Gif(encoder));
        }
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_animated(count as u32, 0).map_err(png_fault)?;
        Ok(MovingWriter::Apng(Box::new(encoder.write_header().map_err(png_fault)?)))
    }

    /// Adds what changed. It is shown for `pace` hundredths of a second.
    pub(in crate::map) fn write(&mut self, part: MovingPart, pace: u16) -> Result<(), WriteError> {
        match (self, part) {
            (MovingWriter::Gif(encoder), MovingPart::Gif(mut frame)) => {
                frame.delay = pace;
                encoder.write_frame(&frame).map_err(gif_fault)
            }
            (MovingWriter::Apng(writer), MovingPart::Apng((x, y), part)) => {
                let mut write = || {
                    // The place is checked against the size that is set.
                    writer.reset_frame_position()?;
                    writer.set_frame_dimension(part.width(), part.height())?;
                    writer.set_frame_position(x, y)?;
                    writer.set_frame_delay(pace, 100)?;
                    writer.write_image_data(part.as_raw())
                };
                write().map_err(png_fault)
            }
            _ => unreachable!("a file has parts of its own kind"),
        }
    }

    /// Ends the file.
    pub(in crate::map) fn end(self) -> Result<(), WriteError> {
        match self {
            // It ends as it is dropped.
            MovingWriter::Gif(_) => Ok(()),
            MovingWriter::Apng(writer) => writer.finish().map_err(png_fault),
        }
    }
}

fn gif_fault(fault: gif::EncodingError) -> WriteError {
    match fault {
        gif::EncodingError::Io(fault) => fault.into(),
        fault => std::io::Error::other(fault).into(),
    }
}

fn png_fault(fault: png::EncodingError) -> WriteError {
    match fault {
        png::EncodingError::IoError(fault) => fault.into(),
        fault => std::io::Error::other(fault).into(),
    }
}
