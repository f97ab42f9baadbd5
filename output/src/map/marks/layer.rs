//! Lines and shapes on the ground, with smooth edges.
//!
//! All marks are collected first, as [`Layer`]s in order; then the picture is computed in bands of rows, in parallel. The marks of
//! a layer are united into one mask of coverage before its ink is laid on, so that lines of a network do not get darker where they
//! meet.

use std::ops::Range;

use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::text::{Face, Letter};
use crate::palette::Rgb;

/// The rows of a band.
pub(in crate::map) const BAND: usize = 48;

/// A line with round ends, with its own width at each end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::map) struct Segment {
    pub(in crate::map) from: Point,
    pub(in crate::map) to: Point,
    /// Half the width at each end.
    pub(in crate::map) half: (f32, f32),
}

/// Where a layer's ink is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::map) enum Clip {
    /// On the whole page.
    Everywhere,
    /// On the map.
    Map,
    /// On land.
    Land,
}

/// A text whose letters are among the marks of a layer, for pictures that keep texts as such.
#[derive(Clone, Debug)]
pub(in crate::map) struct Text {
    pub(in crate::map) face: Face,
    /// Pixels to an em.
    pub(in crate::map) size: f32,
    pub(in crate::map) letters: Vec<Letter>,
    /// How far a rim reaches beyond the letters; 0 for the letters themselves.
    pub(in crate::map) rim: f32,
    /// Its marks.
    pub(in crate::map) segments: Range<usize>,
    pub(in crate::map) outlines: Range<usize>,
}

/// Marks of one ink.
#[derive(Clone, Debug)]
pub(in crate::map) struct Layer {
    pub(in crate::map) ink: Rgb,
    /// Its opacity, 0 to 1.
    pub(in crate::map) strength: f32,
    pub(in crate::map) clip: Clip,
    pub(in crate::map) segments: Vec<Segment>,
    /// Closed outlines; their inside, by winding number, is filled.
    pub(in crate::map) outlines: Vec<Vec<Point>>,
    /// The texts among its marks.
    pub(in crate::map) texts: Vec<Text>,
    /// The box of all marks: west, north, east, south.
    pub(in crate::map) bounds: [f32; 4],
    /// For long layers, the segments that touch each band.
    pub(in crate::map) bands: Vec<Vec<u32>>,
}

impl Layer {
    pub(in crate::map) fn new(ink: Rgb, strength: f32, clip: Clip) -> Layer {
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
    pub(in crate::map) fn segment(&mut self, segment: Segment) {
        self.stretch(segment.from, segment.half.0 + 1.0);
        self.stretch(segment.to, segment.half.1 + 1.0);
        self.segments.push(segment);
    }

    /// A chain of lines.
    pub(in crate::map) fn chain(&mut self, points: &[Point], half: f32) {
        for pair in points.windows(2) {
            self.segment(Segment { from: pair[0], to: pair[1], half: (half, half) });
        }
    }

    /// A closed chain of lines.
    pub(in crate::map) fn ring(&mut self, points: &[Point], half: f32) {
        self.chain(points, half);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            self.segment(Segment { from: last, to: first, half: (half, half) });
        }
    }

    /// A bend: a curve from the first point to the last, drawn towards the middle one.
    pub(in crate::map) fn bend(&mut self, points: [Point; 3], half: (f32, f32), pieces: usize) {
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
    pub(in crate::map) fn fill(&mut self, outline: Vec<Point>) {
        for &point in &outline {
            self.stretch(point, 1.0);
        }
        self.outlines.push(outline);
    }

    /// Begins a text: the marks from here on are its letters.
    pub(in crate::map) const fn begin_text(&self) -> (usize, usize) {
        (self.segments.len(), self.outlines.len())
    }

    /// Ends a text.
    pub(in crate::map) fn end_text(
        &mut self,
        begun: (usize, usize),
        face: Face,
        size: f32,
        letters: &[Letter],
        rim: f32,
    ) {
        let (segments, outlines) = (begun.0..self.segments.len(), begun.1..self.outlines.len());
        self.texts.push(Text { face, size, letters: letters.to_vec(), rim, segments, outlines });
    }

    /// A filled circle.
    pub(in crate::map) fn disk(&mut self, center: Point, radius: f32) {
        self.segment(Segment { from: center, to: center, half: (radius, radius) });
    }

    /// Draws all marks again at each of these shifts, as far as they lie in a box: west, north, east, south.
    pub(in crate::map) fn repeat(&mut self, shifts: &[Point], [west, north, east, south]: [f32; 4]) {
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
    pub(in crate::map) fn marks(&self) -> usize {
        self.segments.len() + self.outlines.len()
    }

    pub(in crate::map) fn is_empty(&self) -> bool {
        self.segments.is_empty() && self.outlines.is_empty()
    }

    /// Whether it may have ink in a box of pixels, from its corner on.
    pub(in crate::map) fn touches(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> bool {
        let [west, north, east, south] = self.bounds;
        south >= top as f32 && north <= (top + height) as f32 && east >= left as f32 && west <= (left + width) as f32
    }

    /// Whether it draws the same as another in a box of pixels, from its corner on. Coverage is counted from where a layer begins, so
    /// layers of other bounds may be rounded otherwise.
    pub(in crate::map) fn is_like(&self, other: &Layer, from: (usize, usize), size: (usize, usize)) -> bool {
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
    pub(in crate::map) fn sort(&mut self, height: usize) {
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
