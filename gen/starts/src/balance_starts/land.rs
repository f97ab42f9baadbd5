//! Land for seats that lack it, good land for seats that lack good land, and rough land for seats that have far too much.

use design::abilities::can_stand_on;
use design::parameters::table::FAVORED_TERRAIN;
use design::{Design, TerrainType, TypeId};
use fairness::{NEAR, REACH};
use grid::{Area, Cell, Direction, EdgeLayer, Lattice, disk, has_edge, sort_by_numbers};
use world::{Scenario, Unit, World, standing};

use super::Balance;
use crate::ground::change_terrain_and_images;

/// Water within this distance of a center is not filled.
const HARBOR: u32 = 2;

impl Balance {
    /// Turns water at the coast into land, the shallowest first, without closing a strait or a river's mouth.
    pub(super) fn raise_land(&mut self, scenario: &mut Scenario, seat: usize, mut wanted: u32, wants_good: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let center = self.centers[seat];
        let is_occupied = occupied(scenario);
        let mut water: Vec<Cell> = Vec::new();
        for cell in disk(&area, center, NEAR) {
            // A port stays a port.
            if area.distance(center, cell) > HARBOR
                && !standing::is_closed_ring(&design, &area, cell)
                && scenario.world.is_liquid(&design, cell)
                && self.is_own(scenario, seat, cell)
                && !is_occupied[cell.index()]
            {
                water.push(cell);
            }
        }
        let good = fairness::good_land(&design);
        let mut made = 0;
        // Each wave goes one cell out from the coast.
        for _ in 0..NEAR {
            let world = &scenario.world;
            // Bays come first. Ties are broken at random, because a coast that grew in order would follow the rim of the disk.
            let mut coast: Vec<(i32, u32, u32, Cell)> = Vec::new();
            for &cell in &water {
                if !world.is_liquid(&design, cell) || !is_coast(&design, world, cell) {
                    continue;
                }
                let height = world.elevation.as_ref().map_or(0, |elevation| i32::from(elevation[cell]));
                let land = area.around(cell).filter(|&(_, near)| !world.is_liquid(&design, near)).count() as u32;
                let bay = u32::from(area.directions()) - land;
                coast.push((-height, bay, cell.0.wrapping_mul(0x9e37_79b1) >> 8, cell));
            }
            sort_by_numbers(&mut coast, &|(depth, bay, lot, cell)| {
                [i64::from(depth) << 8 | i64::from(bay), i64::from(lot) << 32 | i64::from(cell.0)]
            });
            if coast.is_empty() {
                return;
            }
            for (_, _, _, cell) in coast {
                if wanted == 0 {
                    return;
                }
                // A cell beside it may have become land in this wave.
                if !is_coast(&design, &scenario.world, cell) {
                    continue;
                }
                let Some(ground) = land_like_its_neighbors(&design, &scenario.world, cell, &good, made < wants_good)
                else {
                    continue;
                };
                change_terrain_and_images(&design, &mut scenario.world, cell, ground);
                made += u32::from(good[ground.index()]);
                wanted -= 1;
                self.changes.raised += 1;
            }
        }
    }

    /// Makes poor land good, beside good land first, then near the center.
    pub(super) fn improve_land(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let good = fairness::good_land(&design);
        let Some(best) = best_ground(&design, &good) else { return };
        // Where a unit stands that could not stand on it.
        let mut is_kept = vec![false; area.len()];
        for unit in &scenario.units {
            if let Some(cell) = unit.cell().filter(|&cell| area.distance(self.centers[seat], cell) <= REACH) {
                is_kept[cell.index()] |= !can_stand_on(&design, unit.kind, best);
            }
        }
        let mut cells: Vec<(u32, u32, Cell)> = Vec::new();
        let ground = fairness::UnitGround::new(&design, &scenario.world);
        let mut travel = ground.travel();
        let reached = ground.costs_from(&mut travel, self.centers[seat], REACH);
        for &cell in reached.reached() {
            if ground.land[cell.index()]
                && !ground.good[cell.index()]
                && !is_kept[cell.index()]
                && !standing::is_closed_ring(&design, &area, cell)
                && self.is_own(scenario, seat, cell)
            {
                let beside = area.around(cell).filter(|(_, near)| ground.good[near.index()]).count() as u32;
                cells.push((u32::from(area.directions()) - beside, reached.cost(cell).unwrap_or(REACH), cell));
            }
        }
        sort_by_numbers(&mut cells, &|(bounds, cost, cell)| {
            [i64::from(bounds) << 32 | i64::from(cost), i64::from(cell.0)]
        });
        for &(_, _, cell) in cells.iter().take(wanted as usize) {
            change_terrain_and_images(&design, &mut scenario.world, cell, best);
            self.changes.improved += 1;
        }
    }

    /// Makes good land poor, like the poor land beside it, farthest from the center first.
    pub(super) fn roughen_land(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let is_occupied = occupied(scenario);
        let near_a_center = |cell: Cell| self.centers.iter().any(|&center| area.distance(center, cell) <= HARBOR + 1);
        let mut cells: Vec<(u32, u32, Cell, TerrainType)> = Vec::new();
        let ground = fairness::UnitGround::new(&design, &scenario.world);
        let mut travel = ground.travel();
        let reached = ground.costs_from(&mut travel, self.centers[seat], REACH);
        for &cell in reached.reached() {
            if !ground.good[cell.index()]
                || is_occupied[cell.index()]
                || near_a_center(cell)
                || standing::is_closed_ring(&design, &area, cell)
                || !self.is_own(scenario, seat, cell)
            {
                continue;
            }
            // The first poor neighbour, and how many there are beside it.
            let (mut first, mut others) = (None, 0);
            for (_, near) in area.around(cell) {
                if ground.land[near.index()] && !ground.good[near.index()] {
                    others += u32::from(first.is_some());
                    first = first.or(Some(near));
                }
            }
            if let Some(first) = first {
                let cost = reached.cost(cell).unwrap_or(REACH);
                let kind = scenario.world.terrain_at(first);
                cells.push((u32::from(area.directions()) - others, REACH - cost.min(REACH), cell, kind));
            }
        }
        sort_by_numbers(&mut cells, &|(bounds, near, cell, _)| {
            [i64::from(bounds) << 32 | i64::from(near), i64::from(cell.0)]
        });
        for &(_, _, cell, ground) in cells.iter().take(wanted as usize) {
            change_terrain_and_images(&design, &mut scenario.world, cell, ground);
            self.changes.roughened += 1;
        }
    }
}

/// By cell: whether a unit stands there.
fn occupied(scenario: &Scenario) -> Vec<bool> {
    let mut is_occupied = vec![false; scenario.world.area.len()];
    for cell in scenario.units.iter().filter_map(Unit::cell) {
        is_occupied[cell.index()] = true;
    }
    is_occupied
}

/// Whether a cell of water can become land without harm: it lies at land, its water stays connected round it, it does not join two
/// lands, and no river ends there.
pub fn is_coast(design: &Design, world: &World, cell: Cell) -> bool {
    let area = &world.area;
    // All cells round it, on squares the corners too: a cell between two waters must not part them.
    let around: Vec<Option<Cell>> = match area.shape().lattice() {
        Lattice::Hex => (0..6).map(|way| area.neighbor(cell, Direction(way))).collect(),
        Lattice::Square4 | Lattice::Square8 => {
            let (column, row) = area.column_row(cell);
            let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            steps.map(|(right, up)| area.cell(column + right, row + up)).into()
        }
    };
    let dry: Vec<bool> = around.iter().map(|near| near.is_some_and(|near| !world.is_liquid(design, near))).collect();
    let turns = (0..dry.len()).filter(|&way| dry[way] != dry[(way + 1) % dry.len()]).count();
    let touches = |wet: bool| area.around(cell).any(|(_, near)| world.is_liquid(design, near) == wet);
    if turns != 2 || !touches(true) || !touches(false) {
        return false;
    }
    world.edges.values().all(|edges| edges[cell] == 0 && !ends_at(area, edges, cell))
}

/// Whether a border between two neighbours of a cell ends at one of the cell's corners.
fn ends_at(area: &Area, edges: &EdgeLayer, cell: Cell) -> bool {
    let count = area.directions();
    area.around(cell).any(|(way, near)| match area.shape().lattice() {
        // The border between one neighbour and the next.
        Lattice::Hex => has_edge(edges[near], Direction((way.0 + 2) % 6)),
        // The sides of a neighbour that lead away from the cell.
        Lattice::Square4 => [1, 3].iter().any(|turn| has_edge(edges[near], Direction((way.0 + turn) % count))),
        Lattice::Square8 => {
            way.0.is_multiple_of(2)
                && [2, 6].iter().any(|turn| has_edge(edges[near], Direction((way.0 + turn) % count)))
        }
    })
}

/// The type of new land: good land if that is wanted; else the most common type beside it.
fn land_like_its_neighbors(
    design: &Design,
    world: &World,
    cell: Cell,
    good: &[bool],
    wants_good: bool,
) -> Option<TerrainType> {
    if wants_good && let Some(best) = best_ground(design, good) {
        return Some(best);
    }
    let mut counts = [0_u32; 256];
    let mut most: Option<TerrainType> = None;
    for (_, near) in world.area.around(cell) {
        let ground = world.terrain_at(near);
        if !design.is_liquid(ground) {
            counts[ground.index()] += 1;
        }
    }
    // The first of equal ones.
    for ground in design.ids::<TerrainType>() {
        if counts[ground.index()] > most.map_or(0, |most| counts[most.index()]) {
            most = Some(ground);
        }
    }
    most
}

/// The good land that the main start unit favors most.
fn best_ground(design: &Design, good: &[bool]) -> Option<TerrainType> {
    let main = fairness::main_start_unit(design);
    let favor = |ground| main.map_or(100, |kind| design.entry(FAVORED_TERRAIN, kind, ground));
    let types = design.cell_terrain().filter(|ground| good[ground.index()]);
    types.max_by_key(|&ground| (favor(ground), std::cmp::Reverse(ground)))
}
