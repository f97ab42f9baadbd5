//! Tooling: how far a unit is set up to make each type, its loss over time, and what tooling for one type is worth for others
//! (`kernel-rules` 2.11; seed 003, `tp-crossover`).

use design::parameters::table::{TP_ATTRITION, TP_CROSSOVER, TP_MAX};
use design::{TypeId, UnitType};

use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

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
        cross_over(change, id);
    }
}

/// Raises a unit's tooling to what its tooling for other types guarantees (seed 003): from the start of the game, after tooling
/// up, and after every loss. It never lowers any.
pub(crate) fn cross_over(change: &mut StateChange<'_>, id: UnitIndex) {
    let design = &*change.rules.design;
    if !design.is_set(TP_CROSSOVER) || change.at().details(id).is_none_or(|details| details.tooling.is_empty()) {
        return;
    }
    // What is raised may raise a third; each round settles at least one type, unless they raise each other without end.
    for _ in design.unit_types() {
        let raised: Vec<(UnitType, i32)> = design
            .unit_types()
            .map(|kind| (kind, change.at().guaranteed_tooling(id, kind)))
            .filter(|&(kind, floor)| floor > change.at().tooling(id, kind))
            .collect();
        if raised.is_empty() {
            return;
        }
        for (kind, floor) in raised {
            change.set_tooling(id, kind, floor);
        }
    }
}

impl StateChange<'_> {
    /// Sets the tooling points of a unit for a type.
    #[doc(hidden)]
    pub fn set_tooling(&mut self, id: UnitIndex, kind: UnitType, points: i32) {
        let types = self.rules.design.units.len();
        let tooling = &mut self.details_mut(id).tooling;
        tooling.resize(types, 0);
        tooling[kind.index()] = points.clamp(0, i32::from(i16::MAX)) as i16;
    }
}

impl StateView<'_> {
    /// Tooling points that a unit has for a type.
    #[must_use]
    pub fn tooling(self, id: UnitIndex, kind: UnitType) -> i32 {
        let tooling = self.details(id).and_then(|details| details.tooling.get(kind.index()));
        tooling.map_or(0, |&points| i32::from(points))
    }

    /// The tooling points for a type that a unit has by its tooling for others: that of each, by `tp-crossover`, in proportion to
    /// the greatest of both.
    fn guaranteed_tooling(self, id: UnitIndex, kind: UnitType) -> i32 {
        let (design, doer) = (&*self.rules.design, self.unit(id).kind);
        let most = i64::from(design.entry(TP_MAX, doer, kind).max(0));
        let floor = |other: UnitType| {
            let share = i64::from(design.entry(TP_CROSSOVER, other, kind));
            let whole = i64::from(design.entry(TP_MAX, doer, other));
            if whole > 0 { i64::from(self.tooling(id, other)) * share * most / (whole * 100) } else { 0 }
        };
        let floors = design.unit_types().filter(|&other| other != kind).map(floor);
        floors.max().unwrap_or(0).min(most) as i32
    }
}
