//! What happens when a turn begins and when it ends, step by step (`kernel-rules` 1). The order decides what chance brings.

use crate::turn::TurnSteps;
use crate::{
    acp, actions, chance_events, construction, economy, ending, environment, schedule, scorekeepers, sides, tasks,
    tech, vision,
};

/// What happens in a turn. A new step is a function in the file of what it concerns, and a line.
#[rustfmt::skip]
pub const TURN_STEPS: TurnSteps = TurnSteps {
    beginning: &[
        ("scorekeepers before the turn", scorekeepers::before_turn),
        ("daylight", environment::move_sun),
        ("weather", environment::change_weather),
        ("cities", economy::cities::run),
        ("economy", economy::run),
        ("supply lines", economy::run_supply_lines),
        ("research", tech::research::go_on),
        ("repair", construction::repair::recover_and_repair),
        ("giving up unfinished units", construction::unfinished::give_up),
        ("self-building", construction::unfinished::build_themselves),
        ("morale", construction::repair::recover_morale),
        ("upgrades", actions::upgrade),
        ("appearances", schedule::appear),
        ("chance events", chance_events::run),
        ("units of the lost", sides::thin_out_the_lost),
        ("bombs that go off by themselves", chance_events::set_off_bombs),
        ("action points", acp::give_all),
        ("spies", vision::report),
        ("leaks of tech", tech::leak),
        ("wear of tooling", crate::tooling::wear_off),
        ("decay of unfinished units", construction::unfinished::decay),
        ("tech of the turn's start", tech::remember),
    ],
    end: &[
        ("research", tech::research::conclude),
        ("use of materials by cells", economy::consume_cells),
        ("use of materials by units", economy::consume_units),
        ("starvation", economy::starve_units),
        ("temperature", chance_events::suffer_temperature),
        ("sides of people", economy::persuade_people),
        ("room for people", economy::limit_people),
        ("scorekeepers after the turn", scorekeepers::after_turn),
        ("disappearances", schedule::disappear),
        ("last turn", ending::test_last_turn),
    ],
    after_each: sides::find_heirs,
    // No economy of a next turn meets what units owe.
    when_over: economy::forgive,
    before_side: tasks::work_side,
};
