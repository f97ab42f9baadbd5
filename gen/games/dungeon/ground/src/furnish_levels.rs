//! `furnish-levels`: monsters and objects on each level of a world, by the levels that suit their types.
//!
//! First comes what a level has for certain (`level-count`), the prizes of single levels as deep in them as can be; then as
//! many others as the design asks for are drawn by `level-weight`, and lie at random over all floor that can be reached, as
//! monsters and objects do in Rogue and its kin. So they crowd no room and spare none. Objects that have room for others hold a
//! few of them.

use chance::Stream;
use design::abilities::{can_act, can_carry};
use design::parameters::global::{ARRIVAL_RADIUS, MONSTERS_PER_LEVEL, OBJECTS_PER_LEVEL};
use design::parameters::unit::{CAPACITY, LEVEL_COUNT, LEVEL_MAX, LEVEL_MIN, LEVEL_WEIGHT, TYPE_IN_GAME_MAX};
use design::{TypeId, UnitType, counted};
use grid::{Cell, Layer, sort_by_numbers};
use starts::Siting;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::standing::has_room_inside;
use world::{Scenario, SideId, UnitId};

use crate::floors::{Floors, key_level};

/// The method `furnish-levels`.
pub struct FurnishLevels;

static INFO: MethodInfo = MethodInfo {
    name: "furnish-levels",
    summary: "lays monsters and objects on each level, by the levels that suit their types",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Links, Part::Countries, Part::Keys],
    writes: &[Part::Independents],
    by_level: false,
    parameters: &["monsters-per-level", "objects-per-level", "arrival-radius"],
};

/// The most objects inside one; the least is 1.
const INSIDE_MAX: i32 = 3;

impl SynthesisMethod for FurnishLevels {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.is_given(Part::Independents) {
            return Ok(MethodOutcome::Skipped("independent units are already present".to_owned()));
        }
        let design = synthesis.design();
        let (kinds, never) = Kind::all(synthesis.scenario);
        for kind in never {
            let message = format!(
                "`{}` has a `level-weight` or `level-count`, but its `possible-sides` leave out `independent`: none was made",
                design.name_of(kind)
            );
            synthesis.warn("never-independent", message);
        }
        let wanted = [MONSTERS_PER_LEVEL, OBJECTS_PER_LEVEL].map(|key| synthesis.settings.int(key).max(0) as usize);
        let is_certain = |kind: &Kind| kind.count > 0;
        let is_drawn = |kind: &Kind| kind.weight > 0 && wanted[usize::from(!kind.is_monster)] > 0;
        if !kinds.iter().any(|kind| is_certain(kind) || is_drawn(kind)) {
            return Ok(MethodOutcome::Skipped(
                "no type has a `level-count`, or a `level-weight` with `monsters-per-level` or `objects-per-level`"
                    .to_owned(),
            ));
        }
        let radius = synthesis.settings.int(ARRIVAL_RADIUS).max(0) as u32;
        let floors = Floors::new(synthesis.scenario);
        let starts = floors.starts(synthesis.scenario);
        let is_reached = floors.reach(synthesis.scenario, &starts);
        let mut furnished = Furnishing::new(synthesis.scenario, &floors, kinds);
        for level in 0..floors.area.levels() {
            let arrivals = floors.arrivals(&starts, level);
            let steps = floors.steps(&arrivals);
            let places = furnished.places(synthesis.scenario, level, &is_reached);
            let mut ground = LevelGround { level: level as i32 + 1, places, steps, radius };
            let stream = |what: &str| synthesis.stream(&format!("level {} {what}", level + 1));
            let mut streams = ["places", "certain", "monsters", "objects", "inside"].map(stream);
            let [order, certain, monsters, objects, inside] = &mut streams;
            order.shuffle(&mut ground.places);
            let first = synthesis.scenario.units.len();
            let mut lacking = furnished.lay_certain(synthesis.scenario, &ground, certain);
            for (is_monster, stream) in [(true, monsters), (false, objects)] {
                let count = wanted[usize::from(!is_monster)];
                let weight = |kind: &Kind| if kind.is_monster == is_monster { kind.weight } else { 0 };
                let laid = furnished.lay_drawn(synthesis.scenario, &ground, count, weight, stream);
                lacking += furnished.is_short(&ground, laid, count, weight);
            }
            furnished.fill(synthesis.scenario, &ground, first, inside);
            if lacking > 0 {
                let message = format!(
                    "{} found no room on level {}: lower `monsters-per-level`, `objects-per-level` or `arrival-radius`",
                    counted(lacking, "monster or object"),
                    level + 1
                );
                synthesis.warn("level-crowded", message);
            }
        }
        let [monsters, objects, inside] = furnished.counts;
        Ok(MethodOutcome::Made(format!(
            "{}, {}, {} inside others",
            counted(monsters, "monster"),
            counted(objects, "object"),
            inside
        )))
    }
}

/// What has to be known of a type that lies on levels.
pub(crate) struct Kind {
    pub(crate) id: UnitType,
    pub(crate) is_monster: bool,
    pub(crate) levels: std::ops::RangeInclusive<i32>,
    pub(crate) weight: u32,
    pub(crate) count: usize,
    /// How many there may be in the game; `None` for any number.
    pub(crate) most: Option<usize>,
    /// Whether it holds objects.
    is_container: bool,
}

impl Kind {
    /// Whether it belongs to a single level, where it is a prize.
    fn is_prize(&self) -> bool {
        self.levels.start() == self.levels.end()
    }

    /// The types that may be laid, and those that would be if an independent unit could be of them. Keys are laid only where the design
    /// counts them: to draw one would open a lock by chance.
    pub(crate) fn all(scenario: &Scenario) -> (Vec<Kind>, Vec<UnitType>) {
        let design = &*scenario.design;
        let (mut kinds, mut never) = (Vec::new(), Vec::new());
        let objects: Vec<UnitType> = design.unit_types().filter(|&kind| !can_act(design, kind)).collect();
        for id in design.unit_types() {
            let count = design.int(LEVEL_COUNT, id).max(0) as usize;
            let weight = if key_level(design, id) == 0 { design.int(LEVEL_WEIGHT, id).max(0) as u32 } else { 0 };
            if count == 0 && weight == 0 {
                continue;
            }
            if !scenario.may_own(SideId::INDEPENDENT, id) {
                never.push(id);
                continue;
            }
            let is_monster = can_act(design, id);
            let is_container = !is_monster
                && design.int(CAPACITY, id) > 0
                && objects.iter().any(|&object| object != id && can_carry(design, id, object));
            let most = usize::try_from(design.int(TYPE_IN_GAME_MAX, id)).ok();
            let levels = design.int(LEVEL_MIN, id)..=design.int(LEVEL_MAX, id);
            kinds.push(Kind { id, is_monster, levels, weight, count, most, is_container });
        }
        (kinds, never)
    }
}

/// A level that is furnished.
struct LevelGround {
    /// Its number, from 1.
    level: i32,
    /// The places that can be reached, in a random order.
    places: Vec<Cell>,
    /// The steps from where one arrives.
    steps: Layer<u32>,
    /// Monsters stand farther than this.
    radius: u32,
}

/// The units so far.
struct Furnishing<'a> {
    floors: &'a Floors,
    siting: Siting,
    kinds: Vec<Kind>,
    /// By type: how many units of it there are.
    had: Vec<usize>,
    /// By cell: whether a monster, and whether an object lies there.
    taken: [Vec<bool>; 2],
    /// Monsters, objects in the open, objects inside others.
    counts: [usize; 3],
}

impl<'a> Furnishing<'a> {
    fn new(scenario: &Scenario, floors: &'a Floors, kinds: Vec<Kind>) -> Furnishing<'a> {
        let mut had = vec![0; scenario.design.units.len()];
        let mut taken = [vec![false; floors.area.len()], vec![false; floors.area.len()]];
        for unit in &scenario.units {
            had[unit.kind.index()] += 1;
            if let Some(cell) = unit.cell() {
                taken[usize::from(!can_act(&scenario.design, unit.kind))][cell.index()] = true;
            }
        }
        Furnishing { floors, siting: Siting::new(scenario), kinds, had, taken, counts: [0; 3] }
    }

    /// Where units may be put on a level; of a symmetric world in its first part.
    fn places(&self, scenario: &Scenario, level: u32, is_reached: &[bool]) -> Vec<Cell> {
        let (design, world) = (&*scenario.design, &scenario.world);
        let symmetry = world.exact_symmetry();
        let is_first = |cell: Cell| symmetry.is_none_or(|symmetry| symmetry.is_first(cell));
        let is_dry = |cell: Cell| !world.is_liquid(design, cell);
        let is_place =
            |&cell: &Cell| self.floors.is_place(cell) && is_reached[cell.index()] && is_first(cell) && is_dry(cell);
        self.floors.area.level_cells(level).filter(is_place).collect()
    }

    /// Whether one more of a type may lie on a level.
    fn is_allowed(&self, kind: &Kind, level: i32) -> bool {
        let most = kind.most.unwrap_or(usize::MAX);
        kind.levels.contains(&level) && self.had[kind.id.index()].saturating_add(self.siting.at_once()) <= most
    }

    fn fits(&self, scenario: &Scenario, ground: &LevelGround, kind: &Kind, cell: Cell) -> bool {
        let is_far = ground.steps[cell] == u32::MAX || ground.steps[cell] > ground.radius;
        !self.taken[usize::from(!kind.is_monster)][cell.index()]
            && (is_far || !kind.is_monster)
            && self.siting.fits(scenario, kind.id, cell)
    }

    fn put(&mut self, scenario: &mut Scenario, number: usize, cell: Cell) {
        let Kind { id, is_monster, .. } = self.kinds[number];
        self.siting.put(scenario, id, cell, SideId::INDEPENDENT);
        let made = self.siting.at_once();
        for unit in scenario.units.iter().rev().take(made) {
            if let Some(cell) = unit.cell() {
                self.taken[usize::from(!is_monster)][cell.index()] = true;
            }
        }
        self.had[id.index()] += made;
        self.counts[usize::from(!is_monster)] += made;
    }

    /// Lays what the level has for certain; returns how many found no room.
    fn lay_certain(&mut self, scenario: &mut Scenario, ground: &LevelGround, stream: &mut Stream) -> usize {
        let mut lacking = 0;
        let mut numbers: Vec<usize> = (0..self.kinds.len()).filter(|&number| self.kinds[number].count > 0).collect();
        // Prizes choose first. What cannot act comes before its guards.
        sort_by_numbers(&mut numbers, &|number| {
            let kind = &self.kinds[number];
            [i64::from(!kind.is_prize()), i64::from(kind.is_monster)]
        });
        for number in numbers {
            for _ in 0..self.kinds[number].count {
                let kind = &self.kinds[number];
                if !self.is_allowed(kind, ground.level) {
                    break;
                }
                let free: Vec<Cell> =
                    ground.places.iter().copied().filter(|&cell| self.fits(scenario, ground, kind, cell)).collect();
                let far = |cell: Cell| if ground.steps[cell] == u32::MAX { 0 } else { ground.steps[cell] };
                let chosen = match kind.is_prize() {
                    true => free.iter().copied().max_by_key(|&cell| (far(cell), std::cmp::Reverse(cell))),
                    false => stream.choose(&free).copied(),
                };
                match chosen {
                    Some(cell) => self.put(scenario, number, cell),
                    None => lacking += 1,
                }
            }
        }
        lacking
    }

    /// Lays units of types that are drawn by weight; returns how many.
    fn lay_drawn(
        &mut self,
        scenario: &mut Scenario,
        ground: &LevelGround,
        wanted: usize,
        weight: impl Fn(&Kind) -> u32,
        stream: &mut Stream,
    ) -> usize {
        let mut has_room = vec![true; self.kinds.len()];
        let mut laid = 0;
        while laid < wanted {
            let weigh = |(number, kind): (usize, &Kind)| {
                let is_possible = has_room[number] && self.is_allowed(kind, ground.level);
                if is_possible { weight(kind) } else { 0 }
            };
            let weights: Vec<u32> = self.kinds.iter().enumerate().map(weigh).collect();
            let Some(number) = stream.weighted(&weights) else { break };
            let kind = &self.kinds[number];
            // The places stand in a random order, so the first that fits is any.
            match ground.places.iter().copied().find(|&cell| self.fits(scenario, ground, kind, cell)) {
                Some(cell) => {
                    self.put(scenario, number, cell);
                    laid += self.siting.at_once();
                }
                None => has_room[number] = false,
            }
        }
        laid
    }

    /// How many units of types that may be on a level are missing; none where no such type is left.
    fn is_short(&self, ground: &LevelGround, laid: usize, wanted: usize, weight: impl Fn(&Kind) -> u32) -> usize {
        let is_left = self.kinds.iter().any(|kind| weight(kind) > 0 && self.is_allowed(kind, ground.level));
        if is_left { wanted.saturating_sub(laid) } else { 0 }
    }

    /// Puts objects of the level into those objects of it that have room for others. Nothing holds what could itself hold
    /// something.
    fn fill(&mut self, scenario: &mut Scenario, ground: &LevelGround, first: usize, stream: &mut Stream) {
        let is_container = |kind: UnitType| self.kinds.iter().any(|its| its.id == kind && its.is_container);
        // In a symmetric world the units of one part, whose images get the same.
        let holders: Vec<UnitId> = (first..scenario.units.len())
            .step_by(self.siting.at_once())
            .filter(|&index| is_container(scenario.units[index].kind))
            .map(|index| UnitId(index as u32 + 1))
            .collect();
        for holder in holders {
            for _ in 0..stream.between(1, INSIDE_MAX) {
                let weigh = |kind: &Kind| {
                    let is_object = !kind.is_monster && !kind.is_container && self.is_allowed(kind, ground.level);
                    let fits = is_object && has_room_inside(scenario, self.siting.occupancy(), kind.id, holder);
                    if fits { kind.weight } else { 0 }
                };
                let weights: Vec<u32> = self.kinds.iter().map(weigh).collect();
                let Some(number) = stream.weighted(&weights) else { break };
                let id = self.kinds[number].id;
                self.siting.put_inside(scenario, id, holder, SideId::INDEPENDENT);
                self.had[id.index()] += self.siting.at_once();
                self.counts[2] += self.siting.at_once();
            }
        }
    }
}
