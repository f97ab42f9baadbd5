//! Going to a cell, or near it.

use design::parameters::unit::{ACP_MAX, ACP_PER_TURN};
use grid::{Cell, Direction};

use super::TaskStep;
use crate::{Action, Refusal, UnitIndex, View};

/// The next step to a cell, or to within `within` cells of it.
pub(super) fn next_step(view: View<'_>, id: UnitIndex, to: Cell, within: u32) -> TaskStep {
    let step = known_step(view, id, to, within);
    if step != TaskStep::Failed {
        return step;
    }
    // If no way is known, as straight on as possible.
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

/// The same, only by a way over known ground.
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

/// Cells beside a unit that are nearer to a cell, the nearest first, without those where the unit would be destroyed as far as is
/// known.
fn towards(view: View<'_>, id: UnitIndex, to: Cell) -> impl Iterator<Item = Cell> {
    let area = view.rules.area;
    let from = view.own(id).cell;
    let far = area.distance(from, to);
    let mut cells: Vec<(u32, Cell)> = (0..area.directions())
        .filter_map(|way| area.neighbor(from, Direction(way)))
        .map(|cell| (area.distance(cell, to), cell))
        .filter(|entry| entry.0 < far && !view.state_view().is_known_deadly(view.side(), view.own(id).kind, entry.1))
        .collect();
    cells.sort_by_key(|entry| entry.0);
    cells.into_iter().map(|entry| entry.1)
}

/// How a unit gets into a cell: into the open, or into a transport of its side there.
pub(super) fn step_into(view: View<'_>, id: UnitIndex, cell: Cell) -> Result<Action, Refusal> {
    let walk = Action::Move(cell, view.altitude_there(id, cell));
    let Err(refusal) = view.check_act(id, id, walk) else { return Ok(walk) };
    if is_for_later(&refusal) {
        return Err(refusal);
    }
    let carriers = view.state_view().in_cell(cell).filter(|&carrier| carrier != id && view.is_own(carrier));
    let mut entries = carriers.map(Action::Enter);
    entries.find(|&entry| view.check_act(id, id, entry).is_ok()).ok_or(refusal)
}

/// Whether the reason of a refusal may pass with time.
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

/// Waits if time may help; but a unit that has all the points that it ever gets does not wait.
pub(super) fn wait_or_fail(view: View<'_>, id: UnitIndex, why: &Refusal) -> TaskStep {
    let unit = view.own(id);
    let design = &*view.rules.design;
    let is_rested = unit.acp >= unit.acp_start && (unit.acp_start > 0 || design.int(ACP_PER_TURN, unit.kind) <= 0);
    let saves = design.int(ACP_MAX, unit.kind) > i32::from(unit.acp_start);
    let lacks_points = matches!(why, Refusal::NotEnoughAcp { .. } | Refusal::NotEnoughMp { .. });
    if is_for_later(why) && !(lacks_points && is_rested && !saves) { TaskStep::Wait } else { TaskStep::Failed }
}

/// The step for an action: take it, wait for it, or fail.
pub(super) fn attempt(view: View<'_>, id: UnitIndex, action: Action) -> TaskStep {
    match view.check_act(id, id, action) {
        Ok(()) => TaskStep::Do(action),
        Err(why) => wait_or_fail(view, id, &why),
    }
}
