//! Transports that carry more than was meant, and those that cannot be boarded.
//!
//! Sources: seed 000, "Defining Occupants and Transports" (a capacity without sizes takes anything; units that carry their own
//! kind, and loops); `kernel-rules` 2.2 and 3.2 (who may enter, at what cost).

use super::circles::find_circles;
use super::{Finding, is_game, names};
use crate::abilities::{Powers, brings, can_carry, can_create, is_payable, powers};
use crate::parameters::table::{
    ACP_TO_ENTER_UNIT, FERRY_ON_ENTRY, MP_TO_ENTER_UNIT, MP_TO_LEAVE_UNIT, OCCUPANT_MAX, UNIT_CAPACITY_X,
    UNIT_SIZE_AS_OCCUPANT,
};
use crate::parameters::unit::CAPACITY;
use crate::{Design, TypeId, UnitType};

/// Whether a unit of a type can ever board a transport and pay for it.
fn ever_boards(design: &Design, unit: UnitType, powers: Powers, transport: UnitType) -> bool {
    can_carry(design, transport, unit) && powers.acts && why_shut_out(design, unit, powers, transport).is_none()
}

/// Which parameter keeps a unit from boarding, with what it asks for.
fn why_shut_out(design: &Design, unit: UnitType, powers: Powers, transport: UnitType) -> Option<(&'static str, i32)> {
    /// The value of `ferry-on-entry` with which the transport carries a unit that boards all the way.
    const OVER_ALL: i32 = 3;
    let acp = design.entry(ACP_TO_ENTER_UNIT, unit, transport);
    let mp = design.entry(MP_TO_ENTER_UNIT, unit, transport);
    let is_fetched = design.entry(FERRY_ON_ENTRY, transport, unit) == OVER_ALL;
    if acp == 0 || !is_payable(acp, powers.acp) {
        Some(("acp-to-enter-unit", acp))
    } else if !is_fetched && (!powers.moves || !is_payable(mp, powers.mp)) {
        Some(("mp-to-enter-unit", mp))
    } else {
        None
    }
}

/// The types that board a transport for which the design sets only a capacity; none if it sets more.
fn unsaid_boarders(design: &Design, powers: &[Powers], transport: UnitType) -> Vec<UnitType> {
    let is_default = |unit: UnitType| {
        design.entry(UNIT_SIZE_AS_OCCUPANT, unit, transport) == 1
            && design.entry(OCCUPANT_MAX, transport, unit) == -1
            && design.entry(UNIT_CAPACITY_X, transport, unit) == 0
    };
    if design.int(CAPACITY, transport) == 0 || !design.unit_types().all(is_default) {
        return Vec::new();
    }
    let boards = |unit: &UnitType| *unit != transport && ever_boards(design, *unit, powers[unit.index()], transport);
    let boarders: Vec<UnitType> = design.unit_types().filter(boards).collect();
    // With a single such type the capacity can mean nothing else.
    if boarders.len() < 2 { Vec::new() } else { boarders }
}

/// Transports that take any type of unit.
pub(super) fn find_greedy(design: &Design) -> Vec<Finding> {
    if !is_game(design) {
        return Vec::new();
    }
    let powers = powers(design);
    let mut findings = Vec::new();
    for transport in design.unit_types() {
        let boarders = unsaid_boarders(design, &powers, transport);
        if boarders.is_empty() {
            continue;
        }
        let message = format!(
            "`{}` has a `capacity` of {} and takes aboard whatever boards, {}",
            design.name_of(transport),
            design.int(CAPACITY, transport),
            names(design, &boarders)
        );
        let advice = "say its occupants' `unit-size-as-occupant`, or an `occupant-max` for those that are meant";
        findings.push(Finding::of(transport, message, advice));
    }
    findings
}

/// Types that can come to be inside each other.
pub(super) fn find_recursive(design: &Design) -> Vec<Finding> {
    if !is_game(design) {
        return Vec::new();
    }
    let powers = powers(design);
    // One message per mistake: the lint of transports that take anything already speaks of those.
    let is_unsaid = |transport| !unsaid_boarders(design, &powers, transport).is_empty();
    let is_unsaid: Vec<bool> = design.unit_types().map(is_unsaid).collect();
    let carries = |transport: usize, unit: usize| {
        let (kind, occupant) = (UnitType::at(transport), UnitType::at(unit));
        !is_unsaid[transport]
            && can_carry(design, kind, occupant)
            && (ever_boards(design, occupant, powers[unit], kind)
                || powers[transport].acts && can_create(design, kind, occupant))
    };
    let tell = |circle: Vec<usize>| {
        let types: Vec<UnitType> = circle.into_iter().map(UnitType::at).collect();
        let message = match types[..] {
            [one] => format!("`{}` can carry others of its own type", design.name_of(one)),
            _ => format!("{} can be inside each other in a circle", names(design, &types)),
        };
        Finding::of(
            types[0],
            message,
            "set `occupant-max` to 0, or a `unit-size-as-occupant` above the `capacity`, for one of them",
        )
    };
    find_circles(powers.len(), carries).into_iter().map(tell).collect()
}

/// Units that can leave a transport and never come back.
pub(super) fn find_shut_out(design: &Design) -> Vec<Finding> {
    let all_powers = powers(design);
    let mut findings = Vec::new();
    for (unit, powers) in design.unit_types().zip(all_powers).filter(|(_, powers)| powers.moves) {
        let leaves = |transport: UnitType| is_payable(design.entry(MP_TO_LEAVE_UNIT, unit, transport), powers.mp);
        let shuts_out = |transport: &UnitType| {
            can_carry(design, *transport, unit)
                && (can_create(design, *transport, unit) || brings(design, *transport, unit))
                && leaves(*transport)
                && why_shut_out(design, unit, powers, *transport).is_some()
        };
        let transports: Vec<UnitType> = design.unit_types().filter(shuts_out).collect();
        let Some((key, cost)) = transports.first().and_then(|&first| why_shut_out(design, unit, powers, first)) else {
            continue;
        };
        let message = format!(
            "`{}` comes to be inside {}, can leave, and cannot board again (`{key}` is {cost})",
            design.name_of(unit),
            names(design, &transports)
        );
        let has = if key == "acp-to-enter-unit" { powers.acp } else { powers.mp };
        let most = has.map_or(String::new(), |has| format!(" to {has}"));
        findings.push(Finding::of(unit, message, format!("set `{key}` to a cost that it can pay: 1{most}")));
    }
    findings
}
