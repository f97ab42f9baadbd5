//! The statistics of seats: how fair a map is in play, and how certain that is.
//!
//! Everything here is a pure function of counts. A game's win is one point, shared by those who draw; a seat's [`Record`] keeps how
//! many games it won alone, with one other, and so on, so that sums are exact in any order. The main question is [`equivalence`]
//! (or [`until_sure`], for repeated looks): are all seats *shown* to be within delta of 1/K, or of the share that
//! each is due? That is more than "no difference was
//! found".
//!
//! **Invariant:** the same counts give the same bits on every machine: logarithms, exponentials and error functions
//! come from the crate `libm`, chance from a named stream.

mod bias;
mod chi_square;
mod choice;
mod correlation;
mod equivalence;
mod false_discovery;
mod interval;
mod matrix;
mod multinomial;
mod normal;
mod order;
mod ratings;
mod record;
mod sequence;

pub use bias::{Bias, bias, bias_floor};
pub use chi_square::{ChiSquare, chi_square, chi_square_quantile, chi_square_tail};
pub use choice::{Belief, Contest, conditional_logit, nonnegative_logit, win_shares};
pub use correlation::{Correlation, pearson, spearman};
pub use equivalence::{Gate, Judgement, Lean, SeatLean, Verdict, equivalence, until_sure};
pub use false_discovery::{Discoveries, false_discovery};
pub use interval::{Interval, interval, wilson};
pub use multinomial::{MOST_OUTCOMES, NoExactTest, multinomial};
pub use normal::{normal_tail, z_of};
pub use order::{OrderRates, Untangled, order};
pub use ratings::{Pairings, Rating, Ratings, ratings};
pub use record::Record;

#[cfg(test)]
mod simulated;
