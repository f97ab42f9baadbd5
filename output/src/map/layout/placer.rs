//! Room for names: the boxes that are taken, so that no name lies on another or on an icon.

use crate::map::layout::lattice_geometry::Point;

/// A box: west, north, east, south, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::map) struct Rect {
    pub(in crate::map) west: f32,
    pub(in crate::map) north: f32,
    pub(in crate::map) east: f32,
    pub(in crate::map) south: f32,
}

impl Rect {
    /// The box round a point.
    pub(in crate::map) fn around((x, y): Point, radius: f32) -> Rect {
        Rect { west: x - radius, north: y - radius, east: x + radius, south: y + radius }
    }

    pub(in crate::map) fn touches(&self, other: &Rect) -> bool {
        self.west < other.east && other.west < self.east && self.north < other.south && other.north < self.south
    }

    pub(in crate::map) fn corners(&self) -> [Point; 4] {
        [(self.west, self.north), (self.east, self.north), (self.west, self.south), (self.east, self.south)]
    }
}

/// The side of a bucket, in pixels.
const BUCKET: f32 = 48.0;

/// The taken boxes, in buckets.
pub(in crate::map) struct Placer {
    taken: Vec<Rect>,
    buckets: Vec<Vec<u32>>,
    columns: usize,
    rows: usize,
}

impl Placer {
    /// An empty placer for a picture of this size.
    pub(in crate::map) fn new(width: usize, height: usize) -> Placer {
        let count = |length: usize| (length as f32 / BUCKET) as usize + 1;
        let (columns, rows) = (count(width), count(height));
        Placer { taken: Vec::new(), buckets: vec![Vec::new(); columns * rows], columns, rows }
    }

    fn buckets_of(&self, rect: &Rect) -> impl Iterator<Item = usize> + use<> {
        let span = |low: f32, high: f32, most: usize| {
            let place = |at: f32| ((at / BUCKET).max(0.0) as usize).min(most - 1);
            place(low)..=place(high)
        };
        let columns = self.columns;
        let across = span(rect.west, rect.east, columns);
        span(rect.north, rect.south, self.rows).flat_map(move |row| across.clone().map(move |at| row * columns + at))
    }

    /// Whether none of these boxes overlaps a taken one.
    pub(in crate::map) fn is_free(&self, rects: &[Rect]) -> bool {
        rects.iter().all(|rect| {
            let free = |&index: &u32| !self.taken[index as usize].touches(rect);
            self.buckets_of(rect).all(|bucket| self.buckets[bucket].iter().all(free))
        })
    }

    /// How many of these boxes overlap a taken one.
    pub(in crate::map) fn touched(&self, rects: &[Rect]) -> usize {
        rects.iter().filter(|rect| !self.is_free(std::slice::from_ref(*rect))).count()
    }

    /// Takes boxes, whether they are free or not.
    pub(in crate::map) fn take(&mut self, rects: &[Rect]) {
        for rect in rects {
            let index = self.taken.len() as u32;
            self.taken.push(*rect);
            for bucket in self.buckets_of(rect) {
                self.buckets[bucket].push(index);
            }
        }
    }

    /// Takes boxes if all are free; returns whether they were.
    pub(in crate::map) fn place(&mut self, rects: &[Rect]) -> bool {
        let free = self.is_free(rects);
        if free {
            self.take(rects);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_placed_never_overlaps(
            wishes in prop::collection::vec(
                prop::collection::vec((-50.0_f32..700.0, -50.0_f32..500.0, 1.0_f32..180.0, 1.0_f32..60.0), 1..4),
                1..60,
            )
        ) {
            let mut placer = Placer::new(640, 480);
            let mut placed: Vec<Vec<Rect>> = Vec::new();
            for wish in wishes {
                let rects: Vec<Rect> = wish
                    .into_iter()
                    .map(|(west, north, wide, high)| Rect { west, north, east: west + wide, south: north + high })
                    .collect();
                let overlaps = placed.iter().flatten().any(|other| rects.iter().any(|rect| rect.touches(other)));
                // It refuses overlapping boxes, and no others.
                prop_assert_eq!(placer.place(&rects), !overlaps);
                if !overlaps {
                    placed.push(rects);
                }
            }
        }
    }
}
