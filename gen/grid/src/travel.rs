//! Cheapest ways: Dijkstra's search with a [`BucketQueue`], from one or many cells.
//!
//! The caller's function gives the cost of a step: `step(from, direction, to)`, `None` if there is no way. Costs are small
//! integers; 0 is allowed. A step that costs more than [`Travel::STEP_MAX`] is refused as if it were `None`, and so is one that
//! would lead to a sum of 2^32 - 1 or more, so that a cost never wraps. [`Links`] are steps with costs of their own, of which the
//! function is not asked.

use crate::{Area, BucketQueue, Cell, Direction, Layer, LinkStep, Links};

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

    /// The costs in the order of cell indices, the void included; [`Costs::UNREACHED`] if there is none.
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

/// Buffers for searches in one area. Keep it: a search clears only what the one before it touched, so hundreds of bounded searches
/// cost no more than the cells that they reach.
#[derive(Clone, Debug)]
pub struct Travel {
    area: Area,
    links: Links,
    costs: Costs,
    /// For [`Travel::route`]: the cell before each cell. It is allocated when first needed, and never cleared.
    before: Vec<Cell>,
    queue: BucketQueue,
}

impl Travel {
    /// The greatest cost of a step; steps that cost more are refused.
    pub const STEP_MAX: u32 = BucketQueue::AHEAD_MAX;

    /// Buffers for an area: four bytes for each cell, and four more when routes are asked for.
    #[must_use]
    pub fn new(area: &Area) -> Travel {
        Travel::over(area, Links::default())
    }

    /// The same for searches that also follow links.
    #[must_use]
    pub fn over(area: &Area, links: Links) -> Travel {
        let costs = Costs { values: vec![Costs::UNREACHED; area.len()], reached: Vec::new() };
        Travel { area: *area, links, costs, before: Vec::new(), queue: BucketQueue::new() }
    }

    /// The cost of each cell that can be reached from the nearest of `sources` for at most `limit`.
    ///
    /// Sources cost 0; repeated ones and ones outside the area are ignored.
    pub fn from(
        &mut self,
        sources: &[Cell],
        limit: u32,
        step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
    ) -> &Costs {
        self.search::<false>(sources, None, limit, step);
        &self.costs
    }

    /// The cheapest way from one cell to another, both included, with its cost; `None` if there is none for at most `limit`.
    ///
    /// Of several cheapest ways it is the one that, seen from its end, always comes from the lowest cell; if steps cost 0 it is one
    /// of the cheapest, always the same.
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
        // A route stops early, so cells that still wait have a cost too.
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
        let Travel { area, links, costs: Costs { values, reached }, before, queue } = self;
        for &source in sources {
            if area.contains(source) && values[source.index()] != 0 {
                values[source.index()] = 0;
                queue.push(0, source.0);
            }
        }
        while let Some((cost, item)) = queue.pop() {
            let cell = Cell(item);
            // A cheaper way was found since it was pushed.
            if values[cell.index()] != cost {
                continue;
            }
            reached.push(cell);
            if ROUTE && target == Some(cell) {
                return;
            }
            let mut relax = |values: &mut [u32], neighbor: Cell, price: u32| {
                let known = values[neighbor.index()];
                let sum = cost.saturating_add(price);
                if sum > limit || price > Travel::STEP_MAX {
                    return;
                }
                if sum < known {
                    values[neighbor.index()] = sum;
                    queue.push(sum, neighbor.0);
                    if ROUTE {
                        before[neighbor.index()] = cell;
                    }
                } else if ROUTE && sum == known && cell < before[neighbor.index()] {
                    // It still waits, because it costs more than this cell; so predecessors never form a circle.
                    before[neighbor.index()] = cell;
                }
            };
            for (direction, neighbor) in area.around(cell) {
                // Most neighbours have as low a cost already; then the step need not be asked for.
                if values[neighbor.index()] <= cost {
                    continue;
                }
                if let Some(price) = step(cell, direction, neighbor) {
                    relax(values, neighbor, price);
                }
            }
            for &LinkStep { to, cost: price, .. } in links.out_of(cell) {
                if values[to.index()] > cost {
                    relax(values, to, price);
                }
            }
        }
    }
}

/// The source that reaches each cell first; made by [`partition`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The number of the nearest source; [`Partition::NOBODY`] for cells that no source reaches, and in the void.
    pub owner: Layer<u16>,
    /// The cost from that source; [`Costs::UNREACHED`] if none reaches the cell.
    pub cost: Layer<u32>,
}

impl Partition {
    /// The owner of a cell that no source reaches.
    pub const NOBODY: u16 = u16::MAX;
    /// The most sources.
    pub const SOURCES_MAX: usize = Partition::NOBODY as usize;
}

/// Gives each cell to the source that reaches it most cheaply, of several to the one with the lowest number.
///
/// Steps are refused as in [`Travel::from`]. Sources outside the area own nothing.
///
/// # Panics
/// If there are more than [`Partition::SOURCES_MAX`] sources.
#[must_use]
pub fn partition(area: &Area, sources: &[Cell], step: impl Fn(Cell, Direction, Cell) -> Option<u32>) -> Partition {
    partition_over(area, Links::NONE, sources, step)
}

/// The same, also over links.
///
/// # Panics
/// As [`partition`].
#[must_use]
pub fn partition_over(
    area: &Area,
    links: &Links,
    sources: &[Cell],
    step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
) -> Partition {
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
        let mut relax = |costs: &mut [u32], neighbor: Cell, price: u32| {
            let known = costs[neighbor.index()];
            let sum = cost.saturating_add(price);
            if sum > known || price > Travel::STEP_MAX || sum == Costs::UNREACHED {
                return;
            }
            if sum == known && owner >= owners[neighbor.index()] {
                return;
            }
            costs[neighbor.index()] = sum;
            owners[neighbor.index()] = owner;
            // At an equal cost the neighbour still waits, unless the step was free: then it may have been popped already.
            if sum < known || price == 0 {
                queue.push(sum, neighbor.0);
            }
        };
        for (direction, neighbor) in area.around(cell) {
            if costs[neighbor.index()] < cost {
                continue;
            }
            if let Some(price) = step(cell, direction, neighbor) {
                relax(&mut costs, neighbor, price);
            }
        }
        for &LinkStep { to, cost: price, .. } in links.out_of(cell) {
            if costs[to.index()] >= cost {
                relax(&mut costs, to, price);
            }
        }
    }
    Partition { owner: Layer::from_values(area, owners), cost: Layer::from_values(area, costs) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, TestBoard, areas, bare, boards, pick, picks, slow_costs, slow_costs_over};

    /// Draws the cheapest way from `a` to `b` where digits are what it costs to enter a cell and `#` is a wall.
    fn check_route(shape: Shape, width: u32, height: u32, board: &str, cost: u32, expected: &str) {
        let drawn = Drawn::read(shape, width, height, board);
        let price = |_, _, to| match drawn.at(to) {
            '#' => None,
            sign => Some(sign.to_digit(10).unwrap_or(1)),
        };
        let found = Travel::new(&drawn.area).route(drawn.find('a'), drawn.find('b'), u32::MAX, price);
        let (path, found_cost) = found.expect("a way");
        assert_eq!(found_cost, cost);
        let on_path = |cell| path[1..path.len() - 1].contains(&cell);
        assert_eq!(drawn.draw(|cell| if on_path(cell) { '*' } else { drawn.at(cell) }), bare(expected));
    }

    #[test]
    fn a_route_prefers_the_long_cheap_way() {
        check_route(
            Shape::Rectangle,
            6,
            4,
            "  1 1 1 1 1 1
              1 9 9 9 1 1
               1 # # 9 1 1
              a 9 9 9 9 b",
            9,
            "  * * * * 1 1
              * 9 9 9 * 1
               * # # 9 * 1
              a 9 9 9 9 b",
        );
    }

    #[test]
    fn a_route_goes_round_a_cylinder() {
        check_route(
            Shape::Cylinder,
            7,
            3,
            "  1 1 1 1 1 1 1
              1 1 # 1 1 1 1
             1 a # b 1 1 1",
            5,
            "  1 1 1 1 1 1 1
              1 1 # 1 1 1 1
             * a # b * * *",
        );
    }

    #[test]
    fn of_two_routes_the_lower_is_taken() {
        check_route(
            Shape::Rectangle,
            4,
            4,
            "  b 1 1 1
              1 1 1 1
               1 1 1 1
              a 1 1 1",
            3,
            "  b 1 1 1
              * 1 1 1
               * 1 1 1
              a 1 1 1",
        );
    }

    #[test]
    fn a_step_too_dear_is_refused_and_a_sum_never_wraps() {
        let area = Area::new(Shape::Rectangle, 3000, 60).unwrap();
        let (first, mut travel) = (Cell(0), Travel::new(&area));
        for price in [Travel::STEP_MAX + 1, u32::MAX] {
            assert_eq!(travel.from(&[first], u32::MAX, |_, _, _| Some(price)).reached(), [first]);
        }
        // Down one row and up the next: 90,000 steps of 60,000 each pass 2^32.
        let snake = |from: Cell, direction: Direction, to: Cell| {
            let (column, row) = area.column_row(from);
            let end = if row % 2 == 0 { 2999 } else { 0 };
            let along = if row % 2 == 0 { Direction(1) } else { Direction(4) };
            let up = column == end && area.column_row(to) == (end, row + 1);
            (direction == along || up).then_some(60_000)
        };
        let costs = travel.from(&[first], u32::MAX, snake);
        let reached = (u32::MAX - 1) / 60_000 + 1;
        assert_eq!(costs.reached().len(), reached as usize);
        assert_eq!(costs.cost(*costs.reached().last().unwrap()), Some((reached - 1) * 60_000));
        let owned = partition(&area, &[first], snake).owner.values().iter().filter(|&&owner| owner == 0).count();
        assert_eq!(owned, reached as usize);
    }

    /// The slow costs, of those within the limit that need no step dearer than allowed.
    fn expected(board: &TestBoard, sources: &[Cell], limit: u32) -> Vec<u32> {
        let allowed = |from, direction, to| board.step(from, direction, to).filter(|&price| price <= Travel::STEP_MAX);
        let slow = slow_costs(&board.area, sources, allowed);
        let within = |cost: Option<u64>| cost.filter(|&cost| cost <= u64::from(limit));
        slow.into_iter().map(|cost| within(cost).map_or(Costs::UNREACHED, |cost| cost as u32)).collect()
    }

    /// The same as [`expected`], also over links.
    fn expected_over(board: &TestBoard, links: &Links, sources: &[Cell]) -> Vec<u32> {
        let allowed = |from, direction, to| board.step(from, direction, to).filter(|&price| price <= Travel::STEP_MAX);
        let slow = slow_costs_over(&board.area, links, sources, allowed);
        slow.into_iter().map(|cost| cost.map_or(Costs::UNREACHED, |cost| cost as u32)).collect()
    }

    fn limits() -> impl Strategy<Value = u32> {
        prop_oneof![0..30u32, 0..5000u32, Just(u32::MAX)]
    }

    proptest! {
        #[test]
        fn costs_are_the_lowest(
            board in boards(),
            searches in prop::collection::vec((prop::collection::vec(any::<Index>(), 0..4), limits()), 1..4),
        ) {
            // One `Travel` for all: nothing may be left from an earlier search, nor from a route that stopped early.
            let mut travel = Travel::new(&board.area);
            for (sources, limit) in searches {
                let sources = picks(&board.area, &sources);
                let costs = travel.from(&sources, limit, |from, direction, to| board.step(from, direction, to));
                prop_assert_eq!(costs.values(), expected(&board, &sources, limit));
                prop_assert!(costs.reached().is_sorted_by_key(|&cell| costs.cost(cell)));
                let reached: std::collections::BTreeSet<_> = costs.reached().iter().copied().collect();
                prop_assert_eq!(reached.len(), costs.reached().len(), "each once");
                let all = board.area.cells().filter(|&cell| costs.cost(cell).is_some());
                prop_assert!(all.eq(reached));
                if let [first, .., last] = sources[..] {
                    travel.route(first, last, limit, |from, direction, to| board.step(from, direction, to));
                }
            }
        }

        #[test]
        fn routes_are_the_cheapest(board in boards(), from: Index, to: Index, limit in limits()) {
            let area = &board.area;
            let (from, to) = (pick(area, from), pick(area, to));
            let step = |from, direction, to| board.step(from, direction, to);
            let mut travel = Travel::new(area);
            let found = travel.route(from, to, limit, step);
            let costs = expected(&board, &[from], limit);
            prop_assert_eq!(found.as_ref().map_or(Costs::UNREACHED, |route| route.1), costs[to.index()]);
            let Some((path, cost)) = found else { return Ok(()) };

            prop_assert_eq!((path[0], *path.last().unwrap()), (from, to));
            let mut sum = 0;
            for pair in path.windows(2) {
                let ways = area.around(pair[0]).filter(|&(_, neighbor)| neighbor == pair[1]);
                let price = ways.filter_map(|(direction, neighbor)| step(pair[0], direction, neighbor)).min();
                sum += price.expect("an allowed step");
                if board.least > 0 {
                    // No lower cell leads here at the same cost.
                    let leads = |other: Cell| {
                        let ways = area.around(other).filter(|&(_, neighbor)| neighbor == pair[1]);
                        let price = ways.filter_map(|(direction, neighbor)| step(other, direction, neighbor)).min();
                        let sum = price.and_then(|price| costs[other.index()].checked_add(price));
                        sum == Some(costs[pair[1].index()]) && price <= Some(Travel::STEP_MAX)
                    };
                    let lowest = area.around(pair[1]).map(|(_, other)| other).filter(|&other| leads(other)).min();
                    prop_assert_eq!(lowest, Some(pair[0]));
                }
            }
            prop_assert_eq!(sum, cost);
            prop_assert_eq!(travel.route(from, to, limit, step), Some((path, cost)), "the same again");
        }

        #[test]
        fn links_are_steps_like_any_other(
            board in boards(),
            count in 0..6_u64,
            sources in prop::collection::vec(any::<Index>(), 0..4),
            to: Index,
        ) {
            let (area, links) = (&board.area, board.links(count));
            let sources = picks(area, &sources);
            let mut travel = Travel::over(area, links.clone());
            let costs = travel.from(&sources, u32::MAX, |from, direction, to| board.step(from, direction, to));
            prop_assert_eq!(costs.values(), expected_over(&board, &links, &sources));
            prop_assert!(costs.reached().is_sorted_by_key(|&cell| costs.cost(cell)));

            let found = partition_over(area, &links, &sources, |from, direction, to| board.step(from, direction, to));
            let each: Vec<_> = sources.iter().map(|&source| expected_over(&board, &links, &[source])).collect();
            for index in area.cells().map(Cell::index) {
                let nearest = (0..sources.len()).map(|number| (each[number][index], number as u16)).min();
                let nearest = nearest.filter(|&(cost, _)| cost != Costs::UNREACHED);
                let expected = nearest.unwrap_or((Costs::UNREACHED, Partition::NOBODY));
                prop_assert_eq!((found.cost.values()[index], found.owner.values()[index]), expected);
            }

            let Some(&from) = sources.first() else { return Ok(()) };
            let to = pick(area, to);
            let route = travel.route(from, to, u32::MAX, |from, direction, to| board.step(from, direction, to));
            let cost = expected_over(&board, &links, &[from])[to.index()];
            prop_assert_eq!(route.as_ref().map_or(Costs::UNREACHED, |route| route.1), cost);
            for pair in route.iter().flat_map(|(path, _)| path.windows(2)) {
                let is_beside = area.around(pair[0]).any(|(_, cell)| cell == pair[1]);
                prop_assert!(is_beside || links.out_of(pair[0]).iter().any(|step| step.to == pair[1]), "{:?}", pair);
            }
        }

        #[test]
        fn cells_belong_to_the_nearest_source(board in boards(), sources in prop::collection::vec(any::<Index>(), 0..6)) {
            let sources = picks(&board.area, &sources);
            let found = partition(&board.area, &sources, |from, direction, to| board.step(from, direction, to));
            let each: Vec<_> = sources.iter().map(|&source| expected(&board, &[source], u32::MAX)).collect();
            for index in board.area.cells().map(Cell::index) {
                let nearest = (0..sources.len()).map(|number| (each[number][index], number as u16)).min();
                let nearest = nearest.filter(|&(cost, _)| cost != Costs::UNREACHED);
                let expected = nearest.unwrap_or((Costs::UNREACHED, Partition::NOBODY));
                prop_assert_eq!((found.cost.values()[index], found.owner.values()[index]), expected);
            }
        }

        #[test]
        fn cells_that_are_none_are_passed_over(area in areas()) {
            let outside = [Cell(area.len() as u32), Cell(u32::MAX)];
            let void = (0..area.len() as u32).map(Cell).filter(|&cell| !area.contains(cell));
            let none: Vec<Cell> = void.chain(outside).collect();
            let mut travel = Travel::new(&area);
            prop_assert_eq!(travel.from(&none, u32::MAX, |_, _, _| Some(1)).reached(), vec![]);
            prop_assert_eq!(travel.route(outside[0], Cell(area.len() as u32 / 2), u32::MAX, |_, _, _| Some(1)), None);
            prop_assert_eq!(travel.route(Cell(area.len() as u32 / 2), outside[1], u32::MAX, |_, _, _| Some(1)), None);
            let nobody = partition(&area, &none, |_, _, _| Some(1)).owner;
            prop_assert!(nobody.values().iter().all(|&owner| owner == Partition::NOBODY));
        }
    }
}
