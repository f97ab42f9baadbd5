//! The actions (seed 003): a file each, with what it needs (`check`) and what it does (`apply`) side by side.
//!
//! This file has what all actions share (`kernel-rules` 2, "General"): who may give the order, that actor and actee can act, and that the
//! actor is near enough to the actee. A refused action changes nothing and costs nothing.

use contract::Seat;
use grid::Cell;
use world::SideId;

use crate::{Action, Move, Refusal, StateChange, StateView, UnitIndex, View};

mod active;
mod add_terrain;
mod alter_terrain;
mod attack;
mod build;
mod capture;
mod change_side;
mod change_type;
mod create_at;
mod create_in;
mod detonate;
mod develop;
mod disband;
mod enter;
mod extract;
mod fire_at;
mod fire_into;
mod go;
mod overrun;
mod produce;
mod remove_terrain;
mod repair;
mod toolup;
mod transfer;
mod transfer_part;

pub(crate) use change_type::upgrade;

/// Checks that a unit may take an action on another unit, or on itself.
///
/// # Errors
/// The refusal, if it may not.
pub fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
    check_actors(at, actor, actee, action)?;
    check_itself(at, actor, actee, action)
}

/// Actor and actee. They are nearly always one unit, of which nothing need be asked twice.
fn distinct(actor: UnitIndex, actee: UnitIndex) -> impl Iterator<Item = UnitIndex> {
    [actor, actee].into_iter().take(if actor == actee { 1 } else { 2 })
}

/// Checks what all actions ask for of the two units.
fn check_actors(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
    for id in distinct(actor, actee) {
        if !at.is_in_play(id) {
            return Err(Refusal::NoSuchUnit(id));
        }
    }
    // Units that cannot act at all can be disbanded or given away at once, and so can unfinished ones.
    if !matches!(action, Action::Disband | Action::ChangeSide(_)) {
        active::check_active(at, actor, actee)?;
    }
    active::check_hold(at, actor, actee, action)
}

/// Checks what an action itself asks for.
fn check_itself(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Move(cell, altitude) => go::check(at, actor, actee, cell, altitude),
        Action::Enter(transport) => enter::check(at, actor, actee, transport),
        Action::Attack(target) => attack::check(at, actor, actee, target),
        Action::Overrun(cell, altitude) => overrun::check(at, actor, actee, cell, altitude),
        Action::FireAt(target, material) => fire_at::check(at, actor, actee, target, material),
        Action::FireInto(cell, altitude, material) => fire_into::check(at, actor, actee, cell, altitude, material),
        Action::Capture(target) => capture::check(at, actor, actee, target),
        Action::Detonate(cell, altitude) => detonate::check(at, actor, actee, cell, altitude),
        Action::Develop(kind) => develop::check(at, actor, actee, kind),
        Action::Toolup(kind) => toolup::check(at, actor, actee, kind),
        Action::CreateIn(kind, transport) => create_in::check(at, actor, actee, kind, transport),
        Action::CreateAt(kind, cell, altitude) => create_at::check(at, actor, actee, kind, cell, altitude),
        Action::Build(target) => build::check(at, actor, actee, target),
        Action::Repair(target) => repair::check(at, actor, actee, target),
        Action::Produce(material, amount) => produce::check(at, actor, actee, material, amount),
        Action::Extract(cell, material, amount) => extract::check(at, actor, actee, cell, material, amount),
        Action::Transfer(target, material, amount) => transfer::check(at, actor, actee, target, material, amount),
        Action::Disband => disband::check(at, actor, actee),
        Action::TransferPart(parts, target) => transfer_part::check(at, actor, actee, parts, target),
        Action::ChangeSide(side) => change_side::check(at, actor, actee, side),
        Action::ChangeType(kind) => change_type::check(at, actor, actee, kind),
        Action::AlterTerrain(cell, kind) => alter_terrain::check(at, actor, actee, cell, kind),
        Action::AddTerrain(cell, extent, kind) => add_terrain::check(at, actor, actee, cell, extent, kind),
        Action::RemoveTerrain(cell, extent, kind) => remove_terrain::check(at, actor, actee, cell, extent, kind),
    }
}

/// Takes an action that `check` allows.
pub fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) {
    match action {
        Action::Move(cell, altitude) => go::apply(change, actor, actee, cell, altitude),
        Action::Enter(transport) => enter::apply(change, actor, actee, transport),
        Action::Attack(target) => attack::apply(change, actor, actee, target),
        Action::Overrun(cell, altitude) => overrun::apply(change, actor, actee, cell, altitude),
        Action::FireAt(target, material) => fire_at::apply(change, actor, actee, target, material),
        Action::FireInto(cell, altitude, material) => fire_into::apply(change, actor, actee, cell, altitude, material),
        Action::Capture(target) => capture::apply(change, actor, actee, target),
        Action::Detonate(cell, altitude) => detonate::apply(change, actor, actee, cell, altitude),
        Action::Develop(kind) => develop::apply(change, actor, actee, kind),
        Action::Toolup(kind) => toolup::apply(change, actor, actee, kind),
        Action::CreateIn(kind, transport) => create_in::apply(change, actor, actee, kind, transport),
        Action::CreateAt(kind, cell, altitude) => create_at::apply(change, actor, actee, kind, cell, altitude),
        Action::Build(target) => build::apply(change, actor, actee, target),
        Action::Repair(target) => repair::apply(change, actor, actee, target),
        Action::Produce(material, amount) => produce::apply(change, actor, actee, material, amount),
        Action::Extract(cell, material, amount) => extract::apply(change, actor, actee, cell, material, amount),
        Action::Transfer(target, material, amount) => transfer::apply(change, actor, actee, target, material, amount),
        Action::Disband => disband::apply(change, actor, actee),
        Action::TransferPart(parts, target) => transfer_part::apply(change, actor, actee, parts, target),
        Action::ChangeSide(side) => change_side::apply(change, actor, actee, side),
        Action::ChangeType(kind) => change_type::apply(change, actor, actee, kind),
        Action::AlterTerrain(cell, kind) => alter_terrain::apply(change, actor, actee, cell, kind),
        Action::AddTerrain(cell, extent, kind) => add_terrain::apply(change, actor, actee, cell, extent, kind),
        Action::RemoveTerrain(cell, extent, kind) => {
            remove_terrain::apply(change, actor, actee, cell, extent, kind);
        }
    }
    conclude(change);
}

/// What follows each action.
fn conclude(change: &mut StateChange<'_>) {
    crate::sides::find_heirs(change);
    crate::scorekeepers::after_action(change);
}

/// Checks a move to a cell, and makes it for what it costs: most actions of a match are such moves, and their cost is worked out once.
///
/// # Errors
/// The refusal, if a side may not have the unit make it now.
pub(crate) fn check_and_go(
    change: &mut StateChange<'_>,
    side: SideId,
    [actor, actee]: [UnitIndex; 2],
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    let (at, action) = (change.at(), Action::Move(cell, altitude));
    check_who(at, side, actor, actee, action)?;
    check_actors(at, actor, actee, action)?;
    let acp = crate::movement::check_step(at, actor, actee, cell, altitude, 0)?;
    crate::movement::step(change, actor, actee, cell, altitude, acp);
    conclude(change);
    Ok(())
}

/// Whether it is a side's turn.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_turn(at: StateView<'_>, side: SideId) -> Result<(), Refusal> {
    let is_over = at.state.phase == crate::Phase::Over;
    if is_over || side != Seat(at.state.acting_seat).side() { Err(Refusal::NotYourTurn) } else { Ok(()) }
}

impl View<'_> {
    /// Whether a unit may make an action on another, or on itself, now.
    ///
    /// # Errors
    /// The refusal, if it may not.
    pub(crate) fn check_act(&self, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
        check_act(self.state_view(), self.side(), actor, actee, action)
    }
}

/// Whether a side may have a unit make an action on another now.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_act(
    at: StateView<'_>,
    side: SideId,
    actor: UnitIndex,
    actee: UnitIndex,
    action: Action,
) -> Result<(), Refusal> {
    check_who(at, side, actor, actee, action)?;
    check(at, actor, actee, action)
}

/// Checks that it is a side's turn, that what an action names exists, and that both units take its orders now.
fn check_who(
    at: StateView<'_>,
    side: SideId,
    actor: UnitIndex,
    actee: UnitIndex,
    action: Action,
) -> Result<(), Refusal> {
    check_turn(at, side)?;
    at.check_exists(Move::Act { actor, actee, action })?;
    for id in distinct(actor, actee) {
        check_order(at, side, id)?;
    }
    if !crate::turn::can_act_now(at, actor) && !is_immediate(at, actor, actee, action) {
        return Err(Refusal::NotYet);
    }
    Ok(())
}

/// Checks that a side may give orders to a unit.
pub(crate) fn check_order(at: StateView<'_>, side: SideId, id: UnitIndex) -> Result<(), Refusal> {
    if !at.is_in_play(id) {
        return Err(Refusal::NoSuchUnit(id));
    }
    if !at.controls(side, id) {
        at.check_tech_to_use(side, id)?;
        return Err(Refusal::NotYours(id));
    }
    crate::control::check_could_act(at, id)
}

/// Whether an action need not wait for a priority level: a unit that never acts, or is unfinished, can be disbanded or given away
/// at any time, and no level is kept open for that.
fn is_immediate(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> bool {
    matches!(action, Action::Disband | Action::ChangeSide(_))
        && actor == actee
        && (!at.can_ever_act(actee) || !at.is_complete(actee))
}
