//! Unfinished units: they build themselves, decay, or are given up (`kernel-rules` 2.13 and 10.2).

use design::parameters::global;
use design::parameters::unit::{CP, CP_ATTRITION, CP_PER_SELF_BUILD, CP_TO_SELF_BUILD};

use crate::event::{Death, EventKind};
use crate::goals::Goal;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// Units that are in play and not complete.
fn find_unfinished(at: StateView<'_>) -> Vec<UnitIndex> {
    at.live().filter(|&id| at.is_in_play(id) && at.unit(id).cp >= 0 && !at.is_complete(id)).collect()
}

/// Units that can build themselves add construction points.
pub(crate) fn build_themselves(change: &mut StateChange<'_>) {
    if !change.rules.features.self_building {
        return;
    }
    for id in find_unfinished(change.at()) {
        let at = change.at();
        let (adds, cp) = (at.int(CP_PER_SELF_BUILD, id), i32::from(at.unit(id).cp));
        if adds <= 0 || cp < at.int(CP_TO_SELF_BUILD, id) || !at.is_in_play(id) {
            continue;
        }
        let added = adds.min(at.int(CP, id) - cp) as i16;
        change.unit_mut(id).cp += added;
        let who = change.at().snapshot(id);
        change.log_to(EventKind::Built { who, by: who, cp: added }, &[who.cell], &[who.side]);
        if change.at().is_complete(id) {
            change.complete(id);
            // The turn has only begun: it gets its points with all other units.
            change.unit_mut(id).acp = 0;
        }
    }
}

/// Unfinished units lose construction points; a unit that loses the last one vanishes.
pub(crate) fn decay(change: &mut StateChange<'_>) {
    if !change.rules.features.cp_attrition {
        return;
    }
    for id in find_unfinished(change.at()) {
        let chance = change.at().int(CP_ATTRITION, id);
        if !change.at().is_in_play(id) || !change.state.rng.per_10_000(Purpose::Work, chance) {
            continue;
        }
        let unit = change.unit_mut(id);
        unit.cp -= 1;
        if unit.cp <= 0 {
            change.remove(id, Death::Attrition, None);
        }
    }
}

/// If the design says so, removes unfinished units on which no unit worked last turn, or is about to.
pub(crate) fn give_up(change: &mut StateChange<'_>) {
    if change.rules.design.global_int(global::DISBAND_UNFINISHED_UNITS) == 0 || change.at().is_first_turn() {
        return;
    }
    for id in find_unfinished(change.at()) {
        if change.at().is_in_play(id) && !is_worked_on(change.at(), id) {
            salvage(change, id);
            change.remove(id, Death::Disbanded, None);
        }
    }
}

fn is_worked_on(at: StateView<'_>, id: UnitIndex) -> bool {
    let turn = at.state.turn;
    let builds_itself = at.int(CP_PER_SELF_BUILD, id) > 0 && i32::from(at.unit(id).cp) >= at.int(CP_TO_SELF_BUILD, id);
    let is_recent = |(_, last): (UnitIndex, u32)| last + 1 >= turn;
    if builds_itself || at.details(id).and_then(|details| details.builder).is_some_and(is_recent) {
        return true;
    }
    let kind = at.unit(id).kind;
    let is_about_to = |other: UnitIndex| {
        let task = at.details(other).and_then(|details| details.task);
        let builds = |goal| matches!(goal, Goal::Build(wanted, _) if wanted == kind);
        task.is_some_and(|task| builds(task.goal))
            && at.distance(other, id) <= at.pair(design::parameters::table::BUILD_RANGE, other, id)
    };
    at.units_of(at.unit(id).side).filter(|&other| at.is_active(other)).any(is_about_to)
}

/// Returns part of what was put into an unfinished unit to the unit that worked on it last, as far as the design says so.
pub(crate) fn salvage(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    let builder = at.details(id).and_then(|details| details.builder).map(|(builder, _)| builder);
    let builder = builder.filter(|&builder| at.is_in_play(builder));
    if at.rules.design.global_int(global::SALVAGE_UNFINISHED_CPS) != 0
        && let Some(builder) = builder
    {
        let cp = at.unit(id).cp.max(0);
        let stash = &mut change.details_mut(builder).cp_stash;
        *stash = stash.saturating_add(cp);
    }
    let at = change.at();
    if at.rules.design.global_int(global::SALVAGE_UNFINISHED_MATERIALS) == 0 {
        return;
    }
    let spent = at.details(id).map_or_else(Vec::new, |details| details.spent.clone());
    for (material, amount) in change.rules.material_types().zip(spent) {
        let mut left = amount;
        if let Some(builder) = builder {
            let at = change.at();
            let kept = left.min(at.storage(builder, material) - at.supply(builder, material)).max(0);
            *change.supply_mut(builder, material) += kept;
            left -= kept;
        }
        if left > 0 {
            change.give_away(builder.unwrap_or(id), material, left);
        }
    }
}
