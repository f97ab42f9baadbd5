//! Layers: one value per cell, shared until edited; and layers of edges, one bit per direction.

use std::ops::Index;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Area, Cell, Direction};

/// One value for each index of an area. Copying a layer copies a pointer.
///
/// Serde writes it as the list of its values. A layer that was read can have any length: its reader compares it with the area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layer<T>(Arc<Vec<T>>);

/// Rivers, roads, walls: for each cell one bit per direction, set on both sides of an edge.
pub type EdgeLayer = Layer<u8>;

impl<T: Clone> Layer<T> {
    /// The same value everywhere.
    #[must_use]
    pub fn filled(area: &Area, value: T) -> Layer<T> {
        Layer(Arc::new(vec![value; area.len()]))
    }

    /// The values of a whole area, in the order of cell indices, the void included.
    ///
    /// # Panics
    /// If their number is not the area's length: then the caller mixed two areas up.
    #[must_use]
    pub fn from_values(area: &Area, values: Vec<T>) -> Layer<T> {
        assert_eq!(values.len(), area.len(), "a layer of another area");
        Layer(Arc::new(values))
    }

    /// All values, to be changed. Call it once before a loop: a shared layer is copied here. There is no `set`.
    pub fn edit(&mut self) -> &mut [T] {
        let values: &mut Vec<T> = Arc::make_mut(&mut self.0);
        values
    }
}

impl<T> Layer<T> {
    /// All values, in the order of cell indices, the void included.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.0
    }

    /// Whether two layers are one in memory, so that neither was edited since they were copied.
    #[must_use]
    pub fn is_same(&self, other: &Layer<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Index<Cell> for Layer<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.index()]
    }
}

/// Sets the edge between a cell and its neighbour on both of its sides; at a bound only on the inner one.
pub fn connect(area: &Area, edges: &mut [u8], cell: Cell, direction: Direction) {
    edges[cell.index()] |= direction.bit();
    if let Some(other) = area.neighbor(cell, direction) {
        edges[other.index()] |= area.opposite(direction).bit();
    }
}

/// Clears the edge between a cell and its neighbour on both of its sides.
pub fn disconnect(area: &Area, edges: &mut [u8], cell: Cell, direction: Direction) {
    edges[cell.index()] &= !direction.bit();
    if let Some(other) = area.neighbor(cell, direction) {
        edges[other.index()] &= !area.opposite(direction).bit();
    }
}

/// Whether the edge of a cell in a direction is set.
#[must_use]
pub const fn has_edge(mask: u8, direction: Direction) -> bool {
    mask & direction.bit() != 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::test_boards::{areas, pick};

    #[test]
    fn a_copy_is_shared_until_it_is_edited() {
        let area = Area::new(crate::Shape::Rectangle, 3, 3).unwrap();
        let first = Layer::filled(&area, 7);
        let mut second = first.clone();
        assert!(first.is_same(&second));
        second.edit()[4] = 8;
        assert!(!first.is_same(&second));
        assert_eq!((first[Cell(4)], second[Cell(4)]), (7, 8));
    }

    proptest! {
        #[test]
        fn an_edge_is_set_and_cleared_on_both_sides(area in areas(), cell: Index, direction in 0..6u8) {
            let (cell, direction) = (pick(&area, cell), Direction(direction));
            let mut edges = vec![0; area.len()];
            connect(&area, &mut edges, cell, direction);
            prop_assert!(has_edge(edges[cell.index()], direction));
            for (way, neighbor) in area.around(cell) {
                prop_assert_eq!(has_edge(edges[neighbor.index()], area.opposite(way)), way == direction);
            }
            disconnect(&area, &mut edges, cell, direction);
            prop_assert!(edges.iter().all(|&mask| mask == 0));
        }
    }
}
