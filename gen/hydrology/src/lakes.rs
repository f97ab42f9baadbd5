//! Lakes: hollows in which water stands over whole cells.
//!
//! The flood leaves a hollow's nodes below the water's level. A cell all of whose nodes lie deep enough under water
//! belongs to a lake; cells of one lake hang together and have one level, for neighbours under water always do. A lake
//! has one outlet: of the nodes that touch it the one that the flood reached first. All others run off to it.

use grid::{Area, Cell, regions};

use crate::graph::{GROUND, Graph, LAKE, NONE, OUTLET};
use crate::priority_flood::Drainage;

/// The lakes that were found.
pub(crate) struct Lakes {
    /// The cells of each lake.
    pub(crate) cells: Vec<Vec<Cell>>,
    /// For each lake the node at which its water leaves.
    pub(crate) outlets: Vec<u32>,
}

/// Finds lakes of at least `size_min` cells whose water is at least `depth_min` deep, marks the nodes that touch them,
/// and leads these to the outlets.
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
    let is_wet = |cell: Cell| graph.nodes_of(cell).all(deep);
    let wet = regions(area, |cell| is_wet(cell).then_some(0));
    let mut number = vec![usize::MAX; wet.count()];
    for (region, &size) in wet.sizes.iter().enumerate() {
        if size as usize >= size_min {
            number[region] = lakes.cells.len();
            lakes.cells.push(Vec::new());
        }
    }
    if lakes.cells.is_empty() {
        return lakes;
    }
    let lake_of = |cell: Cell| number.get(wet.of[cell] as usize).copied().filter(|&lake| lake != usize::MAX);
    for cell in area.cells() {
        if let Some(lake) = lake_of(cell) {
            lakes.cells[lake].push(cell);
            for node in graph.nodes_of(cell).collect::<Vec<_>>() {
                graph.marks_mut()[node as usize] |= LAKE;
            }
        }
    }

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
