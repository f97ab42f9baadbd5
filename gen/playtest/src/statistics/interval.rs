//! Wilson's interval of a win rate, for games with and without draws.

use serde::Serialize;

use super::Record;

/// A rate with the bounds of the interval for the true one. All three are shares, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The rate that was observed.
    pub rate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies between the bounds, both included.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the whole interval lies within `reach` of a value.
    #[must_use]
    pub fn is_within(&self, reach: f64, value: f64) -> bool {
        value - reach <= self.low && self.high <= value + reach
    }
}

/// Wilson's interval (1927): `(p + z2/2n +- z sqrt(v/n + z2/4n2)) / (1 + z2/n)` for a rate p of n games (which need not
/// be whole) with variance v, `p(1 - p)` for wins and losses. Half the width in standard errors is `z`
/// ([`super::z_of`]). Without games: 0 to 1.
#[must_use]
pub fn wilson(rate: f64, variance: f64, games: f64, z: f64) -> Interval {
    if games <= 0.0 || games.is_nan() {
        return Interval { rate, low: 0.0, high: 1.0 };
    }
    let grown = 1.0 + z * z / games;
    let middle = (rate + z * z / (2.0 * games)) / grown;
    let half = z * libm::sqrt(variance.max(0.0) / games + z * z / (4.0 * games * games)) / grown;
    // With no wins, or only wins, the bound of the formula is the end itself, apart from rounding.
    let low = if rate <= 0.0 { 0.0 } else { (middle - half).max(0.0).min(rate) };
    let high = if rate >= 1.0 { 1.0 } else { (middle + half).min(1.0).max(rate) };
    Interval { rate, low, high }
}

/// The interval of a seat's rate of points, where draws share the point of their game; without games 1/2, 0 to 1.
///
/// It is Wilson's formula with the sample variance of the games' points in the place of `p(1 - p)`, so it is Wilson's interval if
/// nothing was drawn. As with Wilson, it contains all rates p from which the observed one is within z standard errors. Points then
/// have the variance `p(1 - p) - d`, where d is the reduction by draws, which is measured in n games and applied to n + z2, where
/// the additional ones have no draws. So a hundred draws in a hundred games leave room for some wins.
#[must_use]
pub fn interval(record: &Record, z: f64) -> Interval {
    let (rate, variance) = (record.rate().unwrap_or(0.5), record.variance().unwrap_or(0.25));
    wilson(rate, variance, f64::from(record.games), z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulated::{play, share_of};
    use crate::statistics::z_of;

    #[test]
    fn known_intervals() {
        // 81 of 263: .2553 to .3662 (Newcombe 1998, table I, method 3); 1 of 29: .0061 to .1718; 0 of 20: 0 to .1611.
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = interval(&Record::of_wins(wins, games), z_of(0.95));
            assert!((found.low - low).abs() < 6e-5 && (found.high - high).abs() < 6e-5, "{wins}/{games}: {found:?}");
            let rate = f64::from(wins) / f64::from(games);
            let plain = wilson(rate, rate * (1.0 - rate), f64::from(games), z_of(0.95));
            assert!((found.low - plain.low).abs() + (found.high - plain.high).abs() < 1e-12, "{found:?} {plain:?}");
            let lost = interval(&Record::of_wins(games - wins, games), z_of(0.95));
            assert!((lost.low - (1.0 - found.high)).abs() < 1e-12);
        }
        assert_eq!(interval(&Record::default(), 2.0), Interval { rate: 0.5, low: 0.0, high: 1.0 });
        assert_eq!(interval(&Record::of_wins(5, 9), 0.0).low, 5.0 / 9.0);
    }

    #[test]
    fn draws_narrow_it_but_never_to_nothing() {
        let decided = interval(&Record::of_wins(50, 100), 2.0);
        let half_drawn = interval(&Record { games: 100, shared: vec![25, 50] }, 2.0);
        let all_drawn = interval(&Record { games: 100, shared: vec![0, 100] }, 2.0);
        let width = |found: &Interval| found.high - found.low;
        // Half the variance: the width shrinks by the root of a half, and a little less for the doubt about it.
        assert!((0.71..0.73).contains(&(width(&half_drawn) / width(&decided))));
        // 100 draws leave room for 2 % of games in which one side always wins.
        assert!((0.01..0.05).contains(&width(&all_drawn)), "{all_drawn:?}");
    }

    /// Coverage at 95 %, over rates, numbers of games and shares of draws; Wilson's is 93 to 97 % for most of them.
    #[test]
    fn intervals_hold_the_true_rate_as_often_as_they_promise() {
        for seats in [2, 4, 6] {
            for games in [20, 100, 400] {
                for drawn in [0, 30, 80] {
                    let missed = share_of(2000, &format!("coverage/{seats}/{games}/{drawn}"), |stream| {
                        let records = play(&vec![100; seats], games, drawn, stream);
                        !interval(&records[0], z_of(0.95)).holds(1.0 / seats as f64)
                    });
                    // With very few decided games it is wider than needed.
                    let least = if games * (100 - drawn as u32) < 4000 { 0.0 } else { 0.02 };
                    assert!((least..=0.075).contains(&missed), "{seats} seats, {games} games, {drawn} %: {missed}");
                }
            }
        }
    }
}
