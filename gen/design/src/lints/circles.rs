//! Circles in a relation: things each of which leads to the next, and the last to the first.

/// The circles among `count` things, each in order, where `leads` tells what leads directly to what. One that leads to itself
/// counts.
///
/// Each thing has a set of bits. The work is the cube of `count`, divided by the bits of a word: little, as `count` is at most 255.
pub(super) fn find_circles(count: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    const WORDS: usize = 4;
    assert!(count <= WORDS * 64, "ids of types are bytes");
    let has = |reached: &[u64; WORDS], one: usize| reached[one / 64] >> (one % 64) & 1 != 0;
    let mut reached = vec![[0_u64; WORDS]; count];
    for (from, reached) in reached.iter_mut().enumerate() {
        for to in (0..count).filter(|&to| leads(from, to)) {
            reached[to / 64] |= 1 << (to % 64);
        }
    }
    for through in 0..count {
        let onward = reached[through];
        for reached in reached.iter_mut().filter(|reached| has(reached, through)) {
            for (word, more) in reached.iter_mut().zip(onward) {
                *word |= more;
            }
        }
    }
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for one in (0..count).filter(|&one| has(&reached[one], one)) {
        let is_together = |circle: &&mut Vec<usize>| has(&reached[one], circle[0]) && has(&reached[circle[0]], one);
        match circles.iter_mut().find(is_together) {
            Some(circle) => circle.push(one),
            None => circles.push(vec![one]),
        }
    }
    circles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles_of(count: usize, arrows: &[(usize, usize)]) -> Vec<Vec<usize>> {
        find_circles(count, |from, to| arrows.contains(&(from, to)))
    }

    #[test]
    fn circles_are_found_and_chains_are_not() {
        assert_eq!(circles_of(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]), [[0; 0]; 0]);
        assert_eq!(circles_of(4, &[(0, 1), (1, 3), (3, 0), (0, 2)]), [[0, 1, 3]]);
        assert_eq!(circles_of(3, &[(2, 2), (0, 1), (1, 0), (1, 2)]), [vec![0, 1], vec![2]]);
        let ring: Vec<(usize, usize)> = (0..200).map(|one| (one, (one + 1) % 200)).collect();
        assert_eq!(circles_of(255, &ring), [(0..200).collect::<Vec<_>>()]);
    }
}
