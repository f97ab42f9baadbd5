//! Fetching materials from the nearest unit that can give them.

use design::{MaterialType, abilities};

use super::walk::{self, is_for_later};
use super::{TaskStep, help};
use crate::{Action, UnitIndex, View};

pub(super) fn next_step(view: View<'_>, id: UnitIndex) -> TaskStep {
    let at = view.state_view();
    let Some(material) = scarcest(view, id) else { return TaskStep::Done };
    let distance = |other: UnitIndex| view.rules.area.distance(view.own(id).cell, view.own(other).cell);
    let gives = |&other: &UnitIndex| {
        other != id
            && at.is_active(other)
            && (makes(view, other, material) || at.supply(other, material) > at.supply(id, material))
            && (at.may_transfer(other, id, material) || at.flow_range(other, id, material).is_some())
    };
    let mut givers: Vec<UnitIndex> = view.own_units().filter(gives).collect();
    // A unit that produces the material is preferred to one that only carries it, if it is not much farther away.
    givers.sort_by_key(|&other| (distance(other) + if makes(view, other, material) { 0 } else { 4 }, other));
    help::first_step(givers.into_iter().map(|giver| fetch(view, id, giver, material))).unwrap_or(TaskStep::Failed)
}

/// The next step to get a material from a unit.
fn fetch(view: View<'_>, id: UnitIndex, giver: UnitIndex, material: MaterialType) -> TaskStep {
    let at = view.state_view();
    let distance = at.distance(id, giver);
    if distance <= 1 {
        let room = at.room_for(id, material);
        let take = Action::Transfer(giver, Some(material), -room);
        let give = Action::Transfer(id, Some(material), room.min(at.supply(giver, material)));
        let taken = view.check_act(id, id, take);
        if taken.is_ok() {
            return TaskStep::Do(take);
        }
        if view.check_act(giver, giver, give).is_ok() {
            return TaskStep::Let(giver, giver, give);
        }
        if taken.is_err_and(|why| is_for_later(&why)) {
            return TaskStep::Wait;
        }
    }
    if distance <= 1
        && view.own(id).inside != giver
        && let Some(step) = help::go_inside(view, id, giver)
    {
        return step;
    }
    match walk::known_step(view, id, view.own(giver).cell, 0) {
        // Here it comes automatically each turn, or will be there to be taken.
        TaskStep::Done | TaskStep::Failed if is_fed(view, id, giver, material) => TaskStep::Wait,
        TaskStep::Done | TaskStep::Failed
            if distance <= 1 && makes(view, giver, material) && at.may_transfer(giver, id, material) =>
        {
            TaskStep::Wait
        }
        TaskStep::Done => TaskStep::Failed,
        step => step,
    }
}

/// Whether the design transfers a material automatically from one unit to another, where they stand.
fn is_fed(view: View<'_>, id: UnitIndex, giver: UnitIndex, material: MaterialType) -> bool {
    let range = view.state_view().flow_range(giver, id, material);
    range.is_some_and(|range| help::is_in_range(view, id, giver, range))
}

/// Whether a unit produces a material.
fn makes(view: View<'_>, id: UnitIndex, material: MaterialType) -> bool {
    abilities::makes(&view.rules.design, view.own(id).kind, material)
}

/// The material of which the unit has the least share, among those that it uses and does not produce; `None` if it is full.
pub(super) fn scarcest(view: View<'_>, id: UnitIndex) -> Option<MaterialType> {
    let at = view.state_view();
    let lacking = needed(view, id).filter(|&material| at.supply(id, material) < at.storage(id, material));
    lacking.min_by_key(|&material| (percent(view, id, material), material))
}

/// The materials that a unit holds, uses and does not produce.
pub(super) fn needed(view: View<'_>, id: UnitIndex) -> impl Iterator<Item = MaterialType> {
    let (design, kind) = (&*view.rules.design, view.own(id).kind);
    view.rules.material_types().filter(move |&material| abilities::needs(design, kind, material))
}

/// How full a unit is of a material.
pub(super) fn percent(view: View<'_>, id: UnitIndex, material: MaterialType) -> i32 {
    let at = view.state_view();
    let storage = i64::from(at.storage(id, material).max(1));
    (i64::from(at.supply(id, material)) * 100 / storage) as i32
}
