//! What can be changed about a level to make it more or less dangerous: a monster goes, comes, or makes room for another that may
//! live there. What the design counts (`level-count`), and types of which there are only so many, stay as they are; and a level has
//! from a third to five thirds of the monsters that it was rolled with.

use std::ops::RangeInclusive;

use chance::Stream;
use design::UnitType;
use design::parameters::global::ARRIVAL_RADIUS;
use grid::Cell;
use starts::changes::Change;
use world::{Scenario, SideId};

use crate::floors::Floors;
use crate::furnish_levels::Kind;

/// Which way the danger of a level is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// More heroes are to live.
    Less,
    /// Fewer heroes are to live.
    More,
}

/// A level keeps at least a third of its monsters, and has at most five thirds of them.
const PARTS: usize = 3;
const PARTS_MAX: usize = 5;
/// How many cells are tried for a monster that comes.
const CELLS: usize = 20;

/// The changes that the levels of a scenario allow: which types may live where.
pub struct LevelChanges {
    /// The monsters that may come and go.
    kinds: Vec<Kind>,
    /// By level: where a monster may stand, far enough from where one arrives.
    places: Vec<Vec<Cell>>,
    /// By level: how many of them there may be.
    counts: Vec<RangeInclusive<usize>>,
}

impl LevelChanges {
    /// What may be changed about the monsters of a scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> LevelChanges {
        let mut kinds = Kind::all(scenario).0;
        kinds.retain(|kind| kind.is_monster && kind.count == 0 && kind.most.is_none() && kind.weight > 0);
        let floors = Floors::new(scenario);
        let starts = floors.starts(scenario);
        let is_reached = floors.reach(scenario, &starts);
        let radius = scenario.design.global_int(ARRIVAL_RADIUS).max(0) as u32;
        let places = (0..floors.area.levels()).map(|level| {
            let steps = floors.steps(&floors.arrivals(&starts, level));
            let is_place = |&cell: &Cell| floors.is_place(cell) && is_reached[cell.index()] && steps[cell] > radius;
            floors.area.level_cells(level).filter(is_place).collect()
        });
        let mut made = LevelChanges { places: places.collect(), kinds, counts: Vec::new() };
        let counts = (0..floors.area.levels()).map(|level| {
            let now = made.monsters(scenario, level).len();
            now.div_ceil(PARTS)..=(now * PARTS_MAX).div_ceil(PARTS)
        });
        made.counts = counts.collect();
        made
    }

    /// The monsters of a level that may come and go, and where they stand.
    fn monsters(&self, scenario: &Scenario, level: u32) -> Vec<(UnitType, Cell)> {
        let area = &scenario.world.area;
        let independent = scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT);
        independent
            .filter(|unit| self.kinds.iter().any(|kind| kind.id == unit.kind))
            .filter_map(|unit| Some((unit.kind, unit.cell().filter(|&cell| area.level(cell) == level)?)))
            .collect()
    }

    /// Some single changes of a level, from 0, drawn at random: they go the way that is asked for, or change one monster for another,
    /// which may go either way. Each is changes to make in order. There may be none, and some alike. `scenario` is the one of which the
    /// levels were read, or one that was made of it by such changes.
    #[must_use]
    pub fn propose(
        &self,
        scenario: &Scenario,
        level: u32,
        danger: Danger,
        count: usize,
        stream: &mut Stream,
    ) -> Vec<Vec<Change>> {
        let number = level as i32 + 1;
        let here: Vec<&Kind> = self.kinds.iter().filter(|kind| kind.levels.contains(&number)).collect();
        let weights: Vec<u32> = here.iter().map(|kind| kind.weight).collect();
        let monsters = self.monsters(scenario, level);
        let counts = &self.counts[level as usize];
        let mut is_taken = vec![false; scenario.world.area.len()];
        for cell in scenario.units.iter().filter_map(|unit| unit.cell()) {
            is_taken[cell.index()] = true;
        }
        let mut proposals = Vec::new();
        for _ in 0..count {
            let comes = stream.weighted(&weights).map(|number| here[number].id);
            let gone = stream.choose(&monsters).copied();
            let is_other = stream.coin();
            match (danger, gone, comes) {
                (_, Some((kind, cell)), Some(other)) if is_other && kind != other => proposals
                    .push(vec![Change::RemoveIndependent { kind, cell }, Change::AddIndependent { kind: other, cell }]),
                (Danger::Less, Some((kind, cell)), _) if monsters.len() > *counts.start() => {
                    proposals.push(vec![Change::RemoveIndependent { kind, cell }]);
                }
                (Danger::More, _, Some(kind)) if monsters.len() < *counts.end() => {
                    let places = &self.places[level as usize];
                    let free = (0..CELLS).filter_map(|_| stream.choose(places).copied());
                    let free = { free }.find(|cell| !is_taken[cell.index()]);
                    proposals.extend(free.map(|cell| vec![Change::AddIndependent { kind, cell }]));
                }
                _ => {}
            }
        }
        proposals
    }
}
