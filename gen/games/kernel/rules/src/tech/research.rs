//! Research of numbered advances (`kernel-rules` 5.6): a side pays materials of its treasury for points of one topic.

use design::parameters::advance::{AI_NEXT_GOAL, RP};
use design::parameters::global::{INDEPSIDE_CAN_RESEARCH, SIDE_CAN_RESEARCH};
use design::parameters::table::{ADVANCE_CONSUMPTION_PER_RP, ADVANCE_NEEDED_TO_RESEARCH, ADVANCE_PRECLUDES_ADVANCE};
use design::{AdvanceType, TypeId};
use world::SideId;

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView};

impl StateView<'_> {
    /// Whether a side has an advance.
    #[must_use]
    pub fn has_advance(self, side: SideId, advance: AdvanceType) -> bool {
        let points = self.side(side).advances.get(advance.index()).copied().unwrap_or(0);
        points >= self.rules.design.int(RP, advance)
    }

    /// Whether a side researches at all.
    #[must_use]
    pub fn does_research(self, side: SideId) -> bool {
        let key = if side == SideId::INDEPENDENT { INDEPSIDE_CAN_RESEARCH } else { SIDE_CAN_RESEARCH };
        !self.rules.design.advances.is_empty() && self.rules.design.global_int(key) != 0 && self.is_in_game(side)
    }

    /// Checks that a side may research an advance now: it has the required ones, and none that excludes it.
    ///
    /// # Errors
    /// The refusal, if it may not.
    #[doc(hidden)]
    pub fn check_topic(self, side: SideId, advance: AdvanceType) -> Result<(), Refusal> {
        let design = &*self.rules.design;
        if advance.index() >= design.advances.len() {
            return Err(Refusal::Invalid("there is no such advance"));
        }
        if !self.does_research(side) || !self.rules.permits.may_research(side, advance) {
            return Err(Refusal::CannotDo("the side does no such research"));
        }
        if self.has_advance(side, advance) {
            return Err(Refusal::Invalid("the side has this advance"));
        }
        let lacks =
            |other| design.entry(ADVANCE_NEEDED_TO_RESEARCH, advance, other) != 0 && !self.has_advance(side, other);
        if design.is_set(ADVANCE_NEEDED_TO_RESEARCH) && design.ids::<AdvanceType>().any(lacks) {
            return Err(Refusal::CannotDo("another advance is needed first"));
        }
        let closes =
            |other| design.entry(ADVANCE_PRECLUDES_ADVANCE, other, advance) != 0 && self.has_advance(side, other);
        if design.is_set(ADVANCE_PRECLUDES_ADVANCE) && design.ids::<AdvanceType>().any(closes) {
            return Err(Refusal::CannotDo("an advance of the side's closes this one"));
        }
        if !self.rules.material_types().any(|material| design.entry(ADVANCE_CONSUMPTION_PER_RP, advance, material) > 0)
        {
            return Err(Refusal::CannotDo("no material pays for research on this advance"));
        }
        Ok(())
    }

    /// The advance to research first on the way to a goal: the goal itself, or the first required one that can be begun.
    fn first_step_to(self, side: SideId, goal: AdvanceType) -> Option<AdvanceType> {
        let design = &*self.rules.design;
        let mut known = vec![false; design.advances.len()];
        let mut open = vec![goal];
        while let Some(advance) = open.pop() {
            if std::mem::replace(&mut known[advance.index()], true) || self.has_advance(side, advance) {
                continue;
            }
            if self.check_topic(side, advance).is_ok() {
                return Some(advance);
            }
            let needed = |&other: &AdvanceType| design.entry(ADVANCE_NEEDED_TO_RESEARCH, advance, other) != 0;
            // In reverse order, so that the first one is looked at first.
            open.extend(design.ids::<AdvanceType>().rev().filter(needed));
        }
        None
    }

    /// What a side researches if nobody chooses: an advance on the way to its goal, else one that the design names after the
    /// finished one; else, if it must be something, the first possible one.
    fn next_topic(self, side: SideId, finished: Option<AdvanceType>, is_any_welcome: bool) -> Option<AdvanceType> {
        let design = &*self.rules.design;
        let after = finished.map_or(&[][..], |advance| design.form(AI_NEXT_GOAL, advance));
        let named = after.iter().filter_map(|atom| design.find::<AdvanceType>(atom.text()?));
        let mut goals = self.side(side).advance_goal.into_iter().chain(named);
        let any = || design.ids::<AdvanceType>().find(|&advance| self.check_topic(side, advance).is_ok());
        goals.find_map(|goal| self.first_step_to(side, goal)).or_else(|| if is_any_welcome { any() } else { None })
    }
}

/// Sets a topic that `check_topic` allows, and buys points for it at once.
pub(crate) fn choose(change: &mut StateChange<'_>, side: SideId, advance: AdvanceType) {
    set_topic(change, side, Some(advance));
    pay(change, side, false);
}

fn set_topic(change: &mut StateChange<'_>, side: SideId, topic: Option<AdvanceType>) {
    let own = change.side_mut(side);
    if own.topic == topic {
        return;
    }
    own.topic = topic;
    if let Some(advance) = topic {
        change.log_to_side(side, EventKind::TopicChosen { side, advance });
    }
}

/// All sides buy points for their topics from their treasuries. A side without a topic may choose one in the turn that begins.
pub(crate) fn go_on(change: &mut StateChange<'_>) {
    pay_all(change, false);
}

/// The same at the end of a turn: a side that has not chosen gets the first topic that it can research.
pub(crate) fn conclude(change: &mut StateChange<'_>) {
    pay_all(change, true);
}

fn pay_all(change: &mut StateChange<'_>, is_any_welcome: bool) {
    let design = &change.rules.design;
    if design.advances.is_empty()
        || (design.global_int(SIDE_CAN_RESEARCH) == 0 && design.global_int(INDEPSIDE_CAN_RESEARCH) == 0)
    {
        return;
    }
    for side in change.rules.all_sides() {
        if change.at().does_research(side) {
            pay(change, side, is_any_welcome);
        }
    }
}

/// Buys points for a side's topic; when it is finished the next one follows.
fn pay(change: &mut StateChange<'_>, side: SideId, is_any_welcome: bool) {
    // Each round but the last finishes an advance.
    for _ in 0..=change.rules.design.advances.len() {
        let at = change.at();
        let topic = at.side(side).topic.filter(|&topic| at.check_topic(side, topic).is_ok());
        let topic = topic.or_else(|| at.next_topic(side, at.side(side).topic, is_any_welcome));
        set_topic(change, side, topic);
        let Some(advance) = topic else { return };
        if !buy(change, side, advance) {
            return;
        }
        change.log_to_side(side, EventKind::AdvanceDone { side, advance });
        let next = change.at().next_topic(side, Some(advance), is_any_welcome);
        set_topic(change, side, next);
    }
}

/// Buys as many points as the treasury pays for. Returns whether the advance is finished.
fn buy(change: &mut StateChange<'_>, side: SideId, advance: AdvanceType) -> bool {
    let (rules, at) = (change.rules, change.at());
    let price = |material| rules.design.entry(ADVANCE_CONSUMPTION_PER_RP, advance, material);
    let (most, points) = (rules.design.int(RP, advance), at.side(side).advances[advance.index()]);
    let mut bought = (most - points).max(0);
    for material in rules.material_types().filter(|&material| price(material) > 0) {
        bought = bought.min(at.side(side).treasury[material.index()].max(0) / price(material));
    }
    let own = change.side_mut(side);
    for material in rules.material_types().filter(|&material| price(material) > 0) {
        own.treasury[material.index()] -= bought * price(material);
    }
    own.advances[advance.index()] += bought;
    own.advances[advance.index()] >= most
}
