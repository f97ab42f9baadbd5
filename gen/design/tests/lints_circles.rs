//! Circles of things that lead to each other.

use fairmarch_design::testing::find_circles;
use proptest::prelude::*;

fn circles_of(count: usize, arrows: &[(usize, usize)]) -> Vec<Vec<usize>> {
    find_circles(count, |from, to| arrows.contains(&(from, to)))
}

#[test]
fn circles_are_found_and_chains_are_not() {
    assert_eq!(circles_of(0, &[]), [[0; 0]; 0]);
    assert_eq!(circles_of(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]), [[0; 0]; 0]);
    assert_eq!(circles_of(4, &[(0, 1), (1, 3), (3, 0), (0, 2)]), [[0, 1, 3]]);
    assert_eq!(circles_of(3, &[(2, 2), (0, 1), (1, 0), (1, 2)]), [vec![0, 1], vec![2]]);
    // The walk leaves the first circle for one that it finds earlier.
    assert_eq!(circles_of(5, &[(0, 3), (3, 4), (4, 3), (3, 1), (1, 2), (2, 1)]), [[1, 2], [3, 4]]);
    let ring: Vec<(usize, usize)> = (0..200).map(|one| (one, (one + 1) % 200)).collect();
    assert_eq!(circles_of(255, &ring), [(0..200).collect::<Vec<_>>()]);
}

/// As many things as a design may have types: a ring is the longest way, and all to all the most arrows.
#[test]
fn the_most_types_that_a_design_has_are_looked_through() {
    const MOST: usize = 4_096;
    let all: Vec<usize> = (0..MOST).collect();
    assert_eq!(find_circles(MOST, |from, to| to == (from + 1) % MOST), std::slice::from_ref(&all));
    assert_eq!(find_circles(MOST, |_, _| true), [all]);
    assert_eq!(find_circles(MOST, |from, to| from < to), [[0; 0]; 0]);
    assert_eq!(find_circles(MOST, |from, to| from == to).len(), MOST);
}

proptest! {
    /// Two things are in a circle together if each leads to the other over any others.
    #[test]
    fn circles_are_what_leads_to_itself_and_back(arrows in prop::collection::vec((0_usize..9, 0_usize..9), 0..20)) {
        let mut reaches = [[false; 9]; 9];
        for &(from, to) in &arrows {
            reaches[from][to] = true;
        }
        for through in 0..9 {
            for from in 0..9 {
                for to in 0..9 {
                    reaches[from][to] |= reaches[from][through] && reaches[through][to];
                }
            }
        }
        let mut wanted: Vec<Vec<usize>> = Vec::new();
        for one in (0..9).filter(|&one| reaches[one][one]) {
            match wanted.iter_mut().find(|circle| reaches[one][circle[0]] && reaches[circle[0]][one]) {
                Some(circle) => circle.push(one),
                None => wanted.push(vec![one]),
            }
        }
        prop_assert_eq!(circles_of(9, &arrows), wanted);
    }
}
