//! Build: add construction points to an unfinished unit (`kernel-rules` 2.13).

use design::parameters::table::{ACP_TO_BUILD, BUILD_RANGE, CP_PER_BUILD, MATERIAL_TO_BUILD};
use design::parameters::unit::CP;

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) -> Result<(), Refusal> {
    let side = at.unit(actor).side;
    if !at.is_in_play(target) || !at.sees(side, target) {
        return Err(Refusal::NoSuchUnit(target));
    }
    let (builder, product) = (at.unit(actee).kind, at.unit(target).kind);
    if at.is_complete(target) {
        return Err(Refusal::Invalid("it is finished"));
    }
    if !at.rules.abilities.builds.has(builder, product) {
        return Err(Refusal::CannotDo("a unit of this type cannot build that type"));
    }
    Refusal::of_reach(at.distance(actee, target), at.pair(BUILD_RANGE, actee, target))?;
    at.check_acp(actor, at.pair(ACP_TO_BUILD, actee, target))?;
    at.check_maker(actor, actee, product)?;
    at.check_workplace(actee, Some(target))?;
    let (has, adds) = (i32::from(at.unit(target).cp), added_cp(at, actee, target));
    at.check_need(actor, actee, |material| {
        let least = at.rules.design.entry(MATERIAL_TO_BUILD, builder, material);
        at.build_use(builder, product, has, adds, material).max(least)
    })
}

/// The construction points that one action adds.
fn added_cp(at: StateView<'_>, builder: UnitIndex, target: UnitIndex) -> i32 {
    at.pair(CP_PER_BUILD, builder, target).min(at.int(CP, target) - i32::from(at.unit(target).cp))
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let at = change.at();
    let (builder, product) = (at.unit(actee).kind, at.unit(target).kind);
    let (has, adds) = (i32::from(at.unit(target).cp), added_cp(at, actee, target));
    change.pay_acp(actor, change.at().pair(ACP_TO_BUILD, actee, target));
    change.consume_all(actor, actee, |at, material| at.build_use(builder, product, has, adds, material));
    change.unit_mut(target).cp += adds as i16;
    change.note_work(actee, target, |at, material| at.build_use(builder, product, has, adds, material));
    change.reuse_cp(actee, target);
    let (who, by) = (change.at().snapshot(target), change.at().snapshot(actee));
    let cp = change.state.unit(target).cp - has as i16;
    change.log_to(EventKind::Built { who, by, cp }, &[who.cell], &[who.side, by.side]);
    if change.at().is_complete(target) {
        change.complete(target);
        change.absorb(actee, target);
    }
}
