//! Lakes: depressions where water covers whole cells.
//!
//! The flood leaves the nodes of a depression below the water's level. A cell whose nodes all lie deep enough under water belongs
//! to a lake. The cells of one lake are connected and have one level, as neighbours under water always do. A lake has one outlet:
//! among the nodes that touch it, the one that the flood reached first. All others drain to it.

use grid::{Area, Cell};

use crate::graph::{GROUND, Graph, LAKE, NONE, OUTLET};
use crate::priority_flood::Drainage;

/// The lakes that were found.
pub(crate) struct Lakes {
    /// The cells of each lake.
    pub(crate) cells: Vec<Vec<Cell>>,
    /// For each lake the node where its water leaves.
    pub(crate) outlets: Vec<u32>,
}

/// Marks wet cells that are too few for a lake.
const DRY: usize = usize::MAX - 1;

/// Finds lakes of at least `size_min` cells whose water is at least `depth_min` deep, marks the nodes that touch them, and drains
/// these to the outlets.
pub(crate) fn find_lakes<G: Graph>(
    area: &Area,
    graph: &mut G,
    heights: &[u16],
    drainage: &mut Drainage,
    size_min: usize,
    depth_min: u16,
) -> Lakes {
    let mut lakes = Lakes { cells: Vec::new(), outlets: Vec::new() };
    let deep = |node: u32| {
        graph.role(node) == GROUND && drainage.level[node as usize] - heights[node as usize] >= depth_min.max(1)
    };
    let wet: Vec<Cell> = area.cells().filter(|&cell| graph.nodes_of(cell).all(&deep)).collect();
    // The lake of each wet cell, by the cell's index among them.
    let mut number = vec![usize::MAX; wet.len()];
    for place in 0..wet.len() {
        if number[place] != usize::MAX {
            continue;
        }
        let lake = lakes.cells.len();
        number[place] = lake;
        let mut cells = vec![wet[place]];
        let mut next = 0;
        while next < cells.len() {
            for (_, neighbor) in area.around(cells[next]) {
                if let Ok(other) = wet.binary_search(&neighbor)
                    && number[other] == usize::MAX
                {
                    number[other] = lake;
                    cells.push(neighbor);
                }
            }
            next += 1;
        }
        // Squares that meet only at a corner are two lakes with a common node: there is water for only one of them.
        let is_apart = |cell: &Cell| graph.nodes_of(*cell).all(|node| graph.marks()[node as usize] & LAKE == 0);
        if cells.len() >= size_min && cells.iter().all(is_apart) {
            cells.sort_unstable();
            for node in cells.iter().flat_map(|&cell| graph.nodes_of(cell).collect::<Vec<_>>()).collect::<Vec<_>>() {
                graph.marks_mut()[node as usize] |= LAKE;
            }
            lakes.cells.push(cells);
        } else {
            for cell in cells {
                number[wet.binary_search(&cell).expect("it is wet")] = DRY;
            }
        }
    }
    if lakes.cells.is_empty() {
        return lakes;
    }
    let lake_of = |cell: Cell| wet.binary_search(&cell).ok().map(|place| number[place]).filter(|&lake| lake != DRY);
    lakes.outlets = vec![NONE; lakes.cells.len()];
    for &node in &drainage.order {
        if graph.marks()[node as usize] & LAKE == 0 {
            continue;
        }
        let Some(lake) = graph.touching(node).find_map(lake_of) else { continue };
        if lakes.outlets[lake] == NONE {
            lakes.outlets[lake] = node;
            graph.marks_mut()[node as usize] |= OUTLET;
        } else {
            drainage.receiver[node as usize] = lakes.outlets[lake];
        }
    }
    lakes
}
