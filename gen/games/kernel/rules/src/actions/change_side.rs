//! Change side (`kernel-rules` 2.16): a unit goes over to another side with all its occupants. A unit that can never act does so at
//! once, at no cost.

use design::UnitType;
use design::parameters::unit::ACP_TO_CHANGE_SIDE;
use world::SideId;

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, side: SideId) -> Result<(), Refusal> {
    if side.row() >= at.state.sides.len() || !at.is_in_game(side) || side == at.unit(actee).side {
        return Err(Refusal::Invalid("it cannot go over to this side"));
    }
    if !at.rules.abilities.of(at.unit(actee).kind).changes_side {
        return Err(Refusal::CannotDo("units of this type do not change side"));
    }
    let going: Vec<UnitType> = members(at, actee).map(|id| at.unit(id).kind).collect();
    if !at.may_take_all_over(side, &going) {
        return Err(Refusal::CannotDo("the side may not own it"));
    }
    at.check_tech_to_own(side, at.unit(actee).kind)?;
    if is_free(at, actor, actee) {
        return Ok(());
    }
    super::active::check_active(at, actor, actee)?;
    at.check_acp(actor, at.int(ACP_TO_CHANGE_SIDE, actee))
}

fn is_free(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> bool {
    actor == actee && (!at.can_ever_act(actee) || !at.is_complete(actee))
}

/// The units that go over: the unit, and its occupants of the same side.
fn members(at: StateView<'_>, actee: UnitIndex) -> impl Iterator<Item = UnitIndex> {
    let side = at.unit(actee).side;
    at.tree(actee).into_iter().filter(move |&id| at.unit(id).side == side)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, side: SideId) {
    if !is_free(change.at(), actor, actee) {
        change.pay_acp(actor, change.at().int(ACP_TO_CHANGE_SIDE, actee));
    }
    let going: Vec<UnitIndex> = members(change.at(), actee).collect();
    for id in going {
        let who = change.at().snapshot(id);
        change.set_side(id, side);
        change.log_to(EventKind::SideChanged { who, to: side }, &[who.cell], &[who.side, side]);
    }
}
