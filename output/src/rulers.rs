//! The rulers by which cells are found on a map of characters: the names of cells, `12,9`, are what they count in.
//!
//! On squares x is written above, y at the left. On hexes, whose x is oblique, each row says at its left where it begins, `y 12  x 3`,
//! and the ruler above how many cells to add.

use grid::{Area, Lattice, Shape};

/// How many cells lie between two numbers above, the first that leaves room between them.
const STEPS: [i32; 7] = [5, 10, 20, 50, 100, 200, 500];

/// How wide the numbers at the left are.
pub(crate) struct Rulers {
    is_hex: bool,
    x: usize,
    y: usize,
}

impl Rulers {
    pub(crate) fn new(area: &Area) -> Rulers {
        let height = area.height() as i32;
        let width = |number: i32| number.to_string().len();
        // In a hexagon the corners count too.
        let least = if is_hex(area) && area.shape() != Shape::Cylinder { -(height - 1) / 2 } else { 0 };
        Rulers { is_hex: is_hex(area), x: width(least).max(width(area.width() as i32 - 1)), y: width(height - 1) }
    }

    /// The characters before the first cell, among them the one where a square's bracket stands.
    pub(crate) fn margin(&self) -> usize {
        if self.is_hex { "y ".len() + self.y + "  x ".len() + self.x + " ".len() } else { self.y + 2 }
    }

    /// What stands at the left of a row, as wide as the margin; `first` is the x of its first place.
    pub(crate) fn beside(&self, row: i32, first: i32) -> String {
        if self.is_hex {
            format!("y {row:>y$}  x {first:>x$} ", y = self.y, x = self.x)
        } else {
            format!("{row:>y$}  ", y = self.y)
        }
    }

    /// The line above `columns` cells, in at most `most` characters: a number over every fifth cell, or over fewer where cells are
    /// narrow. `place` says how many characters lie between the margin and the glyph of a cell, `x` what the x of a cell on squares is;
    /// both count cells from the left.
    pub(crate) fn above(
        &self,
        columns: i32,
        most: usize,
        place: impl Fn(i32) -> usize,
        x: impl Fn(i32) -> i32,
    ) -> String {
        let name = |column: i32| if self.is_hex { format!("+{column}") } else { x(column).to_string() };
        let longest = (0..columns).map(|column| name(column).len()).max().unwrap_or(0);
        let has_room = |step: &&i32| place(**step) > place(0) + longest;
        let step = STEPS.iter().find(has_room).copied().unwrap_or(i32::MAX);
        let mut written = " ".repeat(self.margin());
        for column in 0..columns {
            let number = if self.is_hex { column } else { x(column) };
            let (name, place) = (name(column), self.margin() + place(column));
            if number % step == 0 && place >= written.len() && place + name.len() <= most {
                written.push_str(&" ".repeat(place - written.len()));
                written.push_str(&name);
                written.push(' ');
            }
        }
        written.trim_end().to_owned()
    }
}

/// Whether rows are shifted by half a cell.
pub(crate) fn is_hex(area: &Area) -> bool {
    area.shape().lattice() == Lattice::Hex
}
