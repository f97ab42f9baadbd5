//! Units: the look of each type, and how it is drawn.
//!
//! A type's look follows from what it can do: an immobile type that holds others is a settlement; a mobile type is a counter with a
//! sign for where it moves. A type may name one of [`ICONS`] or an image of the design's own instead (`image-name`).

use std::sync::Arc;

use design::abilities::{can_carry, can_fight, can_fire_at, can_go_off, can_make, is_ruin};
use design::parameters::unit;
use design::{Design, TextProperty, TypeId, UnitType};
use formats::gdl::Pixels;
use world::Scenario;
use world::travel::{can_enter, is_mobile, mp_per_turn};

use super::canvas::{Clip, Layer, Segment};
use super::emblems::draw_flag;
use super::images::{draw_image, unit_images};
use super::inks::INK;
use super::lattice_geometry::Point;
use super::placer::Rect;
use super::sheet::PageLayout;
use super::text::{Face, Line, draw_letters};
use crate::palette::{Rgb, brightness, rgb, side_color};
use crate::terminal_map::capital_unit;

/// The look of a unit type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    City,
    Town,
    Fort,
    Infantry,
    Cavalry,
    Artillery,
    Armor,
    Truck,
    Builder,
    Bomb,
    Ship,
    Freighter,
    Carrier,
    Aircraft,
    Starship,
    Monster,
    Planet,
    Asteroid,
    Rubble,
}

/// The names that `image-name` can use. Names of Xconq's pictures lead to the nearest one.
const ICONS: &[(&str, Icon)] = &[
    ("city", Icon::City),
    ("town", Icon::Town),
    ("village", Icon::Town),
    ("fort", Icon::Fort),
    ("castle", Icon::Fort),
    ("base", Icon::Fort),
    ("infantry", Icon::Infantry),
    ("soldiers", Icon::Infantry),
    ("army", Icon::Infantry),
    ("mob", Icon::Infantry),
    ("armor", Icon::Armor),
    ("armour", Icon::Armor),
    ("tank", Icon::Armor),
    ("cavalry", Icon::Cavalry),
    ("horse", Icon::Cavalry),
    ("artillery", Icon::Artillery),
    ("cannon", Icon::Artillery),
    ("gun", Icon::Artillery),
    ("truck", Icon::Truck),
    ("engineers", Icon::Builder),
    ("settlers", Icon::Builder),
    ("bomb", Icon::Bomb),
    ("mine", Icon::Bomb),
    ("ship", Icon::Ship),
    ("boat", Icon::Ship),
    ("fleet", Icon::Ship),
    ("freighter", Icon::Freighter),
    ("carrier", Icon::Carrier),
    ("aircraft", Icon::Aircraft),
    ("airplane", Icon::Aircraft),
    ("plane", Icon::Aircraft),
    ("helicopter", Icon::Aircraft),
    ("starship", Icon::Starship),
    ("spaceship", Icon::Starship),
    ("firetruck", Icon::Armor),
    ("monster", Icon::Monster),
    ("dragon", Icon::Monster),
    ("planet", Icon::Planet),
    ("moon", Icon::Planet),
    ("asteroid", Icon::Asteroid),
    ("rubble", Icon::Rubble),
];

impl Icon {
    /// The looks of all unit types of a design: the one that a type names, else the one of its role.
    pub(crate) fn all(design: &Design) -> Vec<Icon> {
        let roles = Roles::new(design);
        let icon = |kind| Icon::named(design.text(unit::IMAGE_NAME, kind)).unwrap_or_else(|| roles.icon(kind));
        design.unit_types().map(icon).collect()
    }

    /// The icon for a name that a design gives; digits at its end (`city20`) are a size and are ignored.
    fn named(name: &str) -> Option<Icon> {
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_ascii_lowercase();
        ICONS.iter().find(|(known, _)| *known == name).map(|&(_, icon)| icon)
    }

    pub(super) const fn settles(self) -> bool {
        matches!(self, Icon::City | Icon::Town | Icon::Fort | Icon::Planet)
    }
}

/// What decides the roles of a design's unit types: numbers, never names.
struct Roles<'a> {
    design: &'a Design,
    /// Where each type goes: on some land, on some water, everywhere.
    ways: Vec<(bool, bool, bool)>,
    /// Whether some mobile type cannot go everywhere, so that it tells something if another can.
    is_bounded: bool,
    /// The worth of the dearest settlement.
    dearest: i32,
    /// The movement points of the fastest type on land, and the shortest reach of those that fight there.
    fastest: u32,
    reach: i32,
}

impl<'a> Roles<'a> {
    fn new(design: &'a Design) -> Roles<'a> {
        let way = |kind: UnitType| {
            let some = |liquid: bool| {
                let mut grounds = design.cell_terrain().filter(|&ground| design.is_liquid(ground) == liquid);
                grounds.any(|ground| can_enter(design, kind, ground))
            };
            (some(false), some(true), design.cell_terrain().all(|ground| can_enter(design, kind, ground)))
        };
        let ways: Vec<(bool, bool, bool)> = design.unit_types().map(way).collect();
        let is_bounded = design.unit_types().zip(&ways).any(|(kind, way)| is_mobile(design, kind) && !way.2);
        let mut roles = Roles { design, ways, is_bounded, dearest: 0, fastest: 0, reach: i32::MAX };
        for kind in design.unit_types() {
            if !is_mobile(design, kind) && roles.holds(kind, |_| true) {
                roles.dearest = roles.dearest.max(design.int(unit::POINT_VALUE, kind));
            }
            if roles.marches(kind) {
                roles.fastest = roles.fastest.max(mp_per_turn(design, kind));
                if can_fight(design, kind) {
                    roles.reach = roles.reach.min(reach(design, kind));
                }
            }
        }
        roles
    }

    fn flies(&self, kind: UnitType) -> bool {
        is_mobile(self.design, kind) && self.ways[kind.index()].2 && self.is_bounded
    }

    fn marches(&self, kind: UnitType) -> bool {
        is_mobile(self.design, kind) && self.ways[kind.index()].0 && !self.flies(kind)
    }

    /// Whether a type carries another of a kind.
    fn holds(&self, kind: UnitType, is_meant: impl Fn(UnitType) -> bool) -> bool {
        self.design.unit_types().any(|other| can_carry(self.design, kind, other) && is_meant(other))
    }

    fn icon(&self, kind: UnitType) -> Icon {
        let design = self.design;
        let (land, water, _) = self.ways[kind.index()];
        if !is_mobile(design, kind) {
            return match () {
                () if self.holds(kind, |_| true) && design.int(unit::POINT_VALUE, kind) * 2 > self.dearest => {
                    Icon::City
                }
                () if self.holds(kind, |_| true) => Icon::Town,
                () if is_ruin(design, kind) => Icon::Rubble,
                () if is_spent_by_its_blast(design, kind) => Icon::Bomb,
                () => Icon::Fort,
            };
        }
        match () {
            () if is_spent_by_its_blast(design, kind) => Icon::Bomb,
            () if self.flies(kind) => Icon::Aircraft,
            () if water && !land && self.holds(kind, |other| self.marches(other)) => Icon::Freighter,
            () if water && !land && self.holds(kind, |other| self.flies(other)) => Icon::Carrier,
            () if water && !land => Icon::Ship,
            () if !can_fight(design, kind) && design.unit_types().any(|other| can_make(design, kind, other)) => {
                Icon::Builder
            }
            () if !can_fight(design, kind) && self.holds(kind, |other| is_mobile(design, other)) => Icon::Truck,
            () if can_fight(design, kind) && reach(design, kind) > self.reach => Icon::Artillery,
            () if mp_per_turn(design, kind) * 2 > self.fastest && mp_per_turn(design, kind) > 1 => Icon::Armor,
            () => Icon::Infantry,
        }
    }
}

/// How many cells away a type strikes.
fn reach(design: &Design, kind: UnitType) -> i32 {
    let fires = design.unit_types().any(|other| can_fire_at(design, kind, other));
    if fires { design.int(unit::RANGE, kind).max(1) } else { 1 }
}

/// Whether a type goes off and is no more: its use is its end.
fn is_spent_by_its_blast(design: &Design, kind: UnitType) -> bool {
    can_go_off(design, kind) && design.int(unit::HP_PER_DETONATION, kind) >= design.int(unit::HP_MAX, kind)
}

/// A unit as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) icon: Icon,
    /// The design's own image, instead of the icon.
    pub(super) image: Option<Arc<Pixels>>,
    /// Its place, in pixels.
    pub(super) at: Point,
    pub(super) radius: f32,
    /// Its side; `None` if it is independent.
    pub(super) side: Option<usize>,
    pub(super) capital: bool,
    pub(super) name: String,
    /// Its importance.
    pub(super) weight: i32,
    /// How many units it stands for: a stack of mobile units of one side, or one unit.
    pub(super) count: usize,
}

impl Mark {
    pub(super) fn rect(&self) -> Rect {
        let rect = Rect::around(self.at, self.radius * if self.count > 1 { STACKED } else { 1.0 } + 1.5);
        // The flag or star of a capital.
        match (self.capital, bears_flag(self.radius)) {
            (false, _) => rect,
            (true, false) => Rect { north: self.at.1 - self.radius * 1.56, ..rect },
            (true, true) => Rect { north: self.at.1 - self.radius * 2.2, east: self.at.0 + self.radius * 1.4, ..rect },
        }
    }
}

/// One mark for each cell with units: the settlement first, then the most valuable unit, which stands for all of its side there.
/// Beside it, and smaller, stand the units in a settlement, or those of another side.
pub(super) fn marks(scenario: &Scenario, sheet: &PageLayout) -> Vec<Mark> {
    marks_without(scenario, sheet, &[])
}

/// The marks of all units but those that are shown otherwise already; `shown` says it by their indices.
pub(super) fn marks_without(scenario: &Scenario, sheet: &PageLayout, shown: &[bool]) -> Vec<Mark> {
    let is_shown = |index: usize| shown.get(index).copied().unwrap_or(false);
    let design = &scenario.design;
    let icons = Icon::all(design);
    let images = unit_images(design, 0.36 * sheet.cell);
    let mut capitals = vec![usize::MAX; scenario.sides.len()];
    for (side, capital) in scenario.side_ids().zip(&mut capitals) {
        if let Some((unit, _)) = capital_unit(scenario, side) {
            *capital = unit;
        }
    }
    let mut top: Vec<(u32, usize)> = Vec::new();
    let rank = |index: usize| {
        let unit = &scenario.units[index];
        (icons[usize::from(unit.kind.0)].settles(), design.int(unit::POINT_VALUE, unit.kind), std::cmp::Reverse(index))
    };
    let mut standing: Vec<(u32, usize)> =
        scenario.units.iter().enumerate().filter_map(|(index, unit)| Some((unit.cell()?.0, index))).collect();
    standing.retain(|&(_, index)| !is_shown(index));
    standing.sort_by_key(|&(cell, index)| (cell, std::cmp::Reverse(rank(index))));
    let settles = |index: usize| icons[usize::from(scenario.units[index].kind.0)].settles();
    // Units in a town are shown beside it, and so are enemies that stand in one cell.
    let mut garrisons: Vec<(u32, usize)> = Vec::new();
    for &(cell, index) in &standing {
        match top.last() {
            Some(&(last, first)) if last == cell => {
                let is_other = settles(first) || scenario.units[first].side != scenario.units[index].side;
                if is_other && !settles(index) && garrisons.last().is_none_or(|&(last, _)| last != cell) {
                    garrisons.push((cell, index));
                }
            }
            _ => top.push((cell, index)),
        }
    }
    let count = |cell: u32, index: usize| {
        let first = standing.partition_point(|&(other, _)| other < cell);
        let here = standing[first..].iter().take_while(|&&(other, _)| other == cell).map(|&(_, other)| other);
        let side = scenario.units[index].side;
        if settles(index) {
            1
        } else {
            here.filter(|&other| !settles(other) && scenario.units[other].side == side).count()
        }
    };
    let mut marks: Vec<Mark> = top
        .into_iter()
        .filter_map(|(cell, index)| {
            let unit = &scenario.units[index];
            let icon = icons[usize::from(unit.kind.0)];
            let capital = capitals.contains(&index);
            let radius = radius(icon, capital, sheet.cell)?;
            Some(Mark {
                icon,
                image: images[usize::from(unit.kind.0)].clone(),
                at: sheet.pixels(sheet.center(grid::Cell(cell))),
                radius,
                side: unit.side.index(),
                capital,
                name: unit.name.clone(),
                weight: design.int(unit::POINT_VALUE, unit.kind),
                count: count(cell, index),
            })
        })
        .collect();
    marks.extend(garrisons.into_iter().filter_map(|(cell, index)| {
        let unit = &scenario.units[index];
        let icon = icons[usize::from(unit.kind.0)];
        let (x, y) = sheet.pixels(sheet.center(grid::Cell(cell)));
        let side = unit.side.index();
        let radius = radius(icon, false, sheet.cell)? * 0.62;
        let at = (x + 0.3 * sheet.cell, y + 0.3 * sheet.cell);
        // It is drawn over the town, whatever the town's worth.
        let image = images[usize::from(unit.kind.0)].clone();
        let count = count(cell, index);
        Some(Mark { icon, image, at, radius, side, capital: false, name: String::new(), weight: i32::MAX, count })
    }));
    // If east meets west, a unit on the cut stands on both sides.
    let (left, around) = (sheet.origin.0, sheet.extent.0 * sheet.cell);
    for index in 0..marks.len() {
        for &copy in &sheet.copies()[1..] {
            let x = marks[index].at.0 + copy * around;
            if (left - 0.5 * sheet.cell..left + around + 0.5 * sheet.cell).contains(&x) {
                let at = (x, marks[index].at.1);
                marks.push(Mark { at, name: String::new(), ..marks[index].clone() });
            }
        }
    }
    // The most important marks are drawn last.
    marks.sort_by(|a, b| (a.capital, a.weight).cmp(&(b.capital, b.weight)).then(a.at.1.total_cmp(&b.at.1)));
    marks
}

/// The size of an icon for this width of cells; `None` if there is no room for it.
fn radius(icon: Icon, capital: bool, cell: f32) -> Option<f32> {
    let (part, least, most, from) = match icon {
        _ if capital => (0.46, 3.4, 17.0, 0.0),
        Icon::City => (0.42, 2.4, 15.0, 2.5),
        Icon::Town => (0.36, 1.7, 12.5, 4.0),
        Icon::Fort => (0.34, 1.6, 12.0, 5.0),
        _ => (0.36, 1.6, 13.0, 6.0),
    };
    (cell >= from).then(|| (part * cell).clamp(least, most))
}

/// The layers of one mark.
pub(super) fn layers(scenario: &Scenario, mark: &Mark) -> Vec<Layer> {
    let fill = match mark.side {
        Some(side) => rgb(side_color(scenario, side)),
        None => [236.0, 232.0, 224.0],
    };
    let flies = mark.capital && bears_flag(mark.radius);
    let image = mark.image.as_deref();
    let mut layers = Vec::new();
    if mark.count > 1 && mark.radius >= DRAWN_FROM {
        layers.extend(draw_icon(mark.icon, behind(mark), mark.radius, fill, false, Clip::Map));
    }
    layers.extend(draw_unit(mark.icon, image, mark.at, mark.radius, fill, mark.capital && !flies, Clip::Map));
    if mark.count > 1 && mark.radius >= DRAWN_FROM {
        layers.extend(number_of(mark));
    }
    if let (true, Some(side)) = (flies, mark.side) {
        let ((x, y), radius) = (mark.at, mark.radius);
        let mut pole = Layer::new(INK, 0.95, Clip::Map);
        let half = (radius * 0.06).max(0.6);
        pole.segment(Segment { from: (x, y - radius * 0.9), to: (x, y - radius * 2.15), half: (half, half) });
        layers.push(pole);
        let flag = (x + radius * 0.66, y - radius * 1.72);
        layers.extend(draw_flag(flag, (radius * 0.64, radius * 0.44), fill, &scenario.sides[side].emblem, Clip::Map));
    }
    layers
}

/// How far a stack reaches from the middle of its first counter, by that counter's radius.
const STACKED: f32 = 1.5;

/// The counter behind the first one of a stack.
fn behind(mark: &Mark) -> Point {
    let shift = 0.24 * mark.radius;
    (mark.at.0 + shift, mark.at.1 - shift)
}

/// The number of a stack's units, on a disk at its upper corner.
fn number_of(mark: &Mark) -> Vec<Layer> {
    let radius = (0.62 * mark.radius).max(4.2);
    let (x, y) = (mark.at.0 + 0.88 * mark.radius, mark.at.1 - 0.8 * mark.radius);
    // Of more than a hundred nobody counts the last ones.
    let text = if mark.count > 99 { "99+".to_owned() } else { mark.count.to_string() };
    let size = radius * if text.len() > 1 { 1.25 } else { 1.6 };
    let line = Line::new(Face::Capitals, &text, size, 0.0);
    let mut rim = Layer::new(INK, 0.95, Clip::Map);
    let mut disk = Layer::new([252.0, 248.0, 236.0], 1.0, Clip::Map);
    let mut ink = Layer::new(INK, 1.0, Clip::Map);
    rim.disk((x, y), radius + 1.0);
    disk.disk((x, y), radius);
    draw_letters(line.face, line.size, &line.straight((x - line.width / 2.0, y + 0.33 * size)), &mut ink, None);
    vec![rim, disk, ink]
}

/// Whether a capital of this radius is large enough for its side's flag; a smaller one has a star.
fn bears_flag(radius: f32) -> bool {
    radius >= 9.0
}

/// An icon round a point, or the design's own image where there is room for it.
pub(super) fn draw_unit(
    icon: Icon,
    image: Option<&Pixels>,
    at: Point,
    radius: f32,
    fill: Rgb,
    capital: bool,
    clip: Clip,
) -> Vec<Layer> {
    let Some(image) = image.filter(|_| radius >= DRAWN_FROM) else {
        return draw_icon(icon, at, radius, fill, capital, clip);
    };
    let mut layers = draw_image(image, at, radius, fill, clip);
    if capital {
        layers.extend(star((at.0, at.1 - radius), (radius * 0.52).max(4.0), clip));
    }
    layers
}

/// Icons with a smaller radius, in pixels, are dots and squares.
const DRAWN_FROM: f32 = 4.5;

/// An icon round a point.
fn draw_icon(icon: Icon, (x, y): Point, radius: f32, fill: Rgb, capital: bool, clip: Clip) -> Vec<Layer> {
    let rim = (radius * 0.11).clamp(0.55, 1.5);
    let mut halo = Layer::new([250.0, 246.0, 234.0], 0.62, clip);
    let mut ink = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    let mut body = Layer::new(fill, 1.0, clip);
    let sign_ink = if brightness(fill) > 150.0 { INK } else { [252.0, 250.0, 244.0] };
    let mut sign = Layer::new(sign_ink, 0.95, clip);
    let place = |&(right, down): &Point| (x + right * radius, y + down * radius);
    let mut shape = |points: &[Point]| {
        let points: Vec<Point> = points.iter().map(place).collect();
        halo.ring(&points, rim * 2.6);
        ink.ring(&points, rim * 1.5);
        ink.fill(points.clone());
        body.fill(points);
    };
    if radius < DRAWN_FROM {
        // Too small for a drawing: dots for settlements, squares for mobile units.
        match icon.settles() {
            true => {
                halo.disk((x, y), radius + 1.6);
                ink.disk((x, y), radius + 0.3);
                body.disk((x, y), (radius - 0.75).max(0.8));
                if capital {
                    sign.disk((x, y), (radius * 0.32).max(0.8));
                }
            }
            false => shape(&[(-0.8, -0.6), (0.8, -0.6), (0.8, 0.6), (-0.8, 0.6)]),
        }
        return vec![halo, ink, body, sign];
    }
    match icon {
        Icon::City => {
            shape(&[(-0.98, 0.8), (-0.98, -0.2), (-0.66, -0.62), (-0.34, -0.2), (-0.34, 0.8)]);
            shape(&[(0.34, 0.8), (0.34, -0.2), (0.66, -0.62), (0.98, -0.2), (0.98, 0.8)]);
            shape(&[(-0.36, 0.8), (-0.36, -0.46), (0.0, -1.0), (0.36, -0.46), (0.36, 0.8)]);
            for center in [-0.66, 0.66] {
                sign.fill(
                    [(-0.1, 0.06), (0.1, 0.06), (0.1, 0.32), (-0.1, 0.32)].map(|(a, b)| place(&(a + center, b))).into(),
                );
            }
            sign.fill(
                [(-0.16, 0.8), (-0.16, 0.3), (-0.09, 0.16), (0.0, 0.1), (0.09, 0.16), (0.16, 0.3), (0.16, 0.8)]
                    .map(|point| place(&point))
                    .into(),
            );
        }
        Icon::Town => {
            shape(&[(-0.9, 0.75), (-0.9, 0.0), (-0.42, -0.5), (0.06, 0.0), (0.06, 0.75)]);
            shape(&[(0.1, 0.75), (0.1, -0.25), (0.48, -0.95), (0.86, -0.25), (0.86, 0.75)]);
            sign.fill([(-0.55, 0.75), (-0.55, 0.28), (-0.29, 0.28), (-0.29, 0.75)].map(|point| place(&point)).into());
        }
        Icon::Fort => {
            shape(&[
                (-0.8, 0.75),
                (-0.8, -0.7),
                (-0.48, -0.7),
                (-0.48, -0.4),
                (-0.16, -0.4),
                (-0.16, -0.7),
                (0.16, -0.7),
                (0.16, -0.4),
                (0.48, -0.4),
                (0.48, -0.7),
                (0.8, -0.7),
                (0.8, 0.75),
            ]);
            sign.fill(
                [(-0.18, 0.75), (-0.18, 0.2), (0.0, 0.04), (0.18, 0.2), (0.18, 0.75)].map(|point| place(&point)).into(),
            );
        }
        Icon::Planet => {
            let circle = |step: i32| (step as f32 * std::f32::consts::TAU / 28.0).sin_cos();
            shape(&(0..28).map(circle).map(|(right, down)| (0.78 * right, 0.78 * down)).collect::<Vec<_>>());
            // Its ring, in front.
            let ring: Vec<Point> = (0..=14)
                .map(|step| (step as f32 / 14.0 - 0.5) * 2.0)
                .map(|part| place(&(1.12 * part, 0.34 - 0.42 * part * part - 0.16 * part)))
                .collect();
            sign.chain(&ring, (radius * 0.075).max(0.55));
        }
        Icon::Asteroid => {
            shape(&[
                (-0.62, 0.28),
                (-0.58, -0.22),
                (-0.22, -0.56),
                (0.24, -0.5),
                (0.6, -0.14),
                (0.5, 0.34),
                (0.12, 0.58),
                (-0.3, 0.52),
            ]);
            for (crater, size) in [((-0.16, -0.14), 0.15), ((0.2, 0.18), 0.11)] {
                sign.disk(place(&crater), radius * size);
            }
        }
        Icon::Rubble => {
            shape(&[(-0.9, 0.6), (-0.5, -0.1), (-0.15, 0.25), (0.2, -0.4), (0.5, 0.1), (0.95, 0.6)]);
        }
        Icon::Infantry
        | Icon::Cavalry
        | Icon::Artillery
        | Icon::Armor
        | Icon::Truck
        | Icon::Builder
        | Icon::Bomb
        | Icon::Ship
        | Icon::Freighter
        | Icon::Carrier
        | Icon::Aircraft
        | Icon::Starship
        | Icon::Monster => {
            let corner = 0.2;
            shape(&[
                (-1.0 + corner, -0.78),
                (1.0 - corner, -0.78),
                (1.0, -0.78 + corner),
                (1.0, 0.78 - corner),
                (1.0 - corner, 0.78),
                (-1.0 + corner, 0.78),
                (-1.0, 0.78 - corner),
                (-1.0, -0.78 + corner),
            ]);
            draw_sign(&mut sign, icon, place, (radius * 0.085).max(0.55));
        }
    }
    let mut layers = vec![halo, ink, body, sign];
    if capital {
        layers.extend(star((x, y - radius * 1.0), (radius * 0.52).max(4.0), clip));
    }
    layers
}

/// The sign on a counter.
fn draw_sign(sign: &mut Layer, icon: Icon, place: impl Fn(&Point) -> Point, half: f32) {
    let segment = |from: Point, to: Point| Segment { from: place(&from), to: place(&to), half: (half, half) };
    let disk = |(x, y): Point, radius: f32| -> Vec<Point> {
        (0..16)
            .map(|step| (step as f32 * std::f32::consts::TAU / 16.0).sin_cos())
            .map(|(right, down)| place(&(x + radius * right, y + radius * down)))
            .collect()
    };
    match icon {
        // Crossed belts, as on staff maps.
        Icon::Infantry => {
            sign.segment(segment((-0.66, -0.46), (0.66, 0.46)));
            sign.segment(segment((-0.66, 0.46), (0.66, -0.46)));
        }
        // One belt.
        Icon::Cavalry => sign.segment(segment((-0.66, 0.46), (0.66, -0.46))),
        // A gun on its wheel, with a trail.
        Icon::Artillery => {
            sign.fill(disk((-0.06, 0.2), 0.27));
            sign.fill([(-0.46, 0.1), (0.66, -0.44), (0.72, -0.26), (-0.36, 0.28)].map(|point| place(&point)).into());
            sign.fill([(-0.2, 0.2), (-0.1, 0.3), (-0.68, 0.5), (-0.72, 0.42)].map(|point| place(&point)).into());
        }
        // A track.
        Icon::Armor => {
            let at = |turn: f32| (0.6 * turn.cos(), 0.36 * turn.sin());
            for step in 0..20 {
                let turn = |step: i32| step as f32 * std::f32::consts::TAU / 20.0;
                sign.segment(segment(at(turn(step)), at(turn(step + 1))));
            }
        }
        // A cart: load, cab and two wheels.
        Icon::Truck => {
            sign.fill([(-0.7, -0.4), (0.16, -0.4), (0.16, 0.2), (-0.7, 0.2)].map(|point| place(&point)).into());
            let cab = [(0.24, -0.16), (0.5, -0.16), (0.7, 0.04), (0.7, 0.2), (0.24, 0.2)];
            sign.fill(cab.map(|point| place(&point)).into());
            sign.fill(disk((-0.4, 0.36), 0.15));
            sign.fill(disk((0.44, 0.36), 0.15));
        }
        // A hammer.
        Icon::Builder => {
            sign.segment(segment((-0.42, 0.48), (0.2, -0.16)));
            sign.fill([(-0.06, -0.58), (0.58, 0.06), (0.38, 0.26), (-0.26, -0.38)].map(|point| place(&point)).into());
        }
        // A ball with a fuse.
        Icon::Bomb => {
            sign.segment(segment((0.14, -0.14), (0.4, -0.42)));
            sign.segment(segment((0.4, -0.42), (0.6, -0.34)));
            sign.fill(disk((-0.1, 0.12), 0.38));
        }
        // A hull with crates.
        Icon::Freighter => {
            sign.fill([(-0.78, 0.12), (0.78, 0.12), (0.56, 0.5), (-0.56, 0.5)].map(|point| place(&point)).into());
            for left in [-0.56, -0.16, 0.24] {
                let load = [(0.0, -0.26), (0.32, -0.26), (0.32, 0.04), (0.0, 0.04)];
                sign.fill(load.map(|(right, down)| place(&(left + right, down))).into());
            }
        }
        // A long deck with its tower.
        Icon::Carrier => {
            sign.fill([(-0.8, -0.02), (0.8, -0.02), (0.5, 0.42), (-0.62, 0.42)].map(|point| place(&point)).into());
            sign.fill([(0.1, -0.42), (0.4, -0.42), (0.4, -0.08), (0.1, -0.08)].map(|point| place(&point)).into());
        }
        Icon::Ship => {
            let hull = [(-0.72, 0.1), (0.72, 0.1), (0.44, 0.48), (-0.44, 0.48)];
            sign.fill(hull.map(|point| place(&point)).into());
            sign.fill([(-0.06, 0.0), (-0.06, -0.56), (0.48, 0.0)].map(|point| place(&point)).into());
            sign.fill([(-0.14, 0.0), (-0.14, -0.4), (-0.46, 0.0)].map(|point| place(&point)).into());
        }
        // A dart with swept wings.
        Icon::Starship => {
            let half_ship =
                [(0.0, -0.64), (0.16, -0.3), (0.2, 0.06), (0.72, 0.44), (0.72, 0.6), (0.2, 0.4), (0.0, 0.52)];
            let mut outline: Vec<Point> = half_ship.iter().map(&place).collect();
            outline.extend(half_ship.iter().rev().map(|&(right, down)| place(&(-right, down))));
            sign.fill(outline);
        }
        // Three claws.
        Icon::Monster => {
            for left in [-0.58, -0.1, 0.38] {
                let claw = [(0.3, -0.56), (0.38, -0.5), (0.24, 0.0), (-0.04, 0.58), (-0.02, 0.1), (0.14, -0.3)];
                sign.fill(claw.iter().map(|&(right, down)| place(&(left + right, down))).collect());
            }
        }
        _ => {
            let half_plane = [
                (0.0, -0.62),
                (0.09, -0.48),
                (0.1, -0.2),
                (0.74, 0.12),
                (0.74, 0.26),
                (0.1, 0.1),
                (0.07, 0.4),
                (0.28, 0.54),
                (0.28, 0.63),
                (0.0, 0.56),
            ];
            let mut outline: Vec<Point> = half_plane.iter().map(&place).collect();
            outline.extend(half_plane.iter().rev().map(|&(right, down)| place(&(-right, down))));
            sign.fill(outline);
        }
    }
}

/// The star of a capital.
fn star((x, y): Point, radius: f32, clip: Clip) -> [Layer; 2] {
    let points: Vec<Point> = (0..10)
        .map(|step| {
            let turn = (step as f32 * 36.0 - 90.0).to_radians();
            let reach = if step % 2 == 0 { radius } else { radius * 0.42 };
            (x + reach * turn.cos(), y + reach * turn.sin())
        })
        .collect();
    let mut rim = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    rim.ring(&points, (radius * 0.16).clamp(0.6, 1.3));
    rim.fill(points.clone());
    let mut gold = Layer::new([255.0, 214.0, 84.0], 1.0, clip);
    gold.fill(points);
    [rim, gold]
}

/// The radius of units in the legend, in pixels.
pub(super) const LEGEND_RADIUS: f32 = 11.0;

/// For the legend: one example of each look among a scenario's units, with the names of the types, but not of those that are shown
/// otherwise.
pub(super) fn looks(scenario: &Scenario, shown: &[bool]) -> Vec<(Icon, Option<Arc<Pixels>>, String)> {
    let design = &scenario.design;
    let icons = Icon::all(design);
    let images = unit_images(design, LEGEND_RADIUS);
    let mut used = vec![false; design.units.len()];
    for (index, unit) in scenario.units.iter().enumerate() {
        used[usize::from(unit.kind.0)] |= unit.cell().is_some() && !shown.get(index).copied().unwrap_or(false);
    }
    let mut looks: Vec<(Icon, Option<Arc<Pixels>>, String)> = Vec::new();
    for kind in design.unit_types().filter(|kind| used[usize::from(kind.0)]) {
        let (icon, image) = (icons[usize::from(kind.0)], &images[usize::from(kind.0)]);
        let name = shown_name(design, unit::NAME, kind);
        let alike = |known: Icon, own: &Option<Arc<Pixels>>| own == image && (known == icon || image.is_some());
        match looks.iter_mut().find(|(known, own, _)| alike(*known, own)) {
            Some((_, _, names)) if names.len() + name.len() < 24 => *names = format!("{names}, {name}"),
            Some(_) => {}
            None => looks.push((icon, image.clone(), name)),
        }
    }
    looks
}

/// A type's name in a legend: the one for players if the design gives one, else its own without hyphens.
pub(super) fn shown_name<I: TypeId>(design: &Design, key: TextProperty<I>, kind: I) -> String {
    match design.text(key, kind) {
        "" => design.name_of(kind).replace('-', " "),
        given => given.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_the_library_lead_to_an_icon() {
        assert_eq!(Icon::named("city20"), Some(Icon::City));
        assert_eq!(Icon::named("Soldiers"), Some(Icon::Infantry));
        assert_eq!(Icon::named(""), None);
        assert_eq!(Icon::named("teapot"), None);
    }

    fn design(text: &str) -> Design {
        let mut sources = design::Sources::default();
        let file = sources.add("game.ron", text);
        let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
        let drafts = [design::Draft { file, root }];
        design::resolve("game", &drafts, &sources, &design::Known::default()).expect("it resolves").0
    }

    /// Types of which only numbers are told look different if their roles are different, whatever they are called.
    #[test]
    fn types_look_as_what_they_do() {
        let design = design(
            r#"{ "terrain": { "a": {}, "b": { "liquid": true }, "c": {} }, "units": {
                "k1": { "capacity": 9, "point-value": 9 }, "k2": { "capacity": 5, "point-value": 1 }, "k3": { "hp-max": 4 },
                "k4": { "acp-per-turn": 1 }, "k5": { "acp-per-turn": 4 }, "k6": { "acp-per-turn": 1, "acp-to-fire": 1, "range": 3 },
                "k7": { "acp-per-turn": 2 }, "k8": { "acp-per-turn": 2, "capacity": 4 }, "k9": { "acp-per-turn": 9 },
                "k10": { "acp-per-turn": 4 }, "k11": { "acp-per-turn": 4, "capacity": 4 }, "k12": { "acp-per-turn": 4, "capacity": 4 },
                "k13": { "acp-per-turn": 9, "acp-to-detonate": 1, "hp-per-detonation": 1, "hp-max": 1 },
                "k14": { "hp-max": 2, "acp-per-turn": 0 } },
            "tables": {
                "mp-to-enter-terrain": { "*": 99, "k4 k5 k6 k7 k8": { "a c": 1 }, "k10 k11 k12": { "b": 1 }, "k9 k13": { "*": 1 } },
                "unit-size-as-occupant": { "*": 99, "k4": { "k1 k2 k8 k11": 1 }, "k9": { "k12": 1 } },
                "wrecked-type-if-killed": { "k5": { "k4": "k14" } },
                "acp-to-create": { "k7": { "k3": 1 } },
                "acp-to-attack": { "*": 0, "k4 k5 k9 k10": { "k1 k2 k3 k4 k5": 1 } }, "hit-chance": { "*": { "*": 50, "k14": 0 } }, "damage": { "*": 1 } } }"#,
        );
        use Icon::*;
        assert_eq!(
            Icon::all(&design),
            [
                City, Town, Fort, Infantry, Armor, Artillery, Builder, Truck, Aircraft, Ship, Freighter, Carrier, Bomb,
                Rubble
            ]
        );
        // Each is drawn in its own way.
        let drawn = |icon| draw_icon(icon, (20.0, 20.0), 16.0, [200.0; 3], false, Clip::Map);
        let picture = |icon| {
            super::super::print::print((40, 40), drawn(icon), |band| {
                band.colors.fill([255.0; 3]);
                band.map.fill(1.0);
            })
        };
        let pictures: Vec<image::RgbImage> = Icon::all(&design).into_iter().map(picture).collect();
        for (index, one) in pictures.iter().enumerate() {
            for other in &pictures[..index] {
                let differs = one.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count();
                assert!(differs > 40, "{index}: {differs} pixels");
            }
        }
    }

    /// Units in the open count, by cell and side; a settlement is no part of a stack, and enemies stand beside each other.
    #[test]
    fn units_of_a_side_in_one_cell_are_one_stack() {
        use std::sync::Arc;

        use grid::{Area, Cell, Layer, Shape};
        use world::{Place, Side, SideId, Unit, World};

        let text = r#"{ "terrain": { "moor": {} }, "units": {
            "town": { "image-name": "city", "capacity": 9 }, "foot": { "image-name": "infantry", "acp-per-turn": 1 } } }"#;
        let design = Arc::new(design(text));
        let (town, foot) = (design.find("town").unwrap(), design.find("foot").unwrap());
        let area = Area::new(Shape::Square4, 6, 3).unwrap();
        let mut world = World::new(area);
        world.terrain = Some(Layer::filled(&area, design.find("moor").unwrap()));
        let at = |kind, cell, side| Unit::new(kind, Place::Cell(Cell(cell)), SideId(side));
        let mut units = vec![at(foot, 1, 1), at(foot, 1, 2), at(foot, 1, 1), at(foot, 1, 2), at(foot, 1, 1)];
        units.extend([at(town, 4, 1), at(foot, 4, 1), at(foot, 4, 1), at(foot, 9, 2)]);
        units.push(Unit::new(foot, Place::Inside(world::UnitId(6)), SideId(1)));
        let sides = vec![Side::default(), Side::default()];
        let scenario = Scenario { sides, units, ..Scenario::new(design, world) };
        let sheet = PageLayout::bare(area, 60.0);
        let mut told: Vec<_> = marks(&scenario, &sheet)
            .iter()
            .map(|mark| (mark.at.0 as i32 / 60, mark.side, mark.icon, mark.count))
            .collect();
        told.sort_by_key(|&(column, side, icon, _)| (column, side, icon.settles()));
        let (one, two) = (Some(0), Some(1));
        assert_eq!(
            told,
            [
                (1, one, Icon::Infantry, 3),
                (1, two, Icon::Infantry, 2),
                (3, two, Icon::Infantry, 1),
                (4, one, Icon::Infantry, 2),
                (4, one, Icon::City, 1),
            ]
        );
        // The drawing of a stack is more than that of one.
        let stack = marks(&scenario, &sheet).into_iter().find(|mark| mark.count == 3).unwrap();
        let one = Mark { count: 1, ..stack.clone() };
        assert!(layers(&scenario, &stack).len() > layers(&scenario, &one).len());
        let far = Mark { radius: 2.0, ..stack };
        assert_eq!(
            layers(&scenario, &far).len(),
            layers(&scenario, &Mark { count: 1, ..far.clone() }).len(),
            "too small"
        );
    }
}
