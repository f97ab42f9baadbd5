//! Trust: which sides may see, enter and be supplied (`kernel-rules`, conventions). There are no other treaties.

use world::SideId;

use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView};

/// Checks that a side may trust another, or stop trusting it.
///
/// # Errors
/// The refusal, if it may not.
pub(super) fn check(at: StateView<'_>, side: SideId, other: SideId, trusts: bool) -> Result<(), Refusal> {
    if other == SideId::INDEPENDENT || other.row() > at.rules.seat_count() {
        return Err(Refusal::Invalid("there is no such side to trust"));
    }
    if other == side {
        return Err(Refusal::Invalid("a side always trusts itself"));
    }
    if at.rules.team(side) == at.rules.team(other) {
        return Err(Refusal::CannotDo("sides of one team trust each other for good"));
    }
    if at.trusts(side, other) == trusts {
        return Err(Refusal::Invalid(if trusts { "it is trusted already" } else { "it is not trusted as it is" }));
    }
    Ok(())
}

/// Sets whether a side trusts another.
pub(super) fn set(change: &mut StateChange<'_>, side: SideId, other: SideId, trusts: bool) {
    let own = &mut change.side_mut(side).trusts;
    *own = if trusts { *own | 1 << other.0 } else { *own & !(1 << other.0) };
    crate::vision::trust_changed(change, side, other);
    change.log_to(EventKind::TrustChanged { side, other, trusts }, &[], &[side, other]);
}
