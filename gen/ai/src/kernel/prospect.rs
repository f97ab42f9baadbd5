//! What targets are worth to a unit, and how much a search for them can bring at most.

use design::UnitType;
use grid::{Area, Cell};

use super::situation::{Situation, Target};

/// Whoever threatens a base is worth so many times more as a target.
const THREAT: i64 = 6;
/// So many go to one base of others' at a time.
const CLAIMS: u16 = 8;
/// What costs so much to get to, or lies so far off in a line, is hardly among the cells at which a unit looks when it plans.
pub(super) const NEAR: u16 = 18;

/// What a target is worth to one more of a type that goes for it, before it is divided by the time that it takes to get there.
pub(super) fn appeal(situation: &Situation, area: &Area, kind: UnitType, target: &Target) -> i64 {
    let mut interest = i64::from(Situation::interest(situation.roles(), kind, target));
    if !target.is_still && situation.is_threat(area, target) {
        interest *= THREAT;
    }
    let enough = match (target.is_free, target.is_still) {
        (true, _) => 1,
        (false, true) => CLAIMS,
        (false, false) => 2,
    };
    if target.claims >= enough {
        interest /= 4 * i64::from(target.claims);
    }
    interest * 64
}

/// The most that targets near a unit can be worth to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TargetBound {
    /// Divided by the time that each takes at least: none is nearer than it lies in a line.
    soonest: i64,
    /// Undivided.
    dearest: i64,
}

impl TargetBound {
    /// For a type in a cell, within so many cells of it, that takes so long to begin with.
    pub(super) fn new(
        situation: &Situation,
        area: &Area,
        kind: UnitType,
        cell: Cell,
        range: u16,
        haste: i64,
    ) -> TargetBound {
        let mut prospect = TargetBound::default();
        for target in &situation.targets {
            let distance = area.distance(cell, target.cell);
            if distance <= range.into() {
                let appeal = appeal(situation, area, kind, target);
                prospect.dearest = prospect.dearest.max(appeal);
                prospect.soonest = prospect.soonest.max(appeal / (i64::from(distance.saturating_sub(1)) + haste));
            }
        }
        prospect
    }

    /// Whether there is anything at all.
    pub(super) fn is_some(self) -> bool {
        self.dearest > 0
    }

    /// What nothing can be worth more than that takes so long.
    pub(super) fn bound(self, time: i64) -> i64 {
        self.soonest.min(self.dearest / time)
    }
}
