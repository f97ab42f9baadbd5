//! Lines and shapes on the ground, with smooth edges.
//!
//! All marks are collected first, as [`Layer`]s in order; then the picture is computed in bands of rows, in parallel. The marks of
//! a layer are united into one mask of coverage before its ink is laid on, so that lines of a network do not get darker where they
//! meet.

use std::ops::Range;

use super::lattice_geometry::Point;
use super::text::{Face, Letter};
use crate::palette::Rgb;

/// The rows of a band.
pub(super) const BAND: usize = 48;

/// A line with round ends, with its own width at each end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
    /// Half the width at each end.
    pub(super) half: (f32, f32),
}

/// Where a layer's ink is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clip {
    /// On the whole page.
    Everywhere,
    /// On the map.
    Map,
    /// On land.
    Land,
}

/// A text whose letters are among the marks of a layer, for pictures that keep texts as such.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) face: Face,
    /// Pixels to an em.
    pub(super) size: f32,
    pub(super) letters: Vec<Letter>,
    /// How far a rim reaches beyond the letters; 0 for the letters themselves.
    pub(super) rim: f32,
    /// Its marks.
    pub(super) segments: Range<usize>,
    pub(super) outlines: Range<usize>,
}

/// Marks of one ink.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) ink: Rgb,
    /// Its opacity, 0 to 1.
    pub(super) strength: f32,
    pub(super) clip: Clip,
    pub(super) segments: Vec<Segment>,
    /// Closed outlines; their inside, by winding number, is filled.
    pub(super) outlines: Vec<Vec<Point>>,
    /// The texts among its marks.
    pub(super) texts: Vec<Text>,
    /// The box of all marks: west, north, east, south.
    bounds: [f32; 4],
    /// For long layers, the segments that touch each band.
    bands: Vec<Vec<u32>>,
}

impl Layer {
    pub(super) fn new(ink: Rgb, strength: f32, clip: Clip) -> Layer {
        let bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        Layer {
            ink,
            strength,
            clip,
            segments: Vec::new(),
            outlines: Vec::new(),
            texts: Vec::new(),
            bounds,
            bands: Vec::new(),
        }
    }

    fn stretch(&mut self, (x, y): Point, by: f32) {
        let [west, north, east, south] = self.bounds;
        self.bounds = [west.min(x - by), north.min(y - by), east.max(x + by), south.max(y + by)];
    }

    /// A line.
    pub(super) fn segment(&mut self, segment: Segment) {
        self.stretch(segment.from, segment.half.0 + 1.0);
        self.stretch(segment.to, segment.half.1 + 1.0);
        self.segments.push(segment);
    }

    /// A chain of lines.
    pub(super) fn chain(&mut self, points: &[Point], half: f32) {
        for pair in points.windows(2) {
            self.segment(Segment { from: pair[0], to: pair[1], half: (half, half) });
        }
    }

    /// A closed chain of lines.
    pub(super) fn ring(&mut self, points: &[Point], half: f32) {
        self.chain(points, half);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            self.segment(Segment { from: last, to: first, half: (half, half) });
        }
    }

    /// A bend: a curve from the first point to the last, drawn towards the middle one.
    pub(super) fn bend(&mut self, points: [Point; 3], half: (f32, f32), pieces: usize) {
        let at = |t: f32| {
            let between = |a: f32, b: f32, c: f32| a * (1.0 - t) * (1.0 - t) + 2.0 * b * t * (1.0 - t) + c * t * t;
            let [a, b, c] = points;
            (between(a.0, b.0, c.0), between(a.1, b.1, c.1))
        };
        let wide = |t: f32| half.0 + (half.1 - half.0) * t;
        for piece in 0..pieces {
            let (t, u) = (piece as f32 / pieces as f32, (piece + 1) as f32 / pieces as f32);
            self.segment(Segment { from: at(t), to: at(u), half: (wide(t), wide(u)) });
        }
    }

    /// A filled shape.
    pub(super) fn fill(&mut self, outline: Vec<Point>) {
        for &point in &outline {
            self.stretch(point, 1.0);
        }
        self.outlines.push(outline);
    }

    /// Begins a text: the marks from here on are its letters.
    pub(super) const fn begin_text(&self) -> (usize, usize) {
        (self.segments.len(), self.outlines.len())
    }

    /// Ends a text.
    pub(super) fn end_text(&mut self, begun: (usize, usize), face: Face, size: f32, letters: &[Letter], rim: f32) {
        let (segments, outlines) = (begun.0..self.segments.len(), begun.1..self.outlines.len());
        self.texts.push(Text { face, size, letters: letters.to_vec(), rim, segments, outlines });
    }

    /// A filled circle.
    pub(super) fn disk(&mut self, center: Point, radius: f32) {
        self.segment(Segment { from: center, to: center, half: (radius, radius) });
    }

    /// Draws all marks again at each of these shifts, as far as they lie in a box: west, north, east, south.
    pub(super) fn repeat(&mut self, shifts: &[Point], [west, north, east, south]: [f32; 4]) {
        let moved = |(x, y): Point, shift: &Point| (x + shift.0, y + shift.1);
        let is_seen = |points: &[Point], reach: f32| {
            let within = |of: fn(&Point) -> f32, low: f32, high: f32| {
                points.iter().any(|point| of(point) > low - reach)
                    && points.iter().any(|point| of(point) < high + reach)
            };
            within(|point| point.0, west, east) && within(|point| point.1, north, south)
        };
        let (segments, outlines) = (self.segments.clone(), self.outlines.clone());
        for shift in shifts {
            for segment in &segments {
                let (from, to) = (moved(segment.from, shift), moved(segment.to, shift));
                if is_seen(&[from, to], segment.half.0.max(segment.half.1) + 1.0) {
                    self.segment(Segment { from, to, ..*segment });
                }
            }
            for outline in &outlines {
                let outline: Vec<Point> = outline.iter().map(|&point| moved(point, shift)).collect();
                if is_seen(&outline, 1.0) {
                    self.fill(outline);
                }
            }
        }
    }

    /// The number of its lines and shapes.
    #[cfg(test)]
    pub(super) fn marks(&self) -> usize {
        self.segments.len() + self.outlines.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty() && self.outlines.is_empty()
    }

    /// Whether it may have ink in a box of pixels, from its corner on.
    pub(super) fn touches(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> bool {
        let [west, north, east, south] = self.bounds;
        south >= top as f32 && north <= (top + height) as f32 && east >= left as f32 && west <= (left + width) as f32
    }

    /// Whether it draws the same as another in a box of pixels, from its corner on. Coverage is counted from where a layer begins, so
    /// layers of other bounds may be rounded otherwise.
    pub(super) fn is_like(&self, other: &Layer, from: (usize, usize), size: (usize, usize)) -> bool {
        (self.ink, self.strength, self.clip, self.bounds) == (other.ink, other.strength, other.clip, other.bounds)
            && self.segments_in(from, size).eq(other.segments_in(from, size))
            && self.outlines_in(from, size).eq(other.outlines_in(from, size))
    }

    /// The lines that may touch a box of pixels, in their order; those of a tall box in the order of its bands.
    fn segments_in(
        &self,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> Box<dyn Iterator<Item = &Segment> + '_> {
        let spans = [(left, left + width), (top, top + height)].map(|(low, high)| (low as f32, high as f32));
        let touches = move |segment: &&Segment| {
            let reach = segment.half.0.max(segment.half.1) + 1.0;
            let [across, down] = spans;
            let is_near = |one: f32, other: f32, (low, high): (f32, f32)| {
                one.max(other) + reach >= low && one.min(other) - reach <= high
            };
            is_near(segment.from.0, segment.to.0, across) && is_near(segment.from.1, segment.to.1, down)
        };
        if self.bands.is_empty() {
            return Box::new(self.segments.iter().filter(touches));
        }
        let bands = self.bands.iter().take((top + height).div_ceil(BAND)).skip(top / BAND);
        Box::new(bands.flatten().map(|&index| &self.segments[index as usize]).filter(touches))
    }

    /// The shapes that may touch a box of pixels. A shape has ink to the right of its edge alone where it is filled.
    fn outlines_in(
        &self,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> impl Iterator<Item = &Vec<Point>> {
        let touches = move |outline: &&Vec<Point>| {
            let over = |of: fn(&Point) -> f32, low: usize, high: usize| {
                let ends = outline
                    .iter()
                    .map(of)
                    .fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)));
                ends.1 + 1.0 >= low as f32 && ends.0 - 1.0 <= high as f32
            };
            over(|point| point.0, left, left + width) && over(|point| point.1, top, top + height)
        };
        self.outlines.iter().filter(touches)
    }

    /// Sorts many segments by bands, so that a band need not go through all of them.
    pub(super) fn sort(&mut self, height: usize) {
        if self.segments.len() < 400 {
            return;
        }
        self.bands = vec![Vec::new(); height.div_ceil(BAND)];
        for (index, segment) in self.segments.iter().enumerate() {
            let reach = segment.half.0.max(segment.half.1) + 1.0;
            let (north, south) = (segment.from.1.min(segment.to.1) - reach, segment.from.1.max(segment.to.1) + reach);
            let first = (north.max(0.0) as usize) / BAND;
            let last = (south.max(0.0) as usize / BAND).min(self.bands.len() - 1);
            for band in self.bands.iter_mut().take(last + 1).skip(first) {
                band.push(index as u32);
            }
        }
    }
}

/// A part of the picture: some columns of some rows, all of them of one band, which begins at a multiple of [`BAND`].
pub(super) struct Band {
    /// The first column and the first row.
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) rows: usize,
    /// The width of the whole picture.
    whole: usize,
    pub(super) colors: Vec<Rgb>,
    /// The share of each pixel that is map, and that is land.
    pub(super) map: Vec<f32>,
    pub(super) land: Vec<f32>,
    mask: Vec<f32>,
    sums: Vec<f32>,
}

impl Band {
    pub(super) fn new((left, top): (usize, usize), (width, rows): (usize, usize), whole: usize) -> Band {
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
    pub(super) fn lay(&mut self, ground: &Band) {
        self.colors.clone_from(&ground.colors);
        self.map.clone_from(&ground.map);
        self.land.clone_from(&ground.land);
    }

    /// Draws a layer. Coverage is counted from where the layer begins in the whole band, so that floats are rounded alike in each part
    /// of the picture: parts that are joined are the whole to the byte.
    pub(super) fn draw(&mut self, layer: &Layer) {
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
