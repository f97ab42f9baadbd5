//! Tasks: what a unit does over several turns, for people and players alike (`kernel-rules` 8, `gdl-reference` 13).
//!
//! Work on a task begins as soon as it is given, as far as action points go, and continues whenever its side first acts in a turn.
//! Each goal is a file that returns the next step from what the side sees; `work` takes the steps, and `saved` reads and writes
//! tasks in scenarios.

mod build;
mod capture;
mod doctrine;
mod help;
mod hit;
mod occupy;
mod orders;
mod repair;
mod resupply;
mod saved;
mod sentry;
mod transport;
mod walk;
mod work;

use design::UnitType;
use grid::Cell;
use serde::{Deserialize, Serialize};

use crate::{Action, Move, UnitIndex, View};

pub(crate) use orders::{check, say};
pub(crate) use saved::{
    FileIds, NumberOf, first_doctrines, first_standing_orders, read_plan, write_doctrines, written_plan,
    written_standing_orders,
};
pub(crate) use work::work_side;

/// What a unit works at. With an end, it expires after that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its goal.
    pub goal: Goal,
    /// The last turn in which it holds; 0: until done.
    pub until: u32,
}

/// What there is to work at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Builds a number of units of a type, with everything needed: research, tooling up, creation, completion.
    Build(UnitType, u16),
    /// Goes to a cell, or to within a number of cells of it.
    MoveTo(Cell, u16),
    /// Stays, and wakes when an enemy comes near.
    Sentry,
    /// Goes to and fro between two cells.
    Patrol(Cell, Cell),
    /// Fetches materials where it can.
    Resupply,
    /// Goes where it is repaired, and waits until it is.
    Repair,
    /// Carries a unit to a cell, or the units that wait.
    Transport(UnitIndex, Cell),
    /// Attacks a unit where it is.
    Hit(UnitIndex),
    /// Captures a unit.
    Capture(UnitIndex),
    /// Goes into a unit.
    Occupy(UnitIndex),
}

/// When a standing order holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Everywhere.
    Always,
    /// In a cell.
    At(Cell),
    /// Inside of a unit.
    In(UnitIndex),
    /// Within a number of cells of a cell.
    Near(Cell, u16),
}

/// An order to idle units of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingOrder {
    /// The type.
    pub kind: UnitType,
    /// The condition.
    pub condition: Condition,
    /// The task.
    pub task: Task,
}

/// How units of a type look after themselves (`gdl-reference` 8, doctrines).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doctrine {
    /// Below this share of its storage, in percent, a unit fetches supply.
    pub resupply_percent: u8,
    /// Below this share of its ammunition, in percent, it fetches more.
    pub rearm_percent: u8,
    /// Below this share of its hit points, in percent, it seeks repair.
    pub repair_percent: u8,
    /// How many units are built in a row; 0: as many as the order says.
    pub construction_run: u16,
    /// Whether players may not change it.
    pub is_locked: bool,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine { resupply_percent: 50, rearm_percent: 20, repair_percent: 35, construction_run: 0, is_locked: false }
    }
}

impl Goal {
    /// The unit that the goal names, if any.
    pub(crate) const fn unit(self) -> Option<UnitIndex> {
        match self {
            Goal::Transport(id, _) | Goal::Hit(id) | Goal::Capture(id) | Goal::Occupy(id) => Some(id),
            Goal::Build(..) | Goal::MoveTo(..) | Goal::Sentry | Goal::Patrol(..) | Goal::Resupply | Goal::Repair => {
                None
            }
        }
    }
}

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

/// The next step of a unit towards a goal, by what its side sees.
pub(crate) fn next_step(view: View<'_>, id: UnitIndex, goal: Goal) -> TaskStep {
    match goal {
        Goal::Build(kind, count) => build::next_step(view, id, kind, count),
        Goal::MoveTo(cell, within) => walk::next_step(view, id, cell, u32::from(within)),
        Goal::Sentry => sentry::next_step(view, id),
        Goal::Patrol(one, other) => match walk::next_step(view, id, one, 0) {
            TaskStep::Done => TaskStep::Become(Goal::Patrol(other, one)),
            step => step,
        },
        Goal::Resupply => resupply::next_step(view, id),
        Goal::Repair => repair::next_step(view, id),
        Goal::Transport(passenger, cell) => transport::next_step(view, id, passenger, cell),
        Goal::Hit(target) => hit::next_step(view, id, target),
        Goal::Capture(target) => capture::next_step(view, id, target),
        Goal::Occupy(transport) => occupy::next_step(view, id, transport),
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
    /// What an own unit would do next towards a goal, if that were its task.
    #[must_use]
    pub fn prospect(&self, unit: UnitIndex, goal: Goal) -> TaskOutlook {
        let mut goal = goal;
        // A patrol turns round once.
        for _ in 0..2 {
            let action = match next_step(*self, unit, goal) {
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
