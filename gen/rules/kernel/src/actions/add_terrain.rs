//! Add a border, connection or coating (`kernel-rules` 2.17).

use design::TerrainType;
use design::parameters::table::{ACP_TO_ADD_TERRAIN, CONSUMPTION_PER_ADD_TERRAIN, MATERIAL_TO_ADD_TERRAIN};
use grid::{Cell, Direction};

use super::alter_terrain::check_range;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// An attempt that changes nothing costs this much.
pub(super) const IDLE_COST: i32 = 1;

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    direction: Direction,
    kind: TerrainType,
) -> Result<(), Refusal> {
    let design = &*at.rules.design;
    check_place(at, cell, direction, kind)?;
    let cost = design.entry(ACP_TO_ADD_TERRAIN, at.unit(actee).kind, kind);
    if cost < 1 {
        return Err(Refusal::CannotDo("units of this type cannot lay that terrain"));
    }
    check_range(at, actee, cell, kind)?;
    at.check_acp(actor, cost)?;
    at.check_supply(MATERIAL_TO_ADD_TERRAIN, actee)?;
    at.check_need(actor, actee, |material| design.entry(CONSUMPTION_PER_ADD_TERRAIN, kind, material))
}

/// Whether there is such a side of a cell, and such a terrain that lies along sides or over cells.
pub(super) fn check_place(
    at: StateView<'_>,
    cell: Cell,
    direction: Direction,
    kind: TerrainType,
) -> Result<(), Refusal> {
    if !at.rules.area.contains(cell) {
        return Err(Refusal::OutsideWorld);
    }
    if is_coating(at, kind) {
        return if direction.0 > 0 { Ok(()) } else { Err(Refusal::Invalid("a coating has a depth of 1 or more")) };
    }
    let design = &*at.rules.design;
    if !design.border_terrain().chain(design.connection_terrain()).any(|known| known == kind) {
        return Err(Refusal::Invalid("borders, connections and coatings are added and removed"));
    }
    if direction.0 >= at.rules.area.directions() || at.rules.area.neighbor(cell, direction).is_none() {
        return Err(Refusal::Invalid("there is no cell on that side"));
    }
    Ok(())
}

pub(super) fn is_coating(at: StateView<'_>, kind: TerrainType) -> bool {
    at.rules.coating_types.contains(&kind)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    direction: Direction,
    kind: TerrainType,
) {
    let at = change.at();
    let cost = at.rules.design.entry(ACP_TO_ADD_TERRAIN, at.unit(actee).kind, kind);
    let depth = at.depth(cell, kind) + i32::from(direction.0);
    let is_new = if is_coating(at, kind) {
        let (least, most) = at.depth_bounds(cell, kind);
        depth.min(most) >= least && depth.min(most) > at.depth(cell, kind)
    } else {
        !at.has_side(cell, direction, kind)
    };
    if !is_new {
        change.pay_acp(actor, IDLE_COST);
        return;
    }
    change.pay_acp(actor, cost);
    for material in change.rules.material_types() {
        let needs = change.rules.design.entry(CONSUMPTION_PER_ADD_TERRAIN, kind, material);
        change.pay_for_terrain(actor, actee, material, needs);
    }
    if is_coating(change.at(), kind) {
        change.set_coating(cell, kind, depth);
    } else {
        change.set_edge(cell, direction, kind, true);
    }
}
