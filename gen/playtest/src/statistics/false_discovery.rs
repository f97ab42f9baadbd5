//! Many maps tested at once: which of the small p-values are more than chance.

use serde::Serialize;

/// The result of [`false_discovery`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Discoveries {
    /// For each test, the smallest `rate` at which it would be found.
    pub adjusted: Vec<f64>,
    /// Indices of the tests that are found, ascending.
    pub found: Vec<usize>,
}

/// Benjamini and Hochberg (1995): among the tests found, a share of `rate` at most is expected to be due to chance (for independent
/// tests, as maps are). The i-th smallest of m values is adjusted to `p m / i`, and to no more than the adjusted value of any
/// larger one. A value that is not a number counts as 1.
#[must_use]
pub fn false_discovery(p_values: &[f64], rate: f64) -> Discoveries {
    let p = |at: usize| if p_values[at].is_nan() { 1.0 } else { p_values[at].clamp(0.0, 1.0) };
    let mut by_size: Vec<usize> = (0..p_values.len()).collect();
    by_size.sort_by(|&a, &b| p(a).total_cmp(&p(b)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least: f64 = 1.0;
    for (place, &at) in by_size.iter().enumerate().rev() {
        least = least.min(p(at) * p_values.len() as f64 / (place + 1) as f64);
        adjusted[at] = least;
    }
    let found = (0..p_values.len()).filter(|&at| adjusted[at] <= rate).collect();
    Discoveries { adjusted, found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::chi_square;
    use crate::statistics::simulated::{decided, favoured, share_of};

    #[test]
    fn the_papers_example() {
        // Fifteen p-values; at .05 the four smallest (Benjamini and Hochberg 1995, section 4).
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let found = false_discovery(&p, 0.05);
        assert_eq!(found.found, [0, 1, 2, 3]);
        assert!((found.adjusted[3] - 0.0095 * 15.0 / 4.0).abs() < 1e-12 && found.adjusted[14] == 1.0);
        // .0298 * 15 / 7 is .0639, .0278 * 15 / 6 .0695: no test is adjusted above a larger one.
        assert!((found.adjusted[5] - 0.0298 * 15.0 / 7.0).abs() < 1e-12);
        let mut turned = p;
        turned.reverse();
        assert_eq!(false_discovery(&turned, 0.05).found, [11, 12, 13, 14]);
        assert_eq!(false_discovery(&[], 0.05).found, Vec::<usize>::new());
        assert_eq!(false_discovery(&[f64::NAN, 0.01], 0.05).found, [1]);
    }

    /// 40 maps, 10 of them uneven: about 5 % times 3/4 of those found are false; without correction more.
    #[test]
    fn few_of_the_maps_found_are_fair() {
        let (mut false_share, mut plain_share, mut hits) = (0.0, 0.0, 0);
        let runs = 150;
        share_of(runs, "maps", |stream| {
            let p: Vec<f64> = (0..40)
                .map(|map| {
                    let weights = favoured(4, if map < 10 { 12 } else { 0 });
                    chi_square(&decided(&weights, 200, stream), None).unwrap().p
                })
                .collect();
            let share =
                |found: &[usize]| found.iter().filter(|&&map| map >= 10).count() as f64 / found.len().max(1) as f64;
            let found = false_discovery(&p, 0.05).found;
            hits += found.iter().filter(|&&map| map < 10).count();
            false_share += share(&found);
            plain_share += share(&(0..40).filter(|&map| p[map] < 0.05).collect::<Vec<_>>());
            false
        });
        let (false_share, plain_share) = (false_share / f64::from(runs), plain_share / f64::from(runs));
        println!("false discoveries {false_share}, uncorrected {plain_share}, found {hits} of {}", runs * 10);
        assert!((0.01..=0.06).contains(&false_share) && plain_share > 0.1, "{false_share} {plain_share}");
        assert!(hits > runs as usize * 7, "{hits}");
    }
}
