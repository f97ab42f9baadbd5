//! Entering a transport: which units may, and the cost (`kernel-rules` 2.2, 3.2; seed 003, "Entry Action").

use design::parameters::table::{ACP_TO_ENTER_UNIT, CAN_ENTER_INDEPENDENT, FERRY_ON_ENTRY, MATERIAL_TO_MOVE};
use world::SideId;

use super::speed::acp_of;
use super::{check_mp_at, costs};
use crate::{Refusal, StateView, UnitIndex};

/// Checks that a unit may enter another, as if it had `extra_acp` more. Returns the cost in acp.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_entry(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    transport: UnitIndex,
    extra_acp: i32,
) -> Result<i32, Refusal> {
    if !at.is_in_play(transport) {
        return Err(Refusal::NoSuchUnit(transport));
    }
    if mover == transport || at.is_within(transport, mover) {
        return Err(Refusal::Invalid("a unit cannot be inside of itself"));
    }
    if at.unit(mover).inside == transport {
        return Err(Refusal::Invalid("it is inside already"));
    }
    let entry_acp = at.pair(ACP_TO_ENTER_UNIT, mover, transport);
    if entry_acp < 1 {
        return Err(Refusal::CannotDo("it cannot enter that"));
    }
    at.check_acp_with(actor, entry_acp, extra_acp)?;
    Refusal::of_reach(at.distance(mover, transport), 1)?;
    check_welcome(at, mover, transport)?;
    if !at.is_open_to(at.unit(mover).kind, transport) || !at.has_room_inside(at.unit(mover).kind, transport) {
        return Err(Refusal::DestinationFull);
    }
    at.check_supply(MATERIAL_TO_MOVE, mover)?;
    let mp = costs::mp_of_entry(at, mover, transport);
    let speed = at.speed_to(mover, at.unit(transport).cell);
    if speed <= 0 {
        // Units without speed are taken aboard too (seed 003, "Entry Action").
        return Ok(entry_acp.saturating_add(1));
    }
    if at.pair(FERRY_ON_ENTRY, transport, mover) < costs::OVER_ALL {
        check_mp_at(at, actor, mover, speed, mp, extra_acp)?;
    }
    Ok(acp_of(mp, speed).saturating_add(entry_acp))
}

/// Checks that a transport's side lets a unit in.
fn check_welcome(at: StateView<'_>, mover: UnitIndex, transport: UnitIndex) -> Result<(), Refusal> {
    let (guest, host) = (at.unit(mover).side, at.unit(transport).side);
    if guest == host {
        return Ok(());
    }
    let is_welcome = if guest == SideId::INDEPENDENT || host == SideId::INDEPENDENT {
        at.pair(CAN_ENTER_INDEPENDENT, mover, transport) != 0
    } else {
        at.trusts(host, guest)
    };
    if is_welcome { Ok(()) } else { Err(Refusal::CannotDo("the transport's side does not let it in")) }
}
