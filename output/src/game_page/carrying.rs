//! Help on carrying: how many units of a type fit into each carrier, if it holds only them. Facts: `world::standing` counts the
//! same way, unit by unit.

use design::abilities::{can_board, can_carry};
use design::parameters::table::{OCCUPANT_MAX, UNIT_CAPACITY_X, UNIT_SIZE_AS_OCCUPANT};
use design::parameters::unit::{CAPACITY, FACILITY, FACILITY_TOTAL_MAX, MOBILE_TOTAL_MAX, OCCUPANT_TOTAL_MAX, SPEED};
use design::{Design, UnitType};
use world::travel::is_mobile;

use super::{matrix, unit_cell};
use crate::document::{Cell, Section};

/// How many units fit, by carrier.
pub(super) fn carrying(design: &Design) -> Section {
    let carried = matrix(design, "carrier / inside", unit_cell, unit_cell, |carrier, occupant| {
        let most = most_inside(design, carrier, occupant)?;
        let may_board = !is_mobile(design, occupant) || can_board(design, occupant, carrier);
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
    if !can_carry(design, carrier, occupant) {
        return None;
    }
    let reserved = design.entry(UNIT_CAPACITY_X, carrier, occupant);
    let capacity = design.int(CAPACITY, carrier);
    let size = design.entry(UNIT_SIZE_AS_OCCUPANT, occupant, carrier);
    let total = |key| Some(design.int(key, carrier)).filter(|&limit| limit >= 0).map(|limit| (limit - reserved).max(0));
    let beyond = [
        (size > 0).then(|| capacity / size),
        Some(design.entry(OCCUPANT_MAX, carrier, occupant)).filter(|&limit| limit >= 0),
        total(OCCUPANT_TOTAL_MAX),
        total(MOBILE_TOTAL_MAX).filter(|_| design.int(SPEED, occupant) > 0),
        total(FACILITY_TOTAL_MAX).filter(|_| design.flag(FACILITY, occupant)),
    ];
    Some(beyond.into_iter().flatten().min().map(|beyond| reserved + beyond))
}
