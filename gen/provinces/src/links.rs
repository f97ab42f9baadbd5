//! The links of provinces: which ones touch and whether units can cross, and crossings to provinces that cannot be walked to.

use std::collections::{BTreeMap, VecDeque};

use grid::{Area, Cell};
use petgraph::graphmap::UnGraphMap;
use petgraph::unionfind::UnionFind;
use world::{ProvinceId, ProvinceLink, ProvinceLinkKind, World};

use crate::ground::ProvinceGround;

/// How many cells of water a pass over mountains counts as: ships are preferred if the way is as short.
const PASS: u32 = 6;

/// The provinces of a world as a graph, closed links included.
#[must_use]
pub fn province_graph(world: &World) -> UnGraphMap<ProvinceId, ProvinceLinkKind> {
    let mut graph = UnGraphMap::new();
    for number in 1..=world.provinces.len() {
        graph.add_node(ProvinceId(number as u16));
    }
    for link in &world.province_links {
        graph.add_edge(link.from, link.to, link.kind);
    }
    graph
}

/// All links of `count` provinces, in rising order. They are connected even without the closed ones.
pub(crate) fn make_links(ground: &ProvinceGround<'_>, province_of: &[ProvinceId], count: usize) -> Vec<ProvinceLink> {
    let mut kinds = find_borders(ground, province_of);
    let mut joined = UnionFind::<usize>::new(count + 1);
    for (&(from, to), _) in kinds.iter().filter(|(_, kind)| kind.is_passable()) {
        joined.union(usize::from(from.0), usize::from(to.0));
    }
    // The shortest crossings that connect all (Kruskal, "On the shortest spanning subtree of a graph", 1956).
    let mut crossings: Vec<(u32, ProvinceId, ProvinceId, ProvinceLinkKind)> = find_crossings(&ground.area, province_of)
        .into_iter()
        .map(|((from, to), length)| (length, from, to, ProvinceLinkKind::Water))
        .collect();
    let closed = kinds.iter().filter(|(_, kind)| !kind.is_passable());
    crossings.extend(closed.map(|(&(from, to), _)| (PASS, from, to, ProvinceLinkKind::Pass)));
    crossings.sort_unstable();
    for (_, from, to, kind) in crossings {
        if joined.union(usize::from(from.0), usize::from(to.0)) {
            kinds.insert((from, to), kind);
        }
    }
    kinds.into_iter().map(|((from, to), kind)| ProvinceLink { from, to, kind }).collect()
}

type Pair = (ProvinceId, ProvinceId);

/// The pairs of provinces that touch, each with the best way across.
fn find_borders(ground: &ProvinceGround<'_>, province_of: &[ProvinceId]) -> BTreeMap<Pair, ProvinceLinkKind> {
    let mut kinds: BTreeMap<Pair, ProvinceLinkKind> = BTreeMap::new();
    for cell in ground.area.cells() {
        let own = province_of[cell.index()];
        if own == ProvinceId::NONE {
            continue;
        }
        for (direction, near) in ground.area.around(cell) {
            let other = province_of[near.index()];
            if other <= own {
                continue;
            }
            let kind = match ground.walks(cell, direction) {
                true if ground.has_river(cell, direction) => ProvinceLinkKind::River,
                true => ProvinceLinkKind::Open,
                false => ProvinceLinkKind::Closed,
            };
            kinds.entry((own, other)).and_modify(|known| *known = kind.min(*known)).or_insert(kind);
        }
    }
    kinds
}

/// The pairs of provinces whose surroundings meet outside any province, each with the fewest cells between them.
fn find_crossings(area: &Area, province_of: &[ProvinceId]) -> BTreeMap<Pair, u32> {
    let mut nearest = province_of.to_vec();
    let mut steps = vec![0_u32; area.len()];
    let mut open: VecDeque<Cell> = area.cells().filter(|cell| nearest[cell.index()] != ProvinceId::NONE).collect();
    let mut found: BTreeMap<Pair, u32> = BTreeMap::new();
    while let Some(cell) = open.pop_front() {
        for (_, near) in area.around(cell) {
            if nearest[near.index()] == ProvinceId::NONE {
                nearest[near.index()] = nearest[cell.index()];
                steps[near.index()] = steps[cell.index()] + 1;
                open.push_back(near);
            }
        }
    }
    for cell in area.cells() {
        for (_, near) in area.around(cell) {
            let (own, other) = (nearest[cell.index()], nearest[near.index()]);
            let length = steps[cell.index()] + steps[near.index()];
            // Two provinces that touch directly have a border, and no crossing there.
            if own < other && own != ProvinceId::NONE && length > 0 {
                found.entry((own, other)).and_modify(|known| *known = length.min(*known)).or_insert(length);
            }
        }
    }
    found
}
