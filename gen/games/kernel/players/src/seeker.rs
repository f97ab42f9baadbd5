//! Searches over the known map outwards from a unit's place, with buffers that are reused.

use grid::{Area, Cell};

use crate::known_map::{KnownMap, TARGET};
use crate::tie_breaker::TieBreaker;
use crate::unit_roles::NEVER;

/// A search by step costs (Dijkstra) that stops when nothing better can be found.
#[derive(Default)]
pub(crate) struct Seeker {
    marks: Vec<Mark>,
    round: u16,
    queue: Ring,
    /// Decides which of several ways with the same cost is found first.
    pub tie_breaker: TieBreaker,
}

/// What the last search found out about a cell, in one piece, since all of it is needed at once.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The number of the search that reached the cell.
    round: u16,
    cost: u16,
    /// The cell from which it was reached.
    came: u32,
}

/// A queue of cells by cost. Of cells with one cost the last one comes first, which leads straight to a goal if many ways are
/// equally short. It is [`grid::BucketQueue`] for low step costs, with all of it in one list.
#[derive(Clone, Debug)]
struct Ring {
    /// The last node of each cost, modulo the length of this array.
    tops: [u32; 128],
    /// A bit for each cost that has nodes.
    filled: u128,
    /// Cells, each with the node of the same cost before it.
    nodes: Vec<(Cell, u32)>,
    /// The cost of the cell popped last.
    cost: u16,
}

impl Default for Ring {
    fn default() -> Ring {
        Ring { tops: [0; 128], filled: 0, nodes: Vec::new(), cost: 0 }
    }
}

impl Ring {
    /// The most by which a cost may exceed the cost popped last.
    const AHEAD_MAX: u16 = 127;

    /// Empties it, for costs from `least` on.
    fn clear(&mut self, least: u16) {
        self.nodes.clear();
        (self.filled, self.cost) = (0, least);
    }

    #[inline]
    fn push(&mut self, cost: u16, cell: Cell) {
        let slot = usize::from(cost % 128);
        let below = if self.filled >> slot & 1 == 0 { u32::MAX } else { self.tops[slot] };
        self.filled |= 1 << slot;
        self.tops[slot] = self.nodes.len() as u32;
        self.nodes.push((cell, below));
    }

    #[inline]
    fn pop(&mut self) -> Option<(u16, Cell)> {
        if self.filled == 0 {
            return None;
        }
        // The nearest bit from the present cost on.
        self.cost += self.filled.rotate_right(u32::from(self.cost % 128)).trailing_zeros() as u16;
        let slot = usize::from(self.cost % 128);
        let (cell, below) = self.nodes[self.tops[slot] as usize];
        if below == u32::MAX {
            self.filled &= !(1 << slot);
        } else {
            self.tops[slot] = below;
        }
        Some((self.cost, cell))
    }
}

/// What a search does after a look at a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetVerdict {
    Go,
    Stop,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// No more cells can be reached.
    Exhausted,
    /// It has looked at all cells that it may, or was told to stop.
    CutOff,
}

/// Where a search begins and how far it goes.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub start: Cell,
    pub cells_max: u32,
    pub cost_max: u16,
    /// The goal, if it is known. Cells then come in the order of the least length of a way through them (A*, Hart, Nilsson and
    /// Raphael 1968), not of their own cost.
    pub goal: Option<Cell>,
}

impl Seeker {
    /// Searches outwards from a cell. It calls `look(from, to, cost of from)` for each cell that it reaches, with `from == to`, and
    /// for each neighbour of such a cell, whether that can be entered or not. Cells with targets are not entered. `extra` is what
    /// entering a cell costs beyond its terrain.
    pub(crate) fn go(
        &mut self,
        area: &Area,
        known_map: &KnownMap,
        class: u8,
        bounds: Bounds,
        extra: impl Fn(Cell) -> u8,
        mut look: impl FnMut(Cell, Cell, u16) -> TargetVerdict,
    ) -> End {
        if self.marks.len() != area.len() {
            self.marks = vec![Mark::default(); area.len()];
            self.round = 0;
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(Mark::default());
            self.round = 1;
        }
        let round = self.round;
        let marks = self.marks.as_mut_slice();
        // Slices of the same length, so that the compiler can drop bounds checks.
        let ground = &known_map.ground()[..marks.len()];
        let (row, fences) = (known_map.row(class), known_map.fences(class));
        let start = bounds.start;
        let round_of_look = self.tie_breaker.next_round(area);
        marks[start.index()] = Mark { round, cost: 0, came: start.0 };
        let links = known_map.links(class);
        let has_links = !links.is_empty();
        // A line says nothing of ways over links, and there is none between levels.
        let is_in_line = |goal: &Cell| !has_links && area.level(*goal) == area.level(start);
        let goal = bounds.goal.filter(is_in_line);
        let ahead = |cell| goal.map_or(0, |goal| area.distance(cell, goal) as u16);
        self.queue.clear(ahead(start));
        self.queue.push(ahead(start), start);
        let mut seen = 0;
        while let Some((key, cell)) = self.queue.pop() {
            let cost = key - ahead(cell);
            if marks[cell.index()].cost != cost {
                continue;
            }
            seen += 1;
            if seen > bounds.cells_max {
                return End::CutOff;
            }
            // The cell itself first, then its neighbours: with a single call of `look` the compiler inlines it.
            let mut near = cell;
            let fence = fences.get(cell.index()).copied().unwrap_or(0);
            let mut is_fenced = false;
            let mut around = area.around_by(cell, round_of_look);
            let mut linked = if has_links { links.out_of(cell).iter() } else { [].iter() };
            let mut toll = 0;
            loop {
                if look(cell, near, cost) == TargetVerdict::Stop {
                    return End::CutOff;
                }
                let place = near.index();
                let known = ground[place];
                let step = row[usize::from(known as u8)];
                if step != NEVER && known & TARGET == 0 && near != cell && !is_fenced {
                    let mark = &mut marks[place];
                    if mark.round != round || mark.cost > cost.saturating_add(u16::from(step)) {
                        let step = (u16::from(step) + toll + u16::from(extra(near))).min(Ring::AHEAD_MAX - 1);
                        let reached = cost.saturating_add(step);
                        if reached <= bounds.cost_max && (mark.round != round || mark.cost > reached) {
                            *mark = Mark { round, cost: reached, came: cell.0 };
                            self.queue.push(reached + ahead(near), near);
                        }
                    }
                }
                match around.next() {
                    Some((direction, next)) => (near, is_fenced) = (next, fence & direction.bit() != 0),
                    None => match linked.next() {
                        Some(link) => (near, is_fenced, toll) = (link.to, false, link.cost as u16),
                        None => break,
                    },
                }
            }
        }
        End::Exhausted
    }

    /// Appends the way from the start of the last search to a cell that it reached, last step first, without the start.
    pub(crate) fn way_to(&self, cell: Cell, way: &mut Vec<u32>) {
        way.clear();
        let mut at = cell.0;
        if self.marks[at as usize].round != self.round {
            return;
        }
        while self.marks[at as usize].came != at {
            way.push(at);
            at = self.marks[at as usize].came;
        }
    }
}
