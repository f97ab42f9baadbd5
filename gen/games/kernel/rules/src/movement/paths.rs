//! The cheapest way of one unit over the ground that its side knows, and all cells that it can reach in this turn: for tasks and
//! players (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968).
//!
//! Costs are computed in acp, as they are paid: step by step, each rounded. Visible units of others count, but only near the start,
//! because those farther away will have moved.

use std::cell::RefCell;

use grid::{Area, BucketQueue, Cell};
use world::SideId;

use super::links::LinkBounds;
use super::{Way, slides};
use crate::{StateView, UnitIndex, View};

/// The distance from its start within which a search looks for units in the way.
const NEAR: u32 = 6;

/// The greatest cost of a step: the queue cannot hold more costs at once.
const ACP_MOST: i32 = 30_000;

/// Searches for ways, with buffers that are reused.
#[derive(Clone, Debug)]
pub struct Paths {
    /// By cell: the number of the search that reached it, the cost, and the cell before it.
    marks: Vec<[u32; 3]>,
    search: u32,
    queue: BucketQueue,
    reached: Vec<Reached>,
    steps: Vec<Cell>,
}

/// A cell that a unit can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The cell.
    pub cell: Cell,
    /// The cost to go there, in acp.
    pub acp: i32,
}

/// A way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route<'a> {
    /// The cells on the way, the first step first.
    pub steps: &'a [Cell],
    /// Its total cost, in acp.
    pub acp: i32,
}

/// The query of a search.
#[derive(Clone, Copy)]
struct PathQuery<'a> {
    at: StateView<'a>,
    side: SideId,
    unit: UnitIndex,
    start: Cell,
    /// The speed on the whole way, if the wind does not matter.
    speed: Option<i32>,
    /// The least cost of a step.
    least: u32,
    /// The length of the longest step, in cells.
    stride: u32,
}

/// The cells that a search for a single step looks at.
const CELLS_OF_A_STEP: usize = 2_000;

thread_local! {
    /// The buffers of searches for single steps: allocating them each time would cost more than most searches.
    static PATHS: RefCell<Option<Paths>> = const { RefCell::new(None) };
}

impl View<'_> {
    /// The first step of the cheapest way of an own unit over known terrain to a cell, or to within `within` cells of it.
    #[must_use]
    pub fn first_step(&self, unit: UnitIndex, goal: Cell, within: u32) -> Option<Cell> {
        let area = &self.rules.area;
        PATHS.with_borrow_mut(|paths| {
            if paths.as_ref().is_none_or(|paths| paths.marks.len() != area.len()) {
                *paths = None;
            }
            let paths = paths.get_or_insert_with(|| Paths::new(area));
            let route = paths.route(self, unit, goal, within, CELLS_OF_A_STEP)?;
            route.steps.first().copied()
        })
    }
}

impl Paths {
    /// The buffers for an area.
    #[must_use]
    pub fn new(area: &Area) -> Paths {
        Paths {
            marks: vec![[0; 3]; area.len()],
            search: 0,
            queue: BucketQueue::new(),
            reached: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The cheapest way of an own unit over known terrain to a cell, or to within `within` cells of it; `None` if there is none, or
    /// if it is not found among `cells_max` cells. It may take several turns.
    pub fn route(
        &mut self,
        view: &View<'_>,
        unit: UnitIndex,
        goal: Cell,
        within: u32,
        cells: usize,
    ) -> Option<Route<'_>> {
        self.find_route(view.state_view(), view.side(), unit, goal, within, cells)
    }

    /// The cells that an own unit can reach in this turn, the cheapest first, without its own cell.
    pub fn within_reach(&mut self, view: &View<'_>, unit: UnitIndex) -> &[Reached] {
        self.find_reach(view.state_view(), view.side(), unit)
    }

    /// As [`Paths::route`].
    pub(crate) fn find_route(
        &mut self,
        at: StateView<'_>,
        side: SideId,
        unit: UnitIndex,
        goal: Cell,
        within: u32,
        cells: usize,
    ) -> Option<Route<'_>> {
        let search = PathQuery::new(at, side, unit)?;
        let area = &at.rules.area;
        if !area.contains(goal) {
            return None;
        }
        let has_links = at.rules.has_links();
        let bounds = if has_links { LinkBounds::new(at.rules, goal, within) } else { None };
        let steps = |cell: Cell| match &bounds {
            Some(bounds) => bounds.steps(area, cell),
            None if has_links => 0,
            None => area.distance(cell, goal).saturating_sub(within),
        };
        let ahead = |cell: Cell| steps(cell).div_ceil(search.stride) * search.least;
        if steps(search.start) >= Area::APART {
            return None;
        }
        // Keys begin at 0: a key is the cost of a way beyond the least possible one.
        let base = ahead(search.start);
        self.begin(search.start);
        let mut closed = 0;
        while let Some((key, cell)) = self.queue.pop() {
            let cell = Cell(cell);
            let cost = self.marks[cell.index()][1];
            if key != (cost + ahead(cell)).saturating_sub(base) {
                continue;
            }
            if area.distance(cell, goal) <= within {
                return Some(self.trace(search.start, cell));
            }
            closed += 1;
            if closed > cells {
                return None;
            }
            search.each_step(cell, Some(goal), |to, _, _, acp| {
                let cost = cost + acp as u32;
                // A link may lead farther away than the queue can hold, or to where no way goes on.
                if has_links && (steps(to) >= Area::APART || ahead(to) > ahead(cell) + ACP_MOST as u32) {
                    return;
                }
                self.relax(cell, to, cost, (cost + ahead(to)).saturating_sub(base));
            });
        }
        None
    }

    /// As [`Paths::within_reach`].
    pub(crate) fn find_reach(&mut self, at: StateView<'_>, side: SideId, unit: UnitIndex) -> &[Reached] {
        self.reached.clear();
        let Some(search) = PathQuery::new(at, side, unit) else { return &[] };
        let acp = i32::from(at.unit(unit).acp);
        let most = acp.saturating_sub(at.steps_of(unit).acp_min).max(0) as u32;
        self.begin(search.start);
        while let Some((key, cell)) = self.queue.pop() {
            let cell = Cell(cell);
            let cost = self.marks[cell.index()][1];
            if key != cost {
                continue;
            }
            if cell != search.start {
                self.reached.push(Reached { cell, acp: cost as i32 });
            }
            search.each_step(cell, None, |to, speed, mp, price| {
                if at.can_pay(unit, acp - cost as i32, speed, mp) {
                    // No more is paid than may be owed.
                    let cost = (cost + price as u32).min(most);
                    self.relax(cell, to, cost, cost);
                }
            });
        }
        &self.reached
    }

    fn begin(&mut self, start: Cell) {
        self.queue.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.marks.fill([0; 3]);
            self.search = 1;
        }
        self.marks[start.index()] = [self.search, 0, start.0];
        self.queue.push(0, start.0);
    }

    fn relax(&mut self, from: Cell, to: Cell, cost: u32, key: u32) {
        let mark = &mut self.marks[to.index()];
        if mark[0] != self.search || cost < mark[1] {
            *mark = [self.search, cost, from.0];
            self.queue.push(key, to.0);
        }
    }

    /// The way to a cell that was reached.
    fn trace(&mut self, start: Cell, end: Cell) -> Route<'_> {
        self.steps.clear();
        let mut cell = end;
        while cell != start {
            self.steps.push(cell);
            cell = Cell(self.marks[cell.index()][2]);
        }
        self.steps.reverse();
        Route { steps: &self.steps, acp: self.marks[end.index()][1] as i32 }
    }
}

impl<'a> PathQuery<'a> {
    /// `None` for a unit that cannot move by itself.
    fn new(at: StateView<'a>, side: SideId, id: UnitIndex) -> Option<PathQuery<'a>> {
        let unit = at.unit(id);
        let steps = at.rules.steps_for(unit.kind);
        if !at.is_in_play(id) || !steps.goes_by_itself() {
            return None;
        }
        let minds_wind = steps.speed.minds_wind();
        let speed = (!minds_wind).then(|| at.speed_to(id, unit.cell));
        if speed.is_some_and(|speed| speed <= 0) {
            return None;
        }
        let least = speed.map_or(1, |speed| at.acp_of_mp(id, speed, 1)).clamp(1, ACP_MOST) as u32;
        let stride = if steps.slides_along.is_empty() { 1 } else { 2 };
        Some(PathQuery { at, side, unit: id, start: unit.cell, speed, least, stride })
    }

    /// Calls `found` for every step from a cell: its end, speed, mp and acp.
    fn each_step(&self, from: Cell, goal: Option<Cell>, mut found: impl FnMut(Cell, i32, i32, i32)) {
        let area = &self.at.rules.area;
        let mut step = |to: Cell, way: Way| {
            let Some(mp) = self.mp(from, to, way, goal) else { return };
            let speed = self.speed.unwrap_or_else(|| self.at.speed_between(Some(self.side), self.unit, from, to));
            if speed <= 0 {
                return;
            }
            let acp = self.at.acp_of_mp(self.unit, speed, mp);
            if acp <= ACP_MOST {
                found(to, speed, mp, acp);
            }
        };
        for (direction, to) in area.around(from) {
            step(to, Way::Next(direction));
        }
        if self.at.rules.has_links() {
            self.at.rules.linked_from(from).for_each(|to| step(to, Way::Link));
        }
        if self.stride == 1 {
            return;
        }
        for (direction, left) in area.around(from) {
            let Some(to) = area.neighbor(left, grid::Direction((direction.0 + 1) % area.directions())) else {
                continue;
            };
            if let Some(slide) = slides::find(self.at, Some(self.side), self.at.unit(self.unit).kind, [from, to]) {
                step(to, Way::Slide(slide));
            }
        }
    }

    /// The movement points of a step, unless the side knows that it is forbidden.
    fn mp(&self, from: Cell, to: Cell, way: Way, goal: Option<Cell>) -> Option<i32> {
        let (at, unit) = (self.at, self.at.unit(self.unit));
        if at.rules.area.distance(self.start, to) > NEAR {
            return at.known_cost(self.side, unit.kind, [from, to], way);
        }
        if from == self.start && goal != Some(to) && self.is_full(to) {
            return None;
        }
        let mp = at.planned_mp(self.side, self.unit, [from, to], way);
        if mp.is_none() && goal == Some(to) {
            // A unit at the goal does not block it, because it is the reason for going there.
            return at.known_cost(self.side, unit.kind, [from, to], way);
        }
        mp
    }

    /// Whether the side sees that a cell has no room.
    fn is_full(&self, cell: Cell) -> bool {
        let at = self.at;
        at.in_cell(cell).all(|id| at.sees(self.side, id)) && !at.has_room(at.unit(self.unit).kind, cell, None)
    }
}
