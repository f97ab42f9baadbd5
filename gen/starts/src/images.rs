//! The images of cells, sides and units in a symmetric world.
//!
//! **Invariant:** a unit of a symmetric world is made together with its images, so units in a cell and in an image of it correspond
//! by their place in the order of ids.

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

/// A unit that stands in the open, with all its images; only the unit if there is no symmetry.
pub(crate) fn images_of_unit(scenario: &Scenario, unit: UnitId) -> Vec<UnitId> {
    let (Some(symmetry), Some(cell)) = (scenario.world.exact_symmetry(), scenario.unit(unit).cell()) else {
        return vec![unit];
    };
    // How many others stand in its cell before it, and who has as many before it in another.
    let place = scenario.units[..unit.index()].iter().filter(|other| other.cell() == Some(cell)).count();
    let mut units = vec![unit];
    for image in symmetry.images(cell).skip(1) {
        let mut before = place;
        for (id, other) in scenario.unit_ids() {
            if other.cell() == Some(image) {
                if before == 0 {
                    units.push(id);
                    break;
                }
                before -= 1;
            }
        }
    }
    units
}
