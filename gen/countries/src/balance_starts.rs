//! `balance-starts`: tops up the surroundings of poor starts by small changes, each counted and reported.
//!
//! The measures are the crate `fairness`'s: land within 8 cells, good land in reach, independents and materials within
//! 8. A seat that lacks land gets coast, one that lacks good land gets some of its poor land made good, one that lacks
//! independents gets such as stood far from everybody, else new ones, and what its surroundings lack in materials comes
//! from far away too. Good land is levelled from both ends, with as few cells changed as can be: where one seat has far
//! more than all others, the rim of its good land grows rough. What seats earn is levelled ([`crate::level_incomes`]). Worlds whose seats are all at the target, symmetric ones
//! above all, are left as they are.
//!
//! **Invariant:** the fairness score never falls: whatever lowers it is taken back.

use std::collections::BTreeMap;

use chance::Stream;
use design::parameters::global::BALANCE_TARGET;
use design::parameters::table::{FAVORED_TERRAIN, INDEPENDENT_DENSITY, TERRAIN_STORAGE_X, UNIT_STORAGE_X};
use design::parameters::unit::INDEPENDENT_NEAR_START;
use design::{Design, MaterialType, TerrainType, TypeId, UnitType};
use fairness::{NEAR, REACH, Weights};
use grid::{Area, Cell, Direction, EdgeLayer, Lattice, Symmetry, Travel, disk, has_edge};
use synth::{MethodInfo, Outcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Place, Scenario, SideId, Unit, UnitId, World, standing};

use crate::ground::change_terrain_and_images;
use crate::images::{images, images_of_unit};
use crate::level_incomes::level_incomes;
use crate::make_initial_materials::supply_of;
use crate::siting::Siting;

/// Makes starts alike.
pub struct BalanceStarts;

const INFO: MethodInfo = MethodInfo {
    name: "balance-starts",
    summary: "tops up poor starts with coast, good land and independents until they are near the best one",
    reads: &[Part::Terrain, Part::Countries],
    heeds: &[Part::Elevation, Part::Rivers, Part::Roads, Part::Independents, Part::Materials],
    writes: &[Part::Terrain, Part::Elevation, Part::Independents, Part::Materials],
    parameters: &["balance-target"],
};

/// How often all measures are looked at again: what one change gives, another may need.
const ROUNDS: u32 = 3;
/// Cells times seats beyond which all is changed at once: the score looks at every cell for every seat.
const LARGE: usize = 6_000_000;
/// No seat gets more cells of new land, or of good land, in one round.
const CELLS_MAX: u32 = 48;
/// Water so near to a center is not filled.
const HARBOR: u32 = 2;
/// Changes nearer to their own images could part a water or a land that each of them leaves whole.
const IMAGES_APART: u32 = 2;
/// No seat gets more independents in one round.
const INDEPENDENTS_MAX: u32 = 16;

/// What is balanced, in the order in which it is: new land may be good land, and towns stand on either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matter {
    Land,
    GoodLand,
    Independents,
    Materials,
}

const MATTERS: [Matter; 4] = [Matter::Land, Matter::GoodLand, Matter::Independents, Matter::Materials];

impl Matter {
    /// The measure's name.
    const fn measure(self) -> &'static str {
        match self {
            Matter::Land => "land-8",
            Matter::GoodLand => "good-land-reach",
            Matter::Independents => "independents-8",
            Matter::Materials => "materials-8",
        }
    }

    /// What is changed for its sake.
    const fn part(self) -> Part {
        match self {
            Matter::Land | Matter::GoodLand => Part::Terrain,
            Matter::Independents => Part::Independents,
            Matter::Materials => Part::Materials,
        }
    }
}

impl SynthesisMethod for BalanceStarts {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<Outcome, SynthesisError> {
        let target = synthesis.settings.int(BALANCE_TARGET).clamp(0, 100) as u32;
        let scenario = &*synthesis.scenario;
        let centers: Vec<Cell> = fairness::Survey::new(scenario).seats.iter().filter_map(|seat| seat.center).collect();
        if scenario.world.terrain.is_none() || centers.len() < 2 {
            return Ok(Outcome::Skipped("there are no starts to compare".to_owned()));
        }
        // Seats of one group are alike already: what the first of each is given its images get.
        let group = scenario.world.exact_symmetry().map_or(1, Symmetry::order);
        if group > 1 && (group == scenario.sides.len() || centers.len() < scenario.sides.len()) {
            return Ok(Outcome::Skipped("the starts are alike by their symmetry".to_owned()));
        }
        let matters: Vec<Matter> = MATTERS.into_iter().filter(|matter| !synthesis.is_given(matter.part())).collect();
        let mut balance = Balance { target, group, centers, changes: Changes::default(), score: None, known: None };
        let is_large = scenario.world.area.count() * balance.centers.len() > LARGE;
        if is_large {
            let mut stream = synthesis.stream("at once");
            balance.improve_at_once(synthesis.scenario, &matters, &mut stream);
        }
        for round in 0..if is_large { 0 } else { ROUNDS } {
            let before = balance.changes.clone();
            if !synthesis.is_given(Part::Terrain) {
                balance.level_incomes(synthesis.scenario);
            }
            for &matter in &matters {
                let mut stream = synthesis.stream(&format!("{matter:?} {round}"));
                balance.improve(synthesis.scenario, matter, round, &mut stream);
            }
            if balance.changes == before {
                break;
            }
            synthesis.frame(&format!("round {}", round + 1));
        }
        let lacking = balance.what_is_left(synthesis.scenario);
        if !lacking.is_empty() {
            let message = format!("not every seat could be brought to {target} percent of the best: {lacking}");
            synthesis.warn("balance-unreached", message);
        }
        match balance.changes.in_words(&synthesis.scenario.design) {
            None if lacking.is_empty() => Ok(Outcome::Skipped(format!("all seats have {target} percent already"))),
            None => Ok(Outcome::Skipped("nothing could be done".to_owned())),
            Some(words) => Ok(Outcome::Made(words)),
        }
    }
}

/// What was changed, to be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Changes {
    raised: u32,
    improved: u32,
    roughened: u32,
    levelled: u32,
    carried: i64,
    moved: BTreeMap<UnitType, u32>,
    added: BTreeMap<UnitType, u32>,
}

impl Changes {
    fn in_words(&self, design: &Design) -> Option<String> {
        let mut words = Vec::new();
        for (verb, units) in [("moved", &self.moved), ("added", &self.added)] {
            words.extend(
                units.iter().map(|(&kind, count)| format!("{verb} {}", design::counted(*count, design.name_of(kind)))),
            );
        }
        if self.levelled > 0 {
            words.push(format!("levelled incomes by the ground of {}", design::counted(self.levelled, "cell")));
        }
        for (verb, cells) in [("raised", self.raised), ("improved", self.improved), ("roughened", self.roughened)] {
            if cells > 0 {
                words.push(format!("{verb} {}", design::counted(cells, "cell")));
            }
        }
        if self.carried > 0 {
            words.push(format!("carried {} of materials", self.carried));
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

struct Balance {
    target: u32,
    /// How many seats, one after the other, are images of each other: 1 where there is no symmetry.
    group: usize,
    centers: Vec<Cell>,
    changes: Changes,
    /// The fairness score, and what each seat has of each matter, as the scenario stands; once they were asked for.
    score: Option<f64>,
    known: Option<[Vec<u32>; 4]>,
}

impl Balance {
    /// What each seat has of a matter.
    fn values(&mut self, scenario: &Scenario, matter: Matter) -> Vec<u32> {
        let known = self.known.get_or_insert_with(|| measure(scenario, &self.centers));
        known[matter as usize].clone()
    }

    /// How much each seat lacks to be at the target: (value + 1) / (best + 1), as `fairness` compares counts.
    fn lacks(&self, matter: Matter, values: &[u32]) -> Vec<u32> {
        let best = values.iter().copied().max().unwrap_or(0);
        let least = ((u64::from(best) + 1) * u64::from(self.target)).div_ceil(100).saturating_sub(1) as u32;
        // Shares of materials were rounded.
        let slack = if matter == Matter::Materials { 4 } else { 0 };
        values.iter().map(|value| least.saturating_sub(*value + slack)).collect()
    }

    /// Makes all seats earn alike, by the ground under their towns.
    fn level_incomes(&mut self, scenario: &mut Scenario) {
        let group = self.group;
        self.try_change(scenario, |all, scenario| all.changes.levelled += level_incomes(scenario, group));
    }

    /// Improves all seats that lack; if the score falls by it, only those by which it does not, or half as much.
    fn improve(&mut self, scenario: &mut Scenario, matter: Matter, round: u32, stream: &mut Stream) {
        if matter == Matter::GoodLand {
            self.roughen_the_richest(scenario, round > 0);
        }
        let values = self.values(scenario, matter);
        let lacks = self.lacks(matter, &values);
        let poor: Vec<usize> = (0..lacks.len()).step_by(self.group).filter(|&seat| lacks[seat] > 0).collect();
        if poor.is_empty() || self.try_change(scenario, |all, world| all.change(world, matter, &poor, &lacks, stream)) {
            return;
        }
        for seat in poor {
            let half: Vec<u32> = lacks.iter().map(|lack| lack / 2).collect();
            if !self.try_change(scenario, |all, world| all.change(world, matter, &[seat], &lacks, stream)) {
                self.try_change(scenario, |all, world| all.change(world, matter, &[seat], &half, stream));
            }
        }
    }

    /// Takes the richest seats' good land down to the level from which the fewest cells need a change in all; where the
    /// poorest seat was improved as far as its land allows, to the level that it came to.
    fn roughen_the_richest(&mut self, scenario: &mut Scenario, was_improved: bool) {
        let values = self.values(scenario, Matter::GoodLand);
        let reached = values.iter().copied().min().unwrap_or(0) * 100 / self.target.max(1);
        let level = if was_improved { self.level(&values).min(reached) } else { self.level(&values) };
        let rich: Vec<usize> = (0..values.len()).step_by(self.group).filter(|&seat| values[seat] > level).collect();
        let poorest = |values: Vec<u32>| values.into_iter().min();
        let (world, changes, score) = (scenario.world.clone(), self.changes.clone(), self.score);
        let before = poorest(values.clone());
        let was_changed = self.try_change(scenario, |all, scenario| {
            for seat in rich {
                all.roughen_land(scenario, seat, (values[seat] - level).min(CELLS_MAX));
            }
        });
        // What is rough for the rich may lie on a poor seat's way.
        if was_changed && poorest(self.values(scenario, Matter::GoodLand)) < before {
            (scenario.world, self.changes, self.score, self.known) = (world, changes, score, None);
        }
    }

    /// The value that costs least if no seat keeps more and each gets the target's share of it.
    fn level(&self, values: &[u32]) -> u32 {
        let cost = |level: u32| -> u64 {
            let least = (u64::from(level) * u64::from(self.target)).div_ceil(100);
            values
                .iter()
                .map(|&value| u64::from(value.saturating_sub(level)) + least.saturating_sub(u64::from(value)))
                .sum()
        };
        // The cost bends only where a seat's value or its share is met; among equals the richer level.
        let bends = values.iter().map(|&value| (u64::from(value) * 100 / u64::from(self.target.max(1))) as u32);
        let levels = values.iter().copied().chain(bends).filter(|level| values.iter().any(|value| value >= level));
        levels.min_by_key(|&level| (cost(level), u32::MAX - level)).unwrap_or(0)
    }

    /// Improves all matters of all seats at once, for worlds so large that the score takes seconds.
    fn improve_at_once(&mut self, scenario: &mut Scenario, matters: &[Matter], stream: &mut Stream) {
        self.try_change(scenario, |all, scenario| {
            for &matter in [matters, matters].into_iter().flatten() {
                let values = all.values(scenario, matter);
                let lacks = all.lacks(matter, &values);
                let poor: Vec<usize> = (0..lacks.len()).step_by(all.group).filter(|&seat| lacks[seat] > 0).collect();
                if !poor.is_empty() {
                    all.change(scenario, matter, &poor, &lacks, stream);
                    all.known = None;
                }
            }
        });
    }

    /// Changes something; false, with everything as it was, if the score falls by it.
    fn try_change(&mut self, scenario: &mut Scenario, change: impl FnOnce(&mut Balance, &mut Scenario)) -> bool {
        let (world, units, changes) = (scenario.world.clone(), scenario.units.clone(), self.changes.clone());
        let before = *self.score.get_or_insert_with(|| score(scenario));
        change(self, scenario);
        if self.changes == changes {
            return true;
        }
        self.known = None;
        let after = score(scenario);
        if after >= before {
            self.score = Some(after);
            return true;
        }
        (scenario.world, scenario.units, self.changes) = (world, units, changes);
        false
    }

    /// Improves some seats by what they lack.
    fn change(&mut self, scenario: &mut Scenario, matter: Matter, seats: &[usize], lacks: &[u32], stream: &mut Stream) {
        let good = self.values(scenario, Matter::GoodLand);
        let lacks_good = self.lacks(Matter::GoodLand, &good);
        for &seat in seats {
            match matter {
                Matter::Land => self.raise_land(scenario, seat, lacks[seat].min(CELLS_MAX), lacks_good[seat]),
                Matter::GoodLand => self.improve_land(scenario, seat, lacks[seat].min(CELLS_MAX)),
                Matter::Independents => {
                    self.bring_independents(scenario, seat, lacks[seat].min(INDEPENDENTS_MAX), stream);
                }
                Matter::Materials => self.carry_materials(scenario, seat),
            }
        }
    }

    /// Whether a cell is a seat's to change: no other center is as near, and no image of the cell is changed beside it.
    fn is_own(&self, scenario: &Scenario, seat: usize, cell: Cell) -> bool {
        let area = &scenario.world.area;
        if let Some(symmetry) = scenario.world.exact_symmetry()
            && symmetry.images(cell).skip(1).any(|image| area.distance(cell, image) <= IMAGES_APART)
        {
            return false;
        }
        let own = area.distance(self.centers[seat], cell);
        let mut others = self.centers.iter().enumerate().filter(|&(other, _)| other != seat);
        others.all(|(_, &center)| area.distance(center, cell) > own)
    }

    /// Turns water at the coast into land, the shallowest first, without closing a strait or a river's mouth.
    fn raise_land(&mut self, scenario: &mut Scenario, seat: usize, mut wanted: u32, wants_good: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let center = self.centers[seat];
        let near = |cell: &Cell| area.distance(center, *cell) <= NEAR;
        let occupied: Vec<Cell> = scenario.units.iter().filter_map(Unit::cell).filter(near).collect();
        // A port stays a port.
        let water: Vec<Cell> = disk(&area, center, NEAR)
            .filter(|&cell| area.distance(center, cell) > HARBOR && !standing::is_closed_ring(&design, &area, cell))
            .filter(|&cell| scenario.world.is_liquid(&design, cell))
            .filter(|&cell| self.is_own(scenario, seat, cell) && !occupied.contains(&cell))
            .collect();
        let good = fairness::good_land(&design);
        let mut made = 0;
        // Each wave goes one cell out from the coast.
        for _ in 0..NEAR {
            let world = &scenario.world;
            // Bays first; among equals by lot, for a coast that grew in order would follow the rim of the disk.
            let mut coast: Vec<(i32, u32, u32, Cell)> = water
                .iter()
                .filter(|&&cell| world.is_liquid(&design, cell) && is_coast(&design, world, cell))
                .map(|&cell| {
                    let height = world.elevation.as_ref().map_or(0, |elevation| i32::from(elevation[cell]));
                    let land = area.around(cell).filter(|&(_, near)| !world.is_liquid(&design, near)).count() as u32;
                    (-height, u32::from(area.directions()) - land, cell.0.wrapping_mul(0x9e37_79b1) >> 8, cell)
                })
                .collect();
            coast.sort_unstable();
            if coast.is_empty() {
                return;
            }
            for (_, _, _, cell) in coast {
                if wanted == 0 {
                    return;
                }
                // A cell beside it may have been raised in this wave.
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
    fn improve_land(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let good = fairness::good_land(&design);
        let Some(best) = best_ground(&design, &good) else { return };
        let near = |cell: Cell| area.distance(self.centers[seat], cell) <= REACH;
        let units = scenario.units.iter().filter_map(|unit| Some((unit.cell()?, unit.kind)));
        let occupied: Vec<(Cell, UnitType)> = units.filter(|&(cell, _)| near(cell)).collect();
        let mut cells: Vec<(u32, u32, Cell)> = {
            let ground = fairness::Ground::new(&design, &scenario.world);
            let mut travel = Travel::new(&area);
            let reached = ground.costs_from(&mut travel, self.centers[seat], REACH);
            reached
                .reached()
                .iter()
                .copied()
                .filter(|&cell| ground.land[cell.index()] && !ground.good[cell.index()])
                .filter(|&cell| !standing::is_closed_ring(&design, &area, cell) && self.is_own(scenario, seat, cell))
                .filter(|&cell| {
                    let mut standing = occupied.iter().filter(|(at, _)| *at == cell);
                    standing.all(|&(_, kind)| standing::may_stand_on(&design, kind, best))
                })
                .map(|cell| {
                    let beside = area.around(cell).filter(|(_, near)| ground.good[near.index()]).count() as u32;
                    (u32::from(area.directions()) - beside, reached.cost(cell).unwrap_or(REACH), cell)
                })
                .collect()
        };
        cells.sort_unstable();
        for &(_, _, cell) in cells.iter().take(wanted as usize) {
            change_terrain_and_images(&design, &mut scenario.world, cell, best);
            self.changes.improved += 1;
        }
    }

    /// Makes good land poor, as the poor land beside it is, farthest from the center first.
    fn roughen_land(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let occupied: Vec<Cell> = scenario.units.iter().filter_map(Unit::cell).collect();
        let near_a_center = |cell: Cell| self.centers.iter().any(|&center| area.distance(center, cell) <= HARBOR + 1);
        let mut cells: Vec<(u32, u32, Cell, TerrainType)> = {
            let ground = fairness::Ground::new(&design, &scenario.world);
            let mut travel = Travel::new(&area);
            let reached = ground.costs_from(&mut travel, self.centers[seat], REACH);
            let is_poor = |cell: Cell| ground.land[cell.index()] && !ground.good[cell.index()];
            reached
                .reached()
                .iter()
                .copied()
                .filter(|&cell| ground.good[cell.index()] && !near_a_center(cell) && !occupied.contains(&cell))
                .filter(|&cell| !standing::is_closed_ring(&design, &area, cell) && self.is_own(scenario, seat, cell))
                .filter_map(|cell| {
                    let mut poor = area.around(cell).map(|(_, near)| near).filter(|&near| is_poor(near));
                    let first = poor.next()?;
                    let cost = reached.cost(cell).unwrap_or(REACH);
                    Some((
                        u32::from(area.directions()) - poor.count() as u32,
                        REACH - cost.min(REACH),
                        cell,
                        scenario.world.terrain_at(first),
                    ))
                })
                .collect()
        };
        cells.sort_unstable();
        for &(_, _, cell, ground) in cells.iter().take(wanted as usize) {
            change_terrain_and_images(&design, &mut scenario.world, cell, ground);
            self.changes.roughened += 1;
        }
    }

    /// Brings independents near a seat: those that nobody is near to, else new ones.
    fn bring_independents(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32, stream: &mut Stream) {
        let area = scenario.world.area;
        let center = self.centers[seat];
        let mut siting = Siting::new(scenario);
        // A town that moved away would leave its roads leading nowhere.
        let roads: Vec<_> =
            scenario.design.connection_terrain().filter_map(|kind| scenario.world.edges.get(&kind).cloned()).collect();
        let has_road = |cell: Cell| roads.iter().any(|edges| edges[cell] != 0);
        let nearest = |cell: Cell| self.centers.iter().map(|&center| area.distance(center, cell)).min().unwrap_or(0);
        let mut far: Vec<(bool, u32, usize)> = scenario
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.side == SideId::INDEPENDENT)
            .filter_map(|(index, unit)| Some((unit.cell()?, index)))
            .filter(|&(cell, _)| nearest(cell) > NEAR && !has_road(cell) && is_first(scenario, cell))
            .map(|(cell, index)| (!self.is_own(scenario, seat, cell), area.distance(center, cell), index))
            .collect();
        far.sort_unstable();
        let mut far = far.into_iter();
        for _ in 0..wanted {
            let found = far.find_map(|(_, _, index)| {
                let kind = scenario.units[index].kind;
                Some((index, self.find_room(scenario, &siting, seat, kind, stream)?))
            });
            if let Some((index, cell)) = found {
                siting.shift(scenario, index, cell);
                *self.changes.moved.entry(scenario.units[index].kind).or_default() += 1;
                continue;
            }
            let kinds = common_independents(scenario);
            let found =
                kinds.into_iter().find_map(|kind| Some((kind, self.find_room(scenario, &siting, seat, kind, stream)?)));
            let Some((kind, cell)) = found else { return };
            let is_filled = scenario.units.iter().any(|unit| !unit.materials.is_empty());
            let id = siting.put(scenario, kind, cell, SideId::INDEPENDENT);
            if is_filled {
                for unit in &mut scenario.units[id.0 as usize - 1..] {
                    unit.materials = supply_of(&scenario.design, kind);
                }
            }
            *self.changes.added.entry(kind).or_default() += 1;
        }
    }

    /// A cell near a seat, and near no other, where an independent may stand; if possible much nearer to it than to
    /// any other.
    fn find_room(
        &self,
        scenario: &Scenario,
        siting: &Siting,
        seat: usize,
        kind: UnitType,
        stream: &mut Stream,
    ) -> Option<Cell> {
        let area = &scenario.world.area;
        let center = self.centers[seat];
        let design = &scenario.design;
        let rival = |cell: Cell| {
            let others = self.centers.iter().enumerate().filter(|&(other, _)| other != seat);
            others.map(|(_, &center)| area.distance(center, cell)).min().unwrap_or(u32::MAX)
        };
        let room: Vec<(Cell, u32)> = disk(area, center, NEAR)
            .filter(|&cell| rival(cell) > NEAR && cell != center)
            .filter_map(|cell| {
                let favor = siting.favor(scenario, kind, cell).max(0) as u32;
                let density = design.entry(INDEPENDENT_DENSITY, kind, scenario.world.terrain_at(cell)).max(0) as u32;
                let weight = favor + density.min(100);
                (weight > 0 && siting.fits(scenario, kind, cell)).then_some((cell, weight))
            })
            .collect();
        let is_safe = |cell: Cell| 4 * u64::from(area.distance(center, cell)) <= 3 * u64::from(rival(cell));
        let weights = |safe: bool| -> Vec<u32> {
            room.iter().map(|&(cell, weight)| if !safe || is_safe(cell) { weight } else { 0 }).collect()
        };
        let chosen = stream.weighted(&weights(true)).or_else(|| stream.weighted(&weights(false)))?;
        Some(room[chosen].0)
    }

    /// Fills what stands and lies near a seat with materials from far away, one material after the other.
    fn carry_materials(&mut self, scenario: &mut Scenario, seat: usize) {
        let design = scenario.design.clone();
        for material in design.material_types() {
            let stores = find_stores(scenario, material, &self.centers);
            let sum = |seat: usize| -> i64 {
                stores.iter().filter(|store| store.near[seat]).map(|store| i64::from(store.holds)).sum()
            };
            let best = (0..self.centers.len()).map(sum).max().unwrap_or(0);
            let mut wanted = (best * i64::from(self.target) + 99) / 100 - sum(seat);
            let is_source = |store: &&Store| !store.near.contains(&true) && store.holds > 0 && store.is_first;
            let mut sources = stores.iter().filter(is_source);
            let mut source = sources.next().map(|store| (store, store.holds));
            for store in stores.iter().filter(|store| store.near[seat]) {
                // What another seat has as near would gain as well.
                if store.near.iter().filter(|near| **near).count() > 1 {
                    continue;
                }
                let mut room = store.room;
                while let Some((from, left)) = source
                    && room > 0
                    && wanted > 0
                {
                    let amount = i64::from(room.min(left)).min(wanted) as i32;
                    from.at.change(scenario, material, -amount);
                    store.at.change(scenario, material, amount);
                    self.changes.carried += i64::from(amount);
                    (room, wanted) = (room - amount, wanted - i64::from(amount));
                    source = if left > amount {
                        Some((from, left - amount))
                    } else {
                        sources.next().map(|store| (store, store.holds))
                    };
                }
            }
        }
    }

    /// Which measures are still below the target, in words.
    fn what_is_left(&mut self, scenario: &Scenario) -> String {
        let mut words = Vec::new();
        for matter in MATTERS {
            let values = self.values(scenario, matter);
            let (least, most) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
            if self.lacks(matter, &values).iter().any(|&lack| lack > 0) {
                words.push(match matter {
                    // Its values are shares, and say little as numbers.
                    Matter::Materials => matter.measure().to_owned(),
                    _ => format!("{} {least} against {most}", matter.measure()),
                });
            }
        }
        words.join(", ")
    }
}

/// What each seat has of each matter. The definitions are those of `fairness`; materials in parts of 100,000.
fn measure(scenario: &Scenario, centers: &[Cell]) -> [Vec<u32>; 4] {
    let area = &scenario.world.area;
    let ground = fairness::Ground::new(&scenario.design, &scenario.world);
    let mut travel = Travel::new(area);
    let independents: Vec<Cell> =
        scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT).filter_map(Unit::cell).collect();
    let mut materials = vec![0u64; centers.len()];
    for material in scenario.design.material_types() {
        let stores = find_stores(scenario, material, centers);
        let all: u64 = stores.iter().map(|store| store.holds as u64).sum();
        for (seat, share) in materials.iter_mut().enumerate().filter(|_| all > 0) {
            let near: u64 = stores.iter().filter(|store| store.near[seat]).map(|store| store.holds as u64).sum();
            *share += near * 100_000 / all;
        }
    }
    [
        centers.iter().map(|&center| ground.land_within(center, NEAR)).collect(),
        centers.iter().map(|&center| ground.good_land_reached(&mut travel, center)).collect(),
        centers.iter().map(|&center| ground.count_within(center, NEAR, independents.iter().copied())).collect(),
        materials.into_iter().map(|share| share as u32).collect(),
    ]
}

/// A place where some material is, or could be.
struct Store {
    at: StoreAt,
    holds: i32,
    room: i32,
    /// For each seat whether it is within 8 cells of its center.
    near: Vec<bool>,
    /// Whether none of its images comes before it.
    is_first: bool,
}

#[derive(Clone, Copy)]
enum StoreAt {
    Unit(usize),
    Cell(Cell),
}

impl StoreAt {
    fn change(self, scenario: &mut Scenario, material: MaterialType, amount: i32) {
        match self {
            StoreAt::Unit(index) => {
                for id in images_of_unit(scenario, UnitId(index as u32 + 1)) {
                    scenario.units[id.0 as usize - 1].materials[material.index()] += amount;
                }
            }
            StoreAt::Cell(cell) => {
                let symmetry = scenario.world.exact_symmetry().cloned();
                if let Some(layer) = scenario.world.materials.get_mut(&material) {
                    let layer = layer.edit();
                    for (cell, _) in images(symmetry.as_ref(), cell, SideId::INDEPENDENT) {
                        layer[cell.index()] += amount;
                    }
                }
            }
        }
    }
}

/// Independent units in the open, then cells, with what they hold of a material.
fn find_stores(scenario: &Scenario, material: MaterialType, centers: &[Cell]) -> Vec<Store> {
    let (design, area) = (&*scenario.design, &scenario.world.area);
    let near = |cell: Cell| centers.iter().map(|&center| area.distance(center, cell) <= NEAR).collect::<Vec<bool>>();
    let mut stores = Vec::new();
    for (index, unit) in scenario.units.iter().enumerate() {
        let (SideId::INDEPENDENT, Some(cell)) = (unit.side, unit.cell()) else { continue };
        let Some(&holds) = unit.materials.get(material.index()) else { continue };
        let room = design.entry(UNIT_STORAGE_X, unit.kind, material) - holds;
        let is_first = is_first(scenario, cell);
        let (holds, room) = (holds.max(0), room.max(0));
        stores.push(Store { at: StoreAt::Unit(index), holds, room, near: near(cell), is_first });
    }
    if let Some(layer) = scenario.world.materials.get(&material) {
        for cell in area.cells() {
            let holds = layer[cell];
            let room = design.entry(TERRAIN_STORAGE_X, scenario.world.terrain_at(cell), material) - holds;
            if holds > 0 || room > 0 {
                stores.push(Store {
                    at: StoreAt::Cell(cell),
                    holds: holds.max(0),
                    room: room.max(0),
                    near: near(cell),
                    is_first: is_first(scenario, cell),
                });
            }
        }
    }
    stores
}

/// Whether a cell stands for all its images: it comes first of them, and they are other cells. Any cell, if there is no
/// symmetry.
fn is_first(scenario: &Scenario, cell: Cell) -> bool {
    scenario.world.exact_symmetry().is_none_or(|symmetry| symmetry.is_first(cell) && symmetry.is_full(cell))
}

fn score(scenario: &Scenario) -> f64 {
    fairness::score(scenario, &Weights::builtin()).score
}

/// Whether a cell of water can become land without harm: it lies at land, its water stays in one piece round it, no two
/// lands meet in it, and no river ends there.
fn is_coast(design: &Design, world: &World, cell: Cell) -> bool {
    let area = &world.area;
    // All round a cell, corners too where cells are squares: what lies between two waters must not part them.
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

/// Whether a border between two neighbours of a cell ends at one of its corners.
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

/// The type of land that new land shall be: if it shall be good, good land; else what lies beside it most.
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
    let mut counts = BTreeMap::new();
    for (_, near) in world.area.around(cell) {
        let ground = world.terrain_at(near);
        if !design.is_liquid(ground) {
            *counts.entry(ground).or_insert(0u32) += 1;
        }
    }
    counts.into_iter().max_by_key(|&(ground, count)| (count, std::cmp::Reverse(ground))).map(|(ground, _)| ground)
}

/// The good land that the main start unit favors most.
fn best_ground(design: &Design, good: &[bool]) -> Option<TerrainType> {
    let main = fairness::main_start_unit(design);
    let favor = |ground| main.map_or(100, |kind| design.entry(FAVORED_TERRAIN, kind, ground));
    let types = design.cell_terrain().filter(|ground| good[ground.index()]);
    types.max_by_key(|&ground| (favor(ground), std::cmp::Reverse(ground)))
}

/// The types of independents that the design spreads, the most common ones of this world first.
fn common_independents(scenario: &Scenario) -> Vec<UnitType> {
    let design = &scenario.design;
    let mut counts = vec![0u32; design.units.len()];
    for unit in scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT) {
        if matches!(unit.place, Place::Cell(_)) {
            counts[unit.kind.index()] += 1;
        }
    }
    let is_spread = |&kind: &UnitType| {
        design.int(INDEPENDENT_NEAR_START, kind) > 0
            || design.cell_terrain().any(|ground| design.entry(INDEPENDENT_DENSITY, kind, ground) > 0)
            || counts[kind.index()] > 0
    };
    let may_be_free = |kind: &UnitType| scenario.may_own(SideId::INDEPENDENT, *kind);
    let mut kinds: Vec<UnitType> = design.unit_types().filter(is_spread).filter(may_be_free).collect();
    kinds.sort_by_key(|&kind| (std::cmp::Reverse(counts[kind.index()]), kind));
    kinds
}

#[cfg(test)]
mod tests {
    use grid::{Area, Edges, Layer, Shape, connect, regions};
    use proptest::prelude::*;

    use super::*;
    use crate::make_countries::MakeCountries;
    use crate::make_initial_materials::MakeInitialMaterials;
    use crate::testing::{design, empire, made, run, scenario};

    fn river(design: &Design) -> TerrainType {
        design.border_terrain().next().expect("the test's design has rivers")
    }

    /// Rivers along some borders between cells of land, for the balance to beware of.
    fn lay_rivers(scenario: &mut Scenario, seed: u64) {
        let area = scenario.world.area;
        let mut edges = Layer::filled(&area, 0u8);
        let mut stream = chance::Seed(seed).stream("rivers");
        for cell in area.cells() {
            for (direction, near) in area.around(cell) {
                let dry = |cell| !scenario.world.is_liquid(&scenario.design, cell);
                if dry(cell) && dry(near) && stream.percent(5) {
                    connect(&area, edges.edit(), cell, direction);
                }
            }
        }
        let river = river(&scenario.design);
        scenario.world.edges.insert(river, edges);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn a_balance_never_lowers_the_score_and_breaks_nothing(
            seed: u64,
            shape in proptest::sample::select(Shape::ALL),
            width in 24..60u32,
            height in 24..45u32,
            sides in 2..7usize,
        ) {
            let design = empire("");
            let mut scenario = made(&design, shape, (width, height), &vec![1; sides], seed);
            lay_rivers(&mut scenario, seed);
            scenario.world.elevation = Some(Layer::filled(&scenario.world.area, 3));
            prop_assume!(run(&MakeCountries, &mut scenario, seed).0.is_ok());
            run(&MakeInitialMaterials, &mut scenario, seed).0.unwrap();
            let before = scenario.clone();
            run(&BalanceStarts, &mut scenario, seed).0.unwrap();

            prop_assert!(score(&scenario) >= score(&before));
            let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
            let (was, is) = (measure(&before, &centers), measure(&scenario, &centers));
            for matter in [Matter::Land, Matter::Independents] {
                let (was, is) = (&was[matter as usize], &is[matter as usize]);
                prop_assert!(was.iter().zip(is).all(|(was, is)| is >= was), "{matter:?} is taken from no seat");
            }
            // Good land is levelled from both ends, so the poorest seat never gets poorer.
            let poorest = |values: &[Vec<u32>; 4]| values[Matter::GoodLand as usize].iter().min().copied();
            prop_assert!(poorest(&is) >= poorest(&was));
            for unit in &scenario.units {
                let Place::Cell(cell) = unit.place else { continue };
                prop_assert!(standing::may_stand(&design, &scenario.world, unit.kind, cell));
            }
            let area = scenario.world.area;
            let river = &scenario.world.edges[&river(&design)];
            for cell in area.cells().filter(|&cell| scenario.world.is_liquid(&design, cell)) {
                for (direction, near) in area.around(cell) {
                    prop_assert!(!has_edge(river[cell], direction) || !scenario.world.is_liquid(&design, near));
                }
            }
            // Each seat's changes lie nearer to it than to anybody.
            for cell in area.cells().filter(|&cell| scenario.world.terrain_at(cell) != before.world.terrain_at(cell)) {
                let mut ways: Vec<u32> = centers.iter().map(|&center| area.distance(center, cell)).collect();
                ways.sort_unstable();
                prop_assert!(ways[0] < ways[1]);
            }
            // No strait is closed, no lake cut off.
            let parts = |scenario: &Scenario, wet: bool| {
                regions(&area, |cell| (scenario.world.is_liquid(&design, cell) == wet).then_some(0)).count()
            };
            prop_assert_eq!(parts(&scenario, true), parts(&before, true));
            prop_assert_eq!(parts(&scenario, false), parts(&before, false));
        }
    }

    #[test]
    fn coast_is_where_one_land_meets_one_water_and_no_river_ends() {
        let design = empire("");
        let mut scenario = scenario(&design, Shape::Rectangle, (9, 9), &[1]);
        let area = scenario.world.area;
        let cell = area.cell(4, 4).unwrap();
        let is = |scenario: &Scenario| is_coast(&design, &scenario.world, cell);
        // Bits of directions that are land, the rest and the cell itself water.
        let mut lay = |land: u8| {
            let mut terrain = Layer::filled(&area, TerrainType(0));
            for (direction, near) in area.around(cell).filter(|(direction, _)| has_edge(land, *direction)) {
                let _ = direction;
                terrain.edit()[near.index()] = TerrainType(1);
            }
            scenario.world.terrain = Some(terrain);
            is(&scenario)
        };
        assert!(lay(0b00_0001) && lay(0b00_0111) && lay(0b10_0001) && lay(0b01_1111));
        assert!(!lay(0) && !lay(0b11_1111), "open sea, and a pond");
        assert!(!lay(0b00_0101) && !lay(0b00_1001) && !lay(0b10_1010), "straits");

        assert!(lay(0b00_0111));
        let mut edges = Layer::filled(&area, 0u8);
        let (northeast, southeast) =
            (area.neighbor(cell, Direction(0)).unwrap(), area.neighbor(cell, Direction(2)).unwrap());
        // Between its northeastern and its eastern neighbour: it ends at the cell.
        connect(&area, edges.edit(), northeast, Direction(2));
        scenario.world.edges.insert(river(&design), edges);
        assert!(!is(&scenario), "a mouth");
        // Beyond its southeastern neighbour: it ends elsewhere.
        let mut edges = Layer::filled(&area, 0u8);
        connect(&area, edges.edit(), southeast, Direction(2));
        scenario.world.edges.insert(river(&design), edges);
        assert!(is(&scenario));
        let mut edges = Layer::filled(&area, 0u8);
        connect(&area, edges.edit(), cell, Direction(1));
        scenario.world.edges.insert(river(&design), edges);
        assert!(!is(&scenario), "a river along its own border");
    }

    /// A world on a cylinder that is the same again half way round, with a start in each half.
    fn symmetric() -> Scenario {
        let design = empire("");
        let mut half = made(&design, Shape::Cylinder, (20, 24), &[1], 3);
        run(&MakeCountries, &mut half, 3).0.unwrap();
        let mut whole = scenario(&design, Shape::Cylinder, (40, 24), &[1, 1]);
        let area: Area = whole.world.area;
        assert_eq!(area.shape().edges(), Edges::Cylinder);
        let ground = |cell| {
            let (column, row) = area.column_row(cell);
            half.world.terrain_at(half.world.area.cell(column % 20, row).unwrap())
        };
        let mut terrain = Layer::filled(&area, TerrainType(0));
        for cell in area.cells() {
            terrain.edit()[cell.index()] = ground(cell);
        }
        whole.world.terrain = Some(terrain);
        for shift in [0, 20] {
            let there = |cell| {
                let (column, row) = half.world.area.column_row(cell);
                area.cell(column + shift, row).unwrap()
            };
            for unit in half.units.iter().filter(|unit| unit.cell().is_some()) {
                let side = if unit.side == SideId::INDEPENDENT { unit.side } else { SideId(1 + (shift / 20) as u8) };
                whole.add_unit(Unit::new(unit.kind, Place::Cell(there(unit.cell().unwrap())), side));
            }
            whole.sides[(shift / 20) as usize].center = half.sides[0].center.map(there);
        }
        whole
    }

    #[test]
    fn what_is_equal_is_left_as_it_is() {
        let mut scenario = symmetric();
        let before = scenario.clone();
        let (outcome, warnings) = run(&BalanceStarts, &mut scenario, 1);
        assert!(matches!(outcome, Ok(Outcome::Skipped(_))), "{outcome:?}");
        assert!(warnings.is_empty());
        assert_eq!(scenario, before);
    }

    #[test]
    fn a_seat_that_was_robbed_is_topped_up() {
        let mut scenario = symmetric();
        let area = scenario.world.area;
        let design = scenario.design.clone();
        let center = scenario.sides[1].center.unwrap();
        let near = |cell: Cell| (1..=NEAR).contains(&area.distance(cell, center));
        // Its towns, and half of its plains.
        scenario.units.retain(|unit| unit.side != SideId::INDEPENDENT || !unit.cell().is_some_and(near));
        let terrain = scenario.world.terrain.as_mut().unwrap().edit();
        for cell in area.cells().filter(|&cell| near(cell) && cell.0 % 2 == 0) {
            if terrain[cell.index()] == TerrainType(1) {
                terrain[cell.index()] = TerrainType(2);
            }
        }
        let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
        let before = (score(&scenario), measure(&scenario, &centers));
        assert!(before.1[2][1] < before.1[2][0] && before.1[1][1] < before.1[1][0], "{before:?}");
        let (outcome, _) = run(&BalanceStarts, &mut scenario, 1);
        let Ok(Outcome::Made(words)) = outcome else { panic!("{outcome:?}") };
        assert!(words.contains("town") && words.contains("improved"), "{words}");
        let after = measure(&scenario, &centers);
        let balance = Balance { target: 95, group: 1, centers, changes: Changes::default(), score: None, known: None };
        for matter in [Matter::GoodLand, Matter::Independents] {
            let lacks = balance.lacks(matter, &after[matter as usize]);
            assert_eq!(lacks, [0, 0], "{matter:?} {:?}", after[matter as usize]);
        }
        assert!(score(&scenario) > before.0);
        assert!(fairness::good_land(&design)[1]);
    }

    #[test]
    fn materials_are_carried_not_made() {
        let design = design(
            r#"{ "materials": { "ore": {} }, "terrain": { "plains": {} }, "units": { "city": { "start-with": 1 } },
                 "tables": { "terrain-storage-x": { "plains": { "ore": 10 } } } }"#,
        );
        let mut scenario = scenario(&design, Shape::Rectangle, (60, 24), &[1, 1]);
        let area = scenario.world.area;
        scenario.world.terrain = Some(Layer::filled(&area, TerrainType(0)));
        let mut ore = Layer::filled(&area, 0);
        for (side, column) in [(1u8, 12), (2, 47)] {
            let center = area.cell(column, 12).unwrap();
            scenario.sides[usize::from(side) - 1].center = Some(center);
            scenario.add_unit(Unit::new(UnitType(0), Place::Cell(center), SideId(side)));
        }
        for cell in disk(&area, area.cell(12, 12).unwrap(), 3) {
            ore.edit()[cell.index()] = 8;
        }
        for cell in disk(&area, area.cell(30, 12).unwrap(), 6) {
            ore.edit()[cell.index()] = 5;
        }
        let all: i32 = ore.values().iter().sum();
        scenario.world.materials.insert(MaterialType(0), ore);
        let (outcome, warnings) = run(&BalanceStarts, &mut scenario, 1);
        assert!(matches!(&outcome, Ok(Outcome::Made(words)) if words.starts_with("carried")), "{outcome:?}");
        assert!(warnings.is_empty());
        let ore = &scenario.world.materials[&MaterialType(0)];
        assert_eq!(ore.values().iter().sum::<i32>(), all);
        let near: i32 = disk(&area, area.cell(47, 12).unwrap(), NEAR).map(|cell| ore[cell]).sum();
        assert_eq!(near, (37 * 8 * 95 + 99) / 100);
    }

    #[test]
    fn without_starts_there_is_nothing_to_balance() {
        let design = empire("");
        for sides in [0, 1, 3] {
            let mut scenario = made(&design, Shape::Rectangle, (20, 20), &vec![1; sides], 1);
            let before = scenario.clone();
            assert!(matches!(run(&BalanceStarts, &mut scenario, 1).0, Ok(Outcome::Skipped(_))));
            assert_eq!(scenario, before);
        }
    }
}
