//! Who builds what, how long it takes, and what it costs.

use design::parameters::table::{
    ACP_TO_BUILD, ACP_TO_CREATE, CAN_BUILD, CAN_CREATE, CONSUMPTION_ON_CREATION, CONSUMPTION_PER_BUILD,
    CONSUMPTION_PER_CP, CP_ON_CREATION, CP_PER_BUILD, MATERIAL_TO_BUILD, TP_TO_BUILD,
};
use design::parameters::unit::{ACP_PER_TURN, CP};
use design::{Design, MaterialType, UnitType};

use super::{listed, material_name, matrix, shared, unit_cell, unit_name};
use crate::document::{Cell, Section};

/// Action points from the first to the last stroke, and materials.
pub(super) fn building(design: &Design) -> Section {
    let mut section = Section::new("Who builds what");
    let efforts = matrix(design, "builder / product", unit_cell, unit_cell, |builder, product| {
        let effort = effort(design, builder, product)?;
        let mut notes = Vec::new();
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

/// Action points that a builder spends on a whole unit of a type; `None` if it cannot make one.
fn effort(design: &Design, builder: UnitType, product: UnitType) -> Option<i32> {
    let acp = |cost, may| match (design.entry(cost, builder, product), design.entry(may, builder, product)) {
        (0, 0) => None,
        (acp, _) => Some(acp),
    };
    let (begin, go_on) = (acp(ACP_TO_CREATE, CAN_CREATE)?, acp(ACP_TO_BUILD, CAN_BUILD));
    let left = (design.int(CP, product) - design.entry(CP_ON_CREATION, builder, product)).max(0);
    if left == 0 {
        return Some(begin);
    }
    let stroke = design.entry(CP_PER_BUILD, builder, product);
    let go_on = go_on.filter(|_| stroke > 0)?;
    let strokes = (left + stroke - 1) / stroke;
    Some(begin.saturating_add(strokes.saturating_mul(go_on)))
}
