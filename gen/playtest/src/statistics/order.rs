//! The effect of the place in the turn order, separated from the effect of the position on the map.

use serde::Serialize;

use super::matrix::invert;
use super::{Interval, Record, interval, wilson};

/// How the effects of position and turn order were separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Untangled {
    /// Every position had every place equally often, so the plain win rates of each are free of the other's effect.
    Balanced,
    /// They did not; the rates come from an additive least-squares fit.
    Fitted,
    /// They cannot be separated: some positions never had the places of others (a position that always moves first, say). The rates
    /// are plain ones, and mix both effects.
    Entangled,
}

/// Win rates by position and by place in the turn order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderRates {
    /// The rate of each position on the map, as if it had every place equally often.
    pub seats: Vec<Interval>,
    /// The rate of each place in the turn order, as if every position had it equally often.
    pub places: Vec<Interval>,
    /// How much moving first adds to 1/K, as a share of a win; `None` if it cannot be separated from the position.
    pub first_mover: Option<Interval>,
    /// How the effects were separated.
    pub untangled: Untangled,
}

/// The rates of a table `cells[seat][place]`, whose entries are the records of seats when they had that place. `z` is half the
/// width of the intervals, in standard errors.
///
/// For balanced tables they are the rates of the margins, by [`super::interval()`]. For others they are a least-squares fit of
/// `rate = seat + place`, where the places add up to 0 and each cell is weighted by its games. The rates of all seats add up to 1,
/// and so do those of all places. With few games the fit can go below 0; then the nearest rates that are not below 0 and add up to
/// 1 replace it, which are never farther from the true ones. Their intervals are Wilson's, with the number of games that a balanced
/// table would need for the same error, so that both kinds agree for a balanced table. The points of one game add up to 1 and so
/// depend on each other; least squares for independent ones is right for differences if their variance is multiplied by K/(K-1).
///
/// `None` without a game, with fewer than two seats, or if there are not as many places as seats.
#[must_use]
pub fn order(cells: &[Vec<Record>], z: f64) -> Option<OrderRates> {
    let width = cells.len();
    if width < 2 || cells.iter().any(|row| row.len() != width) || cells.iter().flatten().all(|cell| cell.games == 0) {
        return None;
    }
    let is_balanced = cells.iter().flatten().all(|cell| cell.games == cells[0][0].games);
    let (seats, places, untangled) = if is_balanced {
        let (seats, places) = margins(cells, z);
        (seats, places, Untangled::Balanced)
    } else if let Some((seats, places)) = fit(cells, z) {
        (seats, places, Untangled::Fitted)
    } else {
        let (seats, places) = margins(cells, z);
        (seats, places, Untangled::Entangled)
    };
    let fair = 1.0 / width as f64;
    let above = |found: Interval| Interval { rate: found.rate - fair, low: found.low - fair, high: found.high - fair };
    let first_mover = (untangled != Untangled::Entangled).then(|| above(places[0]));
    Some(OrderRates { seats, places, first_mover, untangled })
}

fn margins(cells: &[Vec<Record>], z: f64) -> (Vec<Interval>, Vec<Interval>) {
    let (seats, places) = merged(cells);
    let all = |records: Vec<Record>| records.iter().map(|record| interval(record, z)).collect();
    (all(seats), all(places))
}

/// The records of each seat in all places, and of each place with all seats.
fn merged(cells: &[Vec<Record>]) -> (Vec<Record>, Vec<Record>) {
    let (mut seats, mut places) = (vec![Record::default(); cells.len()], vec![Record::default(); cells[0].len()]);
    for (seat, row) in cells.iter().enumerate() {
        for (place, cell) in row.iter().enumerate() {
            seats[seat].merge(cell);
            places[place].merge(cell);
        }
    }
    (seats, places)
}

/// The least-squares fit; `None` if the table does not separate seats from places.
fn fit(cells: &[Vec<Record>], z: f64) -> Option<(Vec<Interval>, Vec<Interval>)> {
    let (seats, places) = (cells.len(), cells[0].len());
    let size = seats + places;
    let mut normal = vec![vec![0.0; size]; size];
    let mut points = vec![0.0; size];
    for (seat, row) in cells.iter().enumerate() {
        for (place, cell) in row.iter().enumerate() {
            let (count, place) = (f64::from(cell.games), seats + place);
            normal[seat][seat] += count;
            normal[place][place] += count;
            normal[seat][place] += count;
            normal[place][seat] += count;
            points[seat] += cell.score();
            points[place] += cell.score();
        }
    }
    // The sum of places is 0, as one more equation.
    for row in &mut normal[seats..] {
        for entry in &mut row[seats..] {
            *entry += 1.0;
        }
    }
    let inverse = invert(&normal)?;
    let found: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&points).map(|(a, b)| a * b).sum()).collect();
    let (by_seat, by_place) = merged(cells);
    // The mean of all rates is 1/K without error, since every game has one point; only the difference from it has an error.
    let mean = found[..seats].iter().sum::<f64>() / seats as f64;
    let rate = |above: &Vec<f64>| mean + above.iter().zip(&found).map(|(a, b)| a * b).sum::<f64>();
    let told = |((above, margin), rate): ((&Vec<f64>, &Record), f64)| {
        let dot = |other: &[f64]| above.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let spread: Vec<f64> = inverse.iter().map(|row| dot(row)).collect();
        // The equation about places is no observation, so its contribution to the inverse is subtracted.
        let pinned: f64 = spread[seats..].iter().sum();
        // The inverse of this is the number of games in a balanced table.
        let error = (dot(&spread) - pinned * pinned) * seats as f64 / (seats as f64 - 1.0);
        wilson(rate, margin.variance().unwrap_or(0.0), 1.0 / error, z)
    };
    let unit = |at: usize, index: usize| if index == at { 1.0 } else { 0.0 };
    let seat_above = |seat: usize| -> Vec<f64> {
        (0..size).map(|index| unit(seat, index) - if index < seats { 1.0 / seats as f64 } else { 0.0 }).collect()
    };
    let place_above = |place: usize| -> Vec<f64> { (0..size).map(|index| unit(seats + place, index)).collect() };
    let all = |above: Vec<Vec<f64>>, margins: &[Record]| -> Vec<Interval> {
        let rates = nearest_shares(above.iter().map(rate).collect());
        above.iter().zip(margins).zip(rates).map(told).collect()
    };
    let seat_intervals = all((0..seats).map(seat_above).collect(), &by_seat);
    Some((seat_intervals, all((0..places).map(place_above).collect(), &by_place)))
}

/// The nearest rates to these (least squares) that are not below 0 and add up to 1, as these do already: the projection onto the
/// simplex (Held, Wolfe and Crowder 1974). As the simplex is convex, the projection is at least as near to every point in it, the
/// truth included. Rates that are not below 0 stay as they are.
fn nearest_shares(rates: Vec<f64>) -> Vec<f64> {
    if rates.iter().all(|&rate| rate >= 0.0) {
        return rates;
    }
    let mut falling = rates.clone();
    falling.sort_by(|one, other| other.total_cmp(one));
    let (mut sum, mut off) = (0.0, 0.0);
    for (index, &rate) in falling.iter().enumerate() {
        sum += rate;
        let level = (sum - 1.0) / (index + 1) as f64;
        if rate > level {
            off = level;
        }
    }
    rates.into_iter().map(|rate| (rate - off).max(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use chance::Stream;

    use super::*;
    use crate::statistics::simulated::share_of;
    use crate::statistics::z_of;

    fn table(cells: &[&[(u32, u32)]]) -> Vec<Vec<Record>> {
        cells.iter().map(|row| row.iter().map(|&(wins, games)| Record::of_wins(wins, games)).collect()).collect()
    }

    fn rates(found: &[Interval]) -> Vec<f64> {
        found.iter().map(|found| (found.rate * 1e9).round() / 1e9).collect()
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Seat 0 wins 70 of 100 as first and 50 as second: .6, and the first place .6.
        let found = order(&table(&[&[(70, 100), (50, 100)], &[(50, 100), (30, 100)]]), 1.96).unwrap();
        assert_eq!((rates(&found.seats), rates(&found.places)), (vec![0.6, 0.4], vec![0.6, 0.4]));
        assert_eq!(found.untangled, Untangled::Balanced);
        assert_eq!(found.seats[0], interval(&Record::of_wins(120, 200), 1.96));
        let first = found.first_mover.unwrap();
        assert!((first.rate - 0.1).abs() < 1e-12 && first.low > 0.0 && first.high < 0.17, "{first:?}");
        // The same rates, but seat 0 moves first three times of four: plain rates would say .65 for both.
        let found = order(&table(&[&[(210, 300), (50, 100)], &[(50, 100), (90, 300)]]), 1.96).unwrap();
        assert_eq!((rates(&found.seats), rates(&found.places)), (vec![0.6, 0.4], vec![0.6, 0.4]));
        assert_eq!(found.untangled, Untangled::Fitted);
        // A seat that is always first.
        let found = order(&table(&[&[(7, 10), (0, 0)], &[(0, 0), (3, 10)]]), 1.96).unwrap();
        assert_eq!((found.untangled, found.first_mover), (Untangled::Entangled, None));
        assert_eq!(rates(&found.seats), [0.7, 0.3]);
        assert!(order(&[], 1.96).is_none() && order(&table(&[&[(1, 2)]]), 1.96).is_none());
        assert!(order(&table(&[&[(0, 0), (0, 0)], &[(0, 0), (0, 0)]]), 1.96).is_none());
        assert!(order(&table(&[&[(0, 1), (0, 0)], &[(0, 0)]]), 1.96).is_none());
    }

    /// For a balanced table the fit is the margins, with the errors of plain rates.
    #[test]
    fn the_fit_of_a_balanced_table_is_its_margins() {
        let cells = table(&[
            &[(30, 100), (28, 100), (40, 100)],
            &[(33, 100), (30, 100), (35, 100)],
            &[(37, 100), (42, 100), (25, 100)],
        ]);
        let (plain, fitted) = (margins(&cells, 1.96), fit(&cells, 1.96).unwrap());
        for (plain, fitted) in plain.0.iter().chain(&plain.1).zip(fitted.0.iter().chain(&fitted.1)) {
            assert!((plain.rate - fitted.rate).abs() < 1e-12);
            let off = (plain.low - fitted.low).abs() + (plain.high - fitted.high).abs();
            assert!(off < 1e-9, "{fitted:?} {plain:?}");
        }
    }

    #[test]
    fn shares_are_the_nearest_possible_ones() {
        let near = |rates: &[f64]| -> Vec<f64> {
            nearest_shares(rates.to_vec()).into_iter().map(|rate| (rate * 1e9).round() / 1e9).collect()
        };
        assert_eq!(near(&[0.2, 0.3, 0.5]), [0.2, 0.3, 0.5]);
        // The amount below 0 is subtracted from all others equally, until one of them is at 0 too.
        assert_eq!(near(&[-0.2, 0.5, 0.7]), [0.0, 0.4, 0.6]);
        assert_eq!(near(&[-0.5, 0.1, 1.4]), [0.0, 0.0, 1.0]);
        assert_eq!(near(&[1.6, -0.3, -0.3]), [1.0, 0.0, 0.0]);
    }

    /// Three games of six seats in any order: the fit alone goes below 0 in some of these cases.
    #[test]
    fn few_games_lead_no_estimate_out_of_its_bounds() {
        for case in 0..200 {
            let mut stream = chance::Seed(case).stream("few games");
            let mut cells = vec![vec![Record::default(); 6]; 6];
            for _ in 0..3 {
                let mut seats: Vec<usize> = (0..6).collect();
                for place in 0..6 {
                    let at = place + stream.index(6 - place);
                    seats.swap(place, at);
                }
                let won = stream.index(6);
                for (place, &seat) in seats.iter().enumerate() {
                    cells[seat][place].add(usize::from(place == won));
                }
            }
            let found = order(&cells, z_of(0.95)).unwrap();
            for rate in found.seats.iter().chain(&found.places) {
                assert!(
                    0.0 <= rate.low && rate.low <= rate.rate && rate.rate <= rate.high && rate.high <= 1.0,
                    "{rate:?}"
                );
            }
            for rates in [&found.seats, &found.places] {
                assert!((rates.iter().map(|rate| rate.rate).sum::<f64>() - 1.0).abs() < 1e-9, "{found:?}");
            }
            assert!(found.first_mover.is_none_or(|first| first.holds(first.rate)), "{found:?}");
        }
    }

    /// Games of three seats: the position and the place of each add to its weight.
    fn played(
        seats: [u32; 3],
        places: [u32; 3],
        rotations: [u32; 3],
        games: u32,
        stream: &mut Stream,
    ) -> Vec<Vec<Record>> {
        let mut cells = vec![vec![Record::default(); 3]; 3];
        for _ in 0..games {
            let shift = stream.weighted(&rotations).unwrap();
            let weights: Vec<u32> = (0..3).map(|seat| seats[seat] + places[(seat + shift) % 3]).collect();
            let won = stream.weighted(&weights).unwrap();
            for (seat, row) in cells.iter_mut().enumerate() {
                row[(seat + shift) % 3].add(usize::from(seat == won));
            }
        }
        cells
    }

    #[test]
    fn intervals_hold_what_is_true() {
        // Out of 1,000, with weights that add up to it in every rotation.
        let cases = [
            ([0, 0, 0], [433, 333, 234], [1, 1, 1]),
            ([50, 0, 0], [400, 300, 250], [1, 1, 1]),
            ([80, 10, 10], [370, 300, 230], [5, 2, 1]),
        ];
        for (seats, places, rotations) in cases {
            let first = f64::from(places[0] + seats.iter().sum::<u32>() / 3) / 1000.0 - 1.0 / 3.0;
            let seat = f64::from(seats[0] + places.iter().sum::<u32>() / 3) / 1000.0;
            let mut seats_missed = 0;
            let missed = share_of(1500, &format!("order/{seats:?}/{rotations:?}"), |stream| {
                let found = order(&played(seats, places, rotations, 400, stream), z_of(0.95)).unwrap();
                seats_missed += u32::from(!found.seats[0].holds(seat));
                !found.first_mover.unwrap().holds(first)
            });
            let seats_missed = f64::from(seats_missed) / 1500.0;
            println!("turn order {rotations:?}: missed {missed}, position {seats_missed}");
            assert!(
                (0.025..=0.075).contains(&missed) && (0.025..=0.075).contains(&seats_missed),
                "{missed} {seats_missed}"
            );
        }
    }
}
