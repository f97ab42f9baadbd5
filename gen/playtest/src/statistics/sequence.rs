//! Confidence sequences: intervals that hold at all looks at once, however many looks there are.

use super::Interval;

/// The expectation about a rate before any game: it decides for which rates the sequence is narrowest, not the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prior {
    /// The rate that is expected: 1/K.
    pub mean: f64,
    /// Its standard deviation: delta.
    pub deviation: f64,
}

/// How many games without a draw are added to the observed ones before the factor is computed, so that a few early draws count
/// little.
const DOUBT: f64 = 4.0;

/// The number of games without a draw that tell as much as these: more by the factor by which their variance is smaller. That
/// factor uses the observed or the expected rate, whichever has the larger variance of wins and losses. (With the observed rate
/// alone it would be too small for a seat that has only drawn so far.)
fn informed_games(games: f64, rate: f64, variance: f64, expected: f64) -> f64 {
    let taken = (rate * (1.0 - rate) - variance).max(0.0) * games / (games + DOUBT);
    let left = |p: f64| 1.0 - taken / (p * (1.0 - p));
    if taken > 0.0 { games / left(rate).max(left(expected)) } else { games }
}

/// The confidence sequence of a rate, after games with this rate and variance of points: with chance `confidence` the true rate lies
/// within it after *every* game, so one may look after any number of games and stop at any time.
///
/// A gambler who bets against a rate p, and spreads the stake over other rates as a beta distribution does, multiplies the stake by
/// `M = B(a + won, b + lost) / (B(a, b) p^won (1 - p)^lost)`; if p is true, the stake ever reaches 1/alpha with chance alpha at
/// most (Ville 1939; Robbins 1970 for such mixtures). The interval consists of the rates for which the stake has not reached that.
/// The beta distribution is the prior, so the sequence is best when its width is about the prior's deviation. The price for repeated
/// looks is that it needs about twice the games of Wilson's interval.
///
/// Drawn games vary less, so fewer of them tell as much: with draws, won and lost are multiplied by how much less their points vary
/// than those of wins and losses. Then it is no longer exact, but as good as that factor.
pub(super) fn bounds(games: f64, rate: f64, variance: f64, prior: Prior, confidence: f64) -> Interval {
    let weight = prior.mean * (1.0 - prior.mean) / (prior.deviation * prior.deviation).max(1e-9) - 1.0;
    let (a, b) = (prior.mean * weight.max(1.0), (1.0 - prior.mean) * weight.max(1.0));
    let informed = informed_games(games, rate, variance, prior.mean);
    let (won, lost) = (rate * informed, (1.0 - rate) * informed);
    let stake = libm::log((1.0 - confidence).clamp(1e-12, 1.0));
    let mixed = log_beta(a + won, b + lost) - log_beta(a, b) + stake;
    // The stake falls towards the observed rate and grows to both ends, so each bound is found by bisection.
    let is_held = |p: f64| mixed <= won_log(won, p) + won_log(lost, 1.0 - p);
    let (mut low, mut high) = ((0.0, rate), (rate, 1.0));
    for _ in 0..40 {
        let middles = ((low.0 + low.1) / 2.0, (high.0 + high.1) / 2.0);
        if is_held(middles.0) {
            low.1 = middles.0
        } else {
            low.0 = middles.0
        }
        if is_held(middles.1) { high.0 = middles.1 } else { high.1 = middles.1 }
    }
    Interval { rate, low: if is_held(0.0) { 0.0 } else { low.0 }, high: if is_held(1.0) { 1.0 } else { high.1 } }
}

/// `count ln p`; 0 for a count of 0, even if p is 0.
fn won_log(count: f64, p: f64) -> f64 {
    if count == 0.0 { 0.0 } else { count * libm::log(p) }
}

fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulated::{play_on, share_of};
    use crate::statistics::{Record, interval, z_of};

    /// The confidence sequence of a seat.
    fn sequence(record: &Record, seats: usize, delta: f64) -> Interval {
        let prior = Prior { mean: 1.0 / seats as f64, deviation: delta };
        let (rate, variance) = (record.rate().unwrap_or(prior.mean), record.variance().unwrap_or(0.0));
        bounds(f64::from(record.games), rate, variance, prior, 0.95)
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // A uniform prior (a = b = 1) for the rate of two seats, 1 win of 1: M = B(2, 1) / p = 1 / 2p, so that 1/M > .05 means p >
        // .025.
        let prior = Prior { mean: 0.5, deviation: libm::sqrt(1.0 / 12.0) };
        let found = bounds(1.0, 1.0, 0.0, prior, 0.95);
        assert!((found.low - 0.025).abs() < 1e-9 && found.high == 1.0, "{found:?}");
        let found = bounds(1.0, 0.0, 0.0, prior, 0.95);
        assert!((found.high - 0.975).abs() < 1e-9 && found.low == 0.0, "{found:?}");
        let nothing = sequence(&Record::default(), 4, 0.05);
        assert_eq!((nothing.rate, nothing.low, nothing.high), (0.25, 0.0, 1.0));
        for delta in [0.0, 0.5, 3.0, f64::NAN] {
            let found = sequence(&Record::of_wins(30, 100), 4, delta);
            assert!(found.low < 0.3 && found.high > 0.3, "{delta}: {found:?}");
        }
    }

    #[test]
    fn it_costs_about_twice_the_games() {
        let width = |found: Interval| found.high - found.low;
        let repeated = width(sequence(&Record::of_wins(800, 1600), 2, 0.05));
        let plain = width(interval(&Record::of_wins(400, 800), z_of(0.95)));
        assert!((0.95..1.1).contains(&(repeated / plain)), "{}", repeated / plain);
    }

    #[test]
    fn draws_narrow_it_but_never_to_nothing() {
        let width = |shared: Vec<u32>| {
            let found = sequence(&Record { games: 400, shared }, 2, 0.05);
            found.high - found.low
        };
        let (decided, half_drawn, all_drawn) = (width(vec![200]), width(vec![100, 200]), width(vec![0, 400]));
        // With twice the games it would be .70 of the width; a sequence gains a little more.
        assert!((0.65..0.75).contains(&(half_drawn / decided)), "{half_drawn} {decided}");
        assert!((0.005..0.1).contains(&all_drawn), "{all_drawn}");
    }

    /// Looked at after every 10 games up to 1,000, the sequence loses the true rate once in at most 20 runs; Wilson's
    /// interval, made for one look, loses it in far more.
    #[test]
    fn it_holds_at_all_looks_at_once() {
        for (seats, drawn) in [(2, 0), (4, 0), (6, 0), (2, 50), (6, 30), (4, 90), (2, 97)] {
            let truth = 1.0 / seats as f64;
            let mut plain = 0;
            let lost = share_of(500, &format!("sequence/{seats}/{drawn}"), |stream| {
                let mut records = vec![Record::default(); seats];
                let (mut is_lost, mut is_plain_lost) = (false, false);
                for _ in 0..100 {
                    play_on(&mut records, &vec![1; seats], 10, drawn, stream);
                    is_lost |= !sequence(&records[0], seats, 0.05).holds(truth);
                    is_plain_lost |= !interval(&records[0], z_of(0.95)).holds(truth);
                }
                plain += u32::from(is_plain_lost);
                is_lost
            });
            println!("sequence, {seats} seats, {drawn} % drawn: lost {lost}, Wilson {}", f64::from(plain) / 500.0);
            assert!(lost <= 0.06, "{seats} seats, {drawn} % drawn: {lost}");
            assert!(plain > 100 || drawn > 50, "{plain}");
        }
    }
}
