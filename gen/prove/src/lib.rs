//! Worlds that are even when they are played: rolls a start, plays it, mends what matches show to be uneven, and proves the
//! result by fresh ones.
//!
//! [`roll`] does all of it, for one of three goals. A proof (`prover.rs`) begins with a look at the plain roll. Where seats are uneven,
//! and the game knows handicaps, these are fitted (`handicaps.rs`): builders of one side get on faster by some percent. Where they
//! would have to be large, or where there may be none, races of starts with other centers come first (`sites.rs`): all play a few
//! matches, most drop out, the rest plays more. Then an experiment (`experiment.rs`) finds out what the changes are worth that levers
//! propose for the best start (`choices.rs`): towns nearer or farther, one more or less, a first unit (`sets.rs`). What is expected to
//! be level is played with fresh seeds (`proof.rs`), at which it looks a few times, after as many matches as were decided on before
//! (`proof_plan.rs`). Another goal (`best.rs`) is the most even start that a bound of matches finds: the same without a proof, and
//! fresh matches of what was found; with a bound of seconds (`even.rs`) the command does that with all that it rolls. The third (`goal.rs`)
//! is one that a game brings ([`starts::GameGoal`]): that a chosen share of its matches does something.
//!
//! [`mend`] plays nothing: it tells the changes after which a seat of a scenario as it is can expect its share, by prediction alone.
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
mod even;
mod experiment;
mod fair_roll;
mod goal;
mod handicaps;
mod match_log;
mod mend;
mod progress;
mod proof;
mod proof_plan;
mod prover;
mod sets;
mod sites;
mod words;

#[cfg(test)]
mod tests;

pub use even::{even_matches, why_plain};
pub use fair_roll::{FairEnd, FairError, FairRoll, level, roll};
pub use match_log::{KeepLine, LOG_HEAD, MatchLog, whole_lines};
pub use mend::{Mending, mend};
pub use progress::{Event, Progress, Stage};
