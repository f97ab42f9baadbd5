//! The images of cells, sides and units in a symmetric world.
//!
//! **Invariant:** a unit of a symmetric world is made together with its images, so units in a cell and in an image of it correspond
//! by their place in the order of ids.

use grid::{Cell, Symmetry};
use world::{Scenario, SideId, UnitId, image_of_side};

/// A cell and a side with all their images; only these two if there is no symmetry.
pub(crate) fn images(symmetry: Option<&Symmetry>, cell: Cell, side: SideId) -> Vec<(Cell, SideId)> {
    let Some(symmetry) = symmetry else { return vec![(cell, side)] };
    let image = |(map, image): (usize, Cell)| (image, image_of_side(symmetry, map, side));
    symmetry.images(cell).enumerate().map(image).collect()
}

/// A unit that stands in the open, with all its images; only the unit if there is no symmetry.
pub(crate) fn images_of_unit(scenario: &Scenario, unit: UnitId) -> Vec<UnitId> {
    let (Some(symmetry), Some(cell)) = (scenario.world.exact_symmetry(), scenario.unit(unit).cell()) else {
        return vec![unit];
    };
    let standing =
        |cell: Cell| scenario.unit_ids().filter(move |(_, other)| other.cell() == Some(cell)).map(|(id, _)| id);
    let place = standing(cell).position(|id| id == unit).unwrap_or(0);
    let others = symmetry.images(cell).skip(1).filter_map(|image| standing(image).nth(place));
    [unit].into_iter().chain(others).collect()
}
