//! `balance-starts`: tops up the surroundings of poor starts by small changes, each counted and reported.
//!
//! The measures are the crate `fairness`'s: land within 8 cells, good land in reach, independents within 8. A seat that
//! lacks land gets coast, one that lacks good land gets some of its poor land made good, one that lacks independents
//! gets such as stood far from everybody, else new ones. Nothing is taken from a seat. Worlds whose seats are all at the
//! target, symmetric ones above all, are left as they are.
//!
//! **Invariant:** the fairness score never falls: whatever lowers it is taken back.

use std::collections::BTreeMap;

use chance::Stream;
use design::parameters::global::BALANCE_TARGET;
use design::parameters::table::{FAVORED_TERRAIN, INDEPENDENT_DENSITY};
use design::parameters::unit::INDEPENDENT_NEAR_START;
use design::{Design, TerrainType, TypeId, UnitType};
use fairness::{NEAR, REACH, Weights};
use grid::{Cell, Direction, Travel, disk, has_edge};
use synth::{MethodInfo, Outcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Place, Scenario, SideId, Unit, World, standing};

use crate::ground::change_terrain;
use crate::make_initial_materials::supply_of;
use crate::siting::Siting;

/// Makes starts alike.
pub struct BalanceStarts;

const INFO: MethodInfo = MethodInfo {
    name: "balance-starts",
    summary: "tops up poor starts with coast, good land and independents until they are near the best one",
    reads: &[Part::Terrain, Part::Countries],
    writes: &[],
    parameters: &["balance-target"],
};

/// How often all measures are looked at again: what one change gives, another may need.
const ROUNDS: u32 = 3;
/// No seat gets more cells of new land, or of good land, in one round.
const CELLS_MAX: u32 = 48;
/// No seat gets more independents in one round.
const INDEPENDENTS_MAX: u32 = 16;

/// What is balanced, in the order in which it is: new land may be good land, and towns stand on either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matter {
    Land,
    GoodLand,
    Independents,
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
        let mut balance = Balance { target, centers, changes: Changes::default(), score: None };
        for round in 0..ROUNDS {
            let before = balance.changes.clone();
            for matter in [Matter::Land, Matter::GoodLand, Matter::Independents] {
                let mut stream = synthesis.stream(&format!("{matter:?} {round}"));
                balance.improve(synthesis.scenario, matter, &mut stream);
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
    moved: BTreeMap<UnitType, u32>,
    added: BTreeMap<UnitType, u32>,
}

impl Changes {
    fn in_words(&self, design: &Design) -> Option<String> {
        let mut words = Vec::new();
        for (verb, units) in [("moved", &self.moved), ("added", &self.added)] {
            words.extend(units.iter().map(|(&kind, count)| format!("{verb} {count} {}", design.name_of(kind))));
        }
        for (verb, cells) in [("raised", self.raised), ("improved", self.improved)] {
            if cells > 0 {
                words.push(format!("{verb} {cells} {}", if cells == 1 { "cell" } else { "cells" }));
            }
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

struct Balance {
    target: u32,
    centers: Vec<Cell>,
    changes: Changes,
    /// The fairness score as it stands, once it was asked for.
    score: Option<f64>,
}

impl Balance {
    /// What each seat has of a matter.
    fn values(&self, scenario: &Scenario, matter: Matter) -> Vec<u32> {
        let area = &scenario.world.area;
        let ground = fairness::Ground::new(&scenario.design, &scenario.world);
        let mut travel = Travel::new(area);
        let of = |&center: &Cell| match matter {
            Matter::Land => ground.land_within(center, NEAR),
            Matter::GoodLand => ground.good_land_reached(&mut travel, center),
            Matter::Independents => {
                let cells =
                    scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT).filter_map(Unit::cell);
                ground.count_within(center, NEAR, cells)
            }
        };
        self.centers.iter().map(of).collect()
    }

    /// How much each seat lacks to be at the target: (value + 1) / (best + 1), as `fairness` compares counts.
    fn lacks(&self, values: &[u32]) -> Vec<u32> {
        let best = values.iter().copied().max().unwrap_or(0);
        let least = ((u64::from(best) + 1) * u64::from(self.target)).div_ceil(100).saturating_sub(1) as u32;
        values.iter().map(|value| least.saturating_sub(*value)).collect()
    }

    /// Improves all seats that lack; if the score falls by it, only those by which it does not.
    fn improve(&mut self, scenario: &mut Scenario, matter: Matter, stream: &mut Stream) {
        let lacks = self.lacks(&self.values(scenario, matter));
        let poor: Vec<usize> = (0..lacks.len()).filter(|&seat| lacks[seat] > 0).collect();
        if poor.is_empty() || self.try_seats(scenario, matter, &poor, &lacks, stream) || poor.len() == 1 {
            return;
        }
        for seat in poor {
            self.try_seats(scenario, matter, &[seat], &lacks, stream);
        }
    }

    /// Improves some seats; false, with everything as it was, if the score falls by it.
    fn try_seats(
        &mut self,
        scenario: &mut Scenario,
        matter: Matter,
        seats: &[usize],
        lacks: &[u32],
        stream: &mut Stream,
    ) -> bool {
        let (world, units, changes) = (scenario.world.clone(), scenario.units.clone(), self.changes.clone());
        let before = *self.score.get_or_insert_with(|| score(scenario));
        for &seat in seats {
            match matter {
                Matter::Land => self.raise_land(scenario, seat, lacks[seat].min(CELLS_MAX)),
                Matter::GoodLand => self.improve_land(scenario, seat, lacks[seat].min(CELLS_MAX)),
                Matter::Independents => {
                    self.bring_independents(scenario, seat, lacks[seat].min(INDEPENDENTS_MAX), stream);
                }
            }
        }
        if self.changes == changes {
            return true;
        }
        let after = score(scenario);
        if after >= before {
            self.score = Some(after);
            return true;
        }
        (scenario.world, scenario.units, self.changes) = (world, units, changes);
        false
    }

    /// Whether a cell is a seat's to change: no other center is as near.
    fn is_own(&self, scenario: &Scenario, seat: usize, cell: Cell) -> bool {
        let area = &scenario.world.area;
        let own = area.distance(self.centers[seat], cell);
        let mut others = self.centers.iter().enumerate().filter(|&(other, _)| other != seat);
        others.all(|(_, &center)| area.distance(center, cell) > own)
    }

    /// Turns water at the coast into land, the shallowest first, without closing a strait or a river's mouth.
    fn raise_land(&mut self, scenario: &mut Scenario, seat: usize, mut wanted: u32) {
        let design = scenario.design.clone();
        let area = scenario.world.area;
        let occupied: Vec<Cell> = scenario.units.iter().filter_map(Unit::cell).collect();
        let water: Vec<Cell> = disk(&area, self.centers[seat], NEAR)
            .filter(|&cell| scenario.world.is_liquid(&design, cell) && !area.is_edge(cell))
            .filter(|&cell| self.is_own(scenario, seat, cell) && !occupied.contains(&cell))
            .collect();
        let good = fairness::good_land(&design);
        let needs_good = {
            let lacks = self.lacks(&self.values(scenario, Matter::GoodLand));
            lacks[seat]
        };
        let mut made = 0;
        // Each wave goes one cell out from the coast.
        for _ in 0..NEAR {
            let world = &scenario.world;
            let mut coast: Vec<(i32, u32, u32, Cell)> = water
                .iter()
                .filter(|&&cell| world.is_liquid(&design, cell) && is_coast(&design, world, cell))
                .map(|&cell| {
                    let height = world.elevation.as_ref().map_or(0, |elevation| i32::from(elevation[cell]));
                    let land = area.around(cell).filter(|&(_, near)| !world.is_liquid(&design, near)).count() as u32;
                    (-height, 6 - land, area.distance(self.centers[seat], cell), cell)
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
                let Some(ground) = land_like_its_neighbors(&design, &scenario.world, cell, &good, made < needs_good)
                else {
                    continue;
                };
                change_terrain(&design, &mut scenario.world, cell, ground);
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
        let occupied: Vec<(Cell, UnitType)> =
            scenario.units.iter().filter_map(|unit| Some((unit.cell()?, unit.kind))).collect();
        let mut cells: Vec<(u32, u32, Cell)> = {
            let ground = fairness::Ground::new(&design, &scenario.world);
            let mut travel = Travel::new(&area);
            let reached = ground.costs_from(&mut travel, self.centers[seat], REACH);
            reached
                .reached()
                .iter()
                .copied()
                .filter(|&cell| ground.land[cell.index()] && !ground.good[cell.index()])
                .filter(|&cell| !area.is_edge(cell) && self.is_own(scenario, seat, cell))
                .filter(|&cell| {
                    let mut standing = occupied.iter().filter(|(at, _)| *at == cell);
                    standing.all(|&(_, kind)| standing::may_stand_on(&design, kind, best))
                })
                .map(|cell| {
                    let beside = area.around(cell).filter(|(_, near)| ground.good[near.index()]).count() as u32;
                    (6 - beside, reached.cost(cell).unwrap_or(REACH), cell)
                })
                .collect()
        };
        cells.sort_unstable();
        for &(_, _, cell) in cells.iter().take(wanted as usize) {
            change_terrain(&design, &mut scenario.world, cell, best);
            self.changes.improved += 1;
        }
    }

    /// Brings independents near a seat: those that nobody is near to, else new ones.
    fn bring_independents(&mut self, scenario: &mut Scenario, seat: usize, wanted: u32, stream: &mut Stream) {
        let area = scenario.world.area;
        let center = self.centers[seat];
        let mut siting = Siting::new(scenario);
        let nearest = |cell: Cell| self.centers.iter().map(|&center| area.distance(center, cell)).min().unwrap_or(0);
        let mut far: Vec<(bool, u32, usize)> = scenario
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.side == SideId::INDEPENDENT)
            .filter_map(|(index, unit)| Some((unit.cell()?, index)))
            .filter(|&(cell, _)| nearest(cell) > NEAR)
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
                scenario.units[id.0 as usize - 1].materials = supply_of(&scenario.design, kind);
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

    /// Which measures are still below the target, in words.
    fn what_is_left(&self, scenario: &Scenario) -> String {
        let matters =
            [(Matter::Land, "land-8"), (Matter::GoodLand, "good-land-reach"), (Matter::Independents, "independents-8")];
        let mut words = Vec::new();
        for (matter, name) in matters {
            let values = self.values(scenario, matter);
            let (least, most) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
            if self.lacks(&values).iter().any(|&lack| lack > 0) {
                words.push(format!("{name} {least} against {most}"));
            }
        }
        words.join(", ")
    }
}

fn score(scenario: &Scenario) -> f64 {
    fairness::score(scenario, &Weights::builtin()).score
}

/// Whether a cell of water can become land without harm: it lies at land, its water stays in one piece round it, no two
/// lands meet in it, and no river ends there.
fn is_coast(design: &Design, world: &World, cell: Cell) -> bool {
    let area = &world.area;
    let around: Vec<Option<Cell>> = (0..area.directions()).map(|way| area.neighbor(cell, Direction(way))).collect();
    let dry: Vec<bool> = around.iter().map(|near| near.is_some_and(|near| !world.is_liquid(design, near))).collect();
    let turns = (0..dry.len()).filter(|&way| dry[way] != dry[(way + 1) % dry.len()]).count();
    if turns != 2 {
        return false;
    }
    world.edges.values().all(|edges| {
        edges[cell] == 0
            && around.iter().zip(0u8..).all(|(near, way)| {
                // The border between one neighbour and the next ends at a corner of the cell.
                near.is_none_or(|near| !has_edge(edges[near], Direction((way + 2) % 6)))
            })
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
    let mut kinds: Vec<UnitType> = design.unit_types().filter(is_spread).collect();
    kinds.sort_by_key(|&kind| (std::cmp::Reverse(counts[kind.index()]), kind));
    kinds
}
