//! The moves worth listing, for players that evaluate them and for programs that ask.

use design::TypeId;
use grid::{Cell, disk};

use crate::action_kinds::ActionKind;
use crate::{Action, Move, Unit, UnitIndex, View};

/// The most moves that are listed for one unit.
const UNIT_MAX: usize = 400;

/// The most moves that are listed in all.
const MOVES_MAX: usize = 8000;

/// Lists moves that are legal now: those of all units that can act, and the end of the turn.
pub(crate) fn list(view: View<'_>, moves: &mut Vec<Move>) {
    moves.push(Move::End);
    for actor in view.own_units() {
        if moves.len() >= MOVES_MAX {
            return;
        }
        if !can_begin(view, actor) {
            continue;
        }
        let before = moves.len();
        list_of(view, actor, actor, &mut |action| offer(view, actor, actor, action, before, moves));
        // A unit without points of its own is moved by another in the same cell, and by its bearer if it never has any: a sword.
        let at = view.state_view();
        let borne = at.occupants(actor).filter(|&id| !at.can_ever_act(id));
        for actee in at.in_cell(view.own(actor).cell).chain(borne).filter(|&id| id != actor && view.is_own(id)) {
            if view.own(actee).acp <= 0 {
                list_of(view, actor, actee, &mut |action| offer(view, actor, actee, action, before, moves));
            }
        }
    }
}

fn offer(view: View<'_>, actor: UnitIndex, actee: UnitIndex, action: Action, before: usize, moves: &mut Vec<Move>) {
    let action = Move::Act { actor, actee, action };
    if moves.len() < before + UNIT_MAX && view.check(action).is_ok() {
        moves.push(action);
    }
}

/// Whether an own unit has any points to act with now.
pub(crate) fn can_begin(view: View<'_>, id: UnitIndex) -> bool {
    let at = view.state_view();
    let unit = at.unit(id);
    unit.hp > 0
        && unit.cell != Unit::NOWHERE
        && (unit.acp > 0 || view.rules.action_kinds[unit.kind.index()].is_free)
        && crate::turn::can_act_now(at, id)
        && at.is_complete(id)
}

/// Every action that a unit might be able to take where it is, by what its side sees.
pub(crate) fn list_of(view: View<'_>, actor: UnitIndex, actee: UnitIndex, found: &mut dyn FnMut(Action)) {
    let action_kinds = &view.rules.action_kinds[view.own(actee).kind.index()];
    for &kind in &action_kinds.kinds {
        list_kind(view, actor, actee, kind, found);
    }
}

fn list_kind(
    view: View<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    action_kind: ActionKind,
    found: &mut dyn FnMut(Action),
) {
    let (at, area) = (view.state_view(), view.rules.area);
    let Unit { cell, altitude, kind, .. } = *view.own(actee);
    let action_kinds = &view.rules.action_kinds[kind.index()];
    let near = |range: u32| disk(&area, cell, range.min(8));
    let own_near = |range: u32| near(range).flat_map(move |cell| at.in_cell(cell)).filter(move |&id| view.is_own(id));
    match action_kind {
        ActionKind::Move => {
            let range = action_kinds.move_range.max(2);
            near(range).filter(|&to| to != cell).for_each(|to| found(Action::Move(to, altitude)));
            view.rules.linked_from(cell).for_each(|to| found(Action::Move(to, altitude)));
            for level in [altitude.saturating_sub(1), altitude.saturating_add(1)] {
                found(Action::Move(cell, level));
            }
        }
        ActionKind::Enter => {
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::Enter(id));
            }
            let inside = at.occupants(view.own(actee).inside.some().unwrap_or(actee));
            inside.filter(|&id| id != actee && view.is_own(id)).for_each(|id| found(Action::Enter(id)));
            let linked = view.rules.linked_from(cell);
            let beside = near(1).chain(linked).flat_map(|cell| view.seen_in(cell));
            beside.for_each(|seen| found(Action::Enter(seen.id)));
            for to in view.rules.linked_from(cell) {
                at.in_cell(to).filter(|&id| view.is_own(id)).for_each(|id| found(Action::Enter(id)));
            }
        }
        ActionKind::Attack => foes(view, cell, action_kinds.reach, &mut |id, _| found(Action::Attack(id))),
        ActionKind::FireAt => foes(view, cell, action_kinds.reach, &mut |id, _| found(Action::FireAt(id, None))),
        ActionKind::FireInto => {
            foes(view, cell, action_kinds.reach, &mut |_, cell| found(Action::FireInto(cell, None, None)))
        }
        ActionKind::Capture => foes(view, cell, 1, &mut |id, _| found(Action::Capture(id))),
        ActionKind::Overrun => foes(view, cell, 1, &mut |_, cell| found(Action::Overrun(cell, 0))),
        ActionKind::Detonate => near(1).for_each(|to| found(Action::Detonate(to, altitude))),
        ActionKind::Develop(kind) => found(Action::Develop(kind)),
        ActionKind::Toolup(kind) => found(Action::Toolup(kind)),
        ActionKind::Create(kind) => {
            for id in own_near(action_kinds.create_range.min(2)) {
                found(Action::CreateIn(kind, id));
            }
            near(action_kinds.create_range.min(2)).for_each(|to| found(Action::CreateAt(kind, to, 0)));
        }
        ActionKind::Build => {
            let mut unfinished = |id: UnitIndex| {
                if !at.is_complete(id) {
                    found(Action::Build(id));
                }
            };
            for id in own_near(action_kinds.create_range.max(1)) {
                unfinished(id);
                at.occupants(id).for_each(&mut unfinished);
            }
        }
        ActionKind::Repair => own_near(1).for_each(|id| found(Action::Repair(id))),
        ActionKind::Produce(material) => found(Action::Produce(material, 10)),
        ActionKind::Extract(material) => near(1).for_each(|from| found(Action::Extract(from, material, 1))),
        ActionKind::Transfer(material) => {
            let amount = at.supply(actee, material);
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::Transfer(id, Some(material), amount));
            }
        }
        ActionKind::Disband => found(Action::Disband),
        ActionKind::TransferPart => {
            found(Action::TransferPart(1, None));
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::TransferPart(1, Some(id)));
            }
        }
        ActionKind::ChangeSide => {
            for side in view.rules.side_ids().filter(|&side| side != view.side()) {
                found(Action::ChangeSide(side));
            }
        }
        ActionKind::ChangeType(kind) => found(Action::ChangeType(kind)),
        ActionKind::AlterTerrain(kind) => {
            near(action_kinds.terrain_range.min(2)).for_each(|to| found(Action::AlterTerrain(to, kind)));
        }
        ActionKind::AddTerrain(kind) => {
            for to in near(action_kinds.terrain_range.min(1)) {
                (0..area.directions())
                    .for_each(|way| found(Action::AddTerrain(to, view.rules.extent(kind, way), kind)));
            }
        }
        ActionKind::RemoveTerrain(kind) => {
            for to in near(action_kinds.terrain_range.min(1)) {
                (0..area.directions())
                    .for_each(|way| found(Action::RemoveTerrain(to, view.rules.extent(kind, way), kind)));
            }
        }
    }
    debug_assert!(view.is_own(actor));
}

/// The visible units of other sides, each with its cell.
fn foes(view: View<'_>, center: Cell, range: u32, found: &mut dyn FnMut(UnitIndex, Cell)) {
    let linked = view.rules.linked_from(center).filter(|_| range > 0);
    let near = disk(&view.rules.area, center, range.min(8)).chain(linked).flat_map(|cell| view.seen_in(cell));
    near.filter(|seen| seen.is_current).for_each(|seen| found(seen.id, seen.cell));
}
