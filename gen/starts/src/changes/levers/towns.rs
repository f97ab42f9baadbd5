//! Independent units ("towns"): nearer to a poor seat or farther from a rich one by a few cells, added, removed, or moved from
//! the one to the other.

use design::UnitType;
use fairness::{Holder, Survey};
use grid::{Cell, disk, sort_by_numbers};

use super::{Aim, Magnitude, Proposal};
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

/// What might help a seat.
pub fn propose(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    // Who stands in a province does so wherever its cells are; and other maps have no towns.
    if !survey.is_of_cells() {
        return Vec::new();
    }
    let towns = towns_of(survey, seat);
    let most = if magnitude == Magnitude::Small { SMALL_SHIFT } else { SHIFT };
    let shifts =
        towns.iter().take(NEAREST).filter_map(|&town| shift(survey, seat, town, direction == Aim::Richer, most));
    let mut proposals: Vec<Change> = shifts.collect();
    // The nearest town counts most: the last of the near ones is a smaller loss.
    let whole = match direction {
        Aim::Richer => room(survey, seat).map(|(kind, cell)| Change::AddIndependent { kind, cell }),
        Aim::Poorer => {
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
    let mut towns: Vec<(u32, UnitType, Cell)> = Vec::new();
    for &(_, kind, cell) in &survey.independents {
        if let Some(cost) = survey.cost(seat, cell).filter(|_| is_own(cell)) {
            towns.push((cost, kind, cell));
        }
    }
    sort_by_numbers(&mut towns, &|(cost, kind, cell)| [i64::from(cost), i64::from(kind.0) << 32 | i64::from(cell.0)]);
    towns
}

/// A town nearer to its seat, or farther from it, by `most` cells at most, but never another's.
fn shift(survey: &Survey<'_>, seat: usize, town: (u32, UnitType, Cell), nearer: bool, most: u32) -> Option<Change> {
    let (cost, kind, from) = town;
    let area = &survey.scenario.world.area;
    let is_free = |cell: Cell| !survey.scenario.units.iter().any(|unit| unit.cell() == Some(cell));
    let is_own = |cell: Cell| matches!(survey.holder(cell), Holder::Seats(seats) if seats == [seat]);
    let mut best: Option<(u32, u32, Cell)> = None;
    for to in disk(area, from, most) {
        if !survey.ground.good[to.index()] || !is_own(to) || !is_free(to) || area.is_edge(to) {
            continue;
        }
        let Some(own) = survey.cost(seat, to) else { continue };
        let rank = (if nearer { own } else { u32::MAX - own }, area.distance(from, to), to);
        let is_right = if nearer { own < cost && own > 1 } else { own > cost };
        if is_right && best.is_none_or(|known| rank < known) {
            best = Some(rank);
        }
    }
    best.map(|(_, _, to)| Change::MoveIndependent { kind, from, to })
}

/// The cell near a seat where a town would be its own that is the farthest from rivals, and the type that is most common.
fn room(survey: &Survey<'_>, seat: usize) -> Option<(UnitType, Cell)> {
    let scenario = survey.scenario;
    let area = &scenario.world.area;
    let mut counts: Vec<(usize, UnitType)> = Vec::new();
    for &(_, kind, _) in &survey.independents {
        match counts.iter_mut().find(|(_, other)| *other == kind) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, kind)),
        }
    }
    let &(_, kind) = counts.iter().max_by_key(|&&(count, kind)| (count, std::cmp::Reverse(kind)))?;
    let taken: Vec<Cell> = scenario.units.iter().filter_map(world::Unit::cell).collect();
    let margin =
        |cell: Cell| survey.rivals(seat).filter_map(|rival| survey.cost(rival, cell)).min().unwrap_or(u32::MAX);
    let mut best: Option<(u32, Cell)> = None;
    for cell in area.cells() {
        let Some(own) = survey.cost(seat, cell).filter(|own| NEAR.contains(own)) else { continue };
        if survey.ground.good[cell.index()]
            && !area.is_edge(cell)
            && taken.iter().all(|&other| area.distance(cell, other) > 2)
        {
            let ahead = margin(cell).saturating_sub(own);
            if best.is_none_or(|(most, _)| ahead > most) {
                best = Some((ahead, cell));
            }
        }
    }
    best.map(|(_, cell)| (kind, cell))
}
