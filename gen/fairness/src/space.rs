//! Maps of space: what the zones of seats see of each other, what hides them, and how far they lie apart.
//!
//! In space nobody walks and nothing is held: ships begin anywhere in their side's zone, missiles fly along the axes of the lattice, and
//! rocks stop them. So a map is measured from zone to zone. A design is one of space if it has rocks: asteroids (units with an
//! `asteroid-weight`) or solid bodies (terrain with a `solid-weight`). What its rules say in numbers is read in one place ([`SpaceNumbers`]),
//! for measures, levers and the method `make-belts` alike.

use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::ASTEROID_WEIGHT;
use design::{Design, TypeId};
use grid::{Area, Cell, Direction, disk, hops};
use world::Scenario;

use crate::SeatSurvey;
use crate::prediction::predicted;
use crate::verdict::standings;
use crate::{MEASURES, Weights, loss};

/// The numbers of the rules that a map of space depends on: entries of the section of whichever ruleset the design names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceNumbers {
    /// How far from its marker a seat places its ships.
    pub zone_radius: u32,
    /// How many cells a missile flies in a turn.
    pub missile_speed: u32,
    /// How many missiles a ship has at the start.
    pub missiles: u32,
}

impl SpaceNumbers {
    /// What holds where the rules say nothing (seed 001).
    pub const SEED: SpaceNumbers = SpaceNumbers { zone_radius: 6, missile_speed: 20, missiles: 8 };
    /// The most missiles of a ship.
    pub const MISSILES_MAX: u32 = 20;
    /// The entry of a scenario's section with the missiles of each side's ships, in the order of sides.
    pub const MISSILES_OF: &'static str = "missiles-of";

    /// The numbers of a design. A wrong entry is told of by its rules, and does not count here.
    #[must_use]
    pub fn read(design: &Design) -> SpaceNumbers {
        let mut numbers = SpaceNumbers::SEED;
        let Some(section) = design.ruleset_section().and_then(|name| design.sections.get(name)) else { return numbers };
        section.read(|root, tree| {
            for (name, most, number) in [
                ("zone-radius", 100, &mut numbers.zone_radius),
                ("missile-speed", 100, &mut numbers.missile_speed),
                ("missiles", SpaceNumbers::MISSILES_MAX, &mut numbers.missiles),
            ] {
                let read = tree.int(root.get(name), name, 0..=i64::from(most));
                *number = read.map_or(*number, |read| read as u32);
            }
        });
        numbers
    }

    /// The missiles of each side's ships in a scenario: what its section says of each, else what the design says of all.
    #[must_use]
    pub fn missiles_of(self, scenario: &Scenario) -> Vec<u32> {
        let section = scenario.design.ruleset_section().and_then(|name| scenario.sections.get(name));
        let most = i64::from(SpaceNumbers::MISSILES_MAX);
        let read = section.map(|section| {
            section.read(|root, tree| {
                let list = tree.list(root.get(SpaceNumbers::MISSILES_OF), SpaceNumbers::MISSILES_OF);
                list.iter().filter_map(|node| tree.int(node, SpaceNumbers::MISSILES_OF, 1..=most)).collect::<Vec<i64>>()
            })
        });
        let read = read.map(|(list, _)| list).filter(|list| list.len() == scenario.sides.len());
        read.map_or_else(
            || vec![self.missiles; scenario.sides.len()],
            |list| list.into_iter().map(|count| count as u32).collect(),
        )
    }
}

/// Cells that lie no farther from a zone than this are near it.
const NEAR_ZONE: u32 = 4;
/// By how many cells a turn a ship becomes faster, as players who keep some delta-v for dodging do.
const THRUST: u32 = 3;

/// The rocks of a map of space, without its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceMap {
    area: Area,
    numbers: SpaceNumbers,
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
        Some(SpaceMap { area: world.area, numbers: SpaceNumbers::read(design), rocks })
    }

    /// The numbers of the rules.
    #[must_use]
    pub const fn numbers(&self) -> SpaceNumbers {
        self.numbers
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
        let radius = self.numbers.zone_radius;
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
        let radius = self.map.numbers.zone_radius + NEAR_ZONE;
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
    pub fn predicted(&self, weights: &Weights) -> Vec<f64> {
        let seats = self.homes.len();
        let mut losses = vec![0.0; seats];
        for kind in MEASURES {
            let weight = f64::from(weights.of(kind.name));
            // What does not count is not worth its time: levers ask for hundreds of maps.
            let Some(values) = kind.of_space.filter(|_| weight > 0.0) else { continue };
            for (seat, standing) in standings(kind, &values(self)).into_iter().enumerate() {
                losses[seat] += loss(weight, standing);
            }
        }
        predicted(&losses, &vec![1.0 / seats as f64; seats])
    }
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The turns that a ship takes for a way from rest, if it becomes faster by [`THRUST`] cells in each.
fn turns(way: u32) -> u32 {
    let (mut left, mut speed, mut turns) = (way, 0, 0);
    while left > 0 {
        speed += THRUST;
        left = left.saturating_sub(speed);
        turns += 1;
    }
    turns
}

#[cfg(test)]
mod tests {
    use grid::{Layer, Shape};
    use world::{Place, SideId, Unit, World};

    use super::*;
    use crate::testing::{read, seat, values};

    /// A row of space between two of rock, with zones of radius 1: `.` space, `#` rock, `o` an asteroid, digits the centers of seats.
    fn row(map: &str) -> Scenario {
        let rock = "#".repeat(map.len());
        rows(&[&rock, map, &rock], r#""zone-radius": 1, "missile-speed": 15"#)
    }

    /// The same with several rows, drawn from north to south.
    fn rows(map: &[&str], section: &str) -> Scenario {
        let design = read(&format!(
            r#"{{ "terrain": {{ "space": {{}}, "rock": {{ "solid-weight": 1 }} }},
                 "units": {{ "asteroid": {{ "asteroid-weight": 1 }} }},
                 "globals": {{ "ruleset": "test-rules", "edge-ring": false }}, "test-rules": {{ {section} }} }}"#
        ));
        let area = Area::new(Shape::Rectangle, map[0].len() as u32, map.len() as u32).unwrap();
        let mut scenario = Scenario::new(design, World::new(area));
        let mut terrain = vec![scenario.design.find("space").unwrap(); area.len()];
        let mut centers = Vec::new();
        for cell in area.cells() {
            let (column, row) = area.column_row(cell);
            match map[map.len() - 1 - row as usize].as_bytes()[column as usize] {
                b'#' => terrain[cell.index()] = scenario.design.find("rock").unwrap(),
                b'o' => {
                    let kind = scenario.design.find("asteroid").unwrap();
                    scenario.add_unit(Unit::new(kind, Place::Cell(cell), SideId::INDEPENDENT));
                }
                digit @ b'1'..=b'9' => centers.push((digit, cell)),
                _ => {}
            }
        }
        scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        centers.sort_unstable();
        for (_, cell) in centers {
            seat(&mut scenario, Some(cell));
        }
        scenario
    }

    /// Zones of three cells each, which all see each other along the row.
    #[test]
    fn zones_see_each_other_until_a_rock_lies_between() {
        let open = row("..1....2...");
        assert_eq!(values(&open, "first-shot"), [3.0, 3.0]);
        assert_eq!(values(&open, "zone-exposed"), [100.0, 100.0]);
        assert_eq!(values(&open, "intercept"), [0.0, 0.0]);
        for map in ["..1..#.2...", "..1..o.2..."] {
            let hidden = row(map);
            assert_eq!(values(&hidden, "first-shot"), [0.0, 0.0]);
            assert_eq!(values(&hidden, "zone-exposed"), [0.0, 0.0]);
        }
    }

    /// Missiles of speed 15 see 16 cells: from the eastern cell of the first zone just the western one of the second, which is 16 away.
    #[test]
    fn a_missile_reaches_its_speed_and_the_cell_where_it_is_put() {
        let far = row("..1.................2..");
        assert_eq!(values(&far, "first-shot"), [1.0 / 3.0, 1.0 / 3.0]);
        assert_eq!(values(&far, "zone-exposed"), [100.0 / 3.0, 100.0 / 3.0]);
        // The others fly 1 and 2 cells, in one turn each.
        assert_eq!(values(&far, "intercept"), [2.0 / 3.0, 2.0 / 3.0]);
    }

    #[test]
    fn who_has_two_rivals_in_sight_has_twice_the_shots() {
        let three = row(".1...2...3.");
        // The zone in the middle stops nothing: ships come and go.
        assert_eq!(values(&three, "first-shot"), [6.0, 6.0, 6.0]);
        let rock = row(".1...2..o.3.");
        assert_eq!(values(&rock, "first-shot"), [3.0, 3.0, 0.0]);
        let mut friends = row(".1...2...3.");
        friends.sides[0].team = 1;
        friends.sides[1].team = 1;
        assert_eq!(values(&friends, "first-shot"), [3.0, 3.0, 6.0]);
    }

    #[test]
    fn cells_are_measured_only_where_there_are_no_rocks() {
        let of = |scenario: &Scenario| -> Vec<String> {
            let score = crate::score(scenario, &Weights::builtin());
            score.measures.into_iter().map(|measure| measure.name).collect()
        };
        let of_space = of(&row("..1....2..."));
        assert!(
            of_space.iter().all(|name| name == "start-units" || crate::find_measure(name).unwrap().of_space.is_some())
        );
        assert!(of_space.len() > 2, "{of_space:?}");
        let of_cells = of(&crate::testing::draw(Shape::Rectangle, "+++++\n+1+2+\n+++++"));
        assert!(of_cells.iter().all(|name| crate::find_measure(name).unwrap().is_of_cells()), "{of_cells:?}");
    }

    #[test]
    fn what_is_predicted_of_zones_is_what_the_score_says_of_the_start() {
        let scenario = rows(
            &["............", ".1...o....3.", "............", "............", "......2.....", "............"],
            r#""zone-radius": 1, "missile-speed": 15"#,
        );
        let homes: Vec<Option<Cell>> = scenario.sides.iter().map(|side| side.center).collect();
        let survey = SpaceMap::new(&scenario).unwrap().survey(&homes, &[0, 1, 2]);
        assert_eq!(survey.predicted(&Weights::builtin()), crate::estimate(&scenario, &Weights::builtin()).predicted);
        let mut map = survey.map().clone();
        let rock = scenario.units[0].cell().unwrap();
        assert!(map.is_rock(rock));
        map.set_rock(rock, false);
        assert_ne!(map.survey(&homes, &[0, 1, 2]).first_shots(), survey.first_shots());
    }

    #[test]
    fn numbers_are_the_designs_or_the_seeds() {
        let said = rows(&["........", "..1..2..", "........"], r#""zone-radius": 3, "missiles": 5"#);
        let numbers = SpaceNumbers::read(&said.design);
        assert_eq!(numbers, SpaceNumbers { zone_radius: 3, missiles: 5, ..SpaceNumbers::SEED });
        assert_eq!(numbers.missiles_of(&said), [5, 5]);
        let mut unequal = said.clone();
        let list = diagnostics::RonTree::list([7, 21].map(diagnostics::RonTree::of));
        unequal.sections.entry("test-rules".to_owned()).or_default().set(SpaceNumbers::MISSILES_OF, &list, None);
        assert_eq!(numbers.missiles_of(&unequal), [5, 5], "the rules refuse it");
        let list = diagnostics::RonTree::list([7, 4].map(diagnostics::RonTree::of));
        unequal.sections.entry("test-rules".to_owned()).or_default().set(SpaceNumbers::MISSILES_OF, &list, None);
        assert_eq!(numbers.missiles_of(&unequal), [7, 4]);
    }

    #[test]
    fn a_ship_becomes_three_cells_faster_each_turn() {
        assert_eq!([0, 1, 3, 4, 9, 10, 18, 19].map(turns), [0, 1, 1, 2, 2, 3, 3, 4]);
    }
}
