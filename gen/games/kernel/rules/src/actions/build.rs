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
    let (has, adds) = (i32::from(at.unit(target).cp), added_cp(at, actee, target).0);
    at.check_need(actor, actee, |material| {
        let least = at.rules.design.entry(MATERIAL_TO_BUILD, builder, material);
        at.build_use(builder, product, has, adds, material).max(least)
    })
}

/// The construction points that one action adds, and what is left over of the work of the builder's side then, in hundredths of a
/// point. Its handicap is heeded here and nowhere else: what does not make a whole point, and what a product has no use for, is
/// done in later actions, so that 3 % are 3 %. What two actions add is the most that is left over: nobody hoards work on products
/// that are too small for it.
fn added_cp(at: StateView<'_>, builder: UnitIndex, target: UnitIndex) -> (i32, u32) {
    let step = at.pair(CP_PER_BUILD, builder, target);
    let missing = at.int(CP, target) - i32::from(at.unit(target).cp);
    let side = at.unit(builder).side;
    let (usual, rest) = (step.min(missing), at.side(side).handicap_rest);
    let handicap = at.rules.handicap(side);
    if handicap.is_even() {
        return (usual, rest);
    }
    let work = i64::from(usual) * i64::from(handicap.percent()) + i64::from(rest);
    let adds = (work / 100).min(i64::from(missing));
    (adds as i32, (work - 100 * adds).min(200 * i64::from(step)) as u32)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, target: UnitIndex) {
    let at = change.at();
    let (builder, product) = (at.unit(actee).kind, at.unit(target).kind);
    let (has, side) = (i32::from(at.unit(target).cp), at.unit(actee).side);
    let (adds, rest) = added_cp(at, actee, target);
    change.pay_acp(actor, change.at().pair(ACP_TO_BUILD, actee, target));
    change.consume_all(actor, actee, |at, material| at.build_use(builder, product, has, adds, material));
    change.unit_mut(target).cp += adds as i16;
    change.side_mut(side).handicap_rest = rest;
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
