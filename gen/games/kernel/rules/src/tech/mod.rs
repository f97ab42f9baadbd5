//! Tech levels, and which types a side may own and construct (`kernel-rules` 2.10, 2.12; seed 000, "Technology").

use design::parameters::global::{UNITS_IN_GAME_MAX, UNITS_PER_SIDE_MAX};
use design::parameters::table::{ADVANCE_NEEDED_TO_BUILD, TECH_CROSSOVER};
use design::parameters::unit::{
    AVAILABLE, CP, OBSOLETE, TECH_LEAKAGE, TECH_MAX, TECH_TO_BUILD, TECH_TO_OWN, TYPE_IN_GAME_MAX, TYPE_PER_SIDE_MAX,
};
use design::{AdvanceType, TypeId, UnitType};
use world::SideId;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::state::SideState;
use crate::{Refusal, StateChange, StateView};

mod permits;
pub(crate) mod research;

pub(crate) use permits::Permits;

/// The most units beyond those of the start that can exist at once: enough for any game, and a bound for units that bring units of
/// their own type, which would fill all memory within turns.
const UNITS_ADDED_MAX: usize = 30_000;

/// Whether a count is within a limit; a negative limit means none.
fn is_within(most: i32, count: impl Fn() -> i64) -> bool {
    most < 0 || count() <= i64::from(most)
}

impl StateView<'_> {
    /// A side's tech level of a type.
    #[must_use]
    pub fn tech(self, side: SideId, kind: UnitType) -> i32 {
        i32::from(self.side(side).tech[kind.index()])
    }

    /// Whether units of a type may belong to a side, by its class and number.
    #[must_use]
    pub fn may_own(self, side: SideId, kind: UnitType) -> bool {
        self.rules.scenario.may_own(side, kind)
    }

    /// Whether a side may have one more unit of a type: by its class, its tech, its limits. Independents need no tech.
    #[must_use]
    pub fn has_allowance(self, side: SideId, kind: UnitType) -> bool {
        self.may_take_over(side, kind) && self.has_tech_to_own(side, kind)
    }

    /// Whether a unit in the game may go over to a side, whatever the side's tech.
    #[must_use]
    pub fn may_take_over(self, side: SideId, kind: UnitType) -> bool {
        self.may_take_all_over(side, &[kind])
    }

    /// Whether several units in the game may go over to a side together: by their classes, and the side's limits.
    #[must_use]
    pub fn may_take_all_over(self, side: SideId, kinds: &[UnitType]) -> bool {
        let design = &*self.rules.design;
        let has_number = |&kind: &UnitType| {
            let same = || kinds.iter().filter(|&&other| other == kind).count() as i64;
            is_within(design.int(TYPE_PER_SIDE_MAX, kind), || self.side(side).count(kind) + same())
        };
        kinds.iter().all(|kind| self.may_own(side, *kind) && has_number(kind))
            && is_within(design.global_int(UNITS_PER_SIDE_MAX), || self.side(side).count_all() + kinds.len() as i64)
    }

    /// Whether a unit of a side may become another type: the number of units stays the same, but there is one more of this type.
    #[must_use]
    pub fn may_turn_into(self, side: SideId, kind: UnitType) -> bool {
        self.may_own(side, kind) && self.has_tech_to_own(side, kind) && self.has_number_for(side, kind)
    }

    /// Whether a side may have one more of a type, if the number of units in the game stays the same.
    #[must_use]
    pub fn has_number_for(self, side: SideId, kind: UnitType) -> bool {
        let most = self.rules.design.int(TYPE_PER_SIDE_MAX, kind);
        is_within(most, || self.side(side).count(kind) + 1) && self.has_number_in_game(kind)
    }

    /// Whether the game may have one more unit of a type.
    #[must_use]
    pub fn fits_in_game(self, kind: UnitType) -> bool {
        if self.state.live.len() >= self.rules.scenario.units.len() + UNITS_ADDED_MAX {
            return false;
        }
        let most = self.rules.design.global_int(UNITS_IN_GAME_MAX);
        let all = || self.state.sides.iter().map(SideState::count_all).sum::<i64>();
        self.has_number_in_game(kind) && is_within(most, || all() + 1)
    }

    /// Whether the game may have one more of a type, by the type's own limit.
    pub(crate) fn has_number_in_game(self, kind: UnitType) -> bool {
        let most = self.rules.design.int(TYPE_IN_GAME_MAX, kind);
        is_within(most, || self.state.sides.iter().map(|side| side.count(kind)).sum::<i64>() + 1)
    }

    fn has_tech_to_own(self, side: SideId, kind: UnitType) -> bool {
        self.check_tech_to_own(side, kind).is_ok()
    }

    /// Checks that a side has the tech to own a type. Independents need none.
    ///
    /// # Errors
    /// A refusal with the levels.
    pub(crate) fn check_tech_to_own(self, side: SideId, kind: UnitType) -> Result<(), Refusal> {
        if side == SideId::INDEPENDENT {
            return Ok(());
        }
        self.check_tech(side, kind, self.rules.design.int(TECH_TO_OWN, kind))
    }

    /// Whether a side may construct a type: by tech, advances, obsolescence, class, and the turn.
    #[must_use]
    pub fn can_construct(self, side: SideId, kind: UnitType) -> bool {
        self.check_construction(side, kind).is_ok()
    }

    /// The same, with the reason: a lack of tech is named only if nothing else is in the way.
    ///
    /// # Errors
    /// The refusal, if the side may not.
    pub(crate) fn check_construction(self, side: SideId, kind: UnitType) -> Result<(), Refusal> {
        if !self.could_construct_with_tech(side, kind) {
            return Err(Refusal::CannotDo("the side cannot construct this type now"));
        }
        match self.rules.design.int(TECH_TO_BUILD, kind) {
            ..=0 => Ok(()),
            to_build => self.check_tech(side, kind, to_build.max(self.rules.design.int(TECH_TO_OWN, kind))),
        }
    }

    fn could_construct_with_tech(self, side: SideId, kind: UnitType) -> bool {
        let design = &*self.rules.design;
        design.int(CP, kind) > 0
            && self.rules.permits.may_construct(side, kind)
            && self.is_available(kind)
            && self.may_own(side, kind)
            && usize::try_from(design.int(OBSOLETE, kind))
                .map_or(true, |end| !self.has_advance(side, AdvanceType::at(end)))
            && self.has_needed_advances(side, kind)
    }

    /// Whether a type exists in this turn: from turn n on, or until turn n if that is negative; never with 0.
    fn is_available(self, kind: UnitType) -> bool {
        match i64::from(self.rules.design.int(AVAILABLE, kind)) {
            0 => false,
            from if from > 0 => i64::from(self.state.turn) >= from,
            until => i64::from(self.state.turn) <= -until,
        }
    }

    fn has_needed_advances(self, side: SideId, kind: UnitType) -> bool {
        let design = &*self.rules.design;
        !design.is_set(ADVANCE_NEEDED_TO_BUILD)
            || design.ids::<AdvanceType>().all(|advance| {
                design.entry(ADVANCE_NEEDED_TO_BUILD, kind, advance) == 0 || self.has_advance(side, advance)
            })
    }
}

impl StateChange<'_> {
    /// Raises a side's tech level of a type, and with it those of types that profit from it. It never lowers a level.
    #[doc(hidden)]
    pub fn raise_tech(&mut self, side: SideId, kind: UnitType, level: i32) {
        let design = &self.rules.design;
        if level <= self.at().tech(side, kind) {
            return;
        }
        self.raise_level(side, kind, level);
        let most = i64::from(design.int(TECH_MAX, kind));
        if design.is_set(TECH_CROSSOVER) && most > 0 {
            for other in design.unit_types().filter(|&other| other != kind) {
                let share = i64::from(design.entry(TECH_CROSSOVER, kind, other));
                let floor = i64::from(level) * share * i64::from(design.int(TECH_MAX, other)) / (most * 100);
                self.raise_level(side, other, floor.min(i64::from(i16::MAX)) as i32);
            }
        }
        let level = self.at().tech(side, kind) as i16;
        self.log_to_side(side, EventKind::Developed { side, kind, level });
    }

    /// Raises the level of one type alone, without an event. It never lowers it.
    #[doc(hidden)]
    pub fn raise_level(&mut self, side: SideId, kind: UnitType, level: i32) {
        let own = &mut self.side_mut(side).tech[kind.index()];
        let before = *own;
        if level > i32::from(before) {
            *own = level.min(i32::from(i16::MAX)) as i16;
            crate::vision::tech_raised(self, side, kind, before);
        }
    }
}

/// Tech leaks from each side to those with a lower level, once for each side that is ahead.
pub(crate) fn leak(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let kinds: Vec<UnitType> =
        rules.design.unit_types().filter(|&kind| rules.design.int(TECH_LEAKAGE, kind) > 0).collect();
    if kinds.is_empty() {
        return;
    }
    let before: Vec<Vec<i16>> = change.state.sides.iter().map(|side| side.tech.clone()).collect();
    for from in rules.side_ids() {
        for to in rules.side_ids().filter(|&to| to != from && change.at().is_in_game(to)).collect::<Vec<_>>() {
            for &kind in &kinds {
                let ahead = i32::from(before[usize::from(from.0)][kind.index()]);
                let level = change.at().tech(to, kind);
                if i32::from(before[usize::from(to.0)][kind.index()]) >= ahead || level >= ahead {
                    continue;
                }
                let gain = change.state.rng.hundredths(Purpose::Work, rules.design.int(TECH_LEAKAGE, kind));
                change.raise_level(to, kind, level.saturating_add(gain).min(ahead));
                let level = change.at().tech(to, kind) as i16;
                if gain > 0 {
                    change.log_to_side(to, EventKind::Developed { side: to, kind, level });
                }
            }
        }
    }
}

/// Stores the levels at the beginning of a turn, from which the cap of development counts.
pub(crate) fn remember(change: &mut StateChange<'_>) {
    // A scenario may say how much of the levels in its first turn existed before.
    let first = change.at().is_first_turn();
    for (number, side) in change.state.sides.iter_mut().enumerate() {
        if !(first && change.rules.permits.has_first_tech(number)) {
            side.tech_start.clone_from(&side.tech);
        }
    }
}
