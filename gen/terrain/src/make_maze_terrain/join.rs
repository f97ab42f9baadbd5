//! Joining parts: the shortest tunnels that connect all open cells.
//!
//! The parts grow into the solid ground, ring by ring, until they meet; where two meet a tunnel is possible. The shortest of these
//! that join unconnected parts are dug (Kruskal's spanning tree over the parts).

use grid::{Area, Cell, Regions, regions};
use petgraph::unionfind::UnionFind;

use crate::floors::Floor;

/// Digs passages between the parts; returns the number of cells. Cells at bounds stay solid.
pub(crate) fn join(area: &Area, floor: &mut [Floor]) -> usize {
    let parts = regions(area, |cell| (floor[cell.index()] != Floor::Solid).then_some(0));
    if parts.count() < 2 {
        return 0;
    }
    let mut owner = parts.of.values().to_vec();
    let mut steps = vec![0_u32; area.len()];
    let mut came_from: Vec<u32> = (0..area.len() as u32).collect();
    let mut queue: Vec<Cell> = area.cells().filter(|&cell| parts.of[cell] != Regions::NONE).collect();
    let mut next = 0;
    while next < queue.len() {
        let cell = queue[next];
        next += 1;
        for (_, other) in area.around(cell).filter(|&(_, other)| !area.is_edge(other)) {
            if owner[other.index()] == Regions::NONE {
                owner[other.index()] = owner[cell.index()];
                steps[other.index()] = steps[cell.index()] + 1;
                came_from[other.index()] = cell.0;
                queue.push(other);
            }
        }
    }
    // By length, and of equal ones in the order in which their cells were reached. There are few lengths, so each has a list.
    let mut meetings: Vec<Vec<(Cell, Cell)>> = Vec::new();
    for &cell in &queue {
        for (_, other) in area.around(cell).filter(|&(_, other)| cell < other) {
            let (own, its) = (owner[cell.index()], owner[other.index()]);
            if own != its && its != Regions::NONE {
                let length = (steps[cell.index()] + steps[other.index()]) as usize;
                meetings.resize_with(meetings.len().max(length + 1), Vec::new);
                meetings[length].push((cell, other));
            }
        }
    }
    let mut joined = UnionFind::<u32>::new(parts.count());
    let mut dug = 0;
    for (one, other) in meetings.into_iter().flatten() {
        if !joined.union(owner[one.index()], owner[other.index()]) {
            continue;
        }
        for end in [one, other] {
            let mut cell = end;
            while floor[cell.index()] == Floor::Solid {
                floor[cell.index()] = Floor::Passage;
                dug += 1;
                cell = Cell(came_from[cell.index()]);
            }
        }
    }
    dug
}
