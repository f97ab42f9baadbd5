//! What matches say of a scenario's seats, as its file keeps it.

/// The answer of the matches to the question whether the seats are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedVerdict {
    /// All seats, or teams, are shown to win within `delta` of their share.
    Equal,
    /// Some are shown not to.
    Unequal,
    /// Neither is shown.
    Open,
}

impl PlayedVerdict {
    /// Every verdict.
    pub const ALL: [PlayedVerdict; 3] = [PlayedVerdict::Equal, PlayedVerdict::Unequal, PlayedVerdict::Open];

    /// The word in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            PlayedVerdict::Equal => "equal",
            PlayedVerdict::Unequal => "unequal",
            PlayedVerdict::Open => "open",
        }
    }
}

/// A seat's share of the wins, 0 to 1, with its interval at 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedShare {
    /// The share that it won.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share that was wished for it, by the advantages; `None` where all are due the same.
    pub wished: Option<f64>,
}

/// A share as files hold it, to a ten-thousandth: what was just played and what is read again are told in the same digits.
#[must_use]
pub fn kept_share(share: f64) -> f64 {
    (10_000.0 * share).round() / 10_000.0
}

/// What matches of a scenario say of its seats: the part of its fairness that was played, not measured.
///
/// It holds for the start that was played and for no other: `start` is that start's digest, and who reads or writes a scenario drops
/// what was played of another.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedFairness {
    /// The digest of the start that was played.
    pub start: u64,
    /// The players, as `play` names them.
    pub players: Vec<String>,
    /// The seed of the matches.
    pub seed: u64,
    /// How many matches.
    pub matches: u32,
    /// The turns of single seats after which a match ended without a winner.
    pub turn_limit: u32,
    /// How far from its share a seat may be and still count as equal: 0.05 is 5 points.
    pub delta: f64,
    /// What the matches show.
    pub verdict: PlayedVerdict,
    /// The verdict as a sentence.
    pub words: String,
    /// What each seat won, in the order of seats.
    pub seats: Vec<PlayedShare>,
    /// How the start was made fair, if it was.
    pub levelling: Option<Levelling>,
}

/// How a start was made fair by matches before it was played for its proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Levelling {
    /// The share of wins of each team before anything was changed, 0 to 1.
    pub before: Vec<f64>,
    /// How many matches say so.
    pub before_matches: u32,
    /// How many matches the search took, of all candidates.
    pub searched: u32,
    /// What was changed, a sentence each.
    pub changes: Vec<String>,
}
