//! Provinces that pay: at each capital a wall with the number of units there, a tower for each level of its fort, and a coin with what
//! the province pays.
//!
//! These signs stand for the units in a capital's cell that its province's owner has there, except for towns.

use std::collections::BTreeMap;

use design::parameters::unit;
use design::{Design, TypeId, UnitType};
use grid::Cell;
use world::Scenario;
use world::travel::is_mobile;

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::Rect;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::emblems::draw_flag;
use crate::map::marks::icons::Icon;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::map::marks::text::{Face, Line, outlines};
use crate::palette::{Rgb, brightness, rgb, side_color};

/// The least width of cells, in pixels, that have room for these signs.
const CELL_LEAST: f32 = 5.0;

/// The fill of what nobody owns.
const FREE: Rgb = [238.0, 233.0, 222.0];
const GOLD: Rgb = [248.0, 208.0, 92.0];
const GOLD_RIM: Rgb = [112.0, 76.0, 20.0];

/// What stands at a capital.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::map) struct RealmMark {
    /// The middle of the sign, in pixels.
    pub(in crate::map) at: Point,
    /// The sign's measure: about half the height of its wall.
    pub(in crate::map) unit: f32,
    /// Its owner; `None` if it is free.
    pub(in crate::map) side: Option<usize>,
    /// How many mobile units are there.
    pub(in crate::map) strength: usize,
    /// The level of the fort; 0 for none.
    pub(in crate::map) level: u8,
    /// What it pays in a turn.
    pub(in crate::map) tribute: u32,
    /// What it trains in a turn, by the signs of the types: `l2 a1`.
    pub(in crate::map) trains: String,
    /// Whether its owner began here.
    pub(in crate::map) is_seat: bool,
}

impl RealmMark {
    /// The box that it covers.
    pub(in crate::map) fn rect(&self) -> Rect {
        let (x, y) = self.at;
        let towers = if self.level > 0 { 1.62 } else { 0.86 };
        let top = if self.is_seat { 2.5 } else { towers };
        let unit = self.unit;
        Rect {
            west: x - 1.85 * unit,
            north: y - top * unit,
            east: x + 1.85 * unit,
            south: y + if self.trains.is_empty() { 1.0 } else { 1.9 } * unit,
        }
    }
}

/// Whether provinces of a scenario pay, so that their capitals have signs.
pub(in crate::map) fn are_shown(scenario: &Scenario) -> bool {
    scenario.world.province_of.is_some() && scenario.world.provinces.iter().any(|province| province.income > 0)
}

/// The units that the signs stand for, by their indices.
pub(in crate::map) fn counted(scenario: &Scenario) -> Vec<bool> {
    let mut counted = vec![false; scenario.units.len()];
    if !are_shown(scenario) {
        return counted;
    }
    let mut owners: BTreeMap<Cell, world::SideId> = BTreeMap::new();
    owners.extend(scenario.world.provinces.iter().map(|province| (province.capital, province.owner)));
    let icons = Icon::all(&scenario.design);
    for (unit, counted) in scenario.units.iter().zip(&mut counted) {
        let owner = unit.cell().and_then(|cell| owners.get(&cell));
        let icon = icons[usize::from(unit.kind.0)];
        *counted = owner == Some(&unit.side) && (icon == Icon::Fort || !icon.settles());
    }
    counted
}

/// The level of a fort's type: 1, or one more than that of the type that is upgraded to it.
pub(in crate::map) fn level(design: &Design, kind: UnitType) -> u8 {
    let mut level = 1;
    let mut at = kind;
    let before = |at: UnitType| {
        design.unit_types().find(|&other| design.int(unit::AUTO_UPGRADE_TO, other) == at.index() as i32 && other != at)
    };
    while let Some(lower) = before(at).filter(|_| level < 9) {
        at = lower;
        level += 1;
    }
    level
}

/// The sign of a type on boards in text, else its first letter.
pub(in crate::map) fn sign_of(design: &Design, kind: UnitType) -> char {
    let letters = design.text(unit::CHAR, kind).chars().chain(design.name_of(kind).chars());
    letters.clone().next().unwrap_or('?')
}

/// The signs of all capitals; none where no province pays, and none on small maps.
pub(in crate::map) fn marks(scenario: &Scenario, sheet: &PageLayout) -> Vec<RealmMark> {
    if !are_shown(scenario) || sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let design = &scenario.design;
    let mut there: BTreeMap<Cell, (usize, u8)> = BTreeMap::new();
    let counted = counted(scenario);
    for unit in scenario.units.iter().zip(&counted).filter(|(_, counted)| **counted).map(|(unit, _)| unit) {
        let Some(cell) = unit.cell() else { continue };
        let (strength, top) = there.entry(cell).or_default();
        match is_mobile(design, unit.kind) {
            true => *strength += 1,
            false => *top = level(design, unit.kind).max(*top),
        }
    }
    let begins = |cell: Cell, side: usize| {
        let province_of = scenario.world.province_of.as_ref();
        let center = scenario.sides[side].center;
        province_of.zip(center).is_some_and(|(of, center)| of[center] == of[cell])
    };
    let unit = (0.5 * sheet.cell).clamp(6.2, 17.0);
    let (left, around) = (sheet.origin.0, sheet.extent.0 * sheet.cell);
    let mut marks = Vec::new();
    for province in &scenario.world.provinces {
        let side = province.owner.index();
        let (strength, level) = there.get(&province.capital).copied().unwrap_or_default();
        let (x, y) = sheet.pixels(sheet.center(province.capital));
        let is_seat = side.is_some_and(|side| begins(province.capital, side));
        let trains: Vec<String> =
            province.trains.iter().map(|&(kind, count)| format!("{}{count}", sign_of(design, kind))).collect();
        let trains = trains.join(" ");
        // If east meets west, a sign on the cut stands on both sides.
        for copy in sheet.copies().iter().map(|copy| x + copy * around) {
            if copy == x || (left - 2.0 * unit..left + around + 2.0 * unit).contains(&copy) {
                let (tribute, trains) = (province.income, trains.clone());
                marks.push(RealmMark { at: (copy, y), unit, side, strength, level, tribute, trains, is_seat });
            }
        }
    }
    marks
}

/// The layers of one sign.
pub(in crate::map) fn layers(scenario: &Scenario, mark: &RealmMark) -> Vec<Layer> {
    let fill = mark.side.map_or(FREE, |side| rgb(side_color(scenario, side)));
    let (x, y) = mark.at;
    let wall = (x - 0.62 * mark.unit, y);
    let mut layers = Vec::new();
    if let (true, Some(side)) = (mark.is_seat, mark.side) {
        let base = y - if mark.level > 0 { 1.3 } else { 0.7 } * mark.unit;
        let pole = x + 0.42 * mark.unit;
        let mut ink = Layer::new(INK, 0.95, Clip::Map);
        let half = (0.055 * mark.unit).max(0.6);
        ink.segment(Segment {
            from: (pole, base + 0.9 * mark.unit),
            to: (pole, y - 2.4 * mark.unit),
            half: (half, half),
        });
        layers.push(ink);
        let flag = (pole + 0.62 * mark.unit, y - 1.98 * mark.unit);
        let size = (0.6 * mark.unit, 0.42 * mark.unit);
        layers.extend(draw_flag(flag, size, fill, &scenario.sides[side].emblem, Clip::Map));
    }
    layers.extend(draw_wall(wall, mark.unit, fill, mark.level, &mark.strength.to_string(), Clip::Map));
    layers.extend(draw_coin(
        (x + 1.14 * mark.unit, y + 0.24 * mark.unit),
        mark.unit,
        &mark.tribute.to_string(),
        Clip::Map,
    ));
    if !mark.trains.is_empty() {
        layers.extend(draw_training((x, y + 1.42 * mark.unit), mark.unit, &mark.trains, Clip::Map));
    }
    layers
}

/// What a province trains, in letters with a halo.
pub(in crate::map) fn draw_training((x, y): Point, unit: f32, trains: &str, clip: Clip) -> Vec<Layer> {
    let line = Line::new(Face::Plain, trains, (0.95 * unit).max(8.0), 0.03);
    let mut halo = Layer::new([250.0, 246.0, 234.0], 0.85, clip);
    let mut ink = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    for letter in line.straight((x - line.width / 2.0, y)) {
        for outline in outlines(line.face, line.size, &letter) {
            halo.ring(&outline, 1.6);
            ink.fill(outline);
        }
    }
    vec![halo, ink]
}

/// The wall round a number, with towers on it.
pub(in crate::map) fn draw_wall(
    (x, y): Point,
    unit: f32,
    fill: Rgb,
    level: u8,
    number: &str,
    clip: Clip,
) -> Vec<Layer> {
    let rim = (0.1 * unit).clamp(0.7, 1.6);
    let mut halo = Layer::new([250.0, 246.0, 234.0], 0.7, clip);
    let mut ink = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    let mut body = Layer::new(fill, 1.0, clip);
    let mut shape = |points: &[Point]| {
        let points: Vec<Point> = points.iter().map(|&(right, down)| (x + right * unit, y + down * unit)).collect();
        halo.ring(&points, rim * 2.4);
        ink.ring(&points, rim * 1.3);
        ink.fill(points.clone());
        body.fill(points);
    };
    // A tower: its middle, half its width, and its top.
    let towers: &[(f32, f32, f32)] = match level {
        0 => &[],
        1 => &[(0.0, 0.36, -1.42)],
        2 => &[(-0.74, 0.34, -1.42), (0.74, 0.34, -1.42)],
        _ => &[(-0.82, 0.3, -1.3), (0.82, 0.3, -1.3), (0.0, 0.36, -1.62)],
    };
    for &(middle, half, top) in towers {
        let (notch, third) = (0.2, half / 3.0);
        shape(&[
            (middle - half, -0.6),
            (middle - half, top),
            (middle - third, top),
            (middle - third, top + notch),
            (middle + third, top + notch),
            (middle + third, top),
            (middle + half, top),
            (middle + half, -0.6),
        ]);
    }
    shape(&[(-1.08, -0.72), (1.08, -0.72), (1.08, 0.78), (-1.08, 0.78)]);
    let letters = if brightness(fill) > 150.0 { [30.0, 24.0, 22.0] } else { [255.0, 253.0, 246.0] };
    let mut sign = Layer::new(letters, 1.0, clip);
    write(number, (x, y + 0.03 * unit), unit * if number.len() > 2 { 1.24 } else { 1.6 }, &mut sign);
    vec![halo, ink, body, sign]
}

/// A coin with a number on it.
pub(in crate::map) fn draw_coin((x, y): Point, unit: f32, number: &str, clip: Clip) -> Vec<Layer> {
    let radius = 0.64 * unit;
    let mut rim = Layer::new(GOLD_RIM, 0.95, clip);
    rim.disk((x, y), radius + (0.09 * unit).max(0.7));
    let mut gold = Layer::new(GOLD, 1.0, clip);
    gold.disk((x, y), radius);
    let mut ink = Layer::new([54.0, 32.0, 8.0], 1.0, clip);
    write(number, (x, y), unit * if number.len() > 1 { 1.02 } else { 1.3 }, &mut ink);
    vec![rim, gold, ink]
}

/// A one with a flag: that of the fonts looks like an I. By its width and its height.
const ONE: [Point; 11] = [
    (0.42, 0.0),
    (0.62, 0.0),
    (0.62, 0.9),
    (0.86, 0.9),
    (0.86, 1.0),
    (0.18, 1.0),
    (0.18, 0.9),
    (0.42, 0.9),
    (0.42, 0.26),
    (0.14, 0.36),
    (0.14, 0.22),
];

/// A number round a point. Its figures, which the map's fonts cut to different heights, are stretched to one: nobody takes a nought for
/// a letter.
pub(in crate::map) fn write(number: &str, (x, y): Point, size: f32, ink: &mut Layer) {
    let line = Line::new(Face::Plain, number, size, 0.03);
    let (top, high) = (y - 0.32 * size, 0.64 * size);
    // Small figures are drawn a little bolder.
    let bold = if size < 15.0 { 0.3 } else { 0.22 };
    for (letter, figure) in line.straight((x - line.width / 2.0, y)).iter().zip(number.chars()) {
        let mut outlines = match figure {
            '1' => vec![ONE.map(|(right, down)| (letter.at.0 + right * letter.wide, y + down)).to_vec()],
            _ => outlines(line.face, line.size, letter),
        };
        let heights = || outlines.iter().flatten().map(|point| point.1);
        let (north, south) = (heights().fold(f32::MAX, f32::min), heights().fold(f32::MIN, f32::max));
        let stretch = high / (south - north).max(0.1);
        for outline in &mut outlines {
            outline.iter_mut().for_each(|point| point.1 = top + (point.1 - north) * stretch);
            ink.ring(outline, bold);
        }
        outlines.into_iter().for_each(|outline| ink.fill(outline));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grid::{Area, Layer, Shape};
    use world::{Place, Province, ProvinceId, Side, SideId, Unit, World};

    use super::*;
    use crate::map::marks::layer::Layer as Inks;

    /// Three provinces in a row: one with units and a citadel, an empty one, and one that is free.
    fn land(income: u32) -> Scenario {
        let text = r#"{ "terrain": { "moor": {} }, "units": {
            "foot": { "image-name": "infantry", "acp-per-turn": 1 },
            "fort": { "image-name": "fort", "speed": 0, "auto-upgrade-to": "citadel" },
            "citadel": { "image-name": "fort", "speed": 0 } } }"#;
        let mut sources = design::Sources::default();
        let file = sources.add("game.ron", text);
        let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
        let drafts = [design::Draft { file, root }];
        let (design, _) = design::resolve("game", &drafts, &sources, &design::Known::default()).expect("it resolves");
        let area = Area::new(Shape::Square4, 9, 3).unwrap();
        let mut world = World::new(area);
        world.terrain = Some(Layer::filled(&area, design.find("moor").unwrap()));
        let of = area.cells().map(|cell| ProvinceId((cell.0 % 9 / 3 + 1) as u16)).collect();
        world.province_of = Some(Layer::from_values(&area, of));
        let province = |index: u32| Province {
            name: format!("P{}", index + 1),
            capital: Cell(10 + 3 * index),
            worth: 1,
            owner: [1, 2, 0].map(SideId)[index as usize],
            income: income * (index + 4),
            trains: if index == 0 { vec![(design.find("foot").unwrap(), 2)] } else { Vec::new() },
        };
        world.provinces = (0..3).map(province).collect();
        let kind = |name: &str| design.find::<UnitType>(name).unwrap();
        let at = |name, cell, side| Unit::new(kind(name), Place::Cell(Cell(cell)), SideId(side));
        let mut units = vec![at("foot", 10, 1), at("citadel", 10, 1), at("foot", 10, 1), at("foot", 10, 2)];
        units.extend([at("foot", 16, 0), at("fort", 16, 0), at("foot", 0, 1)]);
        let sides = vec![Side { center: Some(Cell(0)), ..Side::default() }, Side::default()];
        Scenario { sides, units, ..Scenario::new(Arc::new(design), world) }
    }

    #[test]
    fn capitals_tell_strength_fort_tribute_and_owner() {
        let land_that_pays = land(1);
        let sheet = PageLayout::bare(land_that_pays.world.area, 30.0);
        let told: Vec<_> = marks(&land_that_pays, &sheet)
            .iter()
            .map(|mark| (mark.side, mark.strength, mark.level, mark.tribute, mark.is_seat))
            .collect();
        assert_eq!(told, [(Some(0), 2, 2, 4, true), (Some(1), 0, 0, 5, false), (None, 1, 1, 6, false)]);
        let trains: Vec<String> = marks(&land_that_pays, &sheet).into_iter().map(|mark| mark.trains).collect();
        assert_eq!(trains, ["f2", "", ""], "by the sign of the type, or its first letter");
        assert!(draw_training((0.0, 0.0), 10.0, "f2", Clip::Map).iter().map(Inks::marks).sum::<usize>() > 0);
        let counted = counted(&land_that_pays);
        assert_eq!(counted, [true, true, true, false, true, true, false], "an enemy, and who stands elsewhere");
        assert!(marks(&land(0), &sheet).is_empty() && !super::counted(&land(0)).contains(&true));
        // Each level has more lines than the one below it.
        let lines = |level| {
            let walls = draw_wall((0.0, 0.0), 10.0, FREE, level, "3", Clip::Map);
            walls.iter().map(Inks::marks).sum::<usize>()
        };
        assert!((0..3).all(|level| lines(level) < lines(level + 1)));
    }
}
