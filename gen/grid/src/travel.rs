//! Cheapest ways: Dijkstra's search with a [`BucketQueue`], from one or many cells.
//!
//! A step costs what the caller's function says: `step(from, direction, to)`, `None` where there is no way. Costs are
//! small integers; 0 is allowed. A step dearer than [`Travel::STEP_MAX`] is refused as if it were `None`, and so is one
//! that would lead to a sum of 2^32 - 1 or more: a cost never wraps.

use crate::{Area, BucketQueue, Cell, Direction, Layer};

/// What it costs to get from the sources to each cell that was reached.
#[derive(Clone, Debug)]
pub struct Costs {
    values: Vec<u32>,
    reached: Vec<Cell>,
}

impl Costs {
    /// The value of a cell that was not reached.
    pub const UNREACHED: u32 = u32::MAX;

    /// The cost of a cell; `None` if it was not reached.
    #[must_use]
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let cost = self.values[cell.index()];
        (cost != Costs::UNREACHED).then_some(cost)
    }

    /// The costs in the order of cell indices, the void included; [`Costs::UNREACHED`] where there is none.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The cells that were reached, sources included, each once, in the order of rising cost.
    #[must_use]
    pub fn reached(&self) -> &[Cell] {
        &self.reached
    }
}

/// Scratch memory for searches in one area. Keep it: a search clears only what the one before it touched, so hundreds of
/// bounded searches cost no more than the cells that they reach.
#[derive(Clone, Debug)]
pub struct Travel {
    area: Area,
    costs: Costs,
    /// For [`Travel::route`]: the cell before each cell. Taken when first needed, never cleared.
    before: Vec<Cell>,
    queue: BucketQueue,
}

impl Travel {
    /// A dearer step is refused.
    pub const STEP_MAX: u32 = BucketQueue::AHEAD_MAX;

    /// Scratch memory for an area: four bytes for each cell, and four more when routes are asked for.
    #[must_use]
    pub fn new(area: &Area) -> Travel {
        let costs = Costs { values: vec![Costs::UNREACHED; area.len()], reached: Vec::new() };
        Travel { area: *area, costs, before: Vec::new(), queue: BucketQueue::new() }
    }

    /// The cost of each cell that can be reached from the nearest of `sources` for at most `limit`.
    ///
    /// Sources cost 0; repeated ones and ones outside of the area are passed over.
    pub fn from(
        &mut self,
        sources: &[Cell],
        limit: u32,
        step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
    ) -> &Costs {
        self.search::<false>(sources, None, limit, step);
        &self.costs
    }

    /// The cheapest way from one cell to another, both included, with its cost; `None` if there is none for at most
    /// `limit`.
    ///
    /// Of several the one that, seen from its end, always comes from the lowest cell; where steps cost 0 it is one of
    /// the cheapest, always the same.
    pub fn route(
        &mut self,
        from: Cell,
        to: Cell,
        limit: u32,
        step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
    ) -> Option<(Vec<Cell>, u32)> {
        if !self.area.contains(to) {
            return None;
        }
        self.before.resize(self.area.len(), Cell(0));
        self.search::<true>(&[from], Some(to), limit, step);
        let cost = self.costs.cost(to)?;
        let mut path = vec![to];
        let mut cell = to;
        while cell != from {
            cell = self.before[cell.index()];
            path.push(cell);
        }
        path.reverse();
        Some((path, cost))
    }

    fn reset(&mut self) {
        let values = &mut self.costs.values;
        for cell in self.costs.reached.drain(..) {
            values[cell.index()] = Costs::UNREACHED;
        }
        // A route stops early: what was still waiting has a cost too.
        if !self.queue.is_empty() {
            for item in self.queue.leftovers() {
                values[item as usize] = Costs::UNREACHED;
            }
        }
        self.queue.clear();
    }

    fn search<const ROUTE: bool>(
        &mut self,
        sources: &[Cell],
        target: Option<Cell>,
        limit: u32,
        step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
    ) {
        self.reset();
        let limit = limit.min(Costs::UNREACHED - 1);
        let Travel { area, costs: Costs { values, reached }, before, queue } = self;
        for &source in sources {
            if area.contains(source) && values[source.index()] != 0 {
                values[source.index()] = 0;
                queue.push(0, source.0);
            }
        }
        while let Some((cost, item)) = queue.pop() {
            let cell = Cell(item);
            // Found cheaper since it was pushed.
            if values[cell.index()] != cost {
                continue;
            }
            reached.push(cell);
            if ROUTE && target == Some(cell) {
                return;
            }
            for (direction, neighbor) in area.around(cell) {
                let known = values[neighbor.index()];
                // Most neighbours have been settled: do not ask for the step.
                if known < cost {
                    continue;
                }
                let Some(price) = step(cell, direction, neighbor) else { continue };
                let sum = cost.saturating_add(price);
                if sum > limit || price > Travel::STEP_MAX {
                    continue;
                }
                if sum < known {
                    values[neighbor.index()] = sum;
                    queue.push(sum, neighbor.0);
                    if ROUTE {
                        before[neighbor.index()] = cell;
                    }
                } else if ROUTE && sum == known && price > 0 && cell < before[neighbor.index()] {
                    // Not for a step of 0, whose end may be where we came from.
                    before[neighbor.index()] = cell;
                }
            }
        }
    }
}

/// Who gets to each cell first; made by [`partition`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The number of the nearest source, [`Partition::NOBODY`] where none gets to, and in the void.
    pub owner: Layer<u16>,
    /// The cost from that source, [`Costs::UNREACHED`] where nobody gets to.
    pub cost: Layer<u32>,
}

impl Partition {
    /// The owner of a cell that no source gets to.
    pub const NOBODY: u16 = u16::MAX;
    /// There may be no more sources.
    pub const SOURCES_MAX: usize = Partition::NOBODY as usize;
}

/// Gives each cell to the source from which it is cheapest to get there, of several to the one with the lowest number.
///
/// Steps are refused as in [`Travel::from`]. Sources outside of the area own nothing.
///
/// # Panics
/// If there are more than [`Partition::SOURCES_MAX`] sources.
#[must_use]
pub fn partition(area: &Area, sources: &[Cell], step: impl Fn(Cell, Direction, Cell) -> Option<u32>) -> Partition {
    assert!(sources.len() <= Partition::SOURCES_MAX, "{} sources", sources.len());
    let mut costs = vec![Costs::UNREACHED; area.len()];
    let mut owners = vec![Partition::NOBODY; area.len()];
    let mut queue = BucketQueue::new();
    for (number, &source) in sources.iter().enumerate() {
        if area.contains(source) && costs[source.index()] != 0 {
            costs[source.index()] = 0;
            owners[source.index()] = number as u16;
            queue.push(0, source.0);
        }
    }
    while let Some((cost, item)) = queue.pop() {
        let cell = Cell(item);
        if costs[cell.index()] != cost {
            continue;
        }
        let owner = owners[cell.index()];
        for (direction, neighbor) in area.around(cell) {
            let known = (costs[neighbor.index()], owners[neighbor.index()]);
            if known <= (cost, owner) {
                continue;
            }
            let Some(price) = step(cell, direction, neighbor) else { continue };
            let sum = cost.saturating_add(price);
            if sum == Costs::UNREACHED || price > Travel::STEP_MAX || (sum, owner) >= known {
                continue;
            }
            costs[neighbor.index()] = sum;
            owners[neighbor.index()] = owner;
            // At an equal cost the neighbour still waits, unless the step was free: then it may have left already.
            if sum < known.0 || price == 0 {
                queue.push(sum, neighbor.0);
            }
        }
    }
    Partition { owner: Layer::from_values(area, owners), cost: Layer::from_values(area, costs) }
}
