//! Tool up for a type (`kernel-rules` 2.11).

use design::parameters::table::{
    ACP_TO_TOOLUP, CONSUMPTION_PER_TOOLEDUP, CONSUMPTION_PER_TOOLUP, CONSUMPTION_PER_TP, MATERIAL_TO_TOOLUP, TP_MAX,
    TP_PER_TOOLUP,
};
use design::{MaterialType, UnitType};

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
    let (design, doer) = (&*at.rules.design, at.unit(actee).kind);
    if !at.rules.abilities.tools.has(doer, kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot tool up for that type"));
    }
    at.check_construction(at.unit(actor).side, kind)?;
    if at.tooling(actee, kind) >= design.entry(TP_MAX, doer, kind) {
        return Err(Refusal::Invalid("it is tooled up as far as it can be"));
    }
    at.check_acp(actor, design.entry(ACP_TO_TOOLUP, doer, kind))?;
    at.check_need(actor, actee, |material| {
        used(at, doer, kind, material).max(design.entry(MATERIAL_TO_TOOLUP, doer, material))
    })
}

/// The amount of a material that one action uses up. 7.5 requires `consumption-per-tp` but never takes it.
fn used(at: StateView<'_>, doer: UnitType, kind: UnitType, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let per_tp = design.entry(CONSUMPTION_PER_TP, doer, material);
    design
        .entry(CONSUMPTION_PER_TOOLEDUP, kind, material)
        .saturating_add(design.entry(CONSUMPTION_PER_TOOLUP, doer, material))
        .saturating_add(design.entry(TP_PER_TOOLUP, doer, kind).saturating_mul(per_tp))
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) {
    let (rules, doer) = (change.rules, change.state.unit(actee).kind);
    let design = &rules.design;
    change.pay_acp(actor, design.entry(ACP_TO_TOOLUP, doer, kind));
    change.consume_all(actor, actee, |at, material| used(at, doer, kind, material));
    let before = change.at().tooling(actee, kind);
    let most = design.entry(TP_MAX, doer, kind);
    let points = before.saturating_add(design.entry(TP_PER_TOOLUP, doer, kind)).min(most).max(before);
    change.set_tooling(actee, kind, points);
    crate::tooling::cross_over(change, actee);
    let (who, tp) = (change.at().snapshot(actee), change.at().tooling(actee, kind) as i16);
    change.log_to_side(who.side, EventKind::ToolUp { who, kind, tp });
}
