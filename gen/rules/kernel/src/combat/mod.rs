//! Combat: the blow, retreats, protection, capture, rounds of strength (`kernel-rules` 2.3 to 2.9, 2.19).

use crate::{Course, UnitId};

/// A captor takes a unit: scuttling, occupants, garrison, experience, knowledge; then it goes in (`kernel-rules` 2.7, "Success").
pub(crate) fn take(course: &mut Course<'_>, captor: UnitId, captive: UnitId) {
    let side = course.state.unit(captor).side;
    course.set_side(captive, side);
}

/// A unit has come to its cell: whoever watches it may fire (`kernel-rules` 2.6, "Overwatch").
pub(crate) fn overwatch(_course: &mut Course<'_>, _id: UnitId) {}

/// A unit has come to its cell: bombs near by may go off (`kernel-rules` 2.8).
pub(crate) fn approach(_course: &mut Course<'_>, _id: UnitId) {}

/// A bomb has come to its cell: it may go off by accident (`kernel-rules` 2.8).
pub(crate) fn accident(_course: &mut Course<'_>, _id: UnitId) {}
