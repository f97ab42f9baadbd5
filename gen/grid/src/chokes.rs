//! Chokes: cells that every way from one part of their neighbourhood to another must pass.

use crate::{Area, Cell, Lattice, Layer, disk};

/// Into how many parts the neighbourhood of each cell falls when the cell is removed: 2 or more at a choke, 1 in the open and in a
/// dead end, 0 for cells that do not pass.
///
/// The neighbourhood is all passing cells within `radius`. A part is a connected piece of it that touches the cell and has at least
/// `radius` cells. As only near cells count, it takes linear time, and two parts may still be joined by a way farther out, as round
/// a lake. (Articulation points, which take the whole board into account, would find few chokes on a map with many ways, and every
/// cell of a long peninsula.)
#[must_use]
pub fn parts_without(area: &Area, radius: u32, pass: impl Fn(Cell) -> bool) -> Layer<u8> {
    let passes: Vec<bool> = (0..area.len() as u32).map(Cell).map(|cell| area.contains(cell) && pass(cell)).collect();
    let mut parts = Layer::filled(area, 0_u8);
    // The last cell for which each was looked at, as its number plus one; and the same for cells in its neighbourhood.
    let (mut near, mut seen) = (vec![0_u32; area.len()], vec![0_u32; area.len()]);
    let mut queue = Vec::new();
    let counted = parts.edit();
    for cell in area.cells().filter(|cell| passes[cell.index()]) {
        // In most places the passing neighbours are connected among themselves.
        if is_plain(area, cell, &passes) {
            counted[cell.index()] = 1;
            continue;
        }
        let stamp = cell.0 + 1;
        disk(area, cell, radius).filter(|&other| other != cell).for_each(|other| near[other.index()] = stamp);
        let mut count = 0_u8;
        for (_, first) in area.around(cell) {
            if !passes[first.index()] || seen[first.index()] == stamp {
                continue;
            }
            seen[first.index()] = stamp;
            queue.clear();
            queue.push(first);
            let mut next = 0;
            while next < queue.len() {
                for (_, other) in area.around(queue[next]) {
                    let index = other.index();
                    if other != cell && passes[index] && near[index] == stamp && seen[index] != stamp {
                        seen[index] = stamp;
                        queue.push(other);
                    }
                }
                next += 1;
            }
            count += u8::from(queue.len() >= radius as usize);
        }
        counted[cell.index()] = count.max(1);
    }
    parts
}

/// Whether the passing neighbours of a cell are one run around it. It needs a lattice where consecutive neighbours touch each
/// other.
fn is_plain(area: &Area, cell: Cell, passes: &[bool]) -> bool {
    if area.shape().lattice() == Lattice::Square4 {
        return false;
    }
    let directions = area.directions();
    let open = |number: u8| {
        area.neighbor(cell, crate::Direction(number % directions)).is_some_and(|other| passes[other.index()])
    };
    (0..directions).filter(|&number| open(number) && !open(number + 1)).count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, bare};

    /// Draws `#` for cells that do not pass, else the number of parts.
    fn check(shape: Shape, radius: u32, map: &str, expected: &str) {
        let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let width = rows[0].chars().filter(|sign| !sign.is_whitespace()).count() as u32;
        let drawn = Drawn::read(shape, width, rows.len() as u32, map);
        let parts = parts_without(&drawn.area, radius, |cell| drawn.at(cell) != '#');
        let found = drawn.draw(|cell| match parts[cell] {
            0 => '#',
            parts => char::from(b'0' + parts),
        });
        assert_eq!(found, bare(expected), "{shape:?}");
    }

    #[test]
    fn a_gap_in_a_wall_is_a_choke_and_open_land_is_none() {
        let wall = "...#...
                    ...#...
                    .......
                    ...#...
                    ...#...";
        check(Shape::Square8, 2, wall, "111#111\n111#111\n1112111\n111#111\n111#111");
        // Where steps over corners are not allowed, the cells before the gap are as narrow as the gap.
        check(Shape::Square4, 2, wall, "111#111\n111#111\n1122211\n111#111\n111#111");
        // Rows of hexes lie half a cell apart: the gap has three neighbours to the west, and one to the east.
        check(
            Shape::Rectangle,
            2,
            "...#...
              ...#...
               .......
              ...#...
               ...#...",
            "111#111
             111#111
             1112211
             111#111
             111#111",
        );
    }

    #[test]
    fn a_corridor_is_all_chokes_but_for_its_ends() {
        check(Shape::Square4, 2, "#######\n.......\n#######", "#######\n1122211\n#######");
    }

    #[test]
    fn where_three_ways_meet_there_are_three_parts() {
        check(
            Shape::Square4,
            2,
            "###.###
             ###.###
             .......",
            "###1###
             ###1###
             1123211",
        );
    }

    #[test]
    fn a_way_round_near_by_opens_a_choke_and_one_far_away_does_not() {
        let map = "##...
                   ##.#.
                   ##...";
        let board = Drawn::read(Shape::Square4, 5, 3, map);
        let most = |radius| {
            let parts = parts_without(&board.area, radius, |cell| board.at(cell) != '#');
            board.area.cells().map(|cell| parts[cell]).max().unwrap()
        };
        assert_eq!((most(2), most(4)), (2, 1));
    }
}
