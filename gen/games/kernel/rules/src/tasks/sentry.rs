//! Standing guard: until an enemy comes near.

use design::parameters::unit::AI_ENEMY_ALERT_RANGE;
use grid::disk;
use world::SideId;

use super::TaskStep;
use crate::{Seen, UnitIndex, View};

/// From this range on all visible units are searched instead of all cells in range.
const NEAR: u32 = 8;

pub(super) fn next_step(view: View<'_>, id: UnitIndex) -> TaskStep {
    let unit = view.own(id);
    let range = view.rules.design.int(AI_ENEMY_ALERT_RANGE, unit.kind).max(0) as u32;
    let area = view.rules.area;
    let is_enemy = |seen: Seen| {
        seen.is_current
            && seen.side != SideId::INDEPENDENT
            && !view.state_view().trusts(view.side(), seen.side)
            && area.distance(seen.cell, unit.cell) <= range
    };
    let is_near = if range <= NEAR {
        disk(&area, unit.cell, range).flat_map(|cell| view.seen_in(cell)).any(is_enemy)
    } else {
        view.seen().any(is_enemy)
    };
    if is_near { TaskStep::Done } else { TaskStep::Wait }
}
