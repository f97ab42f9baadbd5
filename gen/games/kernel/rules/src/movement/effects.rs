//! The effects of a step and of an entry, in the order of `kernel-rules` 2.1, "Effect".

use design::UnitType;
use grid::{Cell, Direction, has_edge};

use super::costs;
use super::speed::KnowledgeOf;
use crate::event::{Death, EventKind};
use crate::space::Placement;
use crate::{StateChange, StateView, UnitIndex};

/// Moves a unit to a cell for `acp` action points, with all effects on the way (`kernel-rules` 2.1, "Effect").
pub(crate) fn step(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    cell: Cell,
    altitude: i16,
    acp: i32,
) {
    let who = change.at().snapshot(mover);
    change.pay_acp(actor, acp);
    let sides = [who.side];
    if !change.rules.is_inner(cell) {
        change.log_to(EventKind::Moved { who, to: cell }, &[who.cell], &sides);
        change.remove(mover, Death::LeftWorld, None);
        return;
    }
    let survives = survives_arrival(change.at(), mover, cell);
    let was_inside = change.state.unit(mover).inside.some().is_some();
    change.put(mover, Placement::Open(cell, altitude));
    let unit = change.unit_mut(mover);
    unit.moves = unit.moves.saturating_add(1);
    change.log_to(EventKind::Moved { who, to: cell }, &[who.cell, cell], &sides);
    if !survives {
        change.destroy(mover, Death::Terrain, None);
        return;
    }
    if who.cell != cell || was_inside {
        arrive(change, mover);
    }
    if change.at().is_in_play(mover) {
        use_up(change, mover);
    }
}

/// The reactions of units that hold the cell, or watch it, to a newcomer.
fn arrive(change: &mut StateChange<'_>, mover: UnitIndex) {
    if change.rules.features.overwatch {
        crate::combat::overwatch(change, mover);
    }
    if change.rules.features.approach_bombs && change.at().is_in_play(mover) {
        crate::combat::approach(change, mover);
    }
    if change.at().is_in_play(mover) {
        crate::economy::enter_cell(change, mover);
    }
    if change.rules.features.accident_bombs && change.at().is_active(mover) {
        crate::combat::accident(change, mover);
    }
}

/// Moves a unit into a transport for its cost in action points (`kernel-rules` 2.2).
pub(crate) fn enter(change: &mut StateChange<'_>, actor: UnitIndex, mover: UnitIndex, transport: UnitIndex, acp: i32) {
    change.pay_acp(actor, acp);
    let at = change.at();
    let is_stranded = at.unit(mover).inside.some().is_none() && !at.survives(at.unit(mover).kind, at.unit(mover).cell);
    if is_stranded && at.pair(design::parameters::table::FERRY_ON_ENTRY, transport, mover) < costs::OVER_ALL {
        change.destroy(mover, Death::Terrain, None);
        return;
    }
    let (who, host) = (at.snapshot(mover), at.snapshot(transport));
    change.put(mover, Placement::Inside(transport));
    change.log_to(EventKind::Entered { who, transport: host }, &[who.cell, host.cell], &[who.side, host.side]);
}

/// Whether a unit survives its arrival in a cell: it lives on the ground there, or on a connection that leads there.
fn survives_arrival(at: StateView<'_>, mover: UnitIndex, to: Cell) -> bool {
    let unit = at.unit(mover);
    if at.rules.steps_for(unit.kind).lives_on(at.ground(to)) {
        return true;
    }
    match at.rules.direction(unit.cell, to) {
        Some(direction) => is_safe_way(at, None, unit.kind, unit.cell, direction),
        None => at.survives(unit.kind, to),
    }
}

/// Whether a connection on which a type lives leads out of a cell, whatever the ground beyond: such as a road into the sea.
pub(super) fn is_safe_way(
    at: StateView<'_>,
    by: KnowledgeOf,
    kind: UnitType,
    from: Cell,
    direction: Direction,
) -> bool {
    let steps = at.rules.steps_for(kind);
    let mut crossed = at.known_edges(by).iter().filter(|(_, layer)| has_edge(layer[from], direction));
    crossed.any(|&(road, _)| steps.ground.is_connection(road) && steps.lives_on(road))
}

/// Takes what a move uses up; a unit that has nothing left may die of it.
fn use_up(change: &mut StateChange<'_>, mover: UnitIndex) {
    let rules = change.rules;
    let kind = change.state.unit(mover).kind;
    let consumption = &rules.steps_for(kind).consumption;
    let mut is_empty = false;
    for &(material, amount) in consumption {
        let most = change.at().storage(mover, material);
        let supply = change.supply_mut(mover, material);
        let left = supply.saturating_sub(amount);
        // A negative consumption produces something on the way, as far as there is room.
        *supply = if amount < 0 { left.min(most.max(*supply)) } else { left.max(0) };
        is_empty |= *supply <= 0;
    }
    // On the way only a lack that kills counts; other effects come at the end of the turn (`kernel-rules` 5.3).
    if is_empty {
        crate::economy::starve_on_move(change, mover);
    }
}
