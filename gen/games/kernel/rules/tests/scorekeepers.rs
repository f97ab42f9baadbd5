//! Scorekeepers and the end of games: `kernel-rules` 7.1 and 7.2, `gdl-reference` 11, seed 000.

use std::collections::BTreeMap;

use chance::Seed;
use contract::{Ending, Ruleset, Seat, Seats};
use design::Known;
use fairmarch_kernel::{Death, EventKind, Kernel, Move, UnitIndex};
use formats::gdl::Module;
use world::SideId;

use super::{TestGame, table};

const TWO: &str = "(unit-type tank (acp-per-turn 4)) (unit-type truck (acp-per-turn 1) (point-value 0))";

fn winners(table: &TestGame) -> Option<Vec<u8>> {
    let outcome = table.rules.outcome(&table.state)?;
    Some(outcome.winners.iter().map(|seat| seat.0).collect())
}

fn kill(table: &mut TestGame, unit: u32) {
    table.change(|change| change.remove(UnitIndex(unit), Death::Combat, None));
}

/// The score of a side by the first scorekeeper that keeps one.
fn score(table: &TestGame, side: u8) -> i64 {
    table.at().side(SideId(side)).scores[0]
}

#[test]
fn the_last_side_with_points_wins() {
    let mut table = table(&format!(
        "{TWO} (scorekeeper (do last-side-wins) (keep-score false)) (units) (tank 4 3 1) (truck 4 4 1) (tank 5 3 2)"
    ));
    table.next_turn();
    assert_eq!(winners(&table), None, "both have points");
    kill(&mut table, 0);
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![1]), "a fire truck is worth nothing (seed 000, \"A Tutorial Example\")");
    let outcome = table.rules.outcome(&table.state).unwrap();
    assert_eq!((outcome.ending, outcome.ranks), (Ending::Victory, vec![2, 1]));
    assert_eq!(table.rules.to_act(&table.state), Seats::NONE);
}

/// A side that wins by one scorekeeper leaves the game. The side that remains does not win by another as the last one.
#[test]
fn who_is_left_when_a_rival_has_won_has_not_won_too() {
    for last in ["last-side-wins", "last-alliance-wins"] {
        let rich = "(scorekeeper (do (if (>= (sum-uprop tank point-value) 2) win)) (keep-score false))";
        let mut table = table(&format!(
            "{TWO} {rich} (scorekeeper (do {last}) (keep-score false)) (units) (tank 4 3 1) (tank 4 4 1) (tank 5 3 2)"
        ));
        table.next_turn();
        assert_eq!(winners(&table), Some(vec![0]), "{last}");
    }
}

#[test]
fn sides_that_fall_together_leave_no_winner() {
    let mut table = table(&format!("{TWO} (scorekeeper (do last-side-wins)) (units) (tank 4 3 1) (tank 5 3 2)"));
    kill(&mut table, 0);
    kill(&mut table, 1);
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![]));
    assert_eq!(table.rules.outcome(&table.state).unwrap().ending, Ending::Draw);
}

#[test]
fn unfinished_units_count_nothing_and_those_to_come_count() {
    let keeper = "(unit-type tank (cp 5) (point-value 3)) (scorekeeper (do last-side-wins))";
    let mut table = table(&format!(
        "{keeper} (units) (tank 4 3 1 (cp 2)) (tank 5 3 2 (cp -1) (appear 9)) (tank 5 4 2 (point-value 7))"
    ));
    assert_eq!([1, 2].map(|side| table.at().points(SideId(side))), [0, 10]);
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![1]));
}

#[test]
fn without_a_scorekeeper_no_side_wins() {
    let mut table = table(&format!("{TWO} (units) (tank 4 3 1) (tank 5 3 2)"));
    kill(&mut table, 0);
    table.next_turn();
    assert_eq!((winners(&table), table.state.turn), (None, 2), "the game goes on");
    table.rules.forfeit(&mut table.state, Seat(0), &mut |_| {});
    assert_eq!(
        winners(&table),
        Some(vec![]),
        "whoever is alone after a resignation has not won, but there is no game left"
    );
    assert_eq!(table.rules.ranks(&table.state), [2, 1]);
}

/// Worked example 41 of `kernel-rules`.
#[test]
fn an_alliance_wins_if_the_last_of_it_trusts_the_others() {
    let types = "(unit-type tank (acp-per-turn 4)) (scorekeeper (do last-alliance-wins)) \
                 (side 1 (name \"A\") (trusts (2 1))) ";
    let others = "(side 3 (name \"C\")) ";
    let units = "(units) (tank 4 3 1) (tank 5 3 2)";
    let mut one_sided = table(&format!("{types} (side 2 (name \"B\")) {others} {units}"));
    one_sided.next_turn();
    assert!(one_sided.happened(|what| *what == EventKind::SideLost { side: SideId(3), to: None }), "C has no points");
    assert_eq!(winners(&one_sided), None, "B, the last in order, does not trust A");
    let mut mutual = table(&format!("{types} (side 2 (name \"B\") (trusts (1 1))) {others} {units}"));
    mutual.next_turn();
    assert_eq!(winners(&mutual), Some(vec![0, 1]));
}

/// A side without points is safe as long as whom it trusts has some.
#[test]
fn points_of_trusted_sides_count_for_an_alliance() {
    let mut table = table(
        "(unit-type tank) (scorekeeper (do last-alliance-wins)) (side 1 (name \"A\") (trusts (2 1))) (side 2 (name \"B\")) \
         (side 3 (name \"C\")) (units) (tank 4 3 2) (tank 5 3 3)",
    );
    table.next_turn();
    assert!(table.at().is_in_game(SideId(1)));
}

/// Sample 12 of the collection of GDL samples, whole.
const ORCHARD: &str = r#"
(game-module "12-scorekeepers" (title "Orchard Keepers"))
(unit-type tree (hp-max 9) (point-value 4))
(unit-type picker (hp-max 2) (acp-per-turn 2) (point-value 1))
(terrain-type orchard (char "o") (capacity 3))
(area 9 7)
(area (terrain (by-name orchard) "9a" "9a" "9a" "9a" "9a" "9a" "9a"))
(side 1 (name "Plum") (class "north"))
(side 2 (name "Pear") (class "south"))
(side 3 (name "Quince") (class "south"))
(tree 4 3 1) (picker 4 4 1)
(tree 5 3 2) (picker 5 2 2)
(tree 3 5 3)
(scorekeeper (title "survival") (do last-side-wins) (keep-score false))
(scorekeeper 50 (title "alliances") (applies-to (or "north" 2)) (known-to (not "south")) (do last-alliance-wins) (keep-score false))
(scorekeeper (title "harvest") (initial-score 10) (when (after-turn 3))
  (do (if (>= (sum-uprop u* point-value) 9) (add-score 5) (add-score -1))))
(scorekeeper (title "limit") (when (after-turn (> turn 20))) (applies-to "south") (notes ("late game" "only the south"))
  (do (cond ((>= score 50) win)
            ((< score -20) lose)
            (true (set-score (+ score (* 2 (sum-uprop (tree picker) hp-max))))))))
(scorekeeper (title "fire") (when after-event) (trigger ((unit-killed tree))) (do (add-score -3)))
(scorekeeper (title "finish") (when (after-turn (>= turn 99))) (keep-score false) (do end))
(set synthesis-methods nil)
"#;

fn orchard() -> TestGame {
    let module = Module::read("12", "12.g", ORCHARD, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    assert!(!found.has_errors(), "{found:?}");
    let scenario = game.expect("no error").start.expect("the text gives an area");
    let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(1));
    TestGame { rules, state, events: Vec::new() }
}

#[test]
fn the_orchard_is_scored_by_its_own_rules() {
    let mut table = orchard();
    let scores = |table: &TestGame, side: u8| table.at().side(SideId(side)).scores.clone();
    assert_eq!(scores(&table, 1), [10, 0, 0], "harvest, limit and fire keep scores");
    for _ in 1..=2 {
        table.next_turn();
    }
    assert_eq!(scores(&table, 1)[0], 10, "harvest begins with turn 3");
    table.next_turn();
    assert_eq!(scores(&table, 1)[0], 9, "5 points are below 9");
    while table.state.turn <= 21 {
        table.next_turn();
    }
    assert_eq!(
        (scores(&table, 1)[1], scores(&table, 2)[1], scores(&table, 3)[1]),
        (0, 22, 18),
        "limit is for the south"
    );
    table.next_turn();
    table.next_turn();
    assert_eq!((scores(&table, 2)[1], scores(&table, 3)[1]), (66, 54));
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![1, 2]), "both have 50 in the same turn");
}

#[test]
fn a_trigger_sets_a_scorekeeper_off_once_for_each_step_in_which_it_happens() {
    let mut table = orchard();
    let fire = |table: &TestGame| table.at().side(SideId(3)).scores[2];
    kill(&mut table, 1);
    table.next_turn();
    assert_eq!(fire(&table), 0, "a picker is no tree");
    kill(&mut table, 0);
    table.next_turn();
    assert_eq!(fire(&table), -3);
    table.next_turn();
    assert_eq!(fire(&table), -3, "nothing has burnt since");
}

#[test]
fn the_orchard_ends_in_turn_99_at_the_latest() {
    let mut table = orchard();
    // Without points to win by, only the finish is left.
    table.state.sides.iter_mut().for_each(|side| side.scores[1] = -1_000_000);
    kill(&mut table, 0);
    while table.state.phase == fairmarch_kernel::Phase::Playing && table.state.turn < 200 {
        table.state.sides.iter_mut().for_each(|side| side.scores[1] = 0);
        table.next_turn();
    }
    assert_eq!((table.state.turn, winners(&table)), (99, Some(vec![])));
}

#[test]
fn and_or_not_have_their_plain_meaning() {
    let run = |test: &str| {
        let mut table =
            table(&format!("{TWO} (scorekeeper (do (if {test} (set-score 1)))) (units) (tank 4 3 1) (tank 5 3 2)"));
        table.next_turn();
        score(&table, 1)
    };
    for (test, is_true) in [
        ("(and (> turn 0) (< turn 2))", true),
        ("(and (> turn 0) (> turn 2))", false),
        ("(or (> turn 5) (= turn 1))", true),
        ("(or (> turn 5) ())", false),
        ("(not (> turn 5))", true),
        ("(not turn)", false),
        ("true", true),
        ("false", false),
        ("0", true),
        ("(< 1 2 3)", true),
        ("(< 1 3 2)", false),
        ("(/= 1 2)", true),
        ("(/ 1 0)", false),
        ("(= (/ -7 2) -3)", true),
        ("(= (- 5) -5)", true),
        ("(= (+ 1 2 3) 6)", true),
        ("(= (* 2 3) 6)", true),
    ] {
        assert_eq!(run(test) == 1, is_true, "{test}");
    }
}

#[test]
fn scores_are_wider_than_16_bits() {
    let mut table = table(&format!(
        "{TWO} (scorekeeper (initial-score 30000) (do (add-score 2000000000))) (units) (tank 4 3 1) (tank 5 3 2)"
    ));
    table.next_turn();
    table.next_turn();
    assert_eq!(score(&table, 2), 4_000_030_000);
}

#[test]
fn scorekeepers_run_when_they_say() {
    let keeper = |when: &str| {
        table(&format!("{TWO} (scorekeeper (when {when}) (do (add-score 1))) (units) (tank 4 3 1) (tank 5 3 2)"))
    };
    let mut before = keeper("before-turn");
    assert_eq!(score(&before, 1), 1, "turn 1 has begun");
    before.next_turn();
    assert_eq!(score(&before, 1), 2);
    let mut actions = keeper("after-action");
    for _ in 0..2 {
        let there = actions.cell(4, 4);
        let here = actions.cell(4, 3);
        let to = if actions.unit(0).cell == here { there } else { here };
        actions.act(0, fairmarch_kernel::Action::Move(to, 0)).unwrap();
    }
    assert_eq!(score(&actions, 1), 2);
    let mut events = keeper("after-event");
    events.next_turn();
    assert_eq!(score(&events, 1), 0, "a turn is no event");
    let mut late = keeper("(after-turn 3)");
    late.next_turn();
    late.next_turn();
    assert_eq!(score(&late, 1), 0);
    late.next_turn();
    assert_eq!(score(&late, 1), 1);
}

/// Seed 000, "Brainless Units and Scorekeeping".
#[test]
fn a_side_with_brainless_units_only_loses() {
    let mut table = table(
        "(unit-type tank (acp-per-turn 4)) (unit-type fort) \
         (scorekeeper (do (if (= (sum-uprop u* acp-per-turn) 0) lose))) (scorekeeper (do last-side-wins)) \
         (units) (tank 4 3 1) (fort 4 4 1) (tank 5 3 2) (fort 5 4 2)",
    );
    table.next_turn();
    assert_eq!(winners(&table), None);
    kill(&mut table, 0);
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![1]), "a fort thinks of nothing");
}

#[test]
fn a_team_wins_as_one() {
    let types = "(unit-type tank (acp-per-turn 4)) (scorekeeper (do last-side-wins)) (side 1 (name \"A\")) \
                 (side 2 (name \"B\")) (side 3 (name \"C\")) (units) (tank 4 3 1) (tank 5 3 2) (tank 6 3 3)";
    let mut scenario = table(types).rules.scenario.clone();
    scenario.sides[0].team = 1;
    scenario.sides[2].team = 1;
    let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(1));
    let mut table = TestGame { rules, state, events: Vec::new() };
    kill(&mut table, 0);
    table.next_turn();
    assert_eq!(winners(&table), None, "C and B are left");
    kill(&mut table, 1);
    table.next_turn();
    assert_eq!(winners(&table), Some(vec![0, 2]), "A fell on the way and wins with C");
}

#[test]
fn the_last_turn_ends_the_game_unless_chance_gives_another() {
    let mut strict = table(&format!("{TWO} (set last-turn 2) (units) (tank 4 3 1) (tank 5 3 2)"));
    strict.next_turn();
    assert_eq!(winners(&strict), None);
    strict.next_turn();
    assert_eq!((strict.state.turn, winners(&strict)), (2, Some(vec![])));
    let mut turns = 0;
    for seed in 0..400 {
        let mut lucky = super::table_with_seed(
            &format!("{TWO} (set last-turn 1) (set extra-turn-chance 50) (units) (tank 4 3 1) (tank 5 3 2)"),
            seed,
        );
        while lucky.state.phase == fairmarch_kernel::Phase::Playing {
            lucky.next_turn();
        }
        turns += lucky.state.turn;
    }
    assert!((720..880).contains(&turns), "2 turns in the mean, and here {turns} in 400 games");
}

#[test]
fn all_must_agree_to_a_draw() {
    let mut table = table(&format!("{TWO} (units) (tank 4 3 1) (tank 5 3 2)"));
    table.make(0, Move::Draw(true)).unwrap();
    assert_eq!(winners(&table), None);
    assert_eq!(
        format!("{:?}", table.make(0, Move::Draw(true))),
        r#"Err(Invalid("that was said already"))"#,
        "said already"
    );
    table.make(0, Move::End).unwrap();
    table.make(1, Move::Draw(true)).unwrap();
    assert_eq!(winners(&table), Some(vec![]));
    assert_eq!(table.rules.outcome(&table.state).unwrap().ending, Ending::Draw);
}

/// Groups of types are mostly defined, not listed.
#[test]
fn a_scorekeeper_may_speak_of_what_the_module_defines() {
    let mut table = table(&format!(
        "{TWO} (define army (tank truck)) (define enough 2) \
         (scorekeeper (do (if (>= (sum-uprop army acp-per-turn) enough) (set-score enough)))) (units) (tank 4 3 1) (truck 5 3 2)"
    ));
    table.next_turn();
    assert_eq!((score(&table, 1), score(&table, 2)), (2, 0));
}

/// Scores alone decide nothing, so a game without rivals is over; who can still win by a scorekeeper plays on.
#[test]
fn one_side_left_ends_a_game_that_nobody_can_win() {
    let over = |keepers: &str, units: &str| {
        let mut table = table(&format!("{TWO} {keepers} (units) {units}"));
        assert_eq!(winners(&table), None, "{keepers}");
        table.next_turn();
        assert_eq!(winners(&table), None, "both are there: {keepers}");
        table.rules.forfeit(&mut table.state, Seat(0), &mut |_| {});
        winners(&table)
    };
    let units = "(tank 4 3 1) (tank 5 3 2)";
    let scores = "(scorekeeper (title \"land\") (do (add-score 1)))";
    let loses = "(scorekeeper (do (if (= (sum-uprop u* acp-per-turn) 0) lose)))";
    let survives = "(scorekeeper (when (after-turn 9)) (do win))";
    assert_eq!(over(scores, units), Some(vec![]));
    assert_eq!(over(loses, units), Some(vec![]));
    assert_eq!(over(&format!("{scores} {loses}"), units), Some(vec![]));
    assert_eq!(over(&format!("{scores} {survives}"), units), None, "it may yet win, in turn 9");
    assert_eq!(over("(scorekeeper (do last-side-wins))", units), Some(vec![1]));
}
