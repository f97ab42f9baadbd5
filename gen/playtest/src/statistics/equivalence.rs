//! The gate: are the seats *shown* to win their shares, shown not to, or is it too early to say?

use serde::Serialize;

use super::sequence::{Prior, bounds};
use super::{Interval, Record, wilson, z_of};

/// The question about the seats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gate {
    /// How far from its share a seat's rate may be and still count as equal, as a share of a win: 0.05 is 5 points.
    pub delta: f64,
    /// The confidence of each interval, 0 to 1. An interval can err to either side, so seats that are off by delta are called equal
    /// with chance `(1 - confidence) / 2` at most: 0.90 is the equivalence test (two one-sided tests) at alpha .05.
    pub confidence: f64,
}

/// On which side of its share a seat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Lean {
    /// The seat wins more than its share.
    Above,
    /// It wins less.
    Below,
}

/// A seat whose rate is off its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLean {
    /// Index of the seat, from 0.
    pub seat: usize,
    /// On which side it is off.
    pub direction: Lean,
}

/// The answer of the gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Verdict {
    /// Every seat's interval lies within delta of its share.
    Equal,
    /// The intervals of these seats, widened so that all K hold at once (each at `1 - (1 - confidence) / K`; two seats are one
    /// question, and need no widening), do not contain its share and are not within delta of it either: the seats are off, and it is not
    /// shown that this is too little to matter.
    Unequal {
        /// The seats, by index.
        seats: Vec<SeatLean>,
    },
    /// Every game was shared by all seats: they win equally often, and this says nothing about the seats.
    NoneWon,
    /// Neither is shown.
    NotEnough {
        /// A guess at the number of further games after which there would be an answer, if every seat kept its present rate,
        /// which it will not. For fair seats after 300 games the guess was between half and five times the number that was then
        /// needed.
        about_more: u32,
    },
}

/// The verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The answer.
    pub verdict: Verdict,
    /// The interval of each seat at the gate's confidence.
    pub seats: Vec<Interval>,
}

/// Judges seats after all of their games were played, by [`super::interval()`], against `shares` that add up to 1, without them against
/// equal ones. It may be asked only once: asking again after each
/// block of games and stopping at a welcome answer gives false answers; [`until_sure`] is for that.
///
/// With fewer than two seats there is no rival, and the verdict is equal.
///
/// # Panics
/// If there are fewer shares than seats.
#[must_use]
pub fn equivalence(seats: &[Record], shares: Option<&[f64]>, gate: Gate) -> Judgement {
    judge(&states(seats, shares), gate, &single_look(gate, seats.len()))
}

/// Judges seats between blocks of games: the same verdicts from confidence sequences, intervals that hold at all looks at once.
/// Fair seats are called unequal *at any look* with chance `1 - confidence` at most, and seats that are off by delta are called
/// equal with no greater chance. At the edge it takes about twice the games of [`equivalence`], and the number of games need not be
/// fixed in advance.
///
/// # Panics
/// If there are fewer shares than seats.
#[must_use]
pub fn until_sure(seats: &[Record], shares: Option<&[f64]>, gate: Gate) -> Judgement {
    judge(&states(seats, shares), gate, &every_look(gate, seats.len()))
}

/// Returns the interval of a seat, by itself (`false`) or widened so that all seats' hold at once (`true`).
fn single_look(gate: Gate, seats: usize) -> impl Fn(SeatConfidence, bool) -> Interval {
    let (single, joint) = (z_of(gate.confidence), z_of(corrected(gate.confidence, seats)));
    move |state, is_joint| {
        let z = if is_joint { joint } else { single };
        wilson(state.rate, state.variance, state.games, z)
    }
}

/// As [`single_look`], but valid at all looks at once.
fn every_look(gate: Gate, seats: usize) -> impl Fn(SeatConfidence, bool) -> Interval {
    let joint = corrected(gate.confidence, seats);
    move |state, is_joint| {
        // A single seat wins always: of that there is nothing to expect.
        let mean = if seats < 2 { 0.5 } else { state.due };
        let prior = Prior { mean, deviation: gate.delta };
        let confidence = if is_joint { joint } else { gate.confidence };
        bounds(state.games, state.rate, state.variance, prior, confidence)
    }
}

/// Bonferroni: the confidence of each interval with which all of them hold together with `confidence`.
fn corrected(confidence: f64, seats: usize) -> f64 {
    1.0 - (1.0 - confidence) / questions(seats)
}

/// How many independent questions a number of seats raises: two seats are one, since a win of one is a loss of the other.
fn questions(seats: usize) -> f64 {
    if seats <= 2 { 1.0 } else { seats as f64 }
}

/// The data from which an interval is made.
#[derive(Clone, Copy)]
struct SeatConfidence {
    games: f64,
    rate: f64,
    variance: f64,
    /// The share that it is due.
    due: f64,
}

fn judge(states: &[SeatConfidence], gate: Gate, bounds: &impl Fn(SeatConfidence, bool) -> Interval) -> Judgement {
    let verdict = decide(states, gate.delta, bounds)
        .unwrap_or_else(|| Verdict::NotEnough { about_more: about_more(states, gate.delta, bounds) });
    Judgement { verdict, seats: states.iter().map(|&state| bounds(state, false)).collect() }
}

fn states(seats: &[Record], shares: Option<&[f64]>) -> Vec<SeatConfidence> {
    let fair = 1.0 / seats.len() as f64;
    let state = |(seat, record): (usize, &Record)| {
        let due = shares.map_or(fair, |shares| shares[seat]);
        SeatConfidence {
            games: f64::from(record.games),
            rate: record.rate().unwrap_or(due),
            variance: record.variance().unwrap_or(due * (1.0 - due)),
            due,
        }
    };
    seats.iter().enumerate().map(state).collect()
}

/// The verdict; `None` if there are not enough games.
fn decide(
    states: &[SeatConfidence],
    delta: f64,
    bounds: &impl Fn(SeatConfidence, bool) -> Interval,
) -> Option<Verdict> {
    if states.len() < 2 || states.iter().all(|&state| bounds(state, false).is_within(delta, state.due)) {
        return Some(Verdict::Equal);
    }
    let mut seats = Vec::new();
    for (seat, &state) in states.iter().enumerate() {
        let found = bounds(state, true);
        if !found.holds(state.due) && !found.is_within(delta, state.due) {
            let direction = if found.low > state.due { Lean::Above } else { Lean::Below };
            seats.push(SeatLean { seat, direction });
        }
    }
    (!seats.is_empty()).then_some(Verdict::Unequal { seats })
}

/// The least number of further games, at the same rates, after which there is a verdict.
fn about_more(states: &[SeatConfidence], delta: f64, bounds: &impl Fn(SeatConfidence, bool) -> Interval) -> u32 {
    let is_enough = |more: u32| {
        let later: Vec<SeatConfidence> =
            states.iter().map(|&state| SeatConfidence { games: state.games + f64::from(more), ..state }).collect();
        decide(&later, delta, bounds).is_some()
    };
    let mut high: u32 = 1;
    while !is_enough(high) {
        if high == u32::MAX {
            return high;
        }
        high = high.saturating_mul(2);
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is_enough(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulated::{favoured, play, play_on, share_of};

    const GATE: Gate = Gate { delta: 0.05, confidence: 0.95 };

    fn verdict(wins: &[u32], games: u32) -> Verdict {
        let seats: Vec<Record> = wins.iter().map(|&wins| Record::of_wins(wins, games)).collect();
        equivalence(&seats, None, GATE).verdict
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // 1.96 sqrt(.25 / 2000) = .022: within .05 for 1,000 of 2,000, off for 1,200.
        assert_eq!(verdict(&[1000, 1000], 2000), Verdict::Equal);
        let (above, below) = (Lean::Above, Lean::Below);
        let seats = vec![SeatLean { seat: 0, direction: above }, SeatLean { seat: 1, direction: below }];
        assert_eq!(verdict(&[1200, 800], 2000), Verdict::Unequal { seats });
        // Of four seats only the second.
        let seats = vec![SeatLean { seat: 1, direction: above }];
        assert_eq!(verdict(&[230, 320, 225, 225], 1000), Verdict::Unequal { seats });
        // 1/2 +- .05 at 95 %: n + z2 = z2 / (4 * .0025), so 381 games. 200 are there.
        assert_eq!(verdict(&[100, 100], 200), Verdict::NotEnough { about_more: 181 });
        assert_eq!(verdict(&[0, 0], 0), Verdict::NotEnough { about_more: 381 });
        // 1/2 is 1.96 errors off but not 2.24: two seats are one question. Of four, 1/4 must be 2.50 off, and is only
        // 2.11.
        assert!(matches!(verdict(&[533, 467], 1000), Verdict::Unequal { .. }));
        assert!(matches!(verdict(&[280, 240, 240, 240], 1000), Verdict::NotEnough { .. }));
        // Off, but surely by less than 5 points: no reason to name it while another seat is open.
        let one = Record::of_wins(2650, 10_000);
        let seats = [one, Record::of_wins(25, 100), Record::of_wins(25, 100), Record::of_wins(25, 100)];
        assert!(matches!(equivalence(&seats, None, GATE).verdict, Verdict::NotEnough { .. }));
        // Certainly off, but within the band: equal. 1 point, in 100,000 games.
        assert_eq!(verdict(&[51_000, 49_000], 100_000), Verdict::Equal);
        assert_eq!(verdict(&[7], 10), Verdict::Equal);
        assert_eq!(equivalence(&[], None, GATE).verdict, Verdict::Equal);
    }

    #[test]
    fn seats_are_held_against_the_shares_that_are_given() {
        let thirds = [2.0 / 3.0, 1.0 / 3.0];
        for judge in [equivalence, until_sure] {
            let of = |first: u32| {
                let seats = [first, 3000 - first].map(|wins| Record::of_wins(wins, 3000));
                judge(&seats, Some(&thirds), GATE).verdict
            };
            assert_eq!(of(2000), Verdict::Equal);
            let leans = [(0, Lean::Below), (1, Lean::Above)];
            let seats = leans.map(|(seat, direction)| SeatLean { seat, direction }).to_vec();
            assert_eq!(of(1500), Verdict::Unequal { seats }, "halves are not what is wished for");
            assert!(matches!(
                judge(&[Record::default(), Record::default()], Some(&thirds), GATE).verdict,
                Verdict::NotEnough { .. }
            ));
        }
    }

    /// The same bounds on false answers hold for shares of 4/7, 2/7 and 1/7.
    #[test]
    fn the_gate_errs_no_more_often_with_unequal_shares() {
        let due = [4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0];
        let share = |name: &str, weights: [u32; 3], is_it: &dyn Fn(&Verdict) -> bool| {
            share_of(1500, name, |stream| {
                is_it(&equivalence(&play(&weights, 600, 0, stream), Some(&due), GATE).verdict)
            })
        };
        let alarms = share("gate/shares", [400, 200, 100], &|found| matches!(found, Verdict::Unequal { .. }));
        let missed = share("gate missed/shares", [365, 235, 100], &|found| *found == Verdict::Equal);
        assert!(alarms <= 0.062 && missed <= 0.035, "{alarms} {missed}");
    }

    #[test]
    fn no_gate_makes_it_loop_or_panic() {
        let seats = [Record::of_wins(5, 12), Record::of_wins(7, 12)];
        for delta in [0.0, -1.0, 1e-9, 0.5, 7.0, f64::NAN] {
            for confidence in [0.0, 0.95, 1.0, 2.0, -3.0, f64::NAN] {
                let gate = Gate { delta, confidence };
                for found in [equivalence(&seats, None, gate), until_sure(&seats, None, gate)] {
                    assert!(found.seats.iter().all(|seat| seat.low <= seat.rate && seat.rate <= seat.high), "{gate:?}");
                }
            }
        }
    }

    /// With that number of further games at the same rates there is a verdict, and with one less there is none.
    #[test]
    fn the_guess_is_as_good_as_it_says() {
        for (wins, games) in [(70, 150), (52, 100), (42, 100), (530, 1000)] {
            let seats = [Record::of_wins(wins, games), Record::of_wins(games - wins, games)];
            let at = |more: u32| {
                let later = states(&seats, None)
                    .iter()
                    .map(|&state| SeatConfidence { games: f64::from(games + more), ..state })
                    .collect::<Vec<_>>();
                decide(&later, 0.05, &single_look(GATE, 2))
            };
            match verdict(&[wins, games - wins], games) {
                Verdict::NotEnough { about_more } => {
                    assert!(at(about_more).is_some() && at(about_more - 1).is_none(), "{wins} of {games}");
                }
                found => panic!("{wins} of {games}: {found:?}"),
            }
        }
    }

    /// One fair seat is shown to be within 5 points, at alpha .05 (90 % intervals), in 80 % of runs of 856, 642, 476
    /// games.
    #[test]
    fn one_seat_is_shown_equal_in_as_many_games_as_the_formula_says() {
        let z = z_of(0.90);
        for (seats, games) in [(2, 856), (4, 642), (6, 476)] {
            let fair = 1.0 / seats as f64;
            let mut all = 0;
            let one = share_of(1500, &format!("equal/{seats}"), |stream| {
                let records = play(&vec![1; seats], games, 0, stream);
                all +=
                    u32::from(equivalence(&records, None, Gate { confidence: 0.9, ..GATE }).verdict == Verdict::Equal);
                crate::statistics::interval(&records[0], z).is_within(0.05, fair)
            });
            println!("{seats} seats, {games} games: one shown equal {one}, all {}", f64::from(all) / 1500.0);
            assert!((0.76..=0.84).contains(&one), "{seats} seats: {one}");
        }
    }

    /// Fair seats are called unequal in no more than 5 % of runs; seats that are 5 points off are called equal in no
    /// more than 2.5 %.
    #[test]
    fn the_gate_errs_no_more_often_than_it_says() {
        for (seats, games, drawn) in [(2, 300, 0), (4, 300, 0), (6, 800, 0), (2, 300, 40), (4, 300, 80)] {
            let alarms = share_of(1500, &format!("gate/{seats}/{games}/{drawn}"), |stream| {
                let found = equivalence(&play(&vec![1; seats], games, drawn, stream), None, GATE).verdict;
                matches!(found, Verdict::Unequal { .. })
            });
            assert!((0.002..=0.062).contains(&alarms), "{seats} seats, {games} games, {drawn} % drawn: {alarms}");
        }
        for (seats, games) in [(2, 600), (4, 600), (6, 600)] {
            let missed = share_of(1500, &format!("gate missed/{seats}"), |stream| {
                equivalence(&play(&favoured(seats, 5), games, 0, stream), None, GATE).verdict == Verdict::Equal
            });
            assert!(missed <= 0.035, "{seats} seats: {missed}");
        }
    }

    /// Looked at after each block of 50 games: what a single-look gate would do, and what the sequential one does.
    #[test]
    fn looking_again_and_again_does_not_inflate_false_answers() {
        for (seats, points, drawn) in
            [(2, 0, 0), (4, 0, 0), (6, 0, 0), (4, 0, 60), (2, 5, 0), (4, 5, 0), (2, 10, 0), (4, 10, 0)]
        {
            let weights = favoured(seats, points);
            let runs = 400;
            // Without the guess of further games, which takes longer than the verdict.
            let (naive, honest) = (single_look(GATE, seats), every_look(GATE, seats));
            let (mut games, mut single, mut equal) = (0, 0, 0);
            let unequal = share_of(runs, &format!("sure/{seats}/{points}/{drawn}"), |stream| {
                let mut records = vec![Record::default(); seats];
                let (mut is_single, mut sure) = (false, None);
                while records[0].games < 3000 && (sure.is_none() || records[0].games < 1000) {
                    play_on(&mut records, &weights, 50, drawn, stream);
                    is_single |= matches!(decide(&states(&records, None), 0.05, &naive), Some(Verdict::Unequal { .. }));
                    if sure.is_none() {
                        sure = decide(&states(&records, None), 0.05, &honest);
                        games += 50;
                    }
                }
                single += u32::from(is_single);
                equal += u32::from(sure == Some(Verdict::Equal));
                matches!(sure, Some(Verdict::Unequal { .. }))
            });
            let (mean, single, equal) =
                (games / runs, f64::from(single) / f64::from(runs), f64::from(equal) / f64::from(runs));
            println!(
                "until sure, {seats} seats, {points} points, {drawn} % drawn: equal {equal}, unequal {unequal} (single-look gate {single}), {mean} games"
            );
            match points {
                0 => assert!(unequal <= 0.05 && single > 0.07 && equal >= 0.9, "{seats}: {unequal} {single} {equal}"),
                5 => assert!(equal <= 0.05, "{seats} seats: {equal}"),
                _ => assert!(unequal >= 0.98, "{seats} seats: {unequal}"),
            }
        }
    }
}
