//! How a vault is joined to its level: short corridors from its ways in.

use design::VaultCell;
use grid::{Area, Cell, Direction, regions};

use super::{Drawn, Level, Site, ground_of};
use crate::floors::Ground;
use crate::ways::{back, straight, touching};

/// What it costs to dig a cell.
const DIG: u32 = 8;
/// What it costs beside that to dig a cell that touches floor: corridors keep off what they do not join.
const BESIDE: u32 = 40;
/// The most cells of a corridor.
const LENGTH_MAX: usize = 30;

/// What a cell is to a vault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Outside,
    /// Beside it: nothing is dug here but where corridors leave it.
    Ring,
    /// Part of it, with the kind of ground that it gets.
    Inside(Ground),
}

impl Level {
    /// The vault from an anchor on, joined; `None` if that cannot be.
    pub(super) fn join(&mut self, anchor: Cell, drawn: &[Drawn], grounds: &[Ground]) -> Option<Site> {
        let area = self.area;
        let mut zones = vec![Zone::Outside; area.len()];
        let mut cells = Vec::new();
        for drawn in drawn {
            let cell = area.offset(anchor, drawn.at)?;
            zones[cell.index()] = Zone::Inside(ground_of(drawn.what, grounds)?);
            cells.push((cell, drawn.what));
        }
        for &(cell, _) in &cells {
            for other in touching(&area, cell) {
                if zones[other.index()] == Zone::Outside {
                    zones[other.index()] = Zone::Ring;
                }
            }
        }
        let is_door = |what: VaultCell| match what {
            VaultCell::Door => true,
            VaultCell::Terrain(kind) => self.doors[usize::from(kind.0)],
            _ => false,
        };
        let doors: Vec<Cell> = cells.iter().filter(|&&(_, what)| is_door(what)).map(|&(cell, _)| cell).collect();
        let pieces = regions(&area, |cell| (zones[cell.index()] == Zone::Inside(Ground::Floor)).then_some(0));
        let Level { ground, is_door, is_kept, ways, .. } = self;
        let mut ground = ground.clone();
        let mut dug = Vec::new();
        for piece in 0..pieces.count() as u32 {
            let ways_in = { cells.iter().zip(drawn) }.filter(|(_, drawn)| drawn.is_way_in).map(|(&(cell, _), _)| cell);
            let ways_in: Vec<Cell> = ways_in.filter(|&cell| pieces.of[cell] == piece).collect();
            if ways_in.is_empty() {
                continue;
            }
            let mut exits = Vec::new();
            for &cell in &ways_in {
                let is_open = |side: Direction| {
                    let behind = area.neighbor(cell, back(&area, side));
                    behind.is_some_and(|behind| zones[behind.index()] == Zone::Inside(Ground::Floor))
                };
                // A door that has nothing straight behind it is left in any direction.
                let goes_straight = doors.contains(&cell) && straight(&area).any(is_open);
                for side in straight(&area).filter(|&side| !goes_straight || is_open(side)) {
                    exits.extend(walk_out(&area, cell, side, &zones, &doors));
                }
            }
            exits.sort_unstable();
            let is_floor = |cell: Cell| ground[cell.index()] == Ground::Floor;
            let is_end = |cell: Cell| is_floor(cell) && !is_door[cell.index()] && !is_kept[cell.index()];
            let way = ways.find(ways_in.iter().copied(), is_end, |from, direction, to| {
                let zone = zones[to.index()];
                let leaves = exits.binary_search(&(from, direction)).is_ok();
                if area.is_edge(to)
                    || is_kept[to.index()]
                    || matches!(zone, Zone::Inside(_))
                    || zone == Zone::Ring && !leaves
                {
                    return None;
                }
                if is_floor(to) {
                    return is_end(to).then_some(DIG);
                }
                // What is beside floor leads there and no farther, so that no corridor runs along a room.
                let begins = matches!(zones[from.index()], Zone::Inside(_));
                let is_beside = |cell: Cell| straight(&area).filter_map(|side| area.neighbor(cell, side)).any(is_floor);
                let is_barred = !begins && is_beside(from) || touching(&area, to).any(|other| is_door[other.index()]);
                if ground[to.index()] != Ground::Solid || is_barred {
                    return None;
                }
                Some(DIG + if touching(&area, to).any(is_floor) { BESIDE } else { 0 })
            })?;
            let corridor = &way[1..way.len() - 1];
            if corridor.len() > LENGTH_MAX {
                return None;
            }
            corridor.iter().for_each(|cell| ground[cell.index()] = Ground::Floor);
            dug.extend_from_slice(corridor);
        }
        (!dug.is_empty()).then_some(Site { cells, dug })
    }
}

/// The steps from a cell of a vault straight on through its ring; none where that would pass another of its doors.
fn walk_out(area: &Area, from: Cell, side: Direction, zones: &[Zone], doors: &[Cell]) -> Vec<(Cell, Direction)> {
    let mut steps = Vec::new();
    let mut at = from;
    while let Some(next) = area.neighbor(at, side).filter(|next| zones[next.index()] == Zone::Ring) {
        if touching(area, next).any(|other| other != from && doors.contains(&other)) {
            return Vec::new();
        }
        steps.push((at, side));
        at = next;
    }
    steps
}
