//! The actions (seed 003): a file each, with what it needs (`check`) and what it does (`apply`) side by side.
//!
//! This file has what all actions share (`kernel-rules` 2, "General"): who may give the order, and that actor and actee can act. A
//! refused action changes nothing and costs nothing.

use design::parameters::table::MATERIAL_TO_ACT;
use design::parameters::unit::{ACP_INDEPENDENT, ACP_MIN, FREE_ACP};
use world::SideId;

use crate::{Action, Move, Refusal, StateChange, StateView, UnitIndex};

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
pub(crate) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
    for id in [actor, actee] {
        if !at.is_in_play(id) {
            return Err(Refusal::NoSuchUnit(id));
        }
    }
    // Units that cannot act at all can be disbanded or given away at once, and so can unfinished ones.
    if !matches!(action, Action::Disband | Action::ChangeSide(_)) {
        check_active(at, actor, actee)?;
    }
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
pub(crate) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) {
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
    crate::sides::find_heirs(change);
    crate::scorekeepers::after_action(change);
}

/// Checks that actor and actee are able to act at all (`kernel-rules` 2, *can-act*).
fn check_active(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> Result<(), Refusal> {
    if !at.is_active(actor) || !at.is_active(actee) {
        return Err(Refusal::CannotDo("an unfinished unit does nothing"));
    }
    let acp = i32::from(at.unit(actor).acp);
    let is_free = at.rules.design.flag(ACP_INDEPENDENT, at.unit(actor).kind);
    if acp < at.int(ACP_MIN, actor) && !is_free {
        return Err(Refusal::NotEnoughAcp { needs: at.int(ACP_MIN, actor), has: acp });
    }
    // A unit that began the turn without a point does nothing in it, not even actions at no cost (seed 003, `acp-min`).
    if at.unit(actor).acp_start < 1 && !is_free {
        return Err(match at.can_be_actor(actor) {
            true => Refusal::NotEnoughAcp { needs: 1, has: acp.min(0) },
            false => Refusal::CannotDo("it never has any action points"),
        });
    }
    at.check_supply(MATERIAL_TO_ACT, actee)
}

impl StateView<'_> {
    /// Checks that a unit can pay for an action now (`kernel-rules` 1.3).
    ///
    /// # Errors
    /// A refusal with the cost and the points that it has, if it cannot.
    pub(crate) fn check_acp(self, id: UnitIndex, cost: i32) -> Result<(), Refusal> {
        self.check_acp_with(id, cost, 0)
    }

    /// The same, as if it had `extra_acp` more.
    ///
    /// # Errors
    /// A refusal with the cost and the points that it has, if it cannot.
    pub(crate) fn check_acp_with(self, id: UnitIndex, cost: i32, extra_acp: i32) -> Result<(), Refusal> {
        let steps = self.steps_of(id);
        if cost <= 0 || steps.is_acp_independent {
            return Ok(());
        }
        let free = self.free_acp(id);
        let acp = i32::from(self.unit(id).acp).saturating_add(extra_acp);
        let has = acp.saturating_add(free.max(0)).saturating_sub(steps.acp_min);
        // A unit without points left has to wait, however much it may overdraw.
        if acp > 0 && (free < 0 || has >= cost) {
            return Ok(());
        }
        if free >= 0 && self.is_beyond(id, cost, free) {
            return Err(Refusal::CannotDo("it never has as many action points as that needs"));
        }
        Err(Refusal::NotEnoughAcp { needs: cost, has })
    }

    /// How many points one action may overdraw; -1 for any number, the default in designs of the seeds (seed 003).
    fn free_acp(self, id: UnitIndex) -> i32 {
        let is_open = self.rules.is_seven_zero && !self.rules.design.is_given(FREE_ACP);
        if is_open { -1 } else { self.steps_of(id).free_acp }
    }
}

impl StateChange<'_> {
    /// Takes the cost of an action.
    pub(crate) fn pay_acp(&mut self, id: UnitIndex, cost: i32) {
        if cost <= 0 || self.rules.design.flag(ACP_INDEPENDENT, self.state.unit(id).kind) {
            return;
        }
        let least = self.at().int(ACP_MIN, id);
        let unit = self.unit_mut(id);
        unit.acp = (i32::from(unit.acp) - cost).max(least) as i16;
    }
}

/// Checks that a side may make a move now.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_move(at: StateView<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
    if at.state.phase == crate::Phase::Over || u32::from(side.0) != u32::from(at.state.acting_seat) + 1 {
        return Err(Refusal::NotYourTurn);
    }
    at.check_exists(action)?;
    match action {
        Move::Act { actor, actee, action } => {
            for id in [actor, actee] {
                check_order(at, side, id)?;
            }
            if !crate::turn::can_act_now(at, actor) && !is_immediate(at, actor, actee, action) {
                return Err(Refusal::NotYet);
            }
            check(at, actor, actee, action)
        }
        Move::Research(advance) => at.check_topic(side, advance),
        Move::Order(..) | Move::StandingOrder(..) | Move::Doctrine(..) => crate::tasks::check(at, side, action),
        Move::End => Ok(()),
        _ => crate::sides::check_word(at, side, action),
    }
}

/// Checks that a side may give orders to a unit.
pub(crate) fn check_order(at: StateView<'_>, side: SideId, id: UnitIndex) -> Result<(), Refusal> {
    if !at.is_in_play(id) {
        return Err(Refusal::NoSuchUnit(id));
    }
    if !at.controls(side, id) {
        return Err(Refusal::NotYours(id));
    }
    crate::sides::check_could_act(at, id)
}

/// Whether an action need not wait for a priority level: a unit that never acts, or is unfinished, can be disbanded or given away
/// at any time, and no level is kept open for that.
fn is_immediate(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> bool {
    matches!(action, Action::Disband | Action::ChangeSide(_))
        && actor == actee
        && (!at.can_ever_act(actee) || !at.is_complete(actee))
}

/// Makes a move that `check_move` allows.
pub(crate) fn make_move(change: &mut StateChange<'_>, side: SideId, action: Move) {
    match action {
        Move::Act { actor, actee, action } => {
            apply(change, actor, actee, action);
            crate::turn::action_done(change);
        }
        Move::Research(advance) => crate::tech::research::choose(change, side, advance),
        Move::Order(..) | Move::StandingOrder(..) | Move::Doctrine(..) => crate::tasks::say(change, side, action),
        Move::End => crate::turn::side_done(change, side),
        _ => crate::sides::say(change, side, action),
    }
    if change.state.has_news {
        change.state.has_news = false;
        crate::scorekeepers::after_event(change);
    }
}
