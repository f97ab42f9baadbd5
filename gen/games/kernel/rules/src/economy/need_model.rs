//! Distribution model 0: units with too much of a material offer it, units with too little ask for it (`kernel-rules` 5.2,
//! "backdrop-model 0").
//!
//! It covers only units of sides: independents keep what they have. The amount is bounded by `unload-max`, `load-max` and the
//! receiver's room.

use design::abilities::{can_move, makes, uses};
use design::parameters::table::{
    BASE_CONSUMPTION, CONSUMPTION_PER_MOVE, GIVES_TO_TREASURY, IN_LENGTH, LOAD_MAX, OUT_LENGTH, UNIT_STORAGE_X,
    UNLOAD_MAX,
};
use design::parameters::unit::{ACP_PER_TURN, SPEED};
use design::{Design, MaterialType, TypeId, UnitType};
use grid::Cell;
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
        if !change.at().is_overfull(id) || unit.side == SideId::INDEPENDENT || !change.at().is_active(id) {
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
    // Each unit is met once, so who has no room now gets nothing.
    let at = change.at();
    let is_receiver = |other| other != id && at.unit(other).side == unit.side && at.room_for(other, material) > 0;
    near.find_those(at, unit.cell, reach.max(0), None, |_| true, is_receiver);
    for &Found { distance, id: other, .. } in &near.found {
        let left = change.at().supply(id, material) - storage;
        if left <= 0 {
            return;
        }
        let at = change.at();
        let accepts = if reach < 0 {
            at.is_within(other, id)
        } else {
            at.rules.design.entry(IN_LENGTH, at.unit(other).kind, material) >= distance
        };
        if accepts && at.is_active(other) {
            hand_over(change, id, other, material, left);
        }
    }
}

/// Units with room for more ask for it.
///
/// In late turns hundreds ask, and nearly all around them hold nothing for them. So what types ask for is worked out once a match; a
/// material is left out for which the design lets nobody ask, or of which nobody lacks any now; and it is noted in which cells anybody
/// holds some for which sides: no other cell is searched.
pub(super) fn meet_needs(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let mut near = Near::default();
    let mut holders = Holders::default();
    for (material, needs) in rules.material_types().zip(&rules.economy.needs) {
        let is_asked = !needs.is_empty() && change.at().live().any(|id| asks(change.at(), id, material, needs));
        if !is_asked || !holders.find(change.at(), material) {
            continue;
        }
        for place in 0..change.state.live.len() {
            let id = change.state.live[place];
            if asks(change.at(), id, material, needs) {
                ask(change, id, material, needs, &mut holders, &mut near);
            }
        }
    }
}

/// What units of a type do with a material here, worked out once a match: each turn asks it of every unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// Whether it moves by itself, or by the action points of those aboard, as a galley does by its rowers', or uses the material. What
    /// does neither keeps it for others.
    is_user: bool,
    /// How far it asks for it; -1 if it never does.
    reach: i32,
}

/// The needs of each type; none at all if no type ever asks for the material.
pub(super) fn find_needs(design: &Design, material: MaterialType) -> Vec<Need> {
    let need = |kind| {
        let is_user = can_move(design, kind) || uses(design, kind, material);
        let has_room = design.entry(UNIT_STORAGE_X, kind, material) > 0;
        Need { is_user, reach: if is_user && has_room { design.entry(IN_LENGTH, kind, material) } else { -1 } }
    };
    let needs: Vec<Need> = design.unit_types().map(need).collect();
    if needs.iter().any(|need| need.reach >= 0) { needs } else { Vec::new() }
}

/// Whether a unit asks for a material now. Supply below 0 was made good before.
fn asks(at: StateView<'_>, id: UnitIndex, material: MaterialType, needs: &[Need]) -> bool {
    let unit = at.unit(id);
    needs[unit.kind.index()].reach >= 0
        && unit.side != SideId::INDEPENDENT
        && at.room_for(id, material) > 0
        && at.is_active(id)
}

/// Those who hold some of a material.
#[derive(Default)]
struct Holders {
    all: Vec<UnitIndex>,
    /// By cell, as bits: the sides to which those in it give.
    sides: Vec<u16>,
}

impl Holders {
    /// Finds them anew. Whether there are any.
    fn find(&mut self, at: StateView<'_>, material: MaterialType) -> bool {
        self.all.clear();
        self.sides.clear();
        self.sides.resize(at.rules.area.len(), 0);
        for id in at.live().filter(|&id| at.supply(id, material) > 0) {
            self.add(at, id);
        }
        !self.all.is_empty()
    }

    fn add(&mut self, at: StateView<'_>, id: UnitIndex) {
        let unit = at.unit(id);
        if unit.cell != Unit::NOWHERE && unit.side != SideId::INDEPENDENT {
            self.all.push(id);
            self.sides[unit.cell.index()] |= at.side(unit.side).trusts;
        }
    }
}

/// A unit asks those who may give it a material, the nearest first. Most get what they lack in their own cell, from the town or the
/// carrier that they are in: only the others look round.
fn ask(
    change: &mut StateChange<'_>,
    id: UnitIndex,
    material: MaterialType,
    needs: &[Need],
    holders: &mut Holders,
    near: &mut Near,
) {
    let unit = *change.state.unit(id);
    let reach = needs[unit.kind.index()].reach;
    let had = change.at().supply(id, material);
    for (nearest, farthest) in [(0, 0), (1, reach)] {
        if nearest > farthest || change.at().room_for(id, material) <= 0 {
            break;
        }
        let at = change.at();
        let gives = |cell: Cell| holders.sides[cell.index()] >> unit.side.0 & 1 == 1;
        let is_giver = |giver| may_give(at, giver, id, material);
        near.find_those(at, unit.cell, farthest, Some(&holders.all), gives, is_giver);
        debug_assert!(
            farthest < reach
                || !near.found.is_empty()
                || !at.live().any(|giver| gives_within(at, giver, id, material, reach)),
            "unit {id} overlooks who gives to it"
        );
        for found in near.found.iter().filter(|found| found.distance >= nearest) {
            let room = change.at().room_for(id, material);
            if room <= 0 {
                break;
            }
            let amount = grant(change.at(), found.id, id, material, room);
            hand_over(change, found.id, id, material, amount);
        }
    }
    // Those that ask later may ask it.
    if had <= 0 && change.at().supply(id, material) > 0 {
        holders.add(change.at(), id);
    }
}

/// Whether a unit would give to another that asks within a reach: asked of all units where a search finds none, in builds for tests.
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
    if !at.rules.economy.needs[material.index()][from.index()].is_user {
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

/// What a unit of a type consumes in a turn in which it moves as far as it can.
fn turn_use(at: StateView<'_>, kind: UnitType, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let steps = percent_of(design.int(ACP_PER_TURN, kind), design.int(SPEED, kind)).max(1);
    let moving = design.entry(CONSUMPTION_PER_MOVE, kind, material).max(0).saturating_mul(steps);
    design.entry(BASE_CONSUMPTION, kind, material).saturating_add(moving).max(1)
}
