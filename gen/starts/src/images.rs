//! The images of cells, sides and units in a symmetric world.
//!
//! **Invariant:** a unit of a symmetric world is made together with its images, so units in a cell and in an image of it correspond
//! by their order, as [`world::images_of_unit`] has it.

use grid::{Cell, Symmetry};
use world::{Scenario, SideId, UnitId, image_of_side};

/// A cell and a side with all their images; only these two if there is no symmetry.
pub(crate) fn images(symmetry: Option<&Symmetry>, cell: Cell, side: SideId) -> Vec<(Cell, SideId)> {
    let Some(symmetry) = symmetry else { return vec![(cell, side)] };
    let mut found = Vec::with_capacity(symmetry.order());
    for (map, image) in symmetry.images(cell).enumerate() {
        found.push((image, image_of_side(symmetry, map, side)));
    }
    found
}

/// A cell with all its images; only the cell if there is no symmetry.
pub fn images_of_cell(symmetry: Option<&Symmetry>, cell: Cell) -> Vec<Cell> {
    symmetry.map_or_else(|| vec![cell], |symmetry| symmetry.images(cell).collect())
}

/// A unit with all its images; only the unit if there is no symmetry, or the world breaks it.
pub(crate) fn images_of_unit(scenario: &Scenario, unit: UnitId) -> Vec<UnitId> {
    world::images_of_unit(scenario, unit).unwrap_or_else(|_| vec![unit])
}
