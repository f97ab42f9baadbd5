//! A turn: what happens at its beginning and end, step by step, and who acts between (`kernel-rules` 1).

use contract::Seats;

use crate::event::EventKind;
use crate::{Phase, StateChange};

mod acp;
mod chance_events;
mod order;
mod repair;
mod schedule;

/// A step of a turn.
type TurnStep = fn(&mut StateChange<'_>);

/// What happens when a turn begins, in this order. A new step is a function and a line.
#[rustfmt::skip]
const BEGINNING: &[(&str, TurnStep)] = &[
    ("scorekeepers before the turn", crate::scorekeepers::before_turn),
    ("daylight", crate::environment::move_sun),
    ("weather", crate::environment::change_weather),
    ("cities", crate::economy::cities::run),
    ("economy", crate::economy::run),
    ("supply lines", crate::economy::run_supply_lines),
    ("research", crate::tech::research::go_on),
    ("repair", repair::recover_and_repair),
    ("giving up unfinished units", crate::construction::unfinished::give_up),
    ("self-building", crate::construction::unfinished::build_themselves),
    ("morale", repair::recover_morale),
    ("upgrades", crate::actions::upgrade),
    ("appearances", schedule::appear),
    ("chance events", chance_events::run),
    ("units of the lost", crate::sides::thin_out_the_lost),
    ("bombs that go off by themselves", chance_events::set_off_bombs),
    ("action points", acp::give_acp),
    ("spies", crate::vision::report),
    ("leaks of tech", crate::tech::leak),
    ("wear of tooling", crate::construction::tooling::wear_off),
    ("decay of unfinished units", crate::construction::unfinished::decay),
    ("tech of the turn's start", crate::tech::remember),
];

/// What happens when a turn ends, in this order.
const END: &[(&str, TurnStep)] = &[
    ("research", crate::tech::research::conclude),
    ("use of materials by cells", crate::economy::consume_cells),
    ("use of materials by units", crate::economy::consume_units),
    ("starvation", crate::economy::starve_units),
    ("temperature", chance_events::suffer_temperature),
    ("sides of people", crate::economy::persuade_people),
    ("room for people", crate::economy::limit_people),
    ("scorekeepers after the turn", crate::scorekeepers::after_turn),
    ("disappearances", schedule::disappear),
    ("last turn", crate::ending::test_last_turn),
];

/// Begins the next turn.
pub(crate) fn begin_turn(change: &mut StateChange<'_>) {
    change.state.turn += 1;
    let turn = change.state.turn;
    change.state.rng.begin_turn(turn);
    clear_the_dead(change);
    change.tell_all(EventKind::TurnBegan { turn });
    take_steps(change, BEGINNING);
    change.state.done = Seats::NONE;
    change.state.priority_level = 0;
    order::choose_first_seat(change);
}

fn take_steps(change: &mut StateChange<'_>, steps: &[(&str, TurnStep)]) {
    for (_, step) in steps {
        if change.state.phase == Phase::Playing {
            step(change);
            crate::sides::find_heirs(change);
        }
    }
    if change.state.phase == Phase::Over {
        // No economy of a next turn meets what units owe.
        crate::economy::forgive(change);
    }
}

/// Ends a turn, and begins the next one if the game goes on.
pub(crate) fn end_turn(change: &mut StateChange<'_>) {
    take_steps(change, END);
    if change.state.phase == Phase::Playing {
        begin_turn(change);
    }
}

pub(crate) use acp::{AcpPlan, cut_by_damage, give_unit};
pub(crate) use chance_events::{ChancePlan, revolt};
pub(crate) use order::{ActingOrder, action_done, can_act_now, go_on, side_done, write_acting_seat};
pub(crate) use schedule::Schedule;

/// Whether it is the turn with which the scenario begins.
pub(crate) fn is_first(at: crate::StateView<'_>) -> bool {
    i64::from(at.state.turn) <= i64::from(at.rules.design.global_int(design::parameters::global::TURN).max(1))
}

/// Forgets in the lists whoever died or changed side since the last turn.
fn clear_the_dead(change: &mut StateChange<'_>) {
    let units = &change.state.units;
    change.state.live.retain(|id| units[id.index()].hp > 0);
    for (number, side) in change.state.sides.iter_mut().enumerate() {
        side.units.retain(|id| units[id.index()].hp > 0 && usize::from(units[id.index()].side.0) == number);
    }
}
