//! A General's View: a battle map of squares, gold, companies, supply lines, and every city to take (seed 001, sections 1 and 2).
//!
//! **Data**, in the design: the types of companies with `attack`, `defend`, `acp-per-turn` (movement points), cost
//! (`consumption-on-creation` of the material with `treasury`), what cities raise (`acp-to-create`) and pay (`base-production`,
//! `productivity` of the ground), gold at the start (`initial-treasury`), supply points (`unit-storage-x`, `unit-initial-supply`,
//! `base-consumption` of the other material), and in the section `generals-view` the numbers of [`SETTINGS`]:
//! `order-dice`, `mp-to-enter-enemy-cell`, `strength-without-supply`, `units-per-cell-max`. **Code**, here: the order of the phases, who
//! owns a square, how battles go, what a supply line is, who wins.
//!
//! A position in the middle of a game is a scenario as well: what only these rules know of it stands in its section `generals-view`.
//!
//! Where the seed leaves something open, these rules decide:
//! - With more than two seats the highest roll of the dice chooses its place in the order of turns first; seats with equal rolls
//!   roll again.
//! - Companies may be bought at any time of the movement phase, and move in the turn in which they are bought.
//! - Battles are fought from the south-west, row by row. Companies of one type with the same supply are alike: their owner is asked to
//!   choose only among equals that differ.
//! - A supply line leads over neighbouring squares, not over the company's own square: a besieged city supplies nobody.
//! - Team-mates' squares are friendly: a step into them costs 1, they keep their owner, and supply lines lead over them. Friends
//!   share squares.
//! - A seat without city and company is out. A team wins when it owns every city, or when all others are out.

mod battle;
mod board;
mod candidates;
mod chart;
mod event;
mod facts;
mod help;
mod movement;
mod moves;
mod observe;
mod playability;
mod position;
mod purchase;
mod refusal;
mod ruleset;
mod save;
mod set_up;
mod settings;
mod show;
mod state;
mod supply;
mod turn;
mod view;

pub use board::{CompanyType, GeneralsView, SEATS_MAX};
pub use candidates::Reach;
pub use event::Event;
pub use moves::{Move, Path};
pub use refusal::Refusal;
pub use settings::{NAME, SETTINGS, Setting, Settings};
pub use state::{CompanyId, Phase, State};
pub use view::{Company, View};

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::board::NOWHERE;
    pub use crate::state::Slot;
}
