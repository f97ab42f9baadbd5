//! What a player asks for, and a fault in it. The keys by which a request is set and printed are the rows of `request_keys.rs`; the strings in
//! which players share requests are read and written by `seed_string.rs`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use design::{Handicap, Player};
use grid::Shape;
use starts::GameGoal;

use crate::SymmetryWish;

/// What a player asks for, besides the design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The seed.
    pub seed: u64,
    /// Width and height; the design's if absent.
    pub size: Option<(u32, u32)>,
    /// How many sides; the design's if absent.
    pub sides: Option<u8>,
    /// The kind of area; the design's first if absent.
    pub area: Option<Shape>,
    /// The symmetry of the world; the design's if absent.
    pub symmetry: Option<SymmetryWish>,
    /// How much of the symmetry is given up, in percent; the design's if absent.
    pub asymmetry: Option<u8>,
    /// Whether `balance-starts` is left out.
    pub no_balance: bool,
    /// What is wished of the matches of a fair roll; none are played if it is absent. This crate writes it into the seed string, and
    /// `prove::roll` fulfils it.
    pub fair: Option<FairWish>,
    /// How strong each side starts, relative to the others; all equal if empty.
    pub advantages: Vec<u32>,
    /// By how many percent the builders of each side get on; the design's if empty.
    pub handicaps: Vec<Handicap>,
    /// The team of each side, 0 for none; the design's if empty.
    pub teams: Vec<u8>,
    /// The player of each seat, by its number from 1; the design's where absent.
    pub seats: BTreeMap<u8, Player>,
    /// Parameters of methods: `make-rivers.river-length-min` and the like, with values as typed.
    pub set: BTreeMap<String, String>,
    /// The chosen variants of the design: names and values. They can be checked only when the design is loaded.
    pub variants: BTreeMap<String, String>,
}

/// What is wished of the matches of a fair roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairWish {
    /// What the matches are for.
    pub goal: FairGoal,
    /// Who plays: a player of the game. A seed string starts no programs.
    pub player: String,
    /// The most matches in all; the goal's own number if absent.
    pub matches: Option<u32>,
    /// Whether the map alone is levelled, and no side gets a handicap.
    pub no_handicap: bool,
}

/// What the matches of a fair roll are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairGoal {
    /// To level a start within a number of matches that its seats and its area give: what the command does if nobody says.
    Even,
    /// To find the most even start that some matches can find.
    Best,
    /// To prove that each seat wins its share.
    Proof {
        /// How far a seat may be from its share, in tenths of a point: 50 is 5 points of a hundred.
        tenths: u16,
    },
    /// To change a start until a chosen share of its matches does what a goal of the game's own says ([`starts::GameGoal`]).
    Game {
        /// The name of the goal.
        name: &'static str,
        /// The share of matches, in percent.
        percent: u8,
    },
}

impl Default for FairWish {
    /// A proof within 5 points, played by `goal`.
    fn default() -> FairWish {
        let goal = FairGoal::Proof { tenths: FairWish::TENTHS };
        FairWish { goal, player: "goal".to_owned(), matches: None, no_handicap: false }
    }
}

impl FairWish {
    /// How far a seat may be from its share if nobody says, in tenths of a point.
    pub const TENTHS: u16 = 50;

    /// How many points a seat may be from its share: a delta as people type it.
    pub const POINTS: std::ops::RangeInclusive<f64> = 0.5..=40.0;

    /// How far a seat may be from its share of wins, or a share of matches from what is wished for: 0.05 is 5 points.
    #[must_use]
    pub fn delta(&self) -> f64 {
        let tenths = match self.goal {
            FairGoal::Proof { tenths } => tenths,
            _ => FairWish::TENTHS,
        };
        f64::from(tenths) / 1000.0
    }

    /// The wish that the command has if nobody says: to level what was rolled.
    #[must_use]
    pub fn even() -> FairWish {
        FairWish { goal: FairGoal::Even, ..FairWish::default() }
    }

    /// The most matches in all: if nobody says, 600 to find a start, and 30,000 to prove one. To level one it is a number
    /// that its seats and its area give (`prove::even_matches`), 400 for four seats.
    #[must_use]
    pub fn matches(&self) -> u32 {
        self.matches.unwrap_or(match self.goal {
            FairGoal::Even => 400,
            FairGoal::Best => 600,
            FairGoal::Proof { .. } | FairGoal::Game { .. } => 30_000,
        })
    }
}

impl fmt::Display for FairGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FairGoal::Even => f.write_str("even"),
            FairGoal::Best => f.write_str("best"),
            FairGoal::Proof { tenths } => (f64::from(*tenths) / 10.0).fmt(f),
            FairGoal::Game { name, percent } => write!(f, "{name}-{percent}"),
        }
    }
}

impl FromStr for FairGoal {
    type Err = RequestError;

    /// Reads `even`, `best`, points such as `5` and `2.5`, or a goal of a game with a percent.
    fn from_str(text: &str) -> Result<FairGoal, RequestError> {
        match text {
            "even" => return Ok(FairGoal::Even),
            "best" => return Ok(FairGoal::Best),
            _ => {}
        }
        let percent_of = |goal: &GameGoal| text.strip_prefix(goal.name)?.strip_prefix('-');
        let own = playtest::goals().find_map(|goal| Some((goal, percent_of(goal)?)));
        if let Some((goal, percent)) = own {
            let percent = percent.parse().ok().filter(|percent| (1..=99).contains(percent)).ok_or_else(|| {
                let expected =
                    format!("{0}-1 to {0}-99: how many of a hundred {1} {2}", goal.name, goal.words.0, goal.words.1);
                RequestError::new(text, "`fair`", expected)
            })?;
            return Ok(FairGoal::Game { name: goal.name, percent });
        }
        let points = text.parse::<f64>().ok().filter(|points| FairWish::POINTS.contains(points)).ok_or_else(|| {
            let goals: Vec<String> = playtest::goals().map(|goal| format!(" or {}-30", goal.name)).collect();
            let goals = goals.concat();
            let expected = format!("points from 0.5 to 40 that a seat may be off, such as 5, or even, best{goals}");
            RequestError::new(text, "`fair`", expected)
        })?;
        Ok(FairGoal::Proof { tenths: (points * 10.0).round() as u16 })
    }
}

/// A fault in a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` cannot be {what}: expected {expected}")]
pub struct RequestError {
    /// The faulty text.
    pub found: String,
    /// What the text was read as.
    pub what: String,
    /// What is allowed.
    pub expected: String,
}

impl RequestError {
    pub(crate) fn new(found: &str, what: &str, expected: impl Into<String>) -> RequestError {
        RequestError { found: found.to_owned(), what: what.to_owned(), expected: expected.into() }
    }
}
