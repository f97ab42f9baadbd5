//! Caves: a cellular automaton, made connected.
//!
//! Source: Johnson, Yannakakis, Togelius, "Cellular automata for real-time generation of infinite cave levels" (2010). Theirs opens
//! a cell if more than a fixed number of its neighbours are open, so the share of open cells drifts. Here the cells with the most
//! open neighbours are opened, as many as keep the requested share.

use chance::Stream;
use grid::{Area, Cell, regions};

use super::join::join;
use crate::floors::Floor;

/// How many times the automaton goes over the area.
const ROUNDS: usize = 4;
/// Open parts with fewer cells are filled, unless there are no others.
const HOLE_MIN: u32 = 6;

/// Opens `per_10_000` of 10,000 cells as caves. A cell whose neighbours are all open is room, the others are passages.
pub(crate) fn dig_caves(area: &Area, per_10_000: i32, floor: &mut [Floor], stream: &mut Stream) {
    let inner: Vec<Cell> = area.cells().filter(|&cell| !area.is_edge(cell)).collect();
    let wanted = (inner.len() as u64 * per_10_000.clamp(0, 10_000) as u64).div_ceil(10_000).max(1) as usize;
    // A random order of cells, which breaks ties.
    let mut order = inner;
    stream.shuffle(&mut order);
    let mut is_open = vec![false; area.len()];
    order.iter().take(wanted).for_each(|cell| is_open[cell.index()] = true);
    for _ in 0..ROUNDS {
        is_open = open_the_most_open(area, &order, &is_open, wanted);
    }

    let holes = regions(area, |cell| is_open[cell.index()].then_some(0));
    let largest = holes.largest();
    for &cell in &order {
        let hole = holes.of[cell];
        let is_kept = holes.sizes.get(hole as usize).is_some_and(|&size| size >= HOLE_MIN || Some(hole) == largest);
        if is_kept {
            floor[cell.index()] = Floor::Passage;
        }
    }
    join(area, floor);
    let is_room = |&cell: &Cell| {
        let is_floor = |cell: Cell| floor[cell.index()] != Floor::Solid;
        is_floor(cell) && area.around(cell).all(|(_, other)| is_floor(other))
    };
    let rooms: Vec<Cell> = order.iter().copied().filter(is_room).collect();
    for cell in rooms {
        floor[cell.index()] = Floor::Room;
    }
}

/// One round: the `wanted` cells with the most open cells in and around them, of equals the first in order.
fn open_the_most_open(area: &Area, order: &[Cell], is_open: &[bool], wanted: usize) -> Vec<bool> {
    let count = |cell: Cell| {
        let around = area.around(cell).filter(|(_, other)| is_open[other.index()]).count();
        around + usize::from(is_open[cell.index()])
    };
    let most = usize::from(area.directions()) + 1;
    let counts: Vec<u8> = order.iter().map(|&cell| count(cell) as u8).collect();
    let mut tally = vec![0; most + 1];
    counts.iter().for_each(|&count| tally[usize::from(count)] += 1);
    // How many cells the last class has too many.
    let (mut left, mut least) = (wanted, most);
    while least > 0 && tally[least] < left {
        left -= tally[least];
        least -= 1;
    }
    let mut opened = vec![false; area.len()];
    for (cell, &count) in order.iter().zip(&counts) {
        let count = usize::from(count);
        if count > least || (count == least && left > 0) {
            left -= usize::from(count == least);
            opened[cell.index()] = true;
        }
    }
    opened
}
