//! Orders: giving units tasks, standing orders for idle ones, doctrine.

use design::TypeId;
use world::SideId;

use super::work;
use crate::{Move, Refusal, StandingOrder, StateChange, StateView, Task};

/// The most standing orders of a side.
pub(super) const STANDING_MAX: usize = 200;

/// Checks that a side may give such an order.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check(at: StateView<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
    match action {
        Move::Order(id, task) => {
            crate::actions::check_order(at, side, id)?;
            if task.is_some() && at.unit(id).side == SideId::INDEPENDENT {
                return Err(Refusal::NotYours(id));
            }
            check_end(at, task)
        }
        Move::StandingOrder(kind, condition, task) => {
            let orders = &at.side(side).standing_orders;
            let is_known = orders.iter().any(|order| order.kind == kind && order.condition == condition);
            match task {
                None if !is_known => Err(Refusal::Invalid("there is no such standing order to take back")),
                Some(_) if !is_known && orders.len() >= STANDING_MAX => {
                    Err(Refusal::Invalid("there are too many standing orders: take some back first"))
                }
                task => check_end(at, task),
            }
        }
        Move::Doctrine(kind, doctrine) => {
            if at.side(side).doctrines[kind.index()].is_locked {
                return Err(Refusal::CannotDo("the doctrine of this type is locked"));
            }
            let percents = [doctrine.resupply_percent, doctrine.rearm_percent, doctrine.repair_percent];
            if percents.iter().any(|&percent| percent > 100) || doctrine.is_locked {
                return Err(Refusal::Invalid("a doctrine has percentages up to 100, and players lock none"));
            }
            Ok(())
        }
        _ => Err(Refusal::Invalid("that is no order")),
    }
}

fn check_end(at: StateView<'_>, task: Option<Task>) -> Result<(), Refusal> {
    match task {
        Some(task) if task.until != 0 && task.until < at.state.turn => {
            Err(Refusal::Invalid("the last turn of the task is over already"))
        }
        _ => Ok(()),
    }
}

/// Gives an order that `check` allows.
pub(crate) fn say(change: &mut StateChange<'_>, side: SideId, action: Move) {
    match action {
        Move::Order(id, task) => work::order(change, id, task),
        Move::StandingOrder(kind, condition, task) => {
            let orders = &mut change.side_mut(side).standing_orders;
            let known = orders.iter().position(|order| order.kind == kind && order.condition == condition);
            match (known, task) {
                (Some(place), Some(task)) => orders[place].task = task,
                (Some(place), None) => drop(orders.remove(place)),
                (None, Some(task)) => orders.push(StandingOrder { kind, condition, task }),
                (None, None) => {}
            }
        }
        Move::Doctrine(kind, doctrine) => {
            change.side_mut(side).doctrines[kind.index()] = doctrine;
        }
        _ => {}
    }
}
