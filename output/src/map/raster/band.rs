//! Pixels of a part of a picture, on which layers are drawn one after the other.
//!
//! The marks of a layer are united into one mask of coverage before its ink is laid on, so that lines of a network do not get darker
//! where they meet.

use std::ops::Range;

use super::super::layout::lattice_geometry::Point;
use super::super::marks::layer::{BAND, Clip, Layer, Segment};
use crate::palette::Rgb;

/// A part of the picture: some columns of some rows, all of them of one band, which begins at a multiple of [`BAND`].
pub(in crate::map) struct Band {
    /// The first column and the first row.
    pub(in crate::map) left: usize,
    pub(in crate::map) top: usize,
    pub(in crate::map) width: usize,
    pub(in crate::map) rows: usize,
    /// The width of the whole picture.
    whole: usize,
    pub(in crate::map) colors: Vec<Rgb>,
    /// The share of each pixel that is map, and that is land.
    pub(in crate::map) map: Vec<f32>,
    pub(in crate::map) land: Vec<f32>,
    mask: Vec<f32>,
    sums: Vec<f32>,
}

impl Band {
    pub(in crate::map) fn new((left, top): (usize, usize), (width, rows): (usize, usize), whole: usize) -> Band {
        let count = width * rows;
        Band {
            left,
            top,
            width,
            rows,
            whole,
            colors: vec![[0.0; 3]; count],
            map: vec![0.0; count],
            land: vec![0.0; count],
            mask: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Takes over the ground of another band, of the same part.
    pub(in crate::map) fn lay(&mut self, ground: &Band) {
        self.colors.clone_from(&ground.colors);
        self.map.clone_from(&ground.map);
        self.land.clone_from(&ground.land);
    }

    /// Draws a layer. Coverage is counted from where the layer begins in the whole band, so that floats are rounded alike in each part
    /// of the picture: parts that are joined are the whole to the byte.
    pub(in crate::map) fn draw(&mut self, layer: &Layer) {
        if layer.is_empty() || !layer.touches((self.left, self.top), (self.width, self.rows)) {
            return;
        }
        let [west, north, east, south] = layer.bounds;
        let begin = self.top / BAND * BAND;
        let clamp = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
        let (left, right) = (clamp(west.floor(), self.whole), clamp(east.ceil() + 1.0, self.whole));
        let top = begin + clamp((north - begin as f32).floor(), BAND);
        let bottom = begin + clamp((south - begin as f32).ceil() + 1.0, BAND);
        let mut mask = Mask {
            left,
            top,
            width: right.saturating_sub(left),
            columns: self.left.max(left).saturating_sub(left)..(self.left + self.width).min(right).saturating_sub(left),
            rows: self.top.max(top) - top..(self.top + self.rows).min(bottom).saturating_sub(top),
            cover: std::mem::take(&mut self.mask),
            sums: std::mem::take(&mut self.sums),
        };
        mask.cover.clear();
        mask.cover.resize(mask.columns.len() * mask.rows.len(), 0.0);
        if mask.cover.is_empty() {
            (self.mask, self.sums) = (mask.cover, mask.sums);
            return;
        }
        match layer.bands.get(self.top / BAND) {
            Some(band) => band.iter().for_each(|&index| mask.segment(&layer.segments[index as usize])),
            None => layer.segments.iter().for_each(|segment| mask.segment(segment)),
        }
        if !layer.outlines.is_empty() {
            mask.fill(&layer.outlines);
        }
        let wide = mask.columns.len();
        let first = (top + mask.rows.start - self.top) * self.width + left + mask.columns.start - self.left;
        for row in 0..mask.rows.len() {
            let line = first + row * self.width;
            for column in 0..wide {
                let cover = mask.cover[row * wide + column];
                if cover <= 0.0 {
                    continue;
                }
                let at = line + column;
                let cover = cover
                    * layer.strength
                    * match layer.clip {
                        Clip::Everywhere => 1.0,
                        Clip::Map => self.map[at],
                        Clip::Land => self.land[at] * self.map[at],
                    };
                let color = &mut self.colors[at];
                for (part, ink) in color.iter_mut().zip(layer.ink) {
                    *part += (ink - *part) * cover;
                }
            }
        }
        self.mask = mask.cover;
        self.sums = mask.sums;
    }
}

/// The coverage of one layer in a box of pixels.
struct Mask {
    left: usize,
    top: usize,
    width: usize,
    /// What is needed of the box, counted from its corner.
    columns: Range<usize>,
    rows: Range<usize>,
    cover: Vec<f32>,
    sums: Vec<f32>,
}

impl Mask {
    /// Covers a segment, by each pixel's distance to the line.
    fn segment(&mut self, segment: &Segment) {
        let Segment { from, to, half } = *segment;
        let (ax, ay) = (from.0 - self.left as f32 - 0.5, from.1 - self.top as f32 - 0.5);
        let (bx, by) = (to.0 - from.0, to.1 - from.1);
        let length = bx * bx + by * by;
        let reach = half.0.max(half.1) + 0.5;
        let span = |low: f32, high: f32, needed: &Range<usize>| {
            let first = (low - reach).ceil().max(0.0) as usize;
            let last = (high + reach).floor() + 1.0;
            first.max(needed.start)..(last.max(0.0) as usize).min(needed.end)
        };
        let columns = span(ax.min(ax + bx), ax.max(ax + bx), &self.columns);
        for row in span(ay.min(ay + by), ay.max(ay + by), &self.rows) {
            let line = (row - self.rows.start) * self.columns.len();
            let y = row as f32 - ay;
            for column in columns.clone() {
                let x = column as f32 - ax;
                let t = if length > 0.0 { ((x * bx + y * by) / length).clamp(0.0, 1.0) } else { 0.0 };
                let (dx, dy) = (x - t * bx, y - t * by);
                let wide = half.0 + (half.1 - half.0) * t;
                let square = dx * dx + dy * dy;
                if square >= (wide + 0.5) * (wide + 0.5) {
                    continue;
                }
                // Lines thinner than a pixel are drawn fainter instead.
                let cover = (wide + 0.5 - square.sqrt()).min(1.0).min(2.0 * wide);
                let own = &mut self.cover[line + column - self.columns.start];
                *own = own.max(cover);
            }
        }
    }

    /// Fills outlines by signed areas, summed along each row (Levien's method, as in font-rs).
    fn fill(&mut self, outlines: &[Vec<Point>]) {
        let pitch = self.width + 2;
        self.sums.clear();
        self.sums.resize(pitch * self.rows.len(), 0.0);
        for outline in outlines {
            for (index, &from) in outline.iter().enumerate() {
                self.edge(from, outline[(index + 1) % outline.len()], pitch);
            }
        }
        for row in 0..self.rows.len() {
            let mut sum = 0.0;
            for column in 0..self.columns.end {
                sum += self.sums[row * pitch + column];
                if let Some(at) = column.checked_sub(self.columns.start) {
                    let own = &mut self.cover[row * self.columns.len() + at];
                    *own = own.max(sum.abs().min(1.0));
                }
            }
        }
    }

    fn edge(&mut self, from: Point, to: Point, pitch: usize) {
        if from.1 == to.1 {
            return;
        }
        let local = |(x, y): Point| (x - self.left as f32, y - self.top as f32);
        let (sign, from, to) =
            if from.1 < to.1 { (1.0, local(from), local(to)) } else { (-1.0, local(to), local(from)) };
        let slope = (to.0 - from.0) / (to.1 - from.1);
        let most = self.width as f32;
        let first = (from.1.max(0.0) as usize).max(self.rows.start);
        let last = (to.1.ceil().max(0.0) as usize).min(self.rows.end);
        for row in first..last {
            let (high, low) = (from.1.max(row as f32), to.1.min(row as f32 + 1.0));
            if low <= high {
                continue;
            }
            let area = (low - high) * sign;
            let (one, other) = (from.0 + (high - from.1) * slope, from.0 + (low - from.1) * slope);
            let (west, east) = (one.min(other).clamp(0.0, most), one.max(other).clamp(0.0, most));
            let line = (row - self.rows.start) * pitch;
            let line = &mut self.sums[line..line + pitch];
            let (start, end) = (west.floor(), east.ceil());
            let at = start as usize;
            if end <= start + 1.0 {
                let middle = 0.5 * (west + east) - start;
                line[at] += area * (1.0 - middle);
                line[at + 1] += area * middle;
                continue;
            }
            let steep = 1.0 / (east - west);
            // The share of the edge to the left of each pixel's end grows like the area under a line.
            let mut before = 0.0;
            for column in at..end as usize {
                let (begin, stop) = (west.max(column as f32), east.min(column as f32 + 1.0));
                let part = (stop - begin) * steep;
                let middle = 0.5 * (begin + stop) - column as f32;
                line[column] += area * part * (1.0 - middle);
                before += part;
                line[column + 1] += area * part * middle;
            }
            debug_assert!(before < 1.001);
        }
    }
}
