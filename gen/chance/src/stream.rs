//! Seeds, and their named streams.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{deal, digest};

/// The number that determines a whole world. Players see it, type it and share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// Seeds that nobody chose are below this, so that people can read them out.
pub const SEED_BOUND: u64 = 1_000_000_000;

impl Seed {
    /// The stream of numbers that belongs to `name`, always the same for this seed.
    #[must_use]
    pub fn stream(self, name: &str) -> Stream {
        // The cipher's key is the seed together with the name's hash: two names, or two seeds, share a key only if the names
        // collide in 64 bits.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key[8..16].copy_from_slice(&digest(name).to_le_bytes());
        Stream(ChaCha8Rng::from_seed(key))
    }

    /// A seed for a part of the work that has streams of its own (a method, an attempt).
    #[must_use]
    pub fn child(self, name: &str) -> Seed {
        Seed(self.stream(name).0.next_u64())
    }
}

/// A sequence of random numbers, made by [`Seed::stream`].
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The generator, for distributions.
    pub(crate) fn generator(&mut self) -> &mut ChaCha8Rng {
        &mut self.0
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0: there is nothing to choose from.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw from nothing");
        // Lemire's method without division in the common case (arXiv:1805.10941).
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A random index in `0..length` of a slice with that length, which must not be empty.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("slices here stay below 2^32 entries")) as usize
    }

    /// A number from `low` to `high`, both included, every one equally likely.
    ///
    /// # Panics
    /// If `low > high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "a draw from an empty range {low}..={high}");
        let span = (i64::from(high) - i64::from(low) + 1) as u64;
        if span > u64::from(u32::MAX) {
            return self.0.next_u32() as i32;
        }
        (i64::from(low) + i64::from(self.below(span as u32))) as i32
    }

    /// True in `chance` of 100 cases.
    pub fn percent(&mut self, chance: i32) -> bool {
        (self.below(100) as i32) < chance
    }

    /// True in `chance` of 10,000 cases, the unit of GDL's densities.
    pub fn per_10_000(&mut self, chance: i32) -> bool {
        (self.below(10_000) as i32) < chance
    }

    /// True in half of the cases.
    pub fn coin(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }

    /// One entry, every one equally likely; `None` from an empty slice.
    pub fn choose<'a, T>(&mut self, entries: &'a [T]) -> Option<&'a T> {
        if entries.is_empty() { None } else { Some(&entries[self.index(entries.len())]) }
    }

    /// A random index, each with a chance in proportion to its weight; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let at =
            if total <= u64::from(u32::MAX) { u64::from(self.below(total as u32)) } else { self.0.next_u64() % total };
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

    /// Golden numbers: an upgrade of the generator that changed them would change every shared world.
    #[test]
    fn a_named_stream_is_the_same_for_ever() {
        let mut stream = Seed(42).stream("make-rivers/springs");
        let drawn: Vec<u32> = (0..6).map(|_| stream.below(1000)).collect();
        assert_eq!(drawn, GOLDEN);
        assert_eq!(Seed(42).child("attempt 1"), Seed(GOLDEN_CHILD));
    }
    const GOLDEN: [u32; 6] = [431, 936, 552, 209, 15, 555];
    const GOLDEN_CHILD: u64 = 15847359183944404526;

    #[test]
    fn names_and_seeds_give_different_streams() {
        let first = |seed: u64, name: &str| Seed(seed).stream(name).bits();
        assert_ne!(first(1, "a"), first(1, "b"));
        assert_ne!(first(1, "a"), first(2, "a"));
        assert_eq!(first(1, "a"), first(1, "a"));
    }

    #[test]
    fn draws_stay_in_their_bounds_and_reach_both_ends() {
        let mut stream = Seed(7).stream("bounds");
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[(stream.between(-3, 3) + 3) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        assert_eq!(stream.between(5, 5), 5);
        assert!((0..100).all(|_| !stream.percent(0) && stream.percent(100)));
        let _any: i32 = stream.between(i32::MIN, i32::MAX);
    }

    #[test]
    fn weights_decide_how_often() {
        let mut stream = Seed(7).stream("weights");
        let mut seen = [0; 3];
        for _ in 0..4000 {
            seen[stream.weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((900..1100).contains(&seen[0]), "{seen:?}");
        assert_eq!(stream.weighted(&[0, 0]), None);
        assert_eq!(stream.weighted(&[]), None);
    }

    #[test]
    fn a_shuffle_keeps_every_entry() {
        let mut entries: Vec<u32> = (0..50).collect();
        Seed(3).stream("shuffle").shuffle(&mut entries);
        assert_ne!(entries, (0..50).collect::<Vec<_>>());
        entries.sort_unstable();
        assert_eq!(entries, (0..50).collect::<Vec<_>>());
    }
}
