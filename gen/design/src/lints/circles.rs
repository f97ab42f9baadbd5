//! Circles in a relation: things each of which leads to the next, and the last to the first.

/// The circles among `count` things, each in order, where `leads` tells what leads directly to what. One that leads to itself
/// counts. Things that are in circles with each other are told together, and those with the first thing come first.
///
/// `leads` is asked once for each pair, and nothing is kept of its answers: of 4,096 types each can lead to each, which is 16
/// million arrows. The circles are the strongly connected parts (Tarjan), found without recursion, as a chain may be as long.
pub(super) fn find_circles(count: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    /// A thing that no walk has come to.
    const UNSEEN: usize = usize::MAX;
    // When the walk came to a thing, and the earliest thing of its circle that is known so far, by the same clock.
    let (mut came, mut earliest) = (vec![UNSEEN; count], vec![UNSEEN; count]);
    let (mut is_done, mut leads_to_itself) = (vec![false; count], vec![false; count]);
    // Things whose circle is not known yet, in the order in which the walk came to them.
    let mut open: Vec<usize> = Vec::new();
    // The way from the walk's start to here: each thing with the next one to ask about.
    let mut way: Vec<(usize, usize)> = Vec::new();
    let mut circles: Vec<Vec<usize>> = Vec::new();
    let mut clock = 0;
    for start in 0..count {
        if came[start] == UNSEEN {
            way.push((start, 0));
        }
        while let Some((here, next)) = way.last_mut() {
            let here = *here;
            if *next == 0 {
                (came[here], earliest[here]) = (clock, clock);
                clock += 1;
                open.push(here);
            }
            let to = *next;
            *next += 1;
            if to < count {
                if !leads(here, to) {
                    continue;
                }
                leads_to_itself[here] |= here == to;
                if came[to] == UNSEEN {
                    way.push((to, 0));
                } else if !is_done[to] {
                    earliest[here] = earliest[here].min(came[to]);
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                earliest[before] = earliest[before].min(earliest[here]);
            }
            if earliest[here] == came[here] {
                let first = open.iter().rposition(|&one| one == here).expect("it waits for its circle");
                let mut circle = open.split_off(first);
                for &one in &circle {
                    is_done[one] = true;
                }
                if circle.len() > 1 || leads_to_itself[here] {
                    circle.sort_unstable();
                    circles.push(circle);
                }
            }
        }
    }
    circles.sort_unstable();
    circles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
}
