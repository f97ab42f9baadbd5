//! Extract a material from a cell (`kernel-rules` 2.15).

use design::MaterialType;
use design::parameters::table::{ACP_TO_EXTRACT, MATERIAL_TO_EXTRACT};
use grid::Cell;

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    material: MaterialType,
    amount: i32,
) -> Result<(), Refusal> {
    if !at.rules.has_material(material) || amount < 1 {
        return Err(Refusal::Invalid("it extracts 1 or more of a material"));
    }
    let kind = at.unit(actee).kind;
    if !at.rules.abilities.extracts.has(kind, material) {
        return Err(Refusal::CannotDo("units of this type do not extract that material"));
    }
    Refusal::of_reach(at.rules.area.distance(at.unit(actee).cell, cell) as i32, 1)?;
    at.check_acp(actor, at.rules.design.entry(ACP_TO_EXTRACT, kind, material))?;
    at.check_supply(MATERIAL_TO_EXTRACT, actee)?;
    if at.cell_supply(cell, material) < amount {
        return Err(Refusal::NoSource);
    }
    if at.room_for(actee, material) == 0 {
        return Err(Refusal::DestinationFull);
    }
    Ok(())
}

/// Takes as much as the unit has room for. The terrain of a cell that is then empty may change.
pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    material: MaterialType,
    amount: i32,
) {
    let kind = change.state.unit(actee).kind;
    change.pay_acp(actor, change.rules.design.entry(ACP_TO_EXTRACT, kind, material));
    let amount = change.fill(actee, material, amount);
    let left = change.at().cell_supply(cell, material) - amount;
    change.set_cell_supply(cell, material, left);
    let who = change.at().snapshot(actee);
    change.log_to(EventKind::Extracted { who, material, amount }, &[who.cell, cell], &[who.side]);
    if left <= 0 {
        crate::economy::exhaust(change, cell, material);
    }
}
