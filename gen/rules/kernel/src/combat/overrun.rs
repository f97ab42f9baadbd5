//! Overrun: fire at, attack or capture whoever holds a cell, and move in (`kernel-rules` 2.9; seed 003, "Combat
//! Actions").

use design::parameters::table::{ACP_TO_ATTACK, MATERIAL_TO_ATTACK};
use grid::Cell;

use super::{Means, exchange};
use crate::{Course, Position, Refusal, UnitId, movement};

/// Whether a unit may overrun a cell, paid by `actor`; beside what holds for every action.
pub(crate) fn check_overrun(
    at: Position<'_>,
    actor: UnitId,
    actee: UnitId,
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    if !at.rules.area.contains(cell) || !at.rules.is_inner(cell) {
        return Err(Refusal::OutsideWorld);
    }
    Refusal::of_reach(at.rules.area.distance(at.unit(actee).cell, cell) as i32, 1)?;
    at.check_acp(actor, 1)?;
    at.check_occupant_combat(actee)?;
    at.check_supply(MATERIAL_TO_ATTACK, actee)?;
    let is_there = cell == at.unit(actee).cell && at.unit(actee).inside.some().is_none();
    if !is_there {
        movement::check_advance(at, actor, actee, cell, altitude)?;
    }
    let side = at.unit(actor).side;
    // Of those whom nobody sees there, nobody knows; they are met on the way.
    let known = || at.in_cell(cell).filter(|&id| at.is_obstacle(actee, id, altitude) && at.sees(side, id));
    if is_there && known().next().is_none() {
        return Err(Refusal::Invalid("it is there, and sees nobody to overrun"));
    }
    for other in known() {
        if at.fights_in_rounds() {
            continue;
        }
        if at.pair(ACP_TO_ATTACK, actee, other) < 1 {
            return Err(Refusal::CannotDo("such units never attack such units"));
        }
        at.check_ammunition(actee, other, Means::Attack)?;
    }
    Ok(())
}

/// An overrun that `check_overrun` allows, its price included. It may fail: then the unit stays where it is.
pub(crate) fn overrun(course: &mut Course<'_>, actor: UnitId, actee: UnitId, cell: Cell, altitude: i16) {
    if course.at().fights_in_rounds() {
        super::rounds::fight(course, actor, actee, cell, altitude);
        return;
    }
    let before = course.state.unit(actor).acp;
    let at = course.at();
    let defenders: Vec<UnitId> = at.in_cell(cell).filter(|&id| at.is_obstacle(actee, id, altitude)).collect();
    for defender in defenders {
        let at = course.at();
        let is_there = at.is_active(actee)
            && at.is_in_play(defender)
            && at.unit(defender).cell == cell
            && at.is_obstacle(actee, defender, altitude);
        if !is_there {
            continue;
        }
        if exchange::gives_way(course, actee, defender) {
            continue;
        }
        if super::fire::may_fire(course.at(), actor, actee, defender, None).is_ok() {
            super::fire(course, actor, actee, defender, None);
        } else if exchange::may_attack(course.at(), actor, actee, defender).is_ok() {
            exchange::attack_at_once(course, actor, actee, defender);
        } else if super::check_capture(course.at(), actor, actee, defender).is_ok() {
            super::capture(course, actor, actee, defender);
        }
    }
    let spent = i32::from(before) - i32::from(course.state.unit(actor).acp);
    let moves_in = advance(course, actor, actee, cell, altitude, spent);
    // An attempt that comes to nothing is none the less one: else it could be made without end.
    if !moves_in && spent <= 0 && course.at().is_alive(actor) {
        course.pay_acp(actor, 1);
    }
}

/// Moves in, if the cell is free: what the blows have cost already counts as paid.
pub(super) fn advance(
    course: &mut Course<'_>,
    actor: UnitId,
    actee: UnitId,
    cell: Cell,
    altitude: i16,
    spent: i32,
) -> bool {
    let at = course.at();
    if !at.is_active(actee) || !at.is_active(actor) || at.unit(actee).cell == cell {
        return false;
    }
    let is_held = at.in_cell(cell).any(|id| at.is_obstacle(actee, id, altitude));
    if is_held || !at.has_room(at.unit(actee).kind, cell, Some(actee)) {
        return false;
    }
    match movement::check_step(at, actor, actee, cell, altitude, spent.max(0)) {
        Ok(acp) => {
            movement::step(course, actor, actee, cell, altitude, (acp - spent).max(0));
            true
        }
        Err(_) => false,
    }
}

impl Position<'_> {
    /// Whether a unit in a cell stands in the way of an overrun at an altitude: one that the side does not trust.
    pub(super) fn is_obstacle(self, by: UnitId, other: UnitId, altitude: i16) -> bool {
        let (own, held) = (self.unit(by), self.unit(other));
        other != by && held.altitude == altitude && !self.trusts(own.side, held.side)
    }
}
