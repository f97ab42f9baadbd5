//! Who acts (`kernel-rules` 1.4; seed 003, "Action Ordering").
//!
//! Sides act side by side: each has the floor for a few actions, then the next one. Who has it first is drawn by lot for the first
//! turn, so that no seat is the better one, and moves on by one each turn. With `use-side-priority` each side has it until it is done,
//! in the order of their priorities. Within a side, units of a higher action priority go first where the gap to the next lower one is
//! above 100: those are *bands*, and a seat that is done is done with the band. A unit's own priority goes before its side's for its
//! type, and that before its type's.

use contract::{Seat, Seats};
use design::parameters::global::USE_SIDE_PRIORITY;
use design::parameters::unit::ACTION_PRIORITY;
use design::{Atom, TypeId};
use world::{Scenario, SideId};

use crate::given::{number, values};
use crate::{Course, Position, State, UnitId};

/// As many actions a seat may make before the next one has its say.
const FLOOR_ACTIONS: u16 = 16;

/// In which order sides and units act.
#[derive(Debug)]
pub(crate) struct Order {
    /// Seats in their order, if they act one after another; else empty.
    pub(crate) seats: Vec<Seat>,
    /// The band of each unit type: 0 acts first.
    by_kind: Vec<u8>,
    /// The same by side, the independents first; empty where no side has an order of its own.
    by_side: Vec<Vec<u8>>,
    /// Every known priority with its band; empty where no unit has one of its own.
    by_priority: Vec<(i32, u8)>,
    last: u8,
}

impl Order {
    pub(crate) fn new(scenario: &Scenario) -> Order {
        let design = &*scenario.design;
        let of_kinds: Vec<i32> = design.unit_types().map(|kind| design.int(ACTION_PRIORITY, kind)).collect();
        let of_side = |side: SideId| {
            let mut own = of_kinds.clone();
            if side != SideId::INDEPENDENT {
                let given = values(&scenario.side(side).gdl, "action-priorities", &design.units.names);
                for (kind, priority) in given.into_iter().filter(|entry| entry.1 >= 0) {
                    own[kind] = priority;
                }
            }
            own
        };
        let of_sides: Vec<Vec<i32>> = (0..=scenario.sides.len() as u8).map(|side| of_side(SideId(side))).collect();
        let own: Vec<i32> = scenario
            .units
            .iter()
            .filter_map(|unit| number(&unit.gdl, "priority"))
            .filter(|&priority| priority >= 0)
            .collect();
        let bands = find_bands(of_sides.iter().flatten().chain(&own).copied().collect());
        let band = |priority: &i32| bands.iter().find(|entry| entry.0 == *priority).map_or(0, |entry| entry.1);
        let banded = |priorities: &Vec<i32>| priorities.iter().map(band).collect::<Vec<u8>>();
        let by_kind = banded(&of_kinds);
        let by_side: Vec<Vec<u8>> = of_sides.iter().map(banded).collect();
        let mut seats = Vec::new();
        if design.global_int(USE_SIDE_PRIORITY) != 0 {
            let place = |&side: &SideId| {
                let own = number(&scenario.side(side).gdl, "priority").filter(|&priority| priority >= 0);
                (own.unwrap_or(side.0.into()), side)
            };
            let mut order: Vec<SideId> = scenario.side_ids().collect();
            order.sort_by_key(place);
            seats = order.into_iter().map(|side| Seat(side.0 - 1)).collect();
        }
        Order {
            seats,
            by_side: if by_side.iter().all(|own| *own == by_kind) { Vec::new() } else { by_side },
            by_kind,
            last: bands.last().map_or(0, |entry| entry.1),
            by_priority: if own.is_empty() { Vec::new() } else { bands },
        }
    }

    fn after(&self, seat: u8, seats: usize) -> u8 {
        match self.seats.iter().position(|known| known.0 == seat) {
            Some(place) => self.seats[(place + 1) % self.seats.len()].0,
            None => (seat + 1) % seats.max(1) as u8,
        }
    }
}

/// Bands of action priorities: larger numbers act earlier, and a gap above 100 parts two bands (seed 003, "Action Ordering").
fn find_bands(mut known: Vec<i32>) -> Vec<(i32, u8)> {
    known.sort_unstable_by(|one, other| other.cmp(one));
    known.dedup();
    let mut bands: Vec<(i32, u8)> = Vec::new();
    for priority in known {
        let band = match bands.last() {
            Some(&(above, band)) if i64::from(above) - i64::from(priority) > 100 => band.saturating_add(1),
            Some(&(_, band)) => band,
            None => 0,
        };
        bands.push((priority, band));
    }
    bands
}

/// Gives the floor to the first seat of a turn.
pub(super) fn give_first_floor(course: &mut Course<'_>) {
    course.state.done = Seats::NONE;
    give_floor(course);
}

fn give_floor(course: &mut Course<'_>) {
    let seats = course.rules.seat_count() as u32;
    let first = match course.rules.order.seats.first() {
        Some(first) => first.0,
        None => ((course.state.turn.saturating_sub(1) + course.state.luck.first_seat(seats)) % seats) as u8,
    };
    course.state.worked.fill(0);
    course.state.band = 0;
    course.state.floor = first;
    course.state.floor_left = FLOOR_ACTIONS;
    settle(course);
}

/// The head of the form in which a scenario keeps who has the floor: `(floor seat actions band (bands worked in by each seat))`.
const FLOOR: &str = "floor";

/// Goes on in the middle of a turn where a scenario says, with seats that are done: without its word, at the turn's first floor.
pub(crate) fn go_on(course: &mut Course<'_>, done: Seats) {
    let rules = course.rules;
    let form = rules.scenario.forms.iter().find(|form| form.first().and_then(Atom::text) == Some(FLOOR));
    let Some([_, Atom::Int(seat), Atom::Int(left), Atom::Int(band), Atom::List(worked)]) = form.map(Vec::as_slice)
    else {
        course.state.done = done;
        return give_floor(course);
    };
    course.state.done = done;
    course.state.floor = (*seat).clamp(0, rules.seat_count() as i32 - 1) as u8;
    course.state.floor_left = (*left).clamp(1, FLOOR_ACTIONS.into()) as u16;
    course.state.band = (*band).clamp(0, rules.order.last.into()) as u8;
    for (bands, given) in course.state.worked.iter_mut().zip(worked) {
        *bands = given.int().unwrap_or(0).clamp(0, u16::MAX.into()) as u16;
    }
    settle(course);
}

/// Who has the floor, as a form of a scenario in place of the one that is there.
pub(crate) fn show_floor(state: &State, forms: &mut Vec<Vec<Atom>>) {
    forms.retain(|form| form.first().and_then(Atom::text) != Some(FLOOR));
    let worked = state.worked.iter().map(|&bands| Atom::Int(bands.into())).collect();
    forms.push(vec![
        Atom::Word(FLOOR.to_owned()),
        Atom::Int(state.floor.into()),
        Atom::Int(state.floor_left.into()),
        Atom::Int(state.band.into()),
        Atom::List(worked),
    ]);
}

/// Whether sides act one after another.
fn is_sequential(at: Position<'_>) -> bool {
    !at.rules.order.seats.is_empty()
}

/// A unit's action priority says that it may act now.
pub(crate) fn can_act_now(at: Position<'_>, id: UnitId) -> bool {
    at.rules.order.last == 0 || band_of(at, id) == at.state.band
}

fn band_of(at: Position<'_>, id: UnitId) -> u8 {
    let (order, unit) = (&at.rules.order, at.unit(id));
    if !order.by_priority.is_empty()
        && let Some(own) = at.details(id).and_then(|details| details.priority)
        && let Some(entry) = order.by_priority.iter().find(|entry| entry.0 == i32::from(own))
    {
        return entry.1;
    }
    order.by_side.get(usize::from(unit.side.0)).unwrap_or(&order.by_kind)[unit.kind.index()]
}

/// The seat on the floor has made an action.
pub(crate) fn action_done(course: &mut Course<'_>) {
    if !is_sequential(course.at()) {
        course.state.floor_left = course.state.floor_left.saturating_sub(1);
        if course.state.floor_left == 0 {
            pass_on(course);
        }
    }
    settle(course);
}

/// A seat is done with its band.
pub(crate) fn seat_done(course: &mut Course<'_>, seat: Seat) {
    if is_sequential(course.at()) && course.state.floor == seat.0 && course.state.band < course.rules.order.last {
        course.state.band += 1;
    } else {
        course.state.done = course.state.done.with(seat);
    }
    settle(course);
}

fn pass_on(course: &mut Course<'_>) {
    course.state.floor = course.rules.order.after(course.state.floor, course.rules.seat_count());
    course.state.floor_left = FLOOR_ACTIONS;
}

/// Finds the seat that acts, else ends the turn. Before its first say in a band a seat's units go on with their tasks.
fn settle(course: &mut Course<'_>) {
    while course.state.phase != crate::Phase::Over {
        let found = if is_sequential(course.at()) { settle_in_order(course) } else { settle_side_by_side(course) };
        if !found {
            return super::end_turn(course);
        }
        let (seat, band) = (usize::from(course.state.floor), u16::from(course.state.band));
        if course.state.worked[seat] > band {
            return;
        }
        course.state.worked[seat] = band + 1;
        crate::tasks::work_side(course, SideId(seat as u8 + 1));
    }
}

/// The one on the floor, in its first band in which it has anything to do, or the next one that is not done.
fn settle_in_order(course: &mut Course<'_>) -> bool {
    for _ in 0..course.rules.seat_count() {
        let seat = Seat(course.state.floor);
        if is_waiting(course.at(), seat) {
            while course.state.band < course.rules.order.last && !has_business(course.at(), seat) {
                course.state.band += 1;
            }
            return true;
        }
        pass_on(course);
        course.state.band = 0;
    }
    false
}

/// The one on the floor or the next that is not done with the band; else the next band.
fn settle_side_by_side(course: &mut Course<'_>) -> bool {
    loop {
        for _ in 0..course.rules.seat_count() {
            let seat = Seat(course.state.floor);
            let is_last = course.state.band >= course.rules.order.last;
            if is_waiting(course.at(), seat) && (is_last || has_business(course.at(), seat)) {
                return true;
            }
            pass_on(course);
        }
        if course.state.band >= course.rules.order.last {
            return false;
        }
        course.state.band += 1;
        course.state.done = Seats::NONE;
    }
}

fn is_waiting(at: Position<'_>, seat: Seat) -> bool {
    !at.state.done.contains(seat) && at.is_in_game(SideId(seat.0 + 1))
}

/// Whether a seat has any unit that may act in the band. In the last one each seat has its say all the same.
fn has_business(at: Position<'_>, seat: Seat) -> bool {
    at.units_of(SideId(seat.0 + 1)).any(|id| {
        let can_pay = || at.unit(id).acp > 0 || at.rules.repertoires[at.unit(id).kind.index()].acts_for_free();
        can_act_now(at, id) && can_pay() && at.is_active(id)
    })
}
