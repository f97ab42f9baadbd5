//! Games of synthetic seats, for the tests by simulation.

use chance::{Seed, Stream};

use super::Record;

/// The share of `runs` in which `happens` is true, each with draws of its own.
pub(super) fn share_of(runs: u32, name: &str, mut happens: impl FnMut(&mut Stream) -> bool) -> f64 {
    let mut stream = Seed(4).stream(name);
    let count = (0..runs).filter(|_| happens(&mut stream)).count();
    count as f64 / f64::from(runs)
}

/// Weights of seats where the first one wins `points` in 100 more than its share, and the others equally less.
pub(super) fn favoured(seats: usize, points: u32) -> Vec<u32> {
    let seats = seats as u32;
    // In parts of 100 K (K - 1): a fair share is 100 (K - 1), a point K (K - 1), paid by the K - 1 others.
    let mut weights = vec![100 * (seats - 1) - points * seats; seats as usize];
    weights[0] = 100 * (seats - 1) + points * seats * (seats - 1);
    weights
}

/// Wins per seat in games that are never drawn.
pub(super) fn decided(weights: &[u32], games: u32, stream: &mut Stream) -> Vec<u32> {
    let mut wins = vec![0; weights.len()];
    for _ in 0..games {
        wins[winner(weights, stream)] += 1;
    }
    wins
}

/// A record per seat, where `drawn` of 100 games are a draw of all seats.
pub(super) fn play(weights: &[u32], games: u32, drawn: i32, stream: &mut Stream) -> Vec<Record> {
    let mut records = vec![Record::default(); weights.len()];
    play_on(&mut records, weights, games, drawn, stream);
    records
}

/// Adds games to records.
pub(super) fn play_on(records: &mut [Record], weights: &[u32], games: u32, drawn: i32, stream: &mut Stream) {
    for _ in 0..games {
        let is_drawn = drawn > 0 && stream.percent(drawn);
        let won = if is_drawn { usize::MAX } else { winner(weights, stream) };
        for (seat, record) in records.iter_mut().enumerate() {
            record.add(if is_drawn { weights.len() } else { usize::from(seat == won) });
        }
    }
}

fn winner(weights: &[u32], stream: &mut Stream) -> usize {
    let total = weights.iter().sum();
    let mut at = stream.below(total);
    weights
        .iter()
        .position(|&weight| {
            at < weight || {
                at -= weight;
                false
            }
        })
        .unwrap_or(0)
}
