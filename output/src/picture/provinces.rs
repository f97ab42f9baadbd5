//! Provinces: dashed lines along their borders, thick red ones where units cannot cross, and dotted lines over water.

use std::collections::BTreeMap;

use grid::Cell;
use world::{LinkKind, ProvinceId, Scenario};

use super::canvas::{Clip, Layer, Segment};
use super::lattice_geometry::Point;
use super::sheet::PageLayout;
use crate::palette::Rgb;

const BORDER_INK: Rgb = [74.0, 48.0, 66.0];
const HALO: Rgb = [250.0, 240.0, 226.0];
const CLOSED_INK: Rgb = [150.0, 34.0, 28.0];
const STRAIT_INK: Rgb = [250.0, 246.0, 232.0];

/// The least width of cells, in pixels, that have room for lines of their own.
const CELL_LEAST: f32 = 3.0;

/// The layers of all borders and crossings; none without provinces.
pub(super) fn layers(scenario: &Scenario, sheet: &PageLayout) -> Vec<Layer> {
    let world = &scenario.world;
    let Some(province_of) = &world.province_of else { return Vec::new() };
    if sheet.cell < CELL_LEAST {
        return Vec::new();
    }
    let kinds: BTreeMap<(ProvinceId, ProvinceId), LinkKind> =
        world.province_links.iter().map(|link| ((link.from, link.to), link.kind)).collect();
    let half = (sheet.cell * 0.045).clamp(0.5, 1.6);
    let mut halo = Layer::new(HALO, 0.42, Clip::Land);
    let mut borders = Layer::new(BORDER_INK, 0.9, Clip::Land);
    let mut closed = Layer::new(CLOSED_INK, 0.85, Clip::Land);
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
            match kinds.get(&(own, other)) {
                Some(LinkKind::Closed | LinkKind::Pass) => {
                    closed.segment(Segment { from, to, half: (1.7 * half, 1.7 * half) });
                }
                _ => borders.segment(Segment {
                    from: along(from, to, 0.16),
                    to: along(from, to, 0.84),
                    half: (1.25 * half, 1.25 * half),
                }),
            }
        }
    }
    vec![halo, borders, closed, straits(scenario, sheet, province_of, half)]
}

/// For each link over water a dotted line between the nearest points of the two shores.
fn straits(scenario: &Scenario, sheet: &PageLayout, province_of: &grid::Layer<ProvinceId>, half: f32) -> Layer {
    let (area, world) = (sheet.area, &scenario.world);
    let mut layer = Layer::new(STRAIT_INK, 0.9, Clip::Map);
    let mut shores: BTreeMap<ProvinceId, Vec<Cell>> = BTreeMap::new();
    for link in world.province_links.iter().filter(|link| link.kind == LinkKind::Water) {
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
    for link in world.province_links.iter().filter(|link| link.kind == LinkKind::Water) {
        let pairs = shores[&link.from].iter().flat_map(|&from| shores[&link.to].iter().map(move |&to| (from, to)));
        let Some((from, to)) = pairs.min_by_key(|&(from, to)| (area.distance(from, to), from, to)) else { continue };
        for &copy in sheet.copies() {
            let start = sheet.center(from);
            let mut end = sheet.center(to);
            // If east meets west, or north south, it takes the short way.
            if sheet.copies().len() > 1 {
                end.0 += ((start.0 - end.0) / sheet.extent.0).round() * sheet.extent.0;
            }
            if area.wraps_y() {
                end.1 += ((start.1 - end.1) / sheet.extent.1).round() * sheet.extent.1;
            }
            let shift = copy * sheet.extent.0;
            let (start, end) = (sheet.pixels((start.0 + shift, start.1)), sheet.pixels((end.0 + shift, end.1)));
            let dots = (area.distance(from, to) * 3).max(3);
            for dot in 1..dots {
                layer.disk(along(start, end, dot as f32 / dots as f32), 1.5 * half);
            }
        }
    }
    layer
}

fn along(from: Point, to: Point, part: f32) -> Point {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}
