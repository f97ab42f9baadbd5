//! Who acts (`kernel-rules` 1.4; seed 003, "Action Ordering").
//!
//! Sides act side by side: each has the floor for a few actions, then the next one; who has it first moves on by one each turn. With
//! `use-side-priority` each side has it until it is done. Within a side, units of a higher action priority go first where the gap to
//! the next lower one is above 100: those are *bands*, and a seat that is done is done with the band.

use contract::{Seat, Seats};
use design::TypeId;
use design::parameters::global::USE_SIDE_PRIORITY;
use world::SideId;

use crate::{Course, Position, UnitId};

/// As many actions a seat may make before the next one has its say.
const FLOOR_ACTIONS: u16 = 16;

/// Gives the floor to the first seat of a turn.
pub(crate) fn give_first_floor(course: &mut Course<'_>) {
    let seats = course.rules.seat_count() as u32;
    let first = if is_sequential(course.at()) { 0 } else { (course.state.turn - 1) % seats };
    course.state.floor = first as u8;
    course.state.floor_left = FLOOR_ACTIONS;
    settle(course);
}

/// Whether sides act one after another.
fn is_sequential(at: Position<'_>) -> bool {
    at.rules.design.global_int(USE_SIDE_PRIORITY) != 0
}

/// A unit's action priority says that it may act now.
pub(crate) fn can_act_now(at: Position<'_>, id: UnitId) -> bool {
    at.rules.bands[at.unit(id).kind.index()] == at.state.band
}

/// The seat on the floor has made an action.
pub(crate) fn action_done(course: &mut Course<'_>) {
    if is_sequential(course.at()) {
        settle(course);
        return;
    }
    course.state.floor_left = course.state.floor_left.saturating_sub(1);
    if course.state.floor_left == 0 {
        pass_on(course);
    }
    settle(course);
}

/// A seat is done with its band.
pub(crate) fn seat_done(course: &mut Course<'_>, seat: Seat) {
    course.state.done = course.state.done.with(seat);
    settle(course);
}

fn pass_on(course: &mut Course<'_>) {
    course.state.floor = (course.state.floor + 1) % course.rules.seat_count() as u8;
    course.state.floor_left = FLOOR_ACTIONS;
}

/// Finds the seat that acts: the one on the floor or the next that is not done; else the next band; else the turn is over.
fn settle(course: &mut Course<'_>) {
    if course.state.phase == crate::Phase::Over {
        return;
    }
    let seats = course.rules.seat_count();
    for _ in 0..seats {
        let seat = Seat(course.state.floor);
        if !course.state.done.contains(seat) && course.at().is_in_game(SideId(seat.0 + 1)) {
            return;
        }
        pass_on(course);
    }
    let last = course.rules.bands.iter().max().copied().unwrap_or(0);
    if course.state.band < last {
        course.state.band += 1;
        course.state.done = Seats::NONE;
        settle(course);
        return;
    }
    super::end_turn(course);
}
