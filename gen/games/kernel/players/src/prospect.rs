//! The worth of targets to a unit, and an upper bound on what a search for them can find.

use design::UnitType;
use grid::{Area, Cell};

use crate::situation::{Situation, Target};

/// A target that threatens a base is worth this many times more.
const THREAT: i64 = 6;
/// How many units go to one base of another side at a time.
const CLAIMS: u16 = 8;

/// The worth of a target to one more unit of a type that goes for it, not yet divided by the time to get there.
pub(crate) fn appeal(situation: &Situation, area: &Area, kind: UnitType, target: &Target) -> i64 {
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

/// An upper bound on the worth of the targets near a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TargetBound {
    /// Divided by the least time that each takes, which is its distance in a line.
    soonest: i64,
    /// Not divided by time.
    dearest: i64,
}

impl TargetBound {
    /// For a unit of a type in a cell: over the targets within `range` cells, where each takes at least `haste` turns.
    pub(crate) fn new(
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

    /// Whether there is any target.
    pub(crate) fn is_some(self) -> bool {
        self.dearest > 0
    }

    /// No target that takes this long can be worth more than this.
    pub(crate) fn bound(self, time: i64) -> i64 {
        self.soonest.min(self.dearest / time)
    }
}
