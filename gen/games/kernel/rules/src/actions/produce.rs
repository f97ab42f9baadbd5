//! Produce a material (`kernel-rules` 2.15).

use design::MaterialType;
use design::parameters::table::{ACP_TO_PRODUCE, MATERIAL_PER_PRODUCTION, MATERIAL_TO_PRODUCE};

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    material: MaterialType,
    amount: i32,
) -> Result<(), Refusal> {
    let design = &*at.rules.design;
    let kind = at.unit(actee).kind;
    if !at.rules.has_material(material) || amount < 1 {
        return Err(Refusal::Invalid("it produces 1 or more of a material"));
    }
    if !at.rules.abilities.produces.has(kind, material) {
        return Err(Refusal::CannotDo("units of this type do not produce that material"));
    }
    at.check_acp(actor, design.entry(ACP_TO_PRODUCE, kind, material))?;
    at.check_supply(MATERIAL_TO_PRODUCE, actee)
}

/// The amount for which the unit has no room goes to its neighbours.
pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    material: MaterialType,
    amount: i32,
) {
    let design = &*change.rules.design;
    let kind = change.state.unit(actee).kind;
    let amount = amount.min(design.entry(MATERIAL_PER_PRODUCTION, kind, material));
    change.pay_acp(actor, design.entry(ACP_TO_PRODUCE, kind, material));
    let who = change.at().snapshot(actee);
    change.log_to(EventKind::Produced { who, material, amount }, &[who.cell], &[who.side]);
    let stored = change.fill(actee, material, amount);
    change.give_away(actee, material, amount - stored);
}
