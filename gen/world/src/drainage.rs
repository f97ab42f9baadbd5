//! Drainage: how large each river is, by its Strahler order (1957).
//!
//! A river from a spring has order 1. Where two rivers of one order meet, the river below has the next order; otherwise it keeps
//! the greater one. Water flows from corner to corner along the sides of cells, or from cell to cell, to the nearest mouth of its
//! network: to water, or to the edge of the world. A river that leaves a lake continues those that flow into it.

use std::collections::BTreeMap;

use design::{Design, TerrainType};
use grid::{Area, Cell, Corner, Layer, Regions, has_edge, regions};

use crate::World;
use crate::standing::is_closed_ring;

/// For each cell the highest order of the rivers along its sides and through it, 0 without any. `None` if the world has no terrain
/// or no rivers.
#[must_use]
pub fn drainage_order(design: &Design, world: &World) -> Option<Layer<u8>> {
    let area = world.area;
    let liquid = world.terrain.as_ref().map(|_| world.liquid_mask(design))?;
    let waters = regions(&area, |cell| liquid[cell.index()].then_some(0));
    let ground = DrainageGround { design, world, waters };
    let mut orders = Layer::filled(&area, 0_u8);
    let mut has_rivers = false;
    let kinds = design.border_terrain().map(|kind| (kind, true));
    for (kind, at_sides) in kinds.chain(design.connection_terrain().map(|kind| (kind, false))) {
        let Some(masks) = masks(world, kind).filter(|_| design.carries_water(kind)) else { continue };
        let mut net = if at_sides { Net::along_sides(&ground, masks) } else { Net::between_cells(&ground, masks) };
        has_rivers |= !net.reaches.is_empty();
        net.flow();
        let known = orders.edit();
        for reach in &net.reaches {
            for bank in reach.banks {
                known[bank.index()] = known[bank.index()].max(reach.order);
            }
        }
    }
    has_rivers.then_some(orders)
}

fn masks(world: &World, kind: TerrainType) -> Option<&[u8]> {
    world.edges.get(&kind).map(Layer::values)
}

struct DrainageGround<'a> {
    design: &'a Design,
    world: &'a World,
    waters: Regions,
}

/// What a node touches: the edge of the world, or the sea or lake of that number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Water {
    End,
    Body(u32),
}

/// A point through which rivers flow.
struct Node {
    water: Option<Water>,
    /// Mean elevation of its cells times 12, so that means of three and of four cells are whole numbers.
    height: i32,
    reaches: Vec<usize>,
    down: Option<usize>,
    /// The greatest order that flows in, and how many rivers of that order.
    inflow: (u8, u8),
}

/// A piece of river between two nodes.
struct RiverReach {
    nodes: [usize; 2],
    banks: [Cell; 2],
    order: u8,
}

/// All rivers of one terrain type.
struct Net {
    nodes: Vec<Node>,
    reaches: Vec<RiverReach>,
}

impl DrainageGround<'_> {
    fn node(&self, cells: &[Cell], is_whole: bool) -> Node {
        let (mut water, mut height) = (None, 0);
        for &cell in cells {
            height += self.world.elevation.as_ref().map_or(0, |layer| 12 * i32::from(layer[cell]));
            if self.world.is_liquid(self.design, cell) {
                water = Some(Water::Body(self.waters.of[cell]));
            } else if is_closed_ring(self.design, &self.world.area, cell) {
                water = water.or(Some(Water::End));
            }
        }
        let water = water.or((!is_whole).then_some(Water::End));
        Node { water, height: height / cells.len().max(1) as i32, reaches: Vec::new(), down: None, inflow: (0, 0) }
    }
}

/// Adds one more river of an order to an inflow.
fn join(inflow: &mut (u8, u8), order: u8) {
    *inflow = match order.cmp(&inflow.0) {
        std::cmp::Ordering::Greater => (order, 1),
        std::cmp::Ordering::Equal => (order, inflow.1.saturating_add(1)),
        std::cmp::Ordering::Less => *inflow,
    };
}

/// The order of the river below a node with this inflow.
const fn below((order, count): (u8, u8)) -> u8 {
    match (order, count) {
        (0, _) => 1,
        (order, 0 | 1) => order,
        (order, _) => order + 1,
    }
}

impl Net {
    fn along_sides(ground: &DrainageGround<'_>, masks: &[u8]) -> Net {
        let area = &ground.world.area;
        let mut net = Net { nodes: Vec::new(), reaches: Vec::new() };
        let mut known: BTreeMap<Corner, usize> = BTreeMap::new();
        for_each_edge(area, masks, |cell, direction, other| {
            let nodes = Corner::of_side(area, cell, direction).map(|corner| {
                *known.entry(corner).or_insert_with(|| {
                    let cells = corner.cells(area);
                    net.nodes.push(ground.node(&cells, cells.len() == Corner::cells_max(area)));
                    net.nodes.len() - 1
                })
            });
            net.add(nodes, [cell, other]);
        });
        net
    }

    fn between_cells(ground: &DrainageGround<'_>, masks: &[u8]) -> Net {
        let area = &ground.world.area;
        let mut net = Net { nodes: Vec::new(), reaches: Vec::new() };
        let mut known: BTreeMap<Cell, usize> = BTreeMap::new();
        for_each_edge(area, masks, |cell, _, other| {
            let nodes = [cell, other].map(|cell| {
                *known.entry(cell).or_insert_with(|| {
                    net.nodes.push(ground.node(&[cell], true));
                    net.nodes.len() - 1
                })
            });
            net.add(nodes, [cell, other]);
        });
        net
    }

    fn add(&mut self, nodes: [usize; 2], banks: [Cell; 2]) {
        for node in nodes {
            self.nodes[node].reaches.push(self.reaches.len());
        }
        self.reaches.push(RiverReach { nodes, banks, order: 1 });
    }

    fn other(&self, reach: usize, node: usize) -> usize {
        let nodes = self.reaches[reach].nodes;
        if nodes[0] == node { nodes[1] } else { nodes[0] }
    }

    /// The nodes in the order of a search from `starts`. With `down` each node notes the reach that leads back towards the start.
    fn walk(&mut self, starts: &[usize], seen: &mut [bool], down: bool) -> Vec<usize> {
        let mut found = starts.to_vec();
        starts.iter().for_each(|&node| seen[node] = true);
        let mut next = 0;
        while next < found.len() {
            let node = found[next];
            for place in 0..self.nodes[node].reaches.len() {
                let reach = self.nodes[node].reaches[place];
                let other = self.other(reach, node);
                if !seen[other] {
                    seen[other] = true;
                    self.nodes[other].down = down.then_some(reach);
                    found.push(other);
                }
            }
            next += 1;
        }
        found
    }

    /// Gives each reach its order.
    fn flow(&mut self) {
        let count = self.nodes.len();
        let mut seen = vec![false; count];
        let mut systems: Vec<Vec<usize>> = Vec::new();
        for first in 0..count {
            if !seen[first] {
                systems.push(self.walk(&[first], &mut seen, false));
            }
        }
        // The mouths of a network: all nodes at the lowest water that it touches, or without water its lowest node.
        let lowest = |node: &usize| (self.nodes[*node].water.is_none(), self.nodes[*node].height, *node);
        let mut with_mouths: Vec<(i32, Vec<usize>)> = Vec::new();
        for system in systems {
            let Some(&mouth) = system.iter().min_by_key(|&node| lowest(node)) else { continue };
            let water = self.nodes[mouth].water;
            let is_mouth = |&node: &usize| node == mouth || (water.is_some() && self.nodes[node].water == water);
            with_mouths.push((self.nodes[mouth].height, system.into_iter().filter(is_mouth).collect()));
        }
        // The highest network first, so that the inflow of a lake is known before its outflow.
        with_mouths.sort_by_key(|(height, mouths)| (std::cmp::Reverse(*height), mouths.first().copied()));
        let mut lakes: BTreeMap<Water, (u8, u8)> = BTreeMap::new();
        let mut seen = vec![false; count];
        for (_, mouths) in with_mouths {
            let order = self.walk(&mouths, &mut seen, true);
            for &node in order.iter().rev() {
                let Some(reach) = self.nodes[node].down else { continue };
                // A spring at water is the outlet of a lake.
                let is_outlet = self.nodes[node].inflow.0 == 0;
                if let Some(water) = self.nodes[node].water.filter(|&water| is_outlet && water != Water::End) {
                    self.nodes[node].inflow = lakes.get(&water).copied().unwrap_or_default();
                }
                let out = below(self.nodes[node].inflow);
                self.reaches[reach].order = out;
                let down = self.other(reach, node);
                join(&mut self.nodes[down].inflow, out);
            }
            for mouth in mouths {
                if let Some(water) = self.nodes[mouth].water {
                    let inflow = self.nodes[mouth].inflow;
                    let lake = lakes.entry(water).or_default();
                    (0..inflow.1).for_each(|_| join(lake, inflow.0));
                }
            }
        }
    }
}

/// Calls `each` once for each edge.
fn for_each_edge(area: &Area, masks: &[u8], mut each: impl FnMut(Cell, grid::Direction, Cell)) {
    for cell in area.cells().filter(|cell| masks[cell.index()] != 0) {
        for (direction, other) in area.around(cell) {
            if direction.0 < area.directions() / 2 && has_edge(masks[cell.index()], direction) {
                each(cell, direction, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The orders of the reaches in a network: `nodes` are heights with the water that each touches, `reaches` pairs of nodes.
    fn orders(nodes: &[(i32, Option<u32>)], reaches: &[(usize, usize)]) -> Vec<u8> {
        let node = |&(height, water): &(i32, Option<u32>)| Node {
            water: water.map(Water::Body),
            height,
            reaches: Vec::new(),
            down: None,
            inflow: (0, 0),
        };
        let mut net = Net { nodes: nodes.iter().map(node).collect(), reaches: Vec::new() };
        for &(from, to) in reaches {
            net.add([from, to], [Cell(0); 2]);
        }
        net.flow();
        net.reaches.iter().map(|reach| reach.order).collect()
    }

    #[test]
    fn two_of_an_order_make_one_more_and_a_lesser_one_changes_nothing() {
        // Springs 3 and 4 meet at 2, spring 5 joins at 1, the sea is at 0.
        let nodes = [(0, Some(1)), (1, None), (2, None), (3, None), (3, None), (3, None)];
        assert_eq!(orders(&nodes, &[(3, 2), (4, 2), (2, 1), (5, 1), (1, 0)]), [1, 1, 2, 1, 2]);
        // The same with a second river of order 2 at 1.
        let nodes = [nodes.as_slice(), &[(4, None), (4, None)]].concat();
        assert_eq!(orders(&nodes, &[(3, 2), (4, 2), (2, 1), (6, 5), (7, 5), (5, 1), (1, 0)]), [1, 1, 2, 1, 1, 2, 3]);
    }

    #[test]
    fn a_lake_hands_its_rivers_on() {
        // Two springs flow into lake 7 apart from each other; from it a river leads to sea 1.
        let nodes = [(9, None), (5, Some(7)), (9, None), (5, Some(7)), (5, Some(7)), (0, Some(1))];
        assert_eq!(orders(&nodes, &[(0, 1), (2, 3), (4, 5)]), [1, 1, 2]);
    }

    #[test]
    fn a_net_without_water_flows_to_its_lowest_place_and_rings_end() {
        assert_eq!(orders(&[(3, None), (1, None), (2, None)], &[(0, 1), (2, 1)]), [1, 1]);
        assert_eq!(orders(&[(3, None), (1, None), (2, None)], &[(0, 1), (1, 2), (2, 0)]).len(), 3);
        assert!(orders(&[], &[]).is_empty());
    }
}
