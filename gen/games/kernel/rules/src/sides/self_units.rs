//! Self-units: the unit that represents the player (`kernel-rules` 3.4; seed 000, "Setting up Self-Units").
//!
//! The consequences of a loss come when the action, or the step of a turn, is over, because a side cannot vanish in the middle of a
//! battle.

use design::parameters::global::SELF_REQUIRED;
use design::parameters::unit::{CAN_BE_SELF, SELF_CHANGEABLE, SELF_RESURRECTS};
use world::SideId;

use crate::{Refusal, StateChange, StateView, UnitIndex};

/// Gives each side that needs a self-unit and has none its first unit that can be one.
pub(crate) fn appoint_first(change: &mut StateChange<'_>) {
    if change.rules.design.global_int(SELF_REQUIRED) == 0 {
        return;
    }
    for side in change.rules.side_ids() {
        if change.at().side(side).self_unit.is_none() {
            change.side_mut(side).self_unit = find_heir(change.at(), side);
        }
    }
}

fn find_heir(at: StateView<'_>, side: SideId) -> Option<UnitIndex> {
    at.units_of(side).find(|&id| at.rules.design.flag(CAN_BE_SELF, at.unit(id).kind))
}

/// Sides that have lost their self-unit get another one, if the type allows it; else, if one is required, they lose.
pub fn find_heirs(change: &mut StateChange<'_>) {
    while let Some((side, kind, by)) = change.state.lost_self_units.pop() {
        let at = change.at();
        let heir = if at.rules.design.flag(SELF_RESURRECTS, kind) { find_heir(at, side) } else { None };
        let is_required = at.rules.design.global_int(SELF_REQUIRED) != 0;
        match heir {
            Some(heir) => change.side_mut(side).self_unit = Some(heir),
            None if is_required => super::lose(change, side, by),
            None => {}
        }
    }
}

/// Checks that a side may make a unit its self-unit.
///
/// # Errors
/// The refusal, if it may not.
pub(super) fn check(at: StateView<'_>, side: SideId, id: UnitIndex) -> Result<(), Refusal> {
    if !at.is_alive(id) {
        return Err(Refusal::NoSuchUnit(id));
    }
    if at.unit(id).side != side {
        return Err(Refusal::NotYours(id));
    }
    let design = &*at.rules.design;
    if !design.flag(CAN_BE_SELF, at.unit(id).kind) {
        return Err(Refusal::CannotDo("such a unit cannot stand for its player"));
    }
    match at.side(side).self_unit {
        Some(now) if now == id => Err(Refusal::Invalid("it stands for its player already")),
        Some(now) if !design.flag(SELF_CHANGEABLE, at.unit(now).kind) => {
            Err(Refusal::CannotDo("the unit that stands for the player cannot be changed"))
        }
        _ => Ok(()),
    }
}

/// The unit of a scenario with a number in the file (`#`): its own number, or its place.
pub(crate) fn find_by_number(scenario: &world::Scenario, number: i32) -> Option<UnitIndex> {
    let found = scenario.units.iter().position(|unit| unit.gdl.id == Some(number));
    let by_place = || {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        scenario.units.get(place).filter(|unit| unit.gdl.id.is_none()).map(|_| place)
    };
    found.or_else(by_place).map(|place| UnitIndex(place as u32))
}
