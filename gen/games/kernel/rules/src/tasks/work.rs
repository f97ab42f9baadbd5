//! Work on tasks: step after step, as far as action points go.

use contract::Seat;
use design::parameters::global::{AI_BADTASK_MAX_RETRIES, AI_BADTASK_REMOVE_CHANCE, AI_BADTASK_RESERVE_CHANCE};
use world::SideId;

use super::{TaskStep, doctrine, next_step};
use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{Action, Condition, Goal, Phase, StandingOrder, StateChange, StateView, Task, UnitIndex, View};

/// The most steps that a unit takes at once. More are left to its player.
const STEPS_MAX: u32 = 100;

/// A side acts for the first time in a turn, or in a priority level of it: its units continue their tasks, idle ones get standing
/// orders.
pub(crate) fn work_side(change: &mut StateChange<'_>, side: SideId) {
    expire_standing_orders(change, side);
    let own = change.at().side(side);
    let has_orders = !own.standing_orders.is_empty();
    let has_task =
        |id: &UnitIndex| change.state.details[id.index()].as_ref().is_some_and(|details| details.task.is_some());
    let units: Vec<UnitIndex> = own.units.iter().copied().filter(|id| has_orders || has_task(id)).collect();
    for id in units {
        if change.state.phase == Phase::Over {
            return;
        }
        if change.at().unit(id).side != side || !change.at().is_active(id) || !crate::turn::can_act_now(change.at(), id)
        {
            continue;
        }
        if has_orders && task_of(change.at(), id).is_none() {
            take_standing_order(change, side, id);
        }
        work_unit(change, id);
    }
}

fn task_of(at: StateView<'_>, id: UnitIndex) -> Option<Task> {
    at.details(id).and_then(|details| details.task)
}

/// Drops standing orders that have expired.
fn expire_standing_orders(change: &mut StateChange<'_>, side: SideId) {
    let turn = change.state.turn;
    let orders = &mut change.side_mut(side).standing_orders;
    orders.retain(|order| order.task.until == 0 || order.task.until >= turn);
}

/// Gives an idle unit the first standing order whose condition holds.
fn take_standing_order(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) {
    let at = change.at();
    let unit = at.unit(id);
    let holds = |order: &&StandingOrder| {
        order.kind == unit.kind
            && match order.condition {
                Condition::Always => true,
                Condition::At(cell) => unit.cell == cell,
                Condition::In(carrier) => unit.inside == carrier,
                Condition::Near(cell, range) => at.rules.area.distance(unit.cell, cell) <= u32::from(range),
            }
    };
    let Some(task) = at.side(side).standing_orders.iter().find(holds).map(|order| order.task) else { return };
    let details = change.details_mut(id);
    (details.task, details.failures, details.errand) = (Some(task), 0, None);
}

/// Gives a unit a task, and lets it begin.
pub(super) fn order(change: &mut StateChange<'_>, id: UnitIndex, task: Option<Task>) {
    if task.is_none() && change.state.details[id.index()].is_none() {
        return;
    }
    let details = change.details_mut(id);
    (details.task, details.failures, details.errand) = (task, 0, None);
    if task.is_some() {
        work_unit(change, id);
    }
}

/// Continues a unit's task.
pub(crate) fn work_unit(change: &mut StateChange<'_>, id: UnitIndex) {
    for _ in 0..STEPS_MAX {
        if change.state.phase == Phase::Over || !change.at().is_active(id) {
            return;
        }
        let Some(task) = task_of(change.at(), id) else { return };
        if task.until != 0 && task.until < change.state.turn {
            end(change, id, |who| EventKind::OrderExpired { who });
            return;
        }
        let side = change.at().unit(id).side;
        let Some(seat) = Seat::of(side) else { return };
        let view = View { rules: change.rules, seat, state: change.state };
        // The unit's own needs come first, as its doctrine says.
        let errand = doctrine::errand(view, id, task.goal);
        let known = view.state_view().details(id).and_then(|details| details.errand);
        let step = match errand {
            Some(errand) => next_step(view, id, errand),
            None => next_step(view, id, task.goal),
        };
        if known != errand {
            change.details_mut(id).errand = errand;
        }
        let (actor, actee, action) = match step {
            TaskStep::Do(action) => (id, id, action),
            TaskStep::Let(actor, actee, action) => (actor, actee, action),
            TaskStep::Become(goal) => {
                change.details_mut(id).task = Some(Task { goal, ..task });
                continue;
            }
            TaskStep::Send(other, goal) => {
                order(change, other, Some(Task { goal, ..task }));
                continue;
            }
            TaskStep::Wait => return,
            TaskStep::Done | TaskStep::Failed if errand.is_some() => {
                change.details_mut(id).errand = None;
                // If the errand is not possible now, the task is kept.
                return;
            }
            TaskStep::Done => {
                end(change, id, |who| EventKind::TaskDone { who });
                return;
            }
            TaskStep::Failed => {
                fail(change, id);
                return;
            }
        };
        let acting_side = Seat(change.state.acting_seat).side();
        if crate::actions::check_act(change.at(), acting_side, actor, actee, action).is_err() {
            fail(change, id);
            return;
        }
        let made = change.state.units.len();
        crate::actions::apply(change, actor, actee, action);
        if let Some(details) = &mut change.state.details[id.index()] {
            details.failures = 0;
        }
        if errand.is_none() {
            count_down(change, id, task, action, made);
        }
    }
}

/// Counts a finished unit of the units to build.
fn count_down(change: &mut StateChange<'_>, id: UnitIndex, task: Task, action: Action, made: usize) {
    let Goal::Build(kind, count) = task.goal else { return };
    let product = match action {
        Action::Build(product) => product,
        Action::CreateIn(..) | Action::CreateAt(..) if change.state.units.len() > made => UnitIndex(made as u32),
        _ => return,
    };
    let at = change.at();
    if !at.is_active(product) || at.unit(product).kind != kind || task_of(at, id) != Some(task) {
        return;
    }
    match count {
        0 | 1 => end(change, id, |who| EventKind::TaskDone { who }),
        count => change.details_mut(id).task = Some(Task { goal: Goal::Build(kind, count - 1), ..task }),
    }
}

/// Ends a unit's task.
fn end(change: &mut StateChange<'_>, id: UnitIndex, what: impl FnOnce(crate::UnitSnapshot) -> EventKind) {
    let details = change.details_mut(id);
    (details.task, details.failures, details.errand) = (None, 0, None);
    let who = change.at().snapshot(id);
    change.log_to_side(who.side, what(who));
}

/// A task could not be continued: it is tried again in the next turn, or dropped (`kernel-rules` 8, ai-badtask).
fn fail(change: &mut StateChange<'_>, id: UnitIndex) {
    let design = &*change.rules.design;
    let details = change.details_mut(id);
    details.failures = details.failures.saturating_add(1);
    let failures = i32::from(details.failures);
    let is_hopeless = failures > design.global_int(AI_BADTASK_MAX_RETRIES);
    if is_hopeless || change.percent(Purpose::Behavior, design.global_int(AI_BADTASK_REMOVE_CHANCE)) {
        end(change, id, |who| EventKind::TaskFailed { who });
        return;
    }
    // A unit in reserve does nothing more in this turn.
    if change.percent(Purpose::Behavior, design.global_int(AI_BADTASK_RESERVE_CHANCE)) {
        let unit = change.unit_mut(id);
        unit.acp = unit.acp.min(0);
    }
}
