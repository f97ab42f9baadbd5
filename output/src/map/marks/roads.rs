//! Roads: rounded connections between cells, from centre to centre; and bridges where they cross a river or lead over water. Rivers
//! that are connections lie below them.

use design::TerrainType;
use grid::{Direction, has_edge};
use world::Scenario;

use crate::map::ground::built::scatter;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::map::marks::rivers::is_river;
use crate::palette::{Role, mix, rgb, terrain_color};

/// The layers of all connections.
pub(in crate::map) fn layers(scenario: &Scenario, sheet: &PageLayout) -> Vec<Layer> {
    let design = &scenario.design;
    let mut rivers = vec![0_u8; sheet.area.len()];
    for (&kind, edges) in &scenario.world.edges {
        if is_river(scenario, kind) {
            rivers.iter_mut().zip(edges.values()).for_each(|(own, edges)| *own |= edges);
        }
    }
    let mut built = vec![false; sheet.area.len()];
    for unit in &scenario.units {
        if let Some(cell) = unit.cell() {
            built[cell.index()] = true;
        }
    }
    let count = usize::from(sheet.area.directions());
    let way = |direction: usize| sheet.lattice_geometry.way(direction);
    let mut layers = Vec::new();
    let is_river_kind = |kind: TerrainType| Role::of(design, kind) == Role::River;
    let mut kinds: Vec<TerrainType> = design.connection_terrain().collect();
    kinds.sort_by_key(|&kind| !is_river_kind(kind));
    let liquid = scenario.world.liquid_mask(design);
    for kind in kinds {
        let Some(edges) = scenario.world.edges.get(&kind) else { continue };
        let color = rgb(terrain_color(design, kind));
        let cell = sheet.cell;
        let half = (cell * 0.052).clamp(0.45, 3.2);
        let casing = (cell * 0.03).clamp(0.35, 1.1);
        let is_water = is_river_kind(kind);
        let (edge, middle) = match is_water {
            true => (mix(color, [30.0, 52.0, 78.0], 0.62), color),
            false => (mix(color, [58.0, 36.0, 24.0], 0.55), mix(color, [255.0, 236.0, 196.0], 0.72)),
        };
        let mut case = Layer::new(edge, 0.85, Clip::Map);
        let mut road = Layer::new(middle, 0.95, Clip::Map);
        let mut parapets = Layer::new([52.0, 40.0, 34.0], 0.9, Clip::Map);
        for place in sheet.area.cells() {
            let mask = edges.values()[place.index()];
            let ways: Vec<usize> = (0..count).filter(|&way| has_edge(mask, Direction(way as u8))).collect();
            // A river ends at the shore.
            if ways.is_empty() || (is_water && liquid[place.index()]) {
                continue;
            }
            let center = sheet.center(place);
            let jitter = |salt: u32| match built[place.index()] {
                true => 0.0,
                false => (scatter(place.0, salt) - 0.5) * 0.22,
            };
            let bent = (jitter(5), jitter(6));
            for &copy in sheet.copies() {
                let point = |(x, y): Point| sheet.pixels((center.0 + x + copy * sheet.extent.0, center.1 + y));
                let side = |direction: usize| point((way(direction).0 / 2.0, way(direction).1 / 2.0));
                let middle = point(bent);
                let mut draw = |points: [Point; 3]| {
                    road.bend(points, (half, half), 6);
                    case.bend(points, (half + casing, half + casing), 6);
                };
                // The two ways that make the straightest line go through; the others join them.
                let through = ways
                    .iter()
                    .flat_map(|&one| ways.iter().map(move |&other| (one, other)))
                    .filter(|(one, other)| one < other)
                    .min_by_key(|(one, other)| (count as i32 / 2 - (other - one) as i32).abs());
                if let Some((one, other)) = through {
                    draw([side(one), middle, side(other)]);
                }
                for &direction in &ways {
                    if through.is_none_or(|(one, other)| direction != one && direction != other) {
                        let end = if through.is_some() && !built[place.index()] { middle } else { point((0.0, 0.0)) };
                        draw([side(direction), end, end]);
                    } else if built[place.index()] {
                        draw([side(direction), point((0.0, 0.0)), point((0.0, 0.0))]);
                    }
                    // Over water it lies on piers, with a rail on each side.
                    if !is_water && liquid[place.index()] && cell >= 9.0 {
                        let (x, y) = way(direction);
                        let off = (half + casing + 0.6) / cell;
                        let thick = (cell * 0.02).max(0.5);
                        for hand in [-1.0, 1.0] {
                            let end = |along: f32, out: f32| {
                                point((x * along - hand * y * (off + out), y * along + hand * x * (off + out)))
                            };
                            let mut rail = |from: Point, to: Point| {
                                parapets.segment(Segment { from, to, half: (thick, thick) });
                            };
                            rail(end(0.06, 0.0), end(0.52, 0.0));
                            for pier in [0.16, 0.34] {
                                rail(end(pier, 0.0), end(pier, 0.06));
                            }
                        }
                    }
                    // A bridge stands on the border, and is drawn once.
                    let crosses = !is_water && has_edge(rivers[place.index()], Direction(direction as u8));
                    if crosses && direction < count / 2 && cell >= 9.0 {
                        let (x, y) = way(direction);
                        let off = (half + casing + 0.6) / cell;
                        for hand in [-1.0, 1.0] {
                            let end = |along: f32, out: f32| {
                                point((x * along - hand * y * (off + out), y * along + hand * x * (off + out)))
                            };
                            let thick = (cell * 0.022).max(0.55);
                            let chain = [end(0.33, 0.07), end(0.39, 0.0), end(0.61, 0.0), end(0.67, 0.07)];
                            for pair in chain.windows(2) {
                                parapets.segment(Segment { from: pair[0], to: pair[1], half: (thick, thick) });
                            }
                        }
                    }
                }
            }
        }
        layers.extend([case, road, parapets]);
    }
    layers
}
