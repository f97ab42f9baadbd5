//! Goals of fair rolls that a game brings, and the ways of starts to them.

use chance::Seed;
use synth::Part;
use world::Scenario;

use crate::changes::Change;

/// A goal of fair rolls that only a game has: that a chosen share of its matches does something. `--fair=NAME-30` wishes for 30 %.
pub struct GameGoal {
    /// Its name.
    pub name: &'static str,
    /// What is counted, and what of it is counted, for people: `matches`, `end early`.
    pub words: (&'static str, &'static str),
    /// What part of the scenario is changed for it: where that is given it stays.
    pub part: Part,
    /// The way of a start to it; the reason if there is none.
    pub begin: fn(&Scenario) -> Result<Box<dyn GoalWay>, String>,
}

/// The way of a start to a goal: what is counted of its matches, and what is changed so that they come nearer.
pub trait GoalWay: Sync {
    /// The figure of matches that counts what is wished for: its name.
    fn figure(&self) -> &str;

    /// How far matches are from what is wished for beside that, in logarithms of odds; 0 where nothing else counts.
    fn off(&self, played: &GoalMatches<'_>) -> f64 {
        _ = played;
        0.0
    }

    /// Changes of the start that was played, steps in the order in which they are made: the more, the farther they go.
    fn steps(&self, now: &Scenario, played: &GoalMatches<'_>, round: GoalRound) -> Vec<Vec<Change>>;
}

/// Matches of a start, asked about a goal.
#[derive(Clone, Copy)]
pub struct GoalMatches<'a> {
    /// The share that is wished for, above 0 and below 1.
    pub share: f64,
    /// By the name of a figure: how many times it was so, out of how many times.
    pub counts: &'a dyn Fn(&str) -> Option<(u64, u64)>,
}

/// How a search stands that makes steps to a goal.
#[derive(Clone, Copy, Debug)]
pub struct GoalRound {
    /// How many steps were asked for before.
    pub number: u32,
    /// How many times as much as is missing the steps are to make up for by what is expected of them.
    pub reach: f64,
    /// The seed of the search.
    pub seed: Seed,
}

impl GoalMatches<'_> {
    /// The share of a figure that was played; 0 if nothing was.
    #[must_use]
    pub fn played(&self, figure: &str) -> f64 {
        (self.counts)(figure).map_or(0.0, |(count, of)| count as f64 / (of as f64).max(1.0))
    }

    /// How much more of a figure is wished for than was played, in logarithms of odds; below 0 for less.
    #[must_use]
    pub fn missing(&self, figure: &str) -> f64 {
        // Of few matches none, or all, may have done it.
        let share = (self.counts)(figure).map_or(0.5, |(count, of)| (count as f64 + 0.5) / (of as f64 + 1.0));
        log_odds(self.share) - log_odds(share)
    }
}

/// The logarithm of the odds of a share.
#[must_use]
pub fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    libm::log(share / (1.0 - share))
}
