//! No action and no step of the turn is without a game that plays it: these lists are held to the rules' own.

use std::collections::BTreeSet;

use fairmarch_kernel::testing;
use fairmarch_kernel::testing::{ActionKind, TURN_STEPS};

use super::compare::{Step, played_by, stepped_by};
use super::{every_action, every_step, random};

/// The games of a kind of action, each with the verb that it plays. A new kind of action asks for its line here.
fn games_of(kind: ActionKind) -> &'static [(&'static str, fn())] {
    match kind {
        ActionKind::Move => &[("move", every_action::a_move)],
        ActionKind::Enter => &[("enter", every_action::an_entry)],
        ActionKind::Attack => &[("attack", every_action::an_attack)],
        ActionKind::Overrun => &[("overrun", every_action::an_overrun)],
        ActionKind::FireAt => &[("fire-at", every_action::a_shot_at_a_unit)],
        ActionKind::FireInto => &[("fire-into", every_action::a_shot_into_a_cell)],
        ActionKind::Capture => &[("capture", every_action::a_capture)],
        ActionKind::Detonate => &[("detonate", every_action::a_detonation)],
        ActionKind::Develop(_) => &[("develop", every_action::a_development)],
        ActionKind::Toolup(_) => &[("toolup", every_action::tooling_up)],
        ActionKind::Create(_) => {
            &[("create-in", every_action::a_creation_inside), ("create-at", every_action::a_creation_in_the_open)]
        }
        ActionKind::Build => &[("build", every_action::building)],
        ActionKind::Repair => &[("repair", every_action::a_repair)],
        ActionKind::Produce(_) => &[("produce", every_action::a_production)],
        ActionKind::Extract(_) => &[("extract", every_action::an_extraction)],
        ActionKind::Transfer(_) => &[("transfer", every_action::a_transfer)],
        ActionKind::Disband => &[("disband", every_action::a_disbanding)],
        ActionKind::TransferPart => &[("transfer-part", every_action::a_transfer_of_parts)],
        ActionKind::ChangeSide => &[("change-side", every_action::a_change_of_side)],
        ActionKind::ChangeType(_) => &[("change-type", every_action::a_change_of_type)],
        ActionKind::AlterTerrain(_) => &[("alter-terrain", every_action::altering_terrain)],
        ActionKind::AddTerrain(_) => &[("add-terrain", every_action::adding_terrain)],
        ActionKind::RemoveTerrain(_) => &[("remove-terrain", every_action::removing_terrain)],
    }
}

/// The steps of the turn in their order, each with the game that is played with it and without it.
const BEGINNING: &[(&str, fn())] = &[
    ("scorekeepers before the turn", every_step::scorekeepers_before_the_turn),
    ("daylight", every_step::daylight),
    ("weather", every_step::weather),
    ("cities", every_step::cities),
    ("economy", every_step::economy),
    ("supply lines", every_step::supply_lines),
    ("research", every_step::research_at_the_beginning),
    ("repair", every_step::repair),
    ("giving up unfinished units", every_step::giving_up_unfinished_units),
    ("self-building", every_step::self_building),
    ("morale", every_step::morale),
    ("upgrades", every_step::upgrades),
    ("appearances", every_step::appearances),
    ("chance events", every_step::chance_events),
    ("units of the lost", every_step::units_of_the_lost),
    ("bombs that go off by themselves", every_step::bombs_that_go_off_by_themselves),
    ("action points", every_step::action_points),
    ("spies", every_step::spies),
    ("leaks of tech", every_step::leaks_of_tech),
    ("wear of tooling", every_step::wear_of_tooling),
    ("decay of unfinished units", every_step::decay_of_unfinished_units),
    ("tech of the turn's start", every_step::tech_of_the_turns_start),
];

/// See `BEGINNING`.
const END: &[(&str, fn())] = &[
    ("research", every_step::research_at_the_end),
    ("use of materials by cells", every_step::use_of_materials_by_cells),
    ("use of materials by units", every_step::use_of_materials_by_units),
    ("starvation", every_step::starvation),
    ("temperature", every_step::temperature),
    ("sides of people", every_step::sides_of_people),
    ("room for people", every_step::room_for_people),
    ("scorekeepers after the turn", every_step::scorekeepers_after_the_turn),
    ("disappearances", every_step::disappearances),
    ("last turn", every_step::the_last_turn),
];

#[test]
fn every_kind_of_action_is_played_and_refused() {
    // A design in which units can do everything names every kind there is.
    let game = random::everything();
    let kinds: BTreeSet<ActionKind> = game.rules.action_kinds.iter().flat_map(|kinds| &kinds.kinds).copied().collect();
    let games: BTreeSet<(&str, fn())> = kinds.into_iter().flat_map(games_of).copied().collect();
    let verbs: BTreeSet<&str> = games.iter().map(|entry| entry.0).collect();
    assert_eq!(verbs, testing::verbs().iter().map(|verb| &**verb).collect(), "each verb has its game");
    for (verb, play) in games {
        let [played, refused] = played_by(play);
        assert!(played.contains(verb) && refused.contains(verb), "{verb}: {played:?}, refused {refused:?}");
    }
}

#[test]
fn every_step_of_the_turn_is_played_with_it_and_without_it() {
    let names = |steps: &[(&'static str, testing::TurnStep)]| steps.iter().map(|entry| entry.0).collect::<Vec<_>>();
    assert_eq!(BEGINNING.iter().map(|entry| entry.0).collect::<Vec<_>>(), names(TURN_STEPS.beginning));
    assert_eq!(END.iter().map(|entry| entry.0).collect::<Vec<_>>(), names(TURN_STEPS.end));
    for &(name, play) in BEGINNING {
        assert!(stepped_by(play).contains(&Step::Beginning(name)), "{name}");
    }
    for &(name, play) in END {
        assert!(stepped_by(play).contains(&Step::End(name)), "{name}");
    }
}
