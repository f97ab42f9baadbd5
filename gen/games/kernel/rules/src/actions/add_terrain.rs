//! Add a border, connection or coating (`kernel-rules` 2.17).

use design::TerrainType;
use design::parameters::table::{ACP_TO_ADD_TERRAIN, CONSUMPTION_PER_ADD_TERRAIN, MATERIAL_TO_ADD_TERRAIN};
use grid::Cell;

use super::alter_terrain::check_range;
use crate::{Refusal, StateChange, StateView, TerrainExtent, UnitIndex};

/// What an attempt that changes nothing costs, in action points.
pub(super) const IDLE_COST: i32 = 1;

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    extent: TerrainExtent,
    kind: TerrainType,
) -> Result<(), Refusal> {
    let design = &*at.rules.design;
    check_place(at, cell, extent, kind)?;
    let worker = at.unit(actee).kind;
    if !at.rules.abilities.adds.has(worker, kind) {
        return Err(Refusal::CannotDo("units of this type cannot lay that terrain"));
    }
    check_range(at, actee, cell, kind)?;
    at.check_acp(actor, design.entry(ACP_TO_ADD_TERRAIN, worker, kind))?;
    at.check_supply(MATERIAL_TO_ADD_TERRAIN, actee)?;
    at.check_need(actor, actee, |material| design.entry(CONSUMPTION_PER_ADD_TERRAIN, kind, material))
}

/// Checks that terrain of the type lies along sides of cells or over them, as the extent says, and that there is such a side.
pub(super) fn check_place(
    at: StateView<'_>,
    cell: Cell,
    extent: TerrainExtent,
    kind: TerrainType,
) -> Result<(), Refusal> {
    let design = &*at.rules.design;
    let area = &at.rules.area;
    let is_coating = at.rules.coating_types.contains(&kind);
    if !is_coating && !design.border_terrain().chain(design.connection_terrain()).any(|known| known == kind) {
        return Err(Refusal::Invalid("borders, connections and coatings are added and removed"));
    }
    match extent {
        TerrainExtent::Depth(_) if !is_coating => {
            Err(Refusal::Invalid("borders and connections lie on a side of a cell"))
        }
        TerrainExtent::Side(_) if is_coating => Err(Refusal::Invalid("a coating lies over a cell, and has a depth")),
        TerrainExtent::Depth(0) => Err(Refusal::Invalid("a coating has a depth of 1 or more")),
        TerrainExtent::Side(direction)
            if direction.0 >= area.directions() || area.neighbor(cell, direction).is_none() =>
        {
            Err(Refusal::Invalid("there is no cell on that side"))
        }
        TerrainExtent::Depth(_) | TerrainExtent::Side(_) => Ok(()),
    }
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
    let cost = at.rules.design.entry(ACP_TO_ADD_TERRAIN, at.unit(actee).kind, kind);
    let before = at.depth(cell, kind);
    let is_new = match extent {
        TerrainExtent::Depth(more) => {
            let (least, most) = at.depth_bounds(cell, kind);
            let depth = (before + i32::from(more)).min(most);
            depth >= least && depth > before
        }
        TerrainExtent::Side(direction) => !at.has_side(cell, direction, kind),
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
    match extent {
        TerrainExtent::Depth(more) => change.set_coating(cell, kind, before + i32::from(more)),
        TerrainExtent::Side(direction) => change.set_edge(cell, direction, kind, true),
    };
}
