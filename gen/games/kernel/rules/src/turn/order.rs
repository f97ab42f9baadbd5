//! Who acts (`kernel-rules` 1.4; seed 003, "Action Ordering").
//!
//! Sides act side by side: each acts for a few actions, then the next one. Which side is first is drawn by lot for the first
//! turn, so that no seat is the better one, and moves on by one each turn. With `use-side-priority` each side has it until it is done,
//! in the order of their priorities. Within a side, units of a higher action priority go first where the gap to the next lower one is
//! above 100: those are *priority levels*, and a seat that is done is done with the level. A unit's own priority goes before its side's for its
//! type, and that before its type's.

use contract::{Seat, Seats};
use design::parameters::global::USE_SIDE_PRIORITY;
use design::parameters::unit::ACTION_PRIORITY;
use design::{Atom, Form, FormContent, TypeId};
use world::{Scenario, SideId};

use crate::{Kernel, State, StateChange, StateView, UnitIndex};

/// As many actions a seat may make before the next one has its say.
const ACTIONS_IN_A_ROW: u16 = 16;

/// In which order sides and units act.
#[derive(Debug)]
pub(crate) struct ActingOrder {
    /// Seats in their order, if they act one after another; else empty.
    pub(crate) seats: Vec<Seat>,
    /// The level of each unit type: 0 acts first.
    by_kind: Vec<u8>,
    /// The same by side, the independents first; empty where no side has an order of its own.
    by_side: Vec<Vec<u8>>,
    /// Every known priority with its level; empty where no unit has one of its own.
    by_priority: Vec<(i32, u8)>,
    last: u8,
}

impl ActingOrder {
    pub(crate) fn new(scenario: &Scenario) -> ActingOrder {
        let design = &*scenario.design;
        let of_kinds: Vec<i32> = design.unit_types().map(|kind| design.int(ACTION_PRIORITY, kind)).collect();
        let of_side = |side: SideId| {
            let mut own = of_kinds.clone();
            if side != SideId::INDEPENDENT {
                for (kind, priority) in scenario.side(side).gdl.action_priorities.iter().filter(|entry| entry.1 >= 0) {
                    own[kind.index()] = *priority;
                }
            }
            own
        };
        let of_sides: Vec<Vec<i32>> = (0..=scenario.sides.len() as u8).map(|side| of_side(SideId(side))).collect();
        let own: Vec<i32> = scenario.units.iter().filter_map(|unit| unit.gdl.priority).map(i32::from).collect();
        let levels = find_levels(of_sides.iter().flatten().chain(&own).copied().collect());
        let level = |priority: &i32| levels.iter().find(|entry| entry.0 == *priority).map_or(0, |entry| entry.1);
        let leveled = |priorities: &Vec<i32>| priorities.iter().map(level).collect::<Vec<u8>>();
        let by_kind = leveled(&of_kinds);
        let by_side: Vec<Vec<u8>> = of_sides.iter().map(leveled).collect();
        let mut seats = Vec::new();
        if design.global_int(USE_SIDE_PRIORITY) != 0 {
            let place = |&side: &SideId| (scenario.side(side).gdl.priority.unwrap_or(side.0.into()), side);
            let mut order: Vec<SideId> = scenario.side_ids().collect();
            order.sort_by_key(place);
            seats = order.into_iter().filter_map(Seat::of).collect();
        }
        ActingOrder {
            seats,
            by_side: if by_side.iter().all(|own| *own == by_kind) { Vec::new() } else { by_side },
            by_kind,
            last: levels.last().map_or(0, |entry| entry.1),
            by_priority: if own.is_empty() { Vec::new() } else { levels },
        }
    }

    fn after(&self, seat: u8, seats: usize) -> u8 {
        match self.seats.iter().position(|known| known.0 == seat) {
            Some(place) => self.seats[(place + 1) % self.seats.len()].0,
            None => (seat + 1) % seats.max(1) as u8,
        }
    }
}

/// Levels of action priorities: larger numbers act earlier, and a gap above 100 parts two levels (seed 003, "Action Ordering").
fn find_levels(mut known: Vec<i32>) -> Vec<(i32, u8)> {
    known.sort_unstable_by(|one, other| other.cmp(one));
    known.dedup();
    let mut levels: Vec<(i32, u8)> = Vec::new();
    for priority in known {
        let level = match levels.last() {
            Some(&(above, level)) if i64::from(above) - i64::from(priority) > 100 => level.saturating_add(1),
            Some(&(_, level)) => level,
            None => 0,
        };
        levels.push((priority, level));
    }
    levels
}

/// Chooses the first seat of a turn.
pub(super) fn choose_first_seat(change: &mut StateChange<'_>) {
    change.state.done = Seats::NONE;
    begin_acting(change);
}

fn begin_acting(change: &mut StateChange<'_>) {
    let seats = change.rules.seat_count() as u32;
    let first = match change.rules.order.seats.first() {
        Some(first) => first.0,
        None => ((change.state.turn.saturating_sub(1) + change.state.rng.first_seat(seats)) % seats) as u8,
    };
    change.state.worked.fill(0);
    change.state.priority_level = 0;
    change.state.acting_seat = first;
    change.state.actions_left = ACTIONS_IN_A_ROW;
    settle(change);
}

/// The head of the form in which a scenario keeps which seat acts: `(floor seat actions level (levels worked in by each seat))`.
const ACTING_SEAT: &str = "floor";

/// Goes on in the middle of a turn where a scenario says, with seats that are done: without its word, at the turn's first floor.
pub(crate) fn go_on(change: &mut StateChange<'_>, done: Seats) {
    let rules = change.rules;
    let said = rules.scenario.forms.iter().find_map(|form| match &form.content {
        FormContent::ActingSeat(said) => Some(said),
        _ => None,
    });
    change.state.done = done;
    let Some(said) = said else { return begin_acting(change) };
    change.state.acting_seat = said.seat.clamp(0, rules.seat_count() as i32 - 1) as u8;
    change.state.actions_left = said.actions_left.clamp(1, ACTIONS_IN_A_ROW.into()) as u16;
    change.state.priority_level = said.level.clamp(0, rules.order.last.into()) as u8;
    for (levels, given) in change.state.worked.iter_mut().zip(&said.worked) {
        *levels = (*given).clamp(0, u16::MAX.into()) as u16;
    }
    settle(change);
}

/// Which seat acts, as a form of a scenario in place of the one that is there.
pub(crate) fn write_acting_seat(rules: &Kernel, state: &State, forms: &mut Vec<Form>) {
    forms.retain(|form| form.head() != Some(ACTING_SEAT));
    let worked = state.worked.iter().map(|&levels| Atom::Int(levels.into())).collect();
    let atoms = vec![
        Atom::Word(ACTING_SEAT.to_owned()),
        Atom::Int(state.acting_seat.into()),
        Atom::Int(state.actions_left.into()),
        Atom::Int(state.priority_level.into()),
        Atom::List(worked),
    ];
    forms.push(Form::new(atoms, &rules.design));
}

/// Whether sides act one after another.
fn is_sequential(at: StateView<'_>) -> bool {
    !at.rules.order.seats.is_empty()
}

/// A unit's action priority says that it may act now.
pub fn can_act_now(at: StateView<'_>, id: UnitIndex) -> bool {
    at.rules.order.last == 0 || level_of(at, id) == at.state.priority_level
}

fn level_of(at: StateView<'_>, id: UnitIndex) -> u8 {
    let (order, unit) = (&at.rules.order, at.unit(id));
    if !order.by_priority.is_empty()
        && let Some(own) = at.details(id).and_then(|details| details.priority)
        && let Some(entry) = order.by_priority.iter().find(|entry| entry.0 == i32::from(own))
    {
        return entry.1;
    }
    order.by_side.get(unit.side.row()).unwrap_or(&order.by_kind)[unit.kind.index()]
}

/// The acting seat has made an action.
pub(crate) fn action_done(change: &mut StateChange<'_>) {
    if !is_sequential(change.at()) {
        change.state.actions_left = change.state.actions_left.saturating_sub(1);
        if change.state.actions_left == 0 {
            pass_on(change);
        }
    }
    settle(change);
}

/// A side is done with its level.
pub(crate) fn side_done(change: &mut StateChange<'_>, side: SideId) {
    let Some(seat) = Seat::of(side) else { return };
    if is_sequential(change.at())
        && change.state.acting_seat == seat.0
        && change.state.priority_level < change.rules.order.last
    {
        change.state.priority_level += 1;
    } else {
        change.state.done = change.state.done.with(seat);
    }
    settle(change);
}

fn pass_on(change: &mut StateChange<'_>) {
    change.state.acting_seat = change.rules.order.after(change.state.acting_seat, change.rules.seat_count());
    change.state.actions_left = ACTIONS_IN_A_ROW;
}

/// Finds the seat that acts, else ends the turn. Before its first say in a level a seat's units go on with their tasks.
fn settle(change: &mut StateChange<'_>) {
    while change.state.phase != crate::Phase::Over {
        let found = if is_sequential(change.at()) { settle_in_order(change) } else { settle_side_by_side(change) };
        if !found {
            return super::end_turn(change);
        }
        let (seat, level) = (usize::from(change.state.acting_seat), u16::from(change.state.priority_level));
        if change.state.worked[seat] > level {
            return;
        }
        change.state.worked[seat] = level + 1;
        (change.rules.turn_steps.before_side)(change, SideId::from_index(seat));
    }
}

/// The acting seat, in its first level in which it has anything to do, or the next one that is not done.
fn settle_in_order(change: &mut StateChange<'_>) -> bool {
    for _ in 0..change.rules.seat_count() {
        let seat = Seat(change.state.acting_seat);
        if is_waiting(change.at(), seat) {
            while change.state.priority_level < change.rules.order.last && !has_business(change.at(), seat) {
                change.state.priority_level += 1;
            }
            return true;
        }
        pass_on(change);
        change.state.priority_level = 0;
    }
    false
}

/// The acting seat or the next that is not done with the level; else the next level.
fn settle_side_by_side(change: &mut StateChange<'_>) -> bool {
    loop {
        for _ in 0..change.rules.seat_count() {
            let seat = Seat(change.state.acting_seat);
            let is_last = change.state.priority_level >= change.rules.order.last;
            if is_waiting(change.at(), seat) && (is_last || has_business(change.at(), seat)) {
                return true;
            }
            pass_on(change);
        }
        if change.state.priority_level >= change.rules.order.last {
            return false;
        }
        change.state.priority_level += 1;
        change.state.done = Seats::NONE;
    }
}

fn is_waiting(at: StateView<'_>, seat: Seat) -> bool {
    !at.state.done.contains(seat) && at.is_in_game(seat.side())
}

/// Whether a seat has any unit that may act in the level. In the last one each seat has its say all the same.
fn has_business(at: StateView<'_>, seat: Seat) -> bool {
    at.units_of(seat.side()).any(|id| {
        let can_pay = || at.unit(id).acp > 0 || at.rules.action_kinds[at.unit(id).kind.index()].acts_for_free();
        can_act_now(at, id) && can_pay() && at.is_active(id)
    })
}
