//! What all actions but two ask for: that actor and actee can act.

use design::parameters::table::MATERIAL_TO_ACT;
use design::parameters::unit::{ACP_INDEPENDENT, ACP_MIN};

use crate::{Refusal, StateView, UnitIndex};

/// Checks that actor and actee are able to act at all (`kernel-rules` 2, *can-act*).
pub(super) fn check_active(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> Result<(), Refusal> {
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
