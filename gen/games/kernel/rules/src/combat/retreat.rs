//! Retreat: a unit moves away from an attacker, if it can (`kernel-rules` 2.4).

use design::abilities::has_speed;
use design::parameters::table::ACP_FOR_RETREAT;
use grid::{Cell, Direction, line};

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex, movement};

/// A unit moves one cell away from another, straight or a little to the side: false if there is no way.
pub(super) fn retreat(change: &mut StateChange<'_>, id: UnitIndex, from: UnitIndex) -> bool {
    let at = change.at();
    if !at.is_active(id) || !has_speed(&change.rules.design, at.unit(id).kind) {
        return false;
    }
    let design = &*change.rules.design;
    let (own, other) = (at.unit(id).kind, at.unit(from).kind);
    let extra = if change.rules.is_xconq_7_0 {
        design.entry(ACP_FOR_RETREAT, other, own)
    } else {
        design.entry(ACP_FOR_RETREAT, own, other)
    };
    let count = change.rules.area.directions();
    let away = match away_from(at, id, from) {
        Some(direction) => direction.0,
        None => change.state.rng.below(Purpose::Behavior, u32::from(count)) as u8,
    };
    let mut beside = [(away + 1) % count, (away + count - 1) % count];
    change.state.rng.shuffle(Purpose::Behavior, &mut beside);
    let who = change.at().snapshot(id);
    let attacker = change.at().snapshot(from);
    for direction in [away, beside[0], beside[1]] {
        let cell = change.rules.area.neighbor(who.cell, Direction(direction));
        if cell.is_some_and(|cell| goes(change, id, cell, extra)) {
            let cells = [who.cell, change.state.unit(id).cell];
            change.log_to(EventKind::Retreated { who, from: attacker }, &cells, &[who.side, attacker.side]);
            return true;
        }
    }
    false
}

/// The direction away from a unit; `None` in the same cell.
fn away_from(at: StateView<'_>, id: UnitIndex, from: UnitIndex) -> Option<Direction> {
    let area = &at.rules.area;
    let cell = at.unit(id).cell;
    let first = *line(area, cell, at.unit(from).cell).get(1)?;
    let (direction, _) = area.around(cell).find(|&(_, neighbor)| neighbor == first)?;
    Some(area.opposite(direction))
}

/// Goes to a cell, or into a unit there, with `extra` acp lent for it.
fn goes(change: &mut StateChange<'_>, id: UnitIndex, cell: Cell, extra: i32) -> bool {
    let altitude = change.at().altitude_there(id, cell);
    if let Ok(acp) = movement::check_step(change.at(), id, id, cell, altitude, extra) {
        movement::step(change, id, id, cell, altitude, acp);
        return true;
    }
    let at = change.at();
    let is_own = |&transport: &UnitIndex| transport != id && at.trusts(at.unit(transport).side, at.unit(id).side);
    let transports: Vec<UnitIndex> = at.in_cell(cell).filter(is_own).collect();
    transports.into_iter().any(|transport| enters(change, id, transport, extra))
}

/// Enters a unit, with `extra` acp lent for it, if it may.
pub(super) fn enters(change: &mut StateChange<'_>, id: UnitIndex, transport: UnitIndex, extra: i32) -> bool {
    let checked = movement::check_entry(change.at(), id, id, transport, extra);
    if let Ok(acp) = checked {
        movement::enter(change, id, id, transport, acp);
    }
    checked.is_ok()
}
