//! Counted draws: chance inside the state of a match, small enough to copy a million times.

use serde::{Deserialize, Serialize};

use crate::{Dice, Seed, deal};

/// A position in a countable sequence of random numbers: 16 bytes, copied with the state that holds it.
///
/// Number n of a key is SplitMix64 (Steele, Lea, Flood 2014: "Fast splittable pseudorandom number generators") at its n-th step, so
/// a saved match needs only the key and the count. [`Draws::branch`] gives each turn its own sequence, so that one more draw in a
/// turn shifts no other turn: matches with other players have the same luck as long as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Draws {
    /// The sequence.
    pub key: u64,
    /// How many numbers were drawn.
    pub count: u64,
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl Draws {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Draws {
        Draws { key: mix(seed.0.wrapping_add(GOLDEN)), count: 0 }
    }

    /// The sequence `number` of this key, at its beginning; earlier draws from this one do not change it.
    #[must_use]
    pub fn branch(self, number: u64) -> Draws {
        Draws { key: mix(self.key ^ mix(number.wrapping_add(1).wrapping_mul(GOLDEN))), count: 0 }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.count += 1;
        mix(self.key.wrapping_add(self.count.wrapping_mul(GOLDEN)))
    }

    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0: there is nothing to choose from.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw from nothing");
        // Lemire's method, as in `Stream::below`.
        loop {
            let product = (self.bits() >> 32) * u64::from(bound);
            if (product as u32) >= bound || (product as u32) >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// One throw of dice.
    pub fn throw(&mut self, dice: Dice) -> i32 {
        deal::throw(dice, |bound| self.below(bound))
    }

    /// An index, each as likely as its weight says; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let at = match u32::try_from(total) {
            Ok(0) => return None,
            Ok(total) => u64::from(self.below(total)),
            Err(_) => self.bits() % total,
        };
        Some(deal::pick(weights, at))
    }

    /// Puts the entries in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, entries: &mut [T]) {
        deal::shuffle(entries, |bound| self.below(bound));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden numbers: another sequence would change every recorded match.
    #[test]
    fn a_key_gives_the_same_numbers_for_ever() {
        let mut draws = Draws::new(Seed(42));
        let drawn: Vec<u32> = (0..6).map(|_| draws.below(1000)).collect();
        assert_eq!(drawn, GOLDEN_DRAWS);
        assert_eq!(Draws { count: 3, ..draws }.below(1000), drawn[3], "a count is a place");
    }
    const GOLDEN_DRAWS: [u32; 6] = [343, 955, 486, 67, 676, 67];

    #[test]
    fn branches_are_independent_of_what_was_drawn_before() {
        let mut draws = Draws::new(Seed(1));
        let before = draws.branch(5);
        draws.bits();
        assert_eq!(draws.branch(5), before);
        let firsts: std::collections::BTreeSet<u64> = (0..10_000).map(|number| draws.branch(number).bits()).collect();
        assert_eq!(firsts.len(), 10_000);
    }

    #[test]
    fn every_number_is_drawn_as_often_as_the_others() {
        for bound in [2, 6, 7, 15] {
            let mut counts = vec![0_i64; bound as usize];
            // The first draw of many branches, which is what battles take, and many draws of one.
            let root = Draws::new(Seed(9));
            let mut one = root;
            for number in 0..40_000 {
                counts[root.branch(number).below(bound) as usize] += 1;
                counts[one.below(bound) as usize] += 1;
            }
            let expected = 80_000 / i64::from(bound);
            let chi2: i64 = counts.iter().map(|count| (count - expected).pow(2)).sum::<i64>() / expected;
            assert!(chi2 < 40, "{bound}: {counts:?}");
        }
    }
}
