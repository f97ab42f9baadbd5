//! Distances in cells round obstacles, from a set of cells: breadth-first search.

use crate::{Area, Cell, Layer};

/// The steps from the nearest of `sources` to each cell over cells that `pass`; `u32::MAX` where there is no way and in
/// the void.
///
/// Sources have 0 whether they pass or not. Sources outside of the area are passed over.
#[must_use]
pub fn hops(area: &Area, sources: impl IntoIterator<Item = Cell>, pass: impl Fn(Cell) -> bool) -> Layer<u32> {
    let mut steps = vec![u32::MAX; area.len()];
    let mut queue = Vec::new();
    for source in sources {
        if area.contains(source) && steps[source.index()] != 0 {
            steps[source.index()] = 0;
            queue.push(source);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        let cell = queue[next];
        next += 1;
        let step = steps[cell.index()] + 1;
        for (_, neighbor) in area.around(cell) {
            if steps[neighbor.index()] == u32::MAX && pass(neighbor) {
                steps[neighbor.index()] = step;
                queue.push(neighbor);
            }
        }
    }
    Layer::from_values(area, steps)
}
