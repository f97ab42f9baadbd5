//! Worlds that are even when they are played: rolls a start, plays it, mends what matches show to be uneven, and proves the
//! result by fresh ones.
//!
//! [`roll`] does all of it, for one of three goals. A proof (`prover.rs`) begins with races of starts with other centers (`sites.rs`):
//! all play a few matches, most drop out, the rest plays more. Then an experiment (`experiment.rs`) finds out what the changes are
//! worth that levers propose for the best start (`choices.rs`): towns nearer or farther, one more or less, a first unit. The sets of
//! them that seem most even are played again and again (`sets.rs`), and one that is expected to level the seats is played with fresh
//! seeds (`proof.rs`), at which it looks three times, after as many matches as were decided on before (`proof_plan.rs`). Another
//! goal (`best.rs`) is the most even start that a bound of matches finds: one race, and fresh matches of its winner. The third
//! (`descent.rs`) is a dungeon whose last level a chosen part of heroes reaches: its monsters are changed level by level.
//!
//! All matches are played in one place (`budget.rs`), and each can be kept in a log (`match_log.rs`), by which a roll that was ended
//! goes on.
//!
//! **Invariant:** matches decide everything, and clocks nothing. The same request gives the same bytes, with any number of threads,
//! and however often it was ended and gone on with.

mod best;
mod budget;
mod candidate;
mod choices;
mod descent;
mod experiment;
mod fair_roll;
mod match_log;
mod progress;
mod proof;
mod proof_plan;
mod prover;
mod sets;
mod sites;
mod words;

#[cfg(test)]
mod tests;

pub use fair_roll::{FairEnd, FairError, FairRoll, roll};
pub use match_log::{KeepLine, LOG_HEAD, MatchLog, whole_lines};
pub use progress::{Event, Progress, Stage};
