//! The kernel: the rules of GDL. Any game that a design describes is played here (seed 003 whole; seed 000, "Technology" to
//! "Adding Random Events"; `kernel-rules`).
//!
//! **Data** is everything in the registry: the cost of an action, who can hit, carry, build or capture whom, what a cell yields,
//! when a game is won. **Code** is what GDL itself fixes: the order of the steps of a turn (`turn/`), the conditions and effects of
//! each action (`actions/`, one file each with `check` and `apply`), how a strike is computed (`combat/`), who sees what
//! (`vision/`), how bodies of scorekeepers are run (`scorekeepers/`). The code contains no name of a unit, terrain or material.
//! Where the seeds and Xconq 7.5 differ, `DIFFERENCES.md` beside this crate's sources says which one holds, and why.
//!
//! [`Kernel`] is a game made ready, [`State`] all that changes. Rules read through a [`StateView`] and change through a
//! [`StateChange`], which also reports events. Players get a [`View`].

mod actions;
mod amounts;
mod begin;
mod candidates;
mod combat;
mod construction;
mod destruction;
mod determinize;
mod economy;
mod ending;
mod environment;
mod event;
mod existence;
mod given;
mod invariants;
mod kernel;
mod materials;
mod memory_use;
mod movement;
mod moves;
mod narrative;
mod random;
mod refusal;
mod repertoire;
mod rng;
mod room_limits;
mod ruleset;
mod save;
mod scorekeepers;
mod show;
mod sides;
mod space;
mod state;
mod state_change;
mod state_view;
mod tasks;
mod tech;
mod terrain;
mod text;
mod turn;
mod units;
mod view;
mod view_own;
mod vision;

#[cfg(test)]
mod tests;

pub use combat::Odds;
pub use event::{Death, Event, EventKind, UnitSnapshot};
pub use kernel::Kernel;
pub use memory_use::MemoryUse;
pub use movement::{Paths, Reached, Route};
pub use moves::{Action, Move, TerrainExtent};
pub use refusal::Refusal;
pub use rng::Purpose;
pub use state::{Details, Phase, SideState, State, Unit, UnitIndex};
pub use state_change::StateChange;
pub use state_view::StateView;
pub use tasks::{Condition, Doctrine, Goal, StandingOrder, Task, TaskOutlook};
pub use view::{Seen, View};
