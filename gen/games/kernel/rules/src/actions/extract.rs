//! Extract a material from a cell, or from the independents there (`kernel-rules` 2.15; seed 003, "Material Extraction Action").
//!
//! The seed takes from the terrain or from nearby units. Those of a side give by transfer, if they trust; nobody speaks for an
//! independent unit, so every side that sees it may take what it holds. What lies in the cell is taken first.

use design::MaterialType;
use design::parameters::table::{ACP_TO_EXTRACT, MATERIAL_TO_EXTRACT};
use grid::Cell;
use world::SideId;

use crate::event::EventKind;
use crate::ledger::{LedgerEntry, note};
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
    let held = sources(at, actor, actee, cell, material).map(|id| at.supply(id, material));
    if held.fold(at.cell_supply(cell, material), i32::saturating_add) < amount {
        return Err(Refusal::NoSource);
    }
    if at.room_for(actee, material) == 0 {
        return Err(Refusal::DestinationFull);
    }
    Ok(())
}

/// The independent units in a cell that hold a material and that the actor's side sees, by their places in the cell.
fn sources(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    material: MaterialType,
) -> impl Iterator<Item = UnitIndex> {
    let side = at.unit(actor).side;
    let gives = move |&id: &UnitIndex| {
        id != actee && at.unit(id).side == SideId::INDEPENDENT && at.supply(id, material) > 0 && at.sees(side, id)
    };
    at.tree_in_cell(cell).filter(gives)
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
    let givers: Vec<UnitIndex> = sources(change.at(), actor, actee, cell, material).collect();
    let amount = change.fill(actee, material, amount);
    let stock = change.at().cell_supply(cell, material);
    let from_cell = stock.min(amount);
    change.set_cell_supply(cell, material, stock - from_cell);
    let mut wanted = amount - from_cell;
    for giver in givers {
        let given = change.at().supply(giver, material).min(wanted);
        *change.supply_mut(giver, material) -= given;
        note(LedgerEntry::Used, material, given);
        wanted -= given;
    }
    let who = change.at().snapshot(actee);
    change.log_to(EventKind::Extracted { who, material, amount }, &[who.cell, cell], &[who.side]);
    if from_cell > 0 && from_cell == stock {
        crate::economy::exhaust(change, cell, material);
    }
}
