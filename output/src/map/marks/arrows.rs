//! Marches as arrows: in the colour of their side, from cell to cell, wider towards their heads, with the number of units.

use std::collections::BTreeMap;

use grid::Cell;
use world::Scenario;

use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::Rect;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::map::marks::provinces::lines;
use crate::map::marks::realms::write;
use crate::palette::{mix, rgb, side_color};

/// Units on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The index of their side.
    pub side: usize,
    /// Where they set out.
    pub from: Cell,
    /// Where they go.
    pub to: Cell,
    /// How many they are.
    pub count: u32,
}

impl Arrow {
    /// The same on one level of an area, from 0; `None` if it does not lie on it.
    pub(in crate::map) fn on_level(&self, area: &grid::Area, level: u32) -> Option<Arrow> {
        Some(Arrow { from: area.of_level(self.from, level)?, to: area.of_level(self.to, level)?, ..*self })
    }
}

/// An arrow in its place.
#[derive(Clone, Debug)]
pub(in crate::map) struct PlacedArrow {
    side: usize,
    count: u32,
    /// The bend: its start, the point that draws it aside, and its tip.
    bend: [Point; 3],
    /// The measure of its parts, in pixels.
    unit: f32,
}

/// The pieces of a bend.
const PIECES: usize = 14;

/// The arrows in their places; those of one side from one cell to another are one.
pub(in crate::map) fn place(arrows: &[Arrow], scenario: &Scenario, sheet: &PageLayout) -> Vec<PlacedArrow> {
    let mut counts: BTreeMap<(usize, Cell, Cell), u32> = BTreeMap::new();
    for arrow in arrows.iter().filter(|arrow| arrow.side < scenario.sides.len() && arrow.from != arrow.to) {
        *counts.entry((arrow.side, arrow.from, arrow.to)).or_default() += arrow.count;
    }
    let unit = (0.5 * sheet.cell).clamp(6.2, 17.0);
    let mut placed = Vec::new();
    for ((side, from, to), count) in counts {
        for (start, end) in lines(sheet, from, to) {
            let (right, down) = (end.0 - start.0, end.1 - start.1);
            let long = (right * right + down * down).sqrt().max(1.0);
            let (right, down) = (right / long, down / long);
            // What stands in both cells stays free, if the way is long enough.
            let free = (0.3 * long).min(1.7 * unit);
            let aside = 0.16 * long;
            // Armies that go opposite ways bend to opposite sides.
            let middle = (start.0 + 0.5 * long * right + aside * down, start.1 + 0.5 * long * down - aside * right);
            let toward = |from: Point, to: Point, by: f32| {
                let (right, down) = (to.0 - from.0, to.1 - from.1);
                let long = (right * right + down * down).sqrt().max(1.0);
                (from.0 + right / long * by, from.1 + down / long * by)
            };
            let bend = [toward(start, middle, free), middle, toward(end, middle, free)];
            placed.push(PlacedArrow { side, count, bend, unit });
        }
    }
    placed
}

impl PlacedArrow {
    /// A point of its bend; 0 is its start, 1 its tip.
    fn at(&self, part: f32) -> Point {
        let [a, b, c] = self.bend;
        let rest = 1.0 - part;
        let between = |a: f32, b: f32, c: f32| rest * rest * a + 2.0 * part * rest * b + part * part * c;
        (between(a.0, b.0, c.0), between(a.1, b.1, c.1))
    }

    /// The boxes that it covers.
    pub(in crate::map) fn rects(&self) -> Vec<Rect> {
        let along = (0..=10).map(|step| Rect::around(self.at(step as f32 / 10.0), 0.4 * self.unit));
        along.chain([Rect::around(self.at(0.5), 0.8 * self.unit)]).collect()
    }

    /// Its layers.
    pub(in crate::map) fn layers(&self, scenario: &Scenario) -> Vec<Layer> {
        let fill = rgb(side_color(scenario, self.side));
        let dark = mix(fill, [20.0, 16.0, 16.0], 0.72);
        let unit = self.unit;
        let mut halo = Layer::new([252.0, 248.0, 238.0], 0.75, Clip::Map);
        let mut rim = Layer::new(dark, 0.95, Clip::Map);
        let mut body = Layer::new(fill, 1.0, Clip::Map);
        let tip = self.at(1.0);
        // The head begins where it has its length.
        let neck = self.at(0.86);
        let (right, down) = (tip.0 - neck.0, tip.1 - neck.1);
        let long = (right * right + down * down).sqrt().max(0.1);
        let (right, down) = (right / long, down / long);
        let head = 1.05 * unit;
        let base = (tip.0 - head * right, tip.1 - head * down);
        let wing = |way: f32| (base.0 - way * 0.72 * unit * down, base.1 + way * 0.72 * unit * right);
        let wide = |part: f32| (0.1 + 0.24 * part) * unit;
        let shaft = |layer: &mut Layer, more: f32| {
            let mut from = self.at(0.0);
            for piece in 1..=PIECES {
                let parts = [piece - 1, piece].map(|piece| piece as f32 / PIECES as f32);
                let mut to = self.at(parts[1]);
                let gone = (tip.0 - to.0) * right + (tip.1 - to.1) * down;
                let is_last = gone < head;
                if is_last {
                    to = base;
                }
                layer.segment(Segment { from, to, half: (wide(parts[0]) + more, wide(parts[1]) + more) });
                from = to;
                if is_last {
                    break;
                }
            }
        };
        let edge = (0.09 * unit).clamp(0.7, 1.5);
        shaft(&mut halo, 2.4 * edge);
        shaft(&mut rim, edge);
        shaft(&mut body, 0.0);
        let outline = [tip, wing(1.0), wing(-1.0)];
        halo.ring(&outline, 2.4 * edge);
        rim.ring(&outline, edge);
        rim.fill(outline.to_vec());
        body.fill(outline.to_vec());
        let (x, y) = self.at(0.5);
        let number = self.count.to_string();
        let radius = (0.66 + 0.12 * (number.len().saturating_sub(1)) as f32) * unit;
        rim.disk((x, y), radius + edge);
        body.disk((x, y), radius);
        let mut paper = Layer::new([253.0, 250.0, 240.0], 1.0, Clip::Map);
        paper.disk((x, y), radius - 0.06 * unit);
        let mut ink = Layer::new([30.0, 24.0, 22.0], 1.0, Clip::Map);
        write(&number, (x, y), unit * if number.len() > 1 { 1.16 } else { 1.36 }, &mut ink);
        vec![halo, rim, body, paper, ink]
    }
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    #[test]
    fn marches_of_a_side_are_one_arrow_in_its_colour() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let sheet = PageLayout::bare(scenario.world.area, 20.0);
        let arrow = |side, from, to, count| Arrow { side, from: Cell(from), to: Cell(to), count };
        let two =
            [arrow(0, 30, 80, 2), arrow(1, 80, 30, 4), arrow(0, 30, 80, 3), arrow(200, 1, 2, 1), arrow(0, 5, 5, 1)];
        let placed = place(&two, &scenario, &sheet);
        assert_eq!(placed.iter().map(|arrow| (arrow.side, arrow.count)).collect::<Vec<_>>(), [(0, 5), (1, 4)]);
        let layers = placed[0].layers(&scenario);
        let own = rgb(side_color(&scenario, 0));
        assert!(layers.iter().any(|layer| layer.ink == own && layer.marks() > 3));
        // It grows, and leaves the way back free.
        let (one, other) = (placed[0].at(0.5), placed[1].at(0.5));
        assert!((one.0 - other.0).abs() + (one.1 - other.1).abs() > 10.0, "{one:?} {other:?}");
        let [start, _, tip] = placed[0].bend;
        let [x, y] = [Cell(30), Cell(80)].map(|cell| sheet.pixels(sheet.center(cell)));
        let far = |a: Point, b: Point| ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
        assert!(far(start, x) < far(start, y) && far(tip, y) < far(tip, x));
    }
}
