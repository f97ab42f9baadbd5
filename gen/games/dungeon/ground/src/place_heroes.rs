//! `place-heroes`: the first units of each side on the first level of a world, all sides equally far from the way down.
//!
//! Of all ways to choose one cell for each side the method takes one where the costs of the ways to the nearest stairs down
//! differ least, mostly not at all; among these one that is far from the stairs, at least three quarters as far as could be;
//! among these the one where sides are farthest from each other. To take the very farthest would put all heroes into one
//! corner. `country-search-draw` leaves out another half of the cells for each number, so that a search can compare starts.

use chance::Stream;
use design::parameters::global::COUNTRY_SEARCH_DRAW;
use design::parameters::unit::START_WITH;
use design::{Design, UnitType, counted};
use grid::{Cell, Costs, Travel, hops, sort_by_numbers};
use starts::Siting;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::travel::StepCosts;
use world::{Scenario, SideId, image_of_side};

use crate::floors::{Floors, Footing};

/// The method `place-heroes`.
pub struct PlaceHeroes;

static INFO: MethodInfo = MethodInfo {
    name: "place-heroes",
    summary: "lets each side begin on the first level, all equally far from the stairs down and far from each other",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Links],
    writes: &[Part::Countries],
    by_level: false,
    parameters: &["country-search-draw"],
};

impl SynthesisMethod for PlaceHeroes {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        let heroes = start_types(&design);
        let Some(&(main, _)) = heroes.first() else {
            return Err(SynthesisError::DesignLacks {
                what: "units to begin with".to_owned(),
                remedy: "give a type of unit a `start-with`".to_owned(),
            });
        };
        let scenario = &*synthesis.scenario;
        let has_units = |side: SideId| scenario.units.iter().any(|unit| unit.side == side);
        let waiting: Vec<SideId> = scenario.side_ids().filter(|&side| !has_units(side)).collect();
        if waiting.is_empty() {
            return Ok(MethodOutcome::Skipped("all sides have units".to_owned()));
        }
        let floors = Floors::new(scenario);
        let mut siting = Siting::new(scenario);
        let costs = costs_to_goal(scenario, &floors, main);
        // A side with a centre begins there, one with units has begun.
        let place_of = |side: SideId| {
            let own = scenario.unit_ids().find(|(_, unit)| unit.side == side);
            let center = scenario.side(side).center.filter(|&center| floors.area.contains(center));
            center.or_else(|| own.and_then(|(id, _)| scenario.cell_of(id)))
        };
        let given: Vec<Option<Cell>> = scenario.side_ids().map(place_of).collect();
        let draw = synthesis.settings.int(COUNTRY_SEARCH_DRAW);
        let lots = (draw > 0).then(|| synthesis.stream(&format!("draw {draw}")));
        let search = Search { floors: &floors, siting: &siting, costs: &costs, kind: main, lots };
        let chosen = search.choose(scenario, &given, &mut synthesis.stream("places"))?;
        let far = chosen.iter().map(|cell| costs[cell.index()]).filter(|&cost| cost != Costs::UNREACHED);
        let far: Vec<u32> = far.collect();
        for (side, &cell) in synthesis.scenario.side_ids().zip(&chosen) {
            synthesis.scenario.side_mut(side).center.get_or_insert(cell);
        }
        for &side in &waiting {
            // In a symmetric world units come with their images, which belong to other sides.
            let has_units = synthesis.scenario.units.iter().any(|unit| unit.side == side);
            if has_units {
                continue;
            }
            let index = side.index().expect("a side that plays");
            settle(synthesis.scenario, &floors, &mut siting, side, chosen[index], &heroes)?;
        }
        let (least, most) = (far.iter().min().copied().unwrap_or(0), far.iter().max().copied().unwrap_or(0));
        let told = if least == most { format!("{most}") } else { format!("{least} to {most}") };
        Ok(MethodOutcome::Made(format!("{} at a cost of {told} from their goal", counted(waiting.len(), "side"))))
    }
}

/// The types that sides begin with, and how many of each; the first leads.
fn start_types(design: &Design) -> Vec<(UnitType, usize)> {
    let count = |kind: UnitType| design.int(START_WITH, kind).max(0) as usize;
    design.unit_types().map(|kind| (kind, count(kind))).filter(|&(_, count)| count > 0).collect()
}

/// For each cell of the first level what the way to the nearest goal costs: to the stairs down, or without any to the middle.
fn costs_to_goal(scenario: &Scenario, floors: &Floors, kind: UnitType) -> Vec<u32> {
    let area = floors.area;
    let mut goals = floors.stairs_down(0);
    if goals.is_empty() {
        goals = middle(floors).into_iter().collect();
    }
    let steps = StepCosts::new(&scenario.design, &scenario.world, kind);
    // From the goal backwards. A door is opened, whoever can live in it; and where the tables let nobody move, a step is a step.
    let back = |from: Cell, direction, to: Cell| {
        if !floors.passes(from) || !floors.passes(to) {
            return None;
        }
        let cost = steps.step(to, area.opposite(direction), from);
        Some(cost.unwrap_or(1))
    };
    Travel::new(&area).from(&goals, Costs::UNREACHED - 1, back).values().to_vec()
}

/// The floor of the first level that is nearest to the middle of its floor.
fn middle(floors: &Floors) -> Option<Cell> {
    let area = floors.area;
    let open = || area.level_cells(0).filter(|&cell| floors.at(cell) == Footing::Open);
    let count = open().count().max(1) as i64;
    let sum = open()
        .map(|cell| area.column_row(cell))
        .fold((0i64, 0i64), |sum, (column, row)| (sum.0 + i64::from(column), sum.1 + i64::from(row)));
    let off = |cell: Cell| {
        let (column, row) = area.column_row(cell);
        let off = (i64::from(column) * count - sum.0, i64::from(row) * count - sum.1);
        (off.0 * off.0).saturating_add(off.1 * off.1)
    };
    open().min_by_key(|&cell| (off(cell), cell))
}

/// With fewer places for each side none is left out by `country-search-draw`.
const PLACES_PER_SIDE: usize = 8;

/// Where heroes are looked for.
struct Search<'a> {
    floors: &'a Floors,
    siting: &'a Siting,
    /// By cell what the way to the goal costs.
    costs: &'a [u32],
    kind: UnitType,
    /// Draws the half of the places that is left out; `None` for none.
    lots: Option<Stream>,
}

impl Search<'_> {
    /// A cell for each side.
    fn choose(
        self,
        scenario: &Scenario,
        given: &[Option<Cell>],
        stream: &mut Stream,
    ) -> Result<Vec<Cell>, SynthesisError> {
        let Search { floors, siting, costs, kind, lots } = self;
        let area = floors.area;
        let symmetry = scenario.world.exact_symmetry();
        let blocks = symmetry.filter(|symmetry| given.len().is_multiple_of(symmetry.order()));
        let order = blocks.map_or(1, |symmetry| symmetry.order());
        let is_first = |cell: Cell| blocks.is_none_or(|symmetry| symmetry.is_first(cell));
        let is_free = |&cell: &Cell| {
            floors.is_place(cell)
                && costs[cell.index()] != Costs::UNREACHED
                && is_first(cell)
                && !given.contains(&Some(cell))
                && siting.occupancy().in_cell(cell).is_empty()
                && siting.fits(scenario, kind, cell)
        };
        let mut free: Vec<Cell> = area.level_cells(0).filter(is_free).collect();
        stream.shuffle(&mut free);
        let lacking: Vec<usize> = (0..given.len()).filter(|&side| given[side].is_none()).collect();
        let wanted = lacking.iter().filter(|&&side| side % order == 0).count();
        if let Some(mut lots) = lots.filter(|_| free.len() >= PLACES_PER_SIDE * wanted) {
            free.retain(|_| lots.coin());
        }
        sort_by_numbers(&mut free, &|cell| [i64::from(costs[cell.index()]), 0]);
        if wanted > free.len() {
            return Err(SynthesisError::Unmet {
                constraint: format!("a place for {} on the first level", counted(wanted, "side")),
                reason: format!("only {} can be reached from its stairs down", counted(free.len(), "free cell")),
                remedy: "make more floor on it, or lower the number of sides".to_owned(),
            });
        }
        let there: Vec<Cell> = given.iter().flatten().copied().collect();
        let fixed: Vec<u32> =
            there.iter().map(|cell| costs[cell.index()]).filter(|&cost| cost != Costs::UNREACHED).collect();
        let mut found = choose_even(floors, costs, &free, wanted, &there, &fixed).into_iter();
        let mut chosen: Vec<Cell> = given.iter().map(|cell| cell.unwrap_or(Cell(0))).collect();
        for side in lacking {
            chosen[side] = match blocks {
                Some(symmetry) if side % order != 0 && given[side - side % order].is_none() => {
                    let first = side - side % order;
                    let is_own = |&map: &usize| {
                        image_of_side(symmetry, map, SideId::from_index(first)) == SideId::from_index(side)
                    };
                    let map = (0..order).find(is_own).unwrap_or(0);
                    symmetry.maps()[map].image(chosen[first])
                }
                _ => match found.next() {
                    Some(cell) => cell,
                    // The first side of its block was given, so this one has no image to begin in.
                    None => nearest_in_cost(floors, costs, &chosen, &fixed).unwrap_or(chosen[0]),
                },
            };
        }
        Ok(chosen)
    }
}

/// A cell that costs about as much as the given ones, none of those that are taken.
fn nearest_in_cost(floors: &Floors, costs: &[u32], taken: &[Cell], fixed: &[u32]) -> Option<Cell> {
    let goal = fixed.first().copied().unwrap_or(0);
    let is_free =
        |&cell: &Cell| floors.is_place(cell) && costs[cell.index()] != Costs::UNREACHED && !taken.contains(&cell);
    floors.area.level_cells(0).filter(is_free).min_by_key(|&cell| (costs[cell.index()].abs_diff(goal), cell))
}

/// So many of the free cells, which stand in the order of their costs: as even as can be with what is fixed, then far, then
/// apart.
fn choose_even(
    floors: &Floors,
    costs: &[u32],
    free: &[Cell],
    wanted: usize,
    there: &[Cell],
    fixed: &[u32],
) -> Vec<Cell> {
    if wanted == 0 {
        return Vec::new();
    }
    let cost = |index: usize| costs[free[index].index()];
    let fixed = fixed.iter().min().zip(fixed.iter().max());
    // The windows of costs in which all sides can lie, each as its least and its greatest cost.
    let window = |first: usize| {
        let (low, high) = (cost(first), cost(first + wanted - 1));
        fixed.map_or((low, high), |(&least, &most)| (low.min(least), high.max(most)))
    };
    let mut windows: Vec<(u32, u32)> = (0..=free.len() - wanted).map(window).collect();
    let narrowest = windows.iter().map(|(low, high)| high - low).min().unwrap_or(0);
    windows.retain(|(low, high)| high - low == narrowest);
    windows.dedup();
    // Three quarters as far as could be is far.
    let farthest = windows.iter().map(|window| window.0).max().unwrap_or(0);
    windows.retain(|window| u64::from(window.0) * 4 >= u64::from(farthest) * 3);
    let mut best: Option<((u32, u32), Vec<Cell>)> = None;
    for &(low, high) in windows.iter().rev() {
        let start = free.partition_point(|cell| costs[cell.index()] < low);
        let end = free.partition_point(|cell| costs[cell.index()] <= high);
        let (apart, cells) = spread(floors, &free[start..end], wanted, there);
        let rank = (apart, low);
        if best.as_ref().is_none_or(|(known, _)| rank > *known) {
            best = Some((rank, cells));
        }
    }
    best.map(|(_, cells)| cells).unwrap_or_default()
}

/// So many of these cells, far from each other and from those that are there: each is the one that is farthest from all before it
/// (Gonzalez 1985). Also returns the least distance between two, in steps.
fn spread(floors: &Floors, cells: &[Cell], wanted: usize, there: &[Cell]) -> (u32, Vec<Cell>) {
    let steps_from = |sources: &[Cell]| hops(&floors.area, sources.iter().copied(), |cell| floors.passes(cell));
    let mut chosen: Vec<Cell> = Vec::new();
    let mut apart = u32::MAX;
    if there.is_empty() {
        // The end of a longest way, nearly: what is farthest from any cell.
        let any = steps_from(&cells[..1]);
        chosen.extend(cells.iter().copied().max_by_key(|&cell| (any[cell], std::cmp::Reverse(cell))));
    }
    while chosen.len() < wanted {
        let taken: Vec<Cell> = there.iter().chain(&chosen).copied().collect();
        let steps = steps_from(&taken);
        let left = cells.iter().copied().filter(|cell| !taken.contains(cell));
        let Some(next) = left.max_by_key(|&cell| (steps[cell], std::cmp::Reverse(cell))) else { break };
        apart = apart.min(steps[next]);
        chosen.push(next);
    }
    (apart, chosen)
}

/// Puts the first units of a side into its cell, and those that find no room there into the nearest that has some.
fn settle(
    scenario: &mut Scenario,
    floors: &Floors,
    siting: &mut Siting,
    side: SideId,
    home: Cell,
    heroes: &[(UnitType, usize)],
) -> Result<(), SynthesisError> {
    let steps = floors.steps(&[home]);
    let mut near: Vec<Cell> = floors
        .area
        .level_cells(floors.area.level(home))
        .filter(|&cell| floors.is_place(cell) && steps[cell] != u32::MAX)
        .collect();
    sort_by_numbers(&mut near, &|cell| [i64::from(steps[cell]), i64::from(cell.0)]);
    let units = heroes.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count));
    for kind in units.filter(|&kind| scenario.may_own(side, kind)).collect::<Vec<UnitType>>() {
        let Some(&cell) = near.iter().find(|&&cell| siting.fits(scenario, kind, cell)) else {
            return Err(SynthesisError::Unmet {
                constraint: format!("`start-with` of `{}` for each side", scenario.design.name_of(kind)),
                reason: "the first level has no room for it".to_owned(),
                remedy: "lower `start-with`, or make more floor".to_owned(),
            });
        };
        siting.put(scenario, kind, cell, side);
    }
    Ok(())
}
