//! Whether a state that was read fits its game: every length and every index, so that nothing that follows need doubt them.

use design::{TypeId, UnitType};
use grid::Cell;
use world::SideId;

use crate::goals::{Condition, Goal};
use crate::vision::{Image, Views};
use crate::{Kernel, State, Unit, UnitIndex};

/// Checks lengths and indices.
///
/// # Errors
/// What does not fit.
pub(super) fn check_state(rules: &Kernel, state: &State) -> Result<(), String> {
    let bounds = Bounds { rules, units: state.units.len() };
    let cells = rules.area.len();
    let is_whole = |what: &str, length: usize, right: usize| {
        if length == right { Ok(()) } else { Err(format!("`{what}` has {length} entries and must have {right}")) }
    };
    let is_layer = |what: &str, length: usize| if length == 0 { Ok(()) } else { is_whole(what, length, cells) };
    let holds =
        |is_true: bool, what: &str| if is_true { Ok(()) } else { Err(format!("`{what}` names what is not there")) };

    is_whole("worked", state.worked.len(), rules.seat_count())?;
    is_whole("details", state.details.len(), state.units.len())?;
    is_whole("supply", state.supply.len(), state.units.len() * rules.materials)?;
    is_whole("first", state.first.len(), cells)?;
    is_whole("sides", state.sides.len(), rules.seat_count() + 1)?;
    is_whole("sights", state.sights.len(), rules.seat_count() + 1)?;
    is_whole("cell_supply", state.cell_supply.len(), rules.materials)?;
    is_whole("triggered", state.triggered.len(), rules.scorekeepers.all.len())?;
    is_whole("coatings", state.coatings.len(), rules.coating_types.len())?;
    for layer in &state.cell_supply {
        is_layer("cell_supply", layer.len())?;
    }
    for (what, length) in [
        ("land_use", state.land_use.len()),
        ("people", state.people.len()),
        ("control", state.control.len()),
        ("temperature", state.temperature.len()),
        ("clouds", state.clouds.len()),
        ("winds", state.winds.len()),
        ("night", state.night.len()),
    ] {
        is_layer(what, length)?;
    }
    let terrain = rules.design.terrain.len();
    holds(state.terrain.values().iter().all(|kind| kind.index() < terrain), "terrain")?;
    holds(state.edges.iter().all(|entry| entry.0.index() < terrain), "edges")?;
    holds(state.coatings.iter().map(|entry| entry.0).eq(rules.coating_types.iter().copied()), "coatings")?;
    let directions = rules.area.directions();
    holds(state.winds.iter().all(|wind| wind.direction.0 < directions), "winds")?;
    holds(state.working_cells.iter().all(|&cell| bounds.has_cell(cell)), "working_cells")?;
    holds(state.land_use.iter().all(|&id| bounds.has_unit_or_none(id)), "land_use")?;
    let mut owners = state.people.iter().chain(&state.control).filter_map(|owner| owner.side());
    holds(owners.all(|side| bounds.has_side(side)), "people or control")?;
    holds(usize::from(state.acting_seat) < rules.seat_count(), "acting_seat")?;
    holds(state.first.iter().chain(&state.live).all(|&id| bounds.has_unit_or_none(id)), "first or live")?;
    holds(state.live.iter().all(|id| id.some().is_some()), "live")?;
    holds(
        state.lost_self_units.iter().all(|&(side, kind, by)| {
            bounds.has_side(side) && bounds.has_kind(kind) && by.is_none_or(|by| bounds.has_side(by))
        }),
        "lost_self_units",
    )?;
    for unit in &state.units {
        holds(bounds.has_unit(unit), "units")?;
    }
    for details in state.details.iter().flatten() {
        let kinds = rules.design.units.len();
        holds(details.tooling.is_empty() || details.tooling.len() == kinds, "tooling")?;
        holds(details.opinions.is_empty() || details.opinions.len() == rules.seat_count() + 1, "opinions")?;
        holds(details.spent.is_empty() || details.spent.len() == rules.materials, "spent")?;
        holds(details.appear_at.is_none_or(|cell| bounds.has_cell(cell)), "appear_at")?;
        holds(details.builder.is_none_or(|(id, _)| bounds.has_unit_or_none(id)), "builder")?;
        let goals = [details.task.map(|task| task.goal), details.errand];
        holds(goals.into_iter().flatten().all(|goal| bounds.has_goal(goal)), "task")?;
    }
    for (number, sight) in state.sights.iter().enumerate() {
        let seen = if rules.see_all { 0 } else { cells };
        let known = if number == 0 { 0 } else { seen };
        is_whole("coverage", sight.coverage.len(), seen)?;
        is_whole("known", sight.known.len(), known)?;
        is_whole("images", sight.views.first.len(), known)?;
        let is_old = number != 0 && !rules.see_all && !rules.optics.terrain_is_current;
        let coatings = if is_old { rules.coating_types.as_slice() } else { &[] };
        holds(sight.memory.coatings.iter().map(|entry| entry.0).eq(coatings.iter().copied()), "memory of coatings")?;
        let edges = &sight.memory.edges;
        holds(edges.iter().all(|entry| entry.0.index() < terrain && is_old), "memory of borders")?;
        holds(edges.windows(2).all(|pair| pair[0].0.0 < pair[1].0.0), "memory of borders")?;
        for layer in &sight.memory.weather {
            is_layer("memory of weather", layer.len())?;
        }
        holds(bounds.has_images(&sight.views), "images")?;
        holds(sight.known.iter().all(|&kind| usize::from(kind) <= terrain), "known")?;
    }
    is_whole("eyes", state.eyes.len(), if rules.see_all { 0 } else { state.units.len() })?;
    holds(state.eyes.iter().all(|eye| eye.cell == Unit::NOWHERE || bounds.has_cell(eye.cell)), "eyes")?;
    for side in &state.sides {
        let kinds = rules.design.units.len();
        for (what, length, right) in [
            ("counts", side.counts.len(), kinds),
            ("tech", side.tech.len(), kinds),
            ("tech_start", side.tech_start.len(), kinds),
            ("next_number", side.next_number.len(), kinds),
            ("doctrines", side.doctrines.len(), kinds),
            ("gained", side.gained.len(), kinds),
            ("lost", side.lost.len(), kinds),
            ("treasury", side.treasury.len(), rules.materials),
            ("advances", side.advances.len(), rules.design.advances.len()),
            ("scores", side.scores.len(), rules.scorekeepers.initial_scores().len()),
        ] {
            is_whole(what, length, right)?;
        }
        let advances = rules.design.advances.len();
        holds([side.topic, side.advance_goal].iter().flatten().all(|advance| advance.index() < advances), "topic")?;
        holds(side.units.iter().all(|id| id.index() < bounds.units), "units of a side")?;
        holds(side.self_unit.is_none_or(|id| id.index() < bounds.units), "self_unit")?;
        holds(side.controlled_by.is_none_or(|by| bounds.has_side(by)), "controlled_by")?;
        holds(side.standing_orders.iter().all(|order| bounds.has_order(order)), "standing_orders")?;
    }
    Ok(())
}

struct Bounds<'a> {
    rules: &'a Kernel,
    units: usize,
}

impl Bounds<'_> {
    fn has_cell(&self, cell: Cell) -> bool {
        cell.index() < self.rules.area.len()
    }

    fn has_side(&self, side: SideId) -> bool {
        side.row() <= self.rules.seat_count()
    }

    fn has_kind(&self, kind: UnitType) -> bool {
        kind.index() < self.rules.design.units.len()
    }

    fn has_unit_or_none(&self, id: UnitIndex) -> bool {
        id == UnitIndex::NONE || id.index() < self.units
    }

    fn has_unit(&self, unit: &Unit) -> bool {
        self.has_kind(unit.kind)
            && self.has_side(unit.side)
            && self.has_side(unit.origin)
            && (unit.cell == Unit::NOWHERE || self.has_cell(unit.cell))
            && [unit.inside, unit.next, unit.first].iter().all(|&id| self.has_unit_or_none(id))
    }

    /// Whether images name what is there, and their chains end.
    fn has_images(&self, views: &Views) -> bool {
        let count = views.images.len() as u32;
        let is_place = |&place: &u32| place < count || place == u32::MAX;
        let is_image = |image: &Image| {
            image.unit.index() < self.units
                && self.has_cell(image.cell)
                && self.has_unit_or_none(image.inside)
                && self.has_kind(image.kind)
                && self.has_side(image.side)
                && is_place(&image.next)
        };
        if !views.images.iter().all(is_image)
            || !views.first.iter().chain(&views.place_of).all(is_place)
            || views.place_of.len() > self.units
        {
            return false;
        }
        let mut left = count;
        for &first in &views.first {
            let mut next = first;
            while next != u32::MAX {
                let Some(fewer) = left.checked_sub(1) else { return false };
                (left, next) = (fewer, views.images[next as usize].next);
            }
        }
        true
    }

    fn has_goal(&self, goal: Goal) -> bool {
        let (kind, unit, cells) = goal.names();
        kind.into_iter().all(|kind| self.has_kind(kind))
            && unit.into_iter().all(|id| self.has_unit_or_none(id))
            && cells.into_iter().flatten().all(|cell| self.has_cell(cell))
    }

    fn has_order(&self, order: &crate::StandingOrder) -> bool {
        let has_condition = match order.condition {
            Condition::Always => true,
            Condition::At(cell) | Condition::Near(cell, _) => self.has_cell(cell),
            Condition::In(id) => self.has_unit_or_none(id),
        };
        has_condition && self.has_kind(order.kind) && self.has_goal(order.task.goal)
    }
}
