//! The moves worth listing, for players that evaluate them and for programs that ask.

use design::TypeId;
use grid::{Cell, disk};

use crate::repertoire::Skill;
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
        // A unit without points of its own is moved by another in the same cell.
        let cell = view.own(actor).cell;
        for actee in view.position().in_cell(cell).filter(|&id| id != actor && view.is_own(id)) {
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
    let at = view.position();
    let unit = at.unit(id);
    unit.hp > 0
        && unit.cell != Unit::NOWHERE
        && (unit.acp > 0 || view.rules.repertoires[unit.kind.index()].is_free)
        && crate::turn::can_act_now(at, id)
        && at.is_complete(id)
}

/// Every action that a unit might be able to take where it is, by what its side sees.
pub(crate) fn list_of(view: View<'_>, actor: UnitIndex, actee: UnitIndex, found: &mut dyn FnMut(Action)) {
    let repertoire = &view.rules.repertoires[view.own(actee).kind.index()];
    for &skill in &repertoire.skills {
        list_skill(view, actor, actee, skill, found);
    }
}

fn list_skill(view: View<'_>, actor: UnitIndex, actee: UnitIndex, skill: Skill, found: &mut dyn FnMut(Action)) {
    let (at, area) = (view.position(), view.rules.area);
    let Unit { cell, altitude, kind, .. } = *view.own(actee);
    let repertoire = &view.rules.repertoires[kind.index()];
    let near = |range: u32| disk(&area, cell, range.min(8));
    let own_near = |range: u32| near(range).flat_map(move |cell| at.in_cell(cell)).filter(move |&id| view.is_own(id));
    match skill {
        Skill::Move => {
            let range = repertoire.move_range.max(2);
            near(range).filter(|&to| to != cell).for_each(|to| found(Action::Move(to, altitude)));
            for level in [altitude.saturating_sub(1), altitude.saturating_add(1)] {
                found(Action::Move(cell, level));
            }
        }
        Skill::Enter => {
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::Enter(id));
            }
            let inside = at.occupants(view.own(actee).inside.some().unwrap_or(actee));
            inside.filter(|&id| id != actee && view.is_own(id)).for_each(|id| found(Action::Enter(id)));
            near(1).flat_map(|cell| view.seen_in(cell)).for_each(|seen| found(Action::Enter(seen.id)));
        }
        Skill::Attack => foes(view, cell, repertoire.reach, &mut |id, _| found(Action::Attack(id))),
        Skill::FireAt => foes(view, cell, repertoire.reach, &mut |id, _| found(Action::FireAt(id, None))),
        Skill::FireInto => foes(view, cell, repertoire.reach, &mut |_, cell| found(Action::FireInto(cell, None, None))),
        Skill::Capture => foes(view, cell, 1, &mut |id, _| found(Action::Capture(id))),
        Skill::Overrun => foes(view, cell, 1, &mut |_, cell| found(Action::Overrun(cell, 0))),
        Skill::Detonate => near(1).for_each(|to| found(Action::Detonate(to, altitude))),
        Skill::Develop(kind) => found(Action::Develop(kind)),
        Skill::Toolup(kind) => found(Action::Toolup(kind)),
        Skill::Create(kind) => {
            for id in own_near(repertoire.create_range.min(2)) {
                found(Action::CreateIn(kind, id));
            }
            near(repertoire.create_range.min(2)).for_each(|to| found(Action::CreateAt(kind, to, 0)));
        }
        Skill::Build => {
            let mut unfinished = |id: UnitIndex| {
                if !at.is_complete(id) {
                    found(Action::Build(id));
                }
            };
            for id in own_near(repertoire.create_range.max(1)) {
                unfinished(id);
                at.occupants(id).for_each(&mut unfinished);
            }
        }
        Skill::Repair => own_near(1).for_each(|id| found(Action::Repair(id))),
        Skill::Produce(material) => found(Action::Produce(material, 10)),
        Skill::Extract(material) => near(1).for_each(|from| found(Action::Extract(from, material, 1))),
        Skill::Transfer(material) => {
            let amount = at.supply(actee, material);
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::Transfer(id, Some(material), amount));
            }
        }
        Skill::Disband => found(Action::Disband),
        Skill::TransferPart => {
            found(Action::TransferPart(1, None));
            for id in own_near(1).filter(|&id| id != actee) {
                found(Action::TransferPart(1, Some(id)));
            }
        }
        Skill::ChangeSide => {
            for side in view.rules.side_ids().filter(|&side| side != view.side()) {
                found(Action::ChangeSide(side));
            }
        }
        Skill::ChangeType(kind) => found(Action::ChangeType(kind)),
        Skill::AlterTerrain(kind) => {
            near(repertoire.terrain_range.min(2)).for_each(|to| found(Action::AlterTerrain(to, kind)));
        }
        Skill::AddTerrain(kind) => {
            for to in near(repertoire.terrain_range.min(1)) {
                (0..area.directions())
                    .for_each(|way| found(Action::AddTerrain(to, view.rules.extent(kind, way), kind)));
            }
        }
        Skill::RemoveTerrain(kind) => {
            for to in near(repertoire.terrain_range.min(1)) {
                (0..area.directions())
                    .for_each(|way| found(Action::RemoveTerrain(to, view.rules.extent(kind, way), kind)));
            }
        }
    }
    debug_assert!(view.is_own(actor));
}

/// The visible units of other sides, each with its cell.
fn foes(view: View<'_>, center: Cell, range: u32, found: &mut dyn FnMut(UnitIndex, Cell)) {
    let near = disk(&view.rules.area, center, range.min(8)).flat_map(|cell| view.seen_in(cell));
    near.filter(|seen| seen.is_current).for_each(|seen| found(seen.id, seen.cell));
}
