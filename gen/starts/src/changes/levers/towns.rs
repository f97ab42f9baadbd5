//! Independent units ("towns"): nearer to a poor seat or farther from a rich one by a few cells, added, removed, or moved from
//! the one to the other.

use design::UnitType;
use fairness::{Holder, Survey};
use grid::{Cell, disk};

use super::{Direction, Magnitude, Proposal};
use crate::changes::Change;

/// How far a town is shifted at most, in cells; where the magnitude is small, to a cell beside its own.
const SHIFT: u32 = 3;
const SMALL_SHIFT: u32 = 1;
/// What a town may do that comes or goes, and for each cell by which one moves.
const EFFECT: f64 = 0.35;
const EFFECT_OF_A_CELL: f64 = 0.12;
/// How many of a seat's nearest towns are thought of.
const NEAREST: usize = 4;
/// How far from a seat a town is put that it gets, in what the walker pays.
const NEAR: std::ops::RangeInclusive<u32> = 3..=9;

pub(super) fn propose(survey: &Survey<'_>, seat: usize, direction: Direction, magnitude: Magnitude) -> Vec<Proposal> {
    // Who stands in a province does so wherever its cells are; and in space there are rocks, no towns.
    if survey.provinces.is_some() || survey.space.is_some() {
        return Vec::new();
    }
    let towns = towns_of(survey, seat);
    let most = if magnitude == Magnitude::Small { SMALL_SHIFT } else { SHIFT };
    let shifts =
        towns.iter().take(NEAREST).filter_map(|&town| shift(survey, seat, town, direction == Direction::Richer, most));
    let mut proposals: Vec<Change> = shifts.collect();
    // The nearest town counts most: the last of the near ones is a smaller loss.
    let whole = match direction {
        Direction::Richer => {
            room(survey, seat).into_iter().next().map(|(kind, cell)| Change::AddIndependent { kind, cell })
        }
        Direction::Poorer => {
            let mut near = towns.iter().take(NEAREST).rev();
            let least = near.find(|&&(_, _, cell)| !is_road_end(survey, cell));
            least.map(|&(_, kind, cell)| Change::RemoveIndependent { kind, cell })
        }
    };
    if let Some(whole) = whole {
        // A town is either shifted or removed.
        proposals.retain(|change| {
            !matches!((change, whole),
            (Change::MoveIndependent { from, .. }, Change::RemoveIndependent { cell, .. }) if *from == cell)
        });
        let place = match magnitude {
            Magnitude::Small => proposals.len(),
            Magnitude::Medium => proposals.len().min(2),
            Magnitude::Large => 0,
        };
        proposals.insert(place, whole);
    }
    let area = &survey.scenario.world.area;
    let effect = |change: Change| match change.cells_moved(area) {
        Some(cells) => (EFFECT_OF_A_CELL * f64::from(cells)).min(EFFECT),
        None => EFFECT,
    };
    let proposal = |change| Proposal { changes: vec![change], effect: effect(change), cost: 1 };
    proposals.into_iter().map(proposal).collect()
}

/// Whether a road ends in a cell: without a town there it would lead nowhere.
fn is_road_end(survey: &Survey<'_>, cell: Cell) -> bool {
    let world = &survey.scenario.world;
    let mut roads = survey.scenario.design.connection_terrain().filter_map(|kind| world.edges.get(&kind));
    roads.any(|edges| edges[cell].count_ones() == 1)
}

/// The independent units that a seat reaches before all others, by what the walker pays for the way, the nearest first.
fn towns_of(survey: &Survey<'_>, seat: usize) -> Vec<(u32, UnitType, Cell)> {
    let is_own = |cell: Cell| matches!(survey.holder(cell), Holder::Seats(seats) if seats == [seat]);
    let mut towns: Vec<(u32, UnitType, Cell)> = survey
        .independents
        .iter()
        .filter(|&&(_, _, cell)| is_own(cell))
        .filter_map(|&(_, kind, cell)| Some((survey.cost(seat, cell)?, kind, cell)))
        .collect();
    towns.sort_unstable();
    towns
}

/// A town nearer to its seat, or farther from it, by `most` cells at most, but never another's.
fn shift(survey: &Survey<'_>, seat: usize, town: (u32, UnitType, Cell), nearer: bool, most: u32) -> Option<Change> {
    let (cost, kind, from) = town;
    let area = &survey.scenario.world.area;
    let is_free = |cell: Cell| !survey.scenario.units.iter().any(|unit| unit.cell() == Some(cell));
    let is_own = |cell: Cell| matches!(survey.holder(cell), Holder::Seats(seats) if seats == [seat]);
    let fits = |&cell: &Cell| survey.ground.good[cell.index()] && is_own(cell) && is_free(cell) && !area.is_edge(cell);
    let near = disk(area, from, most).filter(fits);
    let costs = near.filter_map(|cell| Some((survey.cost(seat, cell)?, area.distance(from, cell), cell)));
    let to = match nearer {
        true => costs.filter(|&(own, ..)| own < cost && own > 1).min_by_key(|&(own, way, cell)| (own, way, cell)),
        false => costs.filter(|&(own, ..)| own > cost).min_by_key(|&(own, way, cell)| (u32::MAX - own, way, cell)),
    };
    to.map(|(_, _, to)| Change::MoveIndependent { kind, from, to })
}

/// Cells near a seat where a town would be its own, the farthest from rivals first.
fn room(survey: &Survey<'_>, seat: usize) -> Vec<(UnitType, Cell)> {
    let scenario = survey.scenario;
    let area = &scenario.world.area;
    let mut counts: Vec<(usize, UnitType)> = Vec::new();
    for &(_, kind, _) in &survey.independents {
        match counts.iter_mut().find(|(_, other)| *other == kind) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, kind)),
        }
    }
    let Some(&(_, kind)) = counts.iter().max_by_key(|&&(count, kind)| (count, std::cmp::Reverse(kind))) else {
        return Vec::new();
    };
    let taken: Vec<Cell> = scenario.units.iter().filter_map(world::Unit::cell).collect();
    let margin =
        |cell: Cell| survey.rivals(seat).filter_map(|rival| survey.cost(rival, cell)).min().unwrap_or(u32::MAX);
    let mut room: Vec<(std::cmp::Reverse<u32>, Cell)> = area
        .cells()
        .filter(|&cell| survey.ground.good[cell.index()] && !area.is_edge(cell))
        .filter(|&cell| survey.cost(seat, cell).is_some_and(|own| NEAR.contains(&own)))
        .filter(|&cell| taken.iter().all(|&other| area.distance(cell, other) > 2))
        .map(|cell| (std::cmp::Reverse(margin(cell).saturating_sub(survey.cost(seat, cell).unwrap_or(0))), cell))
        .collect();
    room.sort_unstable();
    // Not all beside each other.
    let mut chosen: Vec<Cell> = Vec::new();
    for (_, cell) in room {
        if chosen.iter().all(|&other| area.distance(cell, other) > 2) {
            chosen.push(cell);
        }
    }
    chosen.into_iter().map(|cell| (kind, cell)).collect()
}
