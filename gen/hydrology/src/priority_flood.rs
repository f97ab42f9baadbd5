//! Priority flood: water rises from the sinks, always at the lowest place first, so that each node is reached by the way with the
//! lowest pass; backwards, that is the way by which its rain drains.
//!
//! Source: Barnes, Lehman and Mulla, "Priority-flood" (2014), with integer heights and buckets in place of a heap.

use grid::{Area, BucketQueue, Cell};

use crate::graph::{GROUND, Graph, NONE, SINK};

/// Where water drains to, and how high it stands.
pub(crate) struct Drainage {
    /// The nodes in the order in which they were reached: each later than the one that it drains to.
    pub(crate) order: Vec<u32>,
    /// The neighbour that a node drains to; [`NONE`] for sinks and closed nodes.
    pub(crate) receiver: Vec<u32>,
    /// The height of the water: the node's own height, or that of the pass that dams it.
    pub(crate) level: Vec<u16>,
}

/// Floods a graph from its sinks. `turn` says at which neighbour to begin round a node, so that no direction wins all ties.
pub(crate) fn flood<G: Graph>(graph: &G, heights: &[u16], turn: impl Fn(u32) -> u32) -> Drainage {
    let count = heights.len();
    let mut receiver = vec![NONE; count];
    let mut level = heights.to_vec();
    let mut order = Vec::new();
    let mut queue = BucketQueue::new();
    let marks = graph.marks();
    for (node, _) in marks.iter().enumerate().filter(|&(node, _)| graph.role(node as u32) == SINK) {
        queue.push(u32::from(heights[node]), node as u32);
    }
    while let Some((height, first)) = queue.pop() {
        let height = height as u16;
        // Nodes below this level are reached at once, nearest first, and never queued (the paper's second queue).
        let mut next = order.len();
        order.push(first);
        while next < order.len() {
            let node = order[next];
            next += 1;
            let around = graph.around(node);
            let around = around.as_ref();
            let turn = turn(node) as usize % around.len();
            for &neighbor in around[turn..].iter().chain(&around[..turn]) {
                if graph.role(neighbor) != GROUND || receiver[neighbor as usize] != NONE {
                    continue;
                }
                receiver[neighbor as usize] = node;
                let own = heights[neighbor as usize];
                if own > height {
                    queue.push(u32::from(own), neighbor);
                } else {
                    level[neighbor as usize] = height;
                    order.push(neighbor);
                }
            }
        }
    }
    Drainage { order, receiver, level }
}

/// The heights of cells with every depression filled to its lowest pass, so that from each cell a way that never rises leads to a
/// sink. Cells from which no sink can be reached, and the void, keep their heights.
///
/// # Panics
/// If the number of `heights` is not the area's length, or a sink lies outside the area.
#[must_use]
pub fn fill_depressions(area: &Area, heights: &[u16], sinks: &[Cell]) -> Vec<u16> {
    assert_eq!(heights.len(), area.len(), "heights of another area");
    let mut level = heights.to_vec();
    let mut reached = vec![false; area.len()];
    let mut queue = BucketQueue::new();
    for &sink in sinks {
        if !std::mem::replace(&mut reached[sink.index()], true) {
            queue.push(u32::from(heights[sink.index()]), sink.0);
        }
    }
    let mut drowned = Vec::new();
    while let Some((height, first)) = queue.pop() {
        let height = height as u16;
        drowned.push(first);
        while let Some(cell) = drowned.pop() {
            for (_, neighbor) in area.around(Cell(cell)) {
                if std::mem::replace(&mut reached[neighbor.index()], true) {
                    continue;
                }
                let own = heights[neighbor.index()];
                if own > height {
                    queue.push(u32::from(own), neighbor.0);
                } else {
                    level[neighbor.index()] = height;
                    drowned.push(neighbor.0);
                }
            }
        }
    }
    level
}

#[cfg(test)]
mod tests {
    use chance::Seed;
    use grid::{Lattice, Shape};
    use proptest::prelude::*;

    use super::*;
    use crate::graph::{Cells, Corners};
    use crate::square_corners::SquareCorners;

    fn any_area() -> impl Strategy<Value = Area> {
        (proptest::sample::select(Shape::ALL), 3_u32..40, 3_u32..40).prop_map(|(shape, width, height)| {
            Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
        })
    }

    fn random(count: usize, bound: u32, seed: u64) -> Vec<u16> {
        let mut stream = Seed(seed).stream("heights");
        (0..count).map(|_| stream.below(bound) as u16).collect()
    }

    /// The filled heights of a graph, by repeated passes until nothing changes.
    fn fill_slowly<G: Graph>(graph: &G, heights: &[u16]) -> Vec<u16> {
        let is_sink = |node: usize| graph.role(node as u32) == SINK;
        let mut level: Vec<u16> =
            (0..heights.len()).map(|node| if is_sink(node) { heights[node] } else { u16::MAX }).collect();
        loop {
            let mut changed = false;
            for node in (0..level.len()).filter(|&node| graph.role(node as u32) == GROUND) {
                let around = graph.around(node as u32);
                let open = around.as_ref().iter().filter(|&&next| graph.role(next) >= GROUND);
                let lowest = open.map(|&next| level[next as usize]).min().unwrap_or(u16::MAX);
                let filled = heights[node].max(lowest);
                changed |= filled < level[node];
                level[node] = level[node].min(filled);
            }
            if !changed {
                return level;
            }
        }
    }

    fn check<G: Graph>(graph: &G, heights: &[u16]) -> Result<(), TestCaseError> {
        let drainage = flood(graph, heights, |node| node);
        let slow = fill_slowly(graph, heights);
        let mut reached = vec![false; heights.len()];
        for &node in &drainage.order {
            prop_assert_eq!(drainage.level[node as usize], slow[node as usize]);
            let receiver = drainage.receiver[node as usize];
            if receiver == NONE {
                prop_assert_eq!(graph.role(node), SINK);
            } else {
                prop_assert!(reached[receiver as usize], "a receiver is reached before");
                prop_assert!(graph.around(node).as_ref().contains(&receiver), "a receiver is a neighbour");
                prop_assert!(drainage.level[receiver as usize] <= drainage.level[node as usize], "water runs down");
            }
            prop_assert!(!std::mem::replace(&mut reached[node as usize], true), "each is reached once");
        }
        // An open node that was not reached has no way to a sink.
        for node in (0..heights.len()).filter(|&node| graph.role(node as u32) == GROUND && !reached[node]) {
            prop_assert_eq!(slow[node], u16::MAX);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn water_runs_down_from_everywhere(
            area in any_area(), seed in any::<u64>(), bound in 1_u32..500, water in 0_u32..6,
        ) {
            let mut stream = Seed(seed).stream("water");
            let liquid: Vec<bool> = (0..area.len()).map(|_| stream.below(10) < water).collect();
            if area.shape().lattice() == Lattice::Hex {
                check(&Corners::new(&area, liquid.clone()), &random(2 * area.len(), bound, seed))?;
            } else {
                check(&SquareCorners::new(&area, liquid.clone()), &random(area.len(), bound, seed))?;
            }
            check(&Cells::new(&area, liquid), &random(area.len(), bound, seed))?;
        }

        #[test]
        fn filled_cells_are_those_of_a_slow_fill(area in any_area(), seed in any::<u64>(), bound in 1_u32..500) {
            let heights = random(area.len(), bound, seed);
            let sinks: Vec<Cell> = area.cells().filter(|&cell| area.is_edge(cell)).collect();
            // Without a sink, on a torus, heights stay as they are.
            prop_assume!(!sinks.is_empty());
            let level = fill_depressions(&area, &heights, &sinks);
            let slow = fill_slowly(&Cells::new(&area, vec![false; area.len()]), &heights);
            for cell in area.cells() {
                prop_assert_eq!(level[cell.index()], slow[cell.index()]);
            }
        }
    }
}
