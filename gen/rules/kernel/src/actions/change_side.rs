//! Change side (`kernel-rules` 2.16): a unit goes over with all that are inside of it. Whoever can never act does so at
//! once and free.

use design::UnitType;
use design::parameters::unit::ACP_TO_CHANGE_SIDE;
use world::SideId;

use crate::event::What;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, side: SideId) -> Result<(), Refusal> {
    if usize::from(side.0) >= at.state.sides.len() || !at.is_in_game(side) || side == at.unit(actee).side {
        return Err(Refusal::Invalid("it cannot go over to this side"));
    }
    if at.int(ACP_TO_CHANGE_SIDE, actee) <= 0 {
        return Err(Refusal::CannotDo("units of this type do not change side"));
    }
    let going: Vec<UnitType> = members(at, actee).map(|id| at.unit(id).kind).collect();
    if !at.has_allowance(side, at.unit(actee).kind) || !at.may_take_all_over(side, &going) {
        return Err(Refusal::CannotDo("the side may not own it"));
    }
    if is_free(at, actor, actee) {
        return Ok(());
    }
    super::check_active(at, actor, actee)?;
    at.check_acp(actor, at.int(ACP_TO_CHANGE_SIDE, actee))
}

fn is_free(at: Position<'_>, actor: UnitId, actee: UnitId) -> bool {
    actor == actee && (!at.can_ever_act(actee) || !at.is_complete(actee))
}

/// Who goes over: the unit, and those of its side that are inside of it.
fn members(at: Position<'_>, actee: UnitId) -> impl Iterator<Item = UnitId> {
    let side = at.unit(actee).side;
    at.tree(actee).into_iter().filter(move |&id| at.unit(id).side == side)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, side: SideId) {
    if !is_free(course.at(), actor, actee) {
        course.pay_acp(actor, course.at().int(ACP_TO_CHANGE_SIDE, actee));
    }
    let going: Vec<UnitId> = members(course.at(), actee).collect();
    for id in going {
        let who = course.at().who(id);
        course.set_side(id, side);
        course.tell(What::SideChanged { who, to: side }, &[who.cell], &[who.side, side]);
    }
}
