//! Ratings of players from their matches: Bradley and Terry's model on the Elo scale.

use serde::Serialize;

use super::matrix::invert;

/// The most sweeps; after them the ratings are returned as they are.
const MOST_SWEEPS: u32 = 10_000;

/// The points that each player got against each other, in any number of matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairings {
    /// `points[a][b]`: what `a` got against `b`; a win is 1, a draw 1/2 (times the weight of [`Pairings::add`]).
    pub points: Vec<Vec<f64>>,
}

impl Pairings {
    /// Pairings of a number of players who have not met yet.
    #[must_use]
    pub fn new(players: usize) -> Pairings {
        Pairings { points: vec![vec![0.0; players]; players] }
    }

    /// Adds a match: players with their ranks, 1 (or the smallest) for the winner, equal ones for those who draw. Each pair counts
    /// as a game. The pairs of one match depend on each other (at equal strength the sum of a player's K - 1 results has (K + 1)/3
    /// times the variance of independent ones), so each has the weight 3/(K + 1), which is 1 for two players. A pair with an
    /// unknown player, or of a player with itself, is left out.
    pub fn add(&mut self, ranks: &[(usize, u32)]) {
        let weight = 3.0 / (ranks.len() as f64 + 1.0);
        for (at, &(first, rank)) in ranks.iter().enumerate() {
            for &(second, other) in &ranks[at + 1..] {
                if first == second || first.max(second) >= self.points.len() {
                    continue;
                }
                let won = match rank.cmp(&other) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                self.points[first][second] += weight * won;
                self.points[second][first] += weight * (1.0 - won);
            }
        }
    }
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points above the mean of all; 100 more are 64 % of the points, 200 more 76 %.
    pub rating: f64,
    /// Standard error, in Elo points.
    pub error: f64,
    /// The (weighted) number of games on which it rests.
    pub games: f64,
}

/// The strengths of all players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// By player; their mean is 0.
    pub players: Vec<Rating>,
    /// Whether the last sweep changed nothing any more. If not, some players hardly met, and the errors are huge.
    pub is_settled: bool,
}

/// Fits `P(a beats b) = g_a / (g_a + g_b)`, rating `400 log10 g`, by Hunter's MM sweeps (2004); a draw is half a win.
/// Each player also has one drawn game against a player of strength 1, so that the rating of a player who won all (or lost all, or
/// met nobody) stays finite. Errors come from the observed information with those draws, for ratings minus their mean.
#[must_use]
pub fn ratings(pairings: &Pairings) -> Ratings {
    let points = &pairings.points;
    let count = points.len();
    let met = |a: usize, b: usize| points[a][b] + points[b][a];
    let mut strengths = vec![1.0; count];
    let mut is_settled = count == 0;
    for _ in 0..MOST_SWEEPS {
        let mut change: f64 = 0.0;
        for a in 0..count {
            let won: f64 = 0.5 + points[a].iter().sum::<f64>();
            let mut divisor = 1.0 / (strengths[a] + 1.0);
            for b in (0..count).filter(|&b| b != a) {
                divisor += met(a, b) / (strengths[a] + strengths[b]);
            }
            let found = won / divisor;
            change = change.max((libm::log(found) - libm::log(strengths[a])).abs());
            strengths[a] = found;
        }
        // Only the drawn games determine the common factor of all strengths, and sweeps would find it slowly: so all strengths are
        // multiplied by the factor that balances those games.
        let shift = even(&strengths);
        strengths.iter_mut().for_each(|strength| *strength *= shift);
        if change < 1e-12 {
            is_settled = true;
            break;
        }
    }
    let mut information = vec![vec![0.0; count]; count];
    for a in 0..count {
        information[a][a] += strengths[a] / ((strengths[a] + 1.0) * (strengths[a] + 1.0));
        for b in (0..count).filter(|&b| b != a) {
            let sum = strengths[a] + strengths[b];
            let told = met(a, b) * strengths[a] * strengths[b] / (sum * sum);
            information[a][a] += told;
            information[a][b] -= told;
        }
    }
    let covariance = invert(&information);
    let scale = 400.0 / std::f64::consts::LN_10;
    let mean = strengths.iter().map(|&strength| libm::log(strength)).sum::<f64>() / count.max(1) as f64;
    let rating = |a: usize| {
        let variance = covariance.as_ref().map_or(f64::INFINITY, |covariance| {
            let row: f64 = covariance[a].iter().sum::<f64>() / count as f64;
            let all: f64 = covariance.iter().flatten().sum::<f64>() / (count * count) as f64;
            (covariance[a][a] - 2.0 * row + all).max(0.0)
        });
        let games = (0..count).filter(|&b| b != a).map(|b| met(a, b)).sum();
        Rating { rating: scale * (libm::log(strengths[a]) - mean), error: scale * libm::sqrt(variance), games }
    };
    Ratings { players: (0..count).map(rating).collect(), is_settled }
}

/// The factor for which the drawn games expect half of their points, by Newton's method on its logarithm.
fn even(strengths: &[f64]) -> f64 {
    let mut factor: f64 = 1.0;
    for _ in 0..3 {
        let (mut off, mut slope) = (0.0, 0.0);
        for &strength in strengths {
            let expected = strength * factor / (strength * factor + 1.0);
            off += expected - 0.5;
            slope += expected * (1.0 - expected);
        }
        // The step is clamped, because far from the root the slope says little.
        factor *= libm::exp((-off / slope.max(1e-9)).clamp(-1.0, 1.0));
    }
    factor
}

#[cfg(test)]
mod tests {
    use chance::Stream;

    use super::*;
    use crate::statistics::simulated::share_of;

    fn of(points: &[&[f64]]) -> Ratings {
        ratings(&Pairings { points: points.iter().map(|row| row.to_vec()).collect() })
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Two players, 75 to 25: with g and 1/g, 75.5 = 100 g2/(g2+1) + g/(g+1).
        let found = of(&[&[0.0, 75.0], &[25.0, 0.0]]);
        let g = libm::exp(found.players[0].rating * std::f64::consts::LN_10 / 400.0);
        assert!((100.0 * g * g / (g * g + 1.0) + g / (g + 1.0) - 75.5).abs() < 1e-6, "{found:?}");
        // Nearly 400 log10 3 = 190.8 apart, a little less for the drawn games.
        let apart = found.players[0].rating - found.players[1].rating;
        assert!((185.0..190.8).contains(&apart) && found.is_settled, "{apart}");
        assert!((found.players[0].rating + found.players[1].rating).abs() < 1e-9);
        // The error of the difference is near 400 / ln 10 / sqrt(100 * .75 * .25), half of that from the mean.
        assert!((found.players[0].error - 20.0).abs() < 1.0, "{found:?}");
        assert_eq!(found.players[0].games, 100.0);
        assert!(of(&[&[0.0, 750_000.0], &[250_000.0, 0.0]]).is_settled, "what all share is not found slowly");
        // Unbeaten: finite, and the error says how little is known.
        let found = of(&[&[0.0, 20.0], &[0.0, 0.0]]);
        assert!((300.0..900.0).contains(&found.players[0].rating) && found.players[0].error > 80.0, "{found:?}");
        // Players that never met, no players at all, and nothing but draws.
        let found = of(&[&[0.0, 0.0], &[0.0, 0.0]]);
        assert!(found.players[0].rating.abs() < 1e-9 && found.players[0].error > 200.0);
        assert!(of(&[]).players.is_empty());
        assert!(of(&[&[0.0, 9.0], &[9.0, 0.0]]).players[0].rating.abs() < 1e-9);
    }

    #[test]
    fn matches_become_pairs() {
        let mut pairings = Pairings::new(3);
        pairings.add(&[(0, 1), (1, 2)]);
        assert_eq!(pairings.points, [[0.0, 1.0, 0.0], [0.0; 3], [0.0; 3]]);
        pairings.add(&[(2, 1), (0, 2), (1, 2)]);
        assert_eq!(pairings.points, [[0.0, 1.375, 0.0], [0.375, 0.0, 0.0], [0.75, 0.75, 0.0]]);
        let before = pairings.clone();
        pairings.add(&[(0, 1), (0, 2)]);
        pairings.add(&[(0, 1), (9, 2)]);
        assert_eq!(pairings, before);
    }

    /// Two groups that never met are connected only by the drawn games, and the ratings within each are still right.
    #[test]
    fn groups_that_never_met_are_still_rated() {
        let found =
            of(&[&[0.0, 300.0, 0.0, 0.0], &[100.0, 0.0, 0.0, 0.0], &[0.0, 0.0, 0.0, 200.0], &[0.0, 0.0, 200.0, 0.0]]);
        let apart = found.players[0].rating - found.players[1].rating;
        assert!((186.0..191.0).contains(&apart) && found.players[2].rating.abs() < 5.0, "{found:?}");
    }

    /// A match by Plackett and Luce: each next place goes to one of those left, by strength.
    fn play(strengths: &[u32], stream: &mut Stream) -> Vec<(usize, u32)> {
        let mut left = strengths.to_vec();
        let mut ranks = Vec::new();
        while let Some(next) = stream.weighted(&left) {
            left[next] = 0;
            ranks.push((next, ranks.len() as u32 + 1));
        }
        ranks
    }

    #[test]
    fn errors_are_what_they_say_with_two_players_and_with_more() {
        for strengths in [vec![300, 200], vec![300, 200, 100, 150], vec![100; 6]] {
            let logs: Vec<f64> = strengths.iter().map(|&strength| 400.0 * libm::log10(f64::from(strength))).collect();
            let truth = logs[0] - logs.iter().sum::<f64>() / logs.len() as f64;
            let missed = share_of(400, &format!("ratings/{}", strengths.len()), |stream| {
                let mut pairings = Pairings::new(strengths.len());
                for _ in 0..150 {
                    pairings.add(&play(&strengths, stream));
                }
                let found = ratings(&pairings);
                assert!(found.is_settled);
                (found.players[0].rating - truth).abs() > 1.96 * found.players[0].error
            });
            println!("ratings of {}: outside of 1.96 errors in {missed}", strengths.len());
            assert!((0.015..=0.09).contains(&missed), "{}: {missed}", strengths.len());
        }
    }
}
