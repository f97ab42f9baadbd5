//! Losing (`kernel-rules` 7.3): everything that the side has goes to another side, or to nobody, and then its units are thinned
//! out.

use design::parameters::global::{INDEPSIDE_HAS_AI, NO_INDEPSIDE_INGAME};
use design::parameters::table::LOST_SURRENDER_CHANCE;
use design::parameters::unit::{ADVANCED, LOST_REVOLT_CHANCE, LOST_VANISH_CHANCE, LOST_WRECK_CHANCE};
use grid::{Cell, disk};
use world::SideId;

use crate::event::{Death, EventKind};
use crate::rng::Purpose;
use crate::state::Standing;
use crate::{StateChange, StateView, UnitIndex};

/// A side loses; everything that it has goes to another, or to nobody. If only one side is left, it has won at once.
pub fn lose(change: &mut StateChange<'_>, side: SideId, to: Option<SideId>) {
    if change.at().is_in_game(side) {
        lose_quietly(change, side, to);
        crate::scorekeepers::test_winners(change);
        crate::ending::settle(change);
    }
}

/// The same, without a check of who wins by it.
pub(crate) fn lose_quietly(change: &mut StateChange<'_>, side: SideId, to: Option<SideId>) {
    if side == SideId::INDEPENDENT || !change.at().is_in_game(side) {
        return;
    }
    let is_heir = |heir: &SideId| *heir != side && *heir != SideId::INDEPENDENT && change.at().is_in_game(*heir);
    let to = to.or(change.at().side(side).controlled_by).filter(is_heir);
    change.side_mut(side).standing = Standing::Lost;
    change.log_to_all(EventKind::SideLost { side, to });
    for other in &mut change.state.sides {
        if other.controlled_by == Some(side) {
            other.controlled_by = to;
        }
    }
    match to {
        Some(heir) => hand_over(change, side, heir),
        None => leave_to_nobody(change, side),
    }
}

/// Gives units, people and control to another side. Units that it may not own become independent, or are removed.
fn hand_over(change: &mut StateChange<'_>, side: SideId, heir: SideId) {
    crate::economy::inherit_land(change, side, heir);
    for id in own_units(change.at(), side) {
        let kind = change.state.unit(id).kind;
        if change.at().may_take_over(heir, kind) {
            go_over(change, id, heir);
        } else if change.at().may_own(SideId::INDEPENDENT, kind) {
            go_over(change, id, SideId::INDEPENDENT);
        }
    }
    for id in own_units(change.at(), side) {
        if change.at().is_alive(id) {
            change.remove(id, Death::SideLost, None);
        }
    }
}

/// Cities become independent, if independents play; all other units stay where they are, without orders.
fn leave_to_nobody(change: &mut StateChange<'_>, side: SideId) {
    let design = &*change.rules.design;
    if design.global_int(INDEPSIDE_HAS_AI) == 0 || design.global_int(NO_INDEPSIDE_INGAME) != 0 {
        return;
    }
    for id in own_units(change.at(), side) {
        let kind = change.state.unit(id).kind;
        if design.flag(ADVANCED, kind) && change.at().may_own(SideId::INDEPENDENT, kind) {
            go_over(change, id, SideId::INDEPENDENT);
        }
    }
}

fn own_units(at: StateView<'_>, side: SideId) -> Vec<UnitIndex> {
    at.units_of(side).collect()
}

fn go_over(change: &mut StateChange<'_>, id: UnitIndex, to: SideId) {
    let who = change.at().snapshot(id);
    change.set_side(id, to);
    change.log_to(EventKind::SideChanged { who, to }, &[who.cell], &[who.side, to]);
}

/// Decides the fate of units of sides that have lost, at the beginning of each turn.
pub(crate) fn thin_out_the_lost(change: &mut StateChange<'_>) {
    for side in change.rules.side_ids() {
        // A side that is not in the game has lost nothing: its units stay.
        if change.at().side(side).standing != Standing::Lost || change.rules.scenario.side(side).gdl.is_inactive {
            continue;
        }
        for id in own_units(change.at(), side) {
            if change.at().is_alive(id) && change.state.unit(id).side == side {
                meet_fate(change, id);
            }
        }
    }
}

/// A unit is wrecked, vanishes, surrenders to a unit nearby, or goes over to others: the first of these that comes true.
fn meet_fate(change: &mut StateChange<'_>, id: UnitIndex) {
    let rules = change.rules;
    let kind = change.state.unit(id).kind;
    if change.state.rng.per_10_000(Purpose::Events, rules.design.int(LOST_WRECK_CHANCE, kind)) {
        change.destroy(id, Death::SideLost, None);
        return;
    }
    if change.state.rng.per_10_000(Purpose::Events, rules.design.int(LOST_VANISH_CHANCE, kind)) {
        change.remove(id, Death::SideLost, None);
        return;
    }
    if !change.at().is_in_play(id) {
        return;
    }
    if rules.design.is_set(LOST_SURRENDER_CHANCE) {
        for captor in find_captors(change.at(), id) {
            let chance = change.at().pair(LOST_SURRENDER_CHANCE, id, captor);
            if change.state.rng.per_10_000(Purpose::Events, chance) {
                let (who, to) = (change.at().snapshot(id), change.at().snapshot(captor));
                change.log_to(EventKind::Surrendered { who, to }, &[who.cell], &[who.side, to.side]);
                go_over(change, id, to.side);
                return;
            }
        }
    }
    if change.state.rng.per_10_000(Purpose::Events, rules.design.int(LOST_REVOLT_CHANCE, kind)) {
        super::revolt(change, id);
    }
}

/// Units of sides in the game, in the unit's cell and in those around it, that could own it.
fn find_captors(at: StateView<'_>, id: UnitIndex) -> Vec<UnitIndex> {
    let unit = at.unit(id);
    let cells: Vec<Cell> = disk(&at.rules.area, unit.cell, 1).collect();
    let could_take = |&captor: &UnitIndex| {
        let side = at.unit(captor).side;
        side != unit.side
            && side != SideId::INDEPENDENT
            && at.is_in_game(side)
            && at.is_active(captor)
            && at.may_take_over(side, unit.kind)
    };
    cells.into_iter().flat_map(|cell| at.all_in_cell(cell)).filter(could_take).collect()
}
