//! What it costs to travel far, roughly: the land is shared out among nodes by one search from all of them at once, and
//! nodes whose shares touch are linked. A world of any size becomes a few hundred nodes, at the price of one search.

use grid::{Cell, Partition, partition};

use super::sites::Ground;

/// Nodes, the shares of land round them, and the costs between them.
pub(crate) struct Network {
    share: Partition,
    nodes: Vec<Cell>,
    /// Cells of land in each node's share.
    pub(crate) weight: Vec<u32>,
    /// Independents in each node's share.
    pub(crate) finds: Vec<u32>,
    /// Costs from node to node, row by row.
    between: Vec<u32>,
    area: grid::Area,
}

/// Costs stay below this, so that a seat's number fits in beside them.
const COST_MAX: u32 = (1 << 23) - 1;

impl Network {
    /// Over the land, with these nodes.
    pub(crate) fn new(ground: &Ground<'_>, nodes: &[Cell]) -> Network {
        let area = ground.world.area;
        let share = partition(&area, nodes, |from, direction, to| ground.step(from, direction, to));
        let count = nodes.len();
        let (mut weight, mut finds) = (vec![0; count], vec![0; count]);
        let mut between = vec![COST_MAX; count * count];
        for cell in area.cells() {
            let owner = share.owner[cell];
            if owner == Partition::NOBODY {
                continue;
            }
            weight[usize::from(owner)] += u32::from(ground.is_land(cell));
            finds[usize::from(owner)] += ground.independents(cell);
            for (direction, near) in area.around(cell) {
                let other = share.owner[near];
                if other == Partition::NOBODY || other == owner {
                    continue;
                }
                let Some(step) = ground.step(cell, direction, near) else { continue };
                let cost = share.cost[cell].saturating_add(step).saturating_add(share.cost[near]).min(COST_MAX);
                for (one, two) in [(owner, other), (other, owner)] {
                    let link = &mut between[usize::from(one) * count + usize::from(two)];
                    *link = (*link).min(cost);
                }
            }
        }
        for node in 0..count {
            between[node * count + node] = 0;
        }
        shorten(&mut between, count);
        // What no road leads to is reached by sea: not at once, and not straight.
        for (one, &from) in nodes.iter().enumerate() {
            for (two, &to) in nodes.iter().enumerate() {
                let cost = &mut between[one * count + two];
                *cost = (*cost).min((2 * area.distance(from, to) + 16).min(COST_MAX));
            }
        }
        for node in 0..count {
            between[node * count + node] = 0;
        }
        Network { share, nodes: nodes.to_vec(), weight, finds, between, area }
    }

    /// The costs from a cell to all nodes.
    pub(crate) fn costs_from(&self, cell: Cell) -> Vec<u32> {
        let count = self.nodes.len();
        match self.share.owner[cell] {
            Partition::NOBODY => {
                self.nodes.iter().map(|&node| (2 * self.area.distance(cell, node) + 16).min(COST_MAX)).collect()
            }
            owner => {
                let own = self.share.cost[cell];
                let row = &self.between[usize::from(owner) * count..][..count];
                row.iter().map(|&cost| cost.saturating_add(own).min(COST_MAX)).collect()
            }
        }
    }
}

/// All shortest ways (Floyd and Warshall), in rows, so that the inner loop runs through memory.
fn shorten(between: &mut [u32], count: usize) {
    let mut via = vec![0; count];
    for middle in 0..count {
        via.copy_from_slice(&between[middle * count..(middle + 1) * count]);
        for row in between.chunks_exact_mut(count) {
            let first = row[middle];
            if first >= COST_MAX {
                continue;
            }
            for (cost, rest) in row.iter_mut().zip(&via) {
                *cost = (*cost).min(first + rest);
            }
        }
    }
}
