//! Transfer parts of a unit that consists of several (seed 003, "Part Transfer Action"). One part is `hp-max` / `parts-max` hit
//! points.

use design::parameters::unit::{ACP_TO_TRANSFER_PART, HP_MAX, PARTS_MAX};

use crate::event::{Death, EventKind};
use crate::space::Placement;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    parts: i16,
    target: Option<UnitIndex>,
) -> Result<(), Refusal> {
    if !at.rules.abilities.of(at.unit(actee).kind).transfers_parts {
        return Err(Refusal::CannotDo("a unit of this type does not come in parts"));
    }
    if parts == 0 || (parts < 0 && target.is_none()) {
        return Err(Refusal::Invalid("no parts would be moved"));
    }
    at.check_acp(actor, at.int(ACP_TO_TRANSFER_PART, actee))?;
    let Some(target) = target else { return check_split(at, actee, parts) };
    if !at.is_in_play(target) {
        return Err(Refusal::NoSuchUnit(target));
    }
    let (one, other) = (at.unit(actee), at.unit(target));
    if target == actee || other.kind != one.kind || !at.is_complete(target) {
        return Err(Refusal::Invalid("parts go to another unit of the same type"));
    }
    if other.side != one.side {
        return Err(Refusal::NotYours(target));
    }
    Refusal::of_reach(at.distance(actee, target), 1)?;
    if moved_hp(at, actee, target, parts) <= 0 { Err(Refusal::DestinationFull) } else { Ok(()) }
}

/// Checks that a new unit may stand beside the old one, or in its place if it takes over all parts.
fn check_split(at: StateView<'_>, actee: UnitIndex, parts: i16) -> Result<(), Refusal> {
    let unit = at.unit(actee);
    if split_hp(at, actee, parts) >= i32::from(unit.hp) {
        return Ok(());
    }
    if !at.has_allowance(unit.side, unit.kind) || !at.fits_in_game(unit.kind) {
        return Err(Refusal::CannotDo("there may be no more units of this type"));
    }
    let has_room = match unit.inside.some() {
        Some(transport) => at.has_room_inside(unit.kind, transport),
        None => at.has_room(unit.kind, unit.cell, None),
    };
    if has_room { Ok(()) } else { Err(Refusal::DestinationFull) }
}

/// Hit points of one part.
fn part_hp(at: StateView<'_>, id: UnitIndex) -> i32 {
    (at.int(HP_MAX, id) / at.int(PARTS_MAX, id).max(1)).max(1)
}

fn split_hp(at: StateView<'_>, id: UnitIndex, parts: i16) -> i32 {
    part_hp(at, id).saturating_mul(i32::from(parts)).min(i32::from(at.unit(id).hp))
}

/// The hit points that are transferred: as many as were asked for, as the giver has, and as the taker has room for.
fn moved_hp(at: StateView<'_>, actee: UnitIndex, target: UnitIndex, parts: i16) -> i32 {
    let (from, to) = if parts > 0 { (actee, target) } else { (target, actee) };
    let asked = part_hp(at, actee).saturating_mul(i32::from(parts).abs());
    asked.min(i32::from(at.unit(from).hp)).min(at.int(HP_MAX, to) - i32::from(at.unit(to).hp))
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    parts: i16,
    target: Option<UnitIndex>,
) {
    change.pay_acp(actor, change.at().int(ACP_TO_TRANSFER_PART, actee));
    let Some(target) = target else {
        split(change, actee, parts);
        return;
    };
    let hp = moved_hp(change.at(), actee, target, parts);
    let (from, to) = if parts > 0 { (actee, target) } else { (target, actee) };
    move_parts(change, from, to, hp);
}

fn split(change: &mut StateChange<'_>, actee: UnitIndex, parts: i16) {
    let hp = split_hp(change.at(), actee, parts);
    let old = *change.state.unit(actee);
    let new = change.add_unit(old.kind, old.side);
    let unit = change.unit_mut(new);
    // It has acted as part of the old unit: its first turn is the next one.
    (unit.hp, unit.cxp, unit.morale, unit.origin) = (hp as i16, old.cxp, old.morale, old.origin);
    if let Some(details) = change.at().details(actee).filter(|details| !details.opinions.is_empty()) {
        let opinions = details.opinions.clone();
        change.details_mut(new).opinions = opinions;
    }
    change.put(new, old.inside.some().map_or(Placement::Open(old.cell, old.altitude), Placement::Inside));
    let (who, by) = (change.at().snapshot(new), change.at().snapshot(actee));
    change.log_to(EventKind::Created { who, by: Some(by) }, &[who.cell], &[who.side]);
    part_with(change, actee, new, hp);
    // It appears like any new unit; but in the place of the old unit it was there before.
    if change.rules.features.overwatch && change.at().is_in_play(actee) {
        crate::combat::overwatch(change, new);
    }
}

/// Moves hit points to a unit that has room for them.
fn move_parts(change: &mut StateChange<'_>, from: UnitIndex, to: UnitIndex, hp: i32) {
    change.unit_mut(to).hp += hp as i16;
    part_with(change, from, to, hp);
}

/// Takes hit points that another unit has received, and gives that unit supply in proportion. A unit without hit points left is
/// removed, and its occupants go over.
fn part_with(change: &mut StateChange<'_>, from: UnitIndex, to: UnitIndex, hp: i32) {
    let whole = i64::from(change.state.unit(from).hp).max(1);
    for material in change.rules.material_types() {
        let at = change.at();
        let supply = at.supply(from, material).max(0);
        let share = (i64::from(supply) * i64::from(hp) / whole) as i32;
        let moved = share.min(at.storage(to, material) - at.supply(to, material)).max(0);
        *change.supply_mut(from, material) -= moved;
        *change.supply_mut(to, material) += moved;
    }
    let parts = (hp / part_hp(change.at(), from)) as i16;
    let (who, taker) = (change.at().snapshot(from), change.at().snapshot(to));
    change.log_to(EventKind::PartsMoved { who, to: taker, parts }, &[who.cell, taker.cell], &[who.side]);
    if i32::from(change.state.unit(from).hp) > hp {
        change.unit_mut(from).hp -= hp as i16;
        return;
    }
    change.rescue_occupants(from, Some(to));
    change.remove(from, Death::UsedUp, Some(taker));
}
