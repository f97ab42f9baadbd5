//! Worlds proved fair by play: rolls a start, plays it, mends what matches show to be uneven, and proves the result by fresh ones.
//!
//! [`roll`] does all of it. Starts with other centres race (`race.rs`): all play a few matches, most drop out, the rest plays more.
//! Then an experiment (`experiment.rs`) finds out what the changes are worth that `levers` propose for the best start: towns nearer
//! or farther, one more or less, a first unit. The sets of them that seem most even are played again and again, and one that is
//! expected to level the seats is played with fresh seeds. Their matches are looked at three times, after as many as were decided on
//! before (`proof_plan.rs`).
//!
//! **Invariant:** matches decide everything, and clocks nothing. The same request gives the same bytes, with any number of threads.

mod candidate;
mod experiment;
mod proof_plan;
mod prover;
mod race;
mod settings;

#[cfg(test)]
mod tests;

pub use prover::{FairError, FairRoll, roll};
pub use settings::{Event, FairSettings, Progress, Stage};
