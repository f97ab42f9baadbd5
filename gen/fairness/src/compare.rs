//! How equal the values of the seats are.

use crate::{MeasureKind, Scale};

/// The values of a measure in a form that can be compared: the values of a measure that scales with the start are divided by the
/// seat's advantage and multiplied by the mean advantage, so that requested differences count as equal.
///
/// Units cannot be divided: nobody can get one and a half cities. So where advantages differ, a difference of up to half of
/// `grain`, the worth of the most valuable unit, between a seat's value and its due is ignored; the due is the weakest seat's value
/// times the ratio of the advantages.
#[must_use]
pub fn compared(kind: &MeasureKind, values: &[f64], advantages: &[u32], grain: f64) -> Vec<f64> {
    let same = advantages.windows(2).all(|pair| pair[0] == pair[1]);
    if kind.scale == Scale::Fixed || same {
        return values.to_vec();
    }
    let weakest = advantages.iter().copied().min().map_or(1.0, f64::from);
    let seats = || values.iter().copied().zip(advantages.iter().map(|&advantage| f64::from(advantage)));
    let base = seats().filter(|&(_, advantage)| advantage == weakest).map(|(value, _)| value).fold(0.0, f64::max);
    let sum: f64 = seats().map(|(_, advantage)| advantage).sum();
    let mean = sum / advantages.len() as f64;
    seats()
        .map(|(value, advantage)| {
            let due = base * advantage / weakest;
            let forgiven = if advantage == weakest { 0.0 } else { (due - value).clamp(-grain / 2.0, grain / 2.0) };
            // The seat's own advantage comes first, so that dues of whole units are equal to the last bit.
            let rounded = if forgiven == due - value { due } else { value + forgiven };
            if rounded == due { base * mean / weakest } else { rounded * mean / advantage }
        })
        .collect()
}

/// The lowest value as a share of the highest, with `more` added to both: 1 for counts, so that 0 compared with 1 does not count as
/// nothing; else 0. The result is 1 if all values are 0, or if there are none.
#[must_use]
pub fn min_over_max(values: &[f64], more: f64) -> f64 {
    let (min, max) = bounds(values);
    share(min, max, more)
}

/// The lowest and the highest value; 0 and 0 if there are none.
pub(crate) fn bounds(values: &[f64]) -> (f64, f64) {
    let min = values.iter().copied().reduce(f64::min).unwrap_or(0.0);
    (min, values.iter().copied().reduce(f64::max).unwrap_or(0.0))
}

/// The sum, independent of the order of seats.
pub(crate) fn sorted_sum(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.iter().sum()
}

/// `low` as a share of `high`, with `more` added to both; 1 if both are 0.
pub(crate) fn share(low: f64, high: f64, more: f64) -> f64 {
    if low >= high { 1.0 } else { (low + more) / (high + more) }
}

/// The Gini coefficient: half of the mean difference of two seats, as a share of the mean. 0 means equal; 0 for no values.
///
/// It is exactly 0 for equal values, and does not depend on the order of the seats.
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
    use crate::find_measure;

    #[test]
    fn an_advantage_is_no_fault_and_a_missed_one_is() {
        let units = find_measure("start-units").unwrap();
        let ratio = |values: &[f64], advantages: &[u32]| min_over_max(&compared(units, values, advantages, 25.0), 0.0);
        // The seed's own numbers, exactly and rounded to whole cities.
        assert_eq!(ratio(&[50.0, 75.0, 175.0], &[2, 3, 7]), 1.0);
        assert_eq!(ratio(&[25.0, 50.0, 100.0], &[2, 3, 7]), 1.0);
        assert_eq!(ratio(&[175.0, 50.0, 75.0], &[7, 2, 3]), 1.0);
        // Without any adjustment.
        assert!(ratio(&[25.0, 25.0, 25.0], &[2, 3, 7]) < 0.5);
        assert!(ratio(&[25.0, 25.0], &[1, 2]) < 0.8);
        // Nothing is ignored between seats with equal advantages.
        assert_eq!(ratio(&[25.0, 20.0], &[3, 3]), 0.8);
        // All seats are due the same land.
        let land = find_measure("land-8").unwrap();
        assert_eq!(compared(land, &[10.0, 20.0], &[1, 2], 25.0), [10.0, 20.0]);
    }

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
