//! Rivers: which ways of the water are drawn.
//!
//! From each spring a river follows the drainage to its sink. Where two meet they are one river from there on, the
//! longer the main stem and the other its tributary; stems and tributaries that are too short are left out. Through a
//! lake nothing is drawn; behind its outlet the river goes on.

use crate::graph::{Graph, LAKE, NONE, OUTLET, RIVER, SINK};
use crate::lakes::Lakes;
use crate::priority_flood::Drainage;

/// How many nodes' rain each node carries, its own included.
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

/// Moves a spring up the largest brook, as long as that carries the rain of `least` nodes, and `may_rise` there.
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

/// Draws the rivers that come from springs and lakes, none shorter than `length_min`.
pub(crate) fn draw_rivers<G: Graph>(
    graph: &mut G,
    drainage: &Drainage,
    lakes: &Lakes,
    springs: &[u32],
    length_min: u32,
    edges: &mut [u8],
) -> Drawn {
    for &spring in springs.iter().chain(&lakes.outlets) {
        let mut node = spring;
        while node != NONE && graph.marks()[node as usize] & RIVER == 0 {
            graph.marks_mut()[node as usize] |= RIVER;
            node = drainage.receiver[node as usize];
        }
    }
    // Upstream of a node: how long the longest river is, and from where it comes.
    let nodes: Vec<u32> =
        drainage.order.iter().copied().filter(|&node| graph.marks()[node as usize] & RIVER != 0).collect();
    let mut place = vec![0; 0];
    place.resize(drainage.receiver.len(), NONE);
    for (at, &node) in nodes.iter().enumerate() {
        place[node as usize] = at as u32;
    }
    let mut length = vec![0_u32; nodes.len()];
    let mut main = vec![NONE; nodes.len()];
    for &outlet in &lakes.outlets {
        // What leaves a lake is always long enough.
        length[place[outlet as usize] as usize] = length_min;
    }
    let is_drawn = |at: usize| {
        let node = nodes[at];
        drainage.receiver[node as usize] != NONE && graph.marks()[node as usize] & (LAKE | OUTLET) != LAKE
    };
    for at in (0..nodes.len()).rev() {
        let receiver = drainage.receiver[nodes[at] as usize];
        if receiver == NONE {
            continue;
        }
        let below = place[receiver as usize] as usize;
        let own = length[at] + u32::from(is_drawn(at));
        if main[below] == NONE || own > length[below] {
            main[below] = at as u32;
        }
        length[below] = length[below].max(own);
    }

    let mut kept = vec![false; nodes.len()];
    let mut has_kept = vec![false; nodes.len()];
    let mut rivers = 0;
    for at in 0..nodes.len() {
        let node = nodes[at];
        let receiver = drainage.receiver[node as usize];
        if receiver == NONE {
            kept[at] = true;
            continue;
        }
        let below = place[receiver as usize] as usize;
        if !is_drawn(at) {
            // Inside of a lake.
            kept[at] = true;
            continue;
        }
        let ends = graph.role(receiver) == SINK || graph.marks()[receiver as usize] & LAKE != 0;
        let is_main = !ends && main[below] == at as u32;
        if !kept[below] || (!is_main && length[at] + 1 < length_min) {
            continue;
        }
        kept[at] = true;
        rivers += usize::from(!is_main);
        graph.lay(edges, node, receiver);
        if graph.role(receiver) == SINK && !std::mem::replace(&mut has_kept[below], true) {
            graph.lay_mouth(edges, receiver);
        }
    }
    Drawn { rivers }
}
