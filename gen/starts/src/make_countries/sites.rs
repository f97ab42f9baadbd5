//! Where a country could be founded: cells that meet the terrain constraints, spaced over the world, each with the values that a
//! seat there would have. The search uses only these numbers.

use chance::Stream;
use design::abilities::may_start_on;
use design::parameters::terrain::{COUNTRY_TERRAIN_MAX, COUNTRY_TERRAIN_MIN};
use design::{TerrainType, TypeId, UnitType};
use grid::{Cell, disk};
use rayon::prelude::*;
use world::{Scenario, standing};

use super::network::Network;
use super::site_ground::{SITE_VALUES, SiteGround};

/// The most sites that are evaluated.
pub(crate) const SITES_MAX: usize = 256;
/// The most cells that are checked against the terrain constraints.
const LOOKED_AT_MAX: u64 = 40_000_000;

/// The design's bounds for the terrain round a centre, and how near the world came to meeting them.
pub(crate) struct Bounds<'a> {
    pub(crate) ground: &'a SiteGround<'a>,
    /// The radius of a country's first disc.
    radius: u32,
    /// Terrain types with a bound: least, and most if there is one.
    bounds: Vec<(TerrainType, u32, Option<u32>)>,
    /// For each of them the most and the least that were counted round any cell.
    seen: Vec<(u32, u32)>,
    looked_at: u64,
    /// For each cell whether the rarest of the required types lies within the radius; if not, it need not be counted.
    may_meet: Option<Vec<bool>>,
    /// Types that start in the open: how many units, and on which terrain.
    starters: Vec<(u32, Vec<bool>)>,
}

impl<'a> Bounds<'a> {
    /// The bounds of a design, for a first disc with room for the units that start in the open; without those for terrain that the
    /// map is `lacking`.
    pub(crate) fn new(
        ground: &'a SiteGround<'a>,
        starts: &[(UnitType, u32)],
        radius: u32,
        lacking: &[TerrainType],
    ) -> Bounds<'a> {
        let design = &*ground.scenario.design;
        let mut bounds = Vec::new();
        for ground in design.cell_terrain() {
            let least = design.int(COUNTRY_TERRAIN_MIN, ground).max(0) as u32;
            let most = u32::try_from(design.int(COUNTRY_TERRAIN_MAX, ground)).ok();
            if !lacking.contains(&ground) && (least > 0 || most.is_some()) {
                bounds.push((ground, least, most));
            }
        }
        let starters = starts
            .iter()
            .map(|&(kind, count)| (count, design.ids().map(|ground| may_start_on(design, kind, ground)).collect()))
            .collect();
        let radius = radius.min(ground.scenario.world.area.distance_max());
        let may_meet = near_rarest(ground.scenario, &bounds, radius);
        Bounds { ground, radius, seen: vec![(0, u32::MAX); bounds.len()], bounds, looked_at: 0, may_meet, starters }
    }

    /// Whether the terrain round a cell is within all bounds and, with `needs_room`, has room for the units that start in the open.
    fn meets_bounds(&mut self, cell: Cell, needs_room: bool) -> bool {
        if self.bounds.is_empty() && !needs_room {
            return true;
        }
        if self.may_meet.as_ref().is_some_and(|may| !may[cell.index()]) {
            return false;
        }
        let mut counts = [0u32; 256];
        let mut looked_at = 0;
        for near in disk(&self.ground.scenario.world.area, cell, self.radius) {
            counts[self.ground.scenario.world.terrain_at(near).index()] += 1;
            looked_at += 1;
        }
        self.looked_at += looked_at;
        let mut meets = !needs_room || self.ground.main_unit_fits(cell);
        for (&(ground, least, most), (seen_most, seen_least)) in self.bounds.iter().zip(&mut self.seen) {
            let count = counts[ground.index()];
            *seen_most = count.max(*seen_most);
            *seen_least = count.min(*seen_least);
            meets &= count >= least && most.is_none_or(|most| count <= most);
        }
        meets
            && (!needs_room
                || self.starters.iter().all(|(count, allowed)| {
                    let room: u32 = allowed.iter().zip(&counts).filter(|(allowed, _)| **allowed).map(|(_, n)| n).sum();
                    room >= *count
                }))
    }

    /// Whether a cell can be a centre: the main start unit may stand there, and the terrain round it is within the bounds.
    pub(crate) fn is_site(&mut self, cell: Cell, needs_room: bool) -> bool {
        self.ground.may_be_center(cell) && self.meets_bounds(cell, needs_room)
    }

    /// The radius within which terrain is counted.
    pub(crate) const fn radius(&self) -> u32 {
        self.radius
    }

    /// A bound that no place met, with the best value counted: terrain, bound, whether it is a least, best.
    pub(crate) fn failed_bound(&self) -> Option<(TerrainType, u32, bool, u32)> {
        self.bounds.iter().zip(&self.seen).find_map(|(&(ground, least, most), &(seen_most, seen_least))| {
            if seen_most < least {
                return Some((ground, least, true, seen_most));
            }
            let most = most?;
            (seen_least > most && seen_least != u32::MAX).then_some((ground, most, false, seen_least))
        })
    }

    /// The terrain of the first bound; `None` if there are no bounds.
    pub(crate) fn first_bound(&self) -> Option<TerrainType> {
        self.bounds.first().map(|bound| bound.0)
    }

    /// Up to `count` sites from `open`, as far apart as their number allows, in the order of finding.
    pub(crate) fn find_spaced(
        &mut self,
        mut open: Vec<Cell>,
        needs_room: bool,
        count: usize,
        most_spacing: u32,
        stream: &mut Stream,
    ) -> Vec<Cell> {
        let area = self.ground.scenario.world.area;
        stream.shuffle(&mut open);
        let mut spacing = ((open.len() / count.max(1)).isqrt() as u32 + 1).min(most_spacing.max(1));
        let mut kept: Vec<Cell> = Vec::new();
        let mut struck = vec![false; area.len()];
        loop {
            // A cell that fails a test always fails it; one that is merely too near may be taken with a closer spacing.
            open.retain(|&cell| {
                if struck[cell.index()] {
                    return true;
                }
                if kept.len() >= count || self.looked_at > LOOKED_AT_MAX {
                    return false;
                }
                if self.meets_bounds(cell, needs_room) {
                    kept.push(cell);
                    for near in disk(&area, cell, spacing - 1) {
                        struck[near.index()] = true;
                    }
                }
                false
            });
            if kept.len() >= count || spacing <= 1 || open.is_empty() {
                return kept;
            }
            spacing = (spacing / 2).max(1);
            struck.fill(false);
            for &cell in &kept {
                for near in disk(&area, cell, spacing - 1) {
                    struck[near.index()] = true;
                }
            }
        }
    }
}

/// For each cell whether the rarest of the required terrain types lies within a radius. `None` if no type is required, or if a
/// search with a bound would not save time.
fn near_rarest(scenario: &Scenario, bounds: &[(TerrainType, u32, Option<u32>)], radius: u32) -> Option<Vec<bool>> {
    let area = &scenario.world.area;
    let terrain = scenario.world.terrain.as_ref()?;
    let mut counts = [0usize; 256];
    for row in area.rows() {
        terrain.values()[row].iter().for_each(|kind| counts[kind.index()] += 1);
    }
    let demanded = bounds.iter().filter(|&&(_, least, _)| least > 0).map(|&(kind, ..)| kind);
    let rarest = demanded.min_by_key(|kind| counts[kind.index()])?;
    let mut near: Vec<bool> = terrain.values().iter().map(|&kind| kind == rarest).collect();
    let mut rim: Vec<Cell> = area.cells().filter(|cell| near[cell.index()]).collect();
    for _ in 0..radius {
        let mut next = Vec::new();
        for &cell in &rim {
            for (_, neighbor) in area.around(cell) {
                if !near[neighbor.index()] {
                    near[neighbor.index()] = true;
                    next.push(neighbor);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        rim = next;
    }
    Some(near)
}

/// The sites of one search, with the values of each and of each pair.
pub(crate) struct Sites {
    pub(crate) cells: Vec<Cell>,
    pub(crate) measures: Vec<[u32; SITE_VALUES]>,
    /// The level of each.
    pub(crate) levels: Vec<u32>,
    /// Steps on an empty board, and the cost of the march, from site to site, row by row.
    distance: Vec<u16>,
    march: Vec<u16>,
    /// The cost to each node of the network, row by row, shifted to leave room for a seat's number.
    pub(crate) far: Vec<u32>,
    /// The land, and the independents, of each node.
    pub(crate) land: Vec<u32>,
    pub(crate) finds: Vec<u32>,
    /// The other sites nearest to each.
    pub(crate) near: Vec<Vec<u16>>,
}

/// The values of seats in these cells by themselves; computed in parallel, returned in order.
pub(crate) fn measure_all(ground: &SiteGround<'_>, cells: &[Cell]) -> Vec<[u32; SITE_VALUES]> {
    // In chunks, as each needs its own search memory; in small ones, as another thread may be busy for a while.
    cells
        .par_chunks(32)
        .flat_map_iter(|chunk| {
            let mut travel = ground.fair.travel();
            chunk.iter().map(|&cell| ground.measure(cell, &mut travel)).collect::<Vec<_>>()
        })
        .collect()
}

/// The number of bits below a cost that hold a seat's number.
pub(crate) const SEAT_BITS: u32 = 8;
/// The number of other sites that count as near.
const NEIGHBORS: usize = 12;

impl Sites {
    /// The sites at cells with these measures.
    pub(crate) fn new(
        ground: &SiteGround<'_>,
        network: &Network,
        cells: Vec<Cell>,
        measures: Vec<[u32; SITE_VALUES]>,
    ) -> Sites {
        let area = &ground.scenario.world.area;
        let count = cells.len();
        let short = |steps: u32| steps.min(u32::from(u16::MAX)) as u16;
        let (mut distance, mut march) = (Vec::with_capacity(count * count), Vec::with_capacity(count * count));
        for &from in &cells {
            for &to in &cells {
                distance.push(short(area.distance(from, to)));
                march.push(short(network.march(from, to)));
            }
        }
        let near = (0..count)
            .map(|site| {
                let row = &distance[site * count..(site + 1) * count];
                let mut others: Vec<u16> = (0..count as u16).filter(|&other| usize::from(other) != site).collect();
                if NEIGHBORS < others.len() {
                    others.select_nth_unstable_by_key(NEIGHBORS, |&other| (row[usize::from(other)], other));
                    others.truncate(NEIGHBORS);
                }
                others.sort_unstable();
                others
            })
            .collect();
        let mut far = Vec::with_capacity(count * network.land.len());
        for &cell in &cells {
            far.extend(network.costs_from(cell).map(|cost| cost << SEAT_BITS));
        }
        let levels = cells.iter().map(|&cell| area.level(cell)).collect();
        Sites {
            cells,
            levels,
            measures,
            distance,
            march,
            far,
            land: network.land.clone(),
            finds: network.finds.clone(),
            near,
        }
    }

    /// Steps between two sites on an empty board.
    pub(crate) fn distance(&self, one: usize, other: usize) -> u32 {
        u32::from(self.distance[one * self.cells.len() + other])
    }

    /// The approximate cost of the march from one site to another.
    pub(crate) fn march(&self, one: usize, other: usize) -> u32 {
        u32::from(self.march[one * self.cells.len() + other])
    }
}

/// Every cell where a unit may stand at all.
pub(crate) fn inner_cells(scenario: &Scenario) -> Vec<Cell> {
    let area = scenario.world.area;
    area.cells().filter(|&cell| !standing::is_closed_ring(&scenario.design, &area, cell)).collect()
}
