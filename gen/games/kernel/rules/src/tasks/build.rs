//! Building units of a type: developing, tooling up, creating one, finishing it, as needed.

use design::{TypeId, UnitType};
use grid::disk;

use super::TaskStep;
use super::walk::{attempt, is_for_later, wait_or_fail};
use crate::{Action, Refusal, UnitIndex, View};

/// The greatest range within which units are created and built, however far the design allows.
const RANGE_MAX: u32 = 3;

pub(super) fn next_step(view: View<'_>, id: UnitIndex, kind: UnitType, count: u16) -> TaskStep {
    if count == 0 {
        // As many as the doctrine says, or one if it says nothing.
        let run = view.own_side().doctrines[view.own(id).kind.index()].construction_run.max(1);
        return TaskStep::Become(crate::Goal::Build(kind, run));
    }
    let mut obstacle = Obstacle::default();
    if let Some(step) = go_on(view, id, kind, &mut obstacle) {
        return step;
    }
    // Without tech and tools nothing can be created; once they suffice, no points are spent on more.
    if view.missing_tech(kind) > 0 {
        return attempt(view, id, Action::Develop(kind));
    }
    if view.missing_tooling(id, kind) > 0 {
        return attempt(view, id, Action::Toolup(kind));
    }
    if let Some(step) = begin(view, id, kind, &mut obstacle) {
        return step;
    }
    match obstacle.0 {
        Some(why) => wait_or_fail(view, id, &why),
        None => TaskStep::Failed,
    }
}

/// What prevented it: the first reason that time may remove, else the first of all.
#[derive(Default)]
struct Obstacle(Option<Refusal>);

impl Obstacle {
    fn try_action(&mut self, view: View<'_>, id: UnitIndex, action: Action) -> bool {
        let Err(why) = view.check_act(id, id, action) else { return true };
        let is_better = self.0.as_ref().is_none_or(|known| !is_for_later(known) && is_for_later(&why));
        if is_better {
            self.0 = Some(why);
        }
        false
    }
}

/// Continues an unfinished unit of the type.
fn go_on(view: View<'_>, id: UnitIndex, kind: UnitType, obstacle: &mut Obstacle) -> Option<TaskStep> {
    let at = view.state_view();
    let range = view.rules.action_kinds[view.own(id).kind.index()].create_range.min(RANGE_MAX);
    let in_open = disk(&view.rules.area, view.own(id).cell, range).flat_map(|cell| at.in_cell(cell));
    let around = in_open.flat_map(|carrier| std::iter::once(carrier).chain(at.occupants(carrier)));
    let mut unfinished = at
        .occupants(id)
        .chain(around)
        .filter(|&product| view.is_own(product) && view.own(product).kind == kind && !at.is_complete(product));
    let product = unfinished.find(|&product| obstacle.try_action(view, id, Action::Build(product)));
    if let Some(product) = product {
        return Some(TaskStep::Do(Action::Build(product)));
    }
    // One is under way and only waits for the next turn, so no second one is begun meanwhile.
    obstacle.0.as_ref().filter(|why| is_for_later(why)).map(|why| wait_or_fail(view, id, why))
}

/// Creates one: inside the builder, in its cell, inside a unit there, or in the cells around.
fn begin(view: View<'_>, id: UnitIndex, kind: UnitType, obstacle: &mut Obstacle) -> Option<TaskStep> {
    let at = view.state_view();
    let cell = view.own(id).cell;
    let range = view.rules.action_kinds[view.own(id).kind.index()].create_range.min(RANGE_MAX);
    let inside = Action::CreateIn(kind, id);
    if obstacle.try_action(view, id, inside) {
        return Some(TaskStep::Do(inside));
    }
    let carriers = at.in_cell(cell).filter(|&carrier| carrier != id && view.is_own(carrier));
    let carriers = carriers.map(|carrier| Action::CreateIn(kind, carrier));
    let places = disk(&view.rules.area, cell, range).map(|place| Action::CreateAt(kind, place, 0));
    std::iter::once(Action::CreateAt(kind, cell, 0))
        .chain(carriers)
        .chain(places)
        .find(|&action| obstacle.try_action(view, id, action))
        .map(TaskStep::Do)
}
