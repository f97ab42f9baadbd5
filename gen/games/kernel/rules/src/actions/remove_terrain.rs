//! Remove a border, connection or coating (`kernel-rules` 2.17).

use design::TerrainType;
use design::parameters::table::{ACP_TO_REMOVE_TERRAIN, MATERIAL_PER_REMOVE_TERRAIN, MATERIAL_TO_REMOVE_TERRAIN};
use grid::Cell;

use super::add_terrain::{IDLE_COST, check_place};
use super::alter_terrain::check_range;
use crate::{Refusal, StateChange, StateView, TerrainExtent, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    extent: TerrainExtent,
    kind: TerrainType,
) -> Result<(), Refusal> {
    check_place(at, cell, extent, kind)?;
    let worker = at.unit(actee).kind;
    if !at.rules.abilities.removes.has(worker, kind) {
        return Err(Refusal::CannotDo("units of this type cannot take that terrain away"));
    }
    check_range(at, actee, cell, kind)?;
    at.check_acp(actor, at.rules.design.entry(ACP_TO_REMOVE_TERRAIN, worker, kind))?;
    at.check_supply(MATERIAL_TO_REMOVE_TERRAIN, actee)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    extent: TerrainExtent,
    kind: TerrainType,
) {
    let at = change.at();
    let cost = at.rules.design.entry(ACP_TO_REMOVE_TERRAIN, at.unit(actee).kind, kind);
    let depth = at.depth(cell, kind);
    let is_there = match extent {
        TerrainExtent::Depth(_) => depth > 0,
        TerrainExtent::Side(direction) => at.has_side(cell, direction, kind),
    };
    if !is_there {
        change.pay_acp(actor, IDLE_COST);
        return;
    }
    change.pay_acp(actor, cost);
    for material in change.rules.material_types() {
        let yields = change.rules.design.entry(MATERIAL_PER_REMOVE_TERRAIN, kind, material);
        change.pay_for_terrain(actor, actee, material, -yields);
    }
    match extent {
        TerrainExtent::Depth(less) => change.set_coating(cell, kind, depth - i32::from(less)),
        TerrainExtent::Side(direction) => change.set_edge(cell, direction, kind, false),
    };
}
