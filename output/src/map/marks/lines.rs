//! The lines that names keep off where they can: rivers, roads and borders. A name may lie on one where there is no other room.

use grid::Direction;
use world::Scenario;

use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::{Placer, Rect};
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Layer, Segment};
use crate::map::style::PictureStyle;

/// How far apart the boxes on a line lie, and half their width, in pixels.
const STEP: f32 = 5.0;
const HALF: f32 = 1.5;

/// The lines of layers that are drawn already, and the borders of countries and provinces, as boxes.
pub(in crate::map) fn lines(layers: &[Layer], scenario: &Scenario, sheet: &PageLayout, style: &PictureStyle) -> Placer {
    let mut placer = Placer::new(sheet.width, sheet.height);
    for Segment { from, to, .. } in layers.iter().flat_map(|layer| &layer.segments) {
        line(&mut placer, *from, *to);
    }
    if style.countries {
        borders(&mut placer, scenario, sheet);
    }
    placer
}

fn line(placer: &mut Placer, from: Point, to: Point) {
    let way = (to.0 - from.0, to.1 - from.1);
    let steps = (way.0.hypot(way.1) / STEP).ceil().max(1.0);
    for step in 0..steps as u32 {
        let part = (step as f32 + 0.5) / steps;
        placer.take(&[Rect::around((from.0 + part * way.0, from.1 + part * way.1), HALF)]);
    }
}

fn borders(placer: &mut Placer, scenario: &Scenario, sheet: &PageLayout) {
    let (world, area) = (&scenario.world, &sheet.area);
    let geometry = sheet.lattice_geometry;
    let liquid = world.liquid_mask(&scenario.design);
    let differ = |one: grid::Cell, other: grid::Cell| {
        let is_land = !liquid[one.index()] && !liquid[other.index()];
        let countries = world.country.as_ref().is_some_and(|of| of[one] != of[other]);
        let provinces = world.province_of.as_ref().is_some_and(|of| of[one] != of[other]);
        is_land && (countries || provinces)
    };
    for cell in area.cells() {
        for side in 0..geometry.corners.len() {
            let direction = Direction((side * geometry.turn) as u8);
            // Each border once.
            let Some(next) = area.neighbor(cell, direction).filter(|next| next.index() > cell.index()) else {
                continue;
            };
            if differ(cell, next) {
                let (x, y) = sheet.center(cell);
                let [from, to] = [side, side + 1].map(|number| {
                    let (right, down) = geometry.corner(number);
                    sheet.pixels((x + right, y + down))
                });
                line(placer, from, to);
            }
        }
    }
}
