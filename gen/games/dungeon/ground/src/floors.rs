//! The floors of a world of levels: where one walks, which doors stand in the way, where one arrives on each level, and what
//! can be reached by whoever picks up keys on the way.
//!
//! A key opens every door of its level in the whole world, as often as one likes; so what can be reached grows with the keys
//! alone, and a search over places and keys is one search that takes up again the doors that were shut when a key comes to
//! hand.

use design::abilities::{can_act, can_stand_on, door};
use design::parameters::unit::{KEY_LEVEL, START_WITH};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Layer, Links, hops, regions};
use world::standing::is_closed_ring;
use world::travel::{can_enter, is_mobile};
use world::{Scenario, SideId};

/// What a cell is to those who walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Footing {
    /// Nobody gets in: rock, deep water, the closed edge ring.
    Closed,
    /// One can stand there.
    Open,
    /// A closed door with the lock that it has; 0 for none.
    Door(u8),
}

/// How many levels of keys there can be, with 0 for none: the bound of `key-level` and `lock-level`.
pub(crate) const KEY_LEVELS: usize = 10;

/// The floors of a world.
pub struct Floors {
    pub(crate) area: Area,
    ground: Vec<Footing>,
    links: Links,
    /// Both ends of all links.
    is_end: Vec<bool>,
}

impl Floors {
    /// The floors of a scenario that has terrain.
    ///
    /// # Panics
    /// If there is no terrain yet.
    pub fn new(scenario: &Scenario) -> Floors {
        let (design, world) = (&*scenario.design, &scenario.world);
        let area = world.area;
        let walkers = walkers(design);
        let of_type: Vec<Footing> = design.ids().map(|ground| ground_of(design, &walkers, ground)).collect();
        let mut ground = vec![Footing::Closed; area.len()];
        for cell in area.cells().filter(|&cell| !is_closed_ring(design, &area, cell)) {
            ground[cell.index()] = of_type[world.terrain_at(cell).index()];
        }
        let mut is_end = vec![false; area.len()];
        for cell in world.links.iter().flat_map(|link| [link.from, link.to]).filter(|&cell| area.contains(cell)) {
            is_end[cell.index()] = true;
        }
        Floors { area, ground, links: world.all_links(), is_end }
    }

    /// What a cell is.
    pub(crate) fn at(&self, cell: Cell) -> Footing {
        self.ground[cell.index()]
    }

    /// Whether one comes through a cell, with keys for all doors.
    pub(crate) fn passes(&self, cell: Cell) -> bool {
        self.at(cell) != Footing::Closed
    }

    /// Whether a unit may be put into a cell: floor where no link ends.
    pub(crate) fn is_place(&self, cell: Cell) -> bool {
        self.at(cell) == Footing::Open && !self.is_end[cell.index()]
    }

    /// Where one goes down from a level.
    pub(crate) fn stairs_down(&self, level: u32) -> Vec<Cell> {
        let leads_down = |from: Cell, to: Cell| self.area.level(from) == level && self.area.level(to) > level;
        self.link_cells(&|from, to| leads_down(from, to).then_some(from))
    }

    fn link_cells(&self, choose: &dyn Fn(Cell, Cell) -> Option<Cell>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.links.steps().iter().filter_map(|step| choose(step.from, step.to)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Where sides begin: where their units are, else their centres; without both the place on the first level that is farthest
    /// from the way down.
    pub fn starts(&self, scenario: &Scenario) -> Vec<Cell> {
        let of_sides = scenario.unit_ids().filter(|(_, unit)| unit.side != SideId::INDEPENDENT);
        let units: Vec<Cell> = of_sides.filter_map(|(id, _)| scenario.cell_of(id)).collect();
        let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
        for mut cells in [units, centers] {
            cells.retain(|&cell| self.area.contains(cell) && self.passes(cell));
            cells.sort_unstable();
            cells.dedup();
            if !cells.is_empty() {
                return cells;
            }
        }
        self.farthest_from_stairs().into_iter().collect()
    }

    fn farthest_from_stairs(&self) -> Option<Cell> {
        let down = self.stairs_down(0);
        let steps = self.steps(&down);
        let first = |cell: &Cell| std::cmp::Reverse(*cell);
        let reached = self.area.level_cells(0).filter(|&cell| self.is_place(cell) && steps[cell] != u32::MAX);
        reached.max_by_key(|cell| (steps[*cell], first(cell))).or_else(|| {
            let pieces =
                regions(&self.area, |cell| (self.area.level(cell) == 0 && self.at(cell) == Footing::Open).then_some(0));
            pieces.largest().map(|largest| pieces.first[largest as usize])
        })
    }

    /// Where one arrives on a level: where sides begin, and where links from higher levels lead.
    pub(crate) fn arrivals(&self, starts: &[Cell], level: u32) -> Vec<Cell> {
        let comes_down = |from: Cell, to: Cell| self.area.level(to) == level && self.area.level(from) < level;
        let mut cells = self.link_cells(&|from, to| comes_down(from, to).then_some(to));
        cells.extend(starts.iter().copied().filter(|&cell| self.area.level(cell) == level));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The steps from the nearest of these cells to each cell of their levels, through all doors.
    pub(crate) fn steps(&self, sources: &[Cell]) -> Layer<u32> {
        hops(&self.area, sources.iter().copied(), |cell| self.passes(cell))
    }

    /// For each cell whether one gets there from these cells with the keys that lie on the way.
    pub fn reach(&self, scenario: &Scenario, starts: &[Cell]) -> Vec<bool> {
        let mut keys = vec![0u16; self.area.len()];
        for (id, unit) in scenario.unit_ids() {
            let level = key_level(&scenario.design, unit.kind);
            if let Some(cell) = scenario.cell_of(id).filter(|_| level > 0) {
                keys[cell.index()] |= 1 << level;
            }
        }
        let mut search = Reach {
            floors: self,
            keys: 1,
            shut: vec![Vec::new(); KEY_LEVELS],
            queue: Vec::new(),
            seen: vec![false; self.area.len()],
        };
        starts.iter().for_each(|&cell| search.enter(cell));
        let mut next = 0;
        while next < search.queue.len() {
            let cell = search.queue[next];
            next += 1;
            let fresh = keys[cell.index()] & !search.keys;
            search.keys |= fresh;
            for level in (0..KEY_LEVELS).filter(|level| fresh >> level & 1 != 0) {
                std::mem::take(&mut search.shut[level]).into_iter().for_each(|door| search.enter(door));
            }
            self.area.around(cell).for_each(|(_, near)| search.enter(near));
            self.links.out_of(cell).iter().for_each(|step| search.enter(step.to));
        }
        search.seen
    }
}

/// A search over places and keys.
struct Reach<'a> {
    floors: &'a Floors,
    /// A bit for each level of keys at hand; that of 0 is set.
    keys: u16,
    /// The doors for each level of keys that were met without the key.
    shut: Vec<Vec<Cell>>,
    queue: Vec<Cell>,
    seen: Vec<bool>,
}

impl Reach<'_> {
    fn enter(&mut self, cell: Cell) {
        let lock = match self.floors.at(cell) {
            Footing::Closed => return,
            Footing::Open => 0,
            Footing::Door(lock) => lock,
        };
        if self.seen[cell.index()] {
            return;
        }
        if self.keys >> lock & 1 == 0 {
            self.shut[usize::from(lock)].push(cell);
            return;
        }
        self.seen[cell.index()] = true;
        self.queue.push(cell);
    }
}

/// Which doors a type opens; 0 for none.
pub(crate) fn key_level(design: &Design, kind: UnitType) -> u8 {
    design.int(KEY_LEVEL, kind).clamp(0, KEY_LEVELS as i32 - 1) as u8
}

/// The types for whom floors are made: those that sides begin with; without any, those that can act; else all.
fn walkers(design: &Design) -> Vec<UnitType> {
    let heroes: Vec<UnitType> = design.unit_types().filter(|&kind| design.int(START_WITH, kind) > 0).collect();
    let lists = [heroes, design.unit_types().filter(|&kind| can_act(design, kind)).collect()];
    lists.into_iter().find(|list| !list.is_empty()).unwrap_or_else(|| design.unit_types().collect())
}

fn ground_of(design: &Design, walkers: &[UnitType], ground: TerrainType) -> Footing {
    // A type need not live in a closed door: it opens it first.
    if let Some(door) = door(design, ground) {
        return Footing::Door(door.lock);
    }
    let stands = |&kind: &UnitType| {
        can_stand_on(design, kind, ground) && (!is_mobile(design, kind) || can_enter(design, kind, ground))
    };
    if walkers.iter().any(stands) { Footing::Open } else { Footing::Closed }
}
