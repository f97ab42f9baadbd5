//! How well shares of wins were predicted: the figures that weights earn.

use playtest::statistics::{spearman, z_of};

/// Shares of the seats of one map: what was predicted, and what was played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictedShares<'a> {
    pub predicted: &'a [f64],
    pub played: &'a [f64],
}

/// How well shares of wins were predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The rank correlation of predicted and played shares of seats, each times the number of seats of its map; `None` with fewer than
    /// four seats, or if all are the same.
    pub rank: Option<f64>,
    /// The part of the deviance (of equal shares from the played ones) that is explained, at most 1; below 0 it is worse than equal
    /// shares. `None` if all played shares are equal.
    pub explained: Option<f64>,
    /// The mean over seats of how far the played share is from the predicted one, as a share of wins.
    pub off: f64,
}

/// A row of the table: some of the maps.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which maps: a game, a kind of maps, or `all`.
    pub what: String,
    /// How many maps.
    pub maps: usize,
    /// How many seats they have together.
    pub seats: usize,
    /// The mean over seats of how far the played share is from an equal one.
    pub bias: f64,
    /// By weights that were fitted without the map: one of ten parts of the maps is held out at a time.
    pub by_map: Figures,
    /// By weights that were fitted without the map's game; `None` if there is only one game.
    pub by_game: Option<Figures>,
    /// By the weights that come with Fairmarch.
    pub now: Figures,
}

impl Figures {
    pub(crate) fn new(maps: &[PredictedShares<'_>]) -> Figures {
        let (mut pairs, mut left, mut all, mut off) = (Vec::new(), 0.0, 0.0, 0.0);
        for map in maps {
            let seats = map.played.len() as f64;
            for (&predicted, &played) in map.predicted.iter().zip(map.played) {
                pairs.push((predicted * seats, played * seats));
                off += (played - predicted).abs();
                if played > 0.0 {
                    left += played * libm::log(played / predicted);
                    all += played * libm::log(played * seats);
                }
            }
        }
        Figures {
            rank: spearman(&pairs, z_of(0.95)).map(|found| found.value),
            explained: (all > 1e-12).then(|| 1.0 - left / all),
            off: if pairs.is_empty() { 0.0 } else { off / pairs.len() as f64 },
        }
    }
}

/// The mean over seats of how far the played share is from an equal one; 0 without seats.
pub(crate) fn mean_bias<'a>(maps: impl Iterator<Item = &'a [f64]>) -> f64 {
    let (mut off, mut seats) = (0.0, 0);
    for played in maps {
        let fair = 1.0 / played.len() as f64;
        off += played.iter().map(|share| (share - fair).abs()).sum::<f64>();
        seats += played.len();
    }
    if seats == 0 { 0.0 } else { off / seats as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        let one = |predicted: &[f64], played: &[f64]| Figures::new(&[PredictedShares { predicted, played }]);
        let right = one(&[0.5, 0.3, 0.15, 0.05], &[0.5, 0.3, 0.15, 0.05]);
        assert!((right.rank.unwrap() - 1.0).abs() < 1e-12 && right.off == 0.0);
        assert!((right.explained.unwrap() - 1.0).abs() < 1e-12);
        let equal = one(&[0.25; 4], &[0.5, 0.3, 0.15, 0.05]);
        assert_eq!((equal.rank, equal.explained), (None, Some(0.0)));
        // .25 + .05 + .1 + .2 over four seats.
        assert!((equal.off - 0.15).abs() < 1e-12, "{equal:?}");
        assert!(one(&[0.1, 0.2, 0.3, 0.4], &[0.5, 0.3, 0.15, 0.05]).explained.unwrap() < 0.0);
        assert_eq!(one(&[0.6, 0.4], &[0.5, 0.5]).explained, None);
        assert_eq!(Figures::new(&[]), Figures::default());
        let bias = mean_bias([&[0.5, 0.3, 0.15, 0.05][..], &[0.5, 0.5]].into_iter());
        assert!((bias - 0.1).abs() < 1e-12, "{bias}");
    }
}
