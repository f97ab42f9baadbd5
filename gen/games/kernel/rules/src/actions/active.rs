//! What all actions but two ask for: that actor and actee can act. And what all of them ask for where they are two units: that the
//! actor is near enough to the actee to work it by hand.

use design::parameters::table::MATERIAL_TO_ACT;

use crate::{Action, Refusal, StateView, UnitIndex};

/// Checks that an actor is near enough to the unit that it acts on. An actor is the brains of what has none (seed 000, "Units and
/// Actions": people wield swords), so it holds it: it is in the same cell, in the open or aboard. The seed tells no distance.
///
/// # Errors
/// `ActorTooFar`, if it is not.
pub(super) fn check_hold(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Result<(), Refusal> {
    if actor == actee || aims_at(action) == Some(actor) {
        // What the actee does to the actor itself has a range of its own: a ship hoists aboard what stands beside it.
        return Ok(());
    }
    let most = match action {
        // What is done to a unit, and not by it, can be done from beside it.
        Action::Disband | Action::TransferPart(..) | Action::ChangeSide(_) | Action::ChangeType(_) => 1,
        _ => 0,
    };
    let distance = at.distance(actor, actee);
    if distance > most { Err(Refusal::ActorTooFar { distance, most }) } else { Ok(()) }
}

/// The unit at which an action is aimed, where it has a range of its own that is asked for.
const fn aims_at(action: Action) -> Option<UnitIndex> {
    match action {
        Action::Enter(target)
        | Action::CreateIn(_, target)
        | Action::Build(target)
        | Action::Repair(target)
        | Action::Transfer(target, ..)
        | Action::TransferPart(_, Some(target)) => Some(target),
        _ => None,
    }
}

/// Checks that actor and actee are able to act at all (`kernel-rules` 2, *can-act*).
pub(super) fn check_active(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> Result<(), Refusal> {
    if !at.is_active(actor) || (actee != actor && !at.is_active(actee)) {
        return Err(Refusal::CannotDo("an unfinished unit does nothing"));
    }
    let acp = i32::from(at.unit(actor).acp);
    let steps = at.steps_of(actor);
    let (least, is_free) = (steps.acp_min, steps.is_acp_independent);
    if acp < least && !is_free {
        return Err(Refusal::NotEnoughAcp { needs: least, has: acp });
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
