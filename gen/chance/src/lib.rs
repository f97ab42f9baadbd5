//! Seeds, named random streams and dice: the only source of chance in the project.
//!
//! A [`Seed`] is a number that a person can type. Code that needs chance asks it for a [`Stream`] *by name*
//! (`seed.stream("make-rivers/springs")`), so that a new draw, or a new method, shifts no other stream.
//!
//! **Invariant:** the same seed and name give the same numbers on every machine and in every build: streams are ChaCha8, a portable
//! generator, and every draw is integer arithmetic. The state of a match holds [`Draws`], counted instead of streamed, because
//! states are copied by the million.

mod deal;
mod dice;
mod digest;
mod draws;
mod lots;
mod stream;

pub use dice::{Dice, DiceError};
pub use digest::{Digest, digest};
pub use draws::Draws;
pub use lots::Lots;
pub use stream::{SEED_BOUND, Seed, Stream};
