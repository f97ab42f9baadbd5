//! Enter a unit (`kernel-rules` 2.2; seed 003, "Entry Action").

use crate::movement::{check_entry, enter};
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, transport: UnitId) -> Result<(), Refusal> {
    check_entry(at, actor, actee, transport, 0).map(drop)
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, transport: UnitId) {
    if let Ok(acp) = check_entry(course.at(), actor, actee, transport, 0) {
        enter(course, actor, actee, transport, acp);
    }
}
