//! Action points of a turn (`kernel-rules` 1.3).

use design::parameters::unit::{ACP_MAX, ACP_MIN, ACP_PER_TURN};

use crate::{Course, UnitId};

/// Gives every unit its action points.
pub(crate) fn give_acp(course: &mut Course<'_>) {
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        if course.at().is_in_play(id) {
            give_unit(course, id);
        }
    }
}

/// Gives one unit the action points of a turn.
pub(crate) fn give_unit(course: &mut Course<'_>, id: UnitId) {
    let at = course.at();
    let fresh = if at.is_active(id) { at.int(ACP_PER_TURN, id) } else { 0 };
    let most = match at.int(ACP_MAX, id) {
        most if most >= 0 => most,
        _ => fresh,
    };
    let kept = if course.state.turn == 1 { 0 } else { i32::from(at.unit(id).acp) };
    let acp = (kept + fresh).max(at.int(ACP_MIN, id)).min(most) as i16;
    let unit = course.unit_mut(id);
    (unit.acp, unit.acp_start, unit.moves) = (acp, acp, 0);
}
