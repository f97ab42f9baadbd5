//! How far matches are from what was predicted, beyond chance: the doubt of a prediction, by the method of moments (extra-binomial
//! variation on the scale of log-odds: Williams 1982, "Extra-binomial variation in logistic linear models").
//!
//! A seat's share of wins, were it played forever, is taken for the predicted one moved by a normal deviation in log-odds. The deviation
//! is the one by which squared distances of played and predicted shares are as large as they are, less what so few matches leave to
//! chance. Williams takes the curve of the logit for a straight line, which understates a deviation of 1 by a fifth: here it is followed.

/// The normal distribution is summed up in steps of 1/`STEPS`, out to `REACH` deviations.
const STEPS: i32 = 10;
const REACH: i32 = 5;
/// The greatest deviation that is looked for, and how often the search for it is halved.
const MOST: f64 = 10.0;
const HALVINGS: u32 = 24;
/// Log-odds are taken of shares that are at least this far from 0 and 1.
const SHARE_MIN: f64 = 1e-6;

/// A row of the doubts: some of the maps that were rolled as games roll them.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// Which maps: those of a game, or `all`.
    pub what: String,
    /// How many maps.
    pub maps: usize,
    /// How many seats they have together.
    pub seats: usize,
    /// The normal deviation, in log-odds, of shares in play from those that were predicted by weights that were fitted without the map.
    pub by_map: f64,
    /// From those that are predicted by the weights that come with Fairmarch.
    pub now: f64,
}

/// A seat: what was predicted, what was played, and in how many matches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubtfulSeat {
    pub predicted: f64,
    pub played: f64,
    pub matches: u32,
}

/// The normal deviation in log-odds of the seats' shares from what was predicted; 0 if chance alone explains the distance.
pub(crate) fn doubt(seats: &[DoubtfulSeat]) -> f64 {
    let excess: f64 = seats.iter().map(excess).sum();
    let spread = |deviation: f64| -> f64 { seats.iter().map(|seat| moved(seat.predicted, deviation)).sum() };
    if excess <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, MOST);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if spread(middle) < excess { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The squared distance of the played share from the predicted one, less what is expected of chance if the prediction is right.
fn excess(seat: &DoubtfulSeat) -> f64 {
    let (off, chance) = (seat.played - seat.predicted, seat.predicted * (1.0 - seat.predicted));
    off * off - chance / f64::from(seat.matches)
}

/// The mean squared distance of a share from itself after it was moved by a normal deviation in log-odds.
fn moved(share: f64, deviation: f64) -> f64 {
    let share = share.clamp(SHARE_MIN, 1.0 - SHARE_MIN);
    let odds = libm::log(share / (1.0 - share));
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -REACH * STEPS..=REACH * STEPS {
        let z = f64::from(step) / f64::from(STEPS);
        let weight = libm::exp(-z * z / 2.0);
        let off = 1.0 / (1.0 + libm::exp(-odds - deviation * z)) - share;
        sum += weight * off * off;
        weights += weight;
    }
    sum / weights
}

#[cfg(test)]
mod tests {
    use chance::Seed;

    use super::*;

    /// Seats whose true log-odds lie a normal deviation away from the predicted ones, each played so often.
    fn made_by(deviation: f64, matches: u32) -> Vec<DoubtfulSeat> {
        let mut stream = Seed(3).stream("doubt");
        let mut uniform = move || f64::from(stream.between(1, 1_000_000)) / 1e6;
        (0..3_000)
            .map(|_| {
                // Twelve uniform numbers make a normal one, nearly.
                let z: f64 = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
                let predicted = 0.1 + 0.5 * uniform();
                let odds = libm::log(predicted / (1.0 - predicted)) + deviation * z;
                let share = 1.0 / (1.0 + libm::exp(-odds));
                let wins: u32 = (0..matches).map(|_| u32::from(uniform() < share)).sum();
                DoubtfulSeat { predicted, played: f64::from(wins) / f64::from(matches), matches }
            })
            .collect()
    }

    // Takes seconds: the doubt is looked for in thousands of drawn matches.
    #[test]
    fn the_doubt_is_the_deviation_that_made_the_wins() {
        for deviation in [0.5, 1.0, 1.5] {
            let found = doubt(&made_by(deviation, 60));
            assert!((found - deviation).abs() < 0.06, "{deviation}: {found}");
        }
        assert!(doubt(&made_by(0.0, 20)) < 0.2, "chance alone is no doubt");
    }

    #[test]
    fn seats_that_win_what_was_predicted_leave_no_doubt() {
        let seat = |predicted, played| DoubtfulSeat { predicted, played, matches: 60 };
        assert_eq!(doubt(&[seat(0.5, 0.55), seat(0.5, 0.45)]), 0.0);
        assert_eq!(doubt(&[]), 0.0);
        let all = doubt(&[seat(0.5, 1.0), seat(0.5, 0.0)]);
        assert!(all > 5.0 && all <= MOST, "{all}");
        assert!(doubt(&[seat(0.0, 0.5), seat(1.0, 0.5)]).is_finite());
    }
}
