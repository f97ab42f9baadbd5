//! Vectors between cells: how far right and up one lies from another, in the coordinates in which distances are computed
//! ([`Area::oblique`]). Where an area wraps, several vectors lead to one cell.

use crate::area::steps_in_oblique;
use crate::{Area, Cell, Edges, Lattice};

/// The number of cells right and up, in oblique coordinates.
pub type Vector = (i32, i32);

impl Area {
    /// The shortest vector from one cell to another of its level: [`Area::offset`] by it gives the other cell, and its length is their
    /// distance. Of vectors that are equally short the one that crosses fewest seams, then that to the east, then that to the north.
    #[must_use]
    pub fn displacement(&self, from: Cell, to: Cell) -> Vector {
        let ((x1, y1), (x2, y2)) = (self.oblique(from), self.oblique(to));
        let (right, up) = (x2 - x1, y2 - y1);
        let (width, height) = (self.width() as i32, self.height() as i32);
        let rounds: &[(i32, i32)] = match self.shape().edges() {
            Edges::Rectangle | Edges::Hexagon => &[(0, 0)],
            Edges::Cylinder => &[(0, 0), (1, 0), (-1, 0)],
            Edges::Torus => &[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)],
        };
        let vector = |&(east, north): &(i32, i32)| (right + east * width - north * self.lean(), up + north * height);
        let lattice = self.shape().lattice();
        let vectors = rounds.iter().map(vector);
        vectors.min_by_key(|&(right, up)| lattice.steps(right, up)).expect("there is the plain vector")
    }

    /// The cell that a vector leads to; `None` beyond a bound.
    #[must_use]
    pub const fn offset(&self, cell: Cell, (right, up): Vector) -> Option<Cell> {
        let (x, y) = self.oblique(cell);
        self.at_oblique_beside(cell, x + right, y + up)
    }

    /// The cell of a ring by its index: see [`Lattice::ring_vector`]. `None` beyond a bound.
    #[must_use]
    pub fn ring_cell(&self, center: Cell, radius: u32, index: u32) -> Option<Cell> {
        self.offset(center, self.shape().lattice().ring_vector(radius, index))
    }
}

impl Lattice {
    /// In how many ways a board can be turned onto itself.
    #[must_use]
    pub const fn turns(self) -> u32 {
        match self {
            Lattice::Hex => 6,
            Lattice::Square4 | Lattice::Square8 => 4,
        }
    }

    /// A vector turned counterclockwise by the smallest of [`Lattice::turns`].
    #[must_use]
    pub const fn turned(self, (right, up): Vector) -> Vector {
        match self {
            Lattice::Hex => (-up, right + up),
            Lattice::Square4 | Lattice::Square8 => (-up, right),
        }
    }

    /// A vector mirrored: east and west change places.
    #[must_use]
    pub const fn mirrored(self, (right, up): Vector) -> Vector {
        match self {
            Lattice::Hex => (-right - up, up),
            Lattice::Square4 | Lattice::Square8 => (-right, up),
        }
    }

    /// The vector of a step in each direction.
    #[must_use]
    pub fn step_vectors(self) -> &'static [Vector] {
        steps_in_oblique(self)
    }

    /// How many cells a ring has on an endless board: 1 for radius 0, else 6, 4 or 8 for each cell of the radius.
    #[must_use]
    pub const fn ring_length(self, radius: u32) -> u32 {
        match (radius, self) {
            (0, _) => 1,
            (_, Lattice::Hex) => 6 * radius,
            (_, Lattice::Square4) => 4 * radius,
            (_, Lattice::Square8) => 8 * radius,
        }
    }

    /// The vector to the cell of a ring by its index: index 0 is straight east, and so on counterclockwise, round and round.
    #[must_use]
    pub const fn ring_vector(self, radius: u32, index: u32) -> Vector {
        if radius == 0 {
            return (0, 0);
        }
        let far = radius as i32;
        // The corners in order.
        let corner: &[Vector] = match self {
            Lattice::Hex => &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
            Lattice::Square4 => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Lattice::Square8 => &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)],
        };
        let at = (index % self.ring_length(radius)) as i32;
        let (number, along) = ((at / far) as usize, at % far);
        let (from, to) = (corner[number], corner[(number + 1) % corner.len()]);
        (from.0 * far + (to.0 - from.0) * along, from.1 * far + (to.1 - from.1) * along)
    }

    /// The index of a vector in the ring where it ends: what [`Lattice::ring_vector`] takes; 0 for no vector. On hexes only.
    #[must_use]
    pub const fn hex_ring_index((right, up): Vector) -> u32 {
        let length = Lattice::Hex.steps(right, up) as i32;
        // The corner before it, counterclockwise, and how far it lies behind that.
        let (corner, along) = if right > 0 && up >= 0 {
            (0, up)
        } else if right <= 0 && right + up > 0 {
            (1, -right)
        } else if right < 0 && up > 0 {
            (2, length - up)
        } else if right < 0 && up <= 0 {
            (3, -up)
        } else if right >= 0 && right + up < 0 {
            (4, right)
        } else if right > 0 {
            (5, length + up)
        } else {
            (0, 0)
        };
        (corner * length + along) as u32
    }

    /// The vector to the cell after `step` steps along the straight line of a vector: [`crate::line`] says which line it is.
    #[must_use]
    pub fn along(self, (right, up): Vector, step: u32) -> Vector {
        let length = self.steps(right, up);
        if step == 0 || length == 0 {
            return (0, 0);
        }
        let (step, length) = (step as i32, length as i32);
        let share = |part: i32| {
            (2 * i64::from(part) * i64::from(step) + i64::from(length)).div_euclid(2 * i64::from(length)) as i32
        };
        if self == Lattice::Square4 {
            let x = share(right);
            (x, up.signum() * (step - x.abs()))
        } else if right.abs() == length {
            (right.signum() * step, share(up))
        } else if up.abs() == length {
            (share(right), up.signum() * step)
        } else {
            let x = share(right);
            (x, (right + up).signum() * step - x)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards::{areas, pick, pick_two};
    use crate::{Shape, ring};

    #[test]
    fn turns_and_mirrors_keep_lengths_and_steps_and_come_back() {
        for lattice in [Lattice::Hex, Lattice::Square4, Lattice::Square8] {
            for vector in (-4..=4).flat_map(|right| (-4..=4).map(move |up| (right, up))) {
                let turned = (0..lattice.turns()).fold(vector, |vector, _| lattice.turned(vector));
                assert_eq!((turned, lattice.mirrored(lattice.mirrored(vector))), (vector, vector));
                for (right, up) in [lattice.turned(vector), lattice.mirrored(vector)] {
                    assert_eq!(lattice.steps(right, up), lattice.steps(vector.0, vector.1), "{vector:?}");
                }
            }
            let steps = lattice.step_vectors();
            assert!(steps.iter().all(|&step| steps.contains(&lattice.turned(step))));
            assert!(steps.iter().all(|&step| steps.contains(&lattice.mirrored(step))));
            assert_eq!(lattice.mirrored((1, 0)), (-1, 0), "east becomes west");
        }
    }

    proptest! {
        #[test]
        fn a_displacement_leads_there_on_the_shortest_way(area in areas(), one: prop::sample::Index, two: prop::sample::Index) {
            let (from, to) = pick_two(&area, one, two);
            let vector = area.displacement(from, to);
            prop_assert_eq!(area.offset(from, vector), Some(to), "{:?}", vector);
            prop_assert_eq!(area.shape().lattice().steps(vector.0, vector.1), area.distance(from, to));
        }

        #[test]
        fn indices_name_each_cell_of_a_ring(area in areas(), one: prop::sample::Index, radius in 0u32..6) {
            let center = pick(&area, one);
            let lattice = area.shape().lattice();
            let vectors: Vec<Vector> = (0..lattice.ring_length(radius)).map(|index| lattice.ring_vector(radius, index)).collect();
            prop_assert!(vectors.iter().all(|&(right, up)| lattice.steps(right, up) == radius));
            prop_assert_eq!(vectors.iter().collect::<std::collections::BTreeSet<_>>().len(), vectors.len());
            prop_assert_eq!(lattice.ring_vector(radius, lattice.ring_length(radius)), vectors[0]);
            let cells = |index| area.ring_cell(center, radius, index);
            let reached: std::collections::BTreeSet<Cell> = (0..lattice.ring_length(radius)).filter_map(cells).collect();
            // Where an area wraps, a cell of the ring may be nearer the other way round.
            prop_assert!(ring(&area, center, radius).iter().all(|cell| reached.contains(cell)));
        }
    }

    #[test]
    fn a_vector_of_hexes_knows_its_place_in_its_ring() {
        for radius in 0..30 {
            for index in 0..Lattice::Hex.ring_length(radius) {
                assert_eq!(Lattice::hex_ring_index(Lattice::Hex.ring_vector(radius, index)), index, "of ring {radius}");
            }
        }
    }

    #[test]
    fn a_ring_begins_in_the_east_and_turns_left() {
        let all = |lattice: Lattice, radius| -> Vec<Vector> {
            (0..lattice.ring_length(radius)).map(|index| lattice.ring_vector(radius, index)).collect()
        };
        assert_eq!(all(Lattice::Hex, 1), [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]);
        assert_eq!(all(Lattice::Square4, 2), [(2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1), (0, -2), (1, -1)]);
        assert_eq!(all(Lattice::Square8, 1).len(), 8);
        assert_eq!(all(Lattice::Hex, 0), [(0, 0)]);
    }

    #[test]
    fn round_a_torus_the_way_over_a_seam_may_be_shorter() {
        let torus = Area::new(Shape::Torus4, 10, 8).unwrap();
        let cell = |column, row| torus.cell(column, row).unwrap();
        assert_eq!(torus.displacement(cell(1, 1), cell(9, 7)), (-2, -2));
        assert_eq!(torus.displacement(cell(1, 1), cell(6, 1)), (5, 0), "both ways are as long: no seam is crossed");
        let flat = Area::new(Shape::Square4, 10, 8).unwrap();
        assert_eq!(flat.displacement(cell(1, 1), cell(9, 7)), (8, 6));
        assert_eq!(flat.offset(cell(1, 1), (-2, 0)), None);
    }
}
