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
