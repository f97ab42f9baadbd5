//! Tooling wears off (`kernel-rules` 2.11).

use design::parameters::table::TP_ATTRITION;
use design::{TypeId, UnitType};

use crate::Course;
use crate::luck::Purpose;

/// Tooling of all units declines when a turn begins.
pub(crate) fn wear_off(course: &mut Course<'_>) {
    let rules = course.rules;
    if !rules.design.is_set(TP_ATTRITION) {
        return;
    }
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        let types = course.at().details(id).map_or(0, |details| details.tooling.len());
        let doer = course.state.unit(id).kind;
        for kind in (0..types).map(UnitType::at) {
            let points = course.at().tooling(id, kind);
            let loss = rules.design.entry(TP_ATTRITION, doer, kind);
            if points > 0 && loss > 0 {
                let loss = course.state.luck.hundredths(Purpose::Work, loss);
                course.details_mut(id).tooling[kind.index()] = (points - loss).max(0) as i16;
            }
        }
    }
}
