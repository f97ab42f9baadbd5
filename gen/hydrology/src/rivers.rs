//! Rivers: which of the water's ways are drawn.
//!
//! From each spring a river follows the drainage to its sink. Two rivers that meet are one river from there on: the longer is the
//! main stem and the other its tributary. Stems and tributaries that are too short are left out. Nothing is drawn through a lake;
//! the river continues behind its outlet.

use crate::graph::{Graph, LAKE, NONE, OUTLET, RIVER, SINK};
use crate::lakes::Lakes;
use crate::priority_flood::Drainage;

/// The rain that each node carries: the number of nodes that drain through it, itself included.
pub(crate) fn accumulate_flow(drainage: &Drainage) -> Vec<u32> {
    let mut flow = vec![1; drainage.receiver.len()];
    for &node in drainage.order.iter().rev() {
        let receiver = drainage.receiver[node as usize];
        if receiver != NONE {
            flow[receiver as usize] += flow[node as usize];
        }
    }
    flow
}

/// Moves a spring up the largest brook, as long as that carries the rain of `least` nodes and `may_rise` allows it.
pub(crate) fn climb<G: Graph>(
    graph: &G,
    drainage: &Drainage,
    flow: &[u32],
    mut node: u32,
    least: u32,
    may_rise: impl Fn(u32) -> bool,
) -> u32 {
    loop {
        let around = graph.around(node);
        let brook = around
            .as_ref()
            .iter()
            .copied()
            .filter(|&above| drainage.receiver.get(above as usize) == Some(&node))
            .max_by_key(|&above| (flow[above as usize], above));
        match brook {
            Some(above)
                if flow[above as usize] >= least && graph.marks()[above as usize] & LAKE == 0 && may_rise(above) =>
            {
                node = above;
            }
            _ => return node,
        }
    }
}

/// What was drawn.
pub(crate) struct Drawn {
    /// Stems and tributaries.
    pub(crate) rivers: usize,
}

/// Draws the rivers that come from springs and lakes, none shorter than `length_min`. `flow` is only reused as a buffer.
pub(crate) fn draw_rivers<G: Graph>(
    graph: &mut G,
    drainage: &Drainage,
    lakes: &Lakes,
    springs: &[u32],
    length_min: u32,
    flow: Vec<u32>,
    edges: &mut [u8],
) -> Drawn {
    // The nodes of all rivers, course after course; a course begins at its spring and ends at a sink, or at the node before the
    // first one of an earlier course.
    let mut nodes = Vec::new();
    let mut ends = Vec::new();
    // For nodes of rivers, their index in `nodes`.
    let mut place = flow;
    for &spring in springs.iter().chain(&lakes.outlets) {
        let mut node = spring;
        while node != NONE && graph.marks()[node as usize] & RIVER == 0 {
            graph.marks_mut()[node as usize] |= RIVER;
            place[node as usize] = nodes.len() as u32;
            nodes.push(node);
            node = drainage.receiver[node as usize];
        }
        ends.push(nodes.len());
    }
    let receiver = |at: usize| drainage.receiver[nodes[at] as usize];
    // Ways through a lake are not drawn.
    let is_drawn = |at: usize| receiver(at) != NONE && graph.marks()[nodes[at] as usize] & (LAKE | OUTLET) != LAKE;
    let courses = || (0..ends.len()).map(|course| if course == 0 { 0 } else { ends[course - 1] }..ends[course]);

    // For each node the length of the longest river upstream, and the node where it comes from. Later courses join earlier ones.
    let mut length = vec![0_u32; nodes.len()];
    let mut main = vec![NONE; nodes.len()];
    for &outlet in &lakes.outlets {
        // The river out of a lake is always long enough.
        length[place[outlet as usize] as usize] = length_min;
    }
    for at in courses().rev().flatten() {
        if receiver(at) == NONE {
            continue;
        }
        let below = place[receiver(at) as usize] as usize;
        let own = length[at] + u32::from(is_drawn(at));
        if main[below] == NONE || own > length[below] {
            main[below] = at as u32;
        }
        length[below] = length[below].max(own);
    }

    let mut kept = vec![false; nodes.len()];
    let mut has_mouth = vec![false; nodes.len()];
    let mut rivers = 0;
    for at in courses().flat_map(|course| course.rev()) {
        let below = receiver(at);
        if !is_drawn(at) {
            // It is a sink, or lies inside a lake.
            kept[at] = true;
            continue;
        }
        let ends = graph.role(below) == SINK || graph.marks()[below as usize] & LAKE != 0;
        let next = place[below as usize] as usize;
        let is_main = !ends && main[next] == at as u32;
        if !kept[next] || (!is_main && length[at] + 1 < length_min) {
            continue;
        }
        kept[at] = true;
        rivers += usize::from(!is_main);
        graph.lay(edges, nodes[at], below);
        if graph.role(below) == SINK && !std::mem::replace(&mut has_mouth[next], true) {
            graph.lay_mouth(edges, below);
        }
    }
    Drawn { rivers }
}
