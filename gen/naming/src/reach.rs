//! Searches whose time depends on what they find: distances near the coast, small pieces, the depths of features.
//!
//! `grid::hops` and `grid::regions` go through the whole map, which is more than most callers need.

use grid::{Area, Cell, Direction, Lattice};

/// The value that [`strip`] gives to a cell that it did not reach.
pub(crate) const BEYOND: u8 = u8::MAX;

/// The steps from the nearest of `sources`, up to `depth`, over cells that `pass`; [`BEYOND`] everywhere else. `grid::hops` would
/// go on through the whole map.
pub(crate) fn strip(
    area: &Area,
    sources: impl IntoIterator<Item = Cell>,
    depth: u8,
    pass: impl Fn(Cell) -> bool,
) -> Vec<u8> {
    let mut steps = vec![BEYOND; area.len()];
    let mut queue: Vec<Cell> = sources.into_iter().collect();
    queue.iter().for_each(|source| steps[source.index()] = 0);
    let mut next = 0;
    while next < queue.len() {
        let cell = queue[next];
        next += 1;
        let step = steps[cell.index()] + 1;
        if step > depth {
            break;
        }
        for (_, neighbor) in area.around(cell) {
            if steps[neighbor.index()] == BEYOND && pass(neighbor) {
                steps[neighbor.index()] = step;
                queue.push(neighbor);
            }
        }
    }
    steps
}

/// The connected pieces of cells of one class, by their lowest cells; each piece begins with that cell.
pub(crate) fn pieces(area: &Area, class: impl Fn(Cell) -> Option<u32>) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; area.len()];
    let mut pieces = Vec::new();
    for first in area.cells() {
        if seen[first.index()] {
            continue;
        }
        let of = class(first);
        if of.is_none() {
            continue;
        }
        seen[first.index()] = true;
        let mut cells = vec![first];
        let mut next = 0;
        while next < cells.len() {
            for (_, neighbor) in area.around(cells[next]) {
                if !seen[neighbor.index()] && class(neighbor) == of {
                    seen[neighbor.index()] = true;
                    cells.push(neighbor);
                }
            }
            next += 1;
        }
        pieces.push(cells);
    }
    pieces
}

/// For each cell how many steps it lies inside its owner's cells: 0 beside another owner's, or at the edge of the map.
///
/// Two passes over the rows, the second backwards, are exact on the hex lattice (Rosenfeld and Pfaltz, "Distance functions on
/// digital pictures", 1968); on a cylinder they are made twice, because of the seam. On a torus and on squares one search from all
/// rims is made instead.
pub(crate) fn depths(area: &Area, owner: &[u32]) -> Vec<u16> {
    if area.wraps_y() || area.shape().lattice() != Lattice::Hex {
        return depths_by_search(area, owner);
    }
    let mut depths = vec![u16::MAX; area.len()];
    let mut sweep = Sweep { area, owner, across: vec![0; area.width() as usize] };
    for _ in 0..if area.wraps_x() { 2 } else { 1 } {
        for row in 0..area.height() {
            sweep.eastward(&mut depths, row);
        }
        for row in (0..area.height()).rev() {
            sweep.westward(&mut depths, row);
        }
    }
    depths
}

fn depths_by_search(area: &Area, owner: &[u32]) -> Vec<u16> {
    let mut depths = vec![u16::MAX; area.len()];
    let is_rim = |cell: Cell| {
        area.is_edge(cell) || area.around(cell).any(|(_, near)| owner[near.index()] != owner[cell.index()])
    };
    let mut queue: Vec<Cell> = area.cells().filter(|&cell| is_rim(cell)).collect();
    queue.iter().for_each(|cell| depths[cell.index()] = 0);
    let mut next = 0;
    while next < queue.len() {
        let cell = queue[next];
        next += 1;
        for (_, near) in area.around(cell) {
            if depths[near.index()] == u16::MAX && owner[near.index()] == owner[cell.index()] {
                depths[near.index()] = depths[cell.index()].saturating_add(1);
                queue.push(near);
            }
        }
    }
    depths
}

struct Sweep<'a> {
    area: &'a Area,
    owner: &'a [u32],
    /// What the cells of a row get from the row before.
    across: Vec<u16>,
}

impl Sweep<'_> {
    fn eastward(&mut self, depths: &mut [u16], row: u32) {
        let cells = self.area.row(row);
        self.look_across(depths, row, [Direction(2), Direction(3)]);
        for index in cells.clone() {
            let west = self.step(depths, index, Direction(4), index > cells.start, index.wrapping_sub(1));
            depths[index] = depths[index].min(self.across[index - cells.start]).min(west);
        }
    }

    fn westward(&mut self, depths: &mut [u16], row: u32) {
        let cells = self.area.row(row);
        self.look_across(depths, row, [Direction(5), Direction(0)]);
        for index in cells.clone().rev() {
            let east = self.step(depths, index, Direction(1), index + 1 < cells.end, index + 1);
            depths[index] = depths[index].min(self.across[index - cells.start]).min(east);
        }
    }

    /// What a cell gets from a neighbour: the one at `near` if `is_near`, else the area is asked.
    #[inline]
    fn step(&self, depths: &[u16], index: usize, direction: Direction, is_near: bool, near: usize) -> u16 {
        let near =
            if is_near { Some(near) } else { self.area.neighbor(Cell(index as u32), direction).map(Cell::index) };
        let same = near.filter(|&near| self.owner[near] == self.owner[index]);
        same.map_or(0, |near| depths[near].saturating_add(1))
    }

    /// The part across rows: the same for each cell, so that the compiler can vectorise it.
    fn look_across(&mut self, depths: &[u16], row: u32, directions: [Direction; 2]) {
        let cells = self.area.row(row);
        if cells.is_empty() {
            // The tip of a hexagon.
            return;
        }
        let ends = [cells.start, cells.end - 1];
        self.across[..cells.len()].fill(u16::MAX);
        for direction in directions {
            for end in ends {
                let depth = self.step(depths, end, direction, false, 0);
                let across = &mut self.across[end - cells.start];
                *across = depth.min(*across);
            }
            // Between its ends, the neighbours of a row's cells lie at one distance in memory; the bottom and the top row lack
            // some.
            let inner = cells.start + 1..cells.end - 1;
            let Some(near) = self.area.neighbor(Cell(inner.start as u32), direction).filter(|_| !inner.is_empty())
            else {
                self.across[1..cells.len().max(2) - 1].fill(0);
                continue;
            };
            let near = near.index()..near.index() + inner.len();
            let across = &mut self.across[1..=inner.len()];
            let owners = self.owner[inner].iter().zip(&self.owner[near.clone()]);
            for ((across, (own, other)), depth) in across.iter_mut().zip(owners).zip(&depths[near]) {
                let depth = if own == other { depth.saturating_add(1) } else { 0 };
                *across = depth.min(*across);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grid::{Shape, hops, regions};
    use proptest::prelude::*;

    use super::*;

    fn areas() -> impl Strategy<Value = Area> {
        (prop::sample::select(Shape::ALL), 3..=40u32, 3..=40u32).prop_map(|(shape, width, height)| {
            let height = shape.fitting_height(width, height);
            Area::new(shape, width, height).expect("a possible size")
        })
    }

    /// Patches of a few owners.
    fn owners(area: &Area, seed: u32) -> Vec<u32> {
        let owner = |index: usize| {
            let (column, row) = area.column_row(Cell(index as u32));
            let blotch = (column as u32 / 7) * 31 + (row as u32 / 5) * 17 + seed;
            blotch.wrapping_mul(0x9e37_79b9) >> 30
        };
        (0..area.len()).map(owner).collect()
    }

    proptest! {
        #[test]
        fn depths_are_hops_from_the_bounds(area in areas(), seed in 0..1000u32) {
            let owner = owners(&area, seed);
            let is_bound = |cell: Cell| {
                let same = area.around(cell).filter(|(_, near)| owner[near.index()] == owner[cell.index()]);
                same.count() < usize::from(area.directions())
            };
            let expected = hops(&area, area.cells().filter(|&cell| is_bound(cell)), |_| true);
            let depths = depths(&area, &owner);
            for cell in area.cells() {
                // On a cylinder with one owner and without bounds inside, depths count from north and south. On a torus with one
                // owner they cannot count from anywhere.
                prop_assert_eq!(u32::from(depths[cell.index()]), expected[cell].min(u32::from(u16::MAX)), "{:?}", cell);
            }
        }

        #[test]
        fn pieces_are_regions(area in areas(), seed in 0..1000u32) {
            let owner = owners(&area, seed);
            let class = |cell: Cell| Some(owner[cell.index()]).filter(|&owner| owner != 1);
            let (regions, pieces) = (regions(&area, class), pieces(&area, class));
            prop_assert_eq!(pieces.len(), regions.count());
            for (number, cells) in pieces.iter().enumerate() {
                prop_assert_eq!((cells.len() as u32, cells[0]), (regions.sizes[number], regions.first[number]));
                prop_assert!(cells.iter().all(|&cell| regions.of[cell] == number as u32));
            }
        }

        #[test]
        fn a_strip_is_what_hops_find_at_first(area in areas(), seed in 0..1000u32, depth in 0..9u8) {
            let owner = owners(&area, seed);
            let pass = |cell: Cell| owner[cell.index()] != 0;
            let sources = || area.cells().filter(|cell| cell.0 % 97 == seed % 97);
            let expected = hops(&area, sources(), pass);
            let strip = strip(&area, sources(), depth, pass);
            for cell in area.cells() {
                let near = u8::try_from(expected[cell]).ok().filter(|&steps| steps <= depth);
                prop_assert_eq!(strip[cell.index()], near.unwrap_or(BEYOND));
            }
        }
    }
}
