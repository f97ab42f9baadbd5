//! Dominance: who holds most places for some turns in a row has won.

use chance::Seed;
use contract::{Ruleset, Seat};
use fairmarch_kernel::{EventKind, Kernel, Phase, UnitIndex};
use world::SideId;

use super::{TestGame, table};

const TYPES: &str = "(unit-type tank (acp-per-turn 4)) (unit-type town (cp 5)) (unit-type city)";
const KEEPERS: &str = "(scorekeeper (do last-alliance-wins) (keep-score false)) \
                       (scorekeeper (title \"Dominance\") (do (dominance (city town) 60 5)) (keep-score false))";
/// One place for each side, three of nobody.
const FIVE: &str = "(units) (city 2 4 1) (city 6 4 2) (town 4 4 0) (town 4 5 0) (town 4 3 0) (tank 3 4 1) (tank 5 4 2)";

fn five() -> TestGame {
    table(&format!("{TYPES} {KEEPERS} {FIVE}"))
}

fn take(table: &mut TestGame, units: &[u32], side: u8) {
    for &unit in units {
        table.change(|change| change.set_side(UnitIndex(unit), SideId(side)));
    }
}

/// Plays on; how many turns until somebody has won, and who.
fn turns_to_win(table: &mut TestGame, most: u32) -> Option<(u32, Vec<u8>)> {
    for turn in 1..=most {
        table.next_turn();
        if let Some(outcome) = table.rules.outcome(&table.state) {
            return Some((turn, outcome.winners.iter().map(|seat| seat.0).collect()));
        }
    }
    None
}

fn told(table: &TestGame) -> Vec<String> {
    let of = |event: &&fairmarch_kernel::Event| {
        matches!(event.what, EventKind::Dominance { .. } | EventKind::SideWon { .. })
    };
    table.events.iter().filter(of).map(|event| table.rules.event_text(event)).collect()
}

#[test]
fn most_places_for_five_turns_are_a_win() {
    let mut table = five();
    assert_eq!(turns_to_win(&mut table, 3), None, "one of five each");
    take(&mut table, &[2], 1);
    assert_eq!(turns_to_win(&mut table, 7), None, "two of five are not enough");
    take(&mut table, &[3], 1);
    table.next_turn();
    assert_eq!(told(&table), ["One holds 3 of 5 cities and towns, and wins if that lasts 4 turns more."]);
    assert_eq!(table.rules.scores(&table.state), [0_i64; 0], "turns are no scores");
    assert_eq!(turns_to_win(&mut table, 9), Some((4, vec![0])));
    let told = told(&table);
    assert_eq!(
        told[3..],
        [
            "One holds 3 of 5 cities and towns, and wins if that lasts 1 turn more.".to_owned(),
            "One has held 3 of 5 cities and towns long enough to win.".to_owned(),
            "One has won.".to_owned()
        ]
    );
    let figures = table.rules.figures().expect("it counts them").figures(&table.rules, &table.state);
    assert_eq!((&*figures[0].name, figures[0].count, figures[0].of), ("matches won by dominance", 1, 1));
}

#[test]
fn a_place_that_is_lost_begins_the_count_anew() {
    let mut table = five();
    take(&mut table, &[2, 3], 1);
    assert_eq!(turns_to_win(&mut table, 4), None);
    take(&mut table, &[3], 2);
    table.next_turn();
    assert_eq!(told(&table)[4..], ["One no longer holds enough cities and towns to win: 2 of 5."]);
    take(&mut table, &[3], 1);
    assert_eq!(turns_to_win(&mut table, 9), Some((5, vec![0])));
    // What is still being built holds nothing.
    let mut table = table_of("(units) (city 2 4 1) (town 4 4 1) (town 4 3 1 (cp 1)) (city 6 4 2)");
    take(&mut table, &[3], 2);
    assert_eq!(turns_to_win(&mut table, 9), None, "two of three, as at the start: the third is no town yet");
}

fn table_of(units: &str) -> TestGame {
    table(&format!("{TYPES} {KEEPERS} {units}"))
}

#[test]
fn nobody_wins_by_what_it_began_with() {
    for units in [
        "(units) (tank 2 4 1) (tank 6 4 2)",
        "(units) (city 2 4 1) (tank 6 4 2)",
        "(units) (city 2 4 1) (town 3 4 1) (city 6 4 2)",
        "(units) (city 2 4 1) (town 3 4 1) (town 3 5 1) (city 6 4 2) (town 4 4 0)",
    ] {
        assert_eq!(turns_to_win(&mut table_of(units), 12), None, "{units}");
    }
    let mut more = table_of("(units) (city 2 4 1) (town 3 4 1) (town 3 5 1) (city 6 4 2) (town 4 4 0)");
    take(&mut more, &[4], 1);
    assert_eq!(turns_to_win(&mut more, 12), Some((5, vec![0])), "four of five, with one more than at the start");
    // Alone there is nobody to dominate.
    let alone = "(side 1 (name \"One\")) (units) (city 2 4 1) (town 3 4 0)";
    let mut alone = table(&format!("{TYPES} {KEEPERS} {alone}"));
    take(&mut alone, &[1], 1);
    assert_eq!(turns_to_win(&mut alone, 12), None);
}

#[test]
fn a_team_dominates_as_one() {
    let sides = "(side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\"))";
    let units = "(units) (city 2 4 1) (city 6 4 2) (city 4 6 3) (town 4 4 0) (town 4 3 0)";
    let mut scenario = table(&format!("{TYPES} {KEEPERS} {sides} {units}")).rules.scenario.clone();
    scenario.sides[0].team = 1;
    scenario.sides[2].team = 1;
    let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(1));
    let mut table = TestGame { rules, state, events: Vec::new() };
    assert_eq!(turns_to_win(&mut table, 6), None);
    take(&mut table, &[3], 3);
    table.next_turn();
    assert_eq!(told(&table), ["A and its team hold 3 of 5 cities and towns, and win if that lasts 4 turns more."]);
    assert_eq!(turns_to_win(&mut table, 9), Some((4, vec![0, 2])));
}

/// The turns are part of the state: saved, copied for a move that is taken back, and shown with the position.
#[test]
fn the_turns_are_kept_with_the_game() {
    let mut table = five();
    take(&mut table, &[2, 3], 1);
    assert_eq!(turns_to_win(&mut table, 3), None);
    let before = table.state.clone();
    let text = table.rules.save(&table.state);
    let shown = table.rules.show(&table.state, &table.rules.scenario);
    assert_eq!(turns_to_win(&mut table, 9), Some((2, vec![0])));
    table.state = before;
    assert_eq!(turns_to_win(&mut table, 9), Some((2, vec![0])), "undone");
    table.state = table.rules.load(&text).unwrap();
    assert_eq!(turns_to_win(&mut table, 9), Some((2, vec![0])), "restored");
    // A position in the middle of a game is past its beginning: what is held there may be enough.
    let rules = Kernel::open(&shown).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(1));
    let mut again = TestGame { rules, state, events: Vec::new() };
    assert_eq!(turns_to_win(&mut again, 9), Some((2, vec![0])), "shown");
    let fresh = five();
    let shown = fresh.rules.show(&fresh.state, &fresh.rules.scenario);
    assert!(shown.sides.iter().all(|side| side.gdl.scores.is_empty()), "nobody has a score");
}

#[test]
fn who_is_left_wins_as_before() {
    let mut table = five();
    take(&mut table, &[2, 3], 1);
    assert_eq!(turns_to_win(&mut table, 2), None);
    table.rules.forfeit(&mut table.state, Seat(0), &mut |_| {});
    assert_eq!(table.state.phase, Phase::Over);
    let winners = table.rules.outcome(&table.state).expect("it is over").winners;
    assert!(winners.contains(Seat(1)), "the last one left");
    let figures = table.rules.figures().expect("it counts them").figures(&table.rules, &table.state);
    assert_eq!(figures[0].count, 0);
}
