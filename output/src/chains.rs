//! What lies between and across cells, as long lines: rivers and walls along the sides of cells, roads from centre to centre.
//!
//! **Points** are those of outlines ([`Area::outline`]) with both coordinates doubled, so that centres are whole too.

use grid::{Area, Cell, Direction, Lattice, has_edge};

/// A point of an outline, doubled.
pub(crate) type OutlinePoint = (i32, i32);

/// The centre of a cell.
pub(crate) fn center(area: &Area, cell: Cell) -> OutlinePoint {
    let corners = area.outline(cell);
    let count = corners.len() as i32;
    let (x, y) = corners.fold((0, 0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
    (2 * x / count, 2 * y / count)
}

/// The way from a cell's centre to that of its neighbour, over a seam too.
pub(crate) const fn way(area: &Area, direction: Direction) -> OutlinePoint {
    const HEX: [OutlinePoint; 6] = [(2, 6), (4, 0), (2, -6), (-2, -6), (-4, 0), (-2, 6)];
    const SQUARE: [OutlinePoint; 8] = [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)];
    match area.shape().lattice() {
        Lattice::Hex => HEX[direction.0 as usize],
        Lattice::Square4 => SQUARE[2 * direction.0 as usize],
        Lattice::Square8 => SQUARE[direction.0 as usize],
    }
}

/// The ends of a cell's side towards a direction; `None` if only a corner lies there.
pub(crate) fn side(area: &Area, cell: Cell, direction: Direction) -> Option<(OutlinePoint, OutlinePoint)> {
    let mut corners = area.outline(cell);
    let count = corners.len();
    let part = usize::from(area.directions()) / count;
    if !usize::from(direction.0).is_multiple_of(part) {
        return None;
    }
    // Corners go counter-clockwise from the south, directions clockwise from the north.
    let first = (count + 2 - usize::from(direction.0) / part) % count;
    let doubled = |(x, y): (i32, i32)| (2 * x, 2 * y);
    let from = corners.clone().nth(first)?;
    let to = corners.nth((first + 1) % count)?;
    Some((doubled(from), doubled(to)))
}

/// The sides of cells for which `is_in` holds, each once: a side between two cells is that of the western or southern one, also where
/// they meet over a seam.
pub(crate) fn sides(area: &Area, is_in: impl Fn(Cell, Direction) -> bool) -> Vec<(OutlinePoint, OutlinePoint)> {
    let directions = area.directions();
    let mut found = Vec::new();
    for cell in area.cells() {
        for direction in (0..directions).map(Direction) {
            let is_first = direction.0 < directions / 2 || area.neighbor(cell, direction).is_none();
            if is_first && is_in(cell, direction) {
                found.extend(side(area, cell, direction));
            }
        }
    }
    found
}

/// The ways between the centres of cells that are joined. A way over a seam is cut there: half of it lies on each side.
pub(crate) fn ways(area: &Area, edges: &[u8]) -> Vec<(OutlinePoint, OutlinePoint)> {
    let mut found = Vec::new();
    for cell in area.cells() {
        for direction in (0..area.directions() / 2).map(Direction) {
            let Some(beside) = area.neighbor(cell, direction).filter(|_| has_edge(edges[cell.index()], direction))
            else {
                continue;
            };
            let (from, to, way) = (center(area, cell), center(area, beside), way(area, direction));
            if (to.0 - from.0, to.1 - from.1) == way {
                found.push((from, to));
            } else {
                found.push((from, (from.0 + way.0 / 2, from.1 + way.1 / 2)));
                found.push(((to.0 - way.0 / 2, to.1 - way.1 / 2), to));
            }
        }
    }
    found
}

/// Joins pieces into lines, as long as can be: a line ends where not just two pieces meet, or is a ring.
pub(crate) fn join(pieces: &[(OutlinePoint, OutlinePoint)]) -> Vec<Vec<OutlinePoint>> {
    // Each piece from both of its ends.
    let mut ends: Vec<(OutlinePoint, OutlinePoint, usize)> =
        pieces.iter().enumerate().flat_map(|(index, &(from, to))| [(from, to, index), (to, from, index)]).collect();
    ends.sort_unstable();
    let at = |spot: OutlinePoint| {
        let begin = ends.partition_point(|end| end.0 < spot);
        let count = ends[begin..].iter().take_while(|end| end.0 == spot).count();
        &ends[begin..begin + count]
    };
    let mut is_taken = vec![false; pieces.len()];
    let mut lines = Vec::new();
    for rings in [false, true] {
        for &(from, to, index) in &ends {
            if is_taken[index] || (!rings && at(from).len() == 2) {
                continue;
            }
            is_taken[index] = true;
            let mut line = vec![from, to];
            let mut last = to;
            while let [one, other] = at(last) {
                let Some(next) = [one, other].into_iter().find(|end| !is_taken[end.2]) else { break };
                is_taken[next.2] = true;
                last = next.1;
                line.push(last);
            }
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Shape;

    #[test]
    fn sides_lie_between_the_centres_of_neighbours() {
        for &shape in Shape::ALL {
            let area = Area::new(shape, 8, shape.fitting_height(8, 8)).unwrap();
            let cell = area.cell(4, 4).unwrap();
            let own = center(&area, cell);
            let mut found = 0;
            for (direction, beside) in area.around(cell) {
                let (next, way) = (center(&area, beside), way(&area, direction));
                assert_eq!((own.0 + way.0, own.1 + way.1), next, "{shape} {direction:?}");
                let Some((from, to)) = side(&area, cell, direction) else { continue };
                found += 1;
                // The middle of the side is the middle of the way, where all are whole numbers.
                assert_eq!((from.0 + to.0, from.1 + to.1), (own.0 + next.0, own.1 + next.1), "{shape} {direction:?}");
            }
            assert_eq!(found, area.outline(cell).len(), "{shape}");
            let all = sides(&area, |_, _| true);
            let inner = area.cells().flat_map(|cell| area.around(cell).map(move |(way, _)| (cell, way)));
            let inner = inner.filter(|&(cell, way)| side(&area, cell, way).is_some()).count();
            assert_eq!(all.len(), area.count() * area.outline(cell).len() - inner / 2, "{shape}");
        }
    }

    #[test]
    fn pieces_become_lines_between_forks_and_rings() {
        let lines = join(&[((0, 0), (1, 0)), ((3, 0), (2, 0)), ((1, 0), (2, 0))]);
        assert_eq!(lines, [[(0, 0), (1, 0), (2, 0), (3, 0)]]);
        // The line begins at an end, not at the first of its spots.
        let bent = join(&[((0, 0), (5, 0)), ((0, 0), (5, 1))]);
        assert_eq!(bent, [[(5, 0), (0, 0), (5, 1)]]);
        let fork = join(&[((0, 0), (1, 0)), ((1, 0), (2, 1)), ((1, 0), (2, -1)), ((2, 1), (3, 1))]);
        assert_eq!(fork.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 3]);
        let ring = join(&[((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))]);
        assert_eq!(ring, [[(0, 0), (1, 0), (1, 1), (0, 0)]]);
        assert!(join(&[]).is_empty());
    }

    #[test]
    fn a_way_over_a_seam_is_cut_there() {
        let area = Area::new(Shape::Torus4, 4, 4).unwrap();
        let mut edges = vec![0; area.len()];
        grid::connect(&area, &mut edges, area.cell(3, 1).unwrap(), Direction(1));
        assert_eq!(ways(&area, &edges), [((7, 3), (8, 3)), ((0, 3), (1, 3))]);
    }
}
