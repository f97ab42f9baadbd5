//! Finds room for one name after the other, and takes it.

use design::TypeId;
use grid::Cell;
use world::{FeatureClass, FeatureId, Scenario};

use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::{Placer, Rect};
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::icons::Mark;
use crate::map::marks::text::{Face, Letter, Line};

use super::Lettering;
use super::form::LabelForm;
use super::request::{
    Belongs, LAND_HALO, LAND_INK, LabelRequest, LetterStyle, NIGHT_HALO, NIGHT_INK, RIVER_INK, water_hand,
};

pub(super) struct Setter<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) sheet: &'a PageLayout,
    pub(super) marks: &'a [Mark],
    /// Rivers, roads and borders.
    pub(super) lines: &'a Placer,
    /// By terrain: whether it is the dark between the stars.
    pub(super) is_night: Vec<bool>,
}

impl Setter<'_> {
    /// Finds room for a name, and takes it.
    pub(super) fn set(&self, wish: &LabelRequest, placer: &mut Placer) -> Option<Lettering> {
        match wish {
            LabelRequest::Area { name, hand, points, anchor, count, belongs, scale, beside, may_lie } => {
                self.set_area(name, *hand, points, *anchor, *count * scale * scale, *belongs, placer).or_else(|| {
                    // If the feature is too small for its name, the name lies beside it.
                    let small = *count < 40.0 && matches!(belongs, Belongs::Water | Belongs::Sea(_) | Belongs::Land);
                    let room = (count / std::f32::consts::PI).sqrt() * self.sheet.cell * 0.9;
                    let wet = LetterStyle { face: beside.face, ..water_hand(self.scenario) };
                    // Blue letters would be lost on woods.
                    let dry = LetterStyle { ink: LAND_INK, halo: LAND_HALO, ..*beside };
                    // The letters suit the ground on which they lie; half on land and half on water they would suit neither.
                    let hand = |rect: &Rect| match self.wetness(rect) {
                        0.85.. if may_lie.0 => Some(wet),
                        ..0.15 if may_lie.1 => Some(dry),
                        _ => None,
                    };
                    if !small {
                        return None;
                    }
                    self.set_along(name, hand, points, placer)
                        .or_else(|| self.set_beside(name, hand, *anchor, room, self.small(), placer))
                })
            }
            LabelRequest::Course { name, points } => self.set_course(name, points, placer),
            LabelRequest::Place { mark } => {
                let mark = &self.marks[*mark];
                let face = Face::Plain;
                let part = if mark.capital { 0.62 } else { 0.52 };
                let least = if mark.capital { 13.5 } else { 11.5 };
                let size = (part * self.sheet.cell).clamp(least, if mark.capital { 21.0 } else { 17.0 });
                let day = LetterStyle { face, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
                let night = LetterStyle { ink: NIGHT_INK, halo: NIGHT_HALO, ..day };
                let hand = |rect: &Rect| Some(if self.is_dark(rect) { night } else { day });
                self.set_beside(&mark.name, hand, mark.at, mark.radius + 3.0, size, placer)
            }
            LabelRequest::Within { name, hand, at, room, cells } => {
                let is_within = |rect: &Rect| self.under(rect).all(|cell| cells.contains(&cell)).then_some(*hand);
                self.set_beside(name, is_within, *at, *room, self.small(), placer)
            }
            LabelRequest::Spot { name, hand, at, room } => {
                let on_land = |rect: &Rect| (self.wetness(rect) < 0.3).then_some(*hand);
                self.set_beside(name, on_land, *at, *room, self.small(), placer)
            }
        }
    }

    /// The least size of names of features; it grows with the cells.
    fn small(&self) -> f32 {
        (0.4 * self.sheet.cell).clamp(13.0, 16.0)
    }

    fn belongs(&self, at: Point, belongs: Belongs) -> bool {
        let Some(cell) = self.sheet.cell_at(at) else { return false };
        let world = &self.scenario.world;
        match belongs {
            Belongs::Feature(id) => world.feature_of.as_ref().is_none_or(|of| of[cell] == id),
            Belongs::Province(id) => world.province_of.as_ref().is_none_or(|of| of[cell] == id),
            Belongs::Country(side) => {
                world.country.as_ref().is_none_or(|of| of[cell] == side)
                    && !world.is_liquid(&self.scenario.design, cell)
            }
            Belongs::Sea(id) => {
                let other = |of: &grid::Layer<FeatureId>| {
                    let found = usize::from(of[cell].0).checked_sub(1).and_then(|index| world.features.get(index));
                    of[cell] != id
                        && found.is_some_and(|found| matches!(found.class, FeatureClass::Sea | FeatureClass::Lake))
                };
                world.is_liquid(&self.scenario.design, cell) && !world.feature_of.as_ref().is_some_and(other)
            }
            Belongs::Water => world.is_liquid(&self.scenario.design, cell),
            Belongs::Land => !world.is_liquid(&self.scenario.design, cell),
        }
    }

    /// The cells under the corners and the middles of a box.
    fn under(&self, rect: &Rect) -> impl Iterator<Item = Cell> {
        let (x, y) = ((rect.west + rect.east) / 2.0, (rect.north + rect.south) / 2.0);
        let middles =
            [(x, y), ((x + rect.west) / 2.0, y), ((x + rect.east) / 2.0, y), (x, rect.north), (x, rect.south)];
        rect.corners().into_iter().chain(middles).filter_map(|at| self.sheet.cell_at(at))
    }

    /// The share of a box that lies on water, 0 to 1.
    fn wetness(&self, rect: &Rect) -> f32 {
        let world = &self.scenario.world;
        let (mut wet, mut all) = (0.0, 0.0_f32);
        for cell in self.under(rect) {
            wet += if world.is_liquid(&self.scenario.design, cell) { 1.0 } else { 0.0 };
            all += 1.0;
        }
        wet / all.max(1.0)
    }

    /// Whether a box lies on the dark between the stars.
    fn is_dark(&self, rect: &Rect) -> bool {
        let terrain = self.scenario.world.terrain.as_ref();
        let dark = |cell: Cell| terrain.is_some_and(|terrain| self.is_night[terrain[cell].index()]);
        self.under(rect).filter(|&cell| dark(cell)).count() > 4
    }

    /// Whether boxes lie on the map.
    fn fits(&self, rects: &[Rect]) -> bool {
        rects.iter().flat_map(Rect::corners).all(|corner| self.sheet.outside_own(self.sheet.place(corner)) < -3.0)
    }

    #[allow(clippy::too_many_arguments)]
    fn set_area(
        &self,
        name: &str,
        hand: LetterStyle,
        points: &[Point],
        anchor: Point,
        count: f32,
        belongs: Belongs,
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let cell = self.sheet.cell;
        let form = LabelForm::new(points, cell);
        let wanted = (0.062 * count.sqrt() * cell).clamp(0.0, 40.0) + 5.0;
        let mut anchors = vec![form.center, anchor];
        let step = points.len().div_ceil(40).max(1);
        let mut others: Vec<Point> = points.iter().copied().step_by(step).collect();
        let off = |point: &Point| (point.0 - form.center.0).hypot(point.1 - form.center.1);
        others.sort_by(|a, b| off(a).total_cmp(&off(b)));
        anchors.extend(others);
        let mut best: Option<(f32, Lettering)> = None;
        for shrink in [1.0, 0.8, 0.64] {
            let size = wanted * shrink;
            if size < self.small() * 0.96 {
                break;
            }
            let plain = Line::new(hand.face, name, size, 0.0);
            let gaps = plain.glyphs.len().saturating_sub(1).max(1) as f32;
            let open = ((form.reach.0 * 1.15 - plain.width) / gaps / size).clamp(0.06, 0.62);
            for spacing in [open, open * 0.5, 0.05] {
                let line = plain.clone().spaced(spacing);
                if line.width > form.reach.0 * 2.1 + cell {
                    continue;
                }
                for &anchor in &anchors {
                    let lettering = self.curved(&line, anchor, form.turn, form.bend, hand);
                    if !self.fits(&lettering.rects) || !placer.is_free(&lettering.rects) {
                        continue;
                    }
                    let points = lettering.rects.iter().flat_map(|rect| {
                        let middle = ((rect.west + rect.east) / 2.0, (rect.north + rect.south) / 2.0);
                        rect.corners().into_iter().chain([middle])
                    });
                    let inside = points.filter(|&point| self.belongs(point, belongs)).count();
                    let share = inside as f32 / (5 * lettering.rects.len()).max(1) as f32;
                    let off = off(&anchor) / (form.reach.0 + cell);
                    let crossed = self.crossed(&lettering);
                    let score = share * 9.0 - 0.35 * off + 0.5 * shrink + 0.25 * spacing.min(0.6) - 1.5 * crossed;
                    let least =
                        if matches!(belongs, Belongs::Land | Belongs::Water | Belongs::Sea(_)) { 0.93 } else { 0.75 };
                    if share >= least && best.as_ref().is_none_or(|(most, _)| score > *most) {
                        best = Some((score, lettering));
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        let (_, lettering) = best?;
        placer.take(&lettering.rects);
        Some(lettering)
    }

    /// The share of its letters that lie on a river, a road or a border, 0 to 1.
    fn crossed(&self, lettering: &Lettering) -> f32 {
        self.lines.touched(&lettering.rects) as f32 / lettering.rects.len().max(1) as f32
    }

    /// Places the name of a small long area along one of its sides, turned and bent like it; `None` if it is round or level, or there is
    /// no room. `hand` says how letters are written in a box, if they may lie there.
    pub(super) fn set_along(
        &self,
        name: &str,
        hand: impl Fn(&Rect) -> Option<LetterStyle>,
        points: &[Point],
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let form = LabelForm::new(points, self.sheet.cell);
        if form.turn.abs() < 0.12 && form.bend == 0.0 {
            return None;
        }
        let face = hand(&Rect::around(form.center, 1.0)).map_or(Face::Italic, |hand| hand.face);
        let line = Line::new(face, name, self.small(), 0.04);
        // Far beyond the area its own bend says nothing.
        if line.width > 3.4 * form.reach.0 {
            return None;
        }
        let (sine, cosine) = form.turn.sin_cos();
        for gap in [0.75, 1.2] {
            for side in [-1.0_f32, 1.0] {
                let off = side * (form.reach.1 + gap * line.size);
                let middle = (form.center.0 - off * sine, form.center.1 + off * cosine);
                let style = LetterStyle { face, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
                let mut lettering = self.curved(&line, middle, form.turn, form.bend, style);
                if !self.fits(&lettering.rects) || !placer.is_free(&lettering.rects) {
                    continue;
                }
                let hands: Option<Vec<LetterStyle>> = lettering.rects.iter().map(&hand).collect();
                let Some(&[first, ref rest @ ..]) = hands.as_deref() else { continue };
                if rest.iter().all(|other| other.ink == first.ink) {
                    placer.take(&lettering.rects);
                    (lettering.ink, lettering.halo, lettering.strength) = (first.ink, first.halo, first.strength);
                    return Some(lettering);
                }
            }
        }
        None
    }

    /// A line round its middle, turned and bent.
    fn curved(&self, line: &Line, middle: Point, turn: f32, bend: f32, hand: LetterStyle) -> Lettering {
        let (sine, cosine) = turn.sin_cos();
        // Letters are centred on the curve at their middle height.
        let rise = line.size * 0.24;
        let letters: Vec<Letter> = line
            .glyphs
            .iter()
            .zip(&line.letters)
            .map(|(&(glyph, along, wide), &letter)| {
                let u = along + wide / 2.0 - line.width / 2.0;
                let v = bend * u * u;
                let lean = turn + (2.0 * bend * u).atan();
                let (lean_sine, lean_cosine) = lean.sin_cos();
                let center = (middle.0 + u * cosine - v * sine, middle.1 + u * sine + v * cosine);
                let at = (
                    center.0 - wide / 2.0 * lean_cosine - rise * lean_sine,
                    center.1 - wide / 2.0 * lean_sine + rise * lean_cosine,
                );
                Letter { glyph, letter, at, turn: lean, wide }
            })
            .collect();
        self.lettering(line, letters, hand)
    }

    fn lettering(&self, line: &Line, letters: Vec<Letter>, hand: LetterStyle) -> Lettering {
        let (above, below) = (line.size * 0.70, line.size * 0.24);
        let rects = letters.iter().map(|letter| {
            let (sine, cosine) = letter.turn.sin_cos();
            let corners = [(0.0, -above), (letter.wide, -above), (0.0, below), (letter.wide, below)]
                .map(|(x, y)| (letter.at.0 + x * cosine - y * sine, letter.at.1 + x * sine + y * cosine));
            let least = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::MAX, f32::min);
            let most = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::MIN, f32::max);
            Rect {
                west: least(|point| point.0) - 1.0,
                north: least(|point| point.1) - 0.5,
                east: most(|point| point.0) + 1.0,
                south: most(|point| point.1) + 0.5,
            }
        });
        let rects = rects.collect();
        let rim = (line.size * 0.09).clamp(1.1, 2.6);
        Lettering {
            face: line.face,
            size: line.size,
            letters,
            ink: hand.ink,
            halo: hand.halo,
            rim,
            strength: hand.strength,
            rects,
        }
    }

    /// Places a name beside a thing with this much room round a point: to the right, else elsewhere. `hand` says how it is written in a
    /// box, if it may lie there.
    pub(super) fn set_beside(
        &self,
        name: &str,
        hand: impl Fn(&Rect) -> Option<LetterStyle>,
        (x, y): Point,
        room: f32,
        size: f32,
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let face = hand(&Rect::around((x, y), 1.0)).map_or(Face::Italic, |hand| hand.face);
        let line = Line::new(face, name, size, 0.01);
        let (wide, low) = (line.width, size * 0.25);
        // Close by, then a little farther away; off all lines, then on one.
        for (room, is_clear) in [(room, true), (room + 0.7 * size, true), (room, false), (room + 0.7 * size, false)] {
            let slant = room * 0.72;
            let begins = [
                (x + room, y + low),
                (x - room - wide, y + low),
                (x - wide / 2.0, y + room + size * 0.68),
                (x - wide / 2.0, y - room - size * 0.22),
                (x + slant, y - slant + low * 0.4),
                (x + slant, y + slant + size * 0.45),
                (x - slant - wide, y - slant + low * 0.4),
                (x - slant - wide, y + slant + size * 0.45),
                // Above the flag or star of a capital.
                (x - wide / 2.0, y - 1.7 * room - size * 0.22),
            ];
            for begin in begins {
                let rect = Rect {
                    west: begin.0 - 1.0,
                    north: begin.1 - size * 0.68,
                    east: begin.0 + wide + 1.0,
                    south: begin.1 + size * 0.22,
                };
                let Some(hand) = hand(&rect) else { continue };
                let is_off = !is_clear || self.lines.is_free(&[rect]);
                if is_off && self.fits(&[rect]) && placer.place(&[rect]) {
                    let mut lettering = self.lettering(&line, line.straight(begin), hand);
                    lettering.rects = vec![rect];
                    return Some(lettering);
                }
            }
        }
        None
    }

    /// Places a name along the straightest reach of a river that is long enough.
    fn set_course(&self, name: &str, points: &[Point], placer: &mut Placer) -> Option<Lettering> {
        let size = (0.42 * self.sheet.cell).clamp(11.0, 15.5);
        let line = Line::new(Face::Italic, name, size, 0.06);
        let hand = LetterStyle { face: Face::Italic, ink: RIVER_INK, halo: LAND_HALO, strength: 1.0 };
        // Smoothed twice, because letters would follow every step of the cells.
        let mut path = points.to_vec();
        for _ in 0..3 {
            let before = path.clone();
            for index in 1..path.len() - 1 {
                let (a, b, c) = (before[index - 1], before[index], before[index + 1]);
                path[index] = ((a.0 + 2.0 * b.0 + c.0) / 4.0, (a.1 + 2.0 * b.1 + c.1) / 4.0);
            }
        }
        let mut along = vec![0.0];
        for pair in path.windows(2) {
            let step = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
            along.push(along[along.len() - 1] + step);
        }
        let length = along[along.len() - 1];
        let at = |far: f32| -> Point {
            let index = along.partition_point(|&own| own < far).clamp(1, path.len() - 1);
            let part = (far - along[index - 1]) / (along[index] - along[index - 1]).max(1e-3);
            let (a, b) = (path[index - 1], path[index]);
            (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
        };
        let mut found: Vec<(f32, Lettering)> = Vec::new();
        let mut start = 0.0;
        while start + line.width <= length {
            let (first, last) = (at(start), at(start + line.width));
            // Never upside down.
            let back = last.0 < first.0;
            let straight = (last.0 - first.0).hypot(last.1 - first.1) / line.width;
            for side in [-1.0_f32, 1.0] {
                let off = self.sheet.cell * 0.5 + size * 0.18;
                let letters: Vec<Letter> = line
                    .glyphs
                    .iter()
                    .zip(&line.letters)
                    .map(|(&(glyph, begin, wide), &letter)| {
                        let middle = if back { line.width - begin - wide / 2.0 } else { begin + wide / 2.0 };
                        let far = start + middle;
                        let (here, before, after) = (at(far), at(far - size * 0.7), at(far + size * 0.7));
                        let (mut right, mut down) = (after.0 - before.0, after.1 - before.1);
                        if back {
                            (right, down) = (-right, -down);
                        }
                        let turn = down.atan2(right);
                        let (sine, cosine) = turn.sin_cos();
                        let lift = if side < 0.0 { -off } else { off + size * 0.42 };
                        let center = (here.0 - lift * sine, here.1 + lift * cosine);
                        let at = (center.0 - wide / 2.0 * cosine, center.1 - wide / 2.0 * sine);
                        Letter { glyph, letter, at, turn, wide }
                    })
                    .collect();
                let steep = (last.1 - first.1).abs() / line.width;
                let bent = letters.windows(2).map(|pair| (pair[1].turn - pair[0].turn).abs()).fold(0.0, f32::max);
                // A crumpled name cannot be read.
                if straight > 0.93 && bent < 0.22 {
                    let lettering = self.lettering(&line, letters, hand);
                    let below = if side > 0.0 { 0.1 } else { 0.0 };
                    let score = straight * 2.0 - steep * 0.5 - bent - below - 0.6 * self.crossed(&lettering);
                    found.push((score, lettering));
                }
            }
            start += self.sheet.cell.max(6.0);
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (_, lettering) =
            found.into_iter().find(|(_, lettering)| self.fits(&lettering.rects) && placer.is_free(&lettering.rects))?;
        placer.take(&lettering.rects);
        Some(lettering)
    }
}
