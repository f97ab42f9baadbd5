//! A turn: it takes the steps of its beginning and end, and says who acts between (`kernel-rules` 1). What the steps do is no business of
//! this module: `turn_steps.rs` lists them.
//!
//! This page and `order` use each other: when nobody has anything left to do the turn ends, the next one begins, and a seat is chosen to act.

use contract::Seats;
use world::SideId;

use crate::event::EventKind;
use crate::{Phase, StateChange};

mod order;

pub use order::can_act_now;
pub(crate) use order::{ActingOrder, action_done, go_on, side_done, write_acting_seat};

/// A step of a turn. It asks first whether the design uses it at all.
pub type TurnStep = fn(&mut StateChange<'_>);

/// What happens in a turn beside what players do.
#[derive(Debug)]
pub struct TurnSteps {
    /// When it begins, in this order, each with a name for readers.
    pub beginning: &'static [(&'static str, TurnStep)],
    /// When it ends.
    pub end: &'static [(&'static str, TurnStep)],
    /// After each of these steps.
    pub after_each: TurnStep,
    /// If the game has ended with them.
    pub when_over: TurnStep,
    /// Before a side's first say in each priority level.
    pub before_side: fn(&mut StateChange<'_>, SideId),
}

/// Begins the next turn.
pub(crate) fn begin_turn(change: &mut StateChange<'_>) {
    change.state.turn += 1;
    let turn = change.state.turn;
    change.state.rng.begin_turn(turn);
    clear_the_dead(change);
    change.log_to_all(EventKind::TurnBegan { turn });
    take_steps(change, change.rules.turn_steps.beginning);
    change.state.done = Seats::NONE;
    change.state.priority_level = 0;
    order::choose_first_seat(change);
}

fn take_steps(change: &mut StateChange<'_>, steps: &[(&str, TurnStep)]) {
    for (_, step) in steps {
        if change.state.phase == Phase::Playing {
            step(change);
            (change.rules.turn_steps.after_each)(change);
        }
    }
    if change.state.phase == Phase::Over {
        (change.rules.turn_steps.when_over)(change);
    }
}

/// Ends a turn, and begins the next one if the game goes on.
pub(crate) fn end_turn(change: &mut StateChange<'_>) {
    take_steps(change, change.rules.turn_steps.end);
    if change.state.phase == Phase::Playing {
        begin_turn(change);
    }
}

/// Removes from the lists the units that died or changed side since the last turn.
fn clear_the_dead(change: &mut StateChange<'_>) {
    let units = &change.state.units;
    change.state.live.retain(|id| units[id.index()].hp > 0);
    for (number, side) in change.state.sides.iter_mut().enumerate() {
        side.units.retain(|id| units[id.index()].hp > 0 && usize::from(units[id.index()].side.0) == number);
    }
}
