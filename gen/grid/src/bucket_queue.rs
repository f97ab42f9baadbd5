//! A priority queue for small integer keys that never fall below the key last popped: one bucket per key, in a circle (Dial,
//! "Algorithm 360: Shortest-path forest with topological ordering", 1969).
//!
//! It serves two uses. In a search by cost, keys grow without bound, but no key is farther ahead than the greatest step cost: a few
//! buckets are used again and again. In flooding by height (priority-flood), keys are `u16` and all of them may wait at once: the
//! circle grows to 65,536 buckets and never turns.

/// A queue of `u32` items by rising key; items of one key leave in the order in which they came.
///
/// A queue that is reused takes no more memory than its largest use did.
#[derive(Clone, Debug)]
pub struct BucketQueue {
    /// Their number is a power of two; the bucket of a key is the key modulo that number.
    buckets: Vec<Vec<u32>>,
    /// One bit for each bucket: whether it holds items. Empty buckets are skipped 64 at a time.
    filled: Vec<u64>,
    /// The key last popped; 0 at first.
    key: u32,
    /// How many items of that key's bucket have been popped.
    taken: usize,
    /// How many items wait.
    len: usize,
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue::new()
    }
}

impl BucketQueue {
    /// How far a key may be ahead of the key last popped; enough for any two `u16` keys.
    pub const AHEAD_MAX: u32 = u16::MAX as u32;

    /// An empty queue, with 64 buckets; more are made when a key needs them.
    #[must_use]
    pub fn new() -> BucketQueue {
        BucketQueue { buckets: vec![Vec::new(); 64], filled: vec![0; 1], key: 0, taken: 0, len: 0 }
    }

    /// How many items wait.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether no item waits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The key last popped: no lower key may be pushed. 0 at first and after [`BucketQueue::clear`].
    #[must_use]
    pub const fn key(&self) -> u32 {
        self.key
    }

    /// Adds an item.
    ///
    /// # Panics
    /// If the key is lower than the key last popped, or more than [`BucketQueue::AHEAD_MAX`] above it: such a caller needs a heap.
    #[inline]
    pub fn push(&mut self, key: u32, item: u32) {
        assert!(key >= self.key && key - self.key <= BucketQueue::AHEAD_MAX, "key {key} after key {}", self.key);
        if (key - self.key) as usize >= self.buckets.len() {
            self.grow((key - self.key) as usize + 1);
        }
        let bucket = key as usize & (self.buckets.len() - 1);
        self.buckets[bucket].push(item);
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.len += 1;
    }

    /// Takes the item with the lowest key, and its key; of several the one that has waited longest.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        if self.len == 0 {
            return None;
        }
        let mut bucket = self.key as usize & (self.buckets.len() - 1);
        if self.taken == self.buckets[bucket].len() {
            self.close(bucket);
            bucket = self.advance(bucket);
        }
        let item = self.buckets[bucket][self.taken];
        self.taken += 1;
        self.len -= 1;
        Some((self.key, item))
    }

    /// Drops all items and allows all keys again; keeps the memory.
    pub fn clear(&mut self) {
        for (word, bits) in self.filled.iter_mut().enumerate() {
            while *bits != 0 {
                self.buckets[word * 64 + bits.trailing_zeros() as usize].clear();
                *bits &= *bits - 1;
            }
        }
        (self.key, self.taken, self.len) = (0, 0, 0);
    }

    /// Every item that waits, and perhaps some that have been popped, in no particular order.
    pub(crate) fn leftovers(&self) -> impl Iterator<Item = u32> {
        self.buckets.iter().flatten().copied()
    }

    /// Empties the bucket of the current key when all its items have been popped.
    fn close(&mut self, bucket: usize) {
        self.buckets[bucket].clear();
        self.filled[bucket / 64] &= !(1 << (bucket % 64));
        self.taken = 0;
    }

    /// Moves the key on to the next bucket with items; there must be one.
    fn advance(&mut self, bucket: usize) -> usize {
        let words = self.filled.len();
        let mut word = bucket / 64;
        let mut bits = self.filled[word] & (u64::MAX << (bucket % 64));
        while bits == 0 {
            word = (word + 1) % words;
            bits = self.filled[word];
        }
        let next = word * 64 + bits.trailing_zeros() as usize;
        self.key += (next.wrapping_sub(bucket) & (self.buckets.len() - 1)) as u32;
        next
    }

    /// Makes at least `least` buckets and distributes the waiting items to them.
    #[cold]
    fn grow(&mut self, least: usize) {
        let old = std::mem::take(&mut self.buckets);
        let count = least.next_power_of_two();
        self.buckets = vec![Vec::new(); count];
        self.filled = vec![0; count / 64];
        let start = self.key as usize & (old.len() - 1);
        let size = old.len();
        for (place, items) in old.into_iter().enumerate() {
            if items.is_empty() {
                continue;
            }
            let key = self.key as usize + (place.wrapping_sub(start) & (size - 1));
            let bucket = key & (count - 1);
            self.buckets[bucket] = items;
            self.filled[bucket / 64] |= 1 << (bucket % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn items_of_one_key_leave_in_their_order() {
        let mut queue = BucketQueue::new();
        for (key, item) in [(5, 1), (70, 2), (5, 3), (0, 4), (70, 5)] {
            queue.push(key, item);
        }
        let left: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(left, [(0, 4), (5, 1), (5, 3), (70, 2), (70, 5)]);
    }

    #[test]
    #[should_panic(expected = "key 4 after key 5")]
    fn a_falling_key_is_a_bug() {
        let mut queue = BucketQueue::new();
        queue.push(5, 0);
        queue.pop();
        queue.push(4, 0);
    }

    #[test]
    #[should_panic(expected = "key 65536 after key 0")]
    fn a_key_too_far_ahead_is_a_bug() {
        BucketQueue::new().push(65_536, 0);
    }

    #[test]
    fn keys_reach_the_highest() {
        let mut queue = BucketQueue::new();
        let mut key = 0;
        while key < u32::MAX {
            key = key.saturating_add(BucketQueue::AHEAD_MAX);
            queue.push(key, 9);
            assert_eq!(queue.pop(), Some((key, 9)));
        }
    }

    proptest! {
        /// Compares it with a list that is searched for the lowest key, then for the earliest arrival.
        #[test]
        fn the_queue_gives_what_a_list_gives(
            moves in prop::collection::vec(prop_oneof![
                3 => prop_oneof![0..4u32, 0..200u32, 0..=BucketQueue::AHEAD_MAX].prop_map(Some),
                2 => Just(None),
            ], 0..300),
            clear_at in 0..300usize,
        ) {
            let mut queue = BucketQueue::new();
            let mut list: Vec<(u32, u32)> = Vec::new();
            for (number, step) in moves.into_iter().enumerate() {
                if number == clear_at {
                    queue.clear();
                    list.clear();
                }
                if let Some(ahead) = step {
                    let key = queue.key() + ahead;
                    queue.push(key, number as u32);
                    list.push((key, number as u32));
                } else {
                    let lowest = list.iter().copied().min();
                    list.retain(|&entry| Some(entry) != lowest);
                    prop_assert_eq!(queue.pop(), lowest);
                }
                prop_assert_eq!(queue.len(), list.len());
                prop_assert_eq!(queue.is_empty(), list.is_empty());
            }
        }
    }
}
