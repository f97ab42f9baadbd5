//! The field of view: symmetric shadowcasting in whole numbers.
//!
//! Source: Albert Ford, "Symmetric Shadowcasting" (2017). Slopes are fractions of whole numbers, so that nothing is rounded. One open cell
//! sees another exactly if that one sees it, which the rules of waking and hunting rely on.

use std::ops::RangeInclusive;

/// A slope: rise over run. The run is above 0.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rise: i32,
    run: i32,
}

/// A part of a row at some depth, between two slopes.
#[derive(Clone, Copy, Debug)]
struct Row {
    depth: i32,
    start: Slope,
    end: Slope,
}

impl Row {
    /// The columns of the row, and whether each lies wholly between the slopes.
    fn columns(&self) -> RangeInclusive<i32> {
        let Row { depth, start, end } = *self;
        // Halves are rounded towards the inside of the row.
        let first = (2 * depth * start.rise + start.run).div_euclid(2 * start.run);
        let last = -(end.run - 2 * depth * end.rise).div_euclid(2 * end.run);
        first..=last
    }

    fn has_middle_of(&self, column: i32) -> bool {
        column * self.start.run >= self.depth * self.start.rise && column * self.end.run <= self.depth * self.end.rise
    }

    fn next(&self) -> Row {
        Row { depth: self.depth + 1, ..*self }
    }

    /// The slope of the near edge of a column.
    fn edge(&self, column: i32) -> Slope {
        Slope { rise: 2 * column - 1, run: 2 * self.depth }
    }
}

/// One look round from a cell of a bounded rectangle.
struct Look<'a, O, M> {
    width: i32,
    height: i32,
    from: (i32, i32),
    radius: i32,
    is_opaque: &'a O,
    mark: &'a mut M,
    /// Which of the four quadrants.
    quadrant: u8,
}

impl<O: Fn(i32, i32) -> bool, M: FnMut(i32, i32)> Look<'_, O, M> {
    /// The cell at a column of a row; `None` beyond the bound.
    fn cell(&self, depth: i32, column: i32) -> Option<(i32, i32)> {
        let (x, y) = self.from;
        let (x, y) = match self.quadrant {
            0 => (x + column, y - depth),
            1 => (x + column, y + depth),
            2 => (x + depth, y + column),
            _ => (x - depth, y + column),
        };
        (0 <= x && x < self.width && 0 <= y && y < self.height).then_some((x, y))
    }

    fn scan(&mut self, mut row: Row) {
        if row.depth > self.radius {
            return;
        }
        let mut was_opaque: Option<bool> = None;
        for column in row.columns() {
            let cell = self.cell(row.depth, column);
            let is_opaque = cell.is_none_or(|(x, y)| (self.is_opaque)(x, y));
            if let Some((x, y)) = cell
                && (is_opaque || row.has_middle_of(column))
            {
                (self.mark)(x, y);
            }
            match (was_opaque, is_opaque) {
                (Some(true), false) => row.start = row.edge(column),
                (Some(false), true) => self.scan(Row { end: row.edge(column), ..row.next() }),
                _ => {}
            }
            was_opaque = Some(is_opaque);
        }
        if was_opaque == Some(false) {
            self.scan(row.next());
        }
    }
}

/// Marks all that is seen from a cell of a rectangle, up to `radius` columns and rows away: open cells, and opaque ones where sight ends. The
/// cell itself is seen. Cells may be marked twice.
pub fn see(
    (width, height): (u32, u32),
    from: (i32, i32),
    radius: u32,
    is_opaque: impl Fn(i32, i32) -> bool,
    mut mark: impl FnMut(i32, i32),
) {
    mark(from.0, from.1);
    let (width, height, radius) = (width as i32, height as i32, radius as i32);
    for quadrant in 0..4 {
        let mut look = Look { width, height, from, radius, is_opaque: &is_opaque, mark: &mut mark, quadrant };
        look.scan(Row { depth: 1, start: Slope { rise: -1, run: 1 }, end: Slope { rise: 1, run: 1 } });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The signs of a drawing that are seen from its `@`; others are blanks.
    fn seen(drawing: &str, radius: u32) -> String {
        let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.trim().chars().collect()).collect();
        let rows: Vec<Vec<char>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        let size = (rows[0].len() as u32, rows.len() as u32);
        let find = |row: &Vec<char>| row.iter().position(|&sign| sign == '@');
        let at = rows.iter().enumerate().find_map(|(y, row)| Some((find(row)? as i32, y as i32))).expect("an eye");
        let mut shown = vec![vec![' '; rows[0].len()]; rows.len()];
        see(
            size,
            at,
            radius,
            |x, y| rows[y as usize][x as usize] == '#',
            |x, y| {
                shown[y as usize][x as usize] = rows[y as usize][x as usize];
            },
        );
        shown.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_pillar_throws_a_shadow() {
        let drawing = "
            .........
            .........
            ....#....
            .........
            ....@....";
        assert_eq!(seen(drawing, 9), ".... ....\n.... ....\n....#....\n.........\n....@....");
    }

    #[test]
    fn all_of_a_room_is_seen_with_its_walls_and_nothing_beyond() {
        let room = "
            #########
            #....#..#
            #.@..#..#
            #....+..#
            #########";
        assert_eq!(seen(&room.replace('+', "#"), 20), "######\n#....#\n#.@..#\n#....#\n######");
        assert!(seen(&room.replace('+', "."), 20).lines().any(|row| row.len() > 6), "through a doorway one sees more");
        assert_eq!(seen(room, 1).lines().filter(|row| !row.is_empty()).count(), 3);
    }

    proptest! {
        #[test]
        fn open_cells_see_each_other(
            walls in prop::collection::vec(0..4_u8, 15 * 11), from in 0..165_usize, to in 0..165_usize, radius in 1..16_u32,
        ) {
            let is_opaque = |x: i32, y: i32| walls[(y * 15 + x) as usize] == 0;
            let place = |at: usize| ((at % 15) as i32, (at / 15) as i32);
            let sees = |from: usize, to: usize| {
                let mut is_seen = false;
                see((15, 11), place(from), radius, is_opaque, |x, y| is_seen |= (x, y) == place(to));
                is_seen
            };
            if walls[from] != 0 && walls[to] != 0 {
                prop_assert_eq!(sees(from, to), sees(to, from));
            }
        }

        #[test]
        fn an_empty_room_is_seen_whole_within_the_radius(x in 0..20_i32, y in 0..12_i32, radius in 1..25_u32) {
            let mut seen = std::collections::BTreeSet::new();
            see((20, 12), (x, y), radius, |_, _| false, |x, y| _ = seen.insert((x, y)));
            let within = (0..20).flat_map(|u| (0..12).map(move |v| (u, v)));
            let within = within.filter(|&(u, v)| (u - x).abs().max((v - y).abs()) <= radius as i32);
            prop_assert_eq!(seen, within.collect());
        }
    }
}
