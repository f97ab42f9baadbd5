//! What carries what: how many of a type find room, were they alone. Facts: `world::standing` counts the same way, unit by unit.

use design::parameters::table::{ACP_TO_ENTER_UNIT, OCCUPANT_MAX, UNIT_CAPACITY_X, UNIT_SIZE_AS_OCCUPANT};
use design::parameters::unit::{CAPACITY, OCCUPANT_TOTAL_MAX};
use design::{Design, UnitType};
use world::travel::is_mobile;

use super::{matrix, unit_cell};
use crate::document::{Cell, Section};

/// As many as fit, by carrier.
pub(super) fn carrying(design: &Design) -> Section {
    let carried = matrix(design, "carrier / inside", unit_cell, unit_cell, |carrier, occupant| {
        let most = most_inside(design, carrier, occupant)?;
        let may_board = !is_mobile(design, occupant) || design.entry(ACP_TO_ENTER_UNIT, occupant, carrier) > 0;
        let note = if may_board { "" } else { "cannot board" };
        Some(Cell::number(most.map_or_else(|| "any".to_owned(), |most| most.to_string())).noted(note).heated(30))
    });
    let section = Section::new("What carries what");
    if carried.rows.is_empty() {
        return section;
    }
    section.sheet(carried).paragraph("As many of a type as find room inside where nothing else is.")
}

/// How many of a type fit into an empty carrier: `None` none, `Some(None)` any number.
fn most_inside(design: &Design, carrier: UnitType, occupant: UnitType) -> Option<Option<i32>> {
    let reserved = design.entry(UNIT_CAPACITY_X, carrier, occupant);
    let capacity = design.int(CAPACITY, carrier);
    if reserved == 0 && capacity == 0 {
        return None;
    }
    let size = design.entry(UNIT_SIZE_AS_OCCUPANT, occupant, carrier);
    let bound = |limit: i32| (limit >= 0).then_some(limit);
    let beyond = [
        (size > 0).then(|| capacity / size),
        bound(design.entry(OCCUPANT_MAX, carrier, occupant)),
        bound(design.int(OCCUPANT_TOTAL_MAX, carrier)).map(|total| (total - reserved).max(0)),
    ];
    let most = beyond.into_iter().flatten().min().map(|beyond| reserved + beyond);
    (most != Some(0)).then_some(most)
}
