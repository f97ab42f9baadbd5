//! Distances in cells round obstacles, from a set of cells: breadth-first search.

use crate::{Area, Cell, Layer};

/// The steps from the nearest of `sources` to each cell over cells that `pass`; `u32::MAX` if there is no way, and in the void.
///
/// Sources have 0 whether they pass or not. Sources outside the area are ignored.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, bare, boards, picks, slow_hops};

    #[test]
    fn steps_go_round_obstacles() {
        let drawn = Drawn::read(
            Shape::Hexagon,
            5,
            5,
            "  . . .
              . # # .
             a # . # .
              . # # .
               . . .",
        );
        let steps = hops(&drawn.area, drawn.find_all('a'), |cell| drawn.at(cell) != '#');
        let expected = "  2 3 4
                         1 # # 5
                        0 # # # 6
                         1 # # 5
                          2 3 4";
        assert_eq!(drawn.draw(|cell| char::from_digit(steps[cell], 10).unwrap_or('#')), bare(expected));
    }

    proptest! {
        #[test]
        fn hops_are_the_steps(board in boards(), sources in prop::collection::vec(any::<Index>(), 0..5)) {
            let sources = picks(&board.area, &sources);
            let found = hops(&board.area, sources.iter().copied(), |cell| board.pass(cell));
            let expected = slow_hops(&board.area, &sources, |cell| board.pass(cell));
            let expected: Vec<_> = expected.into_iter().map(|steps| steps.map_or(u32::MAX, |steps| steps as u32)).collect();
            prop_assert_eq!(found.values(), expected);
        }
    }
}
