//! Choosing cells that lie apart, in a straight line.

use crate::{Area, Cell, disk};

/// The candidates, in the given order, that lie at least `distance` from every one kept before them.
///
/// Distance 1 drops only repetitions, distance 0 nothing. It takes time in proportion to the area and the candidates, whatever the
/// distance: disks round kept cells are marked, and a cell lies in only a few of them.
#[must_use]
pub fn spaced(area: &Area, candidates: &[Cell], distance: u32) -> Vec<Cell> {
    if distance == 0 {
        return candidates.to_vec();
    }
    let mut struck = vec![false; area.len()];
    let mut kept = Vec::new();
    for &candidate in candidates {
        if struck[candidate.index()] {
            continue;
        }
        kept.push(candidate);
        let mut disk = disk(area, candidate, distance - 1);
        while let Some(span) = disk.next_span() {
            struck[span].fill(true);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::test_boards::{areas, picks};

    proptest! {
        #[test]
        fn kept_cells_lie_apart_and_the_others_do_not(
            area in areas(), candidates in prop::collection::vec(any::<Index>(), 0..60), distance in 0..21u32,
        ) {
            let candidates = picks(&area, &candidates);
            let mut expected: Vec<Cell> = Vec::new();
            for &candidate in &candidates {
                if expected.iter().all(|&kept| area.distance(kept, candidate) >= distance) {
                    expected.push(candidate);
                }
            }
            prop_assert_eq!(spaced(&area, &candidates, distance), expected);
        }
    }
}
