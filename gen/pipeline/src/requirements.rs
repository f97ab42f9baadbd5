//! Requirements that a roll must meet: `score>=0.9,land-8>=0.8`.

use std::fmt;
use std::str::FromStr;

use design::Design;
use design::parameters::global::RULESET;
use fairness::Weights;
use world::Fairness;

use crate::RequestError;

/// What is required beside measures.
const SCORE: &str = "score";

/// One requirement: the score, or a measure's worst-to-best ratio, must reach a bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// `score`, or a measure's name.
    pub measure: String,
    /// The bound, 0 to 1.
    pub least: f64,
}

/// A requirement that was not met.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{measure} {}, required is {least:.2}", .found.map_or("says nothing of this game".to_owned(), |found| format!("is {found:.2}")))]
pub struct RequirementError {
    /// `score`, or a measure's name.
    pub measure: String,
    /// The value found; `None` if the game has none.
    pub found: Option<f64>,
    /// The bound.
    pub least: f64,
}

impl Requirement {
    /// All requirements in a text, separated by commas.
    ///
    /// # Errors
    /// A `RequestError` if the text is no list of requirements, or names an unknown measure.
    pub fn parse_all(text: &str) -> Result<Vec<Requirement>, RequestError> {
        text.split(',').map(|part| part.trim().parse()).collect()
    }

    /// Checks that a scenario's fairness meets it.
    ///
    /// # Errors
    /// A `RequirementError` with the value found, if it does not.
    pub fn check(&self, fairness: &Fairness) -> Result<(), RequirementError> {
        let measure = fairness.measures.iter().find(|measure| measure.name == self.measure);
        let found = match measure {
            Some(measure) => Some(measure.min_over_max),
            None => fairness.prediction().filter(|_| self.measure == SCORE),
        };
        if found.is_some_and(|found| found >= self.least) {
            return Ok(());
        }
        Err(RequirementError { measure: self.measure.clone(), found, least: self.least })
    }

    /// Checks that so many sides of a design can meet it at all, before anything is made.
    ///
    /// # Errors
    /// A sentence that says what can be required instead of a score that is not predicted.
    pub fn check_design(&self, design: &Design, sides: usize, weights: &Weights) -> Result<(), String> {
        let ruleset = design.global_text(RULESET);
        let Some(why) = fairness::unpredicted(ruleset, sides, weights).filter(|_| self.measure == SCORE) else {
            return Ok(());
        };
        let mut told = format!("`{SCORE}` cannot be required of `{}`. {why}", design.name);
        if sides > 1 {
            let measures = fairness::MEASURES.iter().filter(|kind| kind.is_of_cells()).map(|kind| kind.name);
            told += &format!(" What can be required: {}", measures.collect::<Vec<_>>().join(", "));
        }
        Err(told)
    }
}

impl FromStr for Requirement {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Requirement, RequestError> {
        let wrong =
            |expected: String| RequestError { found: text.to_owned(), what: "a requirement".to_owned(), expected };
        let form = "MEASURE>=NUMBER such as score>=0.9";
        let (measure, least) = text.split_once(">=").ok_or_else(|| wrong(form.to_owned()))?;
        let least: f64 = least.trim().parse().map_err(|_| wrong(form.to_owned()))?;
        if !(0.0..=1.0).contains(&least) {
            return Err(wrong("a number from 0 to 1".to_owned()));
        }
        let measure = measure.trim();
        let known = || std::iter::once(SCORE).chain(playtest::measure_summaries().map(|(name, _)| name));
        if !known().any(|name| name == measure) {
            let expected = design::nearest(measure, known())
                .map_or_else(|| known().collect::<Vec<_>>().join(", "), |name| format!("`{name}`"));
            return Err(wrong(expected));
        }
        Ok(Requirement { measure: measure.to_owned(), least })
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>={}", self.measure, self.least)
    }
}
