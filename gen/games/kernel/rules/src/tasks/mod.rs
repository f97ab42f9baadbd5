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
mod step;
mod transport;
mod walk;
mod work;

use crate::{Goal, UnitIndex, View};

pub(crate) use orders::{check, say};
pub(crate) use saved::{
    first_doctrines, first_standing_orders, take_plan, write_doctrines, written_plan, written_standing_orders,
};
pub(crate) use step::TaskStep;
pub(crate) use work::work_side;

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
