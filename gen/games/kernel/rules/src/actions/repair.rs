//! Repair a unit (`kernel-rules` 2.14). The cost and the gain of repairs, automatic ones too, are in `construction/repair.rs`.

use design::parameters::table::{ACP_TO_REPAIR, HP_PER_REPAIR, REPAIR_RANGE};
use design::parameters::unit::HP_MAX;

use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
    let side = at.unit(actor).side;
    if !at.is_in_play(target) || !at.sees(side, target) {
        return Err(Refusal::NoSuchUnit(target));
    }
    if !at.rules.abilities.repairs.has(at.unit(actee).kind, at.unit(target).kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot repair that type"));
    }
    if !at.trusts(at.unit(actee).side, at.unit(target).side) {
        return Err(Refusal::CannotDo("it does not repair enemies"));
    }
    if !at.is_complete(target) {
        return Err(Refusal::CannotDo("what is unfinished is built, not repaired"));
    }
    if !at.is_fit_to_repair(actee, target) {
        return Err(Refusal::CannotDo("it is too damaged to repair that"));
    }
    Refusal::of_reach(at.distance(actee, target), at.pair(REPAIR_RANGE, actee, target))?;
    let cost = at.pair(ACP_TO_REPAIR, actee, target);
    if cost <= 0 && i32::from(at.unit(target).hp) >= at.int(HP_MAX, target) {
        // Wasted work is allowed, but not without an end.
        return Err(Refusal::Invalid("it is not damaged"));
    }
    at.check_acp(actor, cost)?;
    if pays_too(at, actor, target) {
        at.check_acp(target, cost)?;
    }
    at.check_mending(actor, actee, target)
}

/// By the seeds the patient pays as much as the repairer, but only once if they are the same unit. A unit that cannot act never
/// pays, so that it can be repaired.
fn pays_too(at: StateView<'_>, actor: UnitIndex, target: UnitIndex) -> bool {
    at.rules.is_xconq_7_0 && actor != target && at.can_ever_act(target)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let cost = change.at().pair(ACP_TO_REPAIR, actee, target);
    change.pay_acp(actor, cost);
    if pays_too(change.at(), actor, target) {
        change.pay_acp(target, cost);
    }
    let amount = change.at().pair(HP_PER_REPAIR, actee, target);
    change.mend(actor, actee, target, amount);
}
