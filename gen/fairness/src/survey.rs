//! The survey: data about a scenario that all measures share, searched once.

use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::{self, ASTEROID_WEIGHT, POINT_VALUE};
use design::{Design, TypeId, UnitType};
use grid::{Cell, Costs, LinkStep, Travel, disk, line};
use rayon::prelude::*;
use world::standing::is_closed_ring;
use world::{Place, Scenario, SideId, UnitId};

use crate::roles::main_start_unit;
use crate::{Evidence, MeasureKind, NEAR, OwnMeasures, OwnSurvey, UnitGround};

/// What measures know about a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatSurvey {
    /// The side that is played from it.
    pub side: SideId,
    /// The first seat of its team: its own if it plays alone.
    pub team: usize,
    /// The requested strength, at least 1.
    pub advantage: u32,
    /// Its start: the cell of its most valuable unit (the main start unit first), else its side's center, which is where a generator
    /// wished it to be. Where sides begin in zones these lie round centers by the rules, so there the center comes first.
    pub center: Option<Cell>,
    /// The worth of its own units, occupants included: the sum of their `point-value`.
    pub worth: i64,
}

/// Something to be taken that belongs to no side: an independent unit, or a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Where it is.
    pub cell: Cell,
    /// The independent unit; `None` for a deposit of materials.
    pub unit: Option<UnitId>,
}

/// Which seat holds a cell: returned by [`Survey::holder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder<'a> {
    /// Water, bounds, and all cells if there are no seats.
    Nobody,
    /// The equally near seats, by index and in order; nearly always one.
    Seats(&'a [usize]),
}

/// Data about a scenario that measures share.
pub struct Survey<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The part that does not depend on seats.
    pub ground: UnitGround<'a>,
    /// The seats of the sides that play, in order: inactive sides are no part of any measure.
    pub seats: Vec<SeatSurvey>,
    /// The worth of the most valuable start unit: starts cannot be divided more finely.
    pub grain: f64,
    /// Independent units in the open, in the order of units. Those inside others are taken with their carrier.
    pub independents: Vec<(UnitId, UnitType, Cell)>,
    /// Independents, then deposits: cells that hold more than twice the world's average of some material.
    pub resources: Vec<Resource>,
    /// The measures that the game has of its own.
    pub(crate) own_rows: &'static [&'static MeasureKind],
    /// What they share; `None` without any, and on any map that is none of theirs.
    own: Option<OwnSurvey>,
    /// For each seat the walker's cost to each cell; empty for a seat without a center.
    costs: Vec<Vec<u32>>,
    /// For each cell the number of the set of seats that holds it: 0 for nobody, `1 + seat` for one seat, then sets that share.
    held: Vec<u32>,
    sets: Vec<Vec<usize>>,
}

impl<'a> Survey<'a> {
    /// The survey of a scenario for the measures of all games.
    #[must_use]
    pub fn new(scenario: &'a Scenario) -> Survey<'a> {
        Survey::of_game(scenario, None)
    }

    /// The survey of a scenario for a game with measures of its own, too.
    #[must_use]
    pub fn of_game(scenario: &'a Scenario, game: Option<&OwnMeasures>) -> Survey<'a> {
        let ground = UnitGround::new(&scenario.design, &scenario.world);
        let seats = find_seats(scenario, ground.main_unit);
        let area = &scenario.world.area;
        let search = |travel: &mut Travel, seat: &SeatSurvey| match seat.center {
            Some(center) => ground.costs_from(travel, center, u32::MAX).values().to_vec(),
            None => Vec::new(),
        };
        // The regions are needed later, so they are found in parallel with the searches.
        let (costs, _) = rayon::join(
            || seats.par_iter().map_init(|| ground.travel(), search).collect::<Vec<Vec<u32>>>(),
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
        let own = game.and_then(|game| (game.survey)(scenario, &seats));
        let own_rows = game.map_or(&[][..], |game| game.rows);
        Survey { scenario, ground, seats, grain, independents, resources, own_rows, own, costs, held, sets }
    }

    /// What the game's own measures share, if this is a map of their kind.
    #[must_use]
    pub fn own<T: 'static>(&self) -> Option<&T> {
        self.own.as_ref()?.downcast_ref()
    }

    /// A value of each seat out of that; none on maps of other kinds.
    #[must_use]
    pub fn own_values<T: 'static>(&self, of: impl Fn(&T) -> Vec<f64>) -> Vec<f64> {
        self.own().map(of).unwrap_or_default()
    }

    /// Whether units stand in cells of land and water on it, as on most maps: measures of cells say something then, and what is changed
    /// about cells counts.
    #[must_use]
    pub fn is_of_cells(&self) -> bool {
        self.own.is_none()
    }

    /// One value for each seat with a center, and `without` for the others.
    pub fn per_seat(&self, without: f64, value: &dyn Fn(usize, Cell) -> f64) -> Vec<f64> {
        let seats = self.seats.iter().enumerate();
        seats.map(|(seat, found)| found.center.map_or(without, |center| value(seat, center))).collect()
    }

    /// The walker's cost from a seat's center to a cell; `None` if there is no way or no center.
    #[must_use]
    pub fn cost(&self, seat: usize, cell: Cell) -> Option<u32> {
        self.costs[seat].get(cell.index()).copied().filter(|&cost| cost != Costs::UNREACHED)
    }

    /// The distance of a cell from a seat, in a form that can be compared between seats: the walker's cost. If no seat can walk
    /// there, it is the distance in cells for all. `None` if others can walk there and this seat cannot, or if it has no center.
    #[must_use]
    pub fn distance(&self, seat: usize, cell: Cell) -> Option<u32> {
        let center = self.seats[seat].center?;
        if let Some(cost) = self.cost(seat, cell) {
            return Some(cost);
        }
        let walked = (0..self.seats.len()).any(|other| self.cost(other, cell).is_some());
        (!walked).then(|| self.line(center, cell))
    }

    /// The length of a rival's march on a seat: the walker's cost from center to center; if it cannot walk, the distance in cells,
    /// for ships and aircraft. `None` if one of them has no center.
    #[must_use]
    pub fn march(&self, rival: usize, seat: usize) -> Option<u32> {
        let (from, to) = (self.seats[rival].center?, self.seats[seat].center?);
        Some(self.cost(rival, to).unwrap_or_else(|| self.line(from, to)))
    }

    /// The distance between two cells in cells; from one level to another it is as far as it can be on one.
    fn line(&self, one: Cell, other: Cell) -> u32 {
        let area = &self.scenario.world.area;
        area.distance(one, other).min(area.distance_max())
    }

    /// The seat of a side, by index; `None` for independents, and for sides that do not play.
    #[must_use]
    pub fn seat_of(&self, side: SideId) -> Option<usize> {
        self.seats.iter().position(|seat| seat.side == side)
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

    /// The cells on a rival's march on a seat, from center to center: the walker's cheapest way; if it cannot walk, a straight
    /// line. Empty if one of them has no center.
    #[must_use]
    pub fn way_of_march(&self, rival: usize, seat: usize) -> Vec<Cell> {
        let (Some(from), Some(to)) = (self.seats[rival].center, self.seats[seat].center) else { return Vec::new() };
        let area = &self.scenario.world.area;
        let (mut cell, mut way) = (to, vec![to]);
        // Back along the search: a step costs at least 1, so costs fall to 0, which is at `from`.
        while let Some(cost) = self.cost(rival, cell).filter(|&cost| cost > 0) {
            let leads = |next: Cell| {
                let left = cost.checked_sub(self.cost(rival, next)?)?;
                let steps = area.around(next).filter(|&(_, end)| end == cell);
                steps.map(|(way, end)| self.ground.step(next, way, end)).any(|step| step == Some(left)).then_some(next)
            };
            let over =
                |link: &LinkStep| (cost.checked_sub(self.cost(rival, link.from)?)? == link.cost).then_some(link.from);
            let mut links = self.ground.links().steps().iter().filter(|link| link.to == cell);
            let before = area.around(cell).find_map(|(_, next)| leads(next)).or_else(|| links.find_map(over));
            cell = before.expect("what was reached was reached from somewhere");
            way.push(cell);
        }
        if cell != from {
            return line(area, from, to);
        }
        way.reverse();
        way
    }

    /// The seat or seats that hold a cell.
    ///
    /// A cell of land is held by the seat whose walker gets there most cheaply. Land that no seat walks to (islands without a seat,
    /// plateaus) goes to the nearest center in cells; water and the cells at the bounds belong to nobody. Equally near seats share
    /// a cell equally, so that no seat gains by its number.
    #[must_use]
    pub fn holder(&self, cell: Cell) -> Holder<'_> {
        match self.held[cell.index()] {
            0 => Holder::Nobody,
            set => Holder::Seats(&self.sets[set as usize - 1]),
        }
    }

    /// For each seat the number of its cells for which `counts` is true; shared cells count as equal parts.
    pub fn count_held(&self, counts: &dyn Fn(Cell) -> bool) -> Vec<f64> {
        let mut by_set = vec![0_u32; self.sets.len()];
        for cell in self.scenario.world.area.cells() {
            let set = self.held[cell.index()];
            if set != 0 && counts(cell) {
                by_set[set as usize - 1] += 1;
            }
        }
        // Grouped by the number of sharers, so that the sums do not depend on the order of sets, which depends on that of the
        // seats.
        let seats = self.seats.len();
        let mut by_share = vec![vec![0_u32; seats]; seats];
        for (set, cells) in self.sets.iter().zip(by_set) {
            set.iter().for_each(|&seat| by_share[set.len() - 1][seat] += cells);
        }
        let mut sums = vec![0.0; seats];
        for (sharers, counted) in (1..).zip(&by_share) {
            for (sum, &cells) in sums.iter_mut().zip(counted) {
                *sum += f64::from(cells) / f64::from(sharers);
            }
        }
        sums
    }

    /// The seat's part of a cell: 1 if it holds it alone, 1/2 if another is equally near, and so on; 0 if others hold it.
    #[must_use]
    pub fn share(&self, seat: usize, cell: Cell) -> f64 {
        match self.holder(cell) {
            Holder::Seats(seats) if seats.contains(&seat) => 1.0 / seats.len() as f64,
            _ => 0.0,
        }
    }

    /// The cells that [`Survey::count_held`] counts for a seat.
    pub fn held_by(&self, seat: usize, counts: &dyn Fn(Cell) -> bool) -> Evidence {
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

    /// Whether a cell of land is shared with a rival, or touches land that is held neither by the same seats nor by their team.
    #[must_use]
    pub fn is_front(&self, cell: Cell) -> bool {
        let Some(team) = self.team_of(cell) else { return self.held[cell.index()] != 0 };
        let is_foreign = |next: Cell| self.held[next.index()] != 0 && self.team_of(next) != Some(team);
        self.scenario.world.area.around(cell).any(|(_, next)| is_foreign(next))
    }

    /// The team that holds a cell alone; `None` if there is none.
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

    /// The resources that a seat can take first: nearer to it than to any rival by a quarter of the rival's way, so that the rival
    /// walks at least a third farther.
    pub fn uncontested(&self, seat: usize) -> impl Iterator<Item = Resource> + '_ {
        self.resources.iter().copied().filter(move |resource| {
            let Some(own) = self.distance(seat, resource.cell) else { return false };
            self.rivals(seat).all(|rival| {
                let Some(theirs) = self.distance(rival, resource.cell) else { return true };
                own < theirs && 4 * u64::from(own) <= 3 * u64::from(theirs)
            })
        })
    }

    /// How much of the world's materials lies near a seat, in cells and in independents: the percentage of each existing material,
    /// averaged, so that a scarce one counts as much as a common one. 0 if there are none.
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

    /// The words for a number of independents: the name of their type if all have the same one.
    #[must_use]
    pub fn independents_in_words(&self, count: f64) -> String {
        let one_kind = match self.independents.first() {
            Some(&(_, first, _)) if self.independents.iter().all(|&(_, kind, _)| kind == first) => Some(first),
            _ => None,
        };
        match one_kind {
            Some(kind) => {
                let name = self.scenario.design.spoken_name(unit::NAME, kind);
                crate::words::counted(count, name, &design::plural(name))
            }
            None => crate::words::counted(count, "independent unit", "independent units"),
        }
    }
}

/// The worth of the most valuable start unit of any seat.
pub(crate) fn grain(scenario: &Scenario) -> f64 {
    let owned = scenario.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT);
    owned.map(|unit| scenario.design.int(POINT_VALUE, unit.kind)).max().map_or(0.0, f64::from)
}

/// Where each side that plays begins, as measures have it: see [`SeatSurvey::center`].
#[must_use]
pub fn starts(scenario: &Scenario) -> Vec<(SideId, Option<Cell>)> {
    let seats = find_seats(scenario, main_start_unit(&scenario.design));
    seats.into_iter().map(|seat| (seat.side, seat.center)).collect()
}

fn find_seats(scenario: &Scenario, main_unit: Option<UnitType>) -> Vec<SeatSurvey> {
    let has_zones = has_zones(&scenario.design);
    let value = |kind| i64::from(scenario.design.int(POINT_VALUE, kind));
    let mut worth = vec![0; scenario.sides.len()];
    let mut best: Vec<Option<((bool, i64), Cell)>> = vec![None; scenario.sides.len()];
    for (id, unit) in scenario.unit_ids() {
        let Some(seat) = unit.side.index().filter(|&seat| seat < worth.len()) else { continue };
        worth[seat] += value(unit.kind);
        let rank = (main_unit == Some(unit.kind), value(unit.kind));
        // Of equal units the first stays: units are in a fixed order.
        if best[seat].is_none_or(|(known, _)| rank > known) {
            let cell = match unit.place {
                Place::Cell(cell) => Some(cell),
                Place::Inside(_) | Place::Unplaced => scenario.cell_of(id),
            };
            best[seat] = cell.map(|cell| (rank, cell)).or(best[seat]);
        }
    }
    let area = &scenario.world.area;
    let playing = || scenario.side_ids().filter(|&side| scenario.plays(side));
    let seat = |side: SideId| {
        let (known, index) = (scenario.side(side), side.index().unwrap_or(0));
        let (stands, wished) = (best[index].map(|(_, cell)| cell), known.center);
        SeatSurvey {
            side,
            team: playing().position(|first| scenario.are_allies(first, side)).unwrap_or(0),
            advantage: known.advantage.max(1),
            center: if has_zones { wished.or(stands) } else { stands.or(wished) }.filter(|&cell| area.contains(cell)),
            worth: worth[index],
        }
    };
    playing().map(seat).collect()
}

/// Whether sides begin anywhere in a zone round their centre: so it is among rocks in space, asteroids or solid bodies.
fn has_zones(design: &Design) -> bool {
    let mut units = design.unit_types().map(|kind| design.int(ASTEROID_WEIGHT, kind));
    let mut ground = design.cell_terrain().map(|kind| design.int(SOLID_WEIGHT, kind));
    units.any(|weight| weight > 0) || ground.any(|weight| weight > 0)
}

/// Cells that hold more than twice the world's average of some material, in order. A material that lies everywhere makes no
/// deposits.
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

/// Divides the land among the seats; see [`Survey::holder`].
fn part(ground: &UnitGround<'_>, seats: &[SeatSurvey], costs: &[Vec<u32>]) -> (Vec<u32>, Vec<Vec<usize>>) {
    let area = &ground.world.area;
    let mut held = vec![0; area.len()];
    let mut sets: Vec<Vec<usize>> = (0..seats.len()).map(|seat| vec![seat]).collect();
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
            _ => match sets.iter().position(|set| *set == sharers) {
                Some(place) => 1 + place as u32,
                None => {
                    sets.push(sharers.clone());
                    sets.len() as u32
                }
            },
        };
    }
    (held, sets)
}

/// Keeps the seats with the least of the distances noted so far; [`Costs::UNREACHED`] means none.
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
