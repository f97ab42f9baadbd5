//! A move as people choose it: in words, with its cells and what it costs in action points.

use contract::{Choice, ChoiceKind};
use design::UnitType;
use design::parameters::table::{
    ACP_TO_ADD_TERRAIN, ACP_TO_ATTACK, ACP_TO_BUILD, ACP_TO_CAPTURE, ACP_TO_CHANGE_TYPE, ACP_TO_CREATE, ACP_TO_DEVELOP,
    ACP_TO_EXTRACT, ACP_TO_PRODUCE, ACP_TO_REMOVE_TERRAIN, ACP_TO_REPAIR, ACP_TO_TOOLUP,
};
use design::parameters::unit::{
    self, ACP_TO_CHANGE_SIDE, ACP_TO_DETONATE, ACP_TO_DISBAND, ACP_TO_FIRE, ACP_TO_TRANSFER_PART,
};
use grid::Cell;

use crate::movement::{check_entry, check_step};
use crate::text::{write_move, write_unit_name};
use crate::{Action, Move, Unit, UnitIndex, View};

/// A move as its seat chooses it.
pub(crate) fn choose(view: View<'_>, action: Move) -> Choice {
    let line = write_move(view, action);
    match action {
        Move::Act { actor, actee, action } => {
            let label = label(view, action).unwrap_or_else(|| line.clone());
            // A tool, such as a sword, never acts by itself: its bearer does. Any other move is that of the unit that acts, even if another
            // pays for it.
            let is_tool = actor != actee && !view.state_view().can_ever_act(actee);
            let is_tool = is_tool && view.own(actee).inside.some() == Some(actor);
            let label = if is_tool { format!("have {} {label}", write_unit_name(view, actee)) } else { label };
            let unit = if is_tool { actor } else { actee };
            let payer = Some(actor).filter(|_| actor != unit);
            let product = product(view, action);
            let turns = product.and_then(|(kind, begun)| crate::jobs::turns_to_make(view, actee, kind, begun));
            Choice {
                unit: write_unit_name(view, unit),
                paid_by: payer.map_or_else(String::new, |payer| write_unit_name(view, payer)),
                label,
                cells: cells(view, actee, action),
                cost: cost(view, actor, actee, action),
                kind: kind_of(action),
                odds: odds(view, actee, action),
                product: product
                    .map_or_else(String::new, |(kind, _)| view.rules.design.spoken_name(unit::NAME, kind).to_owned()),
                turns: turns.filter(|&turns| turns > 1),
                line,
                ..Choice::default()
            }
        }
        Move::Order(id, task) => crate::jobs::choose(view, id, task, line),
        Move::End => Choice { label: "end the turn".to_owned(), kind: ChoiceKind::End, ..Choice::of_line(line) },
        Move::Resign(_) => Choice { label: "resign".to_owned(), kind: ChoiceKind::Drop, ..Choice::of_line(line) },
        _ => Choice::of_line(line),
    }
}

const fn kind_of(action: Action) -> ChoiceKind {
    match action {
        Action::Attack(_) | Action::Overrun(..) | Action::FireAt(..) | Action::FireInto(..) | Action::Detonate(..) => {
            ChoiceKind::Attack
        }
        Action::Capture(_) => ChoiceKind::Take,
        Action::Build(_) => ChoiceKind::Continue,
        Action::CreateIn(..)
        | Action::CreateAt(..)
        | Action::Toolup(_)
        | Action::Develop(_)
        | Action::ChangeType(_) => ChoiceKind::Build,
        Action::Enter(_) => ChoiceKind::Board,
        Action::Move(..) => ChoiceKind::Move,
        Action::Repair(_)
        | Action::Produce(..)
        | Action::Extract(..)
        | Action::Transfer(..)
        | Action::AlterTerrain(..)
        | Action::AddTerrain(..)
        | Action::RemoveTerrain(..) => ChoiceKind::Work,
        Action::TransferPart(..) => ChoiceKind::Other,
        Action::Disband | Action::ChangeSide(_) => ChoiceKind::Drop,
    }
}

/// The type that an action makes, and the unit of it that is begun already.
fn product(view: View<'_>, action: Action) -> Option<(UnitType, Option<UnitIndex>)> {
    match action {
        Action::CreateIn(kind, _) | Action::CreateAt(kind, ..) | Action::Toolup(kind) => Some((kind, None)),
        Action::Build(id) => known(view, id).map(|(kind, _)| (kind, Some(id))),
        _ => None,
    }
}

/// The chance of a strike or of a capture between such types. What else changes it may be hidden, so it is left out.
fn odds(view: View<'_>, actee: UnitIndex, action: Action) -> Option<u8> {
    let (at, by) = (view.state_view(), view.own(actee).kind);
    let (target, is_fire) = match action {
        Action::Attack(target) => (target, false),
        Action::FireAt(target, _) => (target, true),
        Action::Capture(target) => {
            let seen = view.seen_unit(target)?;
            return Some(at.capture_chance_of_types(by, seen.kind, seen.side).clamp(0, 100) as u8);
        }
        _ => return None,
    };
    Some(at.base_chance(by, known(view, target)?.0, is_fire).clamp(0, 100) as u8)
}

/// The type and the cell of a unit, as far as the side knows.
fn known(view: View<'_>, id: UnitIndex) -> Option<(UnitType, Cell)> {
    if view.is_own(id) {
        return Some((view.own(id).kind, view.own(id).cell));
    }
    view.seen_unit(id).map(|seen| (seen.kind, seen.cell))
}

fn cell_of(view: View<'_>, id: UnitIndex) -> Option<Cell> {
    known(view, id).map(|(_, cell)| cell).filter(|&cell| cell != Unit::NOWHERE)
}

fn cells(view: View<'_>, actee: UnitIndex, action: Action) -> Vec<Cell> {
    let target = match action {
        Action::Move(cell, _)
        | Action::Overrun(cell, _)
        | Action::FireInto(cell, ..)
        | Action::Detonate(cell, _)
        | Action::CreateAt(_, cell, _)
        | Action::Extract(cell, ..)
        | Action::AlterTerrain(cell, _)
        | Action::AddTerrain(cell, ..)
        | Action::RemoveTerrain(cell, ..) => Some(cell),
        Action::Enter(id)
        | Action::Attack(id)
        | Action::FireAt(id, _)
        | Action::Capture(id)
        | Action::CreateIn(_, id)
        | Action::Build(id)
        | Action::Repair(id)
        | Action::Transfer(id, ..)
        | Action::TransferPart(_, Some(id)) => cell_of(view, id),
        Action::Develop(_)
        | Action::Toolup(_)
        | Action::Produce(..)
        | Action::Disband
        | Action::TransferPart(_, None)
        | Action::ChangeSide(_)
        | Action::ChangeType(_) => None,
    };
    let own = cell_of(view, actee);
    own.into_iter().chain(target.filter(|&target| own != Some(target))).collect()
}

/// What it does, in words; `None` if its line says it as well.
fn label(view: View<'_>, action: Action) -> Option<String> {
    let kind = |kind: UnitType| view.rules.design.spoken_name(unit::NAME, kind);
    let unit = |id: UnitIndex| known(view, id).map_or("unit", |(known, _)| kind(known));
    let foe = |id: UnitIndex| match view.seen_unit(id).map(|seen| seen.side).filter(|side| side.index().is_some()) {
        Some(side) => format!("{} of {}", unit(id), view.rules.scenario.side(side).name),
        None => unit(id).to_owned(),
    };
    let place = |cell: Cell| view.rules.area.cell_name(cell);
    let material = |material: design::MaterialType| &view.rules.material_names[usize::from(material.0)];
    Some(match action {
        Action::Move(cell, _) => format!("go to {}", place(cell)),
        Action::Enter(id) => format!("enter the {}", unit(id)),
        Action::Attack(id) => format!("attack the {}", foe(id)),
        Action::Overrun(cell, _) => format!("overrun {}", place(cell)),
        Action::FireAt(id, _) => format!("fire at the {}", foe(id)),
        Action::FireInto(cell, ..) => format!("fire into {}", place(cell)),
        Action::Capture(id) => format!("capture the {}", foe(id)),
        Action::Detonate(cell, _) => format!("go off at {}", place(cell)),
        Action::Develop(built) => format!("develop {}", kind(built)),
        Action::Toolup(built) => format!("tool up for {}", kind(built)),
        Action::CreateIn(built, _) => format!("begin {}", kind(built)),
        Action::CreateAt(built, cell, _) => format!("begin {} at {}", kind(built), place(cell)),
        Action::Build(id) => format!("go on with the {}", unit(id)),
        Action::Repair(id) => format!("mend the {}", unit(id)),
        Action::Produce(made, amount) => format!("produce {amount} {}", material(made)),
        Action::Extract(cell, taken, amount) => format!("take {amount} {} out of {}", material(taken), place(cell)),
        Action::Disband => "disband".to_owned(),
        Action::ChangeType(into) => format!("become {}", kind(into)),
        _ => return None,
    })
}

/// The action points that it costs the actor; `None` if the move could not be made anyway, or is paid otherwise.
fn cost(view: View<'_>, actor: UnitIndex, actee: UnitIndex, action: Action) -> Option<u32> {
    let at = view.state_view();
    let design = &*view.rules.design;
    let doer = at.unit(actee).kind;
    let acp = match action {
        Action::Move(cell, altitude) => check_step(at, actor, actee, cell, altitude, 0).ok()?,
        Action::Enter(transport) => check_entry(at, actor, actee, transport, 0).ok()?,
        Action::Attack(target) => at.pair(ACP_TO_ATTACK, actee, target),
        Action::FireAt(..) | Action::FireInto(..) => at.int(ACP_TO_FIRE, actee),
        Action::Capture(target) => at.pair(ACP_TO_CAPTURE, actee, target),
        Action::Detonate(..) => at.int(ACP_TO_DETONATE, actee),
        Action::Develop(kind) => design.entry(ACP_TO_DEVELOP, doer, kind),
        Action::Toolup(kind) => design.entry(ACP_TO_TOOLUP, doer, kind),
        Action::CreateIn(kind, _) | Action::CreateAt(kind, ..) => design.entry(ACP_TO_CREATE, doer, kind),
        Action::Build(target) => at.pair(ACP_TO_BUILD, actee, target),
        Action::Repair(target) => at.pair(ACP_TO_REPAIR, actee, target),
        Action::Produce(material, _) => design.entry(ACP_TO_PRODUCE, doer, material),
        Action::Extract(_, material, _) => design.entry(ACP_TO_EXTRACT, doer, material),
        Action::Disband => at.int(ACP_TO_DISBAND, actee),
        Action::TransferPart(..) => at.int(ACP_TO_TRANSFER_PART, actee),
        Action::ChangeSide(_) => at.int(ACP_TO_CHANGE_SIDE, actee),
        Action::ChangeType(kind) => design.entry(ACP_TO_CHANGE_TYPE, doer, kind),
        Action::AddTerrain(_, _, kind) => design.entry(ACP_TO_ADD_TERRAIN, doer, kind),
        Action::RemoveTerrain(_, _, kind) => design.entry(ACP_TO_REMOVE_TERRAIN, doer, kind),
        // They cost what fighting and marching, loading and unloading, removing and adding cost together.
        Action::Overrun(..) | Action::Transfer(..) | Action::AlterTerrain(..) => return None,
    };
    u32::try_from(acp).ok()
}
