//! Wald's sequential probability ratio test, per seat: it plays on until it is known whether a seat is off by delta.

use serde::Serialize;

use super::Record;
use super::equivalence::{Direction, questions};

/// The bounds at which a test stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtBounds {
    /// At or above this the seat is off.
    pub upper: f64,
    /// At or below this it is not.
    pub lower: f64,
}

impl SprtBounds {
    /// Wald's bounds (1945), `ln((1 - beta) / alpha)` and `ln(beta / (1 - alpha))`: `alpha` the chance of a false
    /// alarm, `beta` of missing a seat that is off by delta. 2.944 and -2.944 for .05 and .05. Both are held within
    /// 1e-12 and 1/2.
    #[must_use]
    pub fn new(alpha: f64, beta: f64) -> SprtBounds {
        let held = |chance: f64| if chance.is_nan() { 0.5 } else { chance.clamp(1e-12, 0.5) };
        let (alpha, beta) = (held(alpha), held(beta));
        SprtBounds { upper: libm::log((1.0 - beta) / alpha), lower: libm::log(beta / (1.0 - alpha)) }
    }
}

/// The present result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Finding {
    /// It is off by delta rather than not at all.
    Off(Direction),
    /// It is off in neither direction.
    Even,
    /// More games are needed.
    Open,
}

/// The test of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatTest {
    /// Log-likelihood ratio of 1/K + delta against 1/K.
    pub above: f64,
    /// Log-likelihood ratio of 1/K - delta against 1/K.
    pub below: f64,
    /// What follows.
    pub finding: Finding,
}

/// `sum [w ln(p1/p0) + (1-w) ln((1-p1)/(1-p0))]` over games in which a seat got w points.
///
/// Draws need no rule of their own: the exponential of a game's term is convex in w, so that its mean at a rate of p0
/// is at most 1 with draws as it is without, and false alarms are no more than without.
#[must_use]
pub fn log_ratio(record: &Record, p0: f64, p1: f64) -> f64 {
    let (won, lost) = (record.score(), f64::from(record.games) - record.score());
    won * libm::log(p1 / p0) + lost * libm::log((1.0 - p1) / (1.0 - p0))
}

/// Tests each of K seats for 1/K + delta and 1/K - delta, against 1/K. Stop at the first seat that is off, or when all
/// are even; it may be asked after any number of games.
///
/// A seat gets alpha/K (two seats are one question: alpha), and each of its two directions half of that, so that all
/// fair seats together alarm falsely with chance alpha at most, save for Wald's factor 1/(1 - beta). Where delta would
/// leave 0 to 1 the alternative is half-way from 1/K to that end.
#[must_use]
pub fn sprt(seats: &[Record], delta: f64, alpha: f64, beta: f64) -> Vec<SeatTest> {
    let fair = 1.0 / seats.len().max(2) as f64;
    let bounds = SprtBounds::new(alpha / questions(seats.len()) / 2.0, beta);
    let (high, low) = ((fair + delta).min((1.0 + fair) / 2.0), (fair - delta).max(fair / 2.0));
    let test = |record: &Record| {
        let (above, below) = (log_ratio(record, fair, high), log_ratio(record, fair, low));
        let finding = match (above, below) {
            (above, _) if above >= bounds.upper => Finding::Off(Direction::Above),
            (_, below) if below >= bounds.upper => Finding::Off(Direction::Below),
            (above, below) if above <= bounds.lower && below <= bounds.lower => Finding::Even,
            _ => Finding::Open,
        };
        SeatTest { above, below, finding }
    };
    seats.iter().map(test).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulated::{favoured, play_on, share_of};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        let bounds = SprtBounds::new(0.05, 0.05);
        assert!((bounds.upper - 2.944_439).abs() < 1e-6 && (bounds.lower + 2.944_439).abs() < 1e-6);
        // 60 wins and 40 losses, .55 against .5: 60 ln 1.1 + 40 ln .9 = 5.71861 - 4.21442.
        assert!((log_ratio(&Record::of_wins(60, 100), 0.5, 0.55) - 1.504_19).abs() < 1e-5);
        // A draw is half of each.
        let drawn = Record { games: 100, shared: vec![20, 80] };
        assert_eq!(log_ratio(&drawn, 0.5, 0.55), log_ratio(&Record::of_wins(60, 100), 0.5, 0.55));
        let once = log_ratio(&Record { games: 1, shared: vec![0, 1] }, 0.5, 0.55);
        assert!((2.0 * once - libm::log(1.1) - libm::log(0.9)).abs() < 1e-12, "{once}");
        let found = sprt(&[Record::of_wins(700, 1000), Record::of_wins(300, 1000)], 0.05, 0.05, 0.05);
        assert_eq!(found[0].finding, Finding::Off(Direction::Above));
        assert_eq!(found[1].finding, Finding::Off(Direction::Below));
        let found = sprt(&[Record::of_wins(1500, 3000), Record::of_wins(1500, 3000)], 0.05, 0.05, 0.05);
        assert!(found.iter().all(|seat| seat.finding == Finding::Even), "{found:?}");
        assert!(sprt(&[Record::default(), Record::default()], 0.05, 0.05, 0.05)[0].finding == Finding::Open);
        // Twenty seats cannot be 5 points below 1/20.
        assert!(sprt(&vec![Record::of_wins(1, 20); 20], 0.05, 0.05, 0.05).iter().all(|seat| seat.below.is_finite()));
        assert!(sprt(&[], 0.05, 0.05, 0.05).is_empty());
    }

    /// One seat that is 5 points better, .05 and .05: 540, 430, 340 games in the mean, 1,320, 1,060, 850 for 95 %.
    #[test]
    fn one_seat_needs_as_many_games_as_the_formula_says() {
        let bounds = SprtBounds::new(0.05, 0.05);
        for (seats, mean, most) in [(2, 540.0, 1320.0), (4, 430.0, 1060.0), (6, 340.0, 850.0)] {
            let fair = 1.0 / seats as f64;
            let weights = favoured(seats, 5);
            let mut lengths = Vec::new();
            let missed = share_of(1000, &format!("sprt/{seats}"), |stream| {
                let mut record = Record::default();
                loop {
                    let is_won = stream.weighted(&weights) == Some(0);
                    record.add(usize::from(is_won));
                    let ratio = log_ratio(&record, fair, fair + 0.05);
                    if ratio >= bounds.upper || ratio <= bounds.lower {
                        lengths.push(f64::from(record.games));
                        return ratio < 0.0;
                    }
                }
            });
            lengths.sort_by(f64::total_cmp);
            let (found, late) = (lengths.iter().sum::<f64>() / 1000.0, lengths[950]);
            println!("SPRT of one seat of {seats}: {found} games, 95 % within {late}, missed {missed}");
            assert!((found / mean - 1.0).abs() < 0.08 && (late / most - 1.0).abs() < 0.12, "{seats}: {found} {late}");
            assert!((0.02..0.065).contains(&missed), "{seats}: {missed}");
        }
    }

    /// All seats, both directions, looked at after every 10 games until it is settled.
    #[test]
    fn all_seats_together_alarm_no_more_often_than_alpha() {
        for (seats, points, drawn) in [(2, 0, 0), (4, 0, 0), (6, 0, 0), (4, 0, 40), (2, 5, 0), (4, 5, 0), (6, 5, 0)] {
            let weights = favoured(seats, points);
            let mut games = 0;
            let alarms = share_of(2000, &format!("sprt all/{seats}/{points}/{drawn}"), |stream| {
                let mut records = vec![Record::default(); seats];
                loop {
                    play_on(&mut records, &weights, 10, drawn, stream);
                    games += 10;
                    let found = sprt(&records, 0.05, 0.05, 0.05);
                    if found.iter().any(|seat| matches!(seat.finding, Finding::Off(_))) {
                        return true;
                    }
                    if found.iter().all(|seat| seat.finding == Finding::Even) {
                        return false;
                    }
                }
            });
            println!("SPRT of {seats} seats, {points} points, {drawn} % drawn: off {alarms}, {} games", games / 2000);
            let expected = if points == 0 { 0.0..=0.065 } else { 0.9..=1.0 };
            assert!(expected.contains(&alarms), "{seats} seats, {points} points: {alarms}");
        }
    }
}
