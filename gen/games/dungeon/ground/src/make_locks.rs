//! `make-locks`: locked doors and their keys, which can always be solved.
//!
//! The rooms of all levels are a graph ([`room_graph`]). On each level a spanning tree grows from where one arrives, and some
//! of its doors are locked together with all others that lead into the part behind them ([`plan`]). Then the locks are put into
//! an order, and each gets a key as deep as can be among the rooms that are reached without this lock and those after it. So
//! whoever has the keys of the locks before a lock can get its key: by induction everything can be reached. This is how Dormans
//! ("Adventures in level design", 2010) makes dungeons from missions, the other way round: here the rooms are there first. A
//! search over places and keys looks at the finished world once more.
//!
//! A key opens all doors of its level in the whole world and is not used up. So levels of keys are spread over the levels of
//! the world, each used once while there are enough of them. Where there are not, a lock has a key that one may hold already.

mod plan;
mod room_graph;

use chance::Stream;
use design::abilities::{door, lives_on};
use design::parameters::global::LOCK_COUNT;
use design::parameters::terrain::OPAQUE;
use design::{Design, TerrainType, TypeId, UnitType, counted};
use grid::{Cell, sort_by_numbers};
use petgraph::graph::NodeIndex;
use starts::Siting;
use starts::ground::change_terrain;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, SideId};

use crate::floors::{Floors, Footing, KEY_LEVELS, key_level};
use plan::{Fate, Plan};
pub use room_graph::{RoomGraph, RoomNode, RoomNodeKind, Way, key_graph};

/// The method `make-locks`.
pub struct MakeLocks;

static INFO: MethodInfo = MethodInfo {
    name: "make-locks",
    summary: "locks doors that shut off parts of levels, and lays a key for each lock where it can be had before",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Links, Part::Countries, Part::Independents],
    writes: &[Part::Terrain, Part::Keys],
    by_level: false,
    parameters: &["lock-count"],
};

impl SynthesisMethod for MakeLocks {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let skipped = |why: &str| Ok(MethodOutcome::Skipped(why.to_owned()));
        if synthesis.is_given(Part::Keys) {
            return skipped("keys are already present");
        }
        if synthesis.scenario.world.exact_symmetry().is_some() {
            return skipped("the parts of a symmetric world are open to each other");
        }
        let floors = Floors::new(synthesis.scenario);
        let rooms = RoomGraph::new(synthesis.scenario, &floors);
        let spots = || rooms.graph.node_weights();
        let has = |is_wanted: &dyn Fn(u8) -> bool| {
            spots().any(|spot| matches!(spot.kind, RoomNodeKind::Door { lock } if is_wanted(lock)))
        };
        if !has(&|_| true) {
            return skipped("there are no doors");
        }
        // A terrain that was given keeps its doors; those that are locked there get keys.
        let most =
            if synthesis.is_given(Part::Terrain) { 0 } else { synthesis.settings.int(LOCK_COUNT).max(0) as usize };
        if most == 0 && !has(&|lock| lock > 0) {
            return skipped("no door is to be locked");
        }
        let kinds = LockKinds::new(synthesis.scenario, &floors);
        let numbers = kinds.numbers();
        if numbers.is_empty() && most > 0 {
            return Err(SynthesisError::DesignLacks {
                what: "locks with keys".to_owned(),
                remedy: "give a type of terrain a `lock-level`, and a type of unit that can lie on the floor and be independent \
                         the same `key-level`; or set `lock-count` to 0"
                    .to_owned(),
            });
        }
        warn_of_closed(synthesis, &rooms, &numbers);

        let starts = floors.starts(synthesis.scenario);
        let mut plan = Plan::new(&rooms, &floors, &starts, &|lock| numbers.contains(&lock));
        choose_locks(&mut plan, &numbers, most, &mut synthesis.stream("locks"));
        let keys = choose_keys(synthesis, &mut plan, &kinds, &floors);
        let made = write(synthesis, &plan, &kinds, &floors, &keys);
        synthesis.frame("locks and keys");

        let is_walled = |node: usize| plan.fates[node] == Fate::Walled;
        let wanted: Vec<usize> = (0..plan.must.len()).filter(|&node| plan.must[node] && !is_walled(node)).collect();
        check(synthesis.scenario, &rooms, &wanted, &starts);
        Ok(MethodOutcome::Made(made))
    }
}

/// The types of locked doors and of keys, by their level.
struct LockKinds {
    doors: Vec<Vec<TerrainType>>,
    keys: Vec<Vec<UnitType>>,
}

impl LockKinds {
    fn new(scenario: &Scenario, floors: &Floors) -> LockKinds {
        let design = &*scenario.design;
        let mut kinds = LockKinds { doors: vec![Vec::new(); KEY_LEVELS], keys: vec![Vec::new(); KEY_LEVELS] };
        for kind in design.cell_terrain() {
            if let Some(door) = door(design, kind) {
                kinds.doors[usize::from(door.lock)].push(kind);
            }
        }
        let world = &scenario.world;
        let mut is_floor = vec![false; design.ids::<TerrainType>().count()];
        for cell in world.area.cells().filter(|&cell| floors.at(cell) == Footing::Open) {
            is_floor[world.terrain_at(cell).index()] = true;
        }
        let lies = |kind: UnitType, ground: TerrainType| is_floor[ground.index()] && lives_on(design, kind, ground);
        for kind in design.unit_types().filter(|&kind| scenario.may_own(SideId::INDEPENDENT, kind)) {
            if design.cell_terrain().any(|ground| lies(kind, ground)) {
                kinds.keys[usize::from(key_level(design, kind))].push(kind);
            }
        }
        kinds
    }

    /// The levels of which there are doors as well as keys, rising.
    fn numbers(&self) -> Vec<u8> {
        let has_both = |number: &u8| {
            let number = usize::from(*number);
            !self.doors[number].is_empty() && !self.keys[number].is_empty()
        };
        (1..KEY_LEVELS as u8).filter(has_both).collect()
    }

    /// The type of a door with this lock: one that opens into the same as the door that it replaces, if there is any.
    fn locked(&self, design: &Design, number: u8, plain: TerrainType) -> TerrainType {
        let doors = &self.doors[usize::from(number)];
        let into = |kind: TerrainType| door(design, kind).map(|door| door.into);
        let opens_alike = |kind: &&TerrainType| into(**kind) == into(plain);
        *doors.iter().find(opens_alike).or(doors.first()).expect("only levels that have doors are used")
    }
}

/// Doors that were locked before, and for which the design has no key, stay shut for ever.
fn warn_of_closed(synthesis: &mut Synthesis<'_>, rooms: &RoomGraph, numbers: &[u8]) {
    let locks = rooms.graph.node_weights().filter_map(|spot| match spot.kind {
        RoomNodeKind::Door { lock } if lock > 0 && !numbers.contains(&lock) => Some(lock),
        RoomNodeKind::Door { .. } | RoomNodeKind::Room => None,
    });
    let mut locks: Vec<u8> = locks.collect();
    locks.sort_unstable();
    locks.dedup();
    for lock in locks {
        let message =
            format!("doors with `lock-level` {lock} stay shut: no type of unit that can lie on the floor is their key");
        synthesis.warn("no-key", message);
    }
}

/// Locks doors level by level, and gives each lock its level of keys.
///
/// Levels of keys that no lock has yet are spread evenly over the levels of the world: with 9 of them, 16 levels and one lock
/// each, every level but a few has one of its own. Beyond those, the ones that were used longest ago come again.
fn choose_locks(plan: &mut Plan<'_>, numbers: &[u8], most: usize, stream: &mut Stream) {
    let levels = plan.rooms.graph.node_weights().map(|spot| spot.level as usize + 1).max().unwrap_or(0);
    // Those that were used, the last one last; all others are fresh.
    let mut used: Vec<u8> = Vec::new();
    for lock in &plan.locks {
        used.retain(|&number| number != lock.number);
        used.push(lock.number);
    }
    let fresh_before = numbers.len() - numbers.iter().filter(|number| used.contains(number)).count();
    let mut fresh: Vec<u8> = numbers.iter().copied().filter(|number| !used.contains(number)).collect();
    fresh.reverse();
    for level in 0..levels {
        let here: Vec<u8> =
            plan.locks.iter().filter(|lock| lock.level as usize == level).map(|lock| lock.number).collect();
        let first = plan.locks.len();
        let room = numbers.iter().filter(|number| !here.contains(number)).count();
        let made = plan.lock_level(level as u32, most.min(room), stream);
        // By the end of this level so many may have been taken.
        let share = (fresh_before * (level + 1)).div_ceil(levels);
        let share = share.saturating_sub(fresh_before - fresh.len());
        let mut chosen: Vec<u8> = Vec::new();
        let again: Vec<u8> = used.iter().copied().filter(|number| !here.contains(number)).collect();
        let mut again = again.into_iter();
        for lock in 0..made {
            // Fresh ones also where there is nothing that could come again.
            let takes_fresh = lock < share || again.len() == 0;
            let number = if takes_fresh { fresh.pop().or_else(|| again.next()) } else { again.next() };
            chosen.push(number.expect("no level gets more locks than there are levels of keys"));
        }
        used.retain(|number| !chosen.contains(number));
        chosen.sort_unstable();
        used.extend(&chosen);
        let order: Vec<usize> = plan.order().into_iter().filter(|&lock| lock >= first).collect();
        for (lock, number) in order.into_iter().zip(chosen) {
            plan.locks[lock].number = number;
        }
    }
}

/// A key that is to be laid.
struct Key {
    kind: UnitType,
    cell: Cell,
}

/// Chooses a place for the key of each lock, in their order. A lock whose key finds none becomes a door again.
fn choose_keys(synthesis: &mut Synthesis<'_>, plan: &mut Plan<'_>, kinds: &LockKinds, floors: &Floors) -> Vec<Key> {
    let mut stream = synthesis.stream("keys");
    let siting = Siting::new(synthesis.scenario);
    let mut keys: Vec<Key> = Vec::new();
    let order = plan.order();
    for (place, &lock) in order.iter().enumerate() {
        let (number, level) = (plan.locks[lock].number, plan.locks[lock].level);
        let kind = *stream.choose(&kinds.keys[usize::from(number)]).expect("the level of keys has a type");
        let front = plan.front(&|other| order[place..].contains(&other));
        let rooms = plan.deepest(level, &front, &mut stream);
        let is_free = |cell: Cell, keys: &[Key]| {
            floors.is_place(cell)
                && keys.iter().all(|key| key.cell != cell)
                && siting.occupancy().in_cell(cell).is_empty()
                && siting.fits(synthesis.scenario, kind, cell)
        };
        let found = rooms.into_iter().find_map(|room| {
            let cells = &plan.rooms.graph[NodeIndex::new(room)].cells;
            let free: Vec<Cell> = cells.iter().copied().filter(|&cell| is_free(cell, &keys)).collect();
            stream.choose(&free).copied()
        });
        if let Some(cell) = found {
            keys.push(Key { kind, cell });
            continue;
        }
        let fate = if plan.locks[lock].is_given { Fate::Walled } else { Fate::Free };
        plan.fates.iter_mut().filter(|fate| **fate == Fate::Locked(lock)).for_each(|its| *its = fate);
        if fate == Fate::Walled {
            plan.must = plan.flood(&|_| false);
        }
        let message = format!("no room for a key of level {number} before its lock on level {}", level + 1);
        synthesis.warn("no-room-for-key", message);
    }
    keys
}

/// Writes locks, walls and keys into the world; returns what was made, in words.
fn write(synthesis: &mut Synthesis<'_>, plan: &Plan<'_>, kinds: &LockKinds, floors: &Floors, keys: &[Key]) -> String {
    let design = synthesis.design();
    let (mut doors, mut walls) = (0usize, 0usize);
    let mut is_used = vec![false; plan.locks.len()];
    for (node, spot) in plan.rooms.graph.node_weights().enumerate() {
        let RoomNodeKind::Door { lock: had } = spot.kind else { continue };
        for &cell in &spot.cells {
            let door = synthesis.scenario.world.terrain_at(cell);
            let becomes = match plan.fates[node] {
                Fate::Locked(lock) => {
                    is_used[lock] = true;
                    doors += 1;
                    if had > 0 { door } else { kinds.locked(&design, plan.locks[lock].number, door) }
                }
                Fate::Walled if had == 0 => {
                    walls += 1;
                    wall_at(synthesis.scenario, floors, cell).unwrap_or(door)
                }
                Fate::Walled | Fate::Free => continue,
            };
            if becomes != door {
                change_terrain(&design, &mut synthesis.scenario.world, cell, becomes);
            }
        }
    }
    let mut siting = Siting::new(synthesis.scenario);
    for key in keys {
        siting.put(synthesis.scenario, key.kind, key.cell, SideId::INDEPENDENT);
    }
    let locks = is_used.into_iter().filter(|&used| used).count();
    let walled = if walls > 0 { format!(", {} walled up", counted(walls, "door")) } else { String::new() };
    format!("{} on {}, {}{walled}", counted(locks, "lock"), counted(doors, "door"), counted(keys.len(), "key"))
}

/// What a door becomes that is walled up: the ground that most of the cells round it have where nobody walks, opaque if any is.
fn wall_at(scenario: &Scenario, floors: &Floors, cell: Cell) -> Option<TerrainType> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let closed = |cell: Cell| (floors.at(cell) == Footing::Closed).then(|| world.terrain_at(cell));
    let mut near: Vec<TerrainType> = floors.area.around(cell).filter_map(|(_, near)| closed(near)).collect();
    if near.is_empty() {
        near = floors.area.cells().filter_map(closed).collect();
    }
    let count = |kind: TerrainType| near.iter().filter(|&&other| other == kind).count();
    let mut seen: Vec<TerrainType> = near.clone();
    sort_by_numbers(&mut seen, &|kind| [i64::from(kind.0), 0]);
    seen.dedup();
    seen.into_iter().rev().max_by_key(|&kind| (design.flag(OPAQUE, kind), count(kind)))
}

/// Asserts that everything that was reached before is reached by whoever picks up the keys on the way.
fn check(scenario: &Scenario, rooms: &RoomGraph, wanted: &[usize], starts: &[Cell]) {
    let reached = Floors::new(scenario).reach(scenario, starts);
    for &node in wanted {
        let spot = &rooms.graph[NodeIndex::new(node)];
        for &cell in &spot.cells {
            assert!(reached[cell.index()], "nobody can get to cell {} of level {}", cell.0, spot.level + 1);
        }
    }
}
