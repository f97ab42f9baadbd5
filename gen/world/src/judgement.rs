//! The verdict on a scenario: the results of the crate `fairness`, as files and reports keep them.

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
    /// Its name, such as `land-8`.
    pub name: String,
    /// What is counted, such as `cells`.
    pub unit: String,
    /// One value per seat, in the order of seats, as measured (not divided by the advantage).
    pub values: Vec<f64>,
    /// The worst seat's value divided by the best one's, 0 to 1, after each is divided by the seat's advantage.
    pub min_over_max: f64,
    /// Gini coefficient of the same values, 0 to 1; 0 means all are equal.
    pub gini: f64,
    /// Its weight in the prediction, in hundredths.
    pub weight: f64,
    /// Which way is good.
    pub better: Better,
}

/// How fair a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness {
    /// How many seats.
    pub seats: usize,
    /// 0 to 1: how even the predicted shares of wins are, compared with what each seat is due; 0 if nothing is predicted. Whoever shows
    /// it asks [`Fairness::prediction`].
    pub score: f64,
    /// The share of wins that each seat is expected to have, 0 to 1; empty if nothing is predicted, and in scenarios of earlier versions.
    pub predicted: Vec<f64>,
    /// The seat that can expect least of its due, from 1; 0 if nothing is predicted.
    pub worst_seat: usize,
    /// The reason for the score, in a sentence that a player understands.
    pub reason: String,
    /// Between which shares of wins nine in ten seats end that look alike on such maps; with teams, nine in ten teams. `None` where
    /// nothing is known of it: the weights tell no doubt, seats are due different shares, or a symmetry makes them alike.
    pub likely: Option<(f64, f64)>,
    /// All measures.
    pub measures: Vec<Measure>,
    /// How the teams compare; `None` where every seat plays alone.
    pub teams: Option<TeamFairness>,
}

impl Fairness {
    /// The score, if it is a prediction: for one seat, and by weights that no match of these rules confirmed, there is none.
    #[must_use]
    pub fn prediction(&self) -> Option<f64> {
        (!self.predicted.is_empty()).then_some(self.score)
    }
}

impl TeamFairness {
    /// The teams' score, as [`Fairness::prediction`].
    #[must_use]
    pub fn prediction(&self) -> Option<f64> {
        (!self.predicted.is_empty()).then_some(self.score)
    }
}

/// How fair a scenario is to its teams.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamFairness {
    /// The seats of each team, from 1. A seat that plays alone is a team of one.
    pub members: Vec<Vec<usize>>,
    /// 0 to 1, computed as the seats' score; 0 if nothing is predicted.
    pub score: f64,
    /// The share of wins that each team is expected to have, 0 to 1; empty as the seats'.
    pub predicted: Vec<f64>,
    /// The team that can expect least of its due, from 1; 0 if nothing is predicted.
    pub worst_team: usize,
    /// The reason for the score, in a sentence.
    pub reason: String,
    /// All measures, in the order of the seats'.
    pub measures: Vec<TeamMeasure>,
}

/// One measure of all teams.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamMeasure {
    /// The name of the seats' measure that it belongs to.
    pub name: String,
    /// One value per team.
    pub values: Vec<f64>,
    /// The worst team's value divided by the best one's, 0 to 1.
    pub min_over_max: f64,
}
