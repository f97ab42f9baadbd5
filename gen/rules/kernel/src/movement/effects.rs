//! What a step and an entry do, in the order of `kernel-rules` 2.1, "Effect".

use design::UnitType;
use grid::{Cell, Direction, has_edge};

use super::costs::{self, Knower};
use crate::event::{Death, What};
use crate::space::Spot;
use crate::{Course, Position, UnitId};

/// Goes to a cell and pays so many acp: with all that happens on the way (`kernel-rules` 2.1, "Effect").
pub(crate) fn step(course: &mut Course<'_>, actor: UnitId, mover: UnitId, cell: Cell, altitude: i16, acp: i32) {
    let who = course.at().who(mover);
    course.pay_acp(actor, acp);
    let sides = [who.side];
    if !course.rules.is_inner(cell) {
        course.tell(What::Moved { who, to: cell }, &[who.cell], &sides);
        course.remove(mover, Death::LeftWorld, None);
        return;
    }
    let survives = survives_arrival(course.at(), mover, cell);
    let was_inside = course.state.unit(mover).inside.some().is_some();
    course.put(mover, Spot::Open(cell, altitude));
    let unit = course.unit_mut(mover);
    unit.moves = unit.moves.saturating_add(1);
    course.tell(What::Moved { who, to: cell }, &[who.cell, cell], &sides);
    if !survives {
        course.destroy(mover, Death::Terrain, None);
        return;
    }
    if who.cell != cell || was_inside {
        arrive(course, mover);
    }
    if course.at().is_in_play(mover) {
        use_up(course, mover);
    }
}

/// What those who hold the cell, or watch it, do about a newcomer.
fn arrive(course: &mut Course<'_>, mover: UnitId) {
    if course.rules.has.overwatch {
        crate::combat::overwatch(course, mover);
    }
    if course.rules.has.approach_bombs && course.at().is_in_play(mover) {
        crate::combat::approach(course, mover);
    }
    if course.at().is_in_play(mover) {
        crate::economy::enter_cell(course, mover);
    }
    if course.rules.has.accident_bombs && course.at().is_active(mover) {
        crate::combat::accident(course, mover);
    }
}

/// Goes into a transport and pays so many acp (`kernel-rules` 2.2).
pub(crate) fn enter(course: &mut Course<'_>, actor: UnitId, mover: UnitId, transport: UnitId, acp: i32) {
    course.pay_acp(actor, acp);
    let at = course.at();
    let is_stranded = at.unit(mover).inside.some().is_none() && !at.survives(at.unit(mover).kind, at.unit(mover).cell);
    if is_stranded && at.pair(design::parameters::table::FERRY_ON_ENTRY, transport, mover) < costs::OVER_ALL {
        course.destroy(mover, Death::Terrain, None);
        return;
    }
    let (who, host) = (at.who(mover), at.who(transport));
    course.put(mover, Spot::Inside(transport));
    course.tell(What::Entered { who, transport: host }, &[who.cell, host.cell], &[who.side, host.side]);
}

/// Whether a unit that goes to a cell lives there: the ground is good for it, or a connection that leads there is.
fn survives_arrival(at: Position<'_>, mover: UnitId, to: Cell) -> bool {
    let unit = at.unit(mover);
    if at.rules.steps_for(unit.kind).lives_on(at.ground(to)) {
        return true;
    }
    match at.rules.direction(unit.cell, to) {
        Some(direction) => is_safe_way(at, None, unit.kind, unit.cell, direction),
        None => at.survives(unit.kind, to),
    }
}

/// Whether a connection leads out of a cell on which a type lives, whatever the ground beyond: a road into the sea.
pub(super) fn is_safe_way(at: Position<'_>, by: Knower, kind: UnitType, from: Cell, direction: Direction) -> bool {
    let steps = at.rules.steps_for(kind);
    let mut crossed = at.known_edges(by).iter().filter(|(_, layer)| has_edge(layer[from], direction));
    crossed.any(|&(road, _)| steps.ground.is_connection(road) && steps.lives_on(road))
}

/// Takes what a move uses up; a unit that has none left may die of it.
fn use_up(course: &mut Course<'_>, mover: UnitId) {
    let rules = course.rules;
    let kind = course.state.unit(mover).kind;
    let consumption = &rules.steps_for(kind).consumption;
    let mut is_empty = false;
    for &(material, amount) in consumption {
        let most = course.at().storage(mover, material);
        let supply = course.supply_mut(mover, material);
        let left = supply.saturating_sub(amount);
        // A negative consumption makes something on the way, as far as there is room.
        *supply = if amount < 0 { left.min(most.max(*supply)) } else { left.max(0) };
        is_empty |= *supply <= 0;
    }
    // On the way only want that kills is felt; the rest comes with the end of the turn (`kernel-rules` 5.3).
    if is_empty {
        crate::economy::starve_on_move(course, mover);
    }
}
