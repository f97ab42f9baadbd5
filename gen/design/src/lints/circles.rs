//! Circles in a relation: things each of which leads to the next, and the last to the first.

/// The circles among `count` things, each in order, where `leads` tells what leads directly to what. One that leads to itself
/// counts. Things that are in circles with each other are told together, and those with the first thing come first.
///
/// `leads` is asked once for each pair, and nothing is kept of its answers: of 4,096 types each can lead to each, which is 16
/// million arrows. The circles are the strongly connected parts (Tarjan), found without recursion, as a chain may be as long.
pub fn find_circles(count: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
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
