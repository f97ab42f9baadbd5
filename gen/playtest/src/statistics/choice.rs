//! Which of several wins, explained by what is known of each: the conditional logit (McFadden 1974, "Conditional Logit Analysis of
//! Qualitative Choice Behavior"), with a ridge.

use super::matrix::invert;

/// Matches of one start.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// What is known of each team: as many values for each as there are weights.
    pub features: Vec<Vec<f64>>,
    /// How many matches each team won; a shared win counts in parts.
    pub wins: Vec<f64>,
}

/// Newton's method; it needs a handful of steps.
const STEPS: usize = 25;
/// It ends when no weight moves by more than this.
const CLOSE: f64 = 1e-9;
/// No weight moves farther in one step: far from the optimum the method overshoots.
const STRIDE: f64 = 2.0;

/// The weights that make the wins likeliest: the share of a team is proportional to `exp(weights . features)`. Each weight has a
/// ridge: the inverse variance of what is believed of it beforehand, above 0.
///
/// # Panics
/// If the features of a team are not as many as there are ridges.
#[must_use]
pub fn conditional_logit(contests: &[Contest], ridge: &[f64]) -> Vec<f64> {
    let size = ridge.len();
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = weights.iter().zip(ridge).map(|(weight, ridge)| -weight * ridge).collect();
        let mut bend = vec![vec![0.0; size]; size];
        for (row, &ridge) in ridge.iter().enumerate() {
            bend[row][row] = ridge;
        }
        for contest in contests {
            let shares = win_shares(&weights, &contest.features);
            let matches: f64 = contest.wins.iter().sum();
            let mean: Vec<f64> = (0..size)
                .map(|column| shares.iter().zip(&contest.features).map(|(share, team)| share * team[column]).sum())
                .collect();
            for ((share, team), wins) in shares.iter().zip(&contest.features).zip(&contest.wins) {
                let off: Vec<f64> = team.iter().zip(&mean).map(|(value, mean)| value - mean).collect();
                for (row, &value) in off.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                    slope[row] += wins * value;
                    for (entry, other) in bend[row].iter_mut().zip(&off) {
                        *entry += matches * share * value * other;
                    }
                }
            }
        }
        let Some(inverse) = invert(&bend) else { break };
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(entry, slope)| entry * slope).sum()).collect();
        let longest = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        let shortened = if longest > STRIDE { STRIDE / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += shortened * step);
        if longest < CLOSE {
            break;
        }
    }
    weights
}

/// The share of wins of each team.
#[must_use]
pub fn win_shares(weights: &[f64], features: &[Vec<f64>]) -> Vec<f64> {
    let scores: Vec<f64> =
        features.iter().map(|team| team.iter().zip(weights).map(|(value, weight)| value * weight).sum()).collect();
    fairness::shares(&scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_that_made_the_wins() {
        let truth = [0.8, -0.3];
        let value = |index: usize| (index * 7 % 11) as f64 / 5.0 - 1.0;
        let contest = |number: usize| {
            let features: Vec<Vec<f64>> =
                (0..3).map(|team| vec![value(number * 3 + team), value(number * 5 + team + 4)]).collect();
            // As many wins as are expected: without noise the weights come back.
            let wins = win_shares(&truth, &features).into_iter().map(|share| 1000.0 * share).collect();
            Contest { features, wins }
        };
        let contests: Vec<Contest> = (0..20).map(contest).collect();
        let found = conditional_logit(&contests, &[1e-6, 1e-6]);
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 1e-6), "{found:?}");
        // A strong belief that weights are 0 holds against a few matches.
        let held = conditional_logit(&contests[..1], &[1e9, 1e9]);
        assert!(held.iter().all(|weight| weight.abs() < 1e-4), "{held:?}");
    }

    #[test]
    fn one_feature_gives_the_odds_of_two() {
        // 3 to 1: ln 3.
        let contest = Contest { features: vec![vec![1.0], vec![0.0]], wins: vec![30.0, 10.0] };
        let found = conditional_logit(&[contest], &[1e-9])[0];
        assert!((found - libm::log(3.0)).abs() < 1e-6, "{found}");
        assert!((win_shares(&[found], &[vec![1.0], vec![0.0]])[0] - 0.75).abs() < 1e-9);
    }

    #[test]
    fn a_team_that_always_wins_has_a_finite_weight() {
        let contest = Contest { features: vec![vec![1.0], vec![0.0]], wins: vec![50.0, 0.0] };
        let found = conditional_logit(&[contest], &[1.0])[0];
        assert!(found > 2.0 && found < 10.0, "{found}");
    }
}
