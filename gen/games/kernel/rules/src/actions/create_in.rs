//! Create a unit inside another (`kernel-rules` 2.12).

use design::UnitType;
use design::parameters::unit::{ADVANCED, SIZE_MAX};

use crate::event::EventKind;
use crate::space::Placement;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    kind: UnitType,
    transport: UnitIndex,
) -> Result<(), Refusal> {
    let side = at.unit(actor).side;
    if !at.is_in_play(transport) || !at.sees(side, transport) {
        return Err(Refusal::NoSuchUnit(transport));
    }
    crate::construction::check_creation(at, actor, actee, kind, at.distance(actee, transport))?;
    if is_settling(at, actee, kind, transport) {
        let size = at.details(transport).map_or(0, |details| i32::from(details.size));
        return if size < at.int(SIZE_MAX, transport) { Ok(()) } else { Err(Refusal::DestinationFull) };
    }
    if !at.trusts(at.unit(transport).side, side) {
        return Err(Refusal::CannotDo("the transport does not let it in"));
    }
    if at.is_open_to(kind, transport) && at.has_room_inside(kind, transport) {
        Ok(())
    } else {
        Err(Refusal::DestinationFull)
    }
}

/// Whether settlers would join the city that they are in, instead of founding another one inside it.
fn is_settling(at: StateView<'_>, actee: UnitIndex, kind: UnitType, transport: UnitIndex) -> bool {
    at.unit(actee).inside == transport
        && at.is_complete(transport)
        && at.unit(transport).kind == kind
        && at.rules.design.flag(ADVANCED, kind)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    kind: UnitType,
    transport: UnitIndex,
) {
    if !is_settling(change.at(), actee, kind, transport) {
        crate::construction::create(change, actor, actee, kind, Placement::Inside(transport));
        return;
    }
    crate::construction::pay_for_creation(change, actor, actee, kind);
    let details = change.details_mut(transport);
    details.size = details.size.saturating_add(1);
    let size = details.size;
    let who = change.at().snapshot(transport);
    change.log_to(EventKind::SizeChanged { who, size }, &[who.cell], &[who.side]);
    change.give_garrison(actee, transport);
}
