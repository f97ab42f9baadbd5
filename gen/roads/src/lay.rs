//! Laying roads on the cheapest way, where existing roads cost half.

use grid::{Area, Automorphism, BucketQueue, Cell, Costs, Direction, Partition, connect, has_edge};

use crate::ground::{EASY_STEP, RoadGround};

/// An edge with a road on it costs this part. A lower cost would pull roads into detours: with a third, the two short sides of a
/// triangle are cheaper than its long side, and the network becomes a tree again.
const REUSE: u32 = 2;

/// Lays roads one by one.
///
/// The search is A* over the cells that lie on a way to the town for at most the known cost. The remaining cost is estimated from
/// the distance and from the partition of the cells among towns, as if there were no roads: so a road in the right direction
/// attracts, and one that leads away does not. (With an estimate that takes roads into account the search would look at most of the
/// two towns' cells.) As this estimate may be too high, a cell is looked at again when a cheaper way to it is found; without that,
/// roads would share less, by a tenth of their cost, and take two thirds of the time.
pub(crate) struct Layer<'a> {
    ground: &'a RoadGround<'a>,
    /// The maps of a symmetric world: each road is laid with all of its images.
    maps: &'a [Automorphism],
    owner: &'a [u16],
    nearest: &'a [u32],
    /// The roads, one bit per direction.
    pub(crate) roads: Vec<u8>,
    queue: BucketQueue,
    /// Buffer: the cost so far and the direction of arrival, with [`DONE`] for a cell that was looked at.
    costs: Vec<u32>,
    state: Vec<u8>,
    touched: Vec<Cell>,
}

const DONE: u8 = 1 << 7;

impl<'a> Layer<'a> {
    pub(crate) fn new(ground: &'a RoadGround<'a>, maps: &'a [Automorphism], partition: &'a Partition) -> Layer<'a> {
        let len = ground.area.len();
        Layer {
            ground,
            maps,
            owner: partition.owner.values(),
            nearest: partition.cost.values(),
            roads: vec![0; len],
            queue: BucketQueue::new(),
            costs: vec![Costs::UNREACHED; len],
            state: vec![0; len],
            touched: Vec::new(),
        }
    }

    /// Lays a road from a cell to a town. Without roads the way must cost exactly `limit`.
    pub(crate) fn lay(&mut self, from: Cell, town: u16, to: Cell, limit: u32) {
        let Layer { ground, maps, owner, nearest, roads, queue, costs, state, touched } = self;
        let area = ground.area;
        let origin = owner[from.index()];
        // The remaining cost, by the partition and by the distance. Neither ever exceeds the remaining cost without roads, so the
        // cells of the old way stay within the search.
        let by_share = |cell: Cell| {
            let near = nearest[cell.index()];
            let is_behind = owner[cell.index()] == origin && origin != town;
            if is_behind { near.max(limit.saturating_sub(near)) } else { near }
        };
        let by_distance = |cell: Cell| area.distance(cell, to) * EASY_STEP;
        costs[from.index()] = 0;
        touched.push(from);
        queue.push(0, from.0);
        while let Some((_, item)) = queue.pop() {
            let cell = Cell(item);
            if state[cell.index()] & DONE != 0 {
                continue;
            }
            state[cell.index()] |= DONE;
            if cell == to {
                break;
            }
            let cost = costs[cell.index()];
            for (direction, neighbor) in area.around(cell) {
                // Most neighbours have a lower cost already; then the step need not be asked for.
                if costs[neighbor.index()] <= cost {
                    continue;
                }
                let Some(price) = ground.step(cell, direction, neighbor) else { continue };
                let price = if has_edge(roads[cell.index()], direction) { price / REUSE } else { price };
                let sum = cost.saturating_add(price);
                let by_share = by_share(neighbor);
                if sum >= costs[neighbor.index()] || sum.saturating_add(by_share) > limit {
                    continue;
                }
                let total = sum.saturating_add(by_share.max(by_distance(neighbor)));
                if total > limit {
                    continue;
                }
                if costs[neighbor.index()] == Costs::UNREACHED {
                    touched.push(neighbor);
                }
                costs[neighbor.index()] = sum;
                state[neighbor.index()] = direction.0;
                // The estimate falls along a road in the right direction; it is no finer than needed.
                queue.push((total >> 2).max(queue.key()), neighbor.0);
            }
        }
        if state[to.index()] & DONE != 0 {
            let mut cell = to;
            while cell != from {
                let back = area.opposite(Direction(state[cell.index()] & !DONE));
                connect_images(&area, maps, roads, cell, back);
                cell = area.neighbor(cell, back).expect("the search came from there");
            }
        }
        queue.clear();
        for cell in touched.drain(..) {
            costs[cell.index()] = Costs::UNREACHED;
            state[cell.index()] = 0;
        }
    }
}

/// Lays a piece of road, and its images under these maps.
pub(crate) fn connect_images(area: &Area, maps: &[Automorphism], roads: &mut [u8], cell: Cell, direction: Direction) {
    connect(area, roads, cell, direction);
    for map in maps {
        connect(area, roads, map.image(cell), map.direction(direction));
    }
}

/// Whether a cell has a road.
pub(crate) fn has_road(roads: &[u8], cell: Cell) -> bool {
    roads[cell.index()] != 0
}

/// The way from a cell down to cost 0 in a field of costs, as (cell, direction) steps.
pub(crate) fn descend(
    area: &Area,
    ground: &RoadGround<'_>,
    costs: &Costs,
    from: Cell,
) -> Option<Vec<(Cell, Direction)>> {
    let mut cost = costs.cost(from)?;
    let mut cell = from;
    let mut way = Vec::new();
    while cost > 0 {
        // Steps cost more than 0, so the cost falls each time.
        let (direction, neighbor, less) = area.around(cell).find_map(|(direction, neighbor)| {
            let price = ground.step(neighbor, area.opposite(direction), cell)?;
            let less = costs.cost(neighbor)?;
            (less + price == cost).then_some((direction, neighbor, less))
        })?;
        way.push((cell, direction));
        (cell, cost) = (neighbor, less);
    }
    Some(way)
}
