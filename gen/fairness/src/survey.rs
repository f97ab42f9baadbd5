//! The survey: what all measures share about a scenario, searched once.

use std::collections::BTreeMap;

use design::parameters::unit::{self, POINT_VALUE};
use design::{TypeId, UnitType};
use grid::{Cell, Costs, Travel, disk, line};
use rayon::prelude::*;
use world::standing::is_closed_ring;
use world::{Place, Scenario, SideId, UnitId};

use crate::{Evidence, UnitGround};

/// How far from its center, in cells, lies what a seat finds near it.
pub const NEAR: u32 = 8;

/// How far from its center, in mp of the walker, lies what a seat gets to soon.
pub const REACH: u32 = 16;

/// A seat, as measures see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side that is played from it.
    pub side: SideId,
    /// The first seat of its team: its own if it plays alone.
    pub team: usize,
    /// The strength that was asked for, at least 1.
    pub advantage: u32,
    /// Where it begins: its side's center, else the cell of its most valuable unit (the main start unit first).
    pub center: Option<Cell>,
    /// What its own units are worth, occupants included: the sum of their `point-value`.
    pub worth: i64,
}

/// Something worth having that belongs to nobody: an independent unit, or a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Where it is.
    pub cell: Cell,
    /// The independent unit; `None` for a deposit of materials.
    pub unit: Option<UnitId>,
}

/// Who holds a cell: made by [`Survey::holder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder<'a> {
    /// Water, bounds, and all cells where there are no seats.
    Nobody,
    /// The seats, by index and in order, that are equally near; nearly always one.
    Seats(&'a [usize]),
}

/// What measures share about a scenario.
pub struct Survey<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// What does not depend on seats.
    pub ground: UnitGround<'a>,
    /// The seats, in order.
    pub seats: Vec<Seat>,
    /// What the most valuable unit is worth that a seat starts with: starts cannot be cut finer.
    pub grain: f64,
    /// Independent units in the open, in the order of units. Those inside others come with their carrier.
    pub independents: Vec<(UnitId, UnitType, Cell)>,
    /// Independents, then deposits: cells that hold more than twice the world's average of some material.
    pub resources: Vec<Resource>,
    /// For each seat the walker's cost to each cell; empty for a seat without a center.
    costs: Vec<Vec<u32>>,
    /// For each cell the number of the set that holds it: 0 nobody, `1 + seat` one seat, then those who share.
    held: Vec<u32>,
    sets: Vec<Vec<usize>>,
}

impl<'a> Survey<'a> {
    /// Of a scenario.
    #[must_use]
    pub fn new(scenario: &'a Scenario) -> Survey<'a> {
        let ground = UnitGround::new(&scenario.design, &scenario.world);
        let seats = find_seats(scenario, &ground);
        let area = &scenario.world.area;
        let search = |travel: &mut Travel, seat: &Seat| match seat.center {
            Some(center) => ground.costs_from(travel, center, u32::MAX).values().to_vec(),
            None => Vec::new(),
        };
        // The regions are asked for later: they are found beside the searches.
        let (costs, _) = rayon::join(
            || seats.par_iter().map_init(|| Travel::new(area), search).collect::<Vec<Vec<u32>>>(),
            || ground.regions(),
        );
        let independents: Vec<(UnitId, UnitType, Cell)> = scenario
            .unit_ids()
            .filter(|(_, unit)| unit.side == SideId::INDEPENDENT)
            .filter_map(|(id, unit)| Some((id, unit.kind, unit.cell()?)))
            .filter(|&(_, _, cell)| area.contains(cell))
            .collect();
        let deposits = find_deposits(scenario).into_iter().map(|cell| Resource { cell, unit: None });
        let resources = independents.iter().map(|&(id, _, cell)| Resource { cell, unit: Some(id) });
        let resources = resources.chain(deposits).collect();
        let (held, sets) = part(&ground, &seats, &costs);
        let grain = grain(scenario);
        Survey { scenario, ground, seats, grain, independents, resources, costs, held, sets }
    }

    /// One value for each seat that has a center, and `without` for those that have none.
    pub fn per_seat(&self, without: f64, value: impl Fn(usize, Cell) -> f64) -> Vec<f64> {
        let seats = self.seats.iter().enumerate();
        seats.map(|(seat, found)| found.center.map_or(without, |center| value(seat, center))).collect()
    }

    /// What it costs the walker to get from a seat's center to a cell; `None` if it cannot, or there is no center.
    #[must_use]
    pub fn cost(&self, seat: usize, cell: Cell) -> Option<u32> {
        self.costs[seat].get(cell.index()).copied().filter(|&cost| cost != Costs::UNREACHED)
    }

    /// How far a cell is from a seat, fit to be compared between seats: the walker's cost. Where nobody can walk it is
    /// the distance in cells for all. `None`: others can walk there, this seat cannot, or it has no center.
    #[must_use]
    pub fn distance(&self, seat: usize, cell: Cell) -> Option<u32> {
        let center = self.seats[seat].center?;
        if let Some(cost) = self.cost(seat, cell) {
            return Some(cost);
        }
        let walked = (0..self.seats.len()).any(|other| self.cost(other, cell).is_some());
        (!walked).then(|| self.scenario.world.area.distance(center, cell))
    }

    /// How far a rival's march on a seat is: the walker's cost from center to center; where it cannot walk, the
    /// distance in cells, for who sails or flies. `None` if one of them has no center.
    #[must_use]
    pub fn march(&self, rival: usize, seat: usize) -> Option<u32> {
        let (from, to) = (self.seats[rival].center?, self.seats[seat].center?);
        Some(self.cost(rival, to).unwrap_or_else(|| self.scenario.world.area.distance(from, to)))
    }

    /// The seats that play against a seat.
    pub fn rivals(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(move |&other| self.seats[other].team != self.seats[seat].team)
    }

    /// The marches of all rivals on a seat, in rising order.
    #[must_use]
    pub fn marches(&self, seat: usize) -> Vec<u32> {
        let mut marches: Vec<u32> = self.rivals(seat).filter_map(|rival| self.march(rival, seat)).collect();
        marches.sort_unstable();
        marches
    }

    /// The cells that a rival's march on a seat passes, from center to center: the walker's cheapest way; where it
    /// cannot walk, a straight line. Empty if one of them has no center.
    #[must_use]
    pub fn way_of_march(&self, rival: usize, seat: usize) -> Vec<Cell> {
        let (Some(from), Some(to)) = (self.seats[rival].center, self.seats[seat].center) else { return Vec::new() };
        let area = &self.scenario.world.area;
        let (mut cell, mut way) = (to, vec![to]);
        // Back along what the search found: a step costs at least 1, so that costs fall to 0, which is at `from`.
        while let Some(cost) = self.cost(rival, cell).filter(|&cost| cost > 0) {
            let leads = |next: Cell| {
                let left = cost.checked_sub(self.cost(rival, next)?)?;
                let steps = area.around(next).filter(|&(_, end)| end == cell);
                steps.map(|(way, end)| self.ground.step(next, way, end)).any(|step| step == Some(left)).then_some(next)
            };
            let before = area.around(cell).find_map(|(_, next)| leads(next));
            cell = before.expect("what was reached was reached from somewhere");
            way.push(cell);
        }
        if cell != from {
            return line(area, from, to);
        }
        way.reverse();
        way
    }

    /// Who holds a cell.
    ///
    /// A cell of land is held by the seat from which the walker gets there cheapest. Land that nobody walks to (islands
    /// without a seat, plateaus) goes to the nearest center by cells; water and the ring of edges are nobody's. Of
    /// several seats equally near each holds an equal share, so that no seat gains by its number.
    #[must_use]
    pub fn holder(&self, cell: Cell) -> Holder<'_> {
        match self.held[cell.index()] {
            0 => Holder::Nobody,
            set => Holder::Seats(&self.sets[set as usize - 1]),
        }
    }

    /// For each seat how many cells `counts`, shared cells as equal parts.
    pub fn count_held(&self, counts: impl Fn(Cell) -> bool) -> Vec<f64> {
        let mut by_set = vec![0_u32; self.sets.len()];
        for cell in self.scenario.world.area.cells() {
            let set = self.held[cell.index()];
            if set != 0 && counts(cell) {
                by_set[set as usize - 1] += 1;
            }
        }
        // By the number of sharers, so that the sums do not depend on the order of sets, which depends on the seats'.
        let mut by_share: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (set, cells) in self.sets.iter().zip(by_set) {
            let counted = by_share.entry(set.len()).or_insert_with(|| vec![0; self.seats.len()]);
            set.iter().for_each(|&seat| counted[seat] += cells);
        }
        let sum = |seat| by_share.iter().map(|(&sharers, cells)| f64::from(cells[seat]) / sharers as f64).sum();
        (0..self.seats.len()).map(sum).collect()
    }

    /// The seat's part of a cell: 1 if it holds it alone, a half if another is equally near, 0 if others hold it.
    #[must_use]
    pub fn share(&self, seat: usize, cell: Cell) -> f64 {
        match self.holder(cell) {
            Holder::Seats(seats) if seats.contains(&seat) => 1.0 / seats.len() as f64,
            _ => 0.0,
        }
    }

    /// The cells that make a seat's number of [`Survey::count_held`].
    pub fn held_by(&self, seat: usize, counts: impl Fn(Cell) -> bool) -> Evidence {
        let mut evidence = Evidence::default();
        for cell in self.scenario.world.area.cells() {
            if let Holder::Seats(seats) = self.holder(cell)
                && seats.contains(&seat)
                && counts(cell)
            {
                evidence.cells.push(cell);
                evidence.shared += usize::from(seats.len() > 1);
            }
        }
        evidence
    }

    /// Whether a cell of land is shared with a rival, or touches land that others hold than those who hold it, or than
    /// their team.
    #[must_use]
    pub fn is_front(&self, cell: Cell) -> bool {
        let Some(team) = self.team_of(cell) else { return self.held[cell.index()] != 0 };
        let is_foreign = |next: Cell| self.held[next.index()] != 0 && self.team_of(next) != Some(team);
        self.scenario.world.area.around(cell).any(|(_, next)| is_foreign(next))
    }

    /// The team that holds a cell alone.
    fn team_of(&self, cell: Cell) -> Option<usize> {
        let set = self.sets.get((self.held[cell.index()] as usize).checked_sub(1)?)?;
        let team = self.seats[*set.first()?].team;
        set.iter().all(|&seat| self.seats[seat].team == team).then_some(team)
    }

    /// The independent units near a seat.
    pub fn independents_near(&self, seat: usize) -> impl Iterator<Item = UnitId> + '_ {
        let center = self.seats[seat].center;
        let near = move |cell| center.is_some_and(|center| self.scenario.world.area.distance(center, cell) <= NEAR);
        self.independents.iter().filter(move |&&(_, _, cell)| near(cell)).map(|&(id, _, _)| id)
    }

    /// The resources that are a seat's for the taking: nearer to it than to any rival by a quarter of the rival's way,
    /// so that the rival walks at least a third further.
    pub fn uncontested(&self, seat: usize) -> impl Iterator<Item = Resource> + '_ {
        self.resources.iter().copied().filter(move |resource| {
            let Some(own) = self.distance(seat, resource.cell) else { return false };
            self.rivals(seat).all(|rival| {
                let Some(theirs) = self.distance(rival, resource.cell) else { return true };
                own < theirs && 4 * u64::from(own) <= 3 * u64::from(theirs)
            })
        })
    }

    /// How much of the world's materials lies near a seat, in cells and in independents: percent of each material that
    /// there is, averaged, so that a scarce one weighs as much as a common one. 0 where there are none.
    #[must_use]
    pub fn materials_near(&self, seat: usize) -> f64 {
        let world = &self.scenario.world;
        let Some(center) = self.seats[seat].center else { return 0.0 };
        let (mut percent, mut kinds) = (0.0, 0.0);
        for kind in self.scenario.design.material_types() {
            let held = |id: UnitId| {
                self.scenario.unit(id).materials.get(kind.index()).map_or(0, |&amount| i64::from(amount.max(0)))
            };
            let mut all: i64 = self.independents.iter().map(|&(id, _, _)| held(id)).sum();
            let mut near: i64 = self.independents_near(seat).map(held).sum();
            if let Some(layer) = world.materials.get(&kind) {
                let lying = |cell| i64::from(layer[cell].max(0));
                all += world.area.cells().map(lying).sum::<i64>();
                near += disk(&world.area, center, NEAR).map(lying).sum::<i64>();
            }
            if all > 0 {
                percent += 100.0 * near as f64 / all as f64;
                kinds += 1.0;
            }
        }
        if kinds > 0.0 { percent / kinds } else { 0.0 }
    }

    /// What players call so many independents: by their type, where they all have one.
    #[must_use]
    pub fn independents_in_words(&self, count: f64) -> String {
        let one_kind = match self.independents.first() {
            Some(&(_, first, _)) if self.independents.iter().all(|&(_, kind, _)| kind == first) => Some(first),
            _ => None,
        };
        match one_kind {
            Some(kind) => {
                let name = self.scenario.design.spoken_name(unit::NAME, kind);
                crate::reason::counted(count, name, &design::plural(name))
            }
            None => crate::reason::counted(count, "independent unit", "independent units"),
        }
    }
}

/// What the most valuable unit is worth that a seat starts with.
pub(crate) fn grain(scenario: &Scenario) -> f64 {
    let owned = scenario.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT);
    owned.map(|unit| scenario.design.int(POINT_VALUE, unit.kind)).max().map_or(0.0, f64::from)
}

fn find_seats(scenario: &Scenario, ground: &UnitGround<'_>) -> Vec<Seat> {
    let value = |kind| i64::from(scenario.design.int(POINT_VALUE, kind));
    let mut worth = vec![0; scenario.sides.len()];
    let mut best: Vec<Option<((bool, i64), Cell)>> = vec![None; scenario.sides.len()];
    for (id, unit) in scenario.unit_ids() {
        let Some(seat) = usize::from(unit.side.0).checked_sub(1).filter(|&seat| seat < worth.len()) else { continue };
        worth[seat] += value(unit.kind);
        let rank = (ground.main_unit == Some(unit.kind), value(unit.kind));
        // The first of equals stays: units are in a fixed order.
        if best[seat].is_none_or(|(known, _)| rank > known) {
            let cell = match unit.place {
                Place::Cell(cell) => Some(cell),
                Place::Inside(_) | Place::Unplaced => scenario.cell_of(id),
            };
            best[seat] = cell.map(|cell| (rank, cell)).or(best[seat]);
        }
    }
    let area = &scenario.world.area;
    let sides = scenario.side_ids().zip(&scenario.sides).zip(worth.into_iter().zip(best));
    sides
        .map(|((side, known), (worth, best))| Seat {
            side,
            team: scenario
                .side_ids()
                .find(|&first| scenario.are_allies(first, side))
                .map_or(0, |first| usize::from(first.0) - 1),
            advantage: known.advantage.max(1),
            center: known.center.or(best.map(|(_, cell)| cell)).filter(|&cell| area.contains(cell)),
            worth,
        })
        .collect()
}

/// Cells that hold more than twice the world's average of some material, in order. What lies everywhere is no deposit.
fn find_deposits(scenario: &Scenario) -> Vec<Cell> {
    let area = &scenario.world.area;
    let mut rich: Vec<Cell> = Vec::new();
    for layer in scenario.world.materials.values() {
        let all: i64 = area.cells().map(|cell| i64::from(layer[cell].max(0))).sum();
        let cells = area.count() as i64;
        rich.extend(area.cells().filter(|&cell| i64::from(layer[cell]) * cells > 2 * all));
    }
    rich.sort_unstable();
    rich.dedup();
    rich
}

/// Parts the land among the seats; see [`Survey::holder`].
fn part(ground: &UnitGround<'_>, seats: &[Seat], costs: &[Vec<u32>]) -> (Vec<u32>, Vec<Vec<usize>>) {
    let area = &ground.world.area;
    let mut held = vec![0; area.len()];
    let mut sets: Vec<Vec<usize>> = (0..seats.len()).map(|seat| vec![seat]).collect();
    let mut numbers: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    let placed: Vec<(usize, Cell)> =
        seats.iter().enumerate().filter_map(|(seat, found)| Some((seat, found.center?))).collect();
    let mut sharers: Vec<usize> = Vec::new();
    for cell in area.cells().filter(|cell| ground.land[cell.index()]) {
        let mut least = Costs::UNREACHED;
        sharers.clear();
        for &(seat, _) in &placed {
            note(&mut least, &mut sharers, seat, costs[seat][cell.index()]);
        }
        if least == Costs::UNREACHED && !is_closed_ring(ground.design, area, cell) {
            for &(seat, center) in &placed {
                note(&mut least, &mut sharers, seat, area.distance(center, cell));
            }
        }
        if least == Costs::UNREACHED {
            continue;
        }
        held[cell.index()] = match sharers[..] {
            [seat] => 1 + seat as u32,
            _ => *numbers.entry(sharers.clone()).or_insert_with(|| {
                sets.push(sharers.clone());
                sets.len() as u32
            }),
        };
    }
    (held, sets)
}

/// Keeps the seats with the least of the distances noted so far; [`Costs::UNREACHED`] is none.
#[inline]
fn note(least: &mut u32, sharers: &mut Vec<usize>, seat: usize, distance: u32) {
    if distance < *least {
        *least = distance;
        sharers.clear();
        sharers.push(seat);
    } else if distance == *least && distance != Costs::UNREACHED {
        sharers.push(seat);
    }
}
