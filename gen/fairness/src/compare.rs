//! How equal the values of seats are.

use crate::{MeasureKind, Scale};

/// The values of a measure as they may be compared: those of a measure that scales with the start are divided by the
/// seat's advantage and multiplied by the mean advantage, so that what was asked for counts as equal.
#[must_use]
pub fn compared(kind: &MeasureKind, values: &[f64], advantages: &[u32]) -> Vec<f64> {
    let same = advantages.windows(2).all(|pair| pair[0] == pair[1]);
    if kind.scale == Scale::Fixed || same {
        return values.to_vec();
    }
    let mean = advantages.iter().map(|&advantage| f64::from(advantage)).sum::<f64>() / advantages.len() as f64;
    values.iter().zip(advantages).map(|(value, &advantage)| value * mean / f64::from(advantage)).collect()
}

/// The lowest value as a share of the highest, `more` added to both: 1 for counts, so that 0 of 1 is not the end of
/// the world, 0 else. 1 where all are 0, and where there are none.
#[must_use]
pub fn min_over_max(values: &[f64], more: f64) -> f64 {
    let (min, max) = bounds(values);
    share(min, max, more)
}

/// The lowest and the highest value; 0 and 0 where there are none.
pub(crate) fn bounds(values: &[f64]) -> (f64, f64) {
    let min = values.iter().copied().reduce(f64::min).unwrap_or(0.0);
    (min, values.iter().copied().reduce(f64::max).unwrap_or(0.0))
}

/// `low` as a share of `high`, `more` added to both; 1 of nothing.
pub(crate) fn share(low: f64, high: f64, more: f64) -> f64 {
    if low >= high { 1.0 } else { (low + more) / (high + more) }
}

/// The Gini coefficient: half of the mean difference of two seats, as a share of the mean. 0 is equal; 0 for no values.
///
/// Exactly 0 for equal values, and the same for every order of seats.
#[must_use]
pub fn gini(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let sum: f64 = sorted.iter().sum();
    if sum <= 0.0 {
        return 0.0;
    }
    let mut differences = 0.0;
    for (index, high) in sorted.iter().enumerate() {
        differences += sorted[..index].iter().map(|low| high - low).sum::<f64>();
    }
    (differences / (sorted.len() as f64 * sum)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_gini_by_hand() {
        for (values, more, least, coefficient) in [
            (&[][..], 1.0, 1.0, 0.0),
            (&[0.0, 0.0], 0.0, 1.0, 0.0),
            (&[3.0, 3.0, 3.0], 0.0, 1.0, 0.0),
            (&[0.0, 4.0], 0.0, 0.0, 0.5),
            (&[0.0, 4.0], 1.0, 0.2, 0.5),
            // Differences 1, 2, 1: 4 / (3 * 6).
            (&[1.0, 2.0, 3.0], 1.0, 0.5, 4.0 / 18.0),
            (&[3.0, 1.0, 2.0], 0.0, 1.0 / 3.0, 4.0 / 18.0),
        ] {
            assert_eq!(min_over_max(values, more), least, "{values:?}");
            assert_eq!(gini(values), coefficient, "{values:?}");
        }
    }
}
