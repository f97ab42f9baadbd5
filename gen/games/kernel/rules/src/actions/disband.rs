//! Disband: remove a unit for its material (`kernel-rules` 2.15). A unit that is unfinished, or that can never act, is disbanded at
//! once, at no cost.

use design::parameters::table::{RECYCLEABLE_MATERIAL, SUPPLY_PER_DISBAND};
use design::parameters::unit::{ACP_TO_DISBAND, HP_PER_DISBAND};
use design::{MaterialType, UnitType};

use crate::amounts::percent_of;
use crate::event::{Death, EventKind};
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> Result<(), Refusal> {
    if !at.is_complete(actee) {
        return Ok(());
    }
    if !at.rules.abilities.of(at.unit(actee).kind).disbands {
        return Err(Refusal::CannotDo("a unit of this type cannot be disbanded"));
    }
    if is_free(at, actor, actee) {
        return Ok(());
    }
    super::active::check_active(at, actor, actee)?;
    at.check_acp(actor, at.int(ACP_TO_DISBAND, actee))
}

fn is_free(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex) -> bool {
    actor == actee && !at.can_ever_act(actee)
}

/// The share of a unit's supply that one action saves, in percent. By seed 003 it is all, if the design sets nothing.
fn saved_share(at: StateView<'_>, kind: UnitType, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    if at.rules.is_xconq_7_0 && !design.is_set(SUPPLY_PER_DISBAND) {
        return 100;
    }
    design.entry(SUPPLY_PER_DISBAND, kind, material)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex) {
    let who = change.at().snapshot(actee);
    if !change.at().is_complete(actee) {
        crate::construction::unfinished::salvage(change, actee);
        change.remove(actee, Death::Disbanded, None);
        return;
    }
    if !is_free(change.at(), actor, actee) {
        change.pay_acp(actor, change.at().int(ACP_TO_DISBAND, actee));
    }
    for material in change.rules.material_types() {
        let supply = change.at().supply(actee, material).max(0);
        let saved = percent_of(supply, saved_share(change.at(), who.kind, material)).clamp(0, supply);
        if saved > 0 {
            *change.supply_mut(actee, material) -= saved;
            change.give_away(actee, material, saved);
        }
    }
    let loss = change.at().int(HP_PER_DISBAND, actee).min(i32::from(change.state.unit(actee).hp)) as i16;
    change.log_to(EventKind::Disbanded { who, hp: loss }, &[who.cell], &[who.side]);
    if change.state.unit(actee).hp > loss {
        change.unit_mut(actee).hp -= loss;
        return;
    }
    for material in change.rules.material_types() {
        let amount = change.rules.design.entry(RECYCLEABLE_MATERIAL, who.kind, material);
        if amount > 0 {
            change.give_away(actee, material, amount);
        }
    }
    change.remove(actee, Death::Disbanded, None);
}
