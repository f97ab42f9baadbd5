//! Change type (`kernel-rules` 2.16), and upgrades that happen automatically.

use design::parameters::table::{
    ACP_TO_CHANGE_TYPE, ADVANCE_TO_CHANGE_TYPE, CONSUMPTION_PER_CHANGE_TYPE, CXP_TO_CHANGE_TYPE,
    MATERIAL_TO_CHANGE_TYPE, OCCUPANTS_TO_CHANGE_TYPE, SIZE_TO_CHANGE_TYPE, TURN_TO_CHANGE_TYPE, WRECKS_ON,
};
use design::parameters::unit::{ACP_MIN, AUTO_UPGRADE_TO, TECH_TO_CHANGE_TYPE_TO, WRECKED_TYPE};
use design::{AdvanceType, TypeId, UnitType};

use crate::become_type::acp_maximum;
use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(at: StateView<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
    if !at.rules.abilities.changes.has(at.unit(actee).kind, kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot become that type"));
    }
    at.check_acp(actor, at.rules.design.entry(ACP_TO_CHANGE_TYPE, at.unit(actee).kind, kind))?;
    check_conditions(at, actor, actee, kind)
}

/// Checks the conditions of a change other than action points and permission.
fn check_conditions(at: StateView<'_>, actor: UnitIndex, id: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
    let (design, unit) = (&*at.rules.design, at.unit(id));
    let old = unit.kind;
    let no = |why| Err(Refusal::CannotDo(why));
    if i64::from(at.state.turn) < i64::from(design.entry(TURN_TO_CHANGE_TYPE, old, kind)) {
        return no("it is too early for this change");
    }
    if !at.may_turn_into(unit.side, kind) {
        return no("the side may not own one more unit of this type");
    }
    at.check_tech(unit.side, kind, design.int(TECH_TO_CHANGE_TYPE_TO, kind))?;
    let lacks =
        |advance| design.entry(ADVANCE_TO_CHANGE_TYPE, old, advance) != 0 && !at.has_advance(unit.side, advance);
    if design.is_set(ADVANCE_TO_CHANGE_TYPE) && design.ids::<AdvanceType>().any(lacks) {
        return no("an advance is missing for this change");
    }
    let size = at.details(id).map_or(0, |details| i32::from(details.size));
    if size < design.entry(SIZE_TO_CHANGE_TYPE, old, kind) {
        return no("it is too small for this change");
    }
    if i32::from(unit.cxp) < design.entry(CXP_TO_CHANGE_TYPE, old, kind) {
        return no("it has too little experience for this change");
    }
    let count = |wanted| at.occupants(id).filter(|&occupant| at.unit(occupant).kind == wanted).count() as i32;
    let misses = |wanted| {
        let least = design.entry(OCCUPANTS_TO_CHANGE_TYPE, old, wanted);
        least > 0 && count(wanted) < least
    };
    if design.is_set(OCCUPANTS_TO_CHANGE_TYPE) && design.unit_types().any(misses) {
        return no("occupants are missing for this change");
    }
    // By the seeds the entry of the new type counts, by 7.5 that of the old one.
    let row = if at.rules.is_xconq_7_0 { kind } else { old };
    at.check_need(actor, id, |material| {
        let least = design.entry(MATERIAL_TO_CHANGE_TYPE, row, material);
        design.entry(CONSUMPTION_PER_CHANGE_TYPE, old, material).max(least)
    })
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, kind: UnitType) {
    let old = change.state.unit(actee).kind;
    let cost = change.rules.design.entry(ACP_TO_CHANGE_TYPE, old, kind);
    if actor != actee {
        change.pay_acp(actor, cost);
    }
    if !change_type(change, actor, actee, kind) || actor != actee {
        return;
    }
    // A unit that changes itself pays at the scale of its new type.
    let (before, after) = (acp_maximum(change.at(), old), acp_maximum(change.at(), kind));
    let cost = if before > 0 { i64::from(cost) * i64::from(after) / i64::from(before) } else { i64::from(cost) };
    let least = i64::from(change.at().int(ACP_MIN, actee));
    let unit = change.unit_mut(actee);
    unit.acp = (i64::from(unit.acp) - cost).max(least) as i16;
}

/// Changes a type, and takes the materials for it. Returns whether the unit still exists.
fn change_type(change: &mut StateChange<'_>, actor: UnitIndex, id: UnitIndex, kind: UnitType) -> bool {
    let old = change.state.unit(id).kind;
    change.consume_all(actor, id, |at, material| at.rules.design.entry(CONSUMPTION_PER_CHANGE_TYPE, old, material));
    let who = change.at().snapshot(id);
    let into = wrecked_here(change.at(), id, kind).unwrap_or(kind);
    change.log_to(EventKind::TypeChanged { who, into }, &[who.cell], &[who.side]);
    change.become_type(id, into)
}

/// The wreck that a type becomes on the terrain where the unit is, if that wrecks it.
fn wrecked_here(at: StateView<'_>, id: UnitIndex, kind: UnitType) -> Option<UnitType> {
    let unit = at.unit(id);
    let is_wrecked = unit.inside.some().is_none()
        && !at.survives(kind, unit.cell)
        && at.rules.design.entry(WRECKS_ON, kind, at.ground(unit.cell)) != 0;
    let wreck = usize::try_from(at.rules.design.int(WRECKED_TYPE, kind)).ok()?;
    is_wrecked.then(|| UnitType::at(wreck))
}

/// Changes units that become another type automatically, as soon as they may, without action points.
pub(crate) fn upgrade(change: &mut StateChange<'_>) {
    if !change.rules.features.upgrades {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if !change.at().is_active(id) {
            continue;
        }
        let Ok(index) = usize::try_from(change.at().int(AUTO_UPGRADE_TO, id)) else { continue };
        let kind = UnitType::at(index);
        if kind != change.state.unit(id).kind && check_conditions(change.at(), id, id, kind).is_ok() {
            change_type(change, id, id, kind);
        }
    }
}
