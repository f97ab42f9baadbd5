//! Choosing cells that lie far apart, in a straight line.

use crate::disk::disk_spans;
use crate::{Area, Cell};

/// Up to `count` candidates, each as far as possible from those before it: the first is the lowest candidate, each other the one
/// whose nearest chosen cell is farthest, of several the lowest (Gonzalez, "Clustering to minimize the maximum intercluster
/// distance", 1985).
///
/// The order and the repetition of candidates do not matter. Fewer are returned only if there are fewer candidates.
#[must_use]
pub fn farthest_points(area: &Area, candidates: &[Cell], count: usize) -> Vec<Cell> {
    let mut candidates = candidates.to_vec();
    candidates.sort_unstable();
    candidates.dedup();
    let mut gaps = vec![u32::MAX; candidates.len()];
    let mut chosen = Vec::new();
    while chosen.len() < count {
        // The lowest of the furthest; a gap of 0 is a chosen cell.
        let furthest = (0..gaps.len()).rev().max_by_key(|&place| gaps[place]);
        let Some(place) = furthest.filter(|&place| gaps[place] > 0) else { break };
        let point = candidates[place];
        for (gap, &candidate) in gaps.iter_mut().zip(&candidates) {
            *gap = (*gap).min(area.distance(point, candidate));
        }
        chosen.push(point);
    }
    chosen
}

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
        for span in disk_spans(area, candidate, distance - 1) {
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
    use crate::Shape;
    use crate::test_boards::{areas, picks};

    #[test]
    fn corners_lie_furthest_apart() {
        let area = Area::new(Shape::Rectangle, 9, 9).unwrap();
        let cells: Vec<_> = area.cells().collect();
        let found: Vec<_> = farthest_points(&area, &cells, 4).iter().map(|&cell| area.column_row(cell)).collect();
        // (8, 8) and (8, 0) are no further away than the lower cells beside them.
        assert_eq!(found, [(0, 0), (8, 7), (0, 8), (7, 0)]);
    }

    proptest! {
        #[test]
        fn each_point_is_the_furthest(
            area in areas(), candidates in prop::collection::vec(any::<Index>(), 0..40), count in 0..12usize,
        ) {
            let candidates = picks(&area, &candidates);
            let found = farthest_points(&area, &candidates, count);
            let distinct: std::collections::BTreeSet<_> = candidates.iter().copied().collect();
            prop_assert_eq!(found.len(), count.min(distinct.len()));
            for (place, &point) in found.iter().enumerate() {
                let gap = |cell: Cell| found[..place].iter().map(|&other| area.distance(cell, other)).min();
                for &other in &distinct {
                    prop_assert!(gap(other) < gap(point) || (gap(other) == gap(point) && other >= point));
                }
            }
        }

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
