//! The exact multinomial test: the chance of wins as unlikely as these, or less likely, without any approximation.

use std::fmt;

use serde::Serialize;

use super::chi_square::chances;

/// The most outcomes that [`multinomial`] enumerates, in a fraction of a second. It suffices for 1,998 games of 3 seats, 226 of 4,
/// 80 of 5, 44 of 6.
pub const MOST_OUTCOMES: u64 = 2_000_000;

/// Two chances whose logarithms differ by less than this are equal apart from rounding.
const TIE: f64 = 1e-7;

/// Why there is no exact chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NoExactTest {
    /// No games, less than two seats, or invalid shares.
    NothingToTest,
    /// There are more ways to spread the games over the seats than [`MOST_OUTCOMES`]; chi-square is accurate there.
    TooManyOutcomes {
        /// Seats.
        seats: usize,
        /// Games.
        games: u64,
    },
}

impl fmt::Display for NoExactTest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoExactTest::NothingToTest => write!(out, "nothing to test: no decided games, or fewer than two seats"),
            NoExactTest::TooManyOutcomes { seats, games } => write!(
                out,
                "{games} games of {seats} seats have more than {MOST_OUTCOMES} outcomes, too many to go through: see chi-square"
            ),
        }
    }
}

impl std::error::Error for NoExactTest {}

/// The exact p-value of decided games against expected shares, equal ones without `shares`: the sum of the chances of all outcomes
/// that are no likelier than this one. For two seats it is the exact binomial test, with any number of games.
///
/// # Errors
/// [`NoExactTest`] if there are no games or seats to test, or too many outcomes.
pub fn multinomial(wins: &[u32], shares: Option<&[f64]>) -> Result<f64, NoExactTest> {
    let games: u64 = wins.iter().map(|&count| u64::from(count)).sum();
    let chances = chances(wins.len(), shares).ok_or(NoExactTest::NothingToTest)?;
    if games == 0 || wins.len() < 2 {
        return Err(NoExactTest::NothingToTest);
    }
    if let [first, second] = *wins {
        return Ok(binomial(u64::from(first), u64::from(first) + u64::from(second), &chances));
    }
    if outcomes(games, wins.len()).is_none_or(|count| count > MOST_OUTCOMES) {
        return Err(NoExactTest::TooManyOutcomes { seats: wins.len(), games });
    }
    let factorials: Vec<f64> = (0..=games).map(|count| libm::lgamma(count as f64 + 1.0)).collect();
    let logs: Vec<f64> = chances.iter().map(|&chance| libm::log(chance)).collect();
    let term = |seat: usize, count: usize| count as f64 * logs[seat] - factorials[count];
    let seen: f64 = wins.iter().enumerate().map(|(seat, &count)| term(seat, count as usize)).sum();
    let mut sum = 0.0;
    spread(0, games as usize, 0.0, wins.len(), &term, &mut |log| {
        if log <= seen + TIE {
            sum += libm::exp(log + factorials[games as usize]);
        }
    });
    Ok(sum.min(1.0))
}

/// Enumerates all ways to give `left` games to the seats from `seat` on; `log` is the contribution of the earlier ones.
fn spread(
    seat: usize,
    left: usize,
    log: f64,
    seats: usize,
    term: &impl Fn(usize, usize) -> f64,
    visit: &mut impl FnMut(f64),
) {
    if seat + 1 == seats {
        return visit(log + term(seat, left));
    }
    for count in 0..=left {
        spread(seat + 1, left - count, log + term(seat, count), seats, term, visit);
    }
}

/// The number of ways to spread games over seats, `C(games + seats - 1, seats - 1)`; `None` if it exceeds 64 bits.
fn outcomes(games: u64, seats: usize) -> Option<u64> {
    let mut count: u64 = 1;
    for step in 1..seats as u64 {
        count = count.checked_mul(games.checked_add(step)?)? / step;
    }
    Some(count)
}

/// Logarithm of the chance of `wins` in `games`.
fn log_binomial(wins: u64, games: u64, chances: &[f64]) -> f64 {
    let (won, lost) = (wins as f64, (games - wins) as f64);
    // The two in brackets in one sum: mirrored outcomes of even chances are then equal to the bit.
    libm::lgamma(games as f64 + 1.0) - (libm::lgamma(won + 1.0) + libm::lgamma(lost + 1.0))
        + (won * libm::log(chances[0]) + lost * libm::log(chances[1]))
}

/// Both tails of the binomial distribution, from outcomes as likely as the observed one outwards. Chances fall on either side of
/// the most likely outcome, so the border of the other tail is found by bisection, and a tail ends where it adds nothing.
fn binomial(wins: u64, games: u64, chances: &[f64]) -> f64 {
    let log = |count: u64| log_binomial(count, games, chances);
    let limit = log(wins) + TIE;
    let mode = (((games + 1) as f64 * chances[0]) as u64).min(games);
    if log(mode) <= limit {
        return 1.0;
    }
    // The greatest count below the mode, and the least above it, that are no likelier than the observed one.
    let below = (log(0) <= limit).then(|| halve(0, mode, |count| log(count) <= limit));
    let above = (log(games) <= limit).then(|| games - halve(0, games - mode, |count| log(games - count) <= limit));
    let mut sum = 0.0;
    if let Some(below) = below {
        sum += tail((0..=below).rev().map(log));
    }
    if let Some(above) = above {
        sum += tail((above..=games).map(log));
    }
    sum.min(1.0)
}

/// The last of `low..high` for which `holds` is true; it must be true for `low`, false for `high`, and change once.
fn halve(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}

/// The sum of falling chances, until a term adds nothing.
fn tail(logs: impl Iterator<Item = f64>) -> f64 {
    let mut sum = 0.0;
    for log in logs {
        let chance = libm::exp(log);
        if chance <= sum * 1e-17 {
            break;
        }
        sum += chance;
    }
    sum
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, Discrete};

    use super::*;
    use crate::statistics::chi_square;
    use crate::statistics::simulated::{decided, share_of};

    fn check(wins: &[u32], shares: Option<&[f64]>, p: f64) {
        let found = multinomial(wins, shares).unwrap();
        assert!((found - p).abs() < 1e-9 * p.max(1e-3), "{wins:?}: {found}, not {p}");
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Heads in ten throws: 8 or more, 2 or fewer: 2 (45 + 10 + 1) / 1024.
        check(&[8, 2], None, 112.0 / 1024.0);
        check(&[5, 5], None, 1.0);
        check(&[0, 1], None, 1.0);
        // Three games of three seats, 27 ways: all to one seat 3, all different 6, else 18.
        check(&[3, 0, 0], None, 3.0 / 27.0);
        check(&[1, 1, 1], None, 1.0);
        check(&[0, 1, 2], None, 21.0 / 27.0);
        // Four games, 81 ways: 36 of them 2 1 1, which is the only likelier kind than 2 2 0.
        check(&[2, 2, 0], None, 45.0 / 81.0);
        // Two sixes in two throws, a six against the rest: 1/36, and nothing is unlikelier.
        check(&[2, 0], Some(&[1.0, 5.0]), 1.0 / 36.0);
        check(&[7, 0], Some(&[1e20, 1.0]), 1.0);
        // One six: 10/36 and 1/36.
        check(&[1, 1], Some(&[1.0, 5.0]), 11.0 / 36.0);
        // Unequal shares of three: 1/2, 1/4, 1/4, two games. Both games to the last seat have chance 1/16, both to the second too;
        // one to each of these two has 1/8; no outcome is less likely.
        check(&[0, 0, 2], Some(&[2.0, 1.0, 1.0]), 2.0 / 16.0);
        check(&[0, 1, 1], Some(&[2.0, 1.0, 1.0]), 4.0 / 16.0);
    }

    #[test]
    fn two_seats_agree_with_a_plain_sum() {
        for (games, chance) in [(1, 0.5), (17, 0.5), (40, 0.1), (40, 0.93), (301, 0.37)] {
            let library = Binomial::new(chance, games).unwrap();
            for wins in (0..=games).step_by(3) {
                let seen = library.pmf(wins) * (1.0 + 1e-7);
                let sum: f64 = (0..=games).map(|count| library.pmf(count)).filter(|&pmf| pmf <= seen).sum();
                let found = binomial(wins, games, &[chance, 1.0 - chance]);
                assert!((found - sum.min(1.0)).abs() < 1e-9, "{wins} of {games}: {found} {sum}");
            }
        }
        // Any number of games; 50,500 heads in 100,000 throws, summed in whole numbers.
        check(&[50_500, 49_500], None, 0.001_582_359_878_851_6);
        let many = multinomial(&[2_000_100_000, 1_999_900_000], None).unwrap();
        assert!((many - 0.001_565).abs() < 1e-5, "{many}");
    }

    #[test]
    fn it_says_when_it_cannot_be_computed() {
        assert_eq!(outcomes(3, 3), Some(10));
        assert_eq!(outcomes(43, 6), Some(1_712_304));
        assert_eq!(multinomial(&[0, 0], None), Err(NoExactTest::NothingToTest));
        assert_eq!(multinomial(&[4], None), Err(NoExactTest::NothingToTest));
        assert_eq!(multinomial(&[4, 4], Some(&[1.0])), Err(NoExactTest::NothingToTest));
        let reason = NoExactTest::TooManyOutcomes { seats: 6, games: 600 };
        assert_eq!(multinomial(&[100; 6], None), Err(reason));
        assert_eq!(
            reason.to_string(),
            "600 games of 6 seats have more than 2000000 outcomes, too many to go through: see chi-square"
        );
        assert!(multinomial(&[u32::MAX; 40], None).is_err());
        for (seats, games) in [(3, 1998), (4, 226), (5, 80), (6, 44)] {
            assert!(outcomes(games, seats).unwrap() <= MOST_OUTCOMES);
            assert!(outcomes(games + 1, seats).unwrap() > MOST_OUTCOMES, "{seats} {games}");
        }
    }

    #[test]
    fn with_many_games_it_is_chi_squares_chance() {
        for wins in [[100, 130, 110], [90, 100, 85], [60, 100, 100]] {
            let (exact, rough) = (multinomial(&wins, None).unwrap(), chi_square(&wins, None).unwrap().p);
            assert!((exact - rough).abs() < 0.02, "{wins:?}: {exact} {rough}");
        }
    }

    /// An exact test never gives false alarms more often than it says; with few games often less.
    #[test]
    fn fair_seats_alarm_no_more_often_than_alpha() {
        for (seats, games, least) in [(2, 200, 0.025), (3, 30, 0.035), (4, 12, 0.025)] {
            let alarms = share_of(2000, &format!("multinomial/{seats}"), |stream| {
                multinomial(&decided(&vec![1; seats], games, stream), None).unwrap() < 0.05
            });
            assert!((least..=0.062).contains(&alarms), "{seats} seats, {games} games: {alarms}");
        }
    }
}
