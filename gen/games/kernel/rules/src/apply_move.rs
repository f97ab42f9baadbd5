//! A move of a side: whether it may be made, by which part of the rules it is made, and what is next towards a goal.

use world::SideId;

use crate::tasks::TaskStep;
use crate::{
    Action, Goal, Move, Refusal, StateChange, StateView, Task, UnitIndex, View, actions, scorekeepers, sides, tasks,
    tech, turn,
};

/// Checks that a side may make a move now.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_move(at: StateView<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
    if let Move::Act { actor, actee, action } = action {
        return actions::check_act(at, side, actor, actee, action);
    }
    actions::check_turn(at, side)?;
    at.check_exists(action)?;
    match action {
        Move::Research(advance) => at.check_topic(side, advance),
        Move::Order(..) | Move::StandingOrder(..) | Move::Doctrine(..) => tasks::check(at, side, action),
        Move::End | Move::Act { .. } => Ok(()),
        _ => sides::check_word(at, side, action),
    }
}

/// Makes a move, if it may be made now.
///
/// # Errors
/// The refusal, if it may not: then nothing has changed.
pub(crate) fn make_move(change: &mut StateChange<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
    if let Move::Act { actor, actee, action: Action::Move(cell, altitude) } = action {
        actions::check_and_go(change, side, [actor, actee], cell, altitude)?;
        turn::action_done(change);
    } else {
        check_move(change.at(), side, action)?;
        make_other(change, side, action);
    }
    if change.state.has_news {
        change.state.has_news = false;
        scorekeepers::after_event(change);
    }
    Ok(())
}

/// Makes a move that `check_move` allows.
fn make_other(change: &mut StateChange<'_>, side: SideId, action: Move) {
    match action {
        Move::Act { actor, actee, action } => {
            actions::apply(change, actor, actee, action);
            turn::action_done(change);
        }
        Move::Research(advance) => tech::research::choose(change, side, advance),
        Move::Order(..) | Move::StandingOrder(..) | Move::Doctrine(..) => tasks::say(change, side, action),
        Move::End => turn::side_done(change, side),
        _ => sides::say(change, side, action),
    }
}

/// The prospect of a goal when a unit continues with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskOutlook {
    /// The next move.
    Move(Move),
    /// Nothing more in this turn.
    Wait,
    /// The goal is reached.
    Done,
    /// It cannot be reached from here.
    Failed,
}

impl View<'_> {
    /// Checks that a move may be made now.
    ///
    /// # Errors
    /// The refusal, if it may not.
    pub fn check(&self, action: Move) -> Result<(), Refusal> {
        check_move(self.state_view(), self.side(), action)
    }

    /// What an own unit would do next towards a goal, if that were its task.
    #[must_use]
    pub fn prospect(&self, unit: UnitIndex, goal: Goal) -> TaskOutlook {
        let mut goal = goal;
        // A patrol turns round once.
        for _ in 0..2 {
            let action = match tasks::next_step(*self, unit, goal) {
                TaskStep::Do(action) => Move::act(unit, action),
                TaskStep::Let(actor, actee, action) => Move::Act { actor, actee, action },
                TaskStep::Send(other, goal) => Move::Order(other, Some(Task { goal, until: 0 })),
                TaskStep::Become(other) => {
                    goal = other;
                    continue;
                }
                TaskStep::Wait => return TaskOutlook::Wait,
                TaskStep::Done => return TaskOutlook::Done,
                TaskStep::Failed => return TaskOutlook::Failed,
            };
            return if self.check(action).is_ok() { TaskOutlook::Move(action) } else { TaskOutlook::Failed };
        }
        TaskOutlook::Wait
    }
}
