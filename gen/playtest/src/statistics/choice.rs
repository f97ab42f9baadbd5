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

/// What is believed of a weight before any match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Its value.
    pub mean: f64,
    /// The inverse of its variance, above 0.
    pub ridge: f64,
}

/// The weights that make the wins likeliest, together with what is believed of each: the share of a team is proportional to
/// `exp(weights . features)`.
///
/// # Panics
/// If the features of a team are not as many as there are beliefs.
#[must_use]
pub fn conditional_logit(contests: &[Contest], beliefs: &[Belief]) -> Vec<f64> {
    let size = beliefs.len();
    let mut weights: Vec<f64> = beliefs.iter().map(|belief| belief.mean).collect();
    for _ in 0..STEPS {
        let pull = |(weight, belief): (&f64, &Belief)| (belief.mean - weight) * belief.ridge;
        let mut slope: Vec<f64> = weights.iter().zip(beliefs).map(pull).collect();
        let mut bend = vec![vec![0.0; size]; size];
        for (row, belief) in beliefs.iter().enumerate() {
            bend[row][row] = belief.ridge;
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

/// The same where no weight may be below 0: of all such weights those that make the wins likeliest. A weight that would do best below 0
/// is exactly 0.
///
/// Nonnegative least squares (Lawson and Hanson 1974, chapter 23) with the likelihood in place of the squares: a feature is taken in
/// while the likelihood rises with its weight, and left out when the others would make its weight negative; it may come back. Each
/// round makes the wins likelier, so none comes twice.
///
/// # Panics
/// If the features of a team are not as many as there are ridges.
#[must_use]
pub fn nonnegative_logit(contests: &[Contest], ridge: &[f64]) -> Vec<f64> {
    let size = ridge.len();
    let mut weights = vec![0.0; size];
    let mut taken: Vec<usize> = Vec::new();
    // Far more rounds than were ever needed: only rounding errors can make it go round.
    for _ in 0..size * size + size {
        let slopes = slopes(contests, ridge, &weights);
        let steepest =
            (0..size).filter(|column| !taken.contains(column)).max_by(|&a, &b| slopes[a].total_cmp(&slopes[b]));
        let Some(steepest) = steepest.filter(|&column| slopes[column] > FLAT) else { break };
        taken.push(steepest);
        loop {
            let best = fit_some(contests, ridge, &taken);
            // How far the weights can go towards the best ones until the first of them is 0.
            let way = |(&column, &best): (&usize, &f64)| {
                if best > 0.0 { 1.0 } else { weights[column] / (weights[column] - best) }
            };
            let way = taken.iter().zip(&best).map(way).fold(1.0, f64::min);
            for (&column, best) in taken.iter().zip(&best) {
                weights[column] += way * (best - weights[column]);
            }
            if way >= 1.0 {
                break;
            }
            let ended: Vec<usize> = taken
                .iter()
                .zip(&best)
                .filter(|(column, best)| **best <= 0.0 && weights[**column] < CLOSE)
                .map(|(column, _)| *column)
                .collect();
            ended.iter().for_each(|&column| weights[column] = 0.0);
            taken.retain(|column| !ended.contains(column));
            if taken.is_empty() || ended.is_empty() {
                break;
            }
        }
    }
    weights
}

/// A feature is taken in if the likelihood rises by more than this with its weight.
const FLAT: f64 = 1e-7;

/// The best weights if only some features count: one for each of `columns`.
fn fit_some(contests: &[Contest], ridge: &[f64], columns: &[usize]) -> Vec<f64> {
    let of = |values: &Vec<f64>| columns.iter().map(|&column| values[column]).collect::<Vec<f64>>();
    let some =
        |contest: &Contest| Contest { features: contest.features.iter().map(of).collect(), wins: contest.wins.clone() };
    let contests: Vec<Contest> = contests.iter().map(some).collect();
    let beliefs: Vec<Belief> = columns.iter().map(|&column| Belief { mean: 0.0, ridge: ridge[column] }).collect();
    conditional_logit(&contests, &beliefs)
}

/// How the likelihood, with its ridge, rises with each weight.
fn slopes(contests: &[Contest], ridge: &[f64], weights: &[f64]) -> Vec<f64> {
    let mut slopes: Vec<f64> = weights.iter().zip(ridge).map(|(weight, ridge)| -weight * ridge).collect();
    for contest in contests {
        let shares = win_shares(weights, &contest.features);
        let matches: f64 = contest.wins.iter().sum();
        for ((team, wins), share) in contest.features.iter().zip(&contest.wins).zip(&shares) {
            for (slope, value) in slopes.iter_mut().zip(team) {
                *slope += (wins - matches * share) * value;
            }
        }
    }
    slopes
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

    /// The weights if nothing but their ridge is believed of them.
    fn fitted(contests: &[Contest], ridge: &[f64]) -> Vec<f64> {
        let beliefs: Vec<Belief> = ridge.iter().map(|&ridge| Belief { mean: 0.0, ridge }).collect();
        conditional_logit(contests, &beliefs)
    }

    #[test]
    fn what_is_believed_holds_until_matches_say_otherwise() {
        let believed = Belief { mean: 5.0, ridge: 4.0 };
        assert_eq!(conditional_logit(&[], &[believed]), [5.0]);
        // Odds of 3 to 1 at a feature of 0.5: 2 ln 3, which is 2.2.
        let fitted = |matches: f64| {
            let features = vec![vec![0.5], vec![0.0]];
            conditional_logit(&[Contest { features, wins: vec![0.75 * matches, 0.25 * matches] }], &[believed])[0]
        };
        assert!(fitted(4.0) > 4.7 && (3.0..4.5).contains(&fitted(40.0)), "{} {}", fitted(4.0), fitted(40.0));
        assert!((fitted(1e6) - 2.0 * libm::log(3.0)).abs() < 1e-3, "{}", fitted(1e6));
    }

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
        let found = fitted(&contests, &[1e-6, 1e-6]);
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 1e-6), "{found:?}");
        // A strong belief that weights are 0 holds against a few matches.
        let held = fitted(&contests[..1], &[1e9, 1e9]);
        assert!(held.iter().all(|weight| weight.abs() < 1e-4), "{held:?}");
    }

    #[test]
    fn one_feature_gives_the_odds_of_two() {
        // 3 to 1: ln 3.
        let contest = Contest { features: vec![vec![1.0], vec![0.0]], wins: vec![30.0, 10.0] };
        let found = fitted(&[contest], &[1e-9])[0];
        assert!((found - libm::log(3.0)).abs() < 1e-6, "{found}");
        assert!((win_shares(&[found], &[vec![1.0], vec![0.0]])[0] - 0.75).abs() < 1e-9);
    }

    /// Contests of three teams with wins of their own, by lot.
    fn drawn(stream: &mut chance::Stream, columns: usize) -> Vec<Contest> {
        let mut value = || f64::from(stream.between(-100, 100)) / 100.0;
        let mut contest = || {
            let features: Vec<Vec<f64>> = (0..3).map(|_| (0..columns).map(|_| value()).collect()).collect();
            // Features that go together: only then does one change the sign of another.
            let features = features
                .into_iter()
                .map(|team| {
                    team.iter().enumerate().map(|(column, own)| team[0] + 0.7 * team[column / 2] + own).collect()
                })
                .collect();
            Contest { features, wins: (0..3).map(|_| value() + 1.0).collect() }
        };
        (0..6).map(|_| contest()).collect()
    }

    #[test]
    fn a_weight_of_the_wrong_sign_is_nothing() {
        // The second feature goes against the wins, and is no help beside the first.
        let contest = Contest { features: vec![vec![1.0, 0.0], vec![0.0, 0.5]], wins: vec![30.0, 10.0] };
        let free = fitted(std::slice::from_ref(&contest), &[0.1, 0.1]);
        assert!(free[0] > 0.0 && free[1] < 0.0, "{free:?}");
        let held = nonnegative_logit(std::slice::from_ref(&contest), &[0.1, 0.1]);
        let alone = Contest { features: vec![vec![1.0], vec![0.0]], ..contest };
        assert_eq!(held, [fitted(&[alone], &[0.1])[0], 0.0]);
        assert_eq!(nonnegative_logit(&[], &[]), [0.0; 0]);
    }

    #[test]
    fn weights_without_a_bound_in_the_way_are_the_usual_ones() {
        let features = vec![vec![1.0, 0.2], vec![0.1, 1.0], vec![0.0, 0.0]];
        let contest = Contest { features, wins: vec![20.0, 30.0, 5.0] };
        let (free, held) =
            (fitted(std::slice::from_ref(&contest), &[0.1; 2]), nonnegative_logit(&[contest], &[0.1; 2]));
        assert!(
            free.iter().zip(&held).all(|(free, held)| *free > 0.1 && (free - held).abs() < 1e-9),
            "{free:?} {held:?}"
        );
    }

    #[test]
    fn what_was_left_out_comes_back_where_it_helps() {
        const COLUMNS: usize = 5;
        let ridge = [0.05; COLUMNS];
        let mut returned = 0;
        for seed in 0..60 {
            let contests = drawn(&mut chance::Seed(seed).stream("choice"), COLUMNS);
            let found = nonnegative_logit(&contests, &ridge);
            // No weight can be changed for the better: none that counts rises or falls, none that does not count rises.
            for (weight, slope) in found.iter().zip(slopes(&contests, &ridge, &found)) {
                assert!(
                    *weight >= 0.0 && slope < 1e-6 && (*weight == 0.0 || slope > -1e-6),
                    "{seed}: {weight} {slope}"
                );
            }
            // With all features that are negative beside all others left out, some that help would be missing.
            let free = fitted(&contests, &ridge);
            returned += found.iter().zip(&free).filter(|(found, free)| **found > 0.0 && **free < 0.0).count();
        }
        assert!(returned >= 5, "{returned}");
    }

    #[test]
    fn a_team_that_always_wins_has_a_finite_weight() {
        let contest = Contest { features: vec![vec![1.0], vec![0.0]], wins: vec![50.0, 0.0] };
        let found = fitted(&[contest], &[1.0])[0];
        assert!(found > 2.0 && found < 10.0, "{found}");
    }
}
