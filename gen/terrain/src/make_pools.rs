//! `make-pools`: lakes and chasms in a dungeon, laid over floor and rock, which never cut off ground.
//!
//! Source: our own. A pool is a blob of one type, by `pool-occurrence`. It begins at a floor, so that it is seen, and grows cell by cell;
//! of three cells drawn by lot it takes the one with the most of the pool around it, so that pools are round with ragged shores.
//!
//! - What was connected stays connected: a pool that would part ground is cut back to the cells that it had first, or left out.
//! - Narrow ways stay as they are, even where another way leads round: loops are there by choice.
//! - Doors, the cells beside them, the ends of stairs, and cells with units are left as they are, and so are bounds.
//! - Pools do not touch each other, nor water that was there.

use chance::Stream;
use design::parameters::global::{DOOR_TERRAIN, EDGE_TERRAIN, POOL_DENSITY, POOL_SIZE_MAX, POOL_SIZE_MIN};
use design::parameters::terrain::POOL_OCCURRENCE;
use design::{Design, TerrainType, counted};
use grid::{Area, Cell, Regions, parts_without, regions, sort_by_numbers};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::Scenario;

use crate::assign_terrain::cell_type;
use crate::floors::{Ground, draw, is_door, refuse_symmetry};
use crate::ways::{straight, touching};

/// The method `make-pools`.
pub struct MakePools;

static INFO: MethodInfo = MethodInfo {
    name: "make-pools",
    summary: "lakes and chasms over floor and rock, which never cut off ground",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Links, Part::Independents],
    writes: &[Part::Terrain],
    by_level: true,
    parameters: &["pool-density", "pool-size-min", "pool-size-max", "door-terrain", "edge-terrain"],
};

/// After so many pools in a row that found no room, the level is full.
const MISSES_MAX: usize = 60;

/// A cell that parts the floor within so many steps is a narrow way.
const NARROW: u32 = 2;

impl SynthesisMethod for MakePools {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.is_given(Part::Terrain) {
            return Ok(MethodOutcome::Skipped("terrain is given".to_owned()));
        }
        let reason = "a pool of equal parts may close ways that its own part alone leaves open";
        refuse_symmetry(&synthesis.scenario.world, reason)?;
        let design = synthesis.design();
        let weighed = design.cell_terrain().map(|kind| (kind, design.int(POOL_OCCURRENCE, kind) as u32));
        let kinds: Vec<(TerrainType, u32)> = weighed.filter(|&(_, weight)| weight > 0).collect();
        if kinds.is_empty() {
            return Err(SynthesisError::DesignLacks {
                what: "lakes and chasms".to_owned(),
                remedy: "give a type that fills cells a `pool-occurrence` above 0".to_owned(),
            });
        }
        let (door, edge) = (cell_type(synthesis, &design, DOOR_TERRAIN), cell_type(synthesis, &design, EDGE_TERRAIN));
        let grounds = Ground::of_types(&design, door, edge);
        let mut level = Level::new(&design, synthesis.scenario, &grounds, door);
        let settings = synthesis.settings;
        let inner = level.area.cells().filter(|&cell| !level.area.is_edge(cell)).count() as u64;
        let wanted = (inner * settings.int(POOL_DENSITY) as u64 / 10_000) as usize;
        let (small, large) = (settings.int(POOL_SIZE_MIN), settings.int(POOL_SIZE_MAX));
        let (small, large) = (small.min(large) as usize, large.max(small) as usize);
        let pools = level.lay(wanted, small, large, &mut synthesis.stream("pools"));

        let mut stream = synthesis.stream("types");
        let layer = synthesis.scenario.world.terrain.as_mut().expect("terrain is read by this method");
        let terrain = layer.edit();
        for pool in &pools {
            let kind = draw(&kinds, &mut stream);
            pool.iter().for_each(|cell| terrain[cell.index()] = kind);
        }
        let cells: usize = pools.iter().map(Vec::len).sum();
        if cells * 2 + small < wanted {
            let message = format!(
                "lakes and chasms found room for {cells} of {wanted} cells: lower `pool-density` or `pool-size-min`, or make more floor"
            );
            synthesis.warn("pools-crowded", message);
        }
        Ok(MethodOutcome::Made(format!("{} of {}", counted(pools.len(), "pool"), counted(cells, "cell"))))
    }
}

/// A level, as far as pools are laid.
struct Level {
    area: Area,
    /// Whether a cell is floor: what people walk on.
    is_floor: Vec<bool>,
    /// The connected piece of floor that a cell belonged to before there were pools.
    piece: Regions,
    /// Whether a cell may become part of a pool.
    is_free: Vec<bool>,
    /// For each cell the search that saw it last, and how many there were.
    seen: (Vec<u32>, u32),
}

impl Level {
    fn new(design: &Design, scenario: &Scenario, grounds: &[Ground], door: Option<TerrainType>) -> Level {
        let world = &scenario.world;
        let area = world.area;
        let terrain = world.terrain.as_ref().expect("terrain is read by this method");
        let ground = |cell: Cell| grounds[usize::from(terrain[cell].0)];
        let (mut is_floor, mut is_free) = (vec![false; area.len()], vec![false; area.len()]);
        for cell in area.cells() {
            is_floor[cell.index()] = ground(cell) == Ground::Floor;
            is_free[cell.index()] = !area.is_edge(cell);
        }
        let narrow = parts_without(&area, NARROW, |cell| is_floor[cell.index()]);
        area.cells().filter(|&cell| narrow[cell] > 1).for_each(|cell| is_free[cell.index()] = false);
        let is_closed = |kind: TerrainType| Some(kind) == door || is_door(design, kind);
        for cell in area.cells().filter(|&cell| is_closed(terrain[cell]) || ground(cell) == Ground::Pool) {
            is_free[cell.index()] = false;
            touching(&area, cell).for_each(|other| is_free[other.index()] = false);
        }
        let ends =
            world.links.iter().flat_map(|link| [link.from, link.to]).chain(world.exits.iter().map(|exit| exit.at));
        let units = scenario.units.iter().filter_map(world::Unit::cell);
        let centers = scenario.sides.iter().filter_map(|side| side.center);
        ends.chain(units).chain(centers).for_each(|cell| is_free[cell.index()] = false);
        let piece = regions(&area, |cell| is_floor[cell.index()].then_some(0));
        Level { area, is_floor, piece, is_free, seen: (vec![0; area.len()], 0) }
    }

    /// Lays pools until they have about `wanted` cells, never more.
    fn lay(&mut self, wanted: usize, small: usize, large: usize, stream: &mut Stream) -> Vec<Vec<Cell>> {
        let area = self.area;
        let is_seen = |cell: &Cell| {
            self.is_floor[cell.index()] || area.around(*cell).any(|(_, other)| self.is_floor[other.index()])
        };
        let starts: Vec<Cell> = area.cells().filter(|cell| self.is_free[cell.index()]).filter(is_seen).collect();
        let mut pools = Vec::new();
        let (mut laid, mut misses) = (0, 0);
        while laid + small <= wanted && misses < MISSES_MAX && !starts.is_empty() {
            let size = (stream.between(small as i32, large as i32) as usize).min(wanted - laid);
            let start = starts[stream.index(starts.len())];
            let Some(pool) = self.pool(start, size, small, stream) else {
                misses += 1;
                continue;
            };
            for &cell in &pool {
                self.is_floor[cell.index()] = false;
                self.is_free[cell.index()] = false;
                touching(&area, cell).for_each(|other| self.is_free[other.index()] = false);
            }
            laid += pool.len();
            misses = 0;
            pools.push(pool);
        }
        pools
    }

    /// A pool of up to `size` cells, at least `small`, that parts no ground.
    fn pool(&mut self, start: Cell, size: usize, small: usize, stream: &mut Stream) -> Option<Vec<Cell>> {
        let mut pool = self.grow(start, size, stream);
        while pool.len() >= small {
            if !self.parts_ground(&pool) {
                return Some(pool);
            }
            pool.truncate(pool.len() * 4 / 5);
        }
        None
    }

    /// The cells of a pool, in the order in which they joined it.
    fn grow(&self, start: Cell, size: usize, stream: &mut Stream) -> Vec<Cell> {
        let area = self.area;
        let mut pool = Vec::new();
        // How many cells of the pool are around each cell at its shore.
        let mut shore: Vec<(Cell, usize)> = if self.is_free[start.index()] { vec![(start, 0)] } else { Vec::new() };
        while pool.len() < size && !shore.is_empty() {
            let drawn = [0; 3].map(|_| stream.index(shore.len()));
            let most = drawn.into_iter().max_by_key(|&at| shore[at].1).expect("three were drawn");
            let (cell, _) = shore.swap_remove(most);
            pool.push(cell);
            for other in touching(&area, cell) {
                if let Some((_, count)) = shore.iter_mut().find(|(known, _)| *known == other) {
                    *count += 1;
                }
            }
            let beside = straight(&area).filter_map(|direction| area.neighbor(cell, direction));
            for other in beside.filter(|other| self.is_free[other.index()]) {
                if !pool.contains(&other) && shore.iter().all(|&(known, _)| known != other) {
                    let count = touching(&area, other).filter(|near| pool.contains(near)).count();
                    shore.push((other, count));
                }
            }
        }
        pool
    }

    /// Whether floor that hangs together would not do so any more, or be gone, if these cells were a pool.
    fn parts_ground(&mut self, pool: &[Cell]) -> bool {
        let mut is_in = pool.to_vec();
        is_in.sort_unstable();
        let is_left = |level: &Level, cell: Cell| level.is_floor[cell.index()] && is_in.binary_search(&cell).is_err();
        let mut shore: Vec<(u32, Cell)> = Vec::new();
        let mut pieces: Vec<u32> = Vec::new();
        for &cell in &is_in {
            if self.is_floor[cell.index()] {
                pieces.push(self.piece.of[cell]);
                let around = self.area.around(cell).map(|(_, other)| other).filter(|&other| is_left(self, other));
                shore.extend(around.map(|other| (self.piece.of[other], other)));
            }
        }
        sort_by_numbers(&mut shore, &|(piece, cell)| [i64::from(piece), i64::from(cell.0)]);
        shore.dedup();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.into_iter().any(|piece| {
            let of_it: Vec<Cell> = shore.iter().filter(|&&(of, _)| of == piece).map(|&(_, cell)| cell).collect();
            let Some(&first) = of_it.first() else { return true };
            // All cells at the shore are found from the first, most often nearby.
            self.seen.1 += 1;
            let stamp = self.seen.1;
            let mut queue = vec![first];
            self.seen.0[first.index()] = stamp;
            let (mut next, mut found) = (0, 0);
            while next < queue.len() {
                let cell = queue[next];
                next += 1;
                found += usize::from(of_it.binary_search(&cell).is_ok());
                if found == of_it.len() {
                    return false;
                }
                for (_, other) in self.area.around(cell) {
                    if self.seen.0[other.index()] != stamp && is_left(self, other) {
                        self.seen.0[other.index()] = stamp;
                        queue.push(other);
                    }
                }
            }
            true
        })
    }
}
