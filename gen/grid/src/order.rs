//! Sorting by numbers, with one sort for all callers.
//!
//! A sort by a closure of its own is compiled anew at each place that has one, which is two thousand lines each time. Here the caller
//! only computes the keys.

/// Sorts by a key of two numbers, the first before the second; equal ones keep their order.
pub fn sort_by_numbers<T: Copy>(items: &mut [T], key: &dyn Fn(T) -> [i64; 2]) {
    let mut keys = Vec::with_capacity(items.len());
    for &item in &*items {
        keys.push(key(item));
    }
    let before = items.to_vec();
    for (item, place) in items.iter_mut().zip(order_of(&keys)) {
        *item = before[place];
    }
}

/// The places of keys, in their order.
fn order_of(keys: &[[i64; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&place| keys[place]);
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_stable_sort(items in prop::collection::vec((0..4_i8, -2..2_i8, any::<u8>()), 0..40)) {
            let mut sorted = items.clone();
            sort_by_numbers(&mut sorted, &|(first, second, _)| [i64::from(first), i64::from(second)]);
            let mut expected = items;
            expected.sort_by_key(|&(first, second, _)| (first, second));
            prop_assert_eq!(sorted, expected);
        }
    }
}
