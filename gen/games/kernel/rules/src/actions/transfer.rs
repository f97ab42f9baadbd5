//! Transfer materials to a unit, or from it (`kernel-rules` 2.15).
//!
//! A negative amount takes materials from the target. Without a material everything that can be transferred is, each in that
//! amount, as one action.

use design::MaterialType;
use design::abilities::can_transfer;
use design::parameters::table::{ACP_TO_UNLOAD, LOAD_MAX, UNLOAD_MAX};

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
    amount: i32,
) -> Result<(), Refusal> {
    if !at.is_in_play(target) || !at.sees(at.unit(actor).side, target) {
        return Err(Refusal::NoSuchUnit(target));
    }
    if target == actee || amount == 0 || material.is_some_and(|kind| !at.rules.has_material(kind)) {
        return Err(Refusal::Invalid("it transfers something to another unit, or from it"));
    }
    let (from, to) = direction(actee, target, amount);
    if !at.is_active(target) {
        return Err(Refusal::CannotDo("an unfinished unit holds nothing"));
    }
    if !at.trusts(at.unit(from).side, at.unit(to).side) {
        return Err(Refusal::CannotDo("a unit gives nothing to those whom its side does not trust"));
    }
    Refusal::of_reach(at.distance(actee, target), 1)?;
    if let Some(material) = material {
        check_one(at, from, to, material)?;
        return at.check_acp(actor, cost(at, from, material));
    }
    let mut why = Refusal::CannotDo("there is no material to transfer");
    let mut most = None;
    for material in at.rules.material_types() {
        match check_one(at, from, to, material) {
            Ok(()) => most = most.max(Some(cost(at, from, material))),
            // Among several reasons one that can change is reported.
            Err(reason) if !matches!(reason, Refusal::CannotDo(_)) => why = reason,
            Err(_) => {}
        }
    }
    at.check_acp(actor, most.ok_or(why)?)
}

/// Giver and receiver.
const fn direction(actee: UnitIndex, target: UnitIndex, amount: i32) -> (UnitIndex, UnitIndex) {
    if amount < 0 { (target, actee) } else { (actee, target) }
}

fn cost(at: StateView<'_>, from: UnitIndex, material: MaterialType) -> i32 {
    at.rules.design.entry(ACP_TO_UNLOAD, at.unit(from).kind, material)
}

impl StateView<'_> {
    /// Whether a material can be transferred from one unit to another by action, as far as their types are concerned.
    pub(crate) fn may_transfer(self, from: UnitIndex, to: UnitIndex, material: MaterialType) -> bool {
        can_transfer(&self.rules.design, self.unit(from).kind, self.unit(to).kind, material)
    }
}

fn check_one(at: StateView<'_>, from: UnitIndex, to: UnitIndex, material: MaterialType) -> Result<(), Refusal> {
    if !at.may_transfer(from, to, material) {
        return Err(Refusal::CannotDo("that material does not go from the one to the other"));
    }
    if at.supply(from, material) < 1 {
        return Err(Refusal::NoSource);
    }
    if at.room_for(to, material) < 1 {
        return Err(Refusal::DestinationFull);
    }
    Ok(())
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
    amount: i32,
) {
    let (from, to) = direction(actee, target, amount);
    let mut paid = 0;
    for kind in change.rules.material_types().filter(|&kind| material.is_none_or(|only| only == kind)) {
        let at = change.at();
        if check_one(at, from, to, kind).is_err() {
            continue;
        }
        let bound = |most: i32| if most < 0 { i32::MAX } else { most };
        let design = &*at.rules.design;
        let moved = amount
            .saturating_abs()
            .min(at.supply(from, kind))
            .min(at.room_for(to, kind))
            .min(bound(design.entry(UNLOAD_MAX, at.unit(from).kind, kind)))
            .min(bound(design.entry(LOAD_MAX, at.unit(to).kind, kind)));
        paid = paid.max(cost(at, from, kind));
        let (who, other) = (at.snapshot(from), at.snapshot(to));
        *change.supply_mut(from, kind) -= moved;
        *change.supply_mut(to, kind) += moved;
        let what = EventKind::Transferred { who, to: other, material: kind, amount: moved };
        change.log_to(what, &[who.cell, other.cell], &[who.side, other.side]);
    }
    change.pay_acp(actor, paid);
}
