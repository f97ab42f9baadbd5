//! The area: its cells, and their neighbours.
//!
//! Cells are kept row by row in a `width * height` box, row 0 in the south. In a hexagon the box's corners hold no cells (the
//! *void*); layers have values there too, so that an index is one multiplication.
//!
//! **Columns.** On a cylinder and in a hexagon the column is Xconq's oblique x. In a rectangle and on a torus of hexes it is the
//! column as drawn, with odd rows half a cell farther east ("odd-r"), so that a file shows the map upright, and that the north of a
//! torus meets its south straight. Squares have plain columns.
//!
//! **Levels.** An area may have several levels, such as an island and the caverns below it: boxes of one size, one after the other, so that
//! every layer has values for all of them. Neighbours, rings, lines and distances stay within a level; nothing here leads from one to
//! another. Column and row are those within the level.

use serde::{Deserialize, Serialize};

use crate::shape::{Edges, Lattice, Shape};

/// A cell: its index in every layer of its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u32);

impl Cell {
    /// The cell as an index into a slice of an area's length.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A direction out of a cell, clockwise. On the hex lattice: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW. Squares with four neighbours: 0 N, 1
/// E, 2 S, 3 W; with eight: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Direction(pub u8);

/// An order of directions in which to look around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The first direction.
    pub first: Direction,
    /// Whether the others follow clockwise, rather than anticlockwise.
    pub is_clockwise: bool,
}

impl Round {
    /// The order of the directions' numbers.
    pub const FROM_NORTH: Round = Round { first: Direction(0), is_clockwise: true };
}

impl Direction {
    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self, area: &Area) -> Direction {
        Direction((self.0 + area.directions() / 2) % area.directions())
    }

    /// The bit of this direction in an [`crate::EdgeLayer`].
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self.0
    }
}

/// Why a size is not possible for a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AreaError {
    /// A side shorter than [`Area::SIDE_MIN`].
    #[error("an area of {width}x{height} is too small: expected at least {min}x{min}", min = Area::SIDE_MIN)]
    TooSmall {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// More cells than [`Area::CELLS_MAX`]; checked before any memory is taken.
    #[error("an area of {width}x{height} has too many cells: expected at most {max}", max = Area::CELLS_MAX)]
    TooLarge {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// No level, or more than [`Area::LEVELS_MAX`].
    #[error("an area has {levels} levels: expected 1 to {max}", max = Area::LEVELS_MAX)]
    Levels {
        /// The number that was asked for.
        levels: u32,
    },
    /// More cells than [`Area::CELLS_MAX`] on all levels together.
    #[error("{levels} levels of {width}x{height} have too many cells: expected at most {max}", max = Area::CELLS_MAX)]
    TooDeep {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
        /// The number of levels that was asked for.
        levels: u32,
    },
    /// A hexagon that is so tall that its corners would cut off whole rows.
    #[error("a hexagon of {width}x{height} is too tall: expected a height of at most {} for this width", 2 * width)]
    TooTall {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// A torus of hexes whose north would not meet its south, because its height is odd.
    #[error("a torus of {width}x{height} does not close: expected an even height of at least 4, such as {}", (height + 1).next_multiple_of(2))]
    OddTorus {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
}

/// A size and a shape: a small value that is copied freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    width: i32,
    height: i32,
    levels: i32,
    shape: Shape,
    /// The edges of the shape, kept because every step needs them.
    edges: Edges,
}

/// Steps to the neighbours of a cell: (column, row). Entries after the last direction are never used.
type Steps = [(i32, i32); 8];
const NOWHERE: (i32, i32) = (0, 0);
/// Hexes with oblique columns.
const OBLIQUE: Steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), NOWHERE, NOWHERE];
/// Hexes with drawn columns, by the row's parity.
const ODD_R: [Steps; 2] = [
    [(0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), NOWHERE, NOWHERE],
    [(1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), NOWHERE, NOWHERE],
];
/// Squares, along their sides.
const SIDES: Steps = [(0, 1), (1, 0), (0, -1), (-1, 0), NOWHERE, NOWHERE, NOWHERE, NOWHERE];
/// Squares, along their sides and over their corners.
const SIDES_AND_CORNERS: Steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Steps in the directions of a lattice, in oblique coordinates.
pub(crate) fn steps_in_oblique(lattice: Lattice) -> &'static [(i32, i32)] {
    let steps = match lattice {
        Lattice::Hex => &OBLIQUE,
        Lattice::Square4 => &SIDES,
        Lattice::Square8 => &SIDES_AND_CORNERS,
    };
    &steps[..usize::from(lattice.directions())]
}

impl Area {
    /// The shortest side.
    pub const SIDE_MIN: u32 = 3;
    /// The most cells of an area (about 2 GB of layers). Users may ask for somewhat less, so that methods can work on areas with a
    /// margin.
    pub const CELLS_MAX: u32 = 20_000_000;

    /// The most levels of an area.
    pub const LEVELS_MAX: u32 = 64;

    /// An area of that shape and size, with one level.
    ///
    /// # Errors
    /// An `AreaError` if the size is not possible for the shape; no memory is taken either way.
    pub fn new(shape: Shape, width: u32, height: u32) -> Result<Area, AreaError> {
        if width < Area::SIDE_MIN || height < Area::SIDE_MIN {
            return Err(AreaError::TooSmall { width, height });
        }
        if u64::from(width) * u64::from(height) > u64::from(Area::CELLS_MAX) {
            return Err(AreaError::TooLarge { width, height });
        }
        if shape.edges() == Edges::Hexagon && height > 2 * width {
            return Err(AreaError::TooTall { width, height });
        }
        if shape == Shape::Torus && (height % 2 == 1 || height < 4) {
            return Err(AreaError::OddTorus { width, height });
        }
        Ok(Area { width: width as i32, height: height as i32, levels: 1, shape, edges: shape.edges() })
    }

    /// The same area with several levels.
    ///
    /// # Errors
    /// An `AreaError` if there is no level, or if there are too many levels or cells.
    pub fn with_levels(self, levels: u32) -> Result<Area, AreaError> {
        let (width, height) = (self.width(), self.height());
        if !(1..=Area::LEVELS_MAX).contains(&levels) {
            return Err(AreaError::Levels { levels });
        }
        if u64::from(width) * u64::from(height) * u64::from(levels) > u64::from(Area::CELLS_MAX) {
            return Err(AreaError::TooDeep { width, height, levels });
        }
        Ok(Area { levels: levels as i32, ..self })
    }

    /// How many levels it has: 1, or more.
    #[must_use]
    pub const fn levels(&self) -> u32 {
        self.levels as u32
    }

    /// One of its levels as an area of its own.
    #[must_use]
    pub const fn one_level(&self) -> Area {
        Area { levels: 1, ..*self }
    }

    /// The length of a level in every layer: `width * height`, the void included.
    #[must_use]
    pub const fn level_len(&self) -> usize {
        (self.width * self.height) as usize
    }

    /// The level of a cell, from 0.
    #[inline]
    #[must_use]
    pub const fn level(&self, cell: Cell) -> u32 {
        if self.levels == 1 { 0 } else { cell.0 / self.level_len() as u32 }
    }

    /// The index of the first place of a cell's level.
    #[inline]
    pub(crate) const fn level_start(&self, cell: Cell) -> u32 {
        self.level(cell) * self.level_len() as u32
    }

    /// The same place on another level; `None` if there is no such level.
    #[must_use]
    pub const fn on_level(&self, cell: Cell, level: u32) -> Option<Cell> {
        if level >= self.levels() {
            return None;
        }
        Some(Cell(cell.0 - self.level_start(cell) + level * self.level_len() as u32))
    }

    /// A cell of a level as one of [`Self::one_level`]; `None` if it lies on another. [`Self::on_level`] leads back.
    #[must_use]
    pub const fn of_level(&self, cell: Cell, level: u32) -> Option<Cell> {
        if self.level(cell) == level { Some(self.within_level(cell)) } else { None }
    }

    /// A cell as one of [`Self::one_level`].
    #[inline]
    pub(crate) const fn within_level(&self, cell: Cell) -> Cell {
        Cell(cell.0 - self.level_start(cell))
    }

    /// Its shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The columns of a level's box.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width as u32
    }

    /// The rows of a level's box.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height as u32
    }

    /// The length of every layer: `width * height * levels`, the void included.
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.width * self.height * self.levels) as usize
    }

    /// Always false: an area has cells.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// How many directions a cell has: directions are `0..directions()`.
    #[must_use]
    pub const fn directions(&self) -> u8 {
        self.shape.lattice().directions()
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(&self, direction: Direction) -> Direction {
        Direction((direction.0 + self.directions() / 2) % self.directions())
    }

    /// Whether east and west meet.
    #[must_use]
    pub const fn wraps_x(&self) -> bool {
        matches!(self.edges, Edges::Cylinder | Edges::Torus)
    }

    /// Whether north and south meet.
    #[must_use]
    pub const fn wraps_y(&self) -> bool {
        matches!(self.edges, Edges::Torus)
    }

    /// Whether columns are those of hexes as drawn, with odd rows half a cell farther east.
    const fn is_odd_r(&self) -> bool {
        matches!(self.shape, Shape::Rectangle | Shape::Torus)
    }

    /// Column and row of a cell within its level. Row 0 lies in the south.
    #[inline]
    #[must_use]
    pub const fn column_row(&self, cell: Cell) -> (i32, i32) {
        let (index, width) = (cell.0, self.width as u32);
        let row = index / width;
        let column = (index - row * width) as i32;
        // What nearly all areas have costs nothing.
        if self.levels == 1 { (column, row as i32) } else { (column, (row % self.height as u32) as i32) }
    }

    /// Whether there is a cell at this column and row of the box.
    #[inline]
    const fn holds(&self, column: i32, row: i32) -> bool {
        if column < 0 || column >= self.width || row < 0 || row >= self.height {
            return false;
        }
        match self.edges {
            Edges::Hexagon => {
                let (half, sum) = (self.height / 2, column + row);
                sum >= half && sum < self.width + half
            }
            Edges::Rectangle | Edges::Cylinder | Edges::Torus => true,
        }
    }

    /// The cell at a column and row of the first level; both wrap where the area does. `None` for the void and beyond a bound.
    #[inline]
    #[must_use]
    pub const fn cell(&self, column: i32, row: i32) -> Option<Cell> {
        let column = if self.wraps_x() { column.rem_euclid(self.width) } else { column };
        let row = if self.wraps_y() { row.rem_euclid(self.height) } else { row };
        if self.holds(column, row) { Some(Cell((row * self.width + column) as u32)) } else { None }
    }

    /// The cell at a column and row of the same level as another, as [`Self::cell`].
    #[inline]
    pub(crate) const fn cell_beside(&self, beside: Cell, column: i32, row: i32) -> Option<Cell> {
        let found = self.cell(column, row);
        if self.levels == 1 {
            return found;
        }
        match found {
            Some(cell) => Some(Cell(cell.0 + self.level_start(beside))),
            None => None,
        }
    }

    /// Whether the index is a cell of this area, not void.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        let (column, row) = self.column_row(cell);
        // Beyond the last row of one level there is none; of several the row alone does not tell.
        (self.levels == 1 || cell.index() < self.len()) && self.holds(column, row)
    }

    /// The first column of a row that holds cells, and the one after the last.
    #[inline]
    const fn row_span(&self, row: i32) -> (i32, i32) {
        match self.edges {
            Edges::Hexagon => {
                let first = self.height / 2 - row;
                let behind = self.width + self.height / 2 - row;
                (if first > 0 { first } else { 0 }, if behind < self.width { behind } else { self.width })
            }
            Edges::Rectangle | Edges::Cylinder | Edges::Torus => (0, self.width),
        }
    }

    /// The cells of one row as a range of indices, from west to east. Rows are counted on from one level to the next. It is empty only
    /// for the southernmost row of a hexagon twice as tall as wide.
    #[inline]
    #[must_use]
    pub fn row(&self, row: u32) -> std::ops::Range<usize> {
        let (first, behind) = self.row_span((row % self.height()) as i32);
        let start = row as usize * self.width as usize;
        start + first as usize..start + behind as usize
    }

    /// All rows, level by level, in each from the south, as [`Self::row`].
    pub fn rows(self) -> impl DoubleEndedIterator<Item = std::ops::Range<usize>> + Clone {
        (0..self.height() * self.levels()).map(move |row| self.row(row))
    }

    /// All cells, level by level, row by row from the south, without the void.
    #[must_use]
    pub const fn cells(self) -> Cells {
        self.cells_of_rows(0, self.height() * self.levels())
    }

    /// The cells of a level, as [`Self::cells`]; none if there is no such level.
    #[must_use]
    pub const fn level_cells(self, level: u32) -> Cells {
        if level >= self.levels() {
            return self.cells_of_rows(0, 0);
        }
        self.cells_of_rows(level * self.height(), (level + 1) * self.height())
    }

    /// The cells from one row to before another, counted on from one level to the next.
    const fn cells_of_rows(self, first: u32, behind: u32) -> Cells {
        Cells { area: self, first, behind, south: 0..0, north: 0..0 }
    }

    /// How many cells there are on all levels, without the void.
    #[must_use]
    pub fn count(&self) -> usize {
        let level: usize = (0..self.height()).map(|row| self.row(row).len()).sum();
        level * self.levels as usize
    }

    /// The steps from the cells of a row to their neighbours.
    #[inline]
    const fn steps(&self, row: i32) -> &'static Steps {
        match self.shape {
            Shape::Rectangle | Shape::Torus => &ODD_R[(row & 1) as usize],
            Shape::Hexagon | Shape::Cylinder => &OBLIQUE,
            Shape::Square4 | Shape::Torus4 => &SIDES,
            Shape::Square8 | Shape::Torus8 => &SIDES_AND_CORNERS,
        }
    }

    /// The neighbour in a direction; `None` beyond a bound.
    #[inline]
    #[must_use]
    pub const fn neighbor(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (column, row) = self.column_row(cell);
        let (right, up) = self.steps(row)[direction.0 as usize];
        self.cell_beside(cell, column + right, row + up)
    }

    /// The neighbours of a cell with their directions, in the order of the directions' numbers.
    #[inline(always)]
    #[must_use]
    pub const fn around(&self, cell: Cell) -> Around {
        self.around_by(cell, Round::FROM_NORTH)
    }

    /// The same neighbours in another order.
    #[inline(always)]
    #[must_use]
    pub const fn around_by(&self, cell: Cell, round: Round) -> Around {
        let (column, row) = self.column_row(cell);
        let within = column > 0 && column < self.width - 1 && row > 0 && row < self.height - 1;
        let within = within
            && match self.edges {
                Edges::Hexagon => {
                    let (half, sum) = (self.height / 2, column + row);
                    sum > half && sum < self.width + half - 1
                }
                Edges::Rectangle | Edges::Cylinder | Edges::Torus => true,
            };
        let steps = self.steps(row);
        let directions = self.directions();
        Around {
            area: *self,
            cell,
            column,
            row,
            steps,
            within,
            next: round.first.0,
            left: directions,
            directions,
            stride: if round.is_clockwise { 1 } else { directions - 1 },
        }
    }

    /// Whether a cell lies at a bound, so that it lacks a neighbour.
    #[inline]
    #[must_use]
    pub const fn is_edge(&self, cell: Cell) -> bool {
        // Computed without looking at the neighbours: travel asks this for every step.
        let (column, row) = self.column_row(cell);
        if self.wraps_y() {
            return false;
        }
        if row == 0 || row == self.height - 1 {
            return true;
        }
        match self.edges {
            Edges::Cylinder | Edges::Torus => false,
            Edges::Rectangle => column == 0 || column == self.width - 1,
            Edges::Hexagon => {
                let (half, sum) = (self.height / 2, column + row);
                column == 0 || column == self.width - 1 || sum == half || sum == self.width + half - 1
            }
        }
    }

    /// Oblique x and y of a cell: the coordinates in which distances are computed. In a rectangle of hexes x may be negative. For
    /// squares they are column and row.
    #[inline]
    #[must_use]
    pub const fn oblique(&self, cell: Cell) -> (i32, i32) {
        let (column, row) = self.column_row(cell);
        if self.is_odd_r() { (column - row / 2, row) } else { (column, row) }
    }

    /// The cell of the first level at oblique coordinates; both wrap where the area does.
    #[must_use]
    pub const fn at_oblique(&self, x: i32, y: i32) -> Option<Cell> {
        self.cell(self.column_of_oblique(x, y), y)
    }

    /// The oblique coordinates of a cell where two numbers have to do for all levels: y counts on from one level to the next.
    #[must_use]
    pub const fn stacked(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.oblique(cell);
        (x, y + self.level(cell) as i32 * self.height)
    }

    /// The cell with these coordinates of [`Self::stacked`]. In an area of one level both wrap where the area does.
    #[must_use]
    pub const fn at_stacked(&self, x: i32, y: i32) -> Option<Cell> {
        if self.levels == 1 {
            return self.at_oblique(x, y);
        }
        let level = y.div_euclid(self.height);
        match self.at_oblique(x, y.rem_euclid(self.height)) {
            Some(cell) if level >= 0 => self.on_level(cell, level as u32),
            _ => None,
        }
    }

    /// The same on the level of another cell.
    pub(crate) const fn at_oblique_beside(&self, beside: Cell, x: i32, y: i32) -> Option<Cell> {
        self.cell_beside(beside, self.column_of_oblique(x, y), y)
    }

    /// The column of an oblique x in a row, before wrapping and bounds.
    #[inline]
    #[must_use]
    pub const fn column_of_oblique(&self, x: i32, row: i32) -> i32 {
        if self.is_odd_r() { x + row.div_euclid(2) } else { x }
    }

    /// The cells straight on from a cell in a direction, without it: to the bound, or round and round where the area wraps.
    pub fn ray(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let area = *self;
        std::iter::successors(area.neighbor(from, direction), move |&cell| area.neighbor(cell, direction))
    }

    /// The number of steps between two cells of a level on an empty board; [`Self::APART`] on different levels.
    #[inline]
    #[must_use]
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        if self.levels > 1 && self.level(from) != self.level(to) {
            return Area::APART;
        }
        let ((x1, y1), (x2, y2)) = (self.oblique(from), self.oblique(to));
        let (right, up) = (x2 - x1, y2 - y1);
        let lattice = self.shape.lattice();
        let round = |right: i32, up: i32| {
            let steps = |right| lattice.steps(right, up);
            steps(right).min(steps(right - self.width)).min(steps(right + self.width))
        };
        match self.edges {
            Edges::Rectangle | Edges::Hexagon => lattice.steps(right, up),
            Edges::Cylinder => round(right, up),
            Edges::Torus => {
                let lean = self.lean();
                let (north, south) = (round(right - lean, up + self.height), round(right + lean, up - self.height));
                round(right, up).min(north).min(south)
            }
        }
    }

    /// How many oblique columns farther west the copy of a torus to its north lies; it is not 0 because columns are as drawn.
    pub(crate) const fn lean(&self) -> i32 {
        if self.is_odd_r() { self.height / 2 } else { 0 }
    }

    /// The distance of cells between which there is no way: farther than any other, and small enough to be added up.
    pub const APART: u32 = u32::MAX / 16;

    /// An upper bound of the distance between two cells of a level, at most a little above the greatest one.
    #[must_use]
    pub const fn distance_max(&self) -> u32 {
        (self.width + self.height) as u32
    }

    /// Where a cell's centre is drawn: to the right in half cells, and up in rows. If east and west meet, the first lies in `0..2 *
    /// width`; in a hexagon it begins at `height / 2`.
    #[must_use]
    pub const fn drawn_at(&self, cell: Cell) -> (i32, i32) {
        let (column, row) = self.column_row(cell);
        let right = match self.shape {
            Shape::Rectangle | Shape::Torus => 2 * column + (row & 1),
            Shape::Hexagon => 2 * column + row,
            Shape::Cylinder => (2 * column + row) % (2 * self.width),
            Shape::Square4 | Shape::Square8 | Shape::Torus4 | Shape::Torus8 => 2 * column,
        };
        (right, row)
    }

    /// Where a cell lies in an upright picture of the area: half cells from the west, rows from the north. Half of the first is the
    /// column in a picture with one pixel per cell, where no two cells share a pixel; only a hexagon leaves pixels free, in the
    /// corners.
    ///
    /// Seed 000, "World Terrain", puts the pixel x, y of a picture at oblique x - y/2, y, so that the map does not tilt to the
    /// left; what falls west of a cylinder goes round to its east. In a hexagon x is height/4 more, so that the middle row is
    /// whole, and pixels outside on either side are dropped.
    #[must_use]
    pub const fn upright(&self, cell: Cell) -> (u32, u32) {
        let (right, up) = self.drawn_at(cell);
        let first = match self.edges {
            Edges::Hexagon => self.height / 2,
            Edges::Rectangle | Edges::Cylinder | Edges::Torus => 0,
        };
        ((right - first) as u32, (self.height - 1 - up) as u32)
    }
}

/// Cells of an area: an iterator over them, row by row.
///
/// It is a type of its own because a chain of ranges would be compiled anew, layer by layer, at each place that asks for cells.
#[derive(Clone, Debug)]
pub struct Cells {
    area: Area,
    /// The first row that was not begun, and the one after the last.
    first: u32,
    behind: u32,
    /// What is left of the rows that were begun.
    south: std::ops::Range<usize>,
    north: std::ops::Range<usize>,
}

impl Cells {
    /// Begins the next row from the south, which may be empty; false if there is none.
    fn begin_south(&mut self) -> bool {
        if self.first < self.behind {
            self.south = self.area.row(self.first);
            self.first += 1;
        } else if self.north.is_empty() {
            return false;
        } else {
            self.south = std::mem::take(&mut self.north);
        }
        true
    }

    /// The same from the north.
    fn begin_north(&mut self) -> bool {
        if self.first < self.behind {
            self.behind -= 1;
            self.north = self.area.row(self.behind);
        } else if self.south.is_empty() {
            return false;
        } else {
            self.north = std::mem::take(&mut self.south);
        }
        true
    }
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.south.start >= self.south.end {
            if !self.begin_south() {
                return None;
            }
        }
        let cell = Cell(self.south.start as u32);
        self.south.start += 1;
        Some(cell)
    }

    // Row by row, so that short work on each cell stays a tight loop.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(mut self, init: B, mut work: F) -> B {
        let mut sum = init;
        loop {
            let mut index = self.south.start;
            while index < self.south.end {
                sum = work(sum, Cell(index as u32));
                index += 1;
            }
            self.south.start = self.south.end;
            if !self.begin_south() {
                return sum;
            }
        }
    }
}

impl DoubleEndedIterator for Cells {
    #[inline]
    fn next_back(&mut self) -> Option<Cell> {
        while self.north.start >= self.north.end {
            if !self.begin_north() {
                return None;
            }
        }
        self.north.end -= 1;
        Some(Cell(self.north.end as u32))
    }
}

/// The neighbours of one cell: an iterator over (direction, neighbour).
#[derive(Clone, Debug)]
pub struct Around {
    area: Area,
    cell: Cell,
    column: i32,
    row: i32,
    steps: &'static Steps,
    /// Whether all neighbours exist and none lies across a seam, so that their indices are sums.
    within: bool,
    next: u8,
    left: u8,
    directions: u8,
    stride: u8,
}

// Each neighbour is computed when it is asked for, and always inlined: writing a list of them to memory and reading it again at
// once takes up to half of a search's time.
impl Iterator for Around {
    type Item = (Direction, Cell);

    #[inline(always)]
    fn next(&mut self) -> Option<(Direction, Cell)> {
        while self.left > 0 {
            let direction = Direction(self.next);
            let (right, up) = self.steps[usize::from(self.next)];
            self.left -= 1;
            self.next += self.stride;
            if self.next >= self.directions {
                self.next -= self.directions;
            }
            if self.within {
                return Some((direction, Cell((self.cell.0 as i32 + right + up * self.area.width) as u32)));
            }
            if let Some(neighbor) = self.area.cell_beside(self.cell, self.column + right, self.row + up) {
                return Some((direction, neighbor));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::test_boards::{areas, pick, slow_hops};

    #[test]
    fn every_round_comes_to_the_same_neighbours() {
        for area in
            [Area::new(Shape::Hexagon, 5, 5), Area::new(Shape::Rectangle, 5, 4), Area::new(Shape::Square8, 4, 5)]
        {
            let area = area.unwrap();
            for cell in area.cells() {
                let listed: Vec<_> = area.around(cell).collect();
                for first in (0..area.directions()).map(Direction) {
                    let behind = listed.iter().position(|entry| entry.0 >= first).unwrap_or(0);
                    let mut round = listed.clone();
                    round.rotate_left(behind);
                    assert_eq!(area.around_by(cell, Round { first, is_clockwise: true }).collect::<Vec<_>>(), round);
                    let mut back = listed.clone();
                    back.rotate_left(listed.iter().rposition(|entry| entry.0 <= first).map_or(0, |last| last + 1));
                    back.reverse();
                    assert_eq!(area.around_by(cell, Round { first, is_clockwise: false }).collect::<Vec<_>>(), back);
                }
            }
        }
    }

    #[test]
    fn the_hexagon_of_the_drawing_has_its_cells() {
        // Width 5, height 5: rows of 3, 4, 5, 4, 3.
        let area = Area::new(Shape::Hexagon, 5, 5).unwrap();
        let rows: Vec<_> = (0..5).map(|row| area.row(row).len()).collect();
        assert_eq!((rows, area.count(), area.len()), (vec![3, 4, 5, 4, 3], 19, 25));
        assert_eq!(area.cell(0, 0), None);
        assert_eq!(area.cell(2, 0), Some(Cell(2)));
    }

    #[test]
    fn a_size_out_of_bounds_is_an_error_with_what_was_expected() {
        let check = |shape, width, height, text: &str| {
            assert_eq!(Area::new(shape, width, height).unwrap_err().to_string(), text);
        };
        check(Shape::Rectangle, 2, 9, "an area of 2x9 is too small: expected at least 3x3");
        check(Shape::Cylinder, 5000, 4001, "an area of 5000x4001 has too many cells: expected at most 20000000");
        check(Shape::Torus, 5, 7, "a torus of 5x7 does not close: expected an even height of at least 4, such as 8");
        check(Shape::Hexagon, 4, 9, "a hexagon of 4x9 is too tall: expected a height of at most 8 for this width");
    }

    #[test]
    fn the_longest_areas_hold_their_corners() {
        for &shape in Shape::ALL {
            for (width, height) in [(Area::CELLS_MAX / 4, 3), (4096, 4096)] {
                let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
                let (first, last) = (area.cells().next().unwrap(), area.cells().next_back().unwrap());
                assert!(area.distance(first, last) <= area.distance_max());
                assert!(area.around(first).count() >= 2 && area.around(last).count() >= 2);
            }
        }
    }

    #[test]
    fn levels_are_as_many_as_were_asked_for_or_refused() {
        let area = Area::new(Shape::Hexagon, 5, 5).unwrap();
        let deep = area.with_levels(3).unwrap();
        assert_eq!((deep.levels(), deep.len(), deep.count(), deep.one_level()), (3, 75, 57, area));
        let told = |levels| area.with_levels(levels).unwrap_err().to_string();
        assert_eq!(
            [told(0), told(65)].map(|told| told.replace("65", "0")),
            ["an area has 0 levels: expected 1 to 64"; 2]
        );
        let large = Area::new(Shape::Square4, 4000, 4000).unwrap();
        assert_eq!(
            large.with_levels(2).unwrap_err().to_string(),
            "2 levels of 4000x4000 have too many cells: expected at most 20000000"
        );
        assert_eq!((deep.level_cells(2).count(), deep.level_cells(3).count()), (19, 0));
        assert_eq!((deep.on_level(Cell(52), 0), deep.on_level(Cell(2), 3)), (Some(Cell(2)), None));
    }

    proptest! {
        /// What is on one level is as if there were no others, and nothing leads from level to level.
        #[test]
        fn a_level_is_an_area_of_its_own(area in areas(), from: Index, to: Index, radius in 0..9_u32) {
            let (one, from) = (area.one_level(), pick(&area, from));
            let level = area.level(from);
            let alone = |cell: Cell| area.on_level(cell, 0).unwrap();
            let here = |cell: Cell| area.on_level(cell, level).unwrap();
            let to = here(pick(&area, to));
            prop_assert!(level < area.levels() && one.contains(alone(from)));
            prop_assert_eq!(here(alone(from)), from);
            for other in 0..area.levels() {
                prop_assert_eq!(area.of_level(from, other), (other == level).then(|| alone(from)));
            }
            let shift = level as usize * area.level_len();
            for row in 0..area.height() {
                let (cells, expected) = (area.row(level * area.height() + row), one.row(row));
                prop_assert_eq!(cells, expected.start + shift..expected.end + shift);
            }
            prop_assert_eq!(area.column_row(from), one.column_row(alone(from)));
            prop_assert_eq!(area.drawn_at(from), one.drawn_at(alone(from)));
            let around: Vec<_> = one.around(alone(from)).map(|(way, near)| (way, here(near))).collect();
            prop_assert_eq!(area.around(from).collect::<Vec<_>>(), around);
            prop_assert_eq!(area.distance(from, to), one.distance(alone(from), alone(to)));
            let lifted = |cells: Vec<Cell>| cells.into_iter().map(here).collect::<Vec<_>>();
            let disk = lifted(crate::disk(&one, alone(from), radius).collect());
            prop_assert_eq!(crate::disk(&area, from, radius).collect::<Vec<_>>(), disk);
            prop_assert_eq!(crate::ring(&area, from, radius), lifted(crate::ring(&one, alone(from), radius)));
            prop_assert_eq!(crate::line(&area, from, to), lifted(crate::line(&one, alone(from), alone(to))));
            let vector = one.displacement(alone(from), alone(to));
            prop_assert_eq!((area.displacement(from, to), area.offset(from, vector)), (vector, Some(to)));
            prop_assert_eq!(area.level_cells(level).collect::<Vec<_>>(), lifted(one.cells().collect()));
            for other in 0..area.levels() {
                let other = area.on_level(to, other).unwrap();
                let is_here = area.level(other) == level;
                prop_assert_eq!(area.distance(from, other) == Area::APART, !is_here);
                prop_assert_eq!(crate::line(&area, from, other).is_empty(), !is_here);
            }
        }

        #[test]
        fn no_size_panics(width: u32, height: u32) {
            for &shape in Shape::ALL {
                let _ = Area::new(shape, width, height);
                let _ = Area::new(shape, width % 9, height);
                let _ = Area::new(shape, width, height % 9);
            }
        }

        #[test]
        fn neighbors_are_mutual(area in areas()) {
            for cell in area.cells() {
                let mut found = Vec::new();
                for direction in (0..area.directions()).map(Direction) {
                    let Some(neighbor) = area.neighbor(cell, direction) else { continue };
                    prop_assert!(area.contains(neighbor));
                    prop_assert_eq!(area.neighbor(neighbor, area.opposite(direction)), Some(cell));
                    prop_assert_eq!(area.distance(cell, neighbor), 1);
                    found.push((direction, neighbor));
                }
                prop_assert_eq!(area.is_edge(cell), found.len() < usize::from(area.directions()));
                prop_assert_eq!(area.around(cell).collect::<Vec<_>>(), found);
            }
        }

        #[test]
        fn neighbors_are_drawn_side_by_side(area in areas()) {
            let steps: &[(i32, i32)] = match area.shape().lattice() {
                Lattice::Hex => &[(1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1)],
                Lattice::Square4 => &[(0, 1), (2, 0), (0, -1), (-2, 0)],
                Lattice::Square8 => &[(0, 1), (2, 1), (2, 0), (2, -1), (0, -1), (-2, -1), (-2, 0), (-2, 1)],
            };
            let (round, height) = (2 * area.width() as i32, area.height() as i32);
            for cell in area.cells() {
                let (right, up) = area.drawn_at(cell);
                for (direction, neighbor) in area.around(cell) {
                    let (step_right, step_up) = steps[usize::from(direction.0)];
                    let mut expected = (right + step_right, up + step_up);
                    if area.wraps_x() {
                        expected.0 = expected.0.rem_euclid(round);
                    }
                    if area.wraps_y() {
                        expected.1 = expected.1.rem_euclid(height);
                    }
                    prop_assert_eq!(area.drawn_at(neighbor), expected);
                }
            }
        }

        #[test]
        fn places_are_unique_and_lead_back(area in areas()) {
            let mut drawn = std::collections::BTreeSet::new();
            for cell in area.level_cells(0) {
                let ((column, row), (x, y)) = (area.column_row(cell), area.oblique(cell));
                prop_assert_eq!(area.cell(column, row), Some(cell));
                prop_assert_eq!(area.at_oblique(x, y), Some(cell));
                prop_assert!(drawn.insert(area.drawn_at(cell)));
                let round = area.width() as i32;
                prop_assert_eq!(area.at_oblique(x - round, y), area.wraps_x().then_some(cell));
                let north = area.at_oblique(x - area.lean(), y + area.height() as i32);
                prop_assert_eq!(north, area.wraps_y().then_some(cell));
            }
        }

        #[test]
        fn upright_pictures_have_a_pixel_for_each_cell(area in areas()) {
            let mut taken = std::collections::BTreeSet::new();
            for cell in area.level_cells(area.levels() - 1) {
                let (right, down) = area.upright(cell);
                prop_assert!(right / 2 < area.width() && down < area.height(), "{cell:?} at {right}, {down}");
                prop_assert!(taken.insert((right / 2, down)));
            }
            // The middle row of a hexagon fills its width.
            let middle = (0..area.width()).filter(|&column| taken.contains(&(column, area.height() - 1 - area.height() / 2)));
            prop_assert_eq!(middle.count() as u32, area.width());
        }

        #[test]
        fn cells_are_those_that_it_contains(area in areas()) {
            let all = 0..area.len() as u32;
            let expected: Vec<Cell> = all.map(Cell).filter(|&cell| area.contains(cell)).collect();
            prop_assert_eq!(area.count(), expected.len());
            prop_assert_eq!(area.cells().collect::<Vec<_>>(), expected);
            prop_assert!(!area.contains(Cell(area.len() as u32)) && !area.contains(Cell(u32::MAX)));
        }

        #[test]
        fn distance_is_the_number_of_steps(area in areas(), from: Index) {
            let from = pick(&area, from);
            let steps = slow_hops(&area, &[from], |_| true);
            for to in area.cells() {
                let distance = area.distance(from, to);
                prop_assert_eq!((distance != Area::APART).then_some(u64::from(distance)), steps[to.index()]);
                prop_assert!(distance <= area.distance_max() || distance == Area::APART);
            }
        }
    }
}
