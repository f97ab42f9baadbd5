//! Ships with momentum: arrows of velocity that end in rings where ships will be, trails of the turn before, missiles with the cells
//! that they will pass, zones and bases.
//!
//! What is drawn here, the rules say ([`contract::Chart`]).

use std::collections::BTreeSet;

use contract::{Chart, Course, CourseKind};
use grid::{Area, Cell, Vector};
use world::Scenario;

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::{LatticeGeometry, Point};
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::arrows::Arrow;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::map::marks::realms::write;
use crate::palette::{Rgb, mix, rgb, side_color};

/// The least width of cells, in pixels, that have room for the numbers of ships.
const NUMBERS_FROM: f32 = 17.0;
/// The radius of the ring where a ship will be, by the width of a cell.
const RING: f32 = 0.34;

/// The inks of a side, the lowest first.
pub(in crate::map) struct CourseInks {
    wash: Layer,
    trail: Layer,
    halo: Layer,
    line: Layer,
    body: Layer,
    light: Layer,
    harm: Layer,
    geometry: &'static LatticeGeometry,
}

impl CourseInks {
    fn new(geometry: &'static LatticeGeometry, fill: Rgb, clip: Clip) -> CourseInks {
        // Lines have to be seen in the dark between the stars.
        let lit = mix(fill, [255.0, 255.0, 255.0], 0.28);
        CourseInks {
            wash: Layer::new(fill, 0.15, clip),
            trail: Layer::new(lit, 0.42, clip),
            halo: Layer::new([6.0, 8.0, 16.0], 0.7, clip),
            line: Layer::new(lit, 0.95, clip),
            body: Layer::new(fill, 1.0, clip),
            light: Layer::new([255.0, 252.0, 240.0], 0.95, clip),
            harm: Layer::new([255.0, 132.0, 54.0], 1.0, clip),
            geometry,
        }
    }

    pub(in crate::map) fn layers(self) -> Vec<Layer> {
        let CourseInks { wash, trail, halo, line, body, light, harm, .. } = self;
        vec![wash, trail, halo, line, body, light, harm]
    }

    /// A line with a dark rim.
    fn stroke(&mut self, from: Point, to: Point, half: f32, rim: f32) {
        self.line.segment(Segment { from, to, half: (half, half) });
        self.halo.segment(Segment { from, to, half: (half + rim, half + rim) });
    }

    /// A ship that points along a way of length 1.
    pub(in crate::map) fn ship(&mut self, at: Point, way: Point, unit: f32) {
        let rim = (0.13 * unit).clamp(0.6, 1.6);
        let outline = turned(at, way, unit, &[(0.95, 0.0), (-0.72, 0.66), (-0.36, 0.0), (-0.72, -0.66)]);
        self.halo.ring(&outline, 2.2 * rim);
        self.halo.fill(outline.clone());
        self.body.fill(outline.clone());
        self.light.ring(&outline, 0.5 * rim);
    }

    /// A missile that points along a way of length 1.
    pub(in crate::map) fn missile(&mut self, at: Point, way: Point, unit: f32) {
        let outline = turned(at, way, unit, &[(0.7, 0.0), (-0.5, 0.26), (-0.3, 0.0), (-0.5, -0.26)]);
        let rim = (0.12 * unit).clamp(0.5, 1.4);
        self.halo.ring(&outline, 2.4 * rim);
        self.line.ring(&outline, 1.2 * rim);
        self.light.fill(outline);
    }

    /// A ring where a ship will be, with the arrow that leads there from `from`.
    pub(in crate::map) fn velocity(&mut self, from: Point, to: Point, cell: f32, is_harmed: bool) {
        let (half, rim) = ((0.045 * cell).clamp(0.6, 1.6), (0.05 * cell).clamp(0.5, 1.4));
        let radius = RING * cell;
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let long = (right * right + down * down).sqrt();
        if long > radius {
            let way = (right / long, down / long);
            let tip = (to.0 - way.0 * radius, to.1 - way.1 * radius);
            let head = turned(tip, way, 0.36 * cell, &[(0.0, 0.0), (-1.0, 0.5), (-1.0, -0.5)]);
            let neck = (tip.0 - 0.3 * cell * way.0, tip.1 - 0.3 * cell * way.1);
            self.stroke(from, neck, half, rim);
            self.halo.ring(&head, rim);
            self.line.fill(head);
        }
        let ring = circle(to, radius);
        self.halo.ring(&ring, half + rim);
        self.line.ring(&ring, half);
        if is_harmed {
            self.cross(to, 0.26 * cell);
        }
    }

    /// Dashes over the cells that a missile will pass; the last one ends in a dot, or in a cross where it hits.
    pub(in crate::map) fn flight(&mut self, from: Point, to: Point, steps: usize, cell: f32, is_harmed: bool) {
        let half = (0.045 * cell).clamp(0.6, 1.4);
        let at = |part: f32| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        for step in 1..=steps {
            // A dash in the middle of every cell.
            let part = |step: f32| step / steps as f32;
            let (start, end) = (at(part(step as f32 - 0.26)), at(part((step as f32 + 0.26).min(steps as f32))));
            self.line.segment(Segment { from: start, to: end, half: (half, half) });
        }
        match is_harmed {
            true => self.cross(to, 0.26 * cell),
            false => self.line.disk(to, 0.13 * cell),
        }
    }

    /// The way by which something came.
    pub(in crate::map) fn came(&mut self, from: Point, to: Point, half: f32) {
        self.trail.segment(Segment { from, to, half: (0.25 * half, half) });
    }

    /// Where something ends.
    fn cross(&mut self, (x, y): Point, reach: f32) {
        let half = (0.2 * reach).max(0.7);
        for (right, down) in [(1.0, 1.0), (1.0, -1.0)] {
            let ends = [-reach, reach].map(|reach| (x + reach * right, y + reach * down));
            self.harm.segment(Segment { from: ends[0], to: ends[1], half: (half, half) });
            self.halo.segment(Segment { from: ends[0], to: ends[1], half: (half + 1.0, half + 1.0) });
        }
    }

    /// A place of a side: its cell, and a hub in the main one.
    pub(in crate::map) fn mark(&mut self, (x, y): Point, cell: f32, is_main: bool) {
        let geometry = self.geometry;
        let hex = |scale: f32| -> Vec<Point> {
            geometry.outline().map(|(right, down)| (x + scale * cell * right, y + scale * cell * down)).collect()
        };
        self.halo.ring(&hex(0.9), (0.07 * cell).clamp(0.6, 2.0));
        self.halo.fill(hex(0.9));
        self.body.fill(hex(0.82));
        self.light.ring(&hex(0.56), (0.03 * cell).clamp(0.4, 1.0));
        if is_main {
            self.light.disk((x, y), 0.2 * cell);
        }
    }

    /// Part of a zone: a cell, and its sides towards cells that are not in it.
    fn zone_cell(&mut self, (x, y): Point, cell: f32, open: impl Iterator<Item = usize>) {
        let geometry = self.geometry;
        let corner = |number: usize| {
            let (right, down) = geometry.corner(number);
            (x + cell * right, y + cell * down)
        };
        self.wash.fill((0..geometry.corners.len()).map(corner).collect());
        let half = (0.05 * cell).clamp(0.6, 1.8);
        for side in open {
            self.line.segment(Segment { from: corner(side), to: corner(side + 1), half: (half, half) });
        }
    }
}

/// What a legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::map) enum CourseSign {
    Vessel,
    Ahead,
    Shot,
    Threat,
    Trail,
    Mark,
    Zone,
}

/// The signs that occur and what the rules call them, in the order in which legends tell them.
pub(in crate::map) fn signs(told: &Chart) -> Vec<(CourseSign, &'static str)> {
    let words = told.words;
    let has = |is: &dyn Fn(&Course) -> bool| told.courses.iter().any(is);
    let vessels = || told.courses_of(CourseKind::Vessel);
    let occurs = [
        (CourseSign::Vessel, words.vessel, vessels().next().is_some()),
        (CourseSign::Ahead, words.ahead, vessels().any(|vessel| !vessel.passes.is_empty())),
        (CourseSign::Shot, words.shot, told.courses_of(CourseKind::Shot).next().is_some()),
        (CourseSign::Threat, words.threat, has(&|course| course.threat.is_some())),
        (CourseSign::Trail, words.trail, has(&|course| course.came != (0, 0))),
        (CourseSign::Mark, words.mark, !told.marks.is_empty()),
        (CourseSign::Zone, words.zone, !told.zones.is_empty()),
    ];
    occurs.into_iter().filter(|(.., occurs)| *occurs).map(|(sign, words, _)| (sign, words)).collect()
}

/// An example of a sign for a legend, round a point.
pub(in crate::map) fn example(sign: CourseSign, area: &Area, (x, y): Point, fill: Rgb) -> Vec<Layer> {
    let geometry = LatticeGeometry::of(area.shape().lattice());
    // What is light on paper would not be seen.
    let is_faint = matches!(sign, CourseSign::Trail | CourseSign::Zone | CourseSign::Shot);
    let fill = if is_faint { mix(fill, INK, 0.75) } else { fill };
    let mut inks = CourseInks::new(geometry, fill, Clip::Everywhere);
    let east = (1.0, 0.0);
    match sign {
        CourseSign::Vessel => inks.ship((x, y), east, 10.0),
        CourseSign::Ahead => inks.velocity((x - 12.0, y), (x + 7.0, y), 18.0, false),
        CourseSign::Shot => {
            inks.flight((x - 8.0, y), (x + 12.0, y), 3, 12.0, false);
            inks.missile((x - 9.0, y), east, 9.0);
        }
        CourseSign::Threat => inks.cross((x, y), 6.0),
        CourseSign::Trail => inks.came((x - 13.0, y), (x + 11.0, y), 3.0),
        CourseSign::Mark => inks.mark((x, y), 20.0, true),
        CourseSign::Zone => inks.zone_cell((x, y), 20.0, 0..inks.geometry.corners.len()),
    }
    inks.layers()
}

/// Points that are given forwards and to the right, round a point, turned into a way of length 1.
fn turned((x, y): Point, way: Point, unit: f32, points: &[Point]) -> Vec<Point> {
    let place = |&(ahead, aside): &Point| {
        (x + unit * (ahead * way.0 - aside * way.1), y + unit * (ahead * way.1 + aside * way.0))
    };
    points.iter().map(place).collect()
}

fn circle((x, y): Point, radius: f32) -> Vec<Point> {
    let at = |step: i32| (step as f32 * std::f32::consts::TAU / 24.0).sin_cos();
    (0..24).map(at).map(|(right, down)| (x + radius * right, y + radius * down)).collect()
}

/// A vector of cells in pixels.
fn pixels(vector: Vector, sheet: &PageLayout) -> Point {
    let (right, down) = sheet.vector(vector);
    (right * sheet.cell, down * sheet.cell)
}

/// The layers of all that a chart tells; `marches` are the ways of ships in the turn before, lost ones too.
pub(in crate::map) fn layers(scenario: &Scenario, told: &Chart, marches: &[Arrow], sheet: &PageLayout) -> Vec<Layer> {
    let geometry = sheet.lattice_geometry;
    let mut layers = Vec::new();
    let mut numbers = (Layer::new([6.0, 8.0, 16.0], 0.8, Clip::Map), Layer::new([255.0; 3], 1.0, Clip::Map));
    let cell = sheet.cell;
    let center = |cell: Cell| sheet.pixels(sheet.center(cell));
    for side in 0..scenario.sides.len() {
        let mut inks = CourseInks::new(geometry, rgb(side_color(scenario, side)), Clip::Map);
        for zone in told.zones.iter().filter(|zone| zone.side == side) {
            let mut own: BTreeSet<Cell> = BTreeSet::new();
            own.extend(&zone.cells);
            for &place in &zone.cells {
                let is_open = |&side: &usize| {
                    let way = grid::Direction((side * geometry.turn) as u8);
                    sheet.area.neighbor(place, way).is_none_or(|near| !own.contains(&near))
                };
                inks.zone_cell(center(place), cell, (0..geometry.corners.len()).filter(is_open));
            }
            if let Some(middle) = zone.center {
                inks.line.ring(&circle(center(middle), RING * cell), (0.04 * cell).max(0.6));
            }
        }
        for mark in told.marks.iter().filter(|mark| mark.side == side) {
            inks.mark(center(mark.cell), cell, mark.is_main);
        }
        for lost in marches.iter().filter(|march| march.side == side) {
            let arrived = |ship: &Course| ship.side == side && ship.at == lost.to && ship.came != (0, 0);
            if told.courses_of(CourseKind::Vessel).any(arrived) {
                continue;
            }
            let way = pixels(sheet.area.displacement(lost.from, lost.to), sheet);
            let (x, y) = center(lost.to);
            inks.came((x - way.0, y - way.1), (x, y), 0.11 * cell);
            inks.cross((x, y), 0.3 * cell);
        }
        for course in told.courses.iter().filter(|course| course.side == side) {
            match course.kind {
                CourseKind::Vessel => draw_vessel(&mut inks, course, sheet),
                CourseKind::Shot => draw_shot(&mut inks, course, sheet),
            }
            if cell >= NUMBERS_FROM && !course.label.is_empty() {
                let (x, y) = center(course.at);
                let (right, down) = geometry.way(course.facing.0.into());
                let at = (x - 0.52 * cell * right, y - 0.52 * cell * down);
                numbers.0.disk(at, 0.22 * cell);
                write(&course.label, at, 0.5 * cell, &mut numbers.1);
            }
        }
        layers.extend(inks.layers());
    }
    layers.extend([numbers.0, numbers.1]);
    layers
}

fn draw_vessel(inks: &mut CourseInks, ship: &Course, sheet: &PageLayout) {
    let (x, y) = sheet.pixels(sheet.center(ship.at));
    let cell = sheet.cell;
    if ship.came != (0, 0) {
        let way = pixels(ship.came, sheet);
        inks.came((x - way.0, y - way.1), (x, y), 0.11 * cell);
    }
    let harmed = ship.threat.is_some();
    if !ship.passes.is_empty() || harmed {
        let way = pixels(ship.goes, sheet);
        inks.velocity((x, y), (x + way.0, y + way.1), cell, harmed);
    }
    let facing = inks.geometry.way(ship.facing.0.into());
    inks.ship((x, y), facing, (0.46 * cell).max(2.4));
}

fn draw_shot(inks: &mut CourseInks, missile: &Course, sheet: &PageLayout) {
    let (x, y) = sheet.pixels(sheet.center(missile.at));
    let cell = sheet.cell;
    if missile.came != (0, 0) {
        let way = pixels(missile.came, sheet);
        inks.came((x - way.0, y - way.1), (x, y), 0.05 * cell);
    }
    if !missile.passes.is_empty() {
        let way = pixels(missile.goes, sheet);
        inks.flight((x, y), (x + way.0, y + way.1), missile.passes.len(), cell, missile.threat.is_some());
    }
    let facing = inks.geometry.way(missile.facing.0.into());
    inks.missile((x, y), facing, (0.5 * cell).max(2.0));
}
