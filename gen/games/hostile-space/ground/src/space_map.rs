//! Maps of space: what the zones of seats see of each other, what hides them, and how far they lie apart.
//!
//! In space nobody walks and nothing is held: ships begin anywhere in their side's zone, missiles fly along the axes of the lattice, and
//! rocks stop them. So a map is measured from zone to zone. A design is one of space if it has rocks: asteroids (units with an
//! `asteroid-weight`) or solid bodies (terrain with a `solid-weight`).

use design::TypeId;
use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::ASTEROID_WEIGHT;
use fairness::{SeatSurvey, predict};
use grid::{Area, Cell, Direction, disk, hops};
use hostile_space::Numbers;
use world::Scenario;

use crate::measures::{ROWS, WEIGHTS};

/// Cells that lie no farther from a zone than this are near it.
const NEAR_ZONE: u32 = 4;
/// By how many cells a turn a ship becomes faster, as players who keep some delta-v for dodging do.
const THRUST: u32 = 3;

/// The rocks of a map of space, without its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceMap {
    area: Area,
    pub(crate) numbers: Numbers,
    /// By cell: whether a rock is there.
    rocks: Vec<bool>,
}

/// The same for seats, each with its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceSurvey {
    map: SpaceMap,
    homes: Vec<Option<Cell>>,
    /// By seat: its rivals, by index.
    rivals: Vec<Vec<usize>>,
    /// By seat: the free cells of its zone.
    zones: Vec<Vec<Cell>>,
    /// By seat and cell: how many cells of the seat's zone see the cell along an axis, within the reach of a missile.
    seen: Vec<Vec<u16>>,
}

impl SpaceMap {
    /// The map of a scenario; `None` if its design has no rocks, so that it is none of space.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Option<SpaceMap> {
        let (design, world) = (&*scenario.design, &scenario.world);
        let is_asteroid: Vec<bool> = design.unit_types().map(|kind| design.int(ASTEROID_WEIGHT, kind) > 0).collect();
        let has_solids = design.cell_terrain().any(|kind| design.int(SOLID_WEIGHT, kind) > 0);
        if !has_solids && !is_asteroid.contains(&true) {
            return None;
        }
        let mut rocks = vec![false; world.area.len()];
        if let Some(terrain) = world.terrain.as_ref().filter(|_| has_solids) {
            let solid = |cell: &Cell| design.int(SOLID_WEIGHT, terrain[*cell]) > 0;
            world.area.cells().filter(solid).for_each(|cell| rocks[cell.index()] = true);
        }
        let asteroids = scenario.units.iter().filter(|unit| is_asteroid[unit.kind.index()]);
        asteroids.filter_map(world::Unit::cell).for_each(|cell| rocks[cell.index()] = true);
        Some(SpaceMap { area: world.area, numbers: Numbers::read(design).0, rocks })
    }

    /// The numbers of the rules.
    #[must_use]
    pub const fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Whether a rock lies in a cell.
    #[must_use]
    pub fn is_rock(&self, cell: Cell) -> bool {
        self.rocks[cell.index()]
    }

    /// Puts a rock into a cell, or takes it away, to see what that would do.
    pub fn set_rock(&mut self, cell: Cell, is_rock: bool) {
        self.rocks[cell.index()] = is_rock;
    }

    pub(crate) fn survey_seats(&self, seats: &[SeatSurvey]) -> SpaceSurvey {
        let homes: Vec<Option<Cell>> = seats.iter().map(|seat| seat.center).collect();
        let teams: Vec<usize> = seats.iter().map(|seat| seat.team).collect();
        self.survey(&homes, &teams)
    }

    /// The map as it is for seats whose zones lie round these cells; seats of one team are no rivals.
    #[must_use]
    pub fn survey(&self, homes: &[Option<Cell>], teams: &[usize]) -> SpaceSurvey {
        let rivals = |seat: usize| (0..homes.len()).filter(|&other| teams[other] != teams[seat]).collect();
        let radius = self.numbers.zone_radius.into();
        let zone = |home: Cell| disk(&self.area, home, radius).filter(|&cell| !self.is_rock(cell)).collect();
        let zones: Vec<Vec<Cell>> = homes.iter().map(|home| home.map(zone).unwrap_or_default()).collect();
        let seen = zones.iter().map(|zone| self.seen_from(zone)).collect();
        SpaceSurvey {
            map: self.clone(),
            homes: homes.to_vec(),
            rivals: (0..homes.len()).map(rivals).collect(),
            zones,
            seen,
        }
    }

    /// By cell: how many of some cells see it along an axis, with no rock between, within what a missile passes in the turn of its
    /// launch: the cell where it is put, and its speed.
    fn seen_from(&self, cells: &[Cell]) -> Vec<u16> {
        let area = &self.area;
        let mut seen = vec![0; area.len()];
        for &from in cells {
            for way in (0..area.directions()).map(Direction) {
                let reach = area.ray(from, way).take(self.numbers.missile_speed as usize + 1);
                reach.take_while(|&cell| !self.is_rock(cell) && cell != from).for_each(|cell| seen[cell.index()] += 1);
            }
        }
        seen
    }
}

impl SpaceSurvey {
    /// The map under it.
    #[must_use]
    pub const fn map(&self) -> &SpaceMap {
        &self.map
    }

    /// Where the seats' zones lie.
    #[must_use]
    pub fn homes(&self) -> &[Option<Cell>] {
        &self.homes
    }

    /// How many cells of rivals' zones a seat's ship would see in a cell; as many would see it.
    #[must_use]
    pub fn rivals_seen(&self, seat: usize, cell: Cell) -> u32 {
        self.rivals[seat].iter().map(|&rival| u32::from(self.seen[rival][cell.index()])).sum()
    }

    /// The cells within [`NEAR_ZONE`] of a seat's zone, those of the zone too.
    fn about(&self, seat: usize) -> impl Iterator<Item = Cell> + '_ {
        let radius = u32::from(self.map.numbers.zone_radius) + NEAR_ZONE;
        self.homes[seat].into_iter().flat_map(move |home| disk(&self.map.area, home, radius))
    }

    /// Those of them that are free.
    fn near(&self, seat: usize) -> impl Iterator<Item = Cell> + '_ {
        self.about(seat).filter(|&cell| !self.map.is_rock(cell))
    }

    /// The rocks within a few cells of a seat's zone.
    pub fn rocks_near(&self, seat: usize) -> impl Iterator<Item = Cell> + '_ {
        self.about(seat).filter(|&cell| self.map.is_rock(cell))
    }

    /// The cells of a seat's zone from which it sees a rival's.
    pub(crate) fn cells_with_shot(&self, seat: usize) -> impl Iterator<Item = Cell> + '_ {
        self.zones[seat].iter().copied().filter(move |&cell| self.rivals_seen(seat, cell) > 0)
    }

    /// The cells in and near a seat's zone that no rival's zone sees.
    pub(crate) fn cells_with_cover(&self, seat: usize) -> impl Iterator<Item = Cell> + '_ {
        self.near(seat).filter(move |&cell| self.rivals_seen(seat, cell) == 0)
    }

    fn each(&self, of: &dyn Fn(usize) -> f64) -> Vec<f64> {
        (0..self.homes.len()).map(of).collect()
    }

    /// The cells of rivals' zones that a ship sees, on average over the zone.
    pub(crate) fn first_shots(&self) -> Vec<f64> {
        self.each(&|seat| {
            let seen: u32 = self.zones[seat].iter().map(|&cell| self.rivals_seen(seat, cell)).sum();
            ratio(f64::from(seen), self.zones[seat].len())
        })
    }

    /// The share of a zone that rivals' zones see, in percent.
    pub(crate) fn exposed(&self) -> Vec<f64> {
        self.each(&|seat| ratio(100.0 * self.cells_with_shot(seat).count() as f64, self.zones[seat].len()))
    }

    /// The share of cells in and near a zone that no rival's zone sees, in percent.
    pub(crate) fn cover(&self) -> Vec<f64> {
        self.each(&|seat| ratio(100.0 * self.cells_with_cover(seat).count() as f64, self.near(seat).count()))
    }

    /// The turns that a ship takes from rest to a cell that sees a rival's zone, on average over the zone.
    pub(crate) fn intercepts(&self) -> Vec<f64> {
        self.each(&|seat| {
            let cells = self.map.rocks.len() as u32;
            let open = (0..cells).map(Cell).filter(|&cell| self.rivals_seen(seat, cell) > 0 && !self.map.is_rock(cell));
            let ways = hops(&self.map.area, open, |cell| !self.map.is_rock(cell));
            // Where there is no way it counts as one over all cells.
            let turns = self.zones[seat].iter().map(|&cell| u64::from(turns(ways[cell].min(cells))));
            ratio(turns.sum::<u64>() as f64, self.zones[seat].len())
        })
    }

    /// How many rocks lie near a zone.
    pub(crate) fn rocks(&self) -> Vec<f64> {
        self.each(&|seat| self.rocks_near(seat).count() as f64)
    }

    fn gaps(&self, seat: usize) -> Vec<f64> {
        let others = self.rivals[seat].iter().filter_map(|&rival| self.homes[rival]);
        let gap = |(home, other): (Cell, Cell)| f64::from(self.map.area.distance(home, other));
        let mut gaps: Vec<f64> = self.homes[seat]
            .into_iter()
            .flat_map(|home| others.clone().map(move |other| (home, other)))
            .map(gap)
            .collect();
        gaps.sort_by(f64::total_cmp);
        gaps
    }

    /// The distance to the nearest rival.
    pub(crate) fn nearest(&self) -> Vec<f64> {
        self.each(&|seat| self.gaps(seat).first().copied().unwrap_or(0.0))
    }

    /// The mean distance to the rivals.
    pub(crate) fn mean(&self) -> Vec<f64> {
        self.each(&|seat| {
            let gaps = self.gaps(seat);
            ratio(gaps.iter().sum(), gaps.len())
        })
    }

    /// The share of wins that each seat is expected to have by what its zone sees; seats have equal advantages.
    #[must_use]
    pub fn predicted(&self) -> Vec<f64> {
        let rows = ROWS.map(|(kind, _)| kind);
        predict(self.homes.len(), &rows, &WEIGHTS, &|row| ROWS[row].1(self))
    }
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The turns that a ship takes for a way from rest, if it becomes faster by 3 cells in each.
pub fn turns(way: u32) -> u32 {
    let (mut left, mut speed, mut turns) = (way, 0, 0);
    while left > 0 {
        speed += THRUST;
        left = left.saturating_sub(speed);
        turns += 1;
    }
    turns
}
