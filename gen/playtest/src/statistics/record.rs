//! The results of one seat in a number of games, as exact counts.

use serde::{Deserialize, Serialize};

/// The games of one seat (or team, or place in the turn order).
///
/// A game is worth one point. Seats that draw share it: a draw of k seats gives each 1/k. A game that ended at the turn limit is a
/// draw of all that were still in it; no game is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Games played, won or not.
    pub games: u32,
    /// `shared[k - 1]`: games whose point this seat shared with k - 1 others; `shared[0]` were won alone.
    pub shared: Vec<u32>,
}

impl Record {
    /// The record of `wins` in `games` without a draw. If there are more wins than games, `games` is raised to `wins`.
    #[must_use]
    pub fn of_wins(wins: u32, games: u32) -> Record {
        Record { games: games.max(wins), shared: vec![wins] }
    }

    /// Counts a game: the seat was one of `winners` that shared its point; with 0 it got nothing.
    pub fn add(&mut self, winners: usize) {
        self.games += 1;
        if winners > 0 {
            if self.shared.len() < winners {
                self.shared.resize(winners, 0);
            }
            self.shared[winners - 1] += 1;
        }
    }

    /// Adds the games of another record.
    pub fn merge(&mut self, other: &Record) {
        self.games += other.games;
        if self.shared.len() < other.shared.len() {
            self.shared.resize(other.shared.len(), 0);
        }
        for (mine, theirs) in self.shared.iter_mut().zip(&other.shared) {
            *mine += theirs;
        }
    }

    /// Points: a game won alone is 1, shared among k it is 1/k.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.shared
            .iter()
            .enumerate()
            .map(|(others, &count)| f64::from(count) / (others + 1) as f64)
            .fold(0.0, |sum, part| sum + part)
    }

    /// Points per game, 0 to 1; `None` without games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.score() / f64::from(self.games))
    }

    /// Mean square distance of a game's points from [`Record::rate`]; `p(1 - p)` if nothing was drawn.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let rate = self.rate()?;
        let scored: u32 = self.shared.iter().sum();
        let mut squares = f64::from(self.games - scored.min(self.games)) * rate * rate;
        for (others, &count) in self.shared.iter().enumerate() {
            let off = 1.0 / (others + 1) as f64 - rate;
            squares += f64::from(count) * off * off;
        }
        Some(squares / f64::from(self.games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_by_hand() {
        let mut record = Record::default();
        assert_eq!((record.rate(), record.variance()), (None, None));
        for winners in [1, 0, 2, 2] {
            record.add(winners);
        }
        assert_eq!(record, Record { games: 4, shared: vec![1, 2] });
        assert_eq!((record.score(), record.rate()), (2.0, Some(0.5)));
        // (1/2)^2 twice, and twice nothing: 1/2 in 4 games.
        assert_eq!(record.variance(), Some(0.125));
        let mut both = Record::of_wins(3, 4);
        both.merge(&record);
        assert_eq!(both, Record { games: 8, shared: vec![4, 2] });
        assert!((Record::of_wins(3, 10).variance().unwrap() - 0.21).abs() < 1e-15);
        assert_eq!(Record::of_wins(4, 4).variance(), Some(0.0));
        assert_eq!(Record::of_wins(9, 4).games, 9);
    }
}
