//! The kernel: the rules of GDL. Any game that a design describes is played here (seed 003 whole; seed 000, "Technology" to
//! "Adding Random Events"; `kernel-rules`).
//!
//! **Data** is everything that the registry lists: what an action costs, who can hit, carry, build or capture whom, what a cell
//! yields, when a game is won. **Code** is what GDL itself fixes: the order of the steps of a turn (`turn/`), what each action needs
//! and does (`actions/`, one file each with `check` and `apply`), how a blow is reckoned (`combat/`), who sees what (`vision/`), how
//! bodies of scorekeepers are run (`scorekeepers/`). No name of a unit, terrain or material stands in code. Where the seeds and
//! Xconq 7.5 differ, `DIFFERENCES.md` beside this crate's sources says which one holds, and why.
//!
//! [`Kernel`] is a game made ready, [`State`] all that changes. Rules read through a [`Position`] and change through a [`Course`],
//! which also tells what happens. Players get a [`View`].

mod actions;
mod amounts;
mod begin;
mod candidates;
mod combat;
mod construction;
mod course;
mod crowds;
mod destruction;
mod economy;
mod ending;
mod environment;
mod event;
mod given;
mod imagine;
mod invariants;
mod kernel;
mod luck;
mod materials;
mod movement;
mod moves;
mod narrative;
mod position;
mod random;
mod refusal;
mod repertoire;
mod ruleset;
mod save;
mod scorekeepers;
mod show;
mod sides;
mod sound;
mod space;
mod state;
mod tasks;
mod tech;
mod terrain;
mod text;
mod turn;
mod units;
mod view;
mod view_own;
mod vision;
mod weight;

#[cfg(test)]
mod tests;

pub use combat::Odds;
pub use course::Course;
pub use economy::appetite;
pub use event::{Death, Event, What, Who};
pub use kernel::Kernel;
pub use luck::Purpose;
pub use movement::{Paths, Reached, Route};
pub use moves::{Action, Move};
pub use position::Position;
pub use refusal::Refusal;
pub use state::{Details, Phase, SideState, State, Unit, UnitId};
pub use tasks::{Condition, Doctrine, Goal, Prospect, StandingOrder, Task};
pub use view::{Seen, View};
pub use weight::Weight;
