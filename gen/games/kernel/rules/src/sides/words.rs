//! Decisions of a side as a whole: trust, research, orders and doctrine, a draw, its self-unit, its resignation.

use world::SideId;

use crate::event::EventKind;
use crate::state::Standing;
use crate::{Move, Refusal, StateChange, StateView};

/// Checks that a side may make a decision.
pub(crate) fn check_word(at: StateView<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
    match action {
        Move::Trust(other, trusts) => super::trust::check(at, side, other, trusts),
        Move::Draw(willing) if at.side(side).willing_to_draw == willing => {
            Err(Refusal::Invalid("that was said already"))
        }
        Move::Draw(_) => Ok(()),
        Move::SelfUnit(id) => super::self_units::check(at, side, id),
        Move::Resign(to) => check_heir(at, side, to),
        _ => Err(Refusal::Invalid("this is no word of a side")),
    }
}

fn check_heir(at: StateView<'_>, side: SideId, to: Option<SideId>) -> Result<(), Refusal> {
    match to {
        None => Ok(()),
        Some(heir) if heir == SideId::INDEPENDENT || heir.row() > at.rules.seat_count() => {
            Err(Refusal::Invalid("there is no such side to give up to"))
        }
        Some(heir) if heir == side => Err(Refusal::Invalid("a side gives up to others")),
        Some(heir) if !at.is_in_game(heir) => Err(Refusal::Invalid("that side is out of the game")),
        Some(_) => Ok(()),
    }
}

/// Makes a decision that `check_word` allows.
pub(crate) fn say(change: &mut StateChange<'_>, side: SideId, action: Move) {
    match action {
        Move::Trust(other, trusts) => super::trust::set(change, side, other, trusts),
        Move::Draw(willing) => offer_draw(change, side, willing),
        Move::SelfUnit(id) => change.side_mut(side).self_unit = Some(id),
        Move::Resign(to) => {
            super::lose(change, side, to);
            crate::turn::side_done(change, side);
        }
        _ => {}
    }
}

/// If all sides in the game agree to a draw, nobody wins (`kernel-rules` 7.2).
fn offer_draw(change: &mut StateChange<'_>, side: SideId, willing: bool) {
    change.side_mut(side).willing_to_draw = willing;
    change.log_to_all(EventKind::DrawOffered { side, willing });
    let at = change.at();
    let disagrees = |side: SideId| at.side(side).standing == Standing::In && !at.side(side).willing_to_draw;
    if !change.rules.side_ids().any(disagrees) {
        crate::ending::end_game(change);
    }
}
