//! Whether a scenario can be played: every seat can act on turn 1, can reach a rival, and loses no unit at the start.
//!
//! It is asked for every scenario that is rolled, so it asks the design and the world, and makes no [`crate::Kernel`] ready.

use contract::Unplayable;
use design::UnitType;
use design::abilities::{can_act, can_make};
use grid::{Cell, Direction, Links};
use world::standing::{is_closed_ring, lives_in, may_stand};
use world::travel::{StepCosts, is_mobile};
use world::{Place, Scenario, SideId, Unit};

/// The first reason why a seat cannot be played; `None` if all can. Maps without terrain are not judged.
pub(crate) fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
    scenario.world.terrain.as_ref()?;
    // A game in which nobody can ever do anything is no worse for one seat than for another (seed 000, "Basic Definitions": it can be
    // tried); a lint tells the designer.
    if !scenario.design.unit_types().any(|kind| can_act(&scenario.design, kind)) {
        return None;
    }
    seats(scenario).find_map(|side| {
        let seat = format!("seat {} ({})", side.0, scenario.side(side).name);
        let own: Vec<&Unit> = scenario.units.iter().filter(|unit| unit.side == side).collect();
        let start = own.iter().find_map(|unit| unit.cell()).or(scenario.side(side).center);
        let at_start = |what: String| Unplayable::of(what).at(start);
        find_idle(scenario, &seat, &own)
            .map(at_start)
            .or_else(|| find_doomed(scenario, &seat, &own))
            .or_else(|| find_cut_off(scenario, &seat, side).map(at_start))
    })
}

/// The sides that are in the game.
fn seats(scenario: &Scenario) -> impl Iterator<Item = SideId> {
    scenario.side_ids().filter(|&side| scenario.plays(side))
}

/// Whether no unit of a seat can do anything on turn 1.
fn find_idle(scenario: &Scenario, seat: &str, own: &[&Unit]) -> Option<String> {
    let design = &*scenario.design;
    let builds = |kind: UnitType| design.unit_types().any(|product| can_make(design, kind, product));
    let acts = |unit: &&Unit| can_act(design, unit.kind) && (is_mobile(design, unit.kind) || builds(unit.kind));
    match own {
        [] => Some(format!("{seat} has no units")),
        own if !own.iter().any(acts) => Some(format!("{seat} has no unit that can act on turn 1")),
        _ => None,
    }
}

/// A unit in the open on terrain that kills it, or outside the area that units may enter.
fn find_doomed(scenario: &Scenario, seat: &str, own: &[&Unit]) -> Option<Unplayable> {
    let design = &*scenario.design;
    own.iter().find_map(|unit| {
        let Place::Cell(cell) = unit.place else { return None };
        let ground = scenario.world.terrain_at(cell);
        let (kind, ground_name) = (design.name_of(unit.kind), design.name_of(ground));
        // Where a roll found no ground for a type it has told so, and no other seed finds any.
        let has_ground = || scenario.world.area.cells().any(|cell| may_stand(design, &scenario.world, unit.kind, cell));
        if !lives_in(design, &scenario.world, unit.kind, cell) && (unit.made_by.is_none() || has_ground()) {
            let what = format!("{seat} has a {kind} on {ground_name}, where it cannot live");
            return Some(Unplayable::of(what).at(Some(cell)));
        }
        is_closed_ring(design, &scenario.world.area, cell)
            .then(|| Unplayable::of(format!("{seat} has a {kind} on the edge of the world")).at(Some(cell)))
    })
}

/// A seat none of whose units, present or future, can come next to a unit of a rival.
fn find_cut_off(scenario: &Scenario, seat: &str, side: SideId) -> Option<String> {
    if seats(scenario).count() < 2 {
        return None;
    }
    let design = &*scenario.design;
    let world = &scenario.world;
    // The types that the side has, and all that it can build from them.
    let mut kinds: Vec<UnitType> =
        scenario.units.iter().filter(|unit| unit.side == side).map(|unit| unit.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut next = 0;
    while next < kinds.len() {
        for product in design.unit_types() {
            if can_make(design, kinds[next], product) && !kinds.contains(&product) {
                kinds.push(product);
            }
        }
        next += 1;
    }
    let costs: Vec<StepCosts<'_>> = kinds
        .iter()
        .filter(|&&kind| is_mobile(design, kind))
        .map(|&kind| StepCosts::new(design, world, kind))
        .collect();
    let links: Vec<Links> = costs.iter().map(StepCosts::links).filter(|links| !links.is_empty()).collect();
    let mut is_rival = vec![false; world.area.len()];
    let mut seen = vec![false; world.area.len()];
    let mut open: Vec<Cell> = Vec::new();
    for unit in &scenario.units {
        let Place::Cell(cell) = unit.place else { continue };
        if unit.side == side {
            seen[cell.index()] = true;
            open.push(cell);
        } else if unit.side != SideId::INDEPENDENT && scenario.plays(unit.side) {
            is_rival[cell.index()] = true;
        }
    }
    // Ships carry armies, so a step counts for all types if any type can make it: the search is generous, and finds only hopeless
    // starts. The type that made the last step is tried first, because it mostly makes the next one too.
    let mut last = 0;
    let mut can_step = |cell: Cell, direction: Direction, other: Cell| {
        if costs.get(last).is_some_and(|costs| costs.step(cell, direction, other).is_some()) {
            return true;
        }
        let found = costs.iter().position(|costs| costs.step(cell, direction, other).is_some());
        last = found.unwrap_or(last);
        found.is_some()
    };
    while let Some(cell) = open.pop() {
        for (direction, other) in world.area.around(cell) {
            if is_rival[other.index()] {
                return None;
            }
            if !seen[other.index()] && can_step(cell, direction, other) {
                seen[other.index()] = true;
                open.push(other);
            }
        }
        for link in links.iter().flat_map(|links| links.out_of(cell)) {
            if is_rival[link.to.index()] {
                return None;
            }
            if !std::mem::replace(&mut seen[link.to.index()], true) {
                open.push(link.to);
            }
        }
    }
    Some(format!("{seat} cannot reach any rival with what it has or can build"))
}
