//! Operations on any source of random numbers: throwing dice, picking by weight, shuffling.

use crate::Dice;

/// One throw. `below` returns a random number below its argument.
pub(crate) fn throw(dice: Dice, mut below: impl FnMut(u32) -> u32) -> i32 {
    let thrown: i32 = (0..dice.count).map(|_| below(u32::from(dice.faces)) as i32 + 1).sum();
    thrown + i32::from(dice.add)
}

/// The index of the entry that contains `at`, a number below the sum of all weights.
pub(crate) fn pick(weights: &[u32], mut at: u64) -> usize {
    for (index, &weight) in weights.iter().enumerate() {
        if at < u64::from(weight) {
            return index;
        }
        at -= u64::from(weight);
    }
    unreachable!("the draw is below the total")
}

/// Puts the entries in random order (Fisher and Yates).
pub(crate) fn shuffle<T>(entries: &mut [T], mut below: impl FnMut(u32) -> u32) {
    for last in (1..entries.len()).rev() {
        let bound = u32::try_from(last + 1).expect("slices here stay below 2^32 entries");
        entries.swap(last, below(bound) as usize);
    }
}
