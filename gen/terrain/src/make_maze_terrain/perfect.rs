//! Perfect mazes: exactly one way from any node to any other.
//!
//! Sources: depth-first search with backtracking; Kruskal's spanning tree of random weights (1956); Wilson, "Generating
//! random spanning trees more quickly than the cover time" (1996), whose trees are all equally likely. They differ in
//! texture: depth-first has long ways and few dead ends, Kruskal many short ones.

use chance::Stream;
use petgraph::unionfind::UnionFind;

use super::maze_graph::MazeGraph;

/// For each link whether it is open, by depth-first search.
pub(crate) fn dig_depth_first(board: &MazeGraph, stream: &mut Stream) -> Vec<bool> {
    let mut open = vec![false; board.links.len()];
    let mut seen = vec![false; board.len()];
    let start = stream.index(board.len()) as u32;
    seen[start as usize] = true;
    let mut way = vec![start];
    let mut ahead = Vec::new();
    while let Some(&node) = way.last() {
        ahead.clear();
        ahead.extend(board.around(node).iter().filter(|(other, _)| !seen[*other as usize]));
        match stream.choose(&ahead) {
            Some(&(other, link)) => {
                open[link as usize] = true;
                seen[other as usize] = true;
                way.push(other);
            }
            None => {
                way.pop();
            }
        }
    }
    open
}

/// The same by Kruskal's algorithm.
pub(crate) fn dig_kruskal(board: &MazeGraph, stream: &mut Stream) -> Vec<bool> {
    let mut open = vec![false; board.links.len()];
    let mut order: Vec<u32> = (0..board.links.len() as u32).collect();
    stream.shuffle(&mut order);
    let mut parts = UnionFind::<u32>::new(board.len());
    for link in order {
        let [one, other] = board.links[link as usize].ends;
        open[link as usize] = parts.union(one, other);
    }
    open
}

/// The same by Wilson's algorithm: random walks whose loops are erased.
pub(crate) fn dig_wilson(board: &MazeGraph, stream: &mut Stream) -> Vec<bool> {
    let mut open = vec![false; board.links.len()];
    let mut in_tree = vec![false; board.len()];
    in_tree[stream.index(board.len())] = true;
    // The link by which the walk last left each node.
    let mut left = vec![(0, 0); board.len()];
    for start in 0..board.len() as u32 {
        let mut node = start;
        while !in_tree[node as usize] {
            let around = board.around(node);
            left[node as usize] = around[stream.index(around.len())];
            node = left[node as usize].0;
        }
        node = start;
        while !in_tree[node as usize] {
            in_tree[node as usize] = true;
            let (next, link) = left[node as usize];
            open[link as usize] = true;
            node = next;
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use chance::Seed;
    use grid::{Area, Lattice, Shape};

    use super::*;

    /// Percent of nodes with one open link, over seeds.
    fn dead_ends(shape: Shape, dig: fn(&MazeGraph, &mut Stream) -> Vec<bool>) -> f64 {
        let board = MazeGraph::new(&Area::new(shape, 100, 100).unwrap());
        let count: usize = (0..40).map(|seed| board.dead_ends(&dig(&board, &mut Seed(seed).stream("dead ends")))).sum();
        100.0 * count as f64 / (40 * board.len()) as f64
    }

    /// Compares with measured shares; for squares theory gives 29.45 for Wilson's.
    #[test]
    fn dead_ends_are_as_many_as_each_kind_has() {
        for &shape in Shape::ALL {
            let expected = match shape.lattice() {
                Lattice::Hex => [10.4, 34.0, 32.1],
                Lattice::Square4 | Lattice::Square8 => [10.0, 30.6, 29.2],
            };
            let found = [dig_depth_first, dig_kruskal, dig_wilson].map(|dig| dead_ends(shape, dig));
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() <= 2.0, "{shape}: {found} %, expected {expected}");
            }
        }
    }
}
