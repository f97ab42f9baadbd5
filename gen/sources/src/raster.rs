//! Rasters, and the part of one that each cell covers.

use std::ops::Range;

use design::Diagnostic;
use grid::{Area, Cell, Shape};

/// The area to make of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its shape.
    pub shape: Shape,
    /// Its size, in cells; `None` for one cell per pixel.
    pub size: Option<(u32, u32)>,
}

impl Wanted {
    /// The area for a picture of that size, in pixels.
    ///
    /// # Errors
    /// A diagnostic if there is no such area.
    pub(crate) fn area(&self, file: &str, picture: (u32, u32)) -> Result<Area, Diagnostic> {
        let (width, height) = self.size.unwrap_or(picture);
        Area::new(self.shape, width, height).map_err(|error| {
            let fault = Diagnostic::error("bad-size", format!("{file} makes no {}: {error}", self.shape));
            let longest = f64::from(Area::CELLS_MAX).sqrt() as u32;
            let width = width.clamp(Area::SIDE_MIN + 1, longest);
            let height = self.shape.fitting_height(width, height.clamp(Area::SIDE_MIN + 1, longest));
            fault.suggest(format!("say another size, such as --size {width}x{height}"))
        })
    }
}

/// One value for each pixel, row by row from the north.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raster<T> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) values: Vec<T>,
}

impl<T: Copy> Raster<T> {
    /// The pixels that a cell covers: one if there is a cell for each pixel. Rows of hexes half a cell farther east cover pixels
    /// farther east, so that straight lines of a large picture stay as straight as hexes allow.
    pub(crate) fn covered(&self, area: &Area, cell: Cell) -> impl Iterator<Item = T> + '_ {
        let (right, down) = area.upright(cell);
        let halves = 2 * area.width();
        let columns = part(self.width, right, 2, halves);
        let rows = part(self.height, down, 1, area.height());
        rows.flat_map(move |row| {
            let start = row as usize * self.width as usize;
            columns.clone().map(move |column| self.values[start + column as usize])
        })
    }

    /// The column and row of the first pixel that a cell covers, from 0.
    pub(crate) fn first_covered(&self, area: &Area, cell: Cell) -> (u32, u32) {
        let (right, down) = area.upright(cell);
        (part(self.width, right, 2, 2 * area.width()).start, part(self.height, down, 1, area.height()).start)
    }
}

/// The range of `pixels` that belongs to `count` of `of` equal parts, from the part `first` on; at least one pixel.
fn part(pixels: u32, first: u32, count: u32, of: u32) -> Range<u32> {
    let at = |part: u32| (u64::from(part.min(of)) * u64::from(pixels) / u64::from(of)) as u32;
    let start = at(first).min(pixels - 1);
    start..at(first + count).max(start + 1)
}
