//! Help on carrying: how many units of a type fit into each carrier, if it holds only them.

use design::Design;
use design::abilities::{can_board, most_within};
use world::travel::is_mobile;

use super::cells::{matrix, unit_cell};
use crate::document::{Cell, Section};

/// How many units fit, by carrier.
pub(super) fn carrying(design: &Design) -> Section {
    let carried = matrix(design, "carrier / inside", unit_cell, unit_cell, |carrier, occupant| {
        let most = most_within(design, carrier, occupant);
        if most == Some(0) {
            return None;
        }
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
