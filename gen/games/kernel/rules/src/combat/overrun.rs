//! Overrun: fire at, attack or capture the units that hold a cell, and move in (`kernel-rules` 2.9; seed 003, "Combat Actions").

use design::parameters::table::{ACP_TO_ATTACK, MATERIAL_TO_ATTACK};
use grid::Cell;

use super::{Means, exchange};
use crate::{Refusal, StateChange, StateView, UnitIndex, movement};

/// Checks that a unit may overrun a cell, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_overrun(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    at.check_inner(cell)?;
    Refusal::of_reach(at.rules.area.distance(at.unit(actee).cell, cell) as i32, 1)?;
    at.check_acp(actor, 1)?;
    at.check_occupant_combat(actee)?;
    at.check_supply(MATERIAL_TO_ATTACK, actee)?;
    let is_there = cell == at.unit(actee).cell && at.unit(actee).inside.some().is_none();
    if !is_there {
        movement::check_advance(at, actor, actee, cell, altitude)?;
    }
    let side = at.unit(actor).side;
    // Hidden units there do not count; they are met on the way.
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

/// An overrun that `check_overrun` allows, its cost included. It may fail: then the unit stays where it is.
pub(crate) fn overrun(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, altitude: i16) {
    if change.at().fights_in_rounds() {
        super::rounds::fight(change, actor, actee, cell, altitude);
        return;
    }
    let before = change.state.unit(actor).acp;
    let at = change.at();
    let defenders: Vec<UnitIndex> = at.in_cell(cell).filter(|&id| at.is_obstacle(actee, id, altitude)).collect();
    for defender in defenders {
        let at = change.at();
        let is_there = at.is_active(actee)
            && at.is_in_play(defender)
            && at.unit(defender).cell == cell
            && at.is_obstacle(actee, defender, altitude);
        if !is_there {
            continue;
        }
        if exchange::gives_way(change, actee, defender) {
            continue;
        }
        if super::fire::may_fire(change.at(), actor, actee, defender, None).is_ok() {
            super::fire(change, actor, actee, defender, None);
        } else if exchange::may_attack(change.at(), actor, actee, defender).is_ok() {
            exchange::attack_at_once(change, actor, actee, defender);
        } else if super::check_capture(change.at(), actor, actee, defender).is_ok() {
            super::capture(change, actor, actee, defender);
        }
    }
    let spent = i32::from(before) - i32::from(change.state.unit(actor).acp);
    let moves_in = advance(change, actor, actee, cell, altitude, spent);
    // A failed attempt costs something too, so that it cannot be repeated without end.
    if !moves_in && spent <= 0 && change.at().is_alive(actor) {
        change.pay_acp(actor, 1);
    }
}

/// Moves in, if the cell is free; the cost of the strikes counts as paid.
pub(super) fn advance(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: i16,
    spent: i32,
) -> bool {
    let at = change.at();
    if !at.is_active(actee) || !at.is_active(actor) || at.unit(actee).cell == cell {
        return false;
    }
    let is_held = at.in_cell(cell).any(|id| at.is_obstacle(actee, id, altitude));
    if is_held || !at.has_room(at.unit(actee).kind, cell, Some(actee)) {
        return false;
    }
    match movement::check_step(at, actor, actee, cell, altitude, spent.max(0)) {
        Ok(acp) => {
            movement::step(change, actor, actee, cell, altitude, (acp - spent).max(0));
            true
        }
        Err(_) => false,
    }
}

impl StateView<'_> {
    /// Whether a unit in a cell blocks an overrun at an altitude: one that the side does not trust.
    pub(super) fn is_obstacle(self, by: UnitIndex, other: UnitIndex, altitude: i16) -> bool {
        let (own, held) = (self.unit(by), self.unit(other));
        other != by && held.altitude == altitude && !self.trusts(own.side, held.side)
    }
}
