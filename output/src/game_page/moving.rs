//! Help on moving: which types move where, and at what cost, as `world::travel` computes a step, but without a world.

use design::abilities::can_stand_on;
use design::parameters::table::{MP_TO_ENTER_TERRAIN, MP_TO_LEAVE_TERRAIN, MP_TO_TRAVERSE};
use design::parameters::terrain::{SUBTYPE, SUBTYPE_BORDER, SUBTYPE_CELL, SUBTYPE_CONNECTION};
use design::{Design, TerrainType, UnitType};
use world::travel::{is_mobile, mp_per_turn};

use super::{listed, matrix, shared, terrain_cell, terrain_name, unit_cell, unit_name};
use crate::document::{Cell, Section};

/// Sentences, then a matrix.
pub(super) fn moving(design: &Design) -> Section {
    let section = Section::new("Who moves where");
    if !design.unit_types().any(|kind| is_mobile(design, kind)) {
        return if design.units.is_empty() { section } else { section.paragraph("No unit moves.") };
    }
    let sentences = design.unit_types().map(|kind| (unit_name(design, kind), sentence(design, kind)));
    let costs = matrix(design, "movement points", unit_cell, terrain_cell, |kind, ground| {
        let cost = is_mobile(design, kind).then(|| cost(design, kind, ground)).flatten()?;
        // The part of a turn's movement that is left after the step.
        let heat = 100 - (cost * 100 / mp_per_turn(design, kind).max(1)).min(100);
        let is_added = is_of(design, ground, SUBTYPE_BORDER);
        Some(Cell::number(if is_added { format!("+{cost}") } else { cost.to_string() }).heated(heat as u8))
    });
    section.list(shared(sentences)).sheet(costs).paragraph(
        "An empty field cannot be entered. What lies between two cells is added to the step across; along a road the \
         step costs what the road says.",
    )
}

fn is_of(design: &Design, ground: TerrainType, subtype: i32) -> bool {
    design.int(SUBTYPE, ground) == subtype
}

/// The movement points of a step into a terrain, over a border or along a connection; `None` if it costs more than a whole turn's
/// points, or if the type cannot live there.
fn cost(design: &Design, kind: UnitType, ground: TerrainType) -> Option<u32> {
    let points = |value: i32| value.max(0).unsigned_abs();
    let enter = points(design.entry(MP_TO_ENTER_TERRAIN, kind, ground));
    let cost = match design.int(SUBTYPE, ground) {
        SUBTYPE_CELL => can_stand_on(design, kind, ground).then_some(enter.max(1))?,
        SUBTYPE_BORDER => enter,
        SUBTYPE_CONNECTION => {
            let along = design.entry(MP_TO_TRAVERSE, kind, ground);
            let leave = points(design.entry(MP_TO_LEAVE_TERRAIN, kind, ground));
            (along >= 0).then(|| (enter + leave + points(along)).max(1))?
        }
        _ => return None,
    };
    (cost <= mp_per_turn(design, kind)).then_some(cost)
}

/// The terrain on which a type goes, the cheapest first.
fn sentence(design: &Design, kind: UnitType) -> String {
    if !is_mobile(design, kind) {
        return "cannot move".to_owned();
    }
    let of = |subtype: i32| design.ids::<TerrainType>().filter(move |&ground| is_of(design, ground, subtype));
    let names = |grounds: &[TerrainType]| listed(grounds.iter().map(|&ground| terrain_name(design, ground)));
    let mut parts = Vec::new();
    let count = of(SUBTYPE_CELL).count();
    let mut costs: Vec<u32> = of(SUBTYPE_CELL).filter_map(|ground| cost(design, kind, ground)).collect();
    costs.sort_unstable();
    costs.dedup();
    for points in costs {
        let grounds: Vec<TerrainType> =
            of(SUBTYPE_CELL).filter(|&ground| cost(design, kind, ground) == Some(points)).collect();
        let all = grounds.len() == count && count > 1;
        parts.push(if all {
            format!("{points} into any terrain")
        } else {
            format!("{points} into {}", names(&grounds))
        });
    }
    let closed: Vec<TerrainType> = of(SUBTYPE_CELL).filter(|&ground| cost(design, kind, ground).is_none()).collect();
    if parts.is_empty() {
        parts.push("enters nothing".to_owned());
    } else if !closed.is_empty() {
        parts.push(format!("never into {}", names(&closed)));
    }
    for border in of(SUBTYPE_BORDER) {
        match cost(design, kind, border) {
            Some(0) => {}
            Some(points) => parts.push(format!("{points} more over a {}", terrain_name(design, border))),
            None => parts.push(format!("never over a {}", terrain_name(design, border))),
        }
    }
    for connection in of(SUBTYPE_CONNECTION) {
        if let Some(points) = cost(design, kind, connection) {
            parts.push(format!("{points} along a {}", terrain_name(design, connection)));
        }
    }
    parts.join("; ")
}
