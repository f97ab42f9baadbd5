//! `balance-starts`: improves the surroundings of poor starts by small changes, each counted and reported.
//!
//! The measures are the crate `fairness`'s: land within 8 cells, good land in reach, independents and materials within 8. A seat
//! that lacks land gets coast, one that lacks good land has some of its poor land made good. One that lacks independents gets some
//! that stood far from all seats, else new ones, and materials that its surroundings lack come from far away too. Good land is
//! levelled from both ends, with as few changed cells as possible: if one seat has far more than all others, the rim of its good
//! land is made rough. Incomes are levelled too ([`crate::level_incomes`]). At last towns come and go where that makes the
//! predicted shares of wins more even ([`chances`]). If all seats reach the target, as in symmetric worlds, the world is left as it
//! is.
//!
//! **Invariant:** the fairness score never falls but for levelled incomes: a change that lowers it is undone.

mod chances;
mod independents;
pub(crate) mod land;
mod stores;

use chance::Stream;
use design::Design;
use design::parameters::global::BALANCE_TARGET;
use fairness::{NEAR, Weights};
use grid::{Cell, Symmetry};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Kept, Scenario, SideId, Unit};

use crate::tally::Tally;
use stores::find_stores;

use crate::level_incomes::level_incomes;

/// The method `balance-starts`.
pub struct BalanceStarts;

const INFO: MethodInfo = MethodInfo {
    name: "balance-starts",
    summary: "tops up poor starts with coast, good land and independents until they are near the best one",
    reads: &[Part::Terrain, Part::Countries],
    optional_reads: &[Part::Elevation, Part::Rivers, Part::Roads, Part::Independents, Part::Materials],
    writes: &[Part::Terrain, Part::Elevation, Part::Independents, Part::Materials],
    by_level: false,
    parameters: &["balance-target"],
};

/// How often all measures are checked again: a change for one measure may make another one necessary.
const ROUNDS: u32 = 3;
/// The number of cells times seats above which all changes are made at once: the score looks at every cell for every seat.
const LARGE: usize = 6_000_000;
/// The most cells of new land, or of good land, that a seat gets in one round.
const CELLS_MAX: u32 = 48;
/// Changes nearer than this to their own images could together part a water or a land that each alone leaves whole.
const IMAGES_APART: u32 = 2;
/// The most independents that a seat gets in one round.
const INDEPENDENTS_MAX: u32 = 16;

/// What is balanced, in this order: new land may be good land, and towns stand on either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Land.
    Land,
    /// Land that is good.
    GoodLand,
    /// Units of nobody.
    Independents,
    /// Materials.
    Materials,
}

const MATTERS: [Matter; 4] = [Matter::Land, Matter::GoodLand, Matter::Independents, Matter::Materials];

impl Matter {
    /// The part of the scenario that is changed for it.
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

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let target = synthesis.settings.int(BALANCE_TARGET).clamp(0, 100) as u32;
        let scenario = &*synthesis.scenario;
        let centers: Vec<Cell> = fairness::Survey::new(scenario).seats.iter().filter_map(|seat| seat.center).collect();
        if scenario.world.terrain.is_none() || centers.len() < 2 {
            return Ok(MethodOutcome::Skipped("there are no starts to compare".to_owned()));
        }
        // Seats of one group are equal already: what the first of each group is given, its images get.
        let group = scenario.world.exact_symmetry().map_or(1, Symmetry::order);
        if group > 1 && (group == scenario.sides.len() || centers.len() < scenario.sides.len()) {
            return Ok(MethodOutcome::Skipped("the starts are alike by their symmetry".to_owned()));
        }
        let matters: Vec<Matter> = MATTERS.into_iter().filter(|matter| !synthesis.is_given(matter.part())).collect();
        let mut balance = Balance::new(target, group, centers);
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
        // Towns of an exact symmetry come and go together: what is predicted of one alone says nothing there.
        if !is_large && group == 1 && !synthesis.is_given(Part::Independents) {
            balance.even_chances(synthesis.scenario);
        }
        let uneven = balance.why_uneven(synthesis.scenario);
        if let Some(reason) = &uneven {
            let message = format!("the seats could not be made even to {target} percent: {reason}");
            synthesis.warn("balance-unreached", message);
        }
        match balance.changes.in_words(&synthesis.scenario.design) {
            None if uneven.is_none() => {
                Ok(MethodOutcome::Skipped(format!("all seats are even to {target} percent already")))
            }
            None => Ok(MethodOutcome::Skipped("nothing could be done".to_owned())),
            Some(words) => Ok(MethodOutcome::Made(words)),
        }
    }
}

/// The changes made, for the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    raised: u32,
    improved: u32,
    roughened: u32,
    levelled: u32,
    carried: i64,
    moved: Tally,
    /// Units of nobody that were added.
    pub added: Tally,
    /// Units of nobody that were taken away.
    pub removed: Tally,
}

impl Changes {
    fn in_words(&self, design: &Design) -> Option<String> {
        let mut words = Vec::new();
        for (verb, units) in [("moved", &self.moved), ("added", &self.added), ("removed", &self.removed)] {
            for &(kind, count) in units.counts() {
                words.push(format!("{verb} {}", design::counted(count as u32, design.name_of(kind))));
            }
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

/// A balance on its way.
pub struct Balance {
    target: u32,
    /// How many consecutive seats are images of each other: 1 if there is no symmetry.
    group: usize,
    centers: Vec<Cell>,
    /// What was changed so far.
    pub changes: Changes,
    /// The fairness score, and the values of the seats in each matter, for the present scenario; `None` until they are needed.
    score: Option<f64>,
    known: Option<[Vec<u32>; 4]>,
}

impl Balance {
    /// Nothing was changed yet.
    pub fn new(target: u32, group: usize, centers: Vec<Cell>) -> Balance {
        Balance { target, group, centers, changes: Changes::default(), score: None, known: None }
    }

    /// The values of the seats in a matter.
    fn values(&mut self, scenario: &Scenario, matter: Matter) -> Vec<u32> {
        let known = self.known.get_or_insert_with(|| measure(scenario, &self.centers));
        known[matter as usize].clone()
    }

    /// How much each seat lacks of the target: (value + 1) / (best + 1), as `fairness` compares counts.
    pub fn lacks(&self, matter: Matter, values: &[u32]) -> Vec<u32> {
        let best = values.iter().copied().max().unwrap_or(0);
        let least = ((u64::from(best) + 1) * u64::from(self.target)).div_ceil(100).saturating_sub(1) as u32;
        // Shares of materials are rounded, so they get some slack.
        let slack = if matter == Matter::Materials { 4 } else { 0 };
        values.iter().map(|value| least.saturating_sub(*value + slack)).collect()
    }

    /// Changes the ground under towns until all seats have the same income, whatever that does to the score: players count on it.
    fn level_incomes(&mut self, scenario: &mut Scenario) {
        let levelled = level_incomes(scenario, self.group);
        if levelled > 0 {
            self.changes.levelled += levelled;
            (self.score, self.known) = (None, None);
        }
    }

    /// Improves all seats that lack something; if that lowers the score, each seat by itself, in full or by half, where the score
    /// allows it.
    fn improve(&mut self, scenario: &mut Scenario, matter: Matter, round: u32, stream: &mut Stream) {
        if matter == Matter::GoodLand {
            self.roughen_the_richest(scenario, round > 0);
        }
        let values = self.values(scenario, matter);
        let lacks = self.lacks(matter, &values);
        let poor: Vec<usize> = (0..lacks.len()).step_by(self.group).filter(|&seat| lacks[seat] > 0).collect();
        if poor.is_empty()
            || self.try_change(scenario, &mut |all, world| all.change(world, matter, &poor, &lacks, stream))
        {
            return;
        }
        for seat in poor {
            let half: Vec<u32> = lacks.iter().map(|lack| lack / 2).collect();
            if !self.try_change(scenario, &mut |all, world| all.change(world, matter, &[seat], &lacks, stream)) {
                self.try_change(scenario, &mut |all, world| all.change(world, matter, &[seat], &half, stream));
            }
        }
    }

    /// Takes the good land of the richest seats down to the level for which the fewest cells have to change in all; if the poorest
    /// seat was improved as far as its land allows, down to the level that it reached.
    fn roughen_the_richest(&mut self, scenario: &mut Scenario, was_improved: bool) {
        let values = self.values(scenario, Matter::GoodLand);
        let reached = values.iter().copied().min().unwrap_or(0) * 100 / self.target.max(1);
        let level = if was_improved { self.level(&values).min(reached) } else { self.level(&values) };
        let rich: Vec<usize> = (0..values.len()).step_by(self.group).filter(|&seat| values[seat] > level).collect();
        let poorest = |values: Vec<u32>| values.into_iter().min();
        let (world, changes, score) = (scenario.world.clone(), self.changes.clone(), self.score);
        let before = poorest(values.clone());
        let was_changed = self.try_change(scenario, &mut |all, scenario| {
            for &seat in &rich {
                all.roughen_land(scenario, seat, (values[seat] - level).min(CELLS_MAX));
            }
        });
        // Ground that is made rough for a rich seat may lie on the way of a poor one.
        if was_changed && poorest(self.values(scenario, Matter::GoodLand)) < before {
            (scenario.world, self.changes, self.score, self.known) = (world, changes, score, None);
        }
    }

    /// The least costly level, if no seat keeps more and each gets the target's share of it.
    fn level(&self, values: &[u32]) -> u32 {
        let cost = |level: u32| -> u64 {
            let least = (u64::from(level) * u64::from(self.target)).div_ceil(100);
            values
                .iter()
                .map(|&value| u64::from(value.saturating_sub(level)) + least.saturating_sub(u64::from(value)))
                .sum()
        };
        // The cost changes direction only at a seat's value or its share; of equal ones the higher level is taken.
        let bends = values.iter().map(|&value| (u64::from(value) * 100 / u64::from(self.target.max(1))) as u32);
        let levels = values.iter().copied().chain(bends).filter(|level| values.iter().any(|value| value >= level));
        levels.min_by_key(|&level| (cost(level), u32::MAX - level)).unwrap_or(0)
    }

    /// Improves all matters of all seats at once, for worlds so large that the score takes seconds.
    fn improve_at_once(&mut self, scenario: &mut Scenario, matters: &[Matter], stream: &mut Stream) {
        self.try_change(scenario, &mut |all, scenario| {
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

    /// Makes a change; if the score falls, undoes it and returns false.
    fn try_change(&mut self, scenario: &mut Scenario, change: &mut dyn FnMut(&mut Balance, &mut Scenario)) -> bool {
        let (world, units, changes) = (scenario.world.clone(), scenario.units.clone(), self.changes.clone());
        let before = *self.score.get_or_insert_with(|| score(scenario));
        let kept = (!scenario.kept.is_empty()).then(|| scenario.clone());
        change(self, scenario);
        if self.changes == changes {
            return true;
        }
        // What is kept is measured as it is kept.
        if let Some(kept) = kept {
            Kept::put_back(&kept, scenario);
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

    /// Gives some seats what they lack.
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

    /// Whether a cell may be changed for a seat: no other center is as near, and no image of the cell is changed beside it.
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

    /// Why the predicted shares of wins are less even than the target; `None` if they are even enough.
    fn why_uneven(&self, scenario: &Scenario) -> Option<String> {
        let is_even = |score: f64| 100.0 * score >= f64::from(self.target);
        if self.score.is_some_and(is_even) {
            return None;
        }
        let found = fairness::estimate(scenario, &Weights::builtin());
        (!is_even(found.score)).then_some(found.reason)
    }
}

/// The values of all seats in each matter, defined as in `fairness`; materials in parts of 100,000.
pub fn measure(scenario: &Scenario, centers: &[Cell]) -> [Vec<u32>; 4] {
    let ground = fairness::UnitGround::new(&scenario.design, &scenario.world);
    let mut travel = ground.travel();
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

/// Whether a cell stands for all its images: it is the first of them, and all are different cells. Without a symmetry it is true
/// for every cell.
fn is_first(scenario: &Scenario, cell: Cell) -> bool {
    scenario.world.exact_symmetry().is_none_or(|symmetry| symmetry.is_first(cell) && symmetry.is_full(cell))
}

/// The fairness score of a scenario.
pub fn score(scenario: &Scenario) -> f64 {
    fairness::estimate(scenario, &Weights::builtin()).score
}
