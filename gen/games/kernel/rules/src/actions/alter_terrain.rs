//! Alter the terrain of a cell (`kernel-rules` 2.17; seed 003, "Terrain Alteration Actions").

use design::parameters::table::{
    ACP_TO_ADD_TERRAIN, ACP_TO_REMOVE_TERRAIN, ALTER_TERRAIN_RANGE, CONSUMPTION_PER_ADD_TERRAIN,
    MATERIAL_PER_REMOVE_TERRAIN, MATERIAL_TO_ADD_TERRAIN, MATERIAL_TO_REMOVE_TERRAIN,
};
use design::{MaterialType, TerrainType};
use grid::Cell;

use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    kind: TerrainType,
) -> Result<(), Refusal> {
    let design = &*at.rules.design;
    let before = at.ground(cell);
    if !design.cell_terrain().any(|known| known == kind) || kind == before {
        return Err(Refusal::Invalid("a cell becomes another terrain that fills cells"));
    }
    if !at.rules.abilities.alters_to.has(at.unit(actee).kind, kind) {
        return Err(Refusal::CannotDo("units of this type cannot turn that terrain into the other"));
    }
    check_range(at, actee, cell, kind)?;
    at.check_acp(actor, cost(at, actee, before, kind))?;
    at.check_supply(MATERIAL_TO_REMOVE_TERRAIN, actee)?;
    at.check_supply(MATERIAL_TO_ADD_TERRAIN, actee)?;
    at.check_need(actor, actee, |material| need(at, before, kind, material))
}

/// Checks that a unit is near enough to a cell to lay or remove terrain there.
pub(super) fn check_range(at: StateView<'_>, worker: UnitIndex, cell: Cell, kind: TerrainType) -> Result<(), Refusal> {
    let most = at.rules.design.entry(ALTER_TERRAIN_RANGE, at.unit(worker).kind, kind);
    Refusal::of_reach(at.rules.area.distance(at.unit(worker).cell, cell) as i32, most)
}

fn cost(at: StateView<'_>, worker: UnitIndex, before: TerrainType, kind: TerrainType) -> i32 {
    let design = &*at.rules.design;
    let worker = at.unit(worker).kind;
    design.entry(ACP_TO_REMOVE_TERRAIN, worker, before) + design.entry(ACP_TO_ADD_TERRAIN, worker, kind)
}

/// What the new terrain costs beyond what the old one yields; a negative result is left over.
fn need(at: StateView<'_>, before: TerrainType, kind: TerrainType, material: MaterialType) -> i32 {
    at.rules.design.entry(CONSUMPTION_PER_ADD_TERRAIN, kind, material)
        - at.rules.design.entry(MATERIAL_PER_REMOVE_TERRAIN, before, material)
}

pub(super) fn apply(change: &mut StateChange<'_>, actor: UnitIndex, actee: UnitIndex, cell: Cell, kind: TerrainType) {
    let before = change.at().ground(cell);
    change.pay_acp(actor, cost(change.at(), actee, before, kind));
    for material in change.rules.material_types() {
        let needs = need(change.at(), before, kind, material);
        change.pay_for_terrain(actor, actee, material, needs);
    }
    change.change_ground(cell, kind);
}

impl StateChange<'_> {
    /// Pays for terrain, or takes the material that its removal yields.
    pub(super) fn pay_for_terrain(&mut self, actor: UnitIndex, actee: UnitIndex, material: MaterialType, needs: i32) {
        if needs > 0 {
            self.consume(actor, actee, material, needs);
        } else if needs < 0 {
            let stored = self.fill(actee, material, -needs);
            self.give_away(actee, material, -needs - stored);
        }
    }
}
