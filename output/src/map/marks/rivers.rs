//! Rivers along the sides of cells, as smooth lines that widen downstream and end in water; and walls, as straight lines.
//!
//! River sides form a network of corners. Water flows to the nearest corner that touches water, or to the lowest one if none does.
//! At each corner bends join the incoming sides to the outgoing one, from middle to middle.

use std::collections::{BTreeMap, VecDeque};

use design::TerrainType;
use grid::{Cell, Direction, has_edge};
use world::Scenario;

use crate::map::ground::built::scatter;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::layer::{Clip, Layer, Segment};
use crate::palette::{Rgb, Role, mix, rgb, terrain_color};

/// A corner of cells: half cells to the right, sixths of a row up.
type Corner = (i32, i32);

/// The layers of everything between cells.
pub(in crate::map) fn layers(scenario: &Scenario, sheet: &PageLayout) -> Vec<Layer> {
    let design = &scenario.design;
    let mut layers = Vec::new();
    for kind in design.border_terrain() {
        let Some(edges) = scenario.world.edges.get(&kind) else { continue };
        let color = rgb(terrain_color(design, kind));
        match Role::of(design, kind) {
            Role::River => layers.extend(Net::new(scenario, sheet, edges.values()).layers(sheet, color)),
            _ => layers.push(wall(sheet, edges.values(), color)),
        }
    }
    layers
}

fn wall(sheet: &PageLayout, edges: &[u8], color: Rgb) -> Layer {
    let mut layer = Layer::new(mix(color, [40.0, 34.0, 30.0], 0.4), 0.9, Clip::Map);
    let half = (sheet.cell * 0.06).max(0.6);
    for cell in sheet.area.cells() {
        let (x, y) = sheet.center(cell);
        for (side, direction) in sides(sheet) {
            if has_edge(edges[cell.index()], direction) {
                let point = |corner: usize| {
                    let (right, down) = sheet.lattice_geometry.corner(corner);
                    sheet.pixels((x + right, y + down))
                };
                let (from, to) = (point(side), point(side + 1));
                layer.segment(Segment { from, to, half: (half, half) });
            }
        }
    }
    layer
}

/// The sides of a cell, each with its first corner and the direction of the cell beyond.
fn sides(sheet: &PageLayout) -> impl Iterator<Item = (usize, Direction)> + use<> {
    let turn = sheet.lattice_geometry.turn;
    (0..sheet.lattice_geometry.corners.len()).map(move |side| (side, Direction((side * turn) as u8)))
}

/// The network of one kind of river.
struct Net {
    corners: Vec<Knot>,
}

/// A corner, with the sides that meet there.
struct Knot {
    /// Where it is, in map units.
    at: Point,
    /// The corners at the other end of its river sides, and the way to each.
    next: Vec<(usize, Point)>,
    /// The way to the middle of the water that it touches.
    mouth: Option<Point>,
    /// Mean elevation of the cells around.
    height: i32,
    /// The corner downstream.
    down: Option<usize>,
    /// The number of sides upstream.
    flow: u32,
    seen: bool,
}

impl Net {
    fn new(scenario: &Scenario, sheet: &PageLayout, edges: &[u8]) -> Net {
        let area = sheet.area;
        let around = 2 * area.width() as i32;
        let lattice_geometry = sheet.lattice_geometry;
        let rows = 6 * area.height() as i32;
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let corner_of = |cell: Cell, corner: usize| -> Corner {
            let (right, up) = area.drawn_at(cell);
            let (dx, dy) = lattice_geometry.corners[corner % lattice_geometry.corners.len()];
            let (x, y) = (right + dx, 6 * up + dy);
            (if area.wraps_x() { x.rem_euclid(around) } else { x }, if area.wraps_y() { y.rem_euclid(rows) } else { y })
        };
        let mut known: BTreeMap<Corner, usize> = BTreeMap::new();
        let mut corners: Vec<Knot> = Vec::new();
        for cell in area.cells() {
            if edges[cell.index()] == 0 {
                continue;
            }
            let (x, y) = sheet.center(cell);
            for (side, way) in sides(sheet) {
                // Each side belongs to two cells: the western one draws it.
                let is_west = side < lattice_geometry.corners.len() / 2;
                if !has_edge(edges[cell.index()], way) || !is_west && area.neighbor(cell, way).is_some() {
                    continue;
                }
                let ends = [side, side + 1].map(|corner| {
                    let id = corner_of(cell, corner);
                    *known.entry(id).or_insert_with(|| {
                        let (right, down) = lattice_geometry.corner(corner);
                        corners.push(Knot {
                            at: (x + right, y + down),
                            next: Vec::new(),
                            mouth: None,
                            height: 0,
                            down: None,
                            flow: 0,
                            seen: false,
                        });
                        corners.len() - 1
                    })
                });
                let ((ax, ay), (bx, by)) = (lattice_geometry.corner(side), lattice_geometry.corner(side + 1));
                let along = (bx - ax, by - ay);
                corners[ends[0]].next.push((ends[1], along));
                corners[ends[1]].next.push((ends[0], (-along.0, -along.1)));
            }
        }
        // What each corner touches.
        for cell in area.cells() {
            for (corner, (right, down)) in lattice_geometry.outline().enumerate() {
                let Some(&knot) = known.get(&corner_of(cell, corner)) else { continue };
                let knot = &mut corners[knot];
                if liquid[cell.index()] {
                    knot.mouth = Some((-right, -down));
                }
                knot.height += scenario.world.elevation.as_ref().map_or(0, |height| i32::from(height[cell]));
            }
        }
        let mut net = Net { corners };
        net.flow();
        net
    }

    /// Finds the downstream corner of each corner, and how many sides lie upstream.
    fn flow(&mut self) {
        let count = self.corners.len();
        let mouths: Vec<usize> = (0..count).filter(|&knot| self.corners[knot].mouth.is_some()).collect();
        let mut order = Vec::with_capacity(count);
        self.search(mouths, &mut order);
        // Rivers that reach no water end where the land is lowest.
        let mut rest: Vec<usize> = (0..count).filter(|&knot| !self.corners[knot].seen).collect();
        rest.sort_by_key(|&knot| (self.corners[knot].height, knot));
        for knot in rest {
            if !self.corners[knot].seen {
                self.search(vec![knot], &mut order);
            }
        }
        for &knot in order.iter().rev() {
            if let Some(down) = self.corners[knot].down {
                self.corners[down].flow += self.corners[knot].flow + 1;
            }
        }
    }

    fn search(&mut self, starts: Vec<usize>, order: &mut Vec<usize>) {
        for &start in &starts {
            self.corners[start].seen = true;
        }
        let mut queue = VecDeque::from(starts);
        while let Some(knot) = queue.pop_front() {
            order.push(knot);
            for index in 0..self.corners[knot].next.len() {
                let (next, _) = self.corners[knot].next[index];
                if !self.corners[next].seen {
                    self.corners[next].seen = true;
                    self.corners[next].down = Some(knot);
                    queue.push_back(next);
                }
            }
        }
    }

    /// How far each corner is drawn beside its place, in map units: towards the middle of the corners that it joins, so that a river does
    /// not follow every side like a staircase, and a little at random.
    fn bends(&self, sheet: &PageLayout) -> Vec<Point> {
        // Steps of squares are at right angles, and need more.
        let (rounds, part) = if sheet.lattice_geometry.leans { (1, 0.3) } else { (2, 0.5) };
        let mut bends = vec![(0.0_f32, 0.0_f32); self.corners.len()];
        for _ in 0..rounds {
            let before = bends.clone();
            for ((bend, own), knot) in bends.iter_mut().zip(&before).zip(&self.corners) {
                if knot.next.len() < 2 || knot.mouth.is_some() {
                    continue;
                }
                let count = knot.next.len() as f32;
                let sum = knot.next.iter().fold((0.0, 0.0), |sum, &(next, way)| {
                    (sum.0 + way.0 + before[next].0 - own.0, sum.1 + way.1 + before[next].1 - own.1)
                });
                *bend = (own.0 + part * sum.0 / count, own.1 + part * sum.1 / count);
            }
        }
        for (index, bend) in bends.iter_mut().enumerate() {
            let jitter = |salt: u32| (scatter(index as u32, salt) - 0.5) * 0.13;
            *bend = (bend.0 + jitter(1), bend.1 + jitter(2));
        }
        bends
    }

    fn layers(&self, sheet: &PageLayout, color: Rgb) -> Vec<Layer> {
        let cell = sheet.cell;
        let bends = self.bends(sheet);
        // Half the width for a number of sides upstream.
        let wide = |flow: u32| ((0.026 + 0.013 * (flow as f32).sqrt()).min(0.105) * cell).max(0.42);
        let casing = (cell * 0.018).clamp(0.0, 0.7);
        let mut bank = Layer::new(mix(color, [30.0, 52.0, 78.0], 0.62), 0.62, Clip::Land);
        let mut water = Layer::new(color, 0.96, Clip::Land);
        let pieces = if cell > 24.0 { 8 } else { 5 };
        for (index, knot) in self.corners.iter().enumerate() {
            let bent = bends[index];
            for &copy in sheet.copies() {
                let shifted = |way: Point| sheet.pixels((knot.at.0 + copy * sheet.extent.0 + way.0, knot.at.1 + way.1));
                let center = shifted(bent);
                let middle = |next: usize, way: Point| {
                    let other = bends[next];
                    shifted(((way.0 + bent.0 + other.0) / 2.0, (way.1 + bent.1 + other.1) / 2.0))
                };
                let down = knot.down.and_then(|down| knot.next.iter().find(|next| next.0 == down));
                let mut draw = |points: [Point; 3], half: (f32, f32)| {
                    water.bend(points, half, pieces);
                    if casing > 0.2 {
                        bank.bend(points, (half.0 + casing, half.1 + casing), pieces);
                    }
                };
                let out = match (down, knot.mouth) {
                    (Some(&(next, way)), _) => middle(next, way),
                    // Into the water, wherever exactly its shore runs.
                    (None, Some(way)) => shifted((way.0 * 0.85, way.1 * 0.85)),
                    (None, None) => center,
                };
                let mut springs = down.is_some();
                for &(other, way) in &knot.next {
                    if Some(other) == knot.down {
                        continue;
                    }
                    if self.corners[other].down == Some(index) {
                        springs = false;
                        let half = (wide(self.corners[other].flow + 1), wide(knot.flow));
                        draw([middle(other, way), center, out], half);
                    } else {
                        // A side that closes a ring of water.
                        draw([middle(other, way), center, center], (wide(1), wide(1)));
                    }
                }
                if springs {
                    draw([center, center, out], (wide(0) * 0.5, wide(1)));
                }
            }
        }
        vec![bank, water]
    }
}

/// Whether a type is a river on borders, which roads cross by bridges; a river from cell to cell is not crossed.
pub(in crate::map) fn is_river(scenario: &Scenario, kind: TerrainType) -> bool {
    scenario.design.border_terrain().any(|border| border == kind) && Role::of(&scenario.design, kind) == Role::River
}
