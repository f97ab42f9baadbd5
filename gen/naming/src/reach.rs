//! Distances that stay near where they begin: in time for the strip that they cover, or for two passes over the map.

use grid::{Area, Cell, Direction};

/// What [`strip`] says of a cell that it did not reach.
pub(crate) const BEYOND: u8 = u8::MAX;

/// The steps from the nearest of `sources`, up to `depth`, over cells that `pass`; [`BEYOND`] everywhere else. As
/// `grid::hops`, which goes on until it has seen everything.
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

/// For each cell how many steps it is within its owner's cells: 0 beside another owner's, or at the edge of the map.
///
/// Two passes over the rows, the second backwards, are exact on the hex lattice (Rosenfeld and Pfaltz, "Distance
/// functions on digital pictures", 1968); round a cylinder they are made twice, for what comes over the seam.
pub(crate) fn depths(area: &Area, owner: &[u32]) -> Vec<u16> {
    let mut depths = vec![u16::MAX; area.len()];
    for _ in 0..if area.wraps_x() { 2 } else { 1 } {
        for row in 0..area.height() {
            let span = area.row(row);
            sweep(area, owner, &mut depths, row, span, [Direction(2), Direction(3), Direction(4)]);
        }
        for row in (0..area.height()).rev() {
            let span = area.row(row).rev();
            sweep(area, owner, &mut depths, row, span, [Direction(5), Direction(0), Direction(1)]);
        }
    }
    depths
}

fn sweep(
    area: &Area,
    owner: &[u32],
    depths: &mut [u16],
    row: u32,
    span: impl Iterator<Item = usize>,
    directions: [Direction; 3],
) {
    let cells = area.row(row);
    // Within a row, neighbours lie at the same distance in memory, but for those of its ends.
    let middle = Cell((cells.start + cells.len() / 2) as u32);
    let offsets = directions
        .map(|direction| area.neighbor(middle, direction).map(|near| near.index() as isize - middle.index() as isize));
    let inner = cells.start + 1..cells.end - 1;
    for index in span {
        let own = owner[index];
        let mut least = depths[index];
        for (direction, offset) in directions.into_iter().zip(offsets) {
            let near = match offset {
                Some(offset) if inner.contains(&index) => Some(index.wrapping_add_signed(offset)),
                _ => area.neighbor(Cell(index as u32), direction).map(Cell::index),
            };
            let depth = near.filter(|&near| owner[near] == own).map_or(0, |near| depths[near].saturating_add(1));
            least = least.min(depth);
        }
        depths[index] = least;
    }
}

#[cfg(test)]
mod tests {
    use grid::{Shape, hops};
    use proptest::prelude::*;

    use super::*;

    fn areas() -> impl Strategy<Value = Area> {
        (prop::sample::select(Shape::ALL), 3..=40u32, 3..=40u32).prop_map(|(shape, width, height)| {
            let height = if shape == Shape::Hexagon { height.min(2 * width) } else { height };
            Area::new(shape, width, height).expect("a possible size")
        })
    }

    /// Blotches of a few owners.
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
                // Without a bound anywhere, round a cylinder of one owner, depths count from north and south.
                prop_assert_eq!(u32::from(depths[cell.index()]), expected[cell], "{:?}", cell);
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
