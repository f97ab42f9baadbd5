//! Priority flood: water rises from the sinks, always at the lowest place first, so that each node is reached on the
//! way that has the lowest pass; backwards, that is the way on which its rain runs off.
//!
//! Source: Barnes, Lehman and Mulla, "Priority-flood" (2014), with integer heights and buckets in place of a heap.

use grid::{Area, BucketQueue, Cell};

use crate::graph::{CLOSED, Graph, NONE, SINK};

/// Where water runs, and how high it stands.
pub(crate) struct Drainage {
    /// The nodes in the order in which they were reached: each later than the one that it runs off to.
    pub(crate) order: Vec<u32>,
    /// The neighbour that a node runs off to; [`NONE`] for sinks and closed nodes.
    pub(crate) receiver: Vec<u32>,
    /// The height of the water: the node's own, or that of the pass behind which it stands.
    pub(crate) level: Vec<u16>,
}

/// Floods a graph from its sinks. `turn` gives each node a way to begin round it, so that no direction wins all ties.
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
    while let Some((height, node)) = queue.pop() {
        order.push(node);
        let around = graph.around(node);
        let around = around.as_ref();
        let first = turn(node) as usize % around.len();
        for &neighbor in around[first..].iter().chain(&around[..first]) {
            let role = graph.role(neighbor);
            if role == CLOSED || role == SINK || receiver[neighbor as usize] != NONE {
                continue;
            }
            receiver[neighbor as usize] = node;
            let height = (height as u16).max(heights[neighbor as usize]);
            level[neighbor as usize] = height;
            queue.push(u32::from(height), neighbor);
        }
    }
    Drainage { order, receiver, level }
}

/// The heights of cells with every depression filled to its lowest pass, so that from each cell a way leads to a sink
/// that never rises. Cells that no sink can be reached from, and the void, keep their heights.
///
/// # Panics
/// If `heights` are not as many as the area is long, or a sink lies outside of it.
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
    while let Some((height, cell)) = queue.pop() {
        for (_, neighbor) in area.around(Cell(cell)) {
            if std::mem::replace(&mut reached[neighbor.index()], true) {
                continue;
            }
            let height = level[neighbor.index()].max(height as u16);
            level[neighbor.index()] = height;
            queue.push(u32::from(height), neighbor.0);
        }
    }
    level
}
