//! Approximate costs of long ways: the land is divided among nodes by one search from all of them at once, and nodes whose shares
//! touch are linked. A world of any size becomes a few hundred nodes, for the price of one search.

use grid::{Area, Cell, Partition, partition_over};

use super::site_ground::SiteGround;

/// Nodes, the shares of land round them, and the costs between them.
pub(crate) struct Network {
    area: Area,
    share: Partition,
    nodes: Vec<Cell>,
    /// Cells of land in each node's share.
    pub(crate) land: Vec<u32>,
    /// The number of independents in each node's share.
    pub(crate) finds: Vec<u32>,
    /// Costs on foot from node to node, row by row; [`NO_WAY`] if there is no way.
    between: Vec<u32>,
}

/// Added to the distance of nodes that cannot be reached on foot, so that a node with a way on foot is always nearer; without one
/// the distance in cells counts, as in `fairness`.
pub(crate) const NO_WAY: u32 = 1 << 22;

impl Network {
    /// The network over the land with these nodes.
    pub(crate) fn new(ground: &SiteGround<'_>, nodes: &[Cell]) -> Network {
        let area = ground.scenario.world.area;
        let fair = &ground.fair;
        let share = partition_over(&area, fair.links(), nodes, |from, direction, to| fair.step(from, direction, to));
        let count = nodes.len();
        let (mut land, mut finds) = (vec![0; count], vec![0; count]);
        let mut between = vec![NO_WAY; count * count];
        let mut join = |cell: Cell, near: Cell, step: u32| {
            let (owner, other) = (share.owner[cell], share.owner[near]);
            let cost = share.cost[cell].saturating_add(step).saturating_add(share.cost[near]).min(NO_WAY);
            for (one, two) in [(owner, other), (other, owner)] {
                let link = &mut between[usize::from(one) * count + usize::from(two)];
                *link = (*link).min(cost);
            }
        };
        for cell in area.cells() {
            let owner = share.owner[cell];
            if owner == Partition::NOBODY {
                continue;
            }
            land[usize::from(owner)] += u32::from(fair.land[cell.index()]);
            finds[usize::from(owner)] += ground.independents(cell);
            for (direction, near) in area.around(cell) {
                let other = share.owner[near];
                if other == Partition::NOBODY || other == owner {
                    continue;
                }
                if let Some(step) = fair.step(cell, direction, near) {
                    join(cell, near, step);
                }
            }
        }
        for link in fair.links().steps() {
            let owners = [link.from, link.to].map(|cell| share.owner[cell]);
            if owners[0] != owners[1] && !owners.contains(&Partition::NOBODY) {
                join(link.from, link.to, link.cost);
            }
        }
        for node in 0..count {
            between[node * count + node] = 0;
        }
        shorten(&mut between, count);
        Network { area, share, nodes: nodes.to_vec(), land, finds, between }
    }

    /// The costs from a cell to all nodes; values from [`NO_WAY`] on contain the distance in cells to nodes without a way on foot.
    pub(crate) fn costs_from(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        (0..self.nodes.len()).map(move |node| {
            let distance = self.area.distance(cell, self.nodes[node]).min(self.area.distance_max());
            self.walk(cell, self.nodes[node], node).unwrap_or(NO_WAY + distance)
        })
    }

    /// The cost of the march from a cell to another; the distance in cells if there is no way on foot.
    pub(crate) fn march(&self, from: Cell, to: Cell) -> u32 {
        let way = match self.share.owner[to] {
            Partition::NOBODY => None,
            node => self.walk(from, to, usize::from(node)),
        };
        way.unwrap_or_else(|| self.area.distance(from, to))
    }

    /// The cost on foot from a cell to another in the share of a node: the cost between their nodes, plus a step and a third for
    /// each cell that they are farther apart than these.
    fn walk(&self, from: Cell, to: Cell, node: usize) -> Option<u32> {
        let owner = match self.share.owner[from] {
            Partition::NOBODY => return None,
            owner => usize::from(owner),
        };
        let between = self.between[owner * self.nodes.len() + node];
        if between >= NO_WAY {
            return None;
        }
        let (near, far) = (self.area.distance(self.nodes[owner], self.nodes[node]), self.area.distance(from, to));
        if near.max(far) >= Area::APART {
            // Between levels no line says how much farther it is.
            return Some(between);
        }
        let cost = i64::from(between) + (i64::from(far) - i64::from(near)) * 4 / 3;
        Some(cost.clamp(0, i64::from(NO_WAY) - 1) as u32)
    }
}

/// All shortest ways (Floyd and Warshall), row by row, so that the inner loop runs through consecutive memory.
fn shorten(between: &mut [u32], count: usize) {
    let mut via = vec![0; count];
    for middle in 0..count {
        via.copy_from_slice(&between[middle * count..(middle + 1) * count]);
        for row in between.chunks_exact_mut(count) {
            let first = row[middle];
            if first >= NO_WAY {
                continue;
            }
            for (cost, rest) in row.iter_mut().zip(&via) {
                *cost = (*cost).min(first + rest);
            }
        }
    }
}
