//! What units are told to work at: goals, tasks, standing orders, doctrines. What they do about it is in `tasks/`.

pub use design::Doctrine;
use grid::Cell;

use crate::ids::UnitIndex;

/// What a unit does over several turns.
pub type Task = design::Task<Cell, UnitIndex>;

/// The goals of tasks.
pub type Goal = design::Goal<Cell, UnitIndex>;

/// The condition of a standing order.
pub type Condition = design::OrderCondition<Cell, UnitIndex>;

/// An order to idle units of a type.
pub type StandingOrder = design::StandingOrder<Cell, UnitIndex>;
