//! Units on the map: where each is drawn, how large, and the layers of its drawing.

use std::sync::Arc;

use design::parameters::unit;
use formats::gdl::Pixels;
use world::Scenario;

use super::Icon;
use super::drawing::{DRAWN_FROM, draw_icon, draw_unit};
use crate::map::ground::images::unit_images;
use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::Rect;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::emblems::draw_flag;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::map::marks::text::{Face, Line, draw_letters};
use crate::palette::{rgb, side_color};
use crate::terminal_map::capital_unit;

/// A unit as it is drawn.
#[derive(Clone, Debug)]
pub(in crate::map) struct Mark {
    pub(in crate::map) icon: Icon,
    /// The design's own image, instead of the icon.
    pub(in crate::map) image: Option<Arc<Pixels>>,
    /// Its place, in pixels.
    pub(in crate::map) at: Point,
    pub(in crate::map) radius: f32,
    /// Its side; `None` if it is independent.
    pub(in crate::map) side: Option<usize>,
    pub(in crate::map) capital: bool,
    pub(in crate::map) name: String,
    /// Its importance.
    pub(in crate::map) weight: i32,
    /// How many units it stands for: a stack of mobile units of one side, or one unit.
    pub(in crate::map) count: usize,
}

impl Mark {
    pub(in crate::map) fn rect(&self) -> Rect {
        let rect = match self.count > 1 {
            false => Rect::around(self.at, self.radius + 1.5),
            true => {
                let ((x, y), badge) = badge(self);
                let rect = Rect::around(self.at, self.radius * STACKED + 1.5);
                Rect { north: rect.north.min(y - badge - 1.0), east: rect.east.max(x + badge + 1.0), ..rect }
            }
        };
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
pub(in crate::map) fn marks(scenario: &Scenario, sheet: &PageLayout) -> Vec<Mark> {
    marks_without(scenario, sheet, &[])
}

/// The marks of all units but those that are shown otherwise already; `shown` says it by their indices.
pub(in crate::map) fn marks_without(scenario: &Scenario, sheet: &PageLayout, shown: &[bool]) -> Vec<Mark> {
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
        // In rooms there is no land that they would hide.
        Icon::Letter(_) | Icon::Thing(_) => (0.42, 1.6, 13.0, 6.0),
        _ => (0.36, 1.6, 13.0, 6.0),
    };
    (cell >= from).then(|| (part * cell).clamp(least, most))
}

/// The layers of one mark.
pub(in crate::map) fn layers(scenario: &Scenario, mark: &Mark) -> Vec<Layer> {
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

/// How far the sign in the middle of a counter reaches, by the counter's radius.
const SIGN: f32 = 0.56;

/// The middle and the radius of the disk with a stack's number: at the upper corner, and so far out that the sign or letter of the
/// counter is seen. A number that can be read is large on a small counter.
fn badge(mark: &Mark) -> (Point, f32) {
    let radius = (0.62 * mark.radius).max(4.2);
    let away = (1.19 * mark.radius).max(SIGN * mark.radius + radius);
    ((mark.at.0 + 0.74 * away, mark.at.1 - 0.67 * away), radius)
}

/// The number of a stack's units, on its disk.
fn number_of(mark: &Mark) -> Vec<Layer> {
    let ((x, y), radius) = badge(mark);
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

#[cfg(test)]
mod tests {
    use design::Design;

    use super::*;

    fn design(text: &str) -> Design {
        let mut sources = design::Sources::default();
        let file = sources.add("game.ron", text);
        let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
        let drafts = [design::Draft { file, root }];
        design::resolve("game", &drafts, &sources, &design::Known::default()).expect("it resolves").0
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
        for radius in [3.4, 5.0, 9.0, 13.0] {
            let small = Mark { radius, ..stack.clone() };
            let ((x, y), badge) = badge(&small);
            let apart = (x - small.at.0).hypot(y - small.at.1);
            assert!(apart - badge >= 0.54 * radius, "the sign is seen at {radius}: {apart} and {badge}");
            let within = small.rect();
            assert!(within.east >= x + badge && within.north <= y - badge, "{radius}: no name lies on it");
        }
        let far = Mark { radius: 2.0, ..stack };
        assert_eq!(
            layers(&scenario, &far).len(),
            layers(&scenario, &Mark { count: 1, ..far.clone() }).len(),
            "too small"
        );
    }
}
