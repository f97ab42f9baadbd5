//! What a predicted share of wins leaves open: matches are decided by much that no measure of a start sees.
//!
//! On the scale of log-odds a seat's share of wins in play differs from the predicted one by about a normal deviation, the *doubt*, which
//! `fairmarch fit` estimates and writes beside the weights ([`crate::Weights::doubt`]). It is larger than what the measures explain, so
//! a score near 1 says that seats look alike, and not that they win alike.

use world::{Fairness, PlayedFairness};

use crate::words::number;

/// The quantile of the normal distribution, in standard deviations: nine in ten values lie within it on either side of the mean.
const NINE_IN_TEN: f64 = 1.644_854;

/// The 90 % range of the share of wins of a seat that is predicted an equal share of `seats`. `doubt` is the standard deviation in
/// hundredths of log-odds. `None` for fewer than two seats.
#[must_use]
pub fn likely(doubt: u32, seats: usize) -> Option<(f64, f64)> {
    if seats < 2 {
        return None;
    }
    let middle = -libm::log(seats as f64 - 1.0);
    let off = NINE_IN_TEN * f64::from(doubt) / 100.0;
    let share = |odds: f64| 1.0 / (1.0 + libm::exp(-odds));
    Some((share(middle - off), share(middle + off)))
}

/// What a predicted score leaves open, as a sentence. `None` where nothing is known of it, and where matches were played: they say more.
#[must_use]
pub fn doubt_words(fairness: &Fairness, played: Option<&PlayedFairness>) -> Option<String> {
    let (low, high) = fairness.likely.filter(|_| played.is_none())?;
    let who = if fairness.teams.is_some() { "teams" } else { "seats" };
    let [low, high] = [low, high].map(|share| number((100.0 * share).round()));
    Some(format!("Nine in ten {who} that look alike on such maps win between {low} and {high} % of the matches."))
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use world::{PlayedVerdict, Scenario};

    use super::*;
    use crate::testing::draw;
    use crate::{Weights, score};

    fn words(scenario: &Scenario, weights: &str) -> Option<String> {
        doubt_words(&score(scenario, None, &Weights::read("test", weights, crate::MEASURES).unwrap()), None)
    }

    #[test]
    fn ranges_match_those_worked_out_by_hand() {
        let near = |found: Option<(f64, f64)>, low: f64, high: f64| {
            let found = found.unwrap();
            assert!((found.0 - low).abs() < 5e-4 && (found.1 - high).abs() < 5e-4, "{found:?}");
        };
        // By 1.645 the odds of 1 to 1 become 1 to 5.18, those of 1 to 3 become 1 to 15.5 and 1.73 to 1.
        near(likely(100, 2), 0.1618, 0.8382);
        near(likely(100, 4), 0.0604, 0.6333);
        near(likely(50, 4), 0.1277, 0.4314);
        near(likely(0, 5), 0.2, 0.2);
        assert_eq!((likely(100, 0), likely(100, 1)), (None, None));
    }

    #[test]
    fn a_range_is_told_where_the_estimate_holds() {
        const DOUBT: &str = "{ \"land-8\": 100, \"doubt\": 100 }";
        let two = draw(Shape::Rectangle, "++++++++++++\n+1o+o++++o2+\n++++++++++++");
        let range = "Nine in ten seats that look alike on such maps win between 16 and 84 % of the matches.";
        assert_eq!(words(&two, DOUBT).as_deref(), Some(range));
        assert_eq!(words(&two, "{ \"land-8\": 100 }"), None, "weights of one's own tell no doubt");
        assert_eq!(words(&draw(Shape::Rectangle, "+++++\n+1+++\n+++++"), DOUBT), None, "there is one seat");
        let mut unequal = two.clone();
        unequal.sides[0].advantage = 3;
        assert_eq!(words(&unequal, DOUBT), None, "they are due different shares");
        // Three seats of two teams.
        let mut teams = draw(Shape::Rectangle, "++++++++++++\n+1+++3+++o2+\n++++++++++++");
        teams.sides[2].team = 1;
        teams.sides[1].team = 1;
        assert_eq!(words(&teams, DOUBT), Some(range.replace("seats", "teams")));
    }

    #[test]
    fn what_was_played_says_more() {
        let two = draw(Shape::Rectangle, "++++++++++++\n+1o+o++++o2+\n++++++++++++");
        let found = score(&two, None, &Weights::builtin());
        let played = PlayedFairness {
            start: 1,
            players: vec!["goal".to_owned()],
            seed: 1,
            matches: 40,
            turn_limit: 9,
            delta: 0.05,
            verdict: PlayedVerdict::Open,
            words: "not enough".to_owned(),
            seats: Vec::new(),
            levelling: None,
        };
        assert!(doubt_words(&found, None).is_some() && doubt_words(&found, Some(&played)).is_none());
    }
}
