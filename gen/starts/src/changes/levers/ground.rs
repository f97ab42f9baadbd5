//! Ground and coast, for games over terrain by the rules of GDL: a pass that closes or opens, a ford, a strait, a bridge. How much longer
//! or shorter ways become is found by searches; whether that helps a seat is for matches to say: a rival who is far away does no harm, and
//! finds no rival at home.

use design::{TerrainType, TypeId, UnitType};
use fairness::{Survey, UnitGround};
use grid::{Cell, Regions, disk, flood, hops, outward, parts_without};
use world::standing::is_closed_ring;
use world::travel::{can_enter, is_mobile};

use super::{Aim, Magnitude, Proposal};
use crate::changes::{Change, Landform, ways};

/// How far from a seat's home its ground is looked at, in cells.
const FAR: u32 = 16;
/// The radius of the neighbourhood in which a pass is narrow.
const NARROW: u32 = 2;
/// How many rivals' ways are looked at, and how many changes of a kind are tried.
const RIVALS: usize = 3;
const TRIED: usize = 16;
/// How many of each kind are proposed.
const PROPOSED: usize = 2;
/// By how many steps a way has to become longer or shorter.
const STEPS_MIN: u32 = 3;
/// What land is worth that was beyond reach, by its cells, and a sea that was beyond reach, in steps.
const LAND_MIN: u32 = 4;
const LAND_MAX: u32 = 16;
const SEA: u32 = 12;
/// What a step may do, and what a change may do at least and at most.
const EFFECT_OF_A_STEP: f64 = 0.03;
const EFFECT: (f64, f64) = (0.1, 0.35);
/// Ground is seen by who looks at the map.
const COST: u32 = 2;

/// A change, and by how many steps ways become longer or shorter.
type Trial = (u32, Change);

/// A seat, and the ground about it.
struct SeatGround<'a> {
    survey: &'a Survey<'a>,
    seat: usize,
    home: Cell,
    /// By cell: whether the walker enters its terrain.
    walked: Vec<bool>,
    /// By cell: whether it stays as it is.
    fixed: Vec<bool>,
}

impl<'a> SeatGround<'a> {
    fn new(survey: &'a Survey<'a>, seat: usize) -> Option<SeatGround<'a>> {
        let world = &survey.scenario.world;
        let design = &*survey.scenario.design;
        let is_open = survey.is_of_cells() && design.ruleset_section().is_none();
        let terrain = world.terrain.as_ref().filter(|_| is_open && world.exact_symmetry().is_none())?;
        let (walker, home) = (survey.ground.walker?, survey.seats[seat].center?);
        let enters: Vec<bool> = design.ids().map(|kind| can_enter(design, walker, kind)).collect();
        let mut walked = vec![false; world.area.len()];
        for cell in world.area.cells().filter(|&cell| !is_closed_ring(design, &world.area, cell)) {
            walked[cell.index()] = enters[terrain[cell].index()];
        }
        Some(SeatGround { survey, seat, home, walked, fixed: ways::fixed_cells(survey.scenario) })
    }

    fn is_walked(&self, cell: Cell) -> bool {
        self.walked[cell.index()]
    }

    fn is_wet(&self, cell: Cell) -> bool {
        let (design, world) = (&self.survey.scenario.design, &self.survey.scenario.world);
        world.is_liquid(design, cell) && !is_closed_ring(design, &world.area, cell)
    }

    /// The neighbours of a cell.
    fn around(&self, cell: Cell) -> Vec<Cell> {
        self.survey.scenario.world.area.around(cell).map(|(_, near)| near).collect()
    }

    /// The terrain of most neighbours for which something holds, of equals the first type.
    fn beside(&self, cell: Cell, holds: &dyn Fn(Cell) -> bool) -> Option<TerrainType> {
        let world = &self.survey.scenario.world;
        let near = self.around(cell).into_iter().filter(|&near| holds(near));
        let kinds: Vec<TerrainType> = near.map(|near| world.terrain_at(near)).collect();
        let count = |kind: TerrainType| kinds.iter().filter(|&&other| other == kind).count();
        kinds.iter().copied().max_by_key(|&kind| (count(kind), std::cmp::Reverse(kind)))
    }

    fn shape(&self, form: Landform, cell: Cell, to: TerrainType) -> Change {
        Change::Shape { form, cell, from: self.survey.scenario.world.terrain_at(cell), to }
    }

    /// By how many steps the way to a rival becomes longer, at most.
    fn longer(&self, change: Change) -> Option<u32> {
        let mut made = self.survey.scenario.clone();
        change.apply(&mut made).ok()?;
        let ground = UnitGround::new(&made.design, &made.world);
        let mut travel = ground.travel();
        let costs = ground.costs_from(&mut travel, self.home, u32::MAX);
        let longer = |rival: usize| {
            let home = self.survey.seats[rival].center?;
            costs.cost(home)?.checked_sub(self.survey.cost(self.seat, home)?)
        };
        self.survey.rivals(self.seat).filter_map(longer).max()
    }

    /// Narrow passes on the ways of the nearest rivals, beside ground that nobody walks.
    fn passes(&self) -> Vec<Trial> {
        let survey = self.survey;
        let area = &survey.scenario.world.area;
        let mut rivals: Vec<usize> = survey.rivals(self.seat).collect();
        rivals.retain(|&rival| survey.cost(rival, self.home).is_some());
        rivals.sort_by_key(|&rival| survey.march(rival, self.seat));
        let parts = parts_without(area, NARROW, |cell| self.is_walked(cell));
        let mut changes: Vec<Change> = Vec::new();
        for rival in rivals.into_iter().take(RIVALS) {
            for cell in survey.way_of_march(rival, self.seat) {
                if parts[cell] < 2 || self.fixed[cell.index()] {
                    continue;
                }
                let is_rock = |near: Cell| !self.is_walked(near) && !self.is_wet(near) && !area.is_edge(near);
                let Some(rock) = self.beside(cell, &is_rock) else { continue };
                let change = self.shape(Landform::PassClosed, cell, rock);
                if changes.len() < TRIED && !changes.contains(&change) {
                    changes.push(change);
                }
            }
        }
        changes.into_iter().filter_map(|change| Some((self.longer(change)?, change))).collect()
    }

    /// Land between two waters, where ships would have a shorter way, or a way at all.
    fn straits(&self) -> Vec<Trial> {
        let scenario = self.survey.scenario;
        let (design, area) = (&*scenario.design, &scenario.world.area);
        let regions = self.survey.ground.regions();
        let is_sea = |cell: Cell| regions.sizes[regions.of[cell] as usize] >= self.survey.ground.sea_size_min();
        let (mut trials, mut tried) = (Vec::new(), 0);
        for cell in outward(area, self.home, FAR) {
            let wet: Vec<Cell> = self.around(cell).into_iter().filter(|&near| self.is_wet(near)).collect();
            if tried == TRIED || self.fixed[cell.index()] || self.is_wet(cell) || wet.len() < 2 {
                continue;
            }
            let Some(water) = self.beside(cell, &|near| self.is_wet(near)) else { continue };
            let ground = scenario.world.terrain_at(cell);
            let sails = |&kind: &UnitType| can_enter(design, kind, water) && !can_enter(design, kind, ground);
            if !design.unit_types().filter(|&kind| is_mobile(design, kind)).any(|kind| sails(&kind)) {
                continue;
            }
            // Waters that touch each other beside the cell are one already.
            if flood(area, wet[0], |near| wet.contains(&near)).len() == wet.len() {
                continue;
            }
            tried += 1;
            let steps = hops(area, [wet[0]], |next| self.is_wet(next));
            let gain = |&other: &Cell| match steps[other] {
                u32::MAX if is_sea(wet[0]) && is_sea(other) => SEA,
                u32::MAX => 0,
                steps => steps.saturating_sub(2),
            };
            let shorter = wet.iter().map(gain).max().unwrap_or(0);
            trials.push((shorter, self.shape(Landform::Strait, cell, water)));
        }
        trials
    }

    /// By how many steps the nearer of two cells brings the other nearer to the seat, if `steps` lead from one to the other; or how much
    /// land it gives, which was beyond reach.
    fn gain(&self, one: Cell, other: Cell, steps: u32) -> u32 {
        let regions = self.survey.ground.regions();
        let land = |cell: Cell| match regions.of[cell] {
            Regions::NONE => 0,
            region => regions.sizes[region as usize],
        };
        let beyond = |cell: Cell| if land(cell) < LAND_MIN { 0 } else { land(cell).min(LAND_MAX) };
        match (self.survey.cost(self.seat, one), self.survey.cost(self.seat, other)) {
            (Some(here), Some(there)) => here.abs_diff(there).saturating_sub(steps),
            (Some(_), None) => beyond(other),
            (None, Some(_)) => beyond(one),
            (None, None) => 0,
        }
    }

    /// Cells that nobody walks, of water or of rock, between land that is near to the seat and land that is far from it.
    fn openings(&self, form: Landform) -> Vec<Trial> {
        let area = &self.survey.scenario.world.area;
        let mut trials = Vec::new();
        for cell in outward(area, self.home, FAR) {
            if self.fixed[cell.index()] || self.is_walked(cell) || self.is_wet(cell) != (form == Landform::Ford) {
                continue;
            }
            let banks: Vec<Cell> = self.around(cell).into_iter().filter(|&near| self.is_walked(near)).collect();
            let mut gain = 0;
            for (at, &one) in banks.iter().enumerate() {
                for &other in &banks[..at] {
                    gain = gain.max(self.gain(one, other, 2));
                }
            }
            let Some(land) = self.beside(cell, &|near| self.is_walked(near) && !self.is_wet(near)) else { continue };
            trials.push((gain, self.shape(form, cell, land)));
        }
        trials
    }

    /// Roads over water, from a road or a city to another.
    fn bridges(&self) -> Vec<Trial> {
        let scenario = self.survey.scenario;
        let area = &scenario.world.area;
        let Some(kind) = ways::road_of(&self.survey.ground) else { return Vec::new() };
        let ends = ways::road_ends(scenario, kind);
        let mut trials: Vec<Trial> = Vec::new();
        for from in outward(area, self.home, FAR).into_iter().filter(|from| ends[from.index()]) {
            for to in disk(area, from, ways::bridge_steps()).filter(|to| ends[to.index()] && from < *to) {
                if self.is_walked(from)
                    && self.is_walked(to)
                    && let Some(way) = ways::bridge_way(scenario, kind, &ends, from, to)
                {
                    trials.push((self.gain(from, to, way.len() as u32 - 1), Change::Bridge { kind, from, to }));
                }
            }
        }
        trials
    }

    /// The trials that do most, or least if the magnitude is small, and that can be done.
    fn best(&self, mut trials: Vec<Trial>, magnitude: Magnitude) -> Vec<Proposal> {
        trials.retain(|&(steps, _)| steps >= STEPS_MIN);
        trials.sort_by_key(|&(steps, change)| {
            (if magnitude == Magnitude::Small { steps } else { u32::MAX - steps }, change)
        });
        let can_be = |change: Change| change.apply(&mut self.survey.scenario.clone()).is_ok();
        let mut proposals = Vec::new();
        for (steps, change) in trials.into_iter().take(TRIED) {
            if proposals.len() < PROPOSED && can_be(change) {
                let effect = (EFFECT_OF_A_STEP * f64::from(steps)).clamp(EFFECT.0, EFFECT.1);
                proposals.push(Proposal { changes: vec![change], effect, cost: COST });
            }
        }
        proposals
    }
}

/// A pass that closes or opens, a ford, a strait.
pub fn propose(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(ground) = SeatGround::new(survey, seat) else { return Vec::new() };
    let (fords, opened) = (ground.openings(Landform::Ford), ground.openings(Landform::PassOpened));
    let mut kinds = [ground.passes(), ground.straits(), fords, opened].map(|kind| ground.best(kind, magnitude));
    // A seat that wins too often gets nearer to the others first.
    if direction == Aim::Poorer {
        kinds.reverse();
    }
    let most = kinds.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|at| kinds.iter().filter_map(move |kind| kind.get(at).cloned()).collect::<Vec<_>>()).collect()
}

/// A bridge.
pub fn propose_bridges(survey: &Survey<'_>, seat: usize, _: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(ground) = SeatGround::new(survey, seat) else { return Vec::new() };
    ground.best(ground.bridges(), magnitude)
}
