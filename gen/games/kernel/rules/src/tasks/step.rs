//! The next step of a task.

use crate::{Action, Goal, UnitIndex};

/// The next step of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskStep {
    /// The unit takes this action.
    Do(Action),
    /// The first unit makes the second take this action.
    Let(UnitIndex, UnitIndex, Action),
    /// The task continues with this goal.
    Become(Goal),
    /// Another unit of the side gets this task.
    Send(UnitIndex, Goal),
    /// Nothing more in this turn.
    Wait,
    /// The goal is reached.
    Done,
    /// It cannot be reached from here.
    Failed,
}
