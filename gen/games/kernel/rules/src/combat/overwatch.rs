//! Overwatch: units that appear in a zone of opportunity are fired at, without an order (`kernel-rules` 2.6).

use design::parameters::table::{ACP_FOR_OVERWATCH, ZOO_RANGE, ZOO_RANGE_MIN};
use design::parameters::unit::{ACP_INDEPENDENT, ACP_TO_FIRE};

use super::fire::shoot;
use crate::{StateChange, StateView, UnitIndex};

/// A unit has come to its cell: each unit that watches it fires once, the sides in turn, as many units of each side as see the
/// cell.
pub(crate) fn overwatch(change: &mut StateChange<'_>, mover: UnitIndex) {
    let at = change.at();
    let range = at.rules.features.overwatch_range;
    if range < 0 || at.fights_in_rounds() {
        return;
    }
    let cell = at.unit(mover).cell;
    let mut watchers = Vec::new();
    for id in at.near(cell, range, |_| true) {
        watchers.extend(at.tree(id).into_iter().filter(|&id| at.watches(id, mover)));
    }
    watchers.sort_by_key(|&id| (at.unit(id).side, id));
    let mut shots = (world::SideId::INDEPENDENT, 0);
    for watcher in watchers {
        let at = change.at();
        if !at.is_in_play(mover) || at.unit(mover).cell != cell {
            return;
        }
        let side = at.unit(watcher).side;
        shots = if shots.0 == side { (side, shots.1 + 1) } else { (side, 1) };
        if shots.1 > at.viewers(side, cell) || !at.watches(watcher, mover) {
            continue;
        }
        let extra = at.pair(ACP_FOR_OVERWATCH, watcher, mover);
        let cost = at.int(ACP_TO_FIRE, watcher);
        shoot(change, watcher, mover, None, true);
        if change.at().is_alive(watcher) {
            let acp = i32::from(change.state.unit(watcher).acp) + extra;
            change.unit_mut(watcher).acp = acp.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            change.pay_acp(watcher, cost);
        }
    }
}

impl StateView<'_> {
    /// How many units of a side see a cell; it has no meaning if everybody sees everything.
    fn viewers(self, side: world::SideId, cell: grid::Cell) -> u32 {
        if self.rules.see_all {
            return u32::MAX;
        }
        self.sight(side).coverage.get(cell.index()).map_or(0, |&count| u32::from(count))
    }

    /// Whether a unit fires at another that appears.
    fn watches(self, watcher: UnitIndex, mover: UnitIndex) -> bool {
        let (own, other) = (self.unit(watcher), self.unit(mover));
        let (least, most) = (self.pair(ZOO_RANGE_MIN, watcher, mover), self.pair(ZOO_RANGE, watcher, mover));
        let distance = self.distance(watcher, mover);
        let cost = self.int(ACP_TO_FIRE, watcher);
        let has = i32::from(own.acp) + self.pair(ACP_FOR_OVERWATCH, watcher, mover);
        distance <= most
            && distance >= least
            && watcher != mover
            && self.is_active(watcher)
            && !self.trusts(own.side, other.side)
            && cost >= 1
            && (has >= cost || self.rules.design.flag(ACP_INDEPENDENT, own.kind))
            && self.sees(own.side, mover)
            && self.is_reachable(watcher, mover)
            && self.reaches_altitude(watcher, mover)
            && self.check_shot(watcher, mover, None).is_ok()
    }
}
