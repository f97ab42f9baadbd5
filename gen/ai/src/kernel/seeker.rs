//! Searches over the known map from a unit's place outwards, with memory that is used again and again.

use grid::{Area, Cell};

use super::known_map::{KnownMap, TARGET};
use super::tie_breaker::TieBreaker;
use super::unit_roles::NEVER;

/// A search by step costs (Dijkstra), cut off where nothing better can come.
#[derive(Default)]
pub(super) struct Seeker {
    marks: Vec<Mark>,
    round: u16,
    queue: Ring,
    /// Among ways of one cost, which is found first.
    pub tie_breaker: TieBreaker,
}

/// What the last searches found of a cell: in one piece, since all of it is asked for at once.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The search that reached it.
    round: u16,
    cost: u16,
    /// The cell from which it is reached.
    came: u32,
}

/// Cells by cost, of those of one cost the last one first, which leads straight to a goal where many ways are as short:
/// [`grid::BucketQueue`] for steps that are never dear, all of it in one list.
#[derive(Clone, Debug)]
struct Ring {
    /// The last node of each cost, modulo their number.
    tops: [u32; 128],
    /// A bit for each of these that has nodes.
    filled: u128,
    /// Cells, and the node of the same cost that came before.
    nodes: Vec<(Cell, u32)>,
    /// The cost last popped.
    cost: u16,
}

impl Default for Ring {
    fn default() -> Ring {
        Ring { tops: [0; 128], filled: 0, nodes: Vec::new(), cost: 0 }
    }
}

impl Ring {
    /// No cost may be further ahead of the one last popped.
    const AHEAD_MAX: u16 = 127;

    /// Empties it, for costs from one on.
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
    /// Where it is to go, if that is known: cells come in the order of how long a way over them is at least (A*, Hart, Nilsson and
    /// Raphael 1968), not of how far they are.
    pub goal: Option<Cell>,
}

impl Seeker {
    /// Goes out from a cell. `look` is shown each cell that is reached, with its cost, and each neighbour of such a cell, whether it
    /// can be entered or not: `look(from, to, cost of from)`; `from == to` for the reached cell itself. Cells with targets are not
    /// entered. `extra` is what entering a cell costs beyond its terrain.
    pub(super) fn go(
        &mut self,
        area: &Area,
        known_map: &KnownMap,
        class: u8,
        bounds: Bounds,
        extra: impl Fn(Cell) -> u8,
        mut look: impl FnMut(Cell, Cell, u16) -> Verdict,
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
        // Of one length, as the compiler is to know.
        let ground = &known_map.ground()[..marks.len()];
        let (row, fences) = (known_map.row(class), known_map.fences(class));
        let start = bounds.start;
        let round_of_look = self.tie_breaker.next_round(area);
        marks[start.index()] = Mark { round, cost: 0, came: start.0 };
        let ahead = |cell| bounds.goal.map_or(0, |goal| area.distance(cell, goal) as u16);
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
            // The cell itself first, then its neighbours: `look` stands in one place, so that it is put there whole.
            let mut near = cell;
            let fence = fences.get(cell.index()).copied().unwrap_or(0);
            let mut is_fenced = false;
            let mut around = area.around_by(cell, round_of_look);
            loop {
                if look(cell, near, cost) == Verdict::Stop {
                    return End::CutOff;
                }
                let place = near.index();
                let known = ground[place];
                let step = row[usize::from(known as u8)];
                if step != NEVER && known & TARGET == 0 && near != cell && !is_fenced {
                    let mark = &mut marks[place];
                    if mark.round != round || mark.cost > cost.saturating_add(u16::from(step)) {
                        let step = (u16::from(step) + u16::from(extra(near))).min(Ring::AHEAD_MAX - 1);
                        let reached = cost.saturating_add(step);
                        if reached <= bounds.cost_max && (mark.round != round || mark.cost > reached) {
                            *mark = Mark { round, cost: reached, came: cell.0 };
                            self.queue.push(reached + ahead(near), near);
                        }
                    }
                }
                match around.next() {
                    Some((direction, next)) => (near, is_fenced) = (next, fence & direction.bit() != 0),
                    None => break,
                }
            }
        }
        End::Exhausted
    }

    /// The way from the start of the last search to a cell that it reached, last step first; the start is not in it.
    pub(super) fn way_to(&self, cell: Cell, way: &mut Vec<u32>) {
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
