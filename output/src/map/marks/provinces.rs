//! Provinces: their borders by how units cross them. Open ones are thin and dashed, rivers are blue, closed ones are heavy with teeth;
//! ways over water and passes over mountains are dotted.

use std::collections::BTreeMap;

use grid::Cell;
use world::{ProvinceId, ProvinceLinkKind, Scenario};

use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::palette::Rgb;

const BORDER_INK: Rgb = [74.0, 48.0, 66.0];
const HALO: Rgb = [250.0, 240.0, 226.0];
const CLOSED_INK: Rgb = [128.0, 24.0, 22.0];
const RIVER_INK: Rgb = [34.0, 92.0, 168.0];
const STRAIT_INK: Rgb = [250.0, 246.0, 232.0];
const PASS_INK: Rgb = [96.0, 30.0, 18.0];

/// The least width of cells, in pixels, that have room for lines of their own.
const CELL_LEAST: f32 = 3.0;

/// The layers of all borders and crossings; none without provinces.
pub(in crate::map) fn layers(scenario: &Scenario, sheet: &PageLayout) -> Vec<Layer> {
    let world = &scenario.world;
    let Some(province_of) = &world.province_of else { return Vec::new() };
    if sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let mut kinds: BTreeMap<(ProvinceId, ProvinceId), ProvinceLinkKind> = BTreeMap::new();
    kinds.extend(world.province_links.iter().map(|link| ((link.from, link.to), link.kind)));
    let half = half(sheet.cell);
    let mut halo = Layer::new(HALO, 0.42, Clip::Land);
    // One for each kind, in their order.
    let mut inks: Vec<Layer> = ProvinceLinkKind::ALL.iter().map(|&kind| ink(kind, Clip::Land)).collect();
    for cell in sheet.area.cells() {
        let own = province_of[cell];
        if own == ProvinceId::NONE {
            continue;
        }
        let (x, y) = sheet.center(cell);
        for (direction, near) in sheet.area.around(cell) {
            let other = province_of[near];
            if other == ProvinceId::NONE || other <= own {
                continue;
            }
            // Squares that touch only at a corner have no side there.
            let turn = sheet.lattice_geometry.turn;
            if usize::from(direction.0) % turn != 0 {
                continue;
            }
            let corner = |number: usize| {
                let (right, down) = sheet.lattice_geometry.corner(number);
                sheet.pixels((x + right, y + down))
            };
            let (from, to) = (corner(usize::from(direction.0) / turn), corner(usize::from(direction.0) / turn + 1));
            halo.segment(Segment { from, to, half: (2.6 * half, 2.6 * half) });
            let kind = kinds.get(&(own, other)).copied().unwrap_or(ProvinceLinkKind::Open);
            if let Some(layer) = inks.get_mut(kind as usize) {
                draw_side(kind, from, to, half, layer);
            }
        }
    }
    let straits = straits(scenario, sheet, province_of, half);
    inks.insert(0, halo);
    inks.extend([straits, passes(scenario, sheet, half)]);
    inks
}

/// Half the width of a border's line, by the width of cells.
fn half(cell: f32) -> f32 {
    (cell * 0.045).clamp(0.5, 1.6)
}

/// An empty layer for the borders of a kind.
fn ink(kind: ProvinceLinkKind, clip: Clip) -> Layer {
    match kind {
        ProvinceLinkKind::Open | ProvinceLinkKind::Water => Layer::new(BORDER_INK, 0.9, clip),
        ProvinceLinkKind::River => Layer::new(RIVER_INK, 0.95, clip),
        ProvinceLinkKind::Pass | ProvinceLinkKind::Closed => Layer::new(CLOSED_INK, 0.92, clip),
    }
}

/// One side of a cell as a part of a border.
fn draw_side(kind: ProvinceLinkKind, from: Point, to: Point, half: f32, layer: &mut Layer) {
    match kind {
        ProvinceLinkKind::Open | ProvinceLinkKind::Water => {
            layer.segment(Segment { from: along(from, to, 0.2), to: along(from, to, 0.8), half: (half, half) });
        }
        ProvinceLinkKind::River => {
            layer.segment(Segment { from, to, half: (1.7 * half, 1.7 * half) });
        }
        ProvinceLinkKind::Pass | ProvinceLinkKind::Closed => {
            layer.segment(Segment { from, to, half: (1.7 * half, 1.7 * half) });
            // Teeth on both sides.
            let (right, down) = (to.0 - from.0, to.1 - from.1);
            let long = (right * right + down * down).sqrt().max(0.01);
            let tooth = (5.0 * half).min(0.36 * long) / long;
            for part in [0.25, 0.75] {
                let (x, y) = along(from, to, part);
                let ends = [-tooth, tooth].map(|way| (x - down * way, y + right * way));
                layer.segment(Segment { from: ends[0], to: ends[1], half: (0.9 * half, 0.9 * half) });
            }
        }
    }
}

/// The kinds of links that a scenario has, in the order in which legends tell them.
pub(in crate::map) fn kinds(scenario: &Scenario) -> Vec<ProvinceLinkKind> {
    let links = &scenario.world.province_links;
    let is_shown = scenario.world.province_of.is_some();
    ProvinceLinkKind::ALL
        .iter()
        .copied()
        .filter(|kind| is_shown && links.iter().any(|link| link.kind == *kind))
        .collect()
}

/// What a legend calls a kind.
pub(in crate::map) const fn words(kind: ProvinceLinkKind) -> &'static str {
    match kind {
        ProvinceLinkKind::Open => "Open border",
        ProvinceLinkKind::River => "Border on a river",
        ProvinceLinkKind::Water => "Way over water",
        ProvinceLinkKind::Pass => "Pass",
        ProvinceLinkKind::Closed => "Closed border",
    }
}

/// An example of a kind for a legend, round a point.
pub(in crate::map) fn example(kind: ProvinceLinkKind, (x, y): Point) -> Vec<Layer> {
    let half = 1.5;
    match kind {
        ProvinceLinkKind::Water | ProvinceLinkKind::Pass => {
            let mut rim = Layer::new(BORDER_INK, 0.9, Clip::Everywhere);
            let ink = if kind == ProvinceLinkKind::Water { STRAIT_INK } else { PASS_INK };
            let mut dots = Layer::new(ink, 1.0, Clip::Everywhere);
            for step in -2..=2 {
                let at = (x + 6.0 * step as f32, y);
                rim.disk(at, 1.5 * half + 0.7);
                dots.disk(at, 1.5 * half);
            }
            vec![rim, dots]
        }
        _ => {
            let mut layer = ink(kind, Clip::Everywhere);
            for step in 0..2 {
                let from = x - 14.0 + 14.0 * step as f32;
                draw_side(kind, (from, y), (from + 14.0, y), half, &mut layer);
            }
            vec![layer]
        }
    }
}

/// For each pass a dotted line between the capitals.
fn passes(scenario: &Scenario, sheet: &PageLayout, half: f32) -> Layer {
    let world = &scenario.world;
    let mut layer = Layer::new(PASS_INK, 0.9, Clip::Map);
    for link in world.province_links.iter().filter(|link| link.kind == ProvinceLinkKind::Pass) {
        let [from, to] = [link.from, link.to].map(|id| world.provinces[usize::from(id.0) - 1].capital);
        draw_dots(sheet, from, to, half, &mut layer);
    }
    layer
}

/// For each link over water a dotted line between the nearest points of the two shores.
fn straits(scenario: &Scenario, sheet: &PageLayout, province_of: &grid::Layer<ProvinceId>, half: f32) -> Layer {
    let (area, world) = (sheet.area, &scenario.world);
    let mut layer = Layer::new(STRAIT_INK, 0.9, Clip::Map);
    let mut shores: BTreeMap<ProvinceId, Vec<Cell>> = BTreeMap::new();
    for link in world.province_links.iter().filter(|link| link.kind == ProvinceLinkKind::Water) {
        shores.entry(link.from).or_default();
        shores.entry(link.to).or_default();
    }
    for cell in area.cells() {
        if let Some(shore) = shores.get_mut(&province_of[cell])
            && area.around(cell).any(|(_, near)| province_of[near] == ProvinceId::NONE)
        {
            shore.push(cell);
        }
    }
    for link in world.province_links.iter().filter(|link| link.kind == ProvinceLinkKind::Water) {
        let pairs = shores[&link.from].iter().flat_map(|&from| shores[&link.to].iter().map(move |&to| (from, to)));
        let Some((from, to)) = pairs.min_by_key(|&(from, to)| (area.distance(from, to), from, to)) else { continue };
        draw_dots(sheet, from, to, half, &mut layer);
    }
    layer
}

/// A dotted line from a cell to another.
fn draw_dots(sheet: &PageLayout, from: Cell, to: Cell, half: f32, layer: &mut Layer) {
    let dots = (sheet.area.distance(from, to) * 3).max(3);
    for (start, end) in lines(sheet, from, to) {
        for dot in 1..dots {
            layer.disk(along(start, end, dot as f32 / dots as f32), 1.5 * half);
        }
    }
}

/// The line from a cell to another, in pixels, by the short way; if east meets west, each of its copies.
pub(in crate::map) fn lines(sheet: &PageLayout, from: Cell, to: Cell) -> Vec<(Point, Point)> {
    let start = sheet.center(from);
    let mut end = sheet.center(to);
    if sheet.area.wraps_x() {
        end.0 += ((start.0 - end.0) / sheet.extent.0).round() * sheet.extent.0;
    }
    if sheet.area.wraps_y() {
        end.1 += ((start.1 - end.1) / sheet.extent.1).round() * sheet.extent.1;
    }
    let copy = |copy: &f32| {
        let shift = copy * sheet.extent.0;
        (sheet.pixels((start.0 + shift, start.1)), sheet.pixels((end.0 + shift, end.1)))
    };
    sheet.copies().iter().map(copy).collect()
}

fn along(from: Point, to: Point, part: f32) -> Point {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use design::Design;
    use grid::{Area, Layer as CellLayer, Shape};
    use world::{Province, ProvinceLink, SideId, World};

    use super::*;

    /// Three columns of provinces, of which the second and the third touch by a link of this kind.
    fn land(kind: ProvinceLinkKind) -> Scenario {
        let area = Area::new(Shape::Square4, 9, 3).unwrap();
        let mut world = World::new(area);
        let of = area.cells().map(|cell| ProvinceId((cell.0 % 9 / 3 + 1) as u16)).collect();
        world.province_of = Some(CellLayer::from_values(&area, of));
        let province = |index: u32| Province {
            name: String::new(),
            capital: Cell(10 + 3 * index),
            worth: 1,
            owner: SideId::INDEPENDENT,
            income: 0,
            trains: Vec::new(),
        };
        world.provinces = (0..3).map(province).collect();
        let link = |from, to, kind| ProvinceLink { from: ProvinceId(from), to: ProvinceId(to), kind };
        world.province_links = vec![link(1, 2, ProvinceLinkKind::Open), link(2, 3, kind)];
        Scenario::new(Arc::new(Design::default()), world)
    }

    /// The colours that are drawn, with the number of marks of each.
    fn drawn(kind: ProvinceLinkKind) -> Vec<(Rgb, usize)> {
        let scenario = land(kind);
        let sheet = PageLayout::bare(scenario.world.area, 30.0);
        layers(&scenario, &sheet)
            .iter()
            .map(|layer| (layer.ink, layer.marks()))
            .filter(|(_, marks)| *marks > 0)
            .collect()
    }

    #[test]
    fn borders_are_drawn_by_their_kind() {
        assert_eq!(drawn(ProvinceLinkKind::Open), [(HALO, 6), (BORDER_INK, 6)]);
        assert_eq!(drawn(ProvinceLinkKind::River), [(HALO, 6), (BORDER_INK, 3), (RIVER_INK, 3)]);
        assert_eq!(
            drawn(ProvinceLinkKind::Closed),
            [(HALO, 6), (BORDER_INK, 3), (CLOSED_INK, 9)],
            "a line and two teeth a side"
        );
        let pass = [(HALO, 6), (BORDER_INK, 3), (CLOSED_INK, 9), (PASS_INK, 8)];
        assert_eq!(drawn(ProvinceLinkKind::Pass), pass, "and dots from capital to capital");
        assert_eq!(kinds(&land(ProvinceLinkKind::Closed)), [ProvinceLinkKind::Open, ProvinceLinkKind::Closed]);
    }
}
