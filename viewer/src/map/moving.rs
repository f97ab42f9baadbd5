//! Units on their way: for a moment their icons move from where they stood to where they stand.

use std::collections::BTreeMap;

use design::UnitType;
use eframe::egui::{self, Color32, Rect, Vec2, pos2};
use grid::Cell;
use world::{Scenario, SideId};

use super::camera::Camera;
use super::content::MapContent;
use super::marks::way_between;
use super::things::Sprites;

/// How long a unit is on its way, in seconds.
const LASTS: f64 = 0.15;

/// The most units that are shown on their way at once.
const UNITS_MAX: usize = 24;

/// A unit that stood elsewhere before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moved {
    kind: UnitType,
    side: SideId,
    from: Cell,
    to: Cell,
}

/// The units that moved between two positions, and when the second one came, by the window's clock.
pub(super) struct Movement {
    units: Vec<Moved>,
    since: f64,
}

impl Movement {
    pub fn between(before: &Scenario, after: &Scenario, since: f64) -> Movement {
        Movement { units: find_moved(before, after), since }
    }

    /// How many units moved.
    pub const fn count(&self) -> usize {
        self.units.len()
    }

    /// Paints the units that are on their way; afterwards nothing.
    pub fn paint(
        &self,
        painter: &egui::Painter,
        (room, camera): (Rect, &Camera),
        ground: &MapContent,
        sprites: &mut Sprites,
    ) {
        let part = (painter.ctx().input(|input| input.time) - self.since) / LASTS;
        if self.units.is_empty() || !(0.0..1.0).contains(&part) {
            return;
        }
        painter.ctx().request_repaint();
        for Moved { kind, side, from, to } in &self.units {
            let Some((start, way)) = way_between(ground, *from, *to) else { continue };
            let at = camera.screen(room, (start.0 + way.0 * part as f32, start.1 + way.1 * part as f32));
            let place = Rect::from_center_size(at, Vec2::splat(camera.scale * 0.9));
            let icon = sprites.get(painter.ctx(), &ground.whole, *kind, *side).id();
            painter.image(icon, place, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
        }
    }
}

/// The units that stand elsewhere in the second position. Units of one type and side are not told apart: as many as are gone from some
/// cells came to others, the nearest first.
fn find_moved(before: &Scenario, after: &Scenario) -> Vec<Moved> {
    let mut balance: BTreeMap<(UnitType, SideId), BTreeMap<Cell, i32>> = BTreeMap::new();
    for (scenario, sign) in [(before, -1), (after, 1)] {
        for unit in &scenario.units {
            if let Some(cell) = unit.cell() {
                *balance.entry((unit.kind, unit.side)).or_default().entry(cell).or_default() += sign;
            }
        }
    }
    let area = &after.world.area;
    let mut found = Vec::new();
    for ((kind, side), cells) in balance {
        let of = |sign: i32| cells.iter().filter(move |(_, sum)| **sum * sign > 0).map(|(cell, _)| *cell);
        let (gone, mut come): (Vec<Cell>, Vec<Cell>) = (of(-1).collect(), of(1).collect());
        if gone.len() != come.len() {
            continue;
        }
        for from in gone {
            let nearest = (0..come.len()).min_by_key(|&index| area.distance(from, come[index]));
            found.extend(nearest.map(|index| Moved { kind, side, from, to: come.remove(index) }));
        }
    }
    found.truncate(UNITS_MAX);
    found
}
