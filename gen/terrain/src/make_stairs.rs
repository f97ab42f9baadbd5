//! `make-stairs`: links between each level and the next, far apart, so that all ground that is worth it hangs together.
//!
//! A stair leads from a cell to the same place one level below, where the units that can use it can stand on both. First come those that
//! join what is not joined yet, then others until `stairs-count` is met. Each lies as far as possible from all that lie on either of its
//! levels, so that the way through a level is long (Gonzalez, "Clustering to minimize the maximum intercluster distance", 1985).

use design::abilities::lives_on;
use design::parameters::global::{STAIRS_COST, STAIRS_COUNT, STAIRS_TERRAIN};
use design::parameters::terrain::{SUBTYPE, SUBTYPE_CONNECTION};
use design::{Design, TerrainType, TypeId, UnitType, counted};
use grid::{Area, Cell, Regions, regions};
use petgraph::unionfind::UnionFind;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::standing::is_closed_ring;
use world::travel::{GroundCosts, can_enter, is_mobile};
use world::{Link, World};

/// The method `make-stairs`.
pub struct MakeStairs;

static INFO: MethodInfo = MethodInfo {
    name: "make-stairs",
    summary: "stairs between levels, far apart, that join all large pieces of ground",
    reads: &[Part::Terrain],
    optional_reads: &[],
    writes: &[Part::Links],
    by_level: false,
    parameters: &["stairs-terrain", "stairs-count", "stairs-cost"],
};

/// A piece of ground with fewer cells than a level's largest divided by this is not joined for its own sake.
const SMALL: u32 = 8;

/// The most places that are weighed for one stair.
const PLACES_MAX: usize = 2_000;

impl SynthesisMethod for MakeStairs {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        let world = &synthesis.scenario.world;
        let skipped = |why: &str| Ok(MethodOutcome::Skipped(why.to_owned()));
        if !world.links.is_empty() {
            return skipped("links are already present");
        }
        if world.area.levels() == 1 {
            return skipped("there is one level");
        }
        let Some(kind) = usize::try_from(synthesis.settings.int(STAIRS_TERRAIN)).ok().map(TerrainType::at) else {
            return Err(SynthesisError::DesignLacks {
                what: "a type of stairs".to_owned(),
                remedy: "set `stairs-terrain` to a type of connection".to_owned(),
            });
        };
        if design.int(SUBTYPE, kind) != SUBTYPE_CONNECTION {
            return Err(SynthesisError::DesignLacks {
                what: format!("stairs: `{}` is no connection", design.name_of(kind)),
                remedy: "give it `subtype` connection".to_owned(),
            });
        }
        let cost = synthesis.settings.int(STAIRS_COST) as u16;
        let wanted = synthesis.settings.int(STAIRS_COUNT) as usize;
        let link = |from: Cell, to: Cell| Link { kind, from, to, is_one_way: false, cost, name: String::new() };
        let stands = standing_ground(&design, world, kind);
        let mut plan = Plan::new(world, &stands);
        let mut stream = synthesis.stream("places");
        for upper in 0..world.area.levels() - 1 {
            let mut places = plan.places(upper);
            stream.shuffle(&mut places);
            if !plan.join(upper, &places) {
                return Err(SynthesisError::Unmet {
                    constraint: format!("stairs from level {} to level {}", upper + 1, upper + 2),
                    reason: format!("no unit that uses `{}` can stand at one place of both", design.name_of(kind)),
                    remedy: "make more ground on them, or roll another seed".to_owned(),
                });
            }
            plan.fill(upper, &places, wanted);
        }
        let made: Vec<Link> = plan.stairs.iter().map(|&(from, to)| link(from, to)).collect();
        let told =
            format!("{} between {}", counted(made.len(), design.name_of(kind)), counted(world.area.levels(), "level"));
        synthesis.scenario.world.links = made;
        Ok(MethodOutcome::Made(told))
    }
}

/// For each cell whether some unit type that can use a link of a kind can stand there, on dry ground and not in a closed edge ring.
fn standing_ground(design: &Design, world: &World, kind: TerrainType) -> Vec<bool> {
    let probe = Link { kind, from: Cell(0), to: Cell(0), is_one_way: false, cost: 0, name: String::new() };
    let uses = |unit: &UnitType| is_mobile(design, *unit) && GroundCosts::new(design, *unit).over(&probe).is_some();
    let users: Vec<UnitType> = design.unit_types().filter(uses).collect();
    let bears: Vec<bool> = design
        .ids::<TerrainType>()
        .map(|ground| {
            let stands = |&unit: &UnitType| can_enter(design, unit, ground) && lives_on(design, unit, ground);
            // Without any user the stairs are for show, and every dry cell does.
            !design.is_liquid(ground) && (users.is_empty() || users.iter().any(stands))
        })
        .collect();
    let terrain = world.terrain.as_ref().expect("terrain is read by this method");
    let stands = |(index, ground): (usize, &TerrainType)| {
        let cell = Cell(index as u32);
        bears[ground.index()] && world.area.contains(cell) && !is_closed_ring(design, &world.area, cell)
    };
    terrain.values().iter().enumerate().map(stands).collect()
}

/// The stairs that stand so far, and what they join.
struct Plan<'a> {
    world: &'a World,
    area: Area,
    stands: &'a [bool],
    regions: Regions,
    /// The size of each level's largest piece.
    largest: Vec<u32>,
    joined: UnionFind<u32>,
    stairs: Vec<(Cell, Cell)>,
}

impl<'a> Plan<'a> {
    fn new(world: &'a World, stands: &'a [bool]) -> Plan<'a> {
        let area = world.area;
        let regions = regions(&area, |cell| stands[cell.index()].then_some(0));
        let mut largest = vec![0; area.levels() as usize];
        for (&size, &first) in regions.sizes.iter().zip(&regions.first) {
            let size_there = &mut largest[area.level(first) as usize];
            *size_there = size.max(*size_there);
        }
        let joined = UnionFind::new(regions.count());
        Plan { world, area, stands, regions, largest, joined, stairs: Vec::new() }
    }

    /// Where a stair may begin on a level: there is ground at the same place one level below too.
    fn places(&self, upper: u32) -> Vec<Cell> {
        let cells = self.area.level_cells(upper);
        cells.filter(|&cell| self.stands[cell.index()] && self.stands[self.below(cell).index()]).collect()
    }

    fn below(&self, cell: Cell) -> Cell {
        self.area.on_level(cell, self.area.level(cell) + 1).expect("it is not the lowest level")
    }

    fn is_large(&self, cell: Cell) -> bool {
        let size = self.regions.sizes[self.regions.of[cell] as usize];
        size.saturating_mul(SMALL) >= self.largest[self.area.level(cell) as usize]
    }

    /// Joins the large pieces of two levels as far as places allow. Whether at least one stair stands then.
    fn join(&mut self, upper: u32, places: &[Cell]) -> bool {
        let before = self.stairs.len();
        loop {
            let joins = |&cell: &Cell| {
                let below = self.below(cell);
                let pieces = [cell, below].map(|cell| self.regions.of[cell]);
                self.is_large(cell) && self.is_large(below) && !self.joined.equiv(pieces[0], pieces[1])
            };
            let useful: Vec<Cell> = places.iter().copied().filter(joins).take(PLACES_MAX).collect();
            let Some(place) = self.farthest(&useful) else { break };
            self.add(place);
        }
        // What is joined by way of another level needs no stair, but two levels that follow each other always have one.
        if self.stairs.len() == before {
            let any: Vec<Cell> = places.iter().copied().take(PLACES_MAX).collect();
            let large: Vec<Cell> = any.iter().copied().filter(|&cell| self.is_large(cell)).collect();
            let Some(place) = self.farthest(if large.is_empty() { &any } else { &large }) else { return false };
            self.add(place);
        }
        debug_assert!(self.stairs.iter().any(|&(from, _)| self.area.level(from) == upper));
        true
    }

    /// Adds stairs until there are as many as wanted between two levels.
    fn fill(&mut self, upper: u32, places: &[Cell], wanted: usize) {
        let large: Vec<Cell> =
            places.iter().copied().filter(|&cell| self.is_large(cell) && self.is_large(self.below(cell))).collect();
        while self.stairs.iter().filter(|&&(from, _)| self.area.level(from) == upper).count() < wanted {
            let free =
                large.iter().copied().filter(|&cell| !self.stairs.iter().any(|&(from, to)| from == cell || to == cell));
            let free: Vec<Cell> = free.take(PLACES_MAX).collect();
            let Some(place) = self.farthest(&free) else { break };
            self.add(place);
        }
    }

    /// Of these places the one that lies farthest from all stairs on its level and on the one below; the first if there are none.
    fn farthest(&self, places: &[Cell]) -> Option<Cell> {
        let gap = |cell: Cell| {
            let ends = self.stairs.iter().flat_map(|&(from, to)| [from, to]);
            let near = |at: Cell| {
                let there = ends.clone().filter(move |&end| self.area.level(end) == self.area.level(at));
                there.map(move |end| self.area.distance(end, at)).min().unwrap_or(u32::MAX)
            };
            near(cell).min(near(self.below(cell)))
        };
        // The first of the best, in the order in which they were drawn.
        places.iter().copied().rev().max_by_key(|&cell| gap(cell))
    }

    /// Adds a stair, and in a symmetric world its images.
    fn add(&mut self, place: Cell) {
        let images: Vec<Cell> = match self.world.exact_symmetry() {
            Some(symmetry) => symmetry.images(place).collect(),
            None => vec![place],
        };
        for cell in images {
            let stair = (cell, self.below(cell));
            if !self.stairs.contains(&stair) {
                self.joined.union(self.regions.of[stair.0], self.regions.of[stair.1]);
                self.stairs.push(stair);
            }
        }
    }
}
