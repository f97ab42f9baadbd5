//! Rivers: makes streams with a spring, a course and a mouth of a layer of edges.
//!
//! A river of a border type runs along the sides of cells, from corner to corner; one of a connection type runs from cell to cell.
//! Either way it is a graph of nodes. In each connected system the lowest node at the water is the mouth; from there up, the
//! longest way to a spring is the main stem, and each branch is a stream of its own, again by its longest way (as hydrographers
//! name rivers: the longest branch keeps the name).

use design::parameters::terrain::{RIVER_X, SUBTYPE_X};
use design::{Design, TerrainType};
use grid::{Area, Cell, Corner, EdgeLayer, Lattice, has_edge};

use crate::find_bodies::BodyGround;

/// A river, or a part of one with a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct River {
    /// Its cells from the spring downstream, each next to the one before.
    pub(crate) course: Vec<Cell>,
    /// Whether it flows into another one.
    pub(crate) is_tributary: bool,
}

/// A piece of river along a side of two cells, or from cell to cell: its nodes, and the cells on both banks.
#[derive(Clone, Copy)]
struct Reach {
    nodes: [u32; 2],
    banks: [Cell; 2],
}

/// Stands for no node or no reach.
const NONE: u32 = u32::MAX;

/// All rivers of all river types in the world, not sorted by size.
pub(crate) fn find_rivers(
    design: &Design,
    ground: &BodyGround<'_>,
    edges: impl Fn(TerrainType) -> Option<EdgeLayer>,
) -> Vec<River> {
    let is_river = |kind: &TerrainType| design.int(SUBTYPE_X, *kind) == RIVER_X;
    let mut streams = Vec::new();
    for kind in design.border_terrain().filter(is_river) {
        if let Some(layer) = edges(kind) {
            streams.extend(Network::along_sides(ground, layer.values()).streams(ground));
        }
    }
    for kind in design.connection_terrain().filter(is_river) {
        if let Some(layer) = edges(kind) {
            streams.extend(Network::between_cells(ground, layer.values()).streams(ground));
        }
    }
    streams
}

/// The nodes and reaches of all rivers of a type.
struct Network {
    reaches: Vec<Reach>,
    /// Where the reaches of each node begin in `touching`.
    starts: Vec<u32>,
    touching: Vec<u32>,
    /// The height of each node, and whether it lies at water or at the edge of the world.
    heights: Vec<i32>,
    wet: Vec<bool>,
    /// The cell of each node, if nodes are cells.
    cells: Vec<Cell>,
}

impl Network {
    fn along_sides(ground: &BodyGround<'_>, masks: &[u8]) -> Network {
        let area = &ground.area;
        // The ends of sides, by their corners: each corner with the number of the end.
        let mut ends: Vec<(Corner, u32)> = Vec::new();
        let mut reaches = Vec::new();
        for cell in area.cells().filter(|&cell| masks[cell.index()] != 0) {
            for (direction, other) in area.around(cell) {
                if direction.0 < area.directions() / 2 && has_edge(masks[cell.index()], direction) {
                    for corner in Corner::of_side(area, cell, direction) {
                        ends.push((corner, ends.len() as u32));
                    }
                    reaches.push(Reach { nodes: [0; 2], banks: [cell, other] });
                }
            }
        }
        ends.sort_unstable();
        let (mut heights, mut wet) = (Vec::new(), Vec::new());
        for ends in ends.chunk_by(|one, other| one.0 == other.0) {
            for &(_, end) in ends {
                reaches[end as usize / 2].nodes[end as usize % 2] = heights.len() as u32;
            }
            let (mut count, mut sum, mut touches_water) = (0, 0, false);
            for cell in ends[0].0.cells(area) {
                count += 1;
                sum += ground.elevation.map_or(0, |layer| i32::from(layer[cell.index()]));
                touches_water |= is_wet(ground, cell);
            }
            // In 6ths, so that a third of a unit still distinguishes two corners.
            heights.push(6 * sum / count);
            // A corner that lacks one of its cells lies at the edge of the world.
            wet.push(touches_water || count < Corner::cells_max(area) as i32);
        }
        Network::of(reaches, heights, wet, Vec::new())
    }

    fn between_cells(ground: &BodyGround<'_>, masks: &[u8]) -> Network {
        let area = &ground.area;
        let cells: Vec<Cell> = area.cells().filter(|&cell| masks[cell.index()] != 0).collect();
        let mut reaches = Vec::new();
        for (number, &cell) in cells.iter().enumerate() {
            for (direction, other) in area.around(cell) {
                if direction.0 < area.directions() / 2
                    && has_edge(masks[cell.index()], direction)
                    && let Ok(place) = cells.binary_search(&other)
                {
                    reaches.push(Reach { nodes: [number as u32, place as u32], banks: [cell, other] });
                }
            }
        }
        let height = |cell: &Cell| ground.elevation.map_or(0, |layer| i32::from(layer[cell.index()]));
        let heights = cells.iter().map(height).collect();
        let wet = cells.iter().map(|&cell| is_wet(ground, cell)).collect();
        Network::of(reaches, heights, wet, cells)
    }

    fn of(reaches: Vec<Reach>, heights: Vec<i32>, wet: Vec<bool>, cells: Vec<Cell>) -> Network {
        let count = heights.len();
        let mut starts = vec![0_u32; count + 1];
        for node in reaches.iter().flat_map(|reach| reach.nodes) {
            starts[node as usize + 1] += 1;
        }
        for node in 0..count {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut touching = vec![0; 2 * reaches.len()];
        for (number, reach) in reaches.iter().enumerate() {
            for node in reach.nodes {
                touching[next[node as usize] as usize] = number as u32;
                next[node as usize] += 1;
            }
        }
        Network { reaches, starts, touching, heights, wet, cells }
    }

    fn reaches_of(&self, node: u32) -> &[u32] {
        &self.touching[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    fn other(&self, reach: u32, node: u32) -> u32 {
        let nodes = self.reaches[reach as usize].nodes;
        nodes[0] ^ nodes[1] ^ node
    }

    fn streams(&self, ground: &BodyGround<'_>) -> Vec<River> {
        let count = self.heights.len();
        let mut streams = Vec::new();
        // By node: the reach that leads down, [`NONE`] at a mouth; the steps up to the farthest spring, 0 if there is none; and the
        // reach that leads there.
        let mut down = vec![NONE; count];
        let mut length = vec![0_u32; count];
        let mut up = vec![NONE; count];
        let mut seen = vec![false; count];
        let mut system: Vec<u32> = Vec::new();
        for first in 0..count as u32 {
            if seen[first as usize] {
                continue;
            }
            system.clear();
            self.walk(first, &mut seen, &mut system, |_, _| {});
            let lowest = |&&node: &&u32| (!self.wet[node as usize], self.heights[node as usize], node);
            let Some(&mouth) = system.iter().min_by_key(lowest) else { continue };

            // A second walk from the mouth up, nearest first.
            system.iter().for_each(|&node| seen[node as usize] = false);
            system.clear();
            self.walk(mouth, &mut seen, &mut system, |node, reach| down[node as usize] = reach);
            for &node in system.iter().rev() {
                let is_spring = self.reaches_of(node).len() == 1
                    && node != mouth
                    // A second mouth is no spring, but the outflow of a lake is.
                    && (!self.wet[node as usize] || self.heights[node as usize] > self.heights[mouth as usize]);
                let reach = down[node as usize];
                if reach == NONE || (length[node as usize] == 0 && !is_spring) {
                    continue;
                }
                let below = self.other(reach, node) as usize;
                if length[node as usize] + 1 > length[below] {
                    length[below] = length[node as usize] + 1;
                    up[below] = reach;
                }
            }
            for &node in &system {
                // Each reach that leads up from a node begins a stream, except the one that continues the stem.
                for &reach in self.reaches_of(node) {
                    let above = self.other(reach, node);
                    let flows_in = down[above as usize] == reach && (above != node);
                    let goes_on = up[node as usize] == reach && node != mouth;
                    let has_spring = length[above as usize] > 0 || self.is_end(above, mouth);
                    if flows_in && !goes_on && has_spring {
                        let is_main = node == mouth && up[node as usize] == reach;
                        streams.push(River { course: self.course(ground, reach, above, &up), is_tributary: !is_main });
                    }
                }
            }
        }
        streams
    }

    fn is_end(&self, node: u32, mouth: u32) -> bool {
        self.reaches_of(node).len() == 1
            && (!self.wet[node as usize] || self.heights[node as usize] > self.heights[mouth as usize])
    }

    /// Breadth-first search over nodes that were not seen.
    fn walk(&self, from: u32, seen: &mut [bool], found: &mut Vec<u32>, mut note: impl FnMut(u32, u32)) {
        seen[from as usize] = true;
        found.push(from);
        let mut next = 0;
        while next < found.len() {
            let node = found[next];
            next += 1;
            for &reach in self.reaches_of(node) {
                let other = self.other(reach, node);
                if !seen[other as usize] {
                    seen[other as usize] = true;
                    note(other, reach);
                    found.push(other);
                }
            }
        }
    }

    /// The cells of a stream from its spring down to its lowest reach.
    fn course(&self, ground: &BodyGround<'_>, lowest: u32, above: u32, up: &[u32]) -> Vec<Cell> {
        let mut reaches = vec![lowest];
        let mut node = above;
        while up[node as usize] != NONE {
            let reach = up[node as usize];
            reaches.push(reach);
            node = self.other(reach, node);
        }
        if !self.cells.is_empty() {
            let mut course = vec![self.cells[node as usize]];
            for &reach in reaches.iter().rev() {
                node = self.other(reach, node);
                course.push(self.cells[node as usize]);
            }
            return course;
        }
        let height = |cell: Cell| ground.elevation.map_or(0, |layer| layer[cell.index()]);
        let mut course: Vec<Cell> = Vec::new();
        for &reach in reaches.iter().rev() {
            let banks = self.reaches[reach as usize].banks;
            // The hexes round a corner all touch, so whichever bank is taken, the next one is beside it. The river keeps its bank
            // as long as it can, then takes the lower one. Squares at a corner may touch only there: see below.
            if course.last().is_some_and(|last| banks.contains(last)) {
                continue;
            }
            let [one, other] = banks;
            let rank = |cell: Cell| (!ground.is_land(cell), height(cell), cell);
            let bank = if rank(one) <= rank(other) { one } else { other };
            // A river that winds round a cell comes back to a bank that it left: the loop is removed from its course.
            match course.iter().rposition(|&passed| passed == bank) {
                Some(place) => course.truncate(place + 1),
                None => course.push(bank),
            }
        }
        join_banks(&ground.area, course)
    }
}

/// The course with each cell next to the one before: where banks of squares touch only at a corner, one is put between them.
fn join_banks(area: &Area, course: Vec<Cell>) -> Vec<Cell> {
    if area.shape().lattice() != Lattice::Square4 {
        return course;
    }
    let mut joined: Vec<Cell> = Vec::with_capacity(course.len());
    for cell in course {
        let between = joined.last().map_or_else(|| vec![cell], |&last| grid::line(area, last, cell).split_off(1));
        for cell in between {
            match joined.iter().rposition(|&passed| passed == cell) {
                Some(place) => joined.truncate(place + 1),
                None => joined.push(cell),
            }
        }
    }
    joined
}

/// Whether a river ends in a cell.
fn is_wet(ground: &BodyGround<'_>, cell: Cell) -> bool {
    ground.liquid[cell.index()] || ground.framed[cell.index()]
}
