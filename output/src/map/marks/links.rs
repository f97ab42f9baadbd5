//! Links as signs on both of their ends: a dark disk with an arrow down, up, or to the side.

use world::Scenario;

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::placer::Rect;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer};
use crate::palette::Rgb;

/// Where a link leads, as its sign shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::map) enum LinkSign {
    /// To a level farther down: one with a higher number.
    Down,
    /// To a level farther up.
    Up,
    /// To another place of the same level.
    Across,
}

/// A sign on the map.
pub(in crate::map) struct LinkMark {
    at: Point,
    radius: f32,
    sign: LinkSign,
}

impl LinkMark {
    pub(in crate::map) fn rect(&self) -> Rect {
        Rect::around(self.at, self.radius + 1.0)
    }
}

/// The paper in a sign.
const LIGHT: Rgb = [250.0, 244.0, 226.0];
const DARK: Rgb = [38.0, 28.0, 36.0];

/// Where each link of a level leads.
fn signs(scenario: &Scenario) -> impl Iterator<Item = (grid::Cell, design::TerrainType, LinkSign)> {
    let world = &scenario.world;
    let within = world.links.iter().flat_map(|link| [link.from, link.to].map(|at| (at, link.kind, LinkSign::Across)));
    let sign = |exit: &world::Exit| if exit.leads_down { LinkSign::Down } else { LinkSign::Up };
    within.chain(world.exits.iter().map(move |exit| (exit.at, exit.kind, sign(exit))))
}

/// The kinds of links on a map, each with where it leads.
pub(in crate::map) fn kinds(scenario: &Scenario) -> Vec<(design::TerrainType, LinkSign)> {
    let mut kinds: Vec<_> = signs(scenario).map(|(_, kind, sign)| (kind, sign)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

pub(in crate::map) fn marks(scenario: &Scenario, sheet: &PageLayout) -> Vec<LinkMark> {
    let radius = (0.36 * sheet.cell).max(3.0);
    signs(scenario).map(|(cell, _, sign)| LinkMark { at: sheet.pixels(sheet.center(cell)), radius, sign }).collect()
}

pub(in crate::map) fn layers(mark: &LinkMark) -> Vec<Layer> {
    draw(mark.sign, mark.at, mark.radius, Clip::Map)
}

/// The sign of a link round a point.
pub(in crate::map) fn draw(sign: LinkSign, (x, y): Point, radius: f32, clip: Clip) -> Vec<Layer> {
    let mut rim = Layer::new(LIGHT, 0.9, clip);
    let mut disk = Layer::new(DARK, 0.96, clip);
    let mut arrow = Layer::new(LIGHT, 1.0, clip);
    rim.disk((x, y), radius + (0.12 * radius).max(0.8));
    disk.disk((x, y), radius);
    let place = |(right, down): Point| (x + right * radius, y + down * radius);
    let outlines: Vec<Vec<Point>> = match sign {
        LinkSign::Down => vec![vec![(-0.62, -0.3), (0.62, -0.3), (0.0, 0.66)]],
        LinkSign::Up => vec![vec![(-0.62, 0.3), (0.0, -0.66), (0.62, 0.3)]],
        LinkSign::Across => vec![vec![(-0.6, 0.0), (0.0, -0.6), (0.6, 0.0), (0.0, 0.6)]],
    };
    for outline in outlines {
        arrow.fill(outline.into_iter().map(place).collect());
    }
    let mut ring = Layer::new(INK, 0.5, clip);
    let circle: Vec<Point> =
        (0..24).map(|step| (step as f32 * 15.0).to_radians()).map(|turn| place((turn.sin(), turn.cos()))).collect();
    ring.ring(&circle, 0.4);
    vec![rim, disk, ring, arrow]
}
