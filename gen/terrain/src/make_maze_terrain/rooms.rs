//! Rooms and corridors: GDL's own kind of maze.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9: rooms of radius 1, corridors from room to room, then
//! random corridors until there are as many as asked for. Xconq 7.5 digs from room i to room i + 1; here the shortest tunnels join
//! all rooms, so all of them are connected for certain.

use chance::Stream;
use grid::{Area, Cell, Direction, disk};

use super::join::join;
use crate::floors::Floor;

/// The chance in percent that a corridor may turn at a step.
const TURNS: i32 = 25;

/// What was dug, in cells.
pub(crate) struct Dug {
    pub(crate) rooms: usize,
    pub(crate) passages: usize,
}

/// Digs `rooms` cells of rooms, joins them, and digs at least `passages` cells of passages, if there is room.
pub(crate) fn dig_rooms(area: &Area, rooms: usize, passages: usize, floor: &mut [Floor], stream: &mut Stream) -> Dug {
    let mut centers: Vec<Cell> = area.cells().filter(|&cell| is_center(area, cell)).collect();
    stream.shuffle(&mut centers);
    let mut dug = Dug { rooms: 0, passages: 0 };
    // First with a wall between any two rooms, then, if that is not enough, anywhere.
    let mut is_near = vec![false; area.len()];
    for needs_wall in [true, false] {
        for &center in &centers {
            if dug.rooms >= rooms {
                break;
            }
            if (needs_wall && is_near[center.index()]) || floor[center.index()] == Floor::Room {
                continue;
            }
            for cell in disk(area, center, 1) {
                dug.rooms += usize::from(floor[cell.index()] == Floor::Solid);
                floor[cell.index()] = Floor::Room;
            }
            disk(area, center, 3).for_each(|cell| is_near[cell.index()] = true);
        }
    }
    dug.passages = join(area, floor);
    dug.passages += wander(area, floor, passages.saturating_sub(dug.passages), stream);
    dug
}

/// Whether a room round a cell keeps away from the bounds.
fn is_center(area: &Area, cell: Cell) -> bool {
    !area.is_edge(cell) && area.around(cell).all(|(_, other)| !area.is_edge(other))
}

/// Digs corridors from open cells into the solid: first where they touch nothing but their origin, then closer to others. Returns
/// the number of cells.
fn wander(area: &Area, floor: &mut [Floor], wanted: usize, stream: &mut Stream) -> usize {
    let inner = || area.cells().filter(|&cell| !area.is_edge(cell));
    let mut open: Vec<Cell> = inner().filter(|cell| floor[cell.index()] != Floor::Solid).collect();
    let mut dug = 0;
    if open.is_empty() {
        let all: Vec<Cell> = inner().collect();
        let Some(&start) = stream.choose(&all) else { return dug };
        floor[start.index()] = Floor::Passage;
        open.push(start);
        dug += 1;
    }
    let directions = u32::from(area.directions());
    // Corridors that are not found within the tries are left to the next round, which is less strict.
    let some = area.count() / 6;
    for (touching, tries) in [(1, some), (2, some), (3, some), (directions, 2 * area.count())] {
        let mut tries = tries;
        while dug < wanted && tries > 0 {
            tries -= 1;
            let mut cell = open[stream.index(open.len())];
            let mut direction = Direction(stream.below(directions) as u8);
            while dug < wanted {
                let Some(next) = area.neighbor(cell, direction).filter(|&next| !area.is_edge(next)) else { break };
                let touched = area.around(next).filter(|(_, other)| floor[other.index()] != Floor::Solid).count();
                if floor[next.index()] != Floor::Solid || touched as u32 > touching {
                    break;
                }
                floor[next.index()] = Floor::Passage;
                open.push(next);
                dug += 1;
                cell = next;
                if stream.percent(TURNS) {
                    direction = Direction(stream.below(directions) as u8);
                }
            }
        }
    }
    dug
}
