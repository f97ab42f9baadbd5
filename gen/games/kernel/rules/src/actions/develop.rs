//! Develop: raise a tech level (`kernel-rules` 2.10).

use design::parameters::global::INDEPSIDE_CAN_DEVELOP;
use design::parameters::table::{ACP_TO_DEVELOP, MATERIAL_TO_DEVELOP, TECH_PER_DEVELOP};
use design::parameters::unit::{TECH_MAX, TECH_PER_TURN_MAX};
use design::{TypeId, UnitType};
use world::SideId;

use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
    let (design, side) = (&*at.rules.design, at.unit(actor).side);
    if side == SideId::INDEPENDENT && design.global_int(INDEPSIDE_CAN_DEVELOP) == 0 {
        return Err(Refusal::CannotDo("independents develop nothing"));
    }
    if !at.rules.abilities.develops.has(at.unit(actee).kind, kind) || !at.rules.permits.may_develop(side, kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot develop that type"));
    }
    if at.tech(side, kind) >= design.int(TECH_MAX, kind) {
        return Err(Refusal::CannotDo("there is no higher tech level"));
    }
    at.check_acp(actor, design.entry(ACP_TO_DEVELOP, at.unit(actee).kind, kind))?;
    at.check_supply(MATERIAL_TO_DEVELOP, actee)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) {
    let (rules, doer, side) = (change.rules, change.state.unit(actee).kind, change.state.unit(actor).side);
    change.pay_acp(actor, rules.design.entry(ACP_TO_DEVELOP, doer, kind));
    let gain = change.state.rng.hundredths(Purpose::Work, rules.design.entry(TECH_PER_DEVELOP, doer, kind));
    let first = i32::from(change.at().side(side).tech_start[kind.index()]);
    let most = first.saturating_add(rules.design.int(TECH_PER_TURN_MAX, kind)).min(rules.design.int(TECH_MAX, kind));
    let level = (change.at().tech(side, kind) + gain).min(most);
    change.raise_tech(side, kind, level);
}
