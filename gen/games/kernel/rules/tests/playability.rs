//! The gate agrees with what moves: it lets no start through that nobody can play, and stops none that the rules can play.

use contract::Ruleset;
use fairmarch_kernel::{Action, Kernel};
use world::travel::{mp_per_step, mp_per_turn};

use super::{TestGame, table};

/// What the gate says of a game; empty if nothing.
fn fault(game: &TestGame) -> String {
    Kernel::find_unplayable(&game.rules.scenario).map_or_else(String::new, |why| why.what)
}

/// Two tanks on either side of a marsh that is dear to enter.
fn marsh(tank: &str) -> TestGame {
    table(&format!(
        "(terrain-type marsh (char \"m\")) (unit-type tank {tank}) (table mp-to-enter-terrain (tank marsh 5))
         (area 9 9) (area (terrain (by-name land marsh) \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\"))
         (units) (tank 3 4 1) (tank 6 4 2)"
    ))
}

#[test]
fn what_a_last_step_may_exceed_counts_for_the_gate() {
    for (tank, step) in [
        ("(acp-per-turn 2)", 2),
        ("(acp-per-turn 2) (free-mp 2)", 4),
        ("(acp-per-turn 2) (free-mp 3)", 5),
        ("(acp-per-turn 2) (acp-min -3)", 5),
        ("(acp-per-turn 2) (free-mp -1)", 99),
    ] {
        let mut game = marsh(tank);
        let kind = game.kind("tank");
        assert_eq!(mp_per_step(&game.rules.design, kind).min(99), step, "{tank}");
        let to = game.cell(4, 4);
        let goes = game.act(0, Action::Move(to, 0)).is_ok();
        assert_eq!(goes, step >= 5, "{tank}");
        let why = fault(&game);
        assert_eq!(why.is_empty(), goes, "{tank}: {why}");
    }
}

/// Ships that only a crew moves, with or without one.
fn ships(types: &str, aboard: &str) -> TestGame {
    table(&format!(
        "(unit-type ship (capacity 4)) (unit-type sailor (acp-per-turn 0) (speed 0)) {types}
         (units) (ship 3 4 1) (ship 6 4 2) {aboard}"
    ))
}

#[test]
fn a_ship_that_its_crew_moves_can_be_played() {
    let crew = "(sailor 3 4 1 (in 1)) (sailor 6 4 2 (in 2))";
    let rowed = "(add ship acp-per-turn 0) (table occupant-adds-acp (ship sailor 2))";
    let mut game = ships(rowed, crew);
    let kind = game.kind("ship");
    assert_eq!((mp_per_turn(&game.rules.design, kind), mp_per_step(&game.rules.design, kind)), (2, 8));
    assert_eq!(fault(&game), "");
    game.next_turn();
    let to = game.cell(4, 4);
    game.act(0, Action::Move(to, 0)).unwrap();

    let sailed = "(add ship acp-per-turn 3) (add ship speed 0) (table occupant-adds-speed (ship sailor 200))";
    let mut game = ships(sailed, crew);
    assert_eq!(mp_per_turn(&game.rules.design, game.kind("ship")), 6);
    assert_eq!(fault(&game), "");
    game.act(0, Action::Move(to, 0)).unwrap();

    assert_ne!(fault(&ships("(unit-type bird (acp-per-turn 1))", crew)), "", "no side can do anything there");
}

#[test]
fn a_game_in_which_nobody_ever_acts_can_be_tried() {
    let mut game = table("(unit-type monster) (units) (monster 4 4 1) (monster 6 4 2)");
    assert_eq!(fault(&game), "");
    game.next_turn();
    assert_eq!(game.state.turn, 2);
}
