//! Pearson's chi-square test: do the wins fall on the seats as expected?

use serde::Serialize;

use super::normal::z_of_tail;

/// The result of [`chi_square`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChiSquare {
    /// `sum (wins - expected)2 / expected`.
    pub statistic: f64,
    /// The number of seats minus one.
    pub degrees: u32,
    /// Chance of a statistic as large, or larger, if the expectation is true.
    pub p: f64,
    /// The smallest number of expected wins; below 5 (Cochran's rule) the chance is rough, and [`super::multinomial`] is the better
    /// test.
    pub least_expected: f64,
}

/// Tests decided games against expected shares (Pearson 1900), without `shares` against equal ones. Draws are left out: they belong
/// to no single seat.
///
/// `None` without games or with less than two seats, and if the number of shares differs from that of seats, or a share is not
/// above 0. Shares need not add up to 1.
#[must_use]
pub fn chi_square(wins: &[u32], shares: Option<&[f64]>) -> Option<ChiSquare> {
    let games: f64 = wins.iter().map(|&count| f64::from(count)).sum();
    let chances = chances(wins.len(), shares)?;
    if games == 0.0 || wins.len() < 2 {
        return None;
    }
    let mut statistic = 0.0;
    let mut least_expected = f64::INFINITY;
    for (&count, &chance) in wins.iter().zip(&chances) {
        let expected = games * chance;
        least_expected = least_expected.min(expected);
        statistic += (f64::from(count) - expected) * (f64::from(count) - expected) / expected;
    }
    let degrees = wins.len() as u32 - 1;
    Some(ChiSquare { statistic, degrees, p: chi_square_tail(statistic, degrees), least_expected })
}

/// The chance of each seat, adding up to 1: equal, or as given; `None` if the given ones are invalid.
pub(super) fn chances(seats: usize, shares: Option<&[f64]>) -> Option<Vec<f64>> {
    let Some(shares) = shares else { return Some(vec![1.0 / seats as f64; seats]) };
    let total: f64 = shares.iter().sum();
    let chances: Vec<f64> = shares.iter().map(|share| share / total).collect();
    // A share may be so small compared with the others that it is rounded to 0.
    let is_sound = chances.len() == seats && total.is_finite() && chances.iter().all(|&chance| chance > 0.0);
    is_sound.then_some(chances)
}

/// The chance that a chi-square value with this many degrees of freedom exceeds `value`.
///
/// For whole degrees it is a finite sum of positive terms (Abramowitz and Stegun 26.4.4 and 26.4.5).
#[must_use]
pub fn chi_square_tail(value: f64, degrees: u32) -> f64 {
    if value <= 0.0 || degrees == 0 {
        return if value <= 0.0 { 1.0 } else { 0.0 };
    }
    let half = value / 2.0;
    let is_odd = degrees % 2 == 1;
    let (mut tail, first) = if is_odd { (libm::erfc(libm::sqrt(half)), 0.5) } else { (0.0, 0.0) };
    for step in 0..degrees / 2 {
        let power = f64::from(step) + first;
        tail += libm::exp(power * libm::log(half) - half - libm::lgamma(power + 1.0));
    }
    tail.min(1.0)
}

/// The value that a chi-square with this many degrees of freedom exceeds with chance `tail` (clamped to 0 to 1). Above 1,000
/// degrees by Wilson and Hilferty (1931), whose tail is right to three digits there.
#[must_use]
pub fn chi_square_quantile(tail: f64, degrees: u32) -> f64 {
    let tail = tail.clamp(1e-300, 1.0);
    if degrees > 1000 {
        let part = 2.0 / (9.0 * f64::from(degrees));
        let z = if tail <= 0.5 { z_of_tail(tail) } else { -z_of_tail(1.0 - tail) };
        let root = (1.0 - part + z * libm::sqrt(part)).max(0.0);
        return f64::from(degrees) * root * root * root;
    }
    let (mut low, mut high) = (0.0, 1.0);
    while chi_square_tail(high, degrees) > tail {
        low = high;
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if chi_square_tail(middle, degrees) > tail { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::statistics::simulated::{decided, share_of};

    #[test]
    fn textbook_values() {
        // Sixty throws of a die: 5 8 9 8 10 20 against 10 each is (25+4+1+4+0+100)/10 = 13.4 with 5 degrees, p = .0199.
        let die = chi_square(&[5, 8, 9, 8, 10, 20], None).unwrap();
        assert!((die.statistic - 13.4).abs() < 1e-12 && die.degrees == 5 && die.least_expected == 10.0, "{die:?}");
        assert!((die.p - 0.0199).abs() < 5e-5, "{die:?}");
        // Mendel's peas, 315 101 108 32 against 9:3:3:1 of 556: 0.470 with 3 degrees, p = .925.
        let peas = chi_square(&[315, 101, 108, 32], Some(&[9.0, 3.0, 3.0, 1.0])).unwrap();
        assert!((peas.statistic - 0.470).abs() < 5e-4 && (peas.p - 0.9254).abs() < 5e-4, "{peas:?}");
        for (degrees, value) in [(1, 3.841), (3, 7.815), (5, 11.070), (10, 18.307), (30, 43.773), (100, 124.342)] {
            assert!((chi_square_quantile(0.05, degrees) - value).abs() < 6e-4, "{degrees}");
        }
        assert_eq!(chi_square(&[3, 3], None).unwrap().p, 1.0);
    }

    #[test]
    fn a_library_agrees() {
        for degrees in [1, 2, 3, 4, 7, 20, 101, 3000] {
            let library = ChiSquared::new(f64::from(degrees)).unwrap();
            for at in [0.01, 0.3, 0.8, 1.0, 1.1, 1.5, 3.0] {
                let value = at * f64::from(degrees);
                let (ours, theirs) = (chi_square_tail(value, degrees), library.sf(value));
                assert!((ours - theirs).abs() < 1e-9, "{degrees} {value}: {ours} {theirs}");
            }
            for tail in [0.001, 0.05, 0.5, 0.9] {
                let found = chi_square_tail(chi_square_quantile(tail, degrees), degrees);
                assert!((found / tail - 1.0).abs() < 1e-3, "{degrees} {tail} {found}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_has_no_answer() {
        assert!(chi_square(&[], None).is_none() && chi_square(&[5], None).is_none());
        assert!(chi_square(&[0, 0], None).is_none());
        for shares in [&[1.0][..], &[1.0, 0.0], &[1.0, -1.0], &[1.0, f64::NAN], &[1.0, f64::INFINITY], &[1e300, 1e-300]]
        {
            assert!(chi_square(&[1, 2], Some(shares)).is_none(), "{shares:?}");
        }
        assert_eq!((chi_square_tail(-1.0, 3), chi_square_tail(1e9, 3)), (1.0, 0.0));
    }

    #[test]
    fn fair_seats_alarm_as_often_as_alpha_says() {
        for (seats, games) in [(2, 400), (4, 400), (6, 100), (6, 713)] {
            let alarms = share_of(3000, &format!("chi-square/{seats}/{games}"), |stream| {
                chi_square(&decided(&vec![1; seats], games, stream), None).unwrap().p < 0.05
            });
            assert!((0.036..=0.063).contains(&alarms), "{seats} seats, {games} games: {alarms}");
        }
    }

    /// One seat 5 points better, the others 5 points less together: 80 % power with 785, 818, 713 games.
    #[test]
    fn five_points_are_seen_in_as_many_games_as_the_formula_says() {
        for (seats, games) in [(2, 785), (4, 818), (6, 713)] {
            let seen = share_of(20000, &format!("power/{seats}"), |stream| {
                let shares = crate::statistics::simulated::favoured(seats, 5);
                chi_square(&decided(&shares, games, stream), None).unwrap().p < 0.05
            });
            println!("chi-square, {seats} seats, {games} games: power {seen}");
            assert!((0.77..=0.83).contains(&seen), "{seats} seats, {games} games: {seen}");
        }
    }

    /// A player 10 points stronger who keeps one of two seats makes it look unfair; rotated, he does not.
    #[test]
    fn rotation_takes_the_players_out() {
        let alarms = |is_rotated: bool| {
            share_of(3000, &format!("rotation/{is_rotated}"), |stream| {
                let mut wins = [0; 2];
                for game in 0..400 {
                    let strong = if is_rotated { game % 2 } else { 0 };
                    wins[if stream.percent(60) { strong } else { 1 - strong }] += 1;
                }
                chi_square(&wins, None).unwrap().p < 0.05
            })
        };
        let (fixed, rotated) = (alarms(false), alarms(true));
        println!("a stronger player, 400 games: fixed {fixed}, rotated {rotated}");
        assert!((0.97..=0.99).contains(&fixed), "{fixed}");
        assert!((0.03..=0.06).contains(&rotated), "{rotated}");
    }
}
