//! How uneven the seats of maps are, without the share of chance.

use chance::Stream;
use serde::Serialize;

use super::chi_square::{chi_square, chi_square_quantile};

/// How many fair maps [`bias_floor`] simulates.
const FAIR_MAPS: u32 = 4000;

/// Above this number of games the quantile of chi-square is the floor, and nothing is simulated.
const MOST_PLAYED: u64 = 5000;

/// Seat bias: the unevenness of the seats' true win rates, estimated from decided games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bias {
    /// `b2`, an unbiased estimate of `sum over seats of (rate - 1/N)2`: below 0 in about half of all fair maps.
    pub squared: f64,
    /// Root of `squared`, 0 if that is negative: how far all rates together are from equal, 0 to 1.
    pub root: f64,
    /// Root of `squared / N`: how far a seat's rate is from 1/N in the quadratic mean, as a share; times 100 it is in points.
    pub per_seat: f64,
}

/// The corrected seat bias of maps, each given by its decided wins per seat: `b2 = (chi2 - (N-1)) / ((n-1) N)` for N seats and n
/// games, since the mean of chi2 is `(N-1) + (n-1) N sum (rate - 1/N)2`. Several maps are pooled: numerators and denominators are
/// added up, so that maps count by their number of games.
///
/// `None` if no map has two decided games and two seats.
#[must_use]
pub fn bias(maps: &[Vec<u32>]) -> Option<Bias> {
    let (mut above, mut weight, mut seats) = (0.0, 0.0, 0.0);
    for wins in maps {
        let games: u64 = wins.iter().map(|&count| u64::from(count)).sum();
        if games < 2 {
            continue;
        }
        let Some(found) = chi_square(wins, None) else { continue };
        above += found.statistic - f64::from(found.degrees);
        weight += (games - 1) as f64 * wins.len() as f64;
        seats += (games - 1) as f64;
    }
    (weight > 0.0).then(|| Bias::of_squared(above / weight, weight / seats))
}

impl Bias {
    fn of_squared(squared: f64, seats: f64) -> Bias {
        Bias { squared, root: libm::sqrt(squared.max(0.0)), per_seat: libm::sqrt(squared.max(0.0) / seats) }
    }
}

/// The bias that fair maps with this number of seats and these numbers of decided games (one entry per map) do not exceed with
/// chance `share`, usually 0.95. A measured bias below it is no sign of unfairness.
///
/// For one map of two seats it is exact; otherwise fair maps are simulated with `stream`; above 5,000 games it is the quantile of
/// chi-square. `None` as for [`bias`].
#[must_use]
pub fn bias_floor(seats: u32, games: &[u32], share: f64, stream: &mut Stream) -> Option<Bias> {
    let games: Vec<u32> = games.iter().copied().filter(|&count| count >= 2).collect();
    let total: u64 = games.iter().map(|&count| u64::from(count)).sum();
    if seats < 2 || games.is_empty() {
        return None;
    }
    let tail = 1.0 - if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    if total > MOST_PLAYED || u64::from(seats) > MOST_PLAYED {
        let degrees = f64::from(seats - 1) * games.len() as f64;
        let quantile = chi_square_quantile(tail, (seats - 1).saturating_mul(games.len() as u32));
        // With few games per map the statistic varies less than chi-square: its variance is (n-1)/n of it.
        let narrower: f64 = games.iter().map(|&count| 1.0 - 1.0 / f64::from(count)).sum::<f64>() / games.len() as f64;
        let weight = (total - games.len() as u64) as f64 * f64::from(seats);
        return Some(Bias::of_squared((quantile - degrees) * libm::sqrt(narrower) / weight, f64::from(seats)));
    }
    if let (2, &[games]) = (seats, games.as_slice()) {
        return bias(&[two_seats(games, tail)]);
    }
    let mut found: Vec<Bias> = Vec::new();
    for _ in 0..FAIR_MAPS {
        let mut maps = vec![vec![0; seats as usize]; games.len()];
        for (wins, &count) in maps.iter_mut().zip(&games) {
            for _ in 0..count {
                wins[stream.below(seats) as usize] += 1;
            }
        }
        found.extend(bias(&maps));
    }
    found.sort_by(|left, right| left.squared.total_cmp(&right.squared));
    let above = libm::floor(tail * found.len() as f64) as usize;
    found.get(found.len() - 1 - above.min(found.len() - 1)).copied()
}

/// The wins of two fair seats at the quantile: the least uneven ones with no more than `tail` beyond them.
fn two_seats(games: u32, tail: f64) -> Vec<u32> {
    let mut log = -f64::from(games) * std::f64::consts::LN_2;
    let mut beyond = 0.0;
    for lost in 0..games / 2 {
        beyond += 2.0 * libm::exp(log);
        if beyond > tail {
            return vec![games - lost, lost];
        }
        log += libm::log(f64::from(games - lost) / f64::from(lost + 1));
    }
    vec![games - games / 2, games / 2]
}

#[cfg(test)]
mod tests {
    use chance::Seed;

    use super::*;
    use crate::statistics::simulated::{decided, favoured, share_of};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // 16 of 24: chi2 = 16/6 = 2.667; (2.667 - 1) / (23 * 2) = .03623, its root .1903, per seat .1346.
        let found = bias(&[vec![16, 8]]).unwrap();
        assert!((found.squared - 0.036_232).abs() < 1e-6, "{found:?}");
        assert!((found.root - 0.190_347).abs() < 1e-6 && (found.per_seat - 0.134_596).abs() < 1e-6, "{found:?}");
        let fair = bias(&[vec![12, 12]]).unwrap();
        assert!((fair.squared + 1.0 / 46.0).abs() < 1e-12 && fair.root == 0.0 && fair.per_seat == 0.0);
        // Pooled: (1.667 - 1) / (2 * 46).
        assert!((bias(&[vec![16, 8], vec![12, 12]]).unwrap().squared - 0.666_667 / 92.0).abs() < 1e-8);
        assert!(bias(&[]).is_none() && bias(&[vec![1, 0]]).is_none() && bias(&[vec![9]]).is_none());
    }

    #[test]
    fn the_estimate_is_right_in_the_mean() {
        for (seats, points) in [(2, 0), (3, 10), (4, 20), (6, 5)] {
            let weights = favoured(seats, points);
            let off = f64::from(points) / 100.0;
            let truth = off * off * (1.0 + 1.0 / (seats as f64 - 1.0));
            let mut sum = 0.0;
            share_of(4000, &format!("bias/{seats}"), |stream| {
                sum += bias(&[decided(&weights, 24, stream)]).unwrap().squared;
                false
            });
            assert!((sum / 4000.0 - truth).abs() < 0.0025, "{seats} seats: {} not {truth}", sum / 4000.0);
        }
    }

    #[test]
    fn fair_maps_pass_the_floor_as_often_as_they_should() {
        let cases: [(u32, &[u32]); 6] =
            [(2, &[24]), (2, &[400]), (4, &[8, 8, 8]), (3, &[100]), (6, &[30, 50]), (2, &[3000, 3000])];
        for (seats, games) in cases {
            let floor = bias_floor(seats, games, 0.95, &mut Seed(1).stream("floor")).unwrap();
            let runs = if games[0] > 1000 { 300 } else { 3000 };
            let beyond = share_of(runs, &format!("beyond/{seats}/{games:?}"), |stream| {
                let play = |&count: &u32| decided(&vec![1; seats as usize], count, stream);
                bias(&games.iter().map(play).collect::<Vec<_>>()).unwrap().squared > floor.squared + 1e-12
            });
            assert!((0.01..=0.075).contains(&beyond), "{seats} seats, {games:?}: {beyond}");
        }
        assert!(bias_floor(1, &[9], 0.95, &mut Seed(1).stream("floor")).is_none());
        assert!(bias_floor(2, &[1, 0], 0.95, &mut Seed(1).stream("floor")).is_none());
    }

    #[test]
    fn the_exact_floor_is_the_binomials() {
        // 24 games: 18 or more for either 2.27 %, 17 or more 6.4 %: so 17 is the last that 95 % reach.
        assert_eq!(two_seats(24, 0.05), [17, 7]);
        assert_eq!(two_seats(24, 0.07), [16, 8]);
        assert_eq!((two_seats(2, 0.05), two_seats(2, 0.6)), (vec![2, 0], vec![1, 1]));
        // Simulated floors agree with it, and with chi-square's quantile at the limit between the two.
        for (maps, games) in [(250, 20), (1000, 5)] {
            let floor = |games: &[u32]| bias_floor(3, games, 0.95, &mut Seed(1).stream("floor")).unwrap().root;
            let (played, quantile) = (floor(&vec![games; maps]), floor(&vec![games; maps + 1]));
            assert!((played / quantile - 1.0).abs() < 0.03, "{maps} maps: {played} {quantile}");
        }
        let floor = |games| bias_floor(3, &[games], 0.95, &mut Seed(1).stream("floor")).unwrap().root;
        assert!((floor(5000) / floor(5001) - 1.0).abs() < 0.03, "{} {}", floor(5000), floor(5001));
    }

    /// 3 maps with 8 games of 4 seats each: about 14 points a seat.
    #[test]
    fn the_floor_of_a_few_games_is_high() {
        for seats in [2, 3, 4, 6] {
            let floor = |games: &[u32]| bias_floor(seats, games, 0.95, &mut Seed(1).stream("floor")).unwrap();
            let (pooled, one) = (floor(&[8, 8, 8]), floor(&[24]));
            println!("floor, {seats} seats: 3 maps of 8 games {pooled:?}, 1 map of 24 {one:?}");
            assert!(one.per_seat < pooled.per_seat);
            assert!(seats != 4 || (0.13..0.155).contains(&pooled.per_seat), "{pooled:?}");
        }
    }
}
