//! The board of a maze: nodes, and links between them, on any lattice (the page of `make-maze-terrain` describes it).

use grid::{Area, Cell, Regions, regions};

use crate::floors::Floor;

/// Stands for no node.
const NONE: u32 = u32::MAX;

/// A possible way between two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MazeLink {
    /// The nodes, the lower first.
    pub(crate) ends: [u32; 2],
    /// The cells between them; the same one twice if there is only one.
    cells: [Cell; 2],
}

/// Nodes and links. All nodes are connected by links.
pub(crate) struct MazeGraph {
    nodes: Vec<Cell>,
    pub(crate) links: Vec<MazeLink>,
    /// Where each node's part of `around` begins, and the end of the last.
    starts: Vec<u32>,
    /// For each node its neighbours, with the links that lead there.
    around: Vec<(u32, u32)>,
}

impl MazeGraph {
    /// The board of an area. It has at least one node if the area has a cell that is at no bound.
    pub(crate) fn new(area: &Area) -> MazeGraph {
        let best = (0..4).max_by_key(|&offset| {
            let count = area.cells().filter(|&cell| is_node(area, cell, offset)).count();
            (count, std::cmp::Reverse(offset))
        });
        let offset = best.unwrap_or(0);
        let mut nodes: Vec<Cell> = area.cells().filter(|&cell| is_node(area, cell, offset)).collect();
        let mut links = find_links(area, &nodes);

        // At a slanted bound a node may have no link, so the board is only the connected part.
        let mut floor = vec![false; area.len()];
        nodes.iter().for_each(|cell| floor[cell.index()] = true);
        links.iter().flat_map(|link| link.cells).for_each(|cell| floor[cell.index()] = true);
        let parts = regions(area, |cell| floor[cell.index()].then_some(0));
        if parts.count() > 1 {
            let largest = parts.largest().unwrap_or(Regions::NONE);
            nodes.retain(|&cell| parts.of[cell] == largest);
            links = find_links(area, &nodes);
        }

        let mut starts = vec![0; nodes.len() + 1];
        for end in links.iter().flat_map(|link| link.ends) {
            starts[end as usize + 1] += 1;
        }
        for node in 0..nodes.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut around = vec![(0, 0); 2 * links.len()];
        for (number, link) in links.iter().enumerate() {
            for (own, other) in [(0, 1), (1, 0)] {
                let place = &mut next[link.ends[own] as usize];
                around[*place as usize] = (link.ends[other], number as u32);
                *place += 1;
            }
        }
        MazeGraph { nodes, links, starts, around }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The neighbours of a node, each with the link that leads there.
    pub(crate) fn around(&self, node: u32) -> &[(u32, u32)] {
        &self.around[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// How many open links a node has.
    pub(crate) fn degree(&self, open: &[bool], node: u32) -> usize {
        self.around(node).iter().filter(|(_, link)| open[*link as usize]).count()
    }

    /// How many nodes have one open link.
    pub(crate) fn dead_ends(&self, open: &[bool]) -> usize {
        (0..self.len() as u32).filter(|&node| self.degree(open, node) == 1).count()
    }

    /// Marks the nodes and the cells of open links as passages.
    pub(crate) fn lay(&self, open: &[bool], floor: &mut [Floor]) {
        for cell in &self.nodes {
            floor[cell.index()] = Floor::Passage;
        }
        for (link, _) in self.links.iter().zip(open).filter(|(_, is_open)| **is_open) {
            link.cells.iter().for_each(|cell| floor[cell.index()] = Floor::Passage);
        }
    }
}

/// Whether a cell is a node: both coordinates have the parity in the bits of `offset`.
fn is_node(area: &Area, cell: Cell, offset: i32) -> bool {
    let (x, y) = area.oblique(cell);
    let fits = |at: i32, length: u32, wraps: bool, offset: i32| {
        let at = if wraps { at.rem_euclid(length as i32) } else { at };
        let is_beside_seam = wraps && length % 2 == 1 && (at - offset).rem_euclid(length as i32) + 1 == length as i32;
        let at = if wraps { (at - offset).rem_euclid(length as i32) } else { at - offset };
        at.rem_euclid(2) == 0 && !is_beside_seam
    };
    !area.is_edge(cell)
        && fits(x, area.width(), area.wraps_x(), offset & 1)
        && fits(y, area.height(), area.wraps_y(), offset >> 1)
}

/// The links between nodes, each once: one or two cells in a straight line that touch no nodes but the link's ends.
fn find_links(area: &Area, nodes: &[Cell]) -> Vec<MazeLink> {
    let mut node_of = vec![NONE; area.len()];
    for (number, cell) in nodes.iter().enumerate() {
        node_of[cell.index()] = number as u32;
    }
    let touches = |cell: Cell, ends: &[u32]| {
        !area.is_edge(cell)
            && area.around(cell).all(|(_, other)| {
                let node = node_of[other.index()];
                node == NONE || ends.contains(&node)
            })
    };
    let mut links = Vec::new();
    for (number, &cell) in nodes.iter().enumerate() {
        let own = number as u32;
        for (direction, first) in area.around(cell) {
            let Some(second) = area.neighbor(first, direction) else { continue };
            let other = node_of[second.index()];
            if other != NONE {
                if own < other && touches(first, &[own, other]) {
                    links.push(MazeLink { ends: [own, other], cells: [first, first] });
                }
                continue;
            }
            let Some(other) = area.neighbor(second, direction).map(|third| node_of[third.index()]) else { continue };
            if other != NONE && own < other && touches(first, &[own]) && touches(second, &[other]) {
                links.push(MazeLink { ends: [own, other], cells: [first, second] });
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Shape;

    #[test]
    fn every_area_has_a_board_that_is_nearly_as_large_as_it_can_be() {
        for &shape in Shape::ALL {
            for (width, height) in [(3, 3), (4, 4), (5, 4), (20, 17), (21, 17), (40, 40), (41, 41)] {
                let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
                let board = MazeGraph::new(&area);
                let inner = area.cells().filter(|&cell| !area.is_edge(cell)).count();
                assert!(board.len() > 0 && board.len() <= inner.div_ceil(2), "{shape} {width}x{height}");
                if width >= 20 {
                    // A quarter of the cells, minus losses at bounds and seams.
                    assert!(board.len() * 4 * 10 >= inner * 8, "{shape} {width}x{height}: {} of {inner}", board.len());
                }
                for (number, link) in board.links.iter().enumerate() {
                    for end in link.ends {
                        assert!(board.around(end).iter().any(|&(_, other)| other as usize == number));
                    }
                    let [one, other] = link.ends.map(|end| board.nodes[end as usize]);
                    let near = |cell: Cell, node: Cell| area.around(cell).any(|(_, other)| other == node);
                    assert!(near(link.cells[0], one) && near(link.cells[1], other));
                    assert!(link.cells[0] == link.cells[1] || near(link.cells[0], link.cells[1]));
                    assert!(link.cells.iter().all(|&cell| !area.is_edge(cell)));
                }
            }
        }
    }

    #[test]
    fn links_lead_across_a_seam() {
        for &shape in Shape::ALL {
            for width in [20, 21] {
                let area = Area::new(shape, width, 20).unwrap();
                let board = MazeGraph::new(&area);
                let columns = |link: &MazeLink| link.ends.map(|end| area.column_row(board.nodes[end as usize]).0);
                let across = board.links.iter().map(columns).filter(|[one, other]| one.abs_diff(*other) > 4).count();
                assert_eq!(across > 0, area.wraps_x(), "{shape} {width}: {across}");
            }
        }
    }
}
