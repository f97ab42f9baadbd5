//! Searches over the known map from a unit's place outwards, with memory that is used again and again.

use grid::{Area, BucketQueue, Cell};

use super::worth::NEVER;

/// A search by step costs (Dijkstra), cut off where nothing better can come.
#[derive(Default)]
pub(super) struct Seeker {
    cost: Vec<u16>,
    came: Vec<u32>,
    stamp: Vec<u32>,
    round: u32,
    queue: BucketQueue,
}

/// What a search is to do after a look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Go,
    Stop,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There was nothing more to reach.
    Exhausted,
    /// It has looked at as many cells as it may, or has been told to stop.
    CutOff,
}

/// Where a search begins and how far it may go.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub start: Cell,
    pub cells_max: u32,
    pub cost_max: u16,
}

impl Seeker {
    /// Goes out from a cell. `look` is shown each cell that is reached, with its cost, and each neighbour of such a cell, whether it
    /// can be entered or not: `look(from, to, cost of from)`; `from == to` for the reached cell itself. `extra` is what entering a
    /// cell costs beyond its terrain: [`NEVER`] closes it.
    pub(super) fn go(
        &mut self,
        area: &Area,
        ground: &[u8],
        row: &[u8],
        bounds: Bounds,
        extra: impl Fn(Cell) -> u8,
        mut look: impl FnMut(Cell, Cell, u16) -> Verdict,
    ) -> End {
        if self.stamp.len() != area.len() {
            self.stamp = vec![0; area.len()];
            self.cost = vec![0; area.len()];
            self.came = vec![0; area.len()];
            self.round = 0;
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.stamp.fill(0);
            self.round = 1;
        }
        self.queue.clear();
        let round = self.round;
        let start = bounds.start;
        (self.stamp[start.index()], self.cost[start.index()], self.came[start.index()]) = (round, 0, start.0);
        self.queue.push(0, start.0);
        let mut seen = 0;
        while let Some((cost, at)) = self.queue.pop() {
            let cell = Cell(at);
            let cost = cost as u16;
            if self.cost[cell.index()] != cost {
                continue;
            }
            seen += 1;
            if seen > bounds.cells_max || look(cell, cell, cost) == Verdict::Stop {
                return End::CutOff;
            }
            for (_, near) in area.around(cell) {
                let place = near.index();
                if look(cell, near, cost) == Verdict::Stop {
                    return End::CutOff;
                }
                let step = row[usize::from(ground[place])];
                if step == NEVER {
                    continue;
                }
                let more = extra(near);
                if more == NEVER {
                    continue;
                }
                let reached = cost.saturating_add(u16::from(step)).saturating_add(u16::from(more));
                if reached > bounds.cost_max || (self.stamp[place] == round && self.cost[place] <= reached) {
                    continue;
                }
                (self.stamp[place], self.cost[place], self.came[place]) = (round, reached, cell.0);
                self.queue.push(u32::from(reached), near.0);
            }
        }
        End::Exhausted
    }

    /// The way from the start of the last search to a cell that it reached, last step first; the start is not in it.
    pub(super) fn way_to(&self, cell: Cell, way: &mut Vec<u32>) {
        way.clear();
        let mut at = cell.0;
        if self.stamp[at as usize] != self.round {
            return;
        }
        while self.came[at as usize] != at {
            way.push(at);
            at = self.came[at as usize];
        }
    }
}
