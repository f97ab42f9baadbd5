//! Whether the static score predicts play: the correlation over maps, with its interval.

use serde::Serialize;

/// A correlation of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlation {
    /// -1 to 1.
    pub value: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// How many pairs.
    pub maps: usize,
}

/// Pearson's correlation of (static score, played balance), one pair per map, with Fisher's interval:
/// `tanh(atanh r +- z / sqrt(n - 3))`. `None` with fewer than 4 maps, or if one of the two values is constant.
#[must_use]
pub fn pearson(pairs: &[(f64, f64)], z: f64) -> Option<Correlation> {
    let value = product_moment(pairs)?;
    Some(with_interval(value, value, 1.0, pairs.len(), z))
}

/// Spearman's correlation: Pearson's of ranks, where equal values get the mean of their ranks. Its error is a little larger,
/// `sqrt((1 + r2/2) / (n - 3))` (Bonett and Wright 2000). Equal ranks on few maps do not prove a perfect relation: for the interval
/// r is kept half a step (two neighbours exchanged are `12 / (n3 - n)`) below 1.
#[must_use]
pub fn spearman(pairs: &[(f64, f64)], z: f64) -> Option<Correlation> {
    let (left, right): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    if left.iter().chain(&right).any(|value| value.is_nan()) {
        return None;
    }
    let ranked: Vec<(f64, f64)> = ranks(&left).into_iter().zip(ranks(&right)).collect();
    let value = product_moment(&ranked)?;
    let maps = pairs.len() as f64;
    let most = 1.0 - 6.0 / (maps * maps * maps - maps);
    let held = value.clamp(-most, most);
    Some(with_interval(value, held, 1.0 + held * held / 2.0, pairs.len(), z))
}

fn product_moment(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 4 {
        return None;
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / count, sum.1 + pair.1 / count));
    let (mut both, mut left, mut right) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let off = (pair.0 - mean.0, pair.1 - mean.1);
        both += off.0 * off.1;
        left += off.0 * off.0;
        right += off.1 * off.1;
    }
    // The rounding errors of equal values are no variance.
    let is_varied = |squares: f64, mean: f64| squares > count * (mean * 1e-14) * (mean * 1e-14);
    let is_sound = is_varied(left, mean.0) && is_varied(right, mean.1);
    let value = both / (libm::sqrt(left) * libm::sqrt(right));
    (is_sound && value.is_finite()).then(|| value.clamp(-1.0, 1.0))
}

fn with_interval(value: f64, held: f64, variance: f64, maps: usize, z: f64) -> Correlation {
    let half = z * libm::sqrt(variance / (maps as f64 - 3.0));
    let middle = libm::atanh(held);
    let (low, high) = (libm::tanh(middle - half), libm::tanh(middle + half));
    Correlation { value, low: low.min(value), high: high.max(value), maps }
}

/// Ranks from 1; equal values get the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for group in by_value.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = by_value.iter().position(|&at| at == group[0]).unwrap_or(0);
        for &at in group {
            ranks[at] = first as f64 + (group.len() as f64 + 1.0) / 2.0;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use chance::Stream;

    use super::*;
    use crate::statistics::simulated::share_of;
    use crate::statistics::z_of;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Means 3 and 3: sums of products 8, of squares 10 and 10.
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0)];
        let found = pearson(&pairs, 1.96).unwrap();
        assert!((found.value - 0.8).abs() < 1e-12 && found.maps == 5);
        // atanh .8 = 1.0986; 1.96 / sqrt 2 = 1.3859.
        assert!((found.low - libm::tanh(-0.2873)).abs() < 1e-4 && (found.high - libm::tanh(2.4845)).abs() < 1e-4);
        // They are ranks already: 1 - 6 * 4 / (5 * 24).
        let found = spearman(&pairs, 1.96).unwrap();
        // 1.96 sqrt(1.32 / 2) = 1.5923.
        assert!((found.value - 0.8).abs() < 1e-12 && (found.low - libm::tanh(-0.4937)).abs() < 1e-4, "{found:?}");
        let curved: Vec<(f64, f64)> = (1..=6).map(|x| (f64::from(x), f64::from(x * x * x))).collect();
        let found = spearman(&curved, 1.96).unwrap();
        assert!(found.value == 1.0 && found.high == 1.0 && found.low > 0.5 && found.low < 0.95, "{found:?}");
        assert!(pearson(&curved, 1.96).unwrap().value < 0.95);
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 0.0, 3.0]), [4.0, 2.0, 4.0, 1.0, 4.0]);
    }

    #[test]
    fn without_four_maps_or_variance_there_is_none() {
        for pairs in [&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)][..], &[(0.1, 1.0), (0.1, 2.0), (0.1, 3.0), (0.1, 4.0)]] {
            assert!(pearson(pairs, 1.96).is_none() && spearman(pairs, 1.96).is_none());
        }
        let broken = [(f64::NAN, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0), (0.0, f64::INFINITY)];
        assert!(pearson(&broken, 1.96).is_none() && spearman(&broken, 1.96).is_none());
        assert!(pearson(&[], 1.96).is_none());
        // Their mean is not always the same to the bit.
        for maps in 4..60 {
            let same: Vec<(f64, f64)> = (0..maps).map(|at| (0.1 + 0.2, f64::from(at))).collect();
            assert!(pearson(&same, 1.96).is_none(), "{maps}");
        }
    }

    /// Sum of twelve dice, nearly normal.
    fn bell(stream: &mut Stream) -> f64 {
        (0..12).map(|_| f64::from(stream.below(1001)) - 500.0).sum()
    }

    #[test]
    fn intervals_hold_the_true_correlation() {
        for (maps, truth) in [(12, 0.0), (12, 0.6), (50, -0.3)] {
            let mut ranks_missed = 0;
            let missed = share_of(2000, &format!("correlation/{maps}"), |stream| {
                let pair = |stream: &mut Stream| {
                    let (x, noise) = (bell(stream), bell(stream));
                    (x, truth * x + libm::sqrt(1.0 - truth * truth) * noise)
                };
                let pairs: Vec<(f64, f64)> = (0..maps).map(|_| pair(stream)).collect();
                let found = pearson(&pairs, z_of(0.95)).unwrap();
                // Spearman's truth for normal values: 6/pi asin(r/2).
                let by_rank = 6.0 / std::f64::consts::PI * libm::asin(truth / 2.0);
                let ranked = spearman(&pairs, z_of(0.95)).unwrap();
                ranks_missed += u32::from(ranked.low > by_rank || ranked.high < by_rank);
                found.low > truth || found.high < truth
            });
            let ranks_missed = f64::from(ranks_missed) / 2000.0;
            assert!((0.03..=0.07).contains(&missed), "{maps} {truth}: {missed}");
            assert!((0.02..=0.08).contains(&ranks_missed), "{maps} {truth}: ranks {ranks_missed}");
        }
    }
}
