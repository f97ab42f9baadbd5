//! Combat: the blow, retreats, protection, capture, rounds of strength (`kernel-rules` 2.3 to 2.9, 2.19).

use crate::{Course, UnitId};

/// A captor takes a unit: scuttling, occupants, garrison, experience, knowledge; then it goes in (`kernel-rules` 2.7, "Success").
pub(crate) fn take(course: &mut Course<'_>, captor: UnitId, captive: UnitId) {
    let side = course.state.unit(captor).side;
    course.set_side(captive, side);
}
