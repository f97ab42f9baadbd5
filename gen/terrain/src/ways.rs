//! Ways that people dig: cheap ones with few turns.
//!
//! A search over cells and the directions in which they are entered (Dijkstra's): a cheapest way over cells alone would be a staircase as
//! often as a corridor with one bend.

use grid::{Area, BucketQueue, Cell, Direction, Lattice};

/// What a turn costs, beside the cells.
const TURN: u32 = 12;

/// The directions in which people dig: on squares never across corners.
pub(crate) fn straight(area: &Area) -> impl Iterator<Item = Direction> + Clone + use<> {
    let stride = if area.shape().lattice() == Lattice::Square8 { 2 } else { 1 };
    (0..area.directions()).step_by(stride).map(Direction)
}

/// The opposite direction.
pub(crate) const fn back(area: &Area, direction: Direction) -> Direction {
    Direction((direction.0 + area.directions() / 2) % area.directions())
}

/// The cells round a cell that one sees as touching it: on squares the corners too, whether or not units step across them.
pub(crate) fn touching(area: &Area, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    const ROUND: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let (area, is_hex) = (*area, area.shape().lattice() == Lattice::Hex);
    let hexes = area.around(cell).map(|(_, other)| other).filter(move |_| is_hex);
    let squares = ROUND.into_iter().filter(move |_| !is_hex).filter_map(move |vector| area.offset(cell, vector));
    hexes.chain(squares)
}

/// Buffers for searches in an area. A state is a cell and the direction in which it was entered.
pub(crate) struct Ways {
    area: Area,
    directions: Vec<Direction>,
    costs: Vec<u32>,
    /// For each state the number of the direction in which the cell before it was entered, or [`Ways::SOURCE`].
    before: Vec<u8>,
    touched: Vec<usize>,
}

impl Ways {
    const SOURCE: u8 = u8::MAX;

    pub(crate) fn new(area: &Area) -> Ways {
        let directions: Vec<Direction> = straight(area).collect();
        let states = area.len() * directions.len();
        Ways { area: *area, directions, costs: vec![u32::MAX; states], before: vec![0; states], touched: Vec::new() }
    }

    /// The cheapest way from one of `sources` to a cell that `is_end`, both included. `step` tells what a step costs, at most a few
    /// thousand; `None` if it cannot be made. Of several the one that was found first.
    pub(crate) fn find(
        &mut self,
        sources: impl IntoIterator<Item = Cell>,
        is_end: impl Fn(Cell) -> bool,
        step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        let Ways { area, directions, costs, before, touched } = self;
        for state in touched.drain(..) {
            costs[state] = u32::MAX;
        }
        let mut queue = BucketQueue::new();
        let mut enter = |queue: &mut BucketQueue, cell: Cell, number: usize, cost: u32, came: u8| {
            let state = cell.index() * directions.len() + number;
            if cost < costs[state] {
                if costs[state] == u32::MAX {
                    touched.push(state);
                }
                (costs[state], before[state]) = (cost, came);
                queue.push(cost, state as u32);
            }
            costs[state]
        };
        for source in sources {
            for (number, &direction) in directions.iter().enumerate() {
                let next = area.neighbor(source, direction);
                if let Some((next, price)) = next.and_then(|next| Some((next, step(source, direction, next)?))) {
                    enter(&mut queue, next, number, price, Ways::SOURCE);
                }
            }
        }
        while let Some((cost, state)) = queue.pop() {
            let (cell, came) = (Cell(state / directions.len() as u32), state as usize % directions.len());
            // Entering at the same cost again changes nothing, and tells whether a cheaper way was found meanwhile.
            if enter(&mut queue, cell, came, cost, 0) != cost {
                continue;
            }
            if is_end(cell) {
                return Some(self.way_to(cell, came));
            }
            for (number, &direction) in directions.iter().enumerate() {
                let Some(next) = area.neighbor(cell, direction) else { continue };
                let Some(price) = step(cell, direction, next) else { continue };
                let turn = if number == came { 0 } else { TURN };
                enter(&mut queue, next, number, cost + price + turn, came as u8);
            }
        }
        None
    }

    fn way_to(&self, end: Cell, came: usize) -> Vec<Cell> {
        let (mut way, mut came) = (vec![end], came);
        loop {
            let cell = *way.last().expect("it has an end");
            let state = cell.index() * self.directions.len() + came;
            way.push(self.area.neighbor(cell, back(&self.area, self.directions[came])).expect("it came from there"));
            if self.before[state] == Ways::SOURCE {
                way.reverse();
                return way;
            }
            came = usize::from(self.before[state]);
        }
    }
}
