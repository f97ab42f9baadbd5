//! What is told of starts and their matches, in words.

use design::counted;

use crate::candidate::Candidate;

/// Shares in percent: `23 / 27 / 25 / 25`.
pub(crate) fn percent(shares: &[f64]) -> String {
    shares.iter().map(|share| format!("{:.0}", 100.0 * share)).collect::<Vec<_>>().join(" / ")
}

/// What the matches of a start say.
pub(crate) fn told(start: &Candidate) -> String {
    format!("{} % of {}", percent(&start.shares()), counted(start.games.games as usize, "match"))
}
