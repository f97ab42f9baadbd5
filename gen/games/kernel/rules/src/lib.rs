//! The kernel: the rules of GDL. Any game that a design describes is played here (seed 003 whole; seed 000, "Technology" to
//! "Adding Random Events"; `kernel-rules`).
//!
//! **Data** is everything in the registry: the cost of an action, who can hit, carry, build or capture whom, what a cell yields,
//! when a game is won. **Code** is what GDL itself fixes: the order of the steps of a turn (`turn_steps.rs`), the conditions and
//! effects of each action (`actions/`, one file each with `check` and `apply`), how a strike is computed (`combat/`), who sees what
//! (`vision/`), how bodies of scorekeepers are run (`scorekeepers/`). The code contains no name of a unit, terrain or material.
//! Where the seeds and Xconq 7.5 differ, `DIFFERENCES.md` beside this crate's sources says which one holds, and why.
//!
//! [`Kernel`] is a game made ready, [`State`] all that changes. Rules read through a [`StateView`] and change through a
//! [`StateChange`], which also reports events. Players get a [`View`].
//!
//! # Layers
//!
//! A module uses only modules that stand before it here, apart from those listed below, each with its reason (`tests/layers.rs`).
//!
//! | layer | modules, in order |
//! |---|---|
//! | values: names of things, chance, what is said | `ids` `rng` `amounts` `ledger` `goals` `event` `refusal` `moves` `gdl_properties` `action_kinds` |
//! | the game, its state, and how it is read and changed | `state` `kernel` `state_view` `view` `state_change` `near` `existence` |
//! | sides: what they command, see and know | `control` `vision` `environment` `acp` `tech` |
//! | units: what they hold, where they are, their end | `materials` `tooling` `turn` `room_limits` `space` `units` `destruction` `become_type` `terrain` |
//! | how sides fare | `ending` `economy` `sides` `scorekeepers` |
//! | what units do, and what happens to them | `movement` `combat` `construction` `schedule` `chance_events` |
//! | moves | `actions` `tasks` `apply_move` |
//! | for players | `view_own` `candidates` `random` `determinize` `narrative` `text` `jobs` `choice` |
//! | a whole game | `memory_use` `invariants` `show` `show_to` `chart` `save` `begin` `turn_steps` `opening` `playability` `ruleset` |
//!
//! Uses against that order:
//!
//! - `kernel` holds what each part of the rules draws from a design, as a type of that part: `acp` `chance_events` `construction`
//!   `control` `economy` `environment` `movement` `narrative` `schedule` `scorekeepers` `tech` `turn` `vision`.
//! - `state` holds what sides see in the same way: `vision`.
//! - `state_change` hands out what a side sees to be changed, and tells scorekeepers what happens: `vision` `scorekeepers`.
//! - `destruction` drives occupants out of what is destroyed, under the fire of those who watch, which destroys: `combat`.
//! - `movement` is met by fire and bombs on its way, and the winner of a battle moves: `combat`.
//! - `sides` ask, when one loses, who has won by that, while a scorekeeper can have a side lose: `scorekeepers`.

mod acp;
mod action_kinds;
mod actions;
mod amounts;
mod apply_move;
mod become_type;
mod begin;
mod candidates;
mod chance_events;
mod chart;
mod choice;
mod combat;
mod construction;
mod control;
mod destruction;
mod determinize;
mod economy;
mod ending;
mod environment;
mod event;
mod existence;
mod gdl_properties;
mod goals;
mod ids;
mod invariants;
mod jobs;
mod kernel;
mod ledger;
mod materials;
mod memory_use;
mod movement;
mod moves;
mod narrative;
mod near;
mod opening;
mod playability;
mod random;
mod refusal;
mod rng;
mod room_limits;
mod ruleset;
mod save;
mod schedule;
mod scorekeepers;
mod show;
mod show_to;
mod sides;
mod space;
mod state;
mod state_change;
mod state_view;
mod tasks;
mod tech;
mod terrain;
mod text;
mod tooling;
mod turn;
mod turn_steps;
mod units;
mod view;
mod view_own;
mod vision;

pub use apply_move::TaskOutlook;
pub use event::{Death, Event, EventKind, UnitSnapshot};
pub use goals::{Condition, Doctrine, Goal, StandingOrder, Task};
pub use ids::UnitIndex;
pub use kernel::Kernel;
pub use memory_use::MemoryUse;
pub use movement::{Paths, Reached, Route};
pub use moves::{Action, Move, TerrainExtent};
pub use refusal::Refusal;
pub use rng::Purpose;
pub use state::{Details, Phase, SideState, State, Unit};
pub use state_change::StateChange;
pub use state_view::StateView;
pub use view::View;
pub use vision::Seen;

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::action_kinds::ActionKind;
    pub use crate::actions::{apply as apply_action, check as check_action};
    pub use crate::combat::{Means, accident, scaled_dice};
    pub use crate::ledger::take as take_booked;
    pub use crate::movement::check_step;
    pub use crate::random::draw_word;
    pub use crate::room_limits::find_broken as find_broken_room;
    pub use crate::sides::{find_heirs, lose, revolt};
    pub use crate::space::Placement;
    pub use crate::state::Standing;
    pub use crate::text::verbs;
    pub use crate::turn::{TurnStep, TurnSteps, can_act_now};
    pub use crate::turn_steps::TURN_STEPS;
    pub use crate::vision::{
        Image, Memory, SideVision, Views, find_broken as find_broken_vision, learn_terrain, learn_unit, refresh_all,
        terrain_changed, trust_changed,
    };
}
