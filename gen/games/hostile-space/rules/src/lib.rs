//! Hostile Space: ships with momentum and little delta-v on a torus of hexes, missiles, entities, bases (seed 001).
//!
//! **Data**: `numbers.ron`, which a design's section `hostile-space` says anew entry by entry: how many ships and missiles, delta-v, the
//! speed of missiles, how hits count, whether bases are defended. **Code**, a file each: set-up (`set_up`), what a change of velocity costs
//! ([`velocity`]), how ships move (`movement`) and missiles fly (`flight`), the course of a turn (`turn`).
//!
//! In a turn all seats change the velocities of their ships, hidden from each other. The ships move in order of precedence, and only when
//! all have moved do they collide. Then each seat in order fires at most one missile a ship, and all missiles fly, in straight lines, and
//! hit what they pass, friend or foe.
//!
//! | question | the seed | here |
//! |---|---|---|
//! | velocities are given | in the first phase | hidden and at once; `velocities: "open"`: in order, for all to see |
//! | a change of speed off the six axes | not said | place k of the 6 s of a ring becomes k s'/s of the new one, rounded |
//! | a turn | "concentric circles", unfinished | hexes along the ring of the new speed; `turning: "distance"`: between both ends |
//! | the start | not said | at rest |
//! | a missile's first turn | not said | it passes the hex where it was placed, too |
//! | a missile's life | not said | one lap of the longer axis; `missile-turns` |
//! | the edge of a map that does not wrap | a torus only | who leaves it is gone |
//! | entities of several hexes | a series of hexes | connected, seven at most |
//! | a throw that is 0 modulo 3 | not said | the missile is gone, the ship unhurt |
//! | pieces of a defeated seat | go on | and count no more |
//! | several teams after the last turn | most ships, then most missiles | those of a team together; missiles aboard |
//! | who is out without bases | not said | who has no ship |

mod board;
mod chart;
mod event;
mod facts;
mod flight;
mod help;
mod movement;
mod moves;
mod numbers;
mod observe;
mod position;
mod refusal;
mod ruleset;
mod set_up;
mod state;
mod turn;
pub mod velocity;
mod view;

pub use board::{ENTITY_MAX, HostileSpace, SEATS_MAX};
pub use event::{Event, Loss, Piece};
pub use moves::Move;
pub use numbers::{MISSILES_MAX, MISSILES_OF, NAME, Numbers, Turning};
pub use refusal::Refusal;
pub use state::{Entity, Missile, Ship, Stage, State, Token};
pub use view::View;

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::movement::facing;
    pub use crate::numbers::SEED;
}
