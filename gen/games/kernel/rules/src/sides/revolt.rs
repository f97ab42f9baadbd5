//! Units that go over to another side by themselves (`kernel-rules` 6).

use design::TypeId;
use design::parameters::unit::{OPINION_MAX, OPINION_MIN};
use world::SideId;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// A unit goes over: to its first side, if that is in the game and no friend; else to one of which it thinks well; else to any that
/// may own it and sees it, the more likely the more units of its type that has. Its occupants go with it.
pub fn revolt(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    let unit = *at.unit(id);
    let is_lost_home = unit.origin != unit.side
        && at.is_in_game(unit.origin)
        && !at.trusts(unit.side, unit.origin)
        && at.may_take_over(unit.origin, unit.kind);
    let to = if is_lost_home {
        Some(unit.origin)
    } else {
        let choices = at.possible_masters(id);
        let liked: Vec<u32> = choices.iter().map(|&side| at.opinion(id, side).max(0) as u32).collect();
        let numbers: Vec<u32> = choices.iter().map(|&side| 1 + at.side(side).counts[unit.kind.index()]).collect();
        let weights = if liked.iter().any(|&weight| weight > 0) { liked } else { numbers };
        change.state.rng.weighted(Purpose::Events, &weights).map(|place| choices[place])
    };
    let Some(to) = to else { return };
    let who = change.at().snapshot(id);
    for member in change.at().tree(id) {
        let kind = change.state.unit(member).kind;
        if change.state.unit(member).side == who.side && change.at().may_take_over(to, kind) {
            change.set_side(member, to);
        }
    }
    change.log_to(EventKind::Revolted { who, to }, &[who.cell], &[who.side, to]);
}

impl StateView<'_> {
    /// What a unit thinks of a side; 0 where there are no opinions.
    pub(crate) fn opinion(self, id: UnitIndex, side: SideId) -> i32 {
        if self.int(OPINION_MIN, id) == self.int(OPINION_MAX, id) {
            return 0;
        }
        let opinions = self.details(id).map_or(&[][..], |details| &details.opinions);
        opinions.get(side.row()).map_or(0, |&opinion| i32::from(opinion))
    }

    /// The sides to which a unit may go over of itself: they may own it and see it; independents always do.
    fn possible_masters(self, id: UnitIndex) -> Vec<SideId> {
        let unit = self.unit(id);
        let may = |&side: &SideId| {
            side != unit.side
                && self.is_in_game(side)
                && self.may_take_over(side, unit.kind)
                && (side == SideId::INDEPENDENT || self.sees(side, id))
        };
        self.rules.all_sides().filter(may).collect()
    }
}
