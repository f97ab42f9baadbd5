//! Distribution model 0: units with too much of a material offer it, units with too little ask for it (`kernel-rules` 5.2,
//! "backdrop-model 0").
//!
//! It covers only units of sides: independents keep what they have. The amount is bounded by `unload-max`, `load-max` and the
//! receiver's room.

use design::abilities::{can_move, makes, uses};
use design::parameters::table::{
    BASE_CONSUMPTION, CONSUMPTION_PER_MOVE, GIVES_TO_TREASURY, IN_LENGTH, LOAD_MAX, OUT_LENGTH, UNLOAD_MAX,
};
use design::parameters::unit::{ACP_PER_TURN, SPEED};
use design::{MaterialType, TypeId, UnitType};
use grid::disk;
use world::SideId;

use crate::amounts::percent_of;
use crate::near::{Found, Near};
use crate::{StateChange, StateView, Unit, UnitIndex};

/// Units that hold more than they can store offer the excess to units of their side, then to its treasury.
pub(super) fn give_surplus(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let mut near = Near::default();
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let unit = *change.state.unit(id);
        if unit.side == SideId::INDEPENDENT || !change.at().is_active(id) {
            continue;
        }
        for material in rules.material_types() {
            let (has, storage) = (change.at().supply(id, material), change.at().storage(id, material));
            if has <= storage {
                continue;
            }
            give_surplus_of(change, id, material, &mut near);
            let left = change.at().supply(id, material) - storage;
            if left > 0
                && storage == 0
                && change.at().has_treasury(unit.side, material)
                && rules.design.entry(GIVES_TO_TREASURY, unit.kind, material) != 0
            {
                let before = change.at().side(unit.side).treasury[material.index()];
                change.add_treasury(unit.side, material, left);
                let taken = change.at().side(unit.side).treasury[material.index()] - before;
                crate::ledger::note(crate::ledger::LedgerEntry::Used, material, taken);
                *change.supply_mut(id, material) -= taken;
            }
        }
    }
}

fn give_surplus_of(change: &mut StateChange<'_>, id: UnitIndex, material: MaterialType, near: &mut Near) {
    let unit = *change.state.unit(id);
    let storage = change.at().storage(id, material);
    let reach = change.rules.design.entry(OUT_LENGTH, unit.kind, material);
    near.find(change.at(), unit.cell, reach.max(0), None);
    for place in 0..near.found.len() {
        let left = change.at().supply(id, material) - storage;
        if left <= 0 {
            return;
        }
        let Found { distance, id: other, .. } = near.found[place];
        let at = change.at();
        let receiver = at.unit(other);
        let accepts = if reach < 0 {
            at.is_within(other, id)
        } else {
            at.rules.design.entry(IN_LENGTH, receiver.kind, material) >= distance
        };
        if other != id && receiver.side == unit.side && accepts && at.is_active(other) {
            hand_over(change, id, other, material, left);
        }
    }
}

/// The farthest reach, in cells, of which it is noted whom it meets.
const NOTED: i32 = 6;

/// Units with room for more ask for it.
///
/// In late turns hundreds ask, nearly all of them far from anybody who gives. So it is noted beforehand which cells those reach who pass a
/// material on: a unit in the open that none of them reaches asks nobody. (Others give only to what is inside of them.)
pub(super) fn meet_needs(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let mut near = Near::default();
    let mut reached: Vec<u16> = Vec::new();
    for material in rules.material_types() {
        let mut holders: Vec<UnitIndex> =
            change.at().live().filter(|&id| change.at().supply(id, material) > 0).collect();
        if holders.is_empty() {
            continue;
        }
        let farthest = rules.design.unit_types().map(|kind| rules.design.entry(IN_LENGTH, kind, material)).max();
        let farthest = farthest.unwrap_or(0).max(0);
        reached.clear();
        // To note large reaches would take longer than to ask.
        reached.resize(rules.area.len(), if farthest > NOTED { u16::MAX } else { 0 });
        for &id in &holders {
            note_reach(change.at(), id, material, farthest, &mut reached);
        }
        for place in 0..change.state.live.len() {
            let id = change.state.live[place];
            let unit = *change.state.unit(id);
            let reach = rules.design.entry(IN_LENGTH, unit.kind, material);
            if reach < 0
                || unit.side == SideId::INDEPENDENT
                || change.at().room_for(id, material) <= 0
                || !change.at().is_active(id)
                || !(moves(change.at(), unit.kind) || uses(&change.rules.design, unit.kind, material))
            {
                continue;
            }
            let is_reached = reached.get(unit.cell.index()).is_some_and(|sides| sides >> unit.side.0 & 1 == 1);
            if !is_reached && unit.inside == UnitIndex::NONE {
                debug_assert!(!holders.iter().any(|&giver| gives_within(change.at(), giver, id, material, reach)));
                continue;
            }
            let had = change.at().supply(id, material);
            near.find(change.at(), unit.cell, reach, Some(&holders));
            for place in 0..near.found.len() {
                let room = change.at().room_for(id, material);
                if room <= 0 {
                    break;
                }
                let giver = near.found[place].id;
                if may_give(change.at(), giver, id, material) {
                    let amount = grant(change.at(), giver, id, material, room);
                    hand_over(change, giver, id, material, amount);
                }
            }
            // Those that ask later may ask it.
            if had <= 0 && change.at().supply(id, material) > 0 {
                holders.push(id);
                note_reach(change.at(), id, material, farthest, &mut reached);
            }
        }
    }
}

/// Notes for the cells within `farthest` cells of a unit that passes a material on which sides it gives to, as bits.
fn note_reach(at: StateView<'_>, id: UnitIndex, material: MaterialType, farthest: i32, reached: &mut [u16]) {
    let unit = at.unit(id);
    if farthest > NOTED || unit.cell == Unit::NOWHERE || at.rules.design.entry(OUT_LENGTH, unit.kind, material) < 0 {
        return;
    }
    let sides = at.side(unit.side).trusts | 1 << unit.side.0;
    for cell in disk(&at.rules.area, unit.cell, farthest as u32) {
        reached[cell.index()] |= sides;
    }
}

/// Whether a unit would give to another that asks within a reach: what the notes of reaches answer without asking, in builds for tests.
fn gives_within(at: StateView<'_>, giver: UnitIndex, receiver: UnitIndex, material: MaterialType, reach: i32) -> bool {
    let (from, to) = (at.unit(giver).cell, at.unit(receiver).cell);
    from != Unit::NOWHERE && at.rules.area.distance(from, to) <= reach as u32 && may_give(at, giver, receiver, material)
}

fn may_give(at: StateView<'_>, giver: UnitIndex, receiver: UnitIndex, material: MaterialType) -> bool {
    let (from, to) = (at.unit(giver), at.unit(receiver));
    giver != receiver
        && from.side != SideId::INDEPENDENT
        && at.supply(giver, material) > 0
        && at.trusts(from.side, to.side)
        && at.is_active(giver)
        // A unit that does not pass a material on gives it only to occupants.
        && (at.rules.design.entry(OUT_LENGTH, from.kind, material) >= 0 || at.is_within(receiver, giver))
}

/// How much of a request a unit grants.
fn grant(at: StateView<'_>, giver: UnitIndex, receiver: UnitIndex, material: MaterialType, asked: i32) -> i32 {
    let design = &*at.rules.design;
    let (from, to) = (at.unit(giver).kind, at.unit(receiver).kind);
    let stock = at.supply(giver, material);
    if !moves(at, from) && !uses(design, from, material) {
        return asked.min(stock);
    }
    let eats = design.entry(BASE_CONSUMPTION, to, material);
    let starves_soon = eats > 0 && at.supply(receiver, material) / eats < 3;
    if makes(design, from, material)
        || starves_soon
        || at.storage(giver, material) >= at.storage(receiver, material) / 4
    {
        let half = (asked / 2).max(1);
        return match stock / 2 {
            most if asked < most => asked,
            most if half < most => half,
            _ => 0,
        };
    }
    // Both should be able to go on for the same number of turns.
    let (own, other) = (i64::from(turn_use(at, from, material)), i64::from(turn_use(at, to, material)));
    let gap = i64::from(stock) * other - i64::from(at.supply(receiver, material)) * own;
    (gap.max(0) / (own + other).max(1)).min(i64::from(asked)) as i32
}

/// Transfers an amount within the bounds of both units.
fn hand_over(change: &mut StateChange<'_>, from: UnitIndex, to: UnitIndex, material: MaterialType, amount: i32) {
    let at = change.at();
    let bound = |most: i32| if most < 0 { i32::MAX } else { most };
    let amount = amount
        .min(at.supply(from, material))
        .min(at.room_for(to, material))
        .min(bound(at.rules.design.entry(UNLOAD_MAX, at.unit(from).kind, material)))
        .min(bound(at.rules.design.entry(LOAD_MAX, at.unit(to).kind, material)));
    if amount > 0 {
        *change.supply_mut(from, material) -= amount;
        *change.supply_mut(to, material) += amount;
    }
}

/// Whether units of a type move by themselves, or by the action points of those aboard, as a galley does by its rowers'.
fn moves(at: StateView<'_>, kind: UnitType) -> bool {
    can_move(&at.rules.design, kind)
}

/// What a unit of a type consumes in a turn in which it moves as far as it can.
fn turn_use(at: StateView<'_>, kind: UnitType, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let steps = percent_of(design.int(ACP_PER_TURN, kind), design.int(SPEED, kind)).max(1);
    let moving = design.entry(CONSUMPTION_PER_MOVE, kind, material).max(0).saturating_mul(steps);
    design.entry(BASE_CONSUMPTION, kind, material).saturating_add(moving).max(1)
}
