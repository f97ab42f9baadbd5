//! Ships with momentum: arrows of velocity that end in rings where ships will be, trails of the turn before, missiles with the cells
//! that they will pass, zones and bases.
//!
//! What is drawn here, the rules say ([`hostile_space::chart`]); of other games nothing is.

use std::collections::BTreeSet;

use grid::{Cell, Vector};
use hostile_space::chart::{Chart, Course};
use world::Scenario;

use super::arrows::Arrow;
use super::canvas::{Clip, Layer, Segment};
use super::inks::INK;
use super::lattice_geometry::{LatticeGeometry, Point};
use super::realms::write;
use super::sheet::PageLayout;
use crate::palette::{Rgb, mix, rgb, side_color};

/// The least width of cells, in pixels, that have room for the numbers of ships.
const NUMBERS_FROM: f32 = 17.0;
/// The radius of the ring where a ship will be, by the width of a cell.
const RING: f32 = 0.34;

/// The inks of a side, the lowest first.
pub(super) struct CourseInks {
    wash: Layer,
    trail: Layer,
    halo: Layer,
    line: Layer,
    body: Layer,
    light: Layer,
    harm: Layer,
}

impl CourseInks {
    pub(super) fn new(fill: Rgb, clip: Clip) -> CourseInks {
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
        }
    }

    pub(super) fn layers(self) -> Vec<Layer> {
        let CourseInks { wash, trail, halo, line, body, light, harm } = self;
        vec![wash, trail, halo, line, body, light, harm]
    }

    /// A line with a dark rim.
    fn stroke(&mut self, from: Point, to: Point, half: f32, rim: f32) {
        self.line.segment(Segment { from, to, half: (half, half) });
        self.halo.segment(Segment { from, to, half: (half + rim, half + rim) });
    }

    /// A ship that points along a way of length 1.
    pub(super) fn ship(&mut self, at: Point, way: Point, unit: f32) {
        let rim = (0.13 * unit).clamp(0.6, 1.6);
        let outline = turned(at, way, unit, &[(0.95, 0.0), (-0.72, 0.66), (-0.36, 0.0), (-0.72, -0.66)]);
        self.halo.ring(&outline, 2.2 * rim);
        self.halo.fill(outline.clone());
        self.body.fill(outline.clone());
        self.light.ring(&outline, 0.5 * rim);
    }

    /// A missile that points along a way of length 1.
    pub(super) fn missile(&mut self, at: Point, way: Point, unit: f32) {
        let outline = turned(at, way, unit, &[(0.7, 0.0), (-0.5, 0.26), (-0.3, 0.0), (-0.5, -0.26)]);
        let rim = (0.12 * unit).clamp(0.5, 1.4);
        self.halo.ring(&outline, 2.4 * rim);
        self.line.ring(&outline, 1.2 * rim);
        self.light.fill(outline);
    }

    /// A ring where a ship will be, with the arrow that leads there from `from`.
    pub(super) fn velocity(&mut self, from: Point, to: Point, cell: f32, is_harmed: bool) {
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
    pub(super) fn flight(&mut self, from: Point, to: Point, steps: usize, cell: f32, is_harmed: bool) {
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
    pub(super) fn came(&mut self, from: Point, to: Point, half: f32) {
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

    /// A token of a base: its hex, and a hub in the centre's.
    pub(super) fn base_part(&mut self, (x, y): Point, cell: f32, is_center: bool) {
        let hex = |scale: f32| -> Vec<Point> {
            HEX.outline().map(|(right, down)| (x + scale * cell * right, y + scale * cell * down)).collect()
        };
        self.halo.ring(&hex(0.9), (0.07 * cell).clamp(0.6, 2.0));
        self.halo.fill(hex(0.9));
        self.body.fill(hex(0.82));
        self.light.ring(&hex(0.56), (0.03 * cell).clamp(0.4, 1.0));
        if is_center {
            self.light.disk((x, y), 0.2 * cell);
        }
    }

    /// Part of a zone: a cell, and its sides towards cells that are not in it.
    fn zone_cell(&mut self, (x, y): Point, cell: f32, open: impl Iterator<Item = usize>) {
        let corner = |number: usize| {
            let (right, down) = HEX.corner(number);
            (x + cell * right, y + cell * down)
        };
        self.wash.fill((0..6).map(corner).collect());
        let half = (0.05 * cell).clamp(0.6, 1.8);
        for side in open {
            self.line.segment(Segment { from: corner(side), to: corner(side + 1), half: (half, half) });
        }
    }
}

/// What a legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CourseSign {
    Ship,
    Velocity,
    Missile,
    Harm,
    Trail,
    Base,
    Zone,
}

impl CourseSign {
    /// What a legend calls it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            CourseSign::Ship => "Ship",
            CourseSign::Velocity => "Where it will be",
            CourseSign::Missile => "Missile, and what it will pass",
            CourseSign::Harm => "Hit, or gone",
            CourseSign::Trail => "Way of the last turn",
            CourseSign::Base => "Base",
            CourseSign::Zone => "Zone",
        }
    }
}

/// The signs that occur, in the order in which legends tell them.
pub(super) fn signs(told: &Chart) -> Vec<CourseSign> {
    let all = || told.ships.iter().chain(&told.missiles);
    let occurs = [
        (CourseSign::Ship, !told.ships.is_empty()),
        (CourseSign::Velocity, told.ships.iter().any(|ship| !ship.passes.is_empty())),
        (CourseSign::Missile, !told.missiles.is_empty()),
        (CourseSign::Harm, all().any(|course| course.meets.is_some())),
        (CourseSign::Trail, all().any(|course| course.came != (0, 0))),
        (CourseSign::Base, !told.bases.is_empty()),
        (CourseSign::Zone, !told.zones.is_empty()),
    ];
    occurs.into_iter().filter(|(_, occurs)| *occurs).map(|(sign, _)| sign).collect()
}

/// An example of a sign for a legend, round a point.
pub(super) fn example(sign: CourseSign, (x, y): Point, fill: Rgb) -> Vec<Layer> {
    // What is light on paper would not be seen.
    let is_faint = matches!(sign, CourseSign::Trail | CourseSign::Zone | CourseSign::Missile);
    let mut inks = CourseInks::new(if is_faint { mix(fill, INK, 0.75) } else { fill }, Clip::Everywhere);
    let east = (1.0, 0.0);
    match sign {
        CourseSign::Ship => inks.ship((x, y), east, 10.0),
        CourseSign::Velocity => inks.velocity((x - 12.0, y), (x + 7.0, y), 18.0, false),
        CourseSign::Missile => {
            inks.flight((x - 8.0, y), (x + 12.0, y), 3, 12.0, false);
            inks.missile((x - 9.0, y), east, 9.0);
        }
        CourseSign::Harm => inks.cross((x, y), 6.0),
        CourseSign::Trail => inks.came((x - 13.0, y), (x + 11.0, y), 3.0),
        CourseSign::Base => inks.base_part((x, y), 20.0, true),
        CourseSign::Zone => inks.zone_cell((x, y), 20.0, 0..6),
    }
    inks.layers()
}

static HEX: &LatticeGeometry = LatticeGeometry::of(grid::Lattice::Hex);

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
fn pixels((right, up): Vector, sheet: &PageLayout) -> Point {
    ((right as f32 + up as f32 / 2.0) * sheet.cell, -(up as f32) * HEX.row * sheet.cell)
}

/// The layers of all that a chart tells; `marches` are the ways of ships in the turn before, lost ones too.
pub(super) fn layers(scenario: &Scenario, told: &Chart, marches: &[Arrow], sheet: &PageLayout) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut numbers = (Layer::new([6.0, 8.0, 16.0], 0.8, Clip::Map), Layer::new([255.0; 3], 1.0, Clip::Map));
    let cell = sheet.cell;
    let center = |cell: Cell| sheet.pixels(sheet.center(cell));
    for side in 0..scenario.sides.len() {
        let mut inks = CourseInks::new(rgb(side_color(scenario, side)), Clip::Map);
        for zone in told.zones.iter().filter(|zone| zone.side == side) {
            let mut own: BTreeSet<Cell> = BTreeSet::new();
            own.extend(&zone.cells);
            for &place in &zone.cells {
                let is_open = |&way: &usize| {
                    sheet.area.neighbor(place, grid::Direction(way as u8)).is_none_or(|near| !own.contains(&near))
                };
                inks.zone_cell(center(place), cell, (0..6).filter(is_open));
            }
            inks.line.ring(&circle(center(zone.center), RING * cell), (0.04 * cell).max(0.6));
        }
        for part in told.bases.iter().filter(|part| part.side == side) {
            inks.base_part(center(part.cell), cell, part.is_center);
        }
        for lost in marches.iter().filter(|march| march.side == side) {
            let arrived = |ship: &Course| ship.side == side && ship.at == lost.to && ship.came != (0, 0);
            if told.ships.iter().any(arrived) {
                continue;
            }
            let way = pixels(sheet.area.displacement(lost.from, lost.to), sheet);
            let (x, y) = center(lost.to);
            inks.came((x - way.0, y - way.1), (x, y), 0.11 * cell);
            inks.cross((x, y), 0.3 * cell);
        }
        for missile in told.missiles.iter().filter(|missile| missile.side == side) {
            draw_missile(&mut inks, missile, sheet);
        }
        for ship in told.ships.iter().filter(|ship| ship.side == side) {
            draw_ship(&mut inks, ship, sheet);
            if cell >= NUMBERS_FROM {
                let (x, y) = center(ship.at);
                let (right, down) = HEX.way(ship.facing.0.into());
                let at = (x - 0.52 * cell * right, y - 0.52 * cell * down);
                numbers.0.disk(at, 0.22 * cell);
                write(&ship.number.to_string(), at, 0.5 * cell, &mut numbers.1);
            }
        }
        layers.extend(inks.layers());
    }
    layers.extend([numbers.0, numbers.1]);
    layers
}

fn draw_ship(inks: &mut CourseInks, ship: &Course, sheet: &PageLayout) {
    let (x, y) = sheet.pixels(sheet.center(ship.at));
    let cell = sheet.cell;
    if ship.came != (0, 0) {
        let way = pixels(ship.came, sheet);
        inks.came((x - way.0, y - way.1), (x, y), 0.11 * cell);
    }
    let harmed = ship.meets.is_some();
    if !ship.passes.is_empty() || harmed {
        let way = pixels(ship.way(), sheet);
        inks.velocity((x, y), (x + way.0, y + way.1), cell, harmed);
    }
    inks.ship((x, y), HEX.way(ship.facing.0.into()), (0.46 * cell).max(2.4));
}

fn draw_missile(inks: &mut CourseInks, missile: &Course, sheet: &PageLayout) {
    let (x, y) = sheet.pixels(sheet.center(missile.at));
    let cell = sheet.cell;
    if missile.came != (0, 0) {
        let way = pixels(missile.came, sheet);
        inks.came((x - way.0, y - way.1), (x, y), 0.05 * cell);
    }
    if !missile.passes.is_empty() {
        let way = pixels(missile.way(), sheet);
        inks.flight((x, y), (x + way.0, y + way.1), missile.passes.len(), cell, missile.meets.is_some());
    }
    inks.missile((x, y), HEX.way(missile.facing.0.into()), (0.5 * cell).max(2.0));
}
