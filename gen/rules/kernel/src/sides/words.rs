//! What a side says as a whole: trust, research, orders and doctrine, a draw, its self-unit, its resignation.

use world::SideId;

use crate::event::What;
use crate::state::Standing;
use crate::{Course, Move, Position, Refusal};

/// Whether a side may say what concerns it as a whole.
pub(crate) fn check_word(at: Position<'_>, side: SideId, action: Move) -> Result<(), Refusal> {
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

fn check_heir(at: Position<'_>, side: SideId, to: Option<SideId>) -> Result<(), Refusal> {
    match to {
        None => Ok(()),
        Some(heir) if heir == SideId::INDEPENDENT || usize::from(heir.0) > at.rules.seat_count() => {
            Err(Refusal::Invalid("there is no such side to give up to"))
        }
        Some(heir) if heir == side => Err(Refusal::Invalid("a side gives up to others")),
        Some(heir) if !at.is_in_game(heir) => Err(Refusal::Invalid("that side is out of the game")),
        Some(_) => Ok(()),
    }
}

/// A side says what `check_word` allows.
pub(crate) fn say(course: &mut Course<'_>, side: SideId, action: Move) {
    match action {
        Move::Trust(other, trusts) => super::trust::set(course, side, other, trusts),
        Move::Draw(willing) => offer_draw(course, side, willing),
        Move::SelfUnit(id) => course.state.sides[usize::from(side.0)].self_unit = Some(id),
        Move::Resign(to) => {
            super::lose(course, side, to);
            crate::turn::seat_done(course, contract::Seat(side.0 - 1));
        }
        _ => {}
    }
}

/// When all who are in the game agree, nobody wins (`kernel-rules` 7.2).
fn offer_draw(course: &mut Course<'_>, side: SideId, willing: bool) {
    course.state.sides[usize::from(side.0)].willing_to_draw = willing;
    course.tell_all(What::DrawOffered { side, willing });
    let at = course.at();
    let disagrees = |side: SideId| at.side(side).standing == Standing::In && !at.side(side).willing_to_draw;
    if !course.rules.side_ids().any(disagrees) {
        crate::ending::end_game(course);
    }
}
