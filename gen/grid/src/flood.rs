//! Flood fill: connected cells.

use crate::{Area, Cell, Layer, Links};

/// The cells that can be reached from `start` over cells that `pass`, nearest first; empty if `start` does not pass.
#[must_use]
pub fn flood(area: &Area, start: Cell, pass: impl Fn(Cell) -> bool) -> Vec<Cell> {
    flood_over(area, Links::NONE, start, pass)
}

/// The same, also over links.
#[must_use]
pub fn flood_over(area: &Area, links: &Links, start: Cell, pass: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    if !area.contains(start) || !pass(start) {
        return cells;
    }
    let mut seen = vec![false; area.len()];
    seen[start.index()] = true;
    cells.push(start);
    let mut next = 0;
    while next < cells.len() {
        let linked = links.out_of(cells[next]).iter().map(|step| step.to);
        for neighbor in area.around(cells[next]).map(|(_, neighbor)| neighbor).chain(linked) {
            if !seen[neighbor.index()] && pass(neighbor) {
                seen[neighbor.index()] = true;
                cells.push(neighbor);
            }
        }
        next += 1;
    }
    cells
}

/// The connected components of an area's classes; made by [`regions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The region of each cell, [`Regions::NONE`] for cells without a class and for the void.
    pub of: Layer<u32>,
    /// How many cells each region has.
    pub sizes: Vec<u32>,
    /// The lowest cell of each region, in rising order.
    pub first: Vec<Cell>,
}

impl Regions {
    /// The region of a cell that belongs to none.
    pub const NONE: u32 = u32::MAX;

    /// How many regions there are: their ids are `0..count()`.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The largest region, of several the one with the lowest cell; `None` if there are none.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        (0..self.count() as u32).max_by_key(|&id| (self.sizes[id as usize], std::cmp::Reverse(id)))
    }
}

/// The connected components of cells of one class, numbered in the order of their lowest cells.
///
/// `class` is called once for each cell, from the lowest on; cells of class `None` belong to no region. It takes linear time, by
/// the two-pass labelling of Rosenfeld and Pfaltz (1966) with union and find.
#[must_use]
pub fn regions(area: &Area, class: impl Fn(Cell) -> Option<u32>) -> Regions {
    regions_over(area, Links::NONE, class)
}

/// The same, also over links that lead both ways between cells of one class.
#[must_use]
pub fn regions_over(area: &Area, links: &Links, class: impl Fn(Cell) -> Option<u32>) -> Regions {
    // First pass: a label for each cell, equal to a lower neighbour's label if their classes are equal. **Invariant:**
    // `parent[label] <= label`, so that a root is the label of its region's lowest cell.
    let mut parent: Vec<u32> = Vec::new();
    let mut first: Vec<Cell> = Vec::new();
    let mut labels = vec![Regions::NONE; area.len()];
    let mut classes = vec![0; area.len()];
    for cell in area.cells() {
        let Some(class) = class(cell) else { continue };
        classes[cell.index()] = class;
        let mut own = Regions::NONE;
        for (_, neighbor) in area.around(cell) {
            // A higher neighbour has no label yet.
            if neighbor > cell {
                continue;
            }
            let label = labels[neighbor.index()];
            if label == Regions::NONE || label == own || classes[neighbor.index()] != class {
                continue;
            }
            own = if own == Regions::NONE { label } else { union(&mut parent, own, label) };
        }
        if own == Regions::NONE {
            own = parent.len() as u32;
            parent.push(own);
            first.push(cell);
        }
        labels[cell.index()] = own;
    }
    for step in links.steps() {
        let [from, to] = [step.from, step.to].map(|cell| labels[cell.index()]);
        let are_alike =
            from != Regions::NONE && to != Regions::NONE && classes[step.from.index()] == classes[step.to.index()];
        if are_alike && links.leads_back(step) {
            union(&mut parent, from, to);
        }
    }

    // Second pass: roots become ids, in the order of their lowest cells.
    let mut roots = Vec::new();
    for label in 0..parent.len() {
        // A parent is lower, so it already is an id.
        if parent[label] == label as u32 {
            parent[label] = roots.len() as u32;
            roots.push(first[label]);
        } else {
            parent[label] = parent[parent[label] as usize];
        }
    }
    let mut sizes = vec![0; roots.len()];
    for label in &mut labels {
        if *label != Regions::NONE {
            *label = parent[*label as usize];
            sizes[*label as usize] += 1;
        }
    }
    Regions { of: Layer::from_values(area, labels), sizes, first: roots }
}

/// Joins two labels' trees; returns their common root, the lower of the two.
fn union(parent: &mut [u32], one: u32, other: u32) -> u32 {
    let (one, other) = (find(parent, one), find(parent, other));
    let root = one.min(other);
    parent[one.max(other) as usize] = root;
    root
}

fn find(parent: &mut [u32], mut label: u32) -> u32 {
    while parent[label as usize] != label {
        let above = parent[parent[label as usize] as usize];
        parent[label as usize] = above;
        label = above;
    }
    label
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::Shape;
    use crate::test_boards::{Drawn, bare, boards, pick, slow_costs_over, slow_hops};

    #[test]
    fn a_flood_stops_at_walls() {
        let board = "  a . # . .
                      . # # . .
                       . . # . .
                      # # # . .";
        let drawn = Drawn::read(Shape::Rectangle, 5, 4, board);
        let cells = flood(&drawn.area, drawn.find('a'), |cell| drawn.at(cell) != '#');
        let expected = "  ~ ~ # . .
                         ~ # # . .
                          ~ ~ # . .
                         # # # . .";
        assert_eq!(drawn.draw(|cell| if cells.contains(&cell) { '~' } else { drawn.at(cell) }), bare(expected));
        assert_eq!(flood(&drawn.area, drawn.find('#'), |cell| drawn.at(cell) != '#'), vec![]);
    }

    fn check_regions(shape: Shape, width: u32, height: u32, board: &str, expected: &str) {
        let drawn = Drawn::read(shape, width, height, board);
        let class = |cell| Some(drawn.at(cell) as u32).filter(|&sign| sign != u32::from('.'));
        let found = regions(&drawn.area, class);
        let name = |cell| char::from_digit(found.of[cell], 10).unwrap_or('.');
        assert_eq!(drawn.draw(name), bare(expected));
    }

    #[test]
    fn regions_are_numbered_from_the_south_west() {
        // The two legs of the first region meet only in the last row.
        check_regions(
            Shape::Rectangle,
            6,
            4,
            "  a a a a . a
              a b b a . .
               a . . a b b
              . a . . a .",
            "  0 0 0 0 . 3
              0 2 2 0 . .
               0 . . 0 1 1
              . 0 . . 0 .",
        );
    }

    #[test]
    fn regions_go_round_a_cylinder() {
        check_regions(
            Shape::Cylinder,
            5,
            3,
            "  a . . . .
              . a . b .
             a . b b a",
            "  2 . . . .
              . 2 . 1 .
             0 . 1 1 0",
        );
    }

    proptest! {
        #[test]
        fn a_flood_is_what_can_be_reached(board in boards(), start: Index) {
            let start = pick(&board.area, start);
            let cells = flood(&board.area, start, |cell| board.pass(cell));
            if !board.pass(start) {
                prop_assert_eq!(cells, vec![]);
                return Ok(());
            }
            let steps = slow_hops(&board.area, &[start], |cell| board.pass(cell));
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            let expected: Vec<_> = board.area.cells().filter(|cell| steps[cell.index()].is_some()).collect();
            prop_assert_eq!(sorted, expected);
            prop_assert!(cells.is_sorted_by_key(|cell| steps[cell.index()]), "nearest first");
        }

        #[test]
        fn floods_and_regions_go_over_links(board in boards(), start: Index, count in 0..6_u64) {
            let (area, links) = (&board.area, board.links(count));
            let start = pick(area, start);
            let mut cells = flood_over(area, &links, start, |cell| board.pass(cell));
            cells.sort_unstable();
            let sources = if board.pass(start) { vec![start] } else { Vec::new() };
            let steps = slow_costs_over(area, &links, &sources, |_, _, to| board.pass(to).then_some(1));
            prop_assert!(area.cells().filter(|cell| steps[cell.index()].is_some()).eq(cells));

            let found = regions_over(area, &links, |cell| board.class(cell));
            // Links one way only join nothing.
            let both = links.steps().iter().copied().filter(|step| links.leads_back(step));
            let alike = |step: &crate::LinkStep| board.class(step.from) == board.class(step.to);
            let joining = crate::Links::new(area, both.filter(alike).collect::<Vec<_>>());
            for cell in area.cells() {
                let Some(class) = board.class(cell) else {
                    prop_assert_eq!(found.of[cell], Regions::NONE);
                    continue;
                };
                let own = flood_over(area, &joining, cell, |other| board.class(other) == Some(class));
                prop_assert!(own.iter().all(|&other| found.of[other] == found.of[cell]), "{:?}", cell);
                prop_assert_eq!(found.sizes[found.of[cell] as usize] as usize, own.len());
                prop_assert_eq!(found.first[found.of[cell] as usize], own.into_iter().min().unwrap());
            }
        }

        #[test]
        fn regions_are_floods_of_one_class(board in boards()) {
            let area = &board.area;
            let found = regions(area, |cell| board.class(cell));
            let mut expected = vec![Regions::NONE; area.len()];
            let (mut sizes, mut first) = (Vec::new(), Vec::new());
            for cell in area.cells() {
                if board.class(cell).is_none() || expected[cell.index()] != Regions::NONE {
                    continue;
                }
                let cells = flood(area, cell, |other| board.class(other) == board.class(cell));
                for other in &cells {
                    expected[other.index()] = first.len() as u32;
                }
                sizes.push(cells.len() as u32);
                first.push(cell);
            }
            prop_assert_eq!(found.of.values(), expected);
            let largest = sizes.iter().max().map(|max| sizes.iter().position(|size| size == max).unwrap() as u32);
            prop_assert_eq!(found.largest(), largest);
            prop_assert_eq!(found.sizes, sizes);
            prop_assert_eq!(found.first, first);
        }
    }
}
