//! The geometry of cells in a picture: rows, ways to neighbours, corners.

use grid::Lattice;

/// A point, in pixels or in map units.
pub(in crate::map) type Point = (f32, f32);

/// The measures of a lattice, in map units: cells are 1 wide.
#[derive(Debug, PartialEq)]
pub(in crate::map) struct LatticeGeometry {
    /// The distance of rows.
    pub(in crate::map) row: f32,
    /// From a cell's centre up to its highest corner.
    pub(in crate::map) high: f32,
    /// Whether every second row lies half a cell to the right.
    pub(in crate::map) leans: bool,
    /// The way to each cell that may touch one, first over sides; [`FAR`] after the last.
    pub(in crate::map) around: [Point; 8],
    /// For each direction of the grid its place in `around`.
    pub(in crate::map) places: &'static [usize],
    /// How far a cell's influence reaches, squared. **Invariant:** a cell that is not in `around` has no influence on any point of
    /// a cell's own ground.
    pub(in crate::map) reach: f32,
    /// The corners, clockwise, so that the side over which a cell meets the next lies between one corner and the one after
    /// it: half cells to the right, sixths of a row up.
    pub(in crate::map) corners: &'static [(i32, i32)],
    /// How many directions lie between one side and the next.
    pub(in crate::map) turn: usize,
}

/// Stands for no way: beyond all reach.
const FAR: Point = (99.0, 99.0);
/// The distance of rows of hexes.
const ROW: f32 = 0.866_025_4;

static HEX: LatticeGeometry = LatticeGeometry {
    row: ROW,
    high: 0.577_350_26,
    leans: true,
    around: [(1.0, 0.0), (-1.0, 0.0), (-0.5, -ROW), (0.5, -ROW), (-0.5, ROW), (0.5, ROW), FAR, FAR],
    places: &[3, 0, 5, 4, 1, 2],
    // A cell two steps away: 2 * 0.866 - 0.577 is the nearest that it comes.
    reach: 1.155 * 1.155,
    corners: &[(0, 4), (1, 2), (1, -2), (0, -4), (-1, -2), (-1, 2)],
    turn: 1,
};

/// The geometry of squares, with four neighbours or eight: all of them touch.
const SQUARE: LatticeGeometry = LatticeGeometry {
    row: 1.0,
    high: 0.5,
    leans: false,
    around: [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
    places: &[2, 0, 3, 1],
    reach: 1.5 * 1.5,
    corners: &[(-1, 3), (1, 3), (1, -3), (-1, -3)],
    turn: 1,
};
static SQUARE4: LatticeGeometry = SQUARE;
static SQUARE8: LatticeGeometry = LatticeGeometry { places: &[2, 5, 0, 7, 3, 6, 1, 4], turn: 2, ..SQUARE };

impl LatticeGeometry {
    /// The geometry of a lattice.
    pub(in crate::map) const fn of(lattice: Lattice) -> &'static LatticeGeometry {
        match lattice {
            Lattice::Hex => &HEX,
            Lattice::Square4 => &SQUARE4,
            Lattice::Square8 => &SQUARE8,
        }
    }

    /// The ways to the cells that may touch one, after the way to the cell itself.
    pub(in crate::map) fn around_and_own(&self) -> impl Iterator<Item = Point> + '_ {
        std::iter::once((0.0, 0.0)).chain(self.around)
    }

    /// The way from a cell to its neighbour in a direction of the grid.
    pub(in crate::map) fn way(&self, direction: usize) -> Point {
        self.around[self.places[direction]]
    }

    /// The way from a cell's centre to a corner, by its number.
    pub(in crate::map) fn corner(&self, number: usize) -> Point {
        let (right, up) = self.corners[number % self.corners.len()];
        (right as f32 / 2.0, -(up as f32) * self.row / 6.0)
    }

    /// The outline of a cell.
    pub(in crate::map) fn outline(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.corners.len()).map(|number| self.corner(number))
    }
}
