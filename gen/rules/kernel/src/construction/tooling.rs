//! The loss of tooling over time (`kernel-rules` 2.11).

use design::parameters::table::TP_ATTRITION;
use design::{TypeId, UnitType};

use crate::StateChange;
use crate::rng::Purpose;

/// Reduces the tooling of all units when a turn begins.
pub(crate) fn wear_off(change: &mut StateChange<'_>) {
    let rules = change.rules;
    if !rules.design.is_set(TP_ATTRITION) {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let types = change.at().details(id).map_or(0, |details| details.tooling.len());
        let doer = change.state.unit(id).kind;
        for kind in (0..types).map(UnitType::at) {
            let points = change.at().tooling(id, kind);
            let loss = rules.design.entry(TP_ATTRITION, doer, kind);
            if points > 0 && loss > 0 {
                let loss = change.state.rng.hundredths(Purpose::Work, loss);
                change.details_mut(id).tooling[kind.index()] = (points - loss).max(0) as i16;
            }
        }
    }
}
