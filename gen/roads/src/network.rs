//! Choosing the towns to connect: near pairs, thinned to a relative neighbourhood graph, kept by chance.
//!
//! **From cells to towns.** One search from all towns at once gives each cell to its nearest town. Where two towns'
//! cells touch there is a *hop*, as long as the cheapest way across; the hops hold the cheapest spanning tree of all
//! towns (Mehlhorn, "A faster approximation algorithm for the Steiner problem in graphs", 1988). All further work is on
//! the graph of hops, and takes no time in proportion to the area.
//!
//! **Near pairs.** Cities are to be connected through the villages between them. So for each value of `road-chance`, the kinds of
//! towns form groups that are connected by at least that chance, and each group divides the graph of hops once more: towns whose
//! shares touch are near. A near pair's way is a chain of hops, through the towns on it.
//!
//! **Thinning.** A pair (a, b) is dropped if a third town c is nearer to both (Toussaint, "The relative neighbourhood graph of a
//! finite planar set", 1980), and the roads a-c and c-b are no less likely.
//!
//! **Chance.** A remaining pair gets its road with `road-chance`. 7.5 rolls for *every* pair of units, in both orders, so that any
//! chance made a dense network for a large side; ours is the chance of a road between neighbours.
//!
//! **Connection.** Towns with a chance of at least [`SURE`] for each other are connected whenever possible, even if pairs were
//! dropped: the cheapest spanning forest of their group stays wherever it lies between two such towns, even through towns of the
//! group with a smaller chance, or none, for each other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use chance::Stream;
use grid::{Automorphism, Cell, Partition, sort_by_numbers};
use petgraph::data::Element;
use petgraph::graph::UnGraph;
use petgraph::unionfind::UnionFind;

use crate::ground::RoadGround;

/// From this chance on, roads connect all that can be connected.
pub(crate) const SURE: i32 = 50;

/// Two towns whose cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hop {
    pub(crate) cost: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

impl Hop {
    /// The hop's other end.
    const fn other(self, town: u32) -> u32 {
        self.a ^ self.b ^ town
    }
}

/// The graph of hops.
pub(crate) struct Hops {
    pub(crate) hops: Vec<Hop>,
    /// For each town the numbers of its hops.
    of: Vec<Vec<u32>>,
}

/// The cheapest ways from some towns to all, over hops.
pub(crate) struct Ways {
    /// The source that each town belongs to.
    pub(crate) owner: Vec<u32>,
    pub(crate) cost: Vec<u32>,
    /// The hop by which each town was reached.
    before: Vec<u32>,
}

/// Stands for no town or no hop.
pub(crate) const NONE: u32 = u32::MAX;

impl Hops {
    /// The hops of a partition of the cells among `count` towns.
    pub(crate) fn find(ground: &RoadGround<'_>, partition: &Partition, count: usize) -> Hops {
        let (owner, cost) = (partition.owner.values(), partition.cost.values());
        // By the lower town. A town has few neighbours, so searching its list is quicker than any map.
        let mut near: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        for cell in ground.area.cells() {
            let own = owner[cell.index()];
            if own == Partition::NOBODY {
                continue;
            }
            for (direction, neighbor) in ground.area.around(cell) {
                let other = owner[neighbor.index()];
                // Each pair of cells is counted once.
                if direction.0 >= ground.area.directions() / 2 || other == own || other == Partition::NOBODY {
                    continue;
                }
                let Some(price) = ground.step(cell, direction, neighbor) else { continue };
                let way = cost[cell.index()].saturating_add(price).saturating_add(cost[neighbor.index()]);
                let list = &mut near[usize::from(own.min(other))];
                match list.iter_mut().find(|(town, _)| *town == u32::from(own.max(other))) {
                    Some((_, known)) => *known = way.min(*known),
                    None => list.push((u32::from(own.max(other)), way)),
                }
            }
        }
        let mut hops = Vec::new();
        for (a, mut list) in near.into_iter().enumerate() {
            sort_by_numbers(&mut list, &|(town, way)| [i64::from(town), i64::from(way)]);
            hops.extend(list.into_iter().map(|(b, cost)| Hop { cost, a: a as u32, b }));
        }
        let mut of = vec![Vec::new(); count];
        for (number, hop) in hops.iter().enumerate() {
            of[hop.a as usize].push(number as u32);
            of[hop.b as usize].push(number as u32);
        }
        Hops { hops, of }
    }

    /// The cheapest ways from the nearest of some towns.
    pub(crate) fn ways(&self, sources: impl IntoIterator<Item = u32>) -> Ways {
        let count = self.of.len();
        let mut ways = Ways { owner: vec![NONE; count], cost: vec![NONE; count], before: vec![NONE; count] };
        let mut queue = BinaryHeap::new();
        for source in sources {
            ways.owner[source as usize] = source;
            ways.cost[source as usize] = 0;
            queue.push(Reverse((0, source)));
        }
        while let Some(Reverse((cost, town))) = queue.pop() {
            if ways.cost[town as usize] != cost {
                continue;
            }
            for &number in &self.of[town as usize] {
                let hop = self.hops[number as usize];
                let other = hop.other(town) as usize;
                let sum = cost.saturating_add(hop.cost);
                if sum < ways.cost[other] {
                    ways.cost[other] = sum;
                    ways.owner[other] = ways.owner[town as usize];
                    ways.before[other] = number;
                    queue.push(Reverse((sum, other as u32)));
                }
            }
        }
        ways
    }

    /// The hops from a town back to its source.
    pub(crate) fn chain(&self, ways: &Ways, mut town: u32, chain: &mut Vec<u32>) {
        while ways.before[town as usize] != NONE {
            let number = ways.before[town as usize];
            chain.push(number);
            town = self.hops[number as usize].other(town);
        }
    }
}

/// A near pair of towns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoadLink {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) cost: u32,
    pub(crate) chance: i32,
    /// The hops on its way.
    pub(crate) chain: Vec<u32>,
}

impl RoadLink {
    /// The order of links: shorter first; equally short ones by their towns, so that no two are equal.
    const fn rank(&self) -> (u32, u32, u32) {
        (self.cost, self.a, self.b)
    }
}

/// A town: its cell, and its row of [`Chances`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Town {
    pub(crate) cell: Cell,
    pub(crate) kind: u16,
}

/// The chance of a road between any two kinds of towns: equal in both orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chances {
    pub(crate) count: usize,
    pub(crate) values: Vec<u8>,
}

impl Chances {
    fn of(&self, a: Town, b: Town) -> i32 {
        i32::from(self.values[usize::from(a.kind) * self.count + usize::from(b.kind)])
    }

    /// The groups of kinds that are connected by a chance of at least `least`, each in order; a kind without such a chance, even
    /// for itself, is in none.
    fn groups(&self, least: i32) -> Vec<Vec<u16>> {
        let ties = |a: usize, b: usize| i32::from(self.values[a * self.count + b]) >= least;
        let mut groups = UnionFind::<usize>::new(self.count);
        for a in 0..self.count {
            (0..self.count).filter(|&b| ties(a, b)).for_each(|b| _ = groups.union(a, b));
        }
        let mut members: Vec<Vec<u16>> = vec![Vec::new(); self.count];
        for a in (0..self.count).filter(|&a| (0..self.count).any(|b| ties(a, b))) {
            members[groups.find(a)].push(a as u16);
        }
        members.retain(|group| !group.is_empty());
        members
    }

    /// The groups at every chance, each once: they are nested, so there are fewer than twice as many as kinds.
    fn all_groups(&self) -> Vec<Vec<u16>> {
        let mut levels = self.values.clone();
        levels.sort_unstable();
        levels.dedup();
        let levels = levels.into_iter().filter(|&chance| chance > 0).map(i32::from);
        let mut groups: Vec<Vec<u16>> = levels.chain([SURE]).flat_map(|least| self.groups(least)).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// The pairs of towns that get a road. In a symmetric world the images of a pair get one too, or none.
pub(crate) fn choose_links(
    towns: &[Town],
    chances: &Chances,
    hops: &Hops,
    maps: &[Automorphism],
    stream: &mut Stream,
) -> Vec<RoadLink> {
    let links = find_near_pairs(towns, chances, hops);
    let sure = find_sure(towns, chances, &links);
    let falls = find_outdone(towns.len(), &links);
    let cells = |link: &RoadLink| (towns[link.a as usize].cell, towns[link.b as usize].cell);
    let image = |map: &Automorphism, (a, b): (Cell, Cell)| {
        let (a, b) = (map.image(a), map.image(b));
        (a.min(b), a.max(b))
    };
    let mut fates: BTreeMap<(Cell, Cell), bool> = BTreeMap::new();
    let mut chosen = Vec::new();
    for ((link, sure), falls) in links.into_iter().zip(sure).zip(falls) {
        // The draw is made for every pair, so that a pair that is sure, or dropped, shifts no other.
        let mut is_drawn = stream.percent(link.chance) && !falls;
        if let Some(first) = maps.iter().map(|map| image(map, cells(&link))).min() {
            is_drawn = *fates.entry(first.min(cells(&link))).or_insert(is_drawn);
        }
        if is_drawn || sure {
            chosen.push(link);
        }
    }
    chosen
}

fn find_near_pairs(towns: &[Town], chances: &Chances, hops: &Hops) -> Vec<RoadLink> {
    let mut links = Vec::new();
    for group in chances.all_groups() {
        let ways = hops.ways((0..towns.len() as u32).filter(|&town| group.contains(&towns[town as usize].kind)));
        for (number, hop) in hops.hops.iter().enumerate() {
            let (a, b) = (ways.owner[hop.a as usize], ways.owner[hop.b as usize]);
            if a == b || a == NONE || b == NONE {
                continue;
            }
            let cost = hop.cost.saturating_add(ways.cost[hop.a as usize]).saturating_add(ways.cost[hop.b as usize]);
            let chance = chances.of(towns[a as usize], towns[b as usize]);
            let mut chain = vec![number as u32];
            hops.chain(&ways, hop.a, &mut chain);
            hops.chain(&ways, hop.b, &mut chain);
            links.push(RoadLink { a: a.min(b), b: a.max(b), cost, chance, chain });
        }
    }
    // For each pair the cheapest way comes first.
    links.sort_by(|one, other| (one.a, one.b, one.cost, &one.chain).cmp(&(other.a, other.b, other.cost, &other.chain)));
    links.dedup_by(|other, one| (one.a, one.b) == (other.a, other.b));
    links
}

/// For each pair whether a third town lies between.
fn find_outdone(count: usize, links: &[RoadLink]) -> Vec<bool> {
    let mut of: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    for (number, link) in links.iter().enumerate() {
        of[link.a as usize].push((link.b, number as u32));
        of[link.b as usize].push((link.a, number as u32));
    }
    let stands_between = |link: &RoadLink, one: u32, other: u32| {
        [one, other].iter().all(|&number| {
            let side = &links[number as usize];
            side.rank() < link.rank() && side.chance >= link.chance
        })
    };
    let is_outdone = |link: &RoadLink| {
        of[link.a as usize].iter().any(|&(third, one)| {
            let other = of[link.b as usize].iter().find(|&&(town, _)| town == third);
            other.is_some_and(|&(_, other)| stands_between(link, one, other))
        })
    };
    links.iter().map(is_outdone).collect()
}

/// For each pair whether the connection of sure towns needs it.
fn find_sure(towns: &[Town], chances: &Chances, links: &[RoadLink]) -> Vec<bool> {
    let mut sure = vec![false; links.len()];
    for group in chances.groups(SURE) {
        let of_group = |town: u32| group.contains(&towns[town as usize].kind);
        let mut graph: UnGraph<(), (u32, u32), u32> = UnGraph::with_capacity(towns.len(), links.len());
        let nodes: Vec<_> = towns.iter().map(|_| graph.add_node(())).collect();
        for (number, link) in links.iter().enumerate().filter(|(_, link)| of_group(link.a) && of_group(link.b)) {
            // The number makes all weights different, so that the forest is unique.
            graph.add_edge(nodes[link.a as usize], nodes[link.b as usize], (link.cost, number as u32));
        }
        let forest: Vec<u32> = petgraph::algo::min_spanning_tree(&graph)
            .filter_map(|element| match element {
                Element::Edge { weight: (_, number), .. } => Some(number),
                Element::Node { .. } => None,
            })
            .collect();
        for number in find_needed(towns, chances, &group, links, &forest) {
            sure[number as usize] = true;
        }
    }
    sure
}

/// The links of a forest that lie between two towns with a chance of at least [`SURE`] for each other.
fn find_needed(towns: &[Town], chances: &Chances, group: &[u16], links: &[RoadLink], forest: &[u32]) -> Vec<u32> {
    let mut of: Vec<Vec<u32>> = vec![Vec::new(); towns.len()];
    for &number in forest {
        of[links[number as usize].a as usize].push(number);
        of[links[number as usize].b as usize].push(number);
    }
    // Each tree from its root down: towns with the link to the town above.
    let mut order: Vec<(u32, u32)> = Vec::new();
    let mut seen = vec![false; towns.len()];
    let mut needed = Vec::new();
    // By town, then by index in the group: how many towns of a kind are below it, itself included.
    let mut below = vec![0_u32; towns.len() * group.len()];
    let ties = |one: usize, other: usize| {
        i32::from(chances.values[usize::from(group[one]) * chances.count + usize::from(group[other])]) >= SURE
    };
    for root in 0..towns.len() as u32 {
        let Ok(_) = group.binary_search(&towns[root as usize].kind) else { continue };
        if seen[root as usize] {
            continue;
        }
        seen[root as usize] = true;
        order.clear();
        order.push((root, NONE));
        let mut next = 0;
        while next < order.len() {
            let town = order[next].0;
            next += 1;
            for &number in &of[town as usize] {
                let link = &links[number as usize];
                let other = link.a ^ link.b ^ town;
                if !seen[other as usize] {
                    seen[other as usize] = true;
                    order.push((other, number));
                }
            }
        }
        for &(town, number) in order.iter().rev() {
            let place = group.binary_search(&towns[town as usize].kind).expect("forests stay in their group");
            below[town as usize * group.len() + place] += 1;
            if number != NONE {
                let link = &links[number as usize];
                let above = (link.a ^ link.b ^ town) as usize;
                for place in 0..group.len() {
                    below[above * group.len() + place] += below[town as usize * group.len() + place];
                }
            }
        }
        let all = &below[root as usize * group.len()..][..group.len()];
        for &(town, number) in &order[1..] {
            let under = &below[town as usize * group.len()..][..group.len()];
            let lies_between = (0..group.len()).any(|one| {
                under[one] > 0 && (0..group.len()).any(|other| all[other] > under[other] && ties(one, other))
            });
            if lies_between {
                needed.push(number);
            }
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(a: u32, b: u32, cost: u32, chance: i32) -> RoadLink {
        RoadLink { a, b, cost, chance, chain: Vec::new() }
    }

    #[test]
    fn the_longest_side_falls_unless_the_others_are_less_likely() {
        let outdone = |cost, chance| find_outdone(3, &[link(0, 1, cost, 40), link(0, 2, 7, chance), link(1, 2, 8, 40)]);
        assert_eq!(outdone(9, 40), [true, false, false]);
        assert_eq!(outdone(9, 39), [false, false, false]);
        // Of equal sides the last one by its towns counts as the longest.
        assert_eq!(outdone(8, 40), [false, false, true]);
    }

    #[test]
    fn groups_nest_and_leave_out_what_has_no_ties() {
        // The first two kinds are connected by 60, the second with itself by 30, the third with itself by 80, the fourth by
        // nothing.
        let values = vec![0, 60, 0, 0, 60, 30, 0, 0, 0, 0, 80, 0, 0, 0, 0, 0];
        let chances = Chances { count: 4, values };
        assert_eq!(chances.groups(70), [vec![2]]);
        assert_eq!(chances.groups(SURE), [vec![0, 1], vec![2]]);
        assert_eq!(chances.all_groups(), [vec![0, 1], vec![2]]);
    }

    #[test]
    fn only_what_lies_between_sure_partners_is_sure() {
        // Towns in a row, kinds 0 1 1 1: the first is sure with any other, the others not with each other.
        let town = |kind| Town { cell: Cell(0), kind };
        let chances = Chances { count: 2, values: vec![0, 60, 60, 30] };
        let links = [link(0, 1, 5, 60), link(1, 2, 5, 30), link(2, 3, 5, 30)];
        assert_eq!(find_sure(&[town(0), town(1), town(1), town(1)], &chances, &links), [true, true, true]);
        // Without a town of kind 0 no link is sure.
        assert_eq!(find_sure(&[town(1), town(1), town(1), town(1)], &chances, &links), [false, false, false]);
        // Kinds 0 and 1, and 2 and 3, are sure of each other, and 1 of 3, which makes them one group; but there is no town of kind
        // 3.
        let mut values = vec![0; 16];
        for (a, b) in [(0, 1), (1, 3), (2, 3)] {
            (values[4 * a + b], values[4 * b + a]) = (60, 60);
        }
        let chances = Chances { count: 4, values };
        assert_eq!(find_sure(&[town(0), town(1), town(2), town(2)], &chances, &links), [true, false, false]);
    }
}
