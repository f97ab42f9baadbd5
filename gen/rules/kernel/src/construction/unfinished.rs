//! Unfinished units: they build themselves, decay, or are given up (`kernel-rules` 2.13 and 10.2).

use design::parameters::global;
use design::parameters::unit::{CP, CP_ATTRITION, CP_PER_SELF_BUILD, CP_TO_SELF_BUILD};

use crate::event::{Death, What};
use crate::luck::Purpose;
use crate::tasks::Goal;
use crate::{Course, Position, UnitId};

/// Units that are in play and not complete.
fn find_unfinished(at: Position<'_>) -> Vec<UnitId> {
    at.live().filter(|&id| at.is_in_play(id) && at.unit(id).cp >= 0 && !at.is_complete(id)).collect()
}

/// Units that can build themselves do.
pub(crate) fn build_themselves(course: &mut Course<'_>) {
    if !course.rules.works.has_self_building {
        return;
    }
    for id in find_unfinished(course.at()) {
        let at = course.at();
        let (adds, cp) = (at.int(CP_PER_SELF_BUILD, id), i32::from(at.unit(id).cp));
        if adds <= 0 || cp < at.int(CP_TO_SELF_BUILD, id) || !at.is_in_play(id) {
            continue;
        }
        let added = adds.min(at.int(CP, id) - cp) as i16;
        course.unit_mut(id).cp += added;
        let who = course.at().who(id);
        course.tell(What::Built { who, by: who, cp: added }, &[who.cell], &[who.side]);
        if course.at().is_complete(id) {
            course.complete(id);
            // The turn has only begun: what it gets comes with that of all others.
            course.unit_mut(id).acp = 0;
        }
    }
}

/// Unfinished units lose construction points; with the last they vanish.
pub(crate) fn decay(course: &mut Course<'_>) {
    if !course.rules.works.has_cp_attrition {
        return;
    }
    for id in find_unfinished(course.at()) {
        let chance = course.at().int(CP_ATTRITION, id);
        if !course.at().is_in_play(id) || !course.state.luck.per_10_000(Purpose::Work, chance) {
            continue;
        }
        let unit = course.unit_mut(id);
        unit.cp -= 1;
        if unit.cp <= 0 {
            course.remove(id, Death::Attrition, None);
        }
    }
}

/// Where the design says so, unfinished units on which nobody worked last turn, nor is about to, are given up.
pub(crate) fn give_up(course: &mut Course<'_>) {
    if course.rules.design.global_int(global::DISBAND_UNFINISHED_UNITS) == 0 || crate::turn::is_first(course.at()) {
        return;
    }
    for id in find_unfinished(course.at()) {
        if course.at().is_in_play(id) && !is_worked_on(course.at(), id) {
            salvage(course, id);
            course.remove(id, Death::Disbanded, None);
        }
    }
}

fn is_worked_on(at: Position<'_>, id: UnitId) -> bool {
    let turn = at.state.turn;
    let builds_itself = at.int(CP_PER_SELF_BUILD, id) > 0 && i32::from(at.unit(id).cp) >= at.int(CP_TO_SELF_BUILD, id);
    let is_recent = |(_, last): (UnitId, u32)| last + 1 >= turn;
    if builds_itself || at.details(id).and_then(|details| details.builder).is_some_and(is_recent) {
        return true;
    }
    let kind = at.unit(id).kind;
    let is_about_to = |other: UnitId| {
        let task = at.details(other).and_then(|details| details.task);
        let builds = |goal| matches!(goal, Goal::Build(wanted, _) if wanted == kind);
        task.is_some_and(|task| builds(task.goal))
            && at.distance(other, id) <= at.pair(design::parameters::table::BUILD_RANGE, other, id)
    };
    at.units_of(at.unit(id).side).filter(|&other| at.is_active(other)).any(is_about_to)
}

/// What was put into an unfinished unit goes back to who worked on it last, as far as the design says so.
pub(crate) fn salvage(course: &mut Course<'_>, id: UnitId) {
    let at = course.at();
    let builder = at.details(id).and_then(|details| details.builder).map(|(builder, _)| builder);
    let builder = builder.filter(|&builder| at.is_in_play(builder));
    if at.rules.design.global_int(global::SALVAGE_UNFINISHED_CPS) != 0
        && let Some(builder) = builder
    {
        let cp = at.unit(id).cp.max(0);
        let stash = &mut course.details_mut(builder).cp_stash;
        *stash = stash.saturating_add(cp);
    }
    let at = course.at();
    if at.rules.design.global_int(global::SALVAGE_UNFINISHED_MATERIALS) == 0 {
        return;
    }
    let spent = at.details(id).map_or_else(Vec::new, |details| details.spent.clone());
    for (material, amount) in course.rules.material_types().zip(spent) {
        let mut left = amount;
        if let Some(builder) = builder {
            let at = course.at();
            let kept = left.min(at.storage(builder, material) - at.supply(builder, material)).max(0);
            *course.supply_mut(builder, material) += kept;
            left -= kept;
        }
        if left > 0 {
            course.give_away(builder.unwrap_or(id), material, left);
        }
    }
}
