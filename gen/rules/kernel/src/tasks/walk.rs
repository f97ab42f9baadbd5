//! Going somewhere: to a cell, or near it.

use design::parameters::unit::{ACP_MAX, ACP_PER_TURN};
use grid::{Cell, Direction};

use super::TaskStep;
use crate::{Action, Move, Refusal, UnitIndex, View};

/// The next step to a cell, or to within so many cells of it.
pub(super) fn next_step(view: View<'_>, id: UnitIndex, to: Cell, within: u32) -> TaskStep {
    let step = known_step(view, id, to, within);
    if step != TaskStep::Failed {
        return step;
    }
    // Where no way is known, as straight on as may be.
    let mut refusal = Refusal::NoPath;
    for cell in towards(view, id, to) {
        match step_into(view, id, cell) {
            Ok(action) => return TaskStep::Do(action),
            Err(why) => {
                if is_for_later(&why) {
                    refusal = why;
                }
            }
        }
    }
    wait_or_fail(view, id, &refusal)
}

/// The same by a way over known ground, or not at all.
pub(super) fn known_step(view: View<'_>, id: UnitIndex, to: Cell, within: u32) -> TaskStep {
    if view.rules.area.distance(view.own(id).cell, to) <= within {
        return TaskStep::Done;
    }
    match view.first_step(id, to, within).map(|cell| step_into(view, id, cell)) {
        Some(Ok(action)) => TaskStep::Do(action),
        Some(Err(why)) if is_for_later(&why) => wait_or_fail(view, id, &why),
        _ => TaskStep::Failed,
    }
}

/// Cells beside a unit that are nearer to a cell, the nearest first; none of which it is known that
/// the unit would be lost there.
fn towards(view: View<'_>, id: UnitIndex, to: Cell) -> impl Iterator<Item = Cell> {
    let area = view.rules.area;
    let from = view.own(id).cell;
    let far = area.distance(from, to);
    let mut cells: Vec<(u32, Cell)> = (0..area.directions())
        .filter_map(|way| area.neighbor(from, Direction(way)))
        .map(|cell| (area.distance(cell, to), cell))
        .filter(|entry| entry.0 < far && !view.position().is_known_deadly(view.side(), view.own(id).kind, entry.1))
        .collect();
    cells.sort_by_key(|entry| entry.0);
    cells.into_iter().map(|entry| entry.1)
}

/// How a unit gets into a cell: into the open, or into a transport of its side's there.
pub(super) fn step_into(view: View<'_>, id: UnitIndex, cell: Cell) -> Result<Action, Refusal> {
    let walk = Action::Move(cell, view.altitude_there(id, cell));
    let Err(refusal) = view.check(Move::act(id, walk)) else { return Ok(walk) };
    if is_for_later(&refusal) {
        return Err(refusal);
    }
    let carriers = view.position().in_cell(cell).filter(|&carrier| carrier != id && view.is_own(carrier));
    let mut entries = carriers.map(Action::Enter);
    entries.find(|&entry| view.check(Move::act(id, entry)).is_ok()).ok_or(refusal)
}

/// What is refused for want of something that turns bring.
pub(super) const fn is_for_later(why: &Refusal) -> bool {
    matches!(
        why,
        Refusal::NotEnoughAcp { .. }
            | Refusal::NotEnoughMp { .. }
            | Refusal::NotEnoughMaterial { .. }
            | Refusal::NotEnoughAmmo { .. }
            | Refusal::NotYet
    )
}

/// Waits for what turns bring; but whoever has all the points that it ever gets waits for nothing.
pub(super) fn wait_or_fail(view: View<'_>, id: UnitIndex, why: &Refusal) -> TaskStep {
    let unit = view.own(id);
    let design = &*view.rules.design;
    let is_rested = unit.acp >= unit.acp_start && (unit.acp_start > 0 || design.int(ACP_PER_TURN, unit.kind) <= 0);
    let saves = design.int(ACP_MAX, unit.kind) > i32::from(unit.acp_start);
    let lacks_points = matches!(why, Refusal::NotEnoughAcp { .. } | Refusal::NotEnoughMp { .. });
    if is_for_later(why) && !(lacks_points && is_rested && !saves) { TaskStep::Wait } else { TaskStep::Failed }
}

/// What to do about an action: do it, wait for it, or give up.
pub(super) fn attempt(view: View<'_>, id: UnitIndex, action: Action) -> TaskStep {
    match view.check(Move::act(id, action)) {
        Ok(()) => TaskStep::Do(action),
        Err(why) => wait_or_fail(view, id, &why),
    }
}
