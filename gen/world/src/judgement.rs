//! The verdict on a scenario: what the crate `fairness` finds, and what files and reports keep.

/// Which way a measure is good for the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// More is better.
    More,
    /// Less is better.
    Less,
    /// Seats should be equal; neither way is better.
    Equal,
}

impl Better {
    /// The word in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Better::More => "more",
            Better::Less => "less",
            Better::Equal => "equal",
        }
    }
}

/// One measure of all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name: `land-8`.
    pub name: String,
    /// What is counted: `cells`.
    pub unit: String,
    /// One value per seat, in the order of seats, as found (not divided by the advantage).
    pub values: Vec<f64>,
    /// Worst seat against best, 0 to 1, after dividing by what the advantages ask for.
    pub min_over_max: f64,
    /// Gini coefficient of the same, 0 to 1; 0 is equal.
    pub gini: f64,
    /// How much it counts in the score.
    pub weight: f64,
    /// Which way is good.
    pub better: Better,
}

/// How fair a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness {
    /// How many seats.
    pub seats: usize,
    /// 0 to 1: the weighted mean of `min_over_max`.
    pub score: f64,
    /// The seat that has it hardest, from 1.
    pub worst_seat: usize,
    /// Why, in a sentence that a player understands.
    pub reason: String,
    /// All measures.
    pub measures: Vec<Measure>,
    /// How the teams compare; `None` where everybody plays alone.
    pub teams: Option<TeamFairness>,
}

/// How fair a scenario is to its teams.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamFairness {
    /// The seats of each team, from 1. Who plays alone is a team of one.
    pub members: Vec<Vec<usize>>,
    /// As the seats' score.
    pub score: f64,
    /// The team that has it hardest, from 1.
    pub worst_team: usize,
    /// Why, in a sentence.
    pub reason: String,
    /// All measures, in the order of the seats'.
    pub measures: Vec<TeamMeasure>,
}

/// One measure of all teams.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamMeasure {
    /// That of the seats' measure.
    pub name: String,
    /// One value per team.
    pub values: Vec<f64>,
    /// Worst team against best, 0 to 1.
    pub min_over_max: f64,
}
