//! What units are told to work at: goals, tasks, standing orders, doctrines. What they do about it is in `tasks/`.

pub use design::Doctrine;
use design::UnitType;
use grid::Cell;
use serde::{Deserialize, Serialize};

use crate::ids::UnitIndex;

/// What a unit does over several turns. With an end, it expires after that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its goal.
    pub goal: Goal,
    /// The last turn in which it holds; 0: until done.
    pub until: u32,
}

/// The goals of tasks.
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

/// The condition of a standing order.
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

impl Goal {
    /// What the goal names: a type, a unit, cells.
    pub(crate) const fn names(self) -> (Option<UnitType>, Option<UnitIndex>, [Option<Cell>; 2]) {
        match self {
            Goal::Build(kind, _) => (Some(kind), None, [None; 2]),
            Goal::MoveTo(cell, _) => (None, None, [Some(cell), None]),
            Goal::Patrol(one, other) => (None, None, [Some(one), Some(other)]),
            Goal::Transport(id, cell) => (None, Some(id), [Some(cell), None]),
            Goal::Hit(id) | Goal::Capture(id) | Goal::Occupy(id) => (None, Some(id), [None; 2]),
            Goal::Sentry | Goal::Resupply | Goal::Repair => (None, None, [None; 2]),
        }
    }

    /// The unit that the goal names, if any.
    pub(crate) const fn unit(self) -> Option<UnitIndex> {
        self.names().1
    }
}
