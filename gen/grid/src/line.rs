//! Straight lines of cells.
//!
//! The axis along which the ends lie farthest apart advances by one each step; one other coordinate is rounded to the nearest
//! integer, the third follows. That is the usual cube-rounded line (Red Blob Games, "Hexagonal Grids") without fractions and
//! without its nudge, since only one coordinate is ever rounded.

use crate::{Area, Cell, Lattice};

/// The cells from `from` to `to`, both included, each next to the one before; on the shortest way round the world.
///
/// It has `distance + 1` cells, and is the same line backwards. If two ways round the world are equally long, it takes the one that
/// does not cross column 0, or row 0, and may differ backwards. Between cells of different levels there is no line: it is empty.
#[must_use]
pub fn line(area: &Area, from: Cell, to: Cell) -> Vec<Cell> {
    if area.level(from) != area.level(to) {
        return Vec::new();
    }
    let ((x1, y1), (x2, y2)) = (area.oblique(from), area.oblique(to));
    let length = area.distance(from, to) as i32;
    let lattice = area.shape().lattice();
    let (width, height, lean) = (area.width() as i32, area.height() as i32, area.lean());
    // The direct way, and the ways round the world: by the east or west, then also by the north or south.
    let copies = [(0, 0), (-lean, height), (lean, -height)];
    let ways = copies.into_iter().flat_map(|(right, up)| [0, -width, width].map(|round| (right + round, up)));
    let mut ways = ways.map(|(right, up)| (x2 - x1 + right, y2 - y1 + up));
    let is_straight = |&(right, up): &(i32, i32)| lattice.steps(right, up) as i32 == length;
    let Some((right, up)) = ways.find(is_straight) else { return Vec::new() };

    let at = |x: i32, y: i32| {
        // Half a cell is rounded eastwards; in a rectangle this can leave the area only at its east side.
        area.at_oblique_beside(from, x, y).or_else(|| area.at_oblique_beside(from, x - 1, y))
    };
    let step = |step: i32| {
        let (x, y) = lattice.along((right, up), step as u32);
        if lattice == Lattice::Square4 || step == 0 {
            area.at_oblique_beside(from, x1 + x, y1 + y)
        } else {
            at(x1 + x, y1 + y)
        }
    };
    (0..=length).filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, areas, bare, pick_two};

    /// Draws the line from `a` to `b`.
    fn check(shape: Shape, width: u32, height: u32, expected: &str) {
        let drawn = Drawn::read(shape, width, height, expected);
        let cells = line(&drawn.area, drawn.find('a'), drawn.find('b'));
        let sign = |cell| match drawn.at(cell) {
            end @ ('a' | 'b') => end,
            _ => {
                if cells.contains(&cell) {
                    '*'
                } else {
                    '.'
                }
            }
        };
        assert_eq!(drawn.draw(sign), bare(expected));
    }

    #[test]
    fn lines_are_straight() {
        check(
            Shape::Rectangle,
            8,
            3,
            ". . . . . . * b
              . . * * * * . .
             a * * . . . . .",
        );
    }

    #[test]
    fn a_line_stays_within_the_east_side() {
        check(
            Shape::Rectangle,
            3,
            4,
            "  . . a
              . . *
               . . b
              . . .",
        );
    }

    #[test]
    fn a_line_takes_the_short_way_round() {
        check(
            Shape::Cylinder,
            9,
            3,
            "  b . . . . . . . .
              * . . . . . . . *
             . . . . . . . a *",
        );
    }

    proptest! {
        #[test]
        fn lines_go_from_neighbor_to_neighbor(area in areas(), from: Index, to: Index) {
            let (from, to) = pick_two(&area, from, to);
            let cells = line(&area, from, to);
            prop_assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)));
            prop_assert_eq!(cells.len() as u32, area.distance(from, to) + 1);
            for pair in cells.windows(2) {
                prop_assert_eq!(area.distance(pair[0], pair[1]), 1);
            }
            let mut back = line(&area, to, from);
            back.reverse();
            let spread = |one: i32, other: i32, size: u32| one.abs_diff(other) * 2 < size;
            let ((x1, _), (x2, _)) = (area.oblique(from), area.oblique(to));
            // Leaning copies of a torus may be as near as the direct one.
            let is_one_way = (spread(x1, x2, area.width()) || !area.wraps_x()) && !area.wraps_y();
            if is_one_way {
                prop_assert_eq!(back, cells);
            }
        }

        #[test]
        fn lines_keep_to_the_straight(area in areas(), from: Index, to: Index) {
            if !area.wraps_x() && area.shape().lattice() == Lattice::Hex {
                // No cell's middle lies farther from the drawn line than the length of a step.
                let (from, to) = pick_two(&area, from, to);
                let ((x1, y1), (x2, y2)) = (area.drawn_at(from), area.drawn_at(to));
                let ((dx, dy), length) = ((x2 - x1, y2 - y1), area.distance(from, to) as i32);
                for cell in line(&area, from, to) {
                    let (x, y) = area.drawn_at(cell);
                    prop_assert!((dx * (y - y1) - dy * (x - x1)).abs() <= 2 * length);
                }
            }
        }
    }
}
