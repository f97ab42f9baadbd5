//! Help on moving: which types move where, and at what cost, as `world::travel` computes a step, but without a world.

use design::abilities::can_stand_on;
use design::parameters::terrain::{SUBTYPE, SUBTYPE_BORDER, SUBTYPE_CELL, SUBTYPE_CONNECTION};
use design::{Design, TerrainType, TypeId, UnitType};
use world::travel::{GroundCosts, is_mobile, mp_per_step, mp_per_turn};

use super::cells::{listed, matrix, shared, terrain_cell, terrain_name, unit_cell, unit_name};
use crate::document::{Cell, Section};

/// Sentences, then a matrix.
pub(super) fn moving(design: &Design) -> Section {
    let section = Section::new("Who moves where");
    if !design.unit_types().any(|kind| is_mobile(design, kind)) {
        return if design.units.is_empty() { section } else { section.paragraph("No unit moves.") };
    }
    let sentences = design.unit_types().map(|kind| (unit_name(design, kind), sentence(design, kind)));
    let costs = matrix(design, "movement points", unit_cell, terrain_cell, |kind, ground| {
        let cost =
            is_mobile(design, kind).then(|| cost(design, &GroundCosts::new(design, kind), kind, ground)).flatten()?;
        // The part of a turn's movement that is left after the step.
        let heat = 100 - (cost.max(0) * 100 / (mp_per_turn(design, kind) as i32).max(1)).min(100);
        let is_added = is_of(design, ground, SUBTYPE_BORDER);
        Some(Cell::number(if is_added { format!("{cost:+}") } else { cost.to_string() }).heated(heat as u8))
    });
    section.list(shared(sentences)).sheet(costs).paragraph(
        "An empty field cannot be entered. What lies between two cells is added to the step across; along a road the \
         step costs what the road says.",
    )
}

fn is_of(design: &Design, ground: TerrainType, subtype: i32) -> bool {
    design.int(SUBTYPE, ground) == subtype
}

/// The movement points of a step into a terrain, over a border or along a connection; `None` if it costs more than a step
/// may, or if the type cannot live there.
fn cost(design: &Design, costs: &GroundCosts, kind: UnitType, ground: TerrainType) -> Option<i32> {
    let cost = match design.int(SUBTYPE, ground) {
        SUBTYPE_CELL => can_stand_on(design, kind, ground).then(|| costs.enter[ground.index()].max(1)),
        SUBTYPE_BORDER => costs.crossing(ground),
        _ => costs.along(ground).map(|along| along.max(1)),
    };
    cost.filter(|&cost| cost <= mp_per_step(design, kind) as i32)
}

/// The terrain on which a type goes, the cheapest first.
fn sentence(design: &Design, kind: UnitType) -> String {
    if !is_mobile(design, kind) {
        return "cannot move".to_owned();
    }
    let costs = GroundCosts::new(design, kind);
    let cost = |ground: TerrainType| cost(design, &costs, kind, ground);
    let of = |subtype: i32| design.ids::<TerrainType>().filter(move |&ground| is_of(design, ground, subtype));
    let names = |grounds: &[TerrainType]| listed(grounds.iter().map(|&ground| terrain_name(design, ground)));
    let mut parts = Vec::new();
    let count = of(SUBTYPE_CELL).count();
    let mut prices: Vec<i32> = of(SUBTYPE_CELL).filter_map(cost).collect();
    prices.sort_unstable();
    prices.dedup();
    for points in prices {
        let grounds: Vec<TerrainType> = of(SUBTYPE_CELL).filter(|&ground| cost(ground) == Some(points)).collect();
        let all = grounds.len() == count && count > 1;
        parts.push(if all {
            format!("{points} into any terrain")
        } else {
            format!("{points} into {}", names(&grounds))
        });
    }
    let closed: Vec<TerrainType> = of(SUBTYPE_CELL).filter(|&ground| cost(ground).is_none()).collect();
    if parts.is_empty() {
        parts.push("enters nothing".to_owned());
    } else if !closed.is_empty() {
        parts.push(format!("never into {}", names(&closed)));
    }
    for border in of(SUBTYPE_BORDER) {
        match cost(border) {
            Some(0) => {}
            Some(points) if points < 0 => {
                parts.push(format!("{} less over a {}", -points, terrain_name(design, border)))
            }
            Some(points) => parts.push(format!("{points} more over a {}", terrain_name(design, border))),
            None => parts.push(format!("never over a {}", terrain_name(design, border))),
        }
    }
    for connection in of(SUBTYPE_CONNECTION) {
        if let Some(points) = cost(connection) {
            parts.push(format!("{points} along a {}", terrain_name(design, connection)));
        }
    }
    parts.join("; ")
}
