//! Getting repaired: going to whoever repairs, and waiting there.

use design::UnitType;
use design::parameters::table::{AUTO_REPAIR, AUTO_REPAIR_RANGE, HP_PER_REPAIR};
use design::parameters::unit::{HP_MAX, HP_RECOVERY};

use super::Step;
use super::walk::{self, is_for_later};
use crate::{Action, Move, UnitId, View};

pub(super) fn next_step(view: View<'_>, id: UnitId) -> Step {
    let unit = view.own(id);
    let design = &*view.rules.design;
    if i32::from(unit.hp) >= design.int(HP_MAX, unit.kind) {
        return Step::Done;
    }
    // Itself, if it can; else the nearest that does.
    if view.check(Move::act(id, Action::Repair(id))).is_ok() {
        return Step::Do(Action::Repair(id));
    }
    let area = view.rules.area;
    let distance = |other: UnitId| area.distance(unit.cell, view.own(other).cell);
    let nearest = repairers(view, id, unit.kind).min_by_key(|&other| (distance(other), other));
    let recovers = design.int(HP_RECOVERY, unit.kind) > 0;
    let Some(repairer) = nearest else { return if recovers { Step::Wait } else { Step::Failed } };
    if view.check(Move::act(repairer, Action::Repair(id))).is_ok() {
        return Step::Let(repairer, repairer, Action::Repair(id));
    }
    // Units of friends may carry it.
    if view.position().is_within(id, repairer) {
        return Step::Wait;
    }
    let reach = design.entry(AUTO_REPAIR_RANGE, view.own(repairer).kind, unit.kind);
    let reach = if reach < 0 { 0 } else { reach as u32 };
    let entry = Action::Enter(repairer);
    let near = distance(repairer);
    match if near <= 1 { view.check(Move::act(id, entry)).err() } else { Some(crate::Refusal::NoPath) } {
        None => Step::Do(entry),
        Some(why) if is_for_later(&why) => Step::Wait,
        Some(_) => match walk::next_step(view, id, view.own(repairer).cell, reach.min(1)) {
            Step::Done => Step::Wait,
            Step::Failed if recovers || near <= reach => Step::Wait,
            step => step,
        },
    }
}

/// Units of the side's own that repair a type, at once or from turn to turn.
fn repairers(view: View<'_>, id: UnitId, kind: UnitType) -> impl Iterator<Item = UnitId> {
    let design = &*view.rules.design;
    let at = view.position();
    view.own_units().filter(move |&other| {
        let repairer = view.own(other).kind;
        other != id
            && at.is_active(other)
            && (design.entry(AUTO_REPAIR, repairer, kind) > 0 || design.entry(HP_PER_REPAIR, repairer, kind) > 0)
    })
}
