//! Getting repaired: going to a unit that repairs, and waiting there.

use design::TypeId;
use design::parameters::table::REPAIR_RANGE;
use design::parameters::unit::{HP_MAX, HP_RECOVERY};

use super::walk::{self, is_for_later};
use super::{TaskStep, help};
use crate::{Action, UnitIndex, View};

pub(super) fn next_step(view: View<'_>, id: UnitIndex) -> TaskStep {
    let unit = view.own(id);
    let design = &*view.rules.design;
    if i32::from(unit.hp) >= design.int(HP_MAX, unit.kind) {
        return TaskStep::Done;
    }
    // It repairs itself, if it can; else the nearest unit that can repair it does.
    if view.check_act(id, id, Action::Repair(id)).is_ok() {
        return TaskStep::Do(Action::Repair(id));
    }
    let at = view.state_view();
    let mut repairers: Vec<(RepairRange, UnitIndex)> = view
        .own_units()
        .filter(|&other| other != id && at.is_active(other))
        .filter_map(|other| Some((reach_of(view, other, id)?, other)))
        .collect();
    repairers.sort_by_key(|&(_, other)| (at.distance(id, other), other));
    let steps = repairers.into_iter().map(|(reach, other)| seek(view, id, other, reach));
    let recovers = design.int(HP_RECOVERY, unit.kind) > 0;
    help::first_step(steps).unwrap_or(if recovers { TaskStep::Wait } else { TaskStep::Failed })
}

/// The range from which a unit repairs another.
#[derive(Clone, Copy, Debug)]
struct RepairRange {
    /// By action.
    by_action: Option<u32>,
    /// Automatically, each turn; -1: only inside the other.
    by_itself: Option<i32>,
}

/// How a unit repairs another in their present states; `None` if it cannot.
fn reach_of(view: View<'_>, repairer: UnitIndex, patient: UnitIndex) -> Option<RepairRange> {
    let (at, rules) = (view.state_view(), view.rules);
    let (own, other) = (view.own(repairer), view.own(patient));
    let is_fit = at.is_fit_to_repair(repairer, patient);
    let acts = is_fit && rules.abilities.repairs.has(own.kind, other.kind) && at.can_ever_act(repairer);
    let mut menders = rules.menders[other.kind.index()].iter();
    let mender = menders.find(|mender| mender.kind == own.kind).filter(|_| is_fit);
    let reach = RepairRange {
        by_action: acts.then(|| at.pair(REPAIR_RANGE, repairer, patient).max(0) as u32),
        by_itself: mender.map(|mender| mender.range),
    };
    (reach.by_action.is_some() || reach.by_itself.is_some()).then_some(reach)
}

/// The next step towards repair by a unit.
fn seek(view: View<'_>, id: UnitIndex, repairer: UnitIndex, reach: RepairRange) -> TaskStep {
    let near = view.rules.area.distance(view.own(id).cell, view.own(repairer).cell);
    let is_mended = reach.by_itself.is_some_and(|range| help::is_in_range(view, id, repairer, range));
    let is_near = reach.by_action.is_some_and(|range| near <= range);
    if is_near {
        match view.check_act(repairer, repairer, Action::Repair(id)) {
            Ok(()) => return TaskStep::Let(repairer, repairer, Action::Repair(id)),
            Err(why) if is_for_later(&why) => return TaskStep::Wait,
            Err(_) if reach.by_itself.is_none() => return TaskStep::Failed,
            Err(_) => {}
        }
    }
    if is_mended {
        return TaskStep::Wait;
    }
    if near <= 1
        && let Some(step) = help::go_inside(view, id, repairer)
    {
        return step;
    }
    let range = reach.by_action.max(reach.by_itself.and_then(|range| u32::try_from(range).ok()));
    match walk::known_step(view, id, view.own(repairer).cell, range.unwrap_or(0)) {
        TaskStep::Done => TaskStep::Failed,
        step => step,
    }
}
