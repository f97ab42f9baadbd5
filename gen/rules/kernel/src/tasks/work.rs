//! Work at tasks: step after step, as far as action points go.

use contract::Seat;
use design::parameters::global::{AI_BADTASK_MAX_RETRIES, AI_BADTASK_REMOVE_CHANCE, AI_BADTASK_RESERVE_CHANCE};
use world::SideId;

use super::{Condition, Goal, StandingOrder, Step, Task, doctrine, next_step};
use crate::event::What;
use crate::luck::Purpose;
use crate::{Action, Course, Move, Phase, Position, UnitId, View};

/// As many steps a unit takes at once. More is left for its player.
const STEPS_MAX: u32 = 100;

/// A side has its first say in a turn, or in a band of it: its units go on with their tasks, idle ones by standing orders.
pub(crate) fn work_side(course: &mut Course<'_>, side: SideId) {
    expire_standing_orders(course, side);
    let own = course.at().side(side);
    let has_orders = !own.standing_orders.is_empty();
    let has_task =
        |id: &UnitId| course.state.details[id.index()].as_ref().is_some_and(|details| details.task.is_some());
    let units: Vec<UnitId> = own.units.iter().copied().filter(|id| has_orders || has_task(id)).collect();
    for id in units {
        if course.state.phase == Phase::Over {
            return;
        }
        if course.at().unit(id).side != side || !course.at().is_active(id) || !crate::turn::can_act_now(course.at(), id)
        {
            continue;
        }
        if has_orders && task_of(course.at(), id).is_none() {
            take_standing_order(course, side, id);
        }
        work_unit(course, id);
    }
}

fn task_of(at: Position<'_>, id: UnitId) -> Option<Task> {
    at.details(id).and_then(|details| details.task)
}

/// Forgets orders whose time is over.
fn expire_standing_orders(course: &mut Course<'_>, side: SideId) {
    let turn = course.state.turn;
    let orders = &mut course.state.sides[usize::from(side.0)].standing_orders;
    orders.retain(|order| order.task.until == 0 || order.task.until >= turn);
}

/// Gives an idle unit the first standing order that holds for it.
fn take_standing_order(course: &mut Course<'_>, side: SideId, id: UnitId) {
    let at = course.at();
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
    let details = course.details_mut(id);
    (details.task, details.failures, details.errand) = (Some(task), 0, None);
}

/// Goes on with a unit's task.
pub(crate) fn work_unit(course: &mut Course<'_>, id: UnitId) {
    for _ in 0..STEPS_MAX {
        if course.state.phase == Phase::Over || !course.at().is_active(id) {
            return;
        }
        let Some(task) = task_of(course.at(), id) else { return };
        if task.until != 0 && task.until < course.state.turn {
            end(course, id, |who| What::OrderExpired { who });
            return;
        }
        let side = course.at().unit(id).side;
        if side == SideId::INDEPENDENT {
            return;
        }
        let view = View { rules: course.rules, seat: Seat(side.0 - 1), state: course.state };
        // What a unit needs for itself comes first, as its doctrine says.
        let errand = doctrine::errand(view, id, task.goal);
        let known = view.position().details(id).and_then(|details| details.errand);
        let step = match errand {
            Some(errand) => next_step(view, id, errand),
            None => next_step(view, id, task.goal),
        };
        if known != errand {
            course.details_mut(id).errand = errand;
        }
        let (actor, actee, action) = match step {
            Step::Do(action) => (id, id, action),
            Step::Let(actor, actee, action) => (actor, actee, action),
            Step::Become(goal) => {
                course.details_mut(id).task = Some(Task { goal, ..task });
                continue;
            }
            Step::Send(other, goal) => {
                super::orders::order(course, other, Some(Task { goal, ..task }));
                continue;
            }
            Step::Wait => return,
            Step::Done | Step::Failed if errand.is_some() => {
                course.details_mut(id).errand = None;
                // What cannot be had now is no reason to drop the task.
                return;
            }
            Step::Done => {
                end(course, id, |who| What::TaskDone { who });
                return;
            }
            Step::Failed => {
                fail(course, id);
                return;
            }
        };
        let floor = SideId(course.state.floor + 1);
        if crate::actions::check_move(course.at(), floor, Move::Act { actor, actee, action }).is_err() {
            fail(course, id);
            return;
        }
        let made = course.state.units.len();
        crate::actions::apply(course, actor, actee, action);
        if let Some(details) = &mut course.state.details[id.index()] {
            details.failures = 0;
        }
        if errand.is_none() {
            count_down(course, id, task, action, made);
        }
    }
}

/// One of the units to build is finished.
fn count_down(course: &mut Course<'_>, id: UnitId, task: Task, action: Action, made: usize) {
    let Goal::Build(kind, count) = task.goal else { return };
    let product = match action {
        Action::Build(product) => product,
        Action::CreateIn(..) | Action::CreateAt(..) if course.state.units.len() > made => UnitId(made as u32),
        _ => return,
    };
    let at = course.at();
    if !at.is_active(product) || at.unit(product).kind != kind || task_of(at, id) != Some(task) {
        return;
    }
    match count {
        0 | 1 => end(course, id, |who| What::TaskDone { who }),
        count => course.details_mut(id).task = Some(Task { goal: Goal::Build(kind, count - 1), ..task }),
    }
}

/// A unit works at its task no longer.
fn end(course: &mut Course<'_>, id: UnitId, what: impl FnOnce(crate::Who) -> What) {
    let details = course.details_mut(id);
    (details.task, details.failures, details.errand) = (None, 0, None);
    let who = course.at().who(id);
    course.tell_side(who.side, what(who));
}

/// A task could not be gone on with: it is tried again in the next turn, or dropped (`kernel-rules` 8, ai-badtask).
fn fail(course: &mut Course<'_>, id: UnitId) {
    let design = &*course.rules.design;
    let details = course.details_mut(id);
    details.failures = details.failures.saturating_add(1);
    let failures = i32::from(details.failures);
    let is_hopeless = failures > design.global_int(AI_BADTASK_MAX_RETRIES);
    if is_hopeless || course.percent(Purpose::Behavior, design.global_int(AI_BADTASK_REMOVE_CHANCE)) {
        end(course, id, |who| What::TaskFailed { who });
        return;
    }
    // In reserve a unit keeps out of things: it does nothing more in this turn.
    if course.percent(Purpose::Behavior, design.global_int(AI_BADTASK_RESERVE_CHANCE)) {
        let unit = course.unit_mut(id);
        unit.acp = unit.acp.min(0);
    }
}
