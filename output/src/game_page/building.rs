//! Help on building: which types build which, how long it takes, and what it costs.

use design::abilities::joint_making;
use design::parameters::table::{
    CONSUMPTION_ON_CREATION, CONSUMPTION_PER_BUILD, CONSUMPTION_PER_CP, MATERIAL_TO_BUILD, TP_TO_BUILD,
};
use design::parameters::unit::{ACP_PER_TURN, CP};
use design::{Design, MaterialType, UnitType};

use super::cells::{listed, material_name, matrix, shared, unit_cell, unit_name};
use crate::document::{Cell, Section};

/// Action points from the first to the last build action, and materials.
pub(super) fn building(design: &Design) -> Section {
    let mut section = Section::new("Who builds what");
    let efforts = matrix(design, "builder / product", unit_cell, unit_cell, |builder, product| {
        let making = joint_making(design, builder, product)?;
        let (effort, part) = match (making.creator == builder, making.builder == builder) {
            (true, true) => (making.acp(), None),
            (true, false) => (making.creation_acp, Some(format!("{} builds it", unit_name(design, making.builder)))),
            _ => (making.building_acp(), Some(format!("{} begins it", unit_name(design, making.creator)))),
        };
        let mut notes = Vec::from_iter(part);
        let a_turn = design.int(ACP_PER_TURN, builder);
        if a_turn > 0 && effort > 0 {
            notes.push(design::counted((effort + a_turn - 1) / a_turn, "turn"));
        }
        if design.entry(TP_TO_BUILD, builder, product) > 0 {
            notes.push(format!("{} tooling points", design.entry(TP_TO_BUILD, builder, product)));
        }
        Some(Cell::number(effort).noted(notes.join(", ")).heated(30))
    });
    if !efforts.rows.is_empty() {
        section = section.sheet(efforts).paragraph(
            "Action points of the builder from the first stroke to the last, and below them its turns if it does nothing else.",
        );
    }
    let costs = matrix(
        design,
        "costs",
        unit_cell,
        |design, kind| Cell::words(material_name(design, kind)),
        |product, material| {
            let whole = design.entry(CONSUMPTION_ON_CREATION, product, material)
                + design.entry(CONSUMPTION_PER_CP, product, material) * design.int(CP, product);
            (whole != 0).then(|| Cell::number(whole))
        },
    );
    if !costs.rows.is_empty() {
        section = section.paragraph("What a unit costs:").sheet(costs);
    }
    let needs = |builder: UnitType| {
        let each = |material: MaterialType| {
            let spent = design.entry(CONSUMPTION_PER_BUILD, builder, material);
            let held = design.entry(MATERIAL_TO_BUILD, builder, material);
            let name = material_name(design, material);
            match (spent, held) {
                (0, 0) => None,
                (0, held) => Some(format!("must have {held} {name}")),
                (spent, held) if held > spent => Some(format!("spends {spent} {name} and must have {held}")),
                (spent, _) => Some(format!("spends {spent} {name}")),
            }
        };
        let parts: Vec<String> = design.material_types().filter_map(each).collect();
        let told = format!("{} with each stroke", listed(parts.iter().map(String::as_str)));
        (!parts.is_empty()).then(|| (unit_name(design, builder), told))
    };
    section.list(shared(design.unit_types().filter_map(needs)))
}
