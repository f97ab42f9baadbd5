//! Action points of a turn (`kernel-rules` 1.3, examples 1, 2, 3 and 19).

use fairmarch_kernel::UnitIndex;

use super::{TestGame, table};

fn fresh(table: &TestGame, id: u32) -> i32 {
    table.at().fresh_acp(UnitIndex(id))
}

/// Example 1.
#[test]
fn damage_leaves_fewer_action_points() {
    let mut table = table(
        "(unit-type tank (acp-per-turn 6) (hp-max 30) (acp-damage-effect ((0 0) (10 2) (20 4) (30 6)))) (units) (tank 4 3 1)",
    );
    for (hp, acp) in [(30, 6), (16, 3), (15, 3), (14, 2), (10, 2), (9, 1), (4, 0)] {
        table.state.units[0].hp = hp;
        assert_eq!(fresh(&table, 0), acp, "{hp} hp");
    }
}

#[test]
fn damage_that_the_curve_does_not_know_has_no_effect() {
    let mut table =
        table("(unit-type tank (acp-per-turn 6) (hp-max 30) (acp-damage-effect ((5 1) (9 2)))) (units) (tank 4 3 1)");
    for (hp, acp) in [(4, 6), (5, 1), (9, 2), (10, 6), (30, 6)] {
        table.state.units[0].hp = hp;
        assert_eq!(fresh(&table, 0), acp, "{hp} hp");
    }
}

/// Example 2.
#[test]
fn debt_is_paid_before_anything_is_saved() {
    let mut table = table("(unit-type tank (acp-per-turn 4) (acp-min -6) (acp-max 10)) (units) (tank 4 3 1)");
    table.change(|change| change.pay_acp(UnitIndex(0), 8));
    assert_eq!(table.acp(0), -4);
    let mut seen = Vec::new();
    for _ in 0..6 {
        table.next_turn();
        seen.push(table.acp(0));
    }
    assert_eq!(seen, [0, 4, 8, 10, 10, 10]);
}

/// Example 40, as far as action points go: debt over several turns.
#[test]
fn fatigue_lasts_for_turns() {
    let mut table = table("(unit-type tank (acp-per-turn 2) (acp-min -5)) (units) (tank 4 3 1)");
    table.change(|change| change.pay_acp(UnitIndex(0), 6));
    let mut seen = vec![table.acp(0)];
    for _ in 0..4 {
        table.next_turn();
        seen.push(table.acp(0));
    }
    assert_eq!(seen, [-4, -2, 0, 2, 2], "acp-max -1 saves nothing");
}

/// Example 3.
#[test]
fn occupants_and_night_add_first_and_multiply_then() {
    let text = "(unit-type ship (acp-per-turn 6) (acp-per-turn-min 7) (capacity 4)) (unit-type crew) (unit-type sail)
        (table occupant-adds-acp (ship crew 2)) (table occupant-multiplies-acp (ship sail 150))
        (table night-multiplies-acp (ship land 50))
        (units) (ship 4 3 1 (# 1)) (crew 4 3 1 (in 1)) (sail 4 3 1 (in 1))";
    let mut table = table(text);
    assert_eq!(table.at().occupants(UnitIndex(0)).count(), 2);
    assert_eq!(fresh(&table, 0), 12);
    table.state.night = vec![true; table.rules.area.len()];
    assert_eq!(fresh(&table, 0), 7, "(6 + 2) x 150% x 50% = 6, at least 7");
    table.state.units[1].cp = 0;
    table.state.units[2].cp = 0;
    table.state.night.clear();
    assert_eq!(fresh(&table, 0), 7, "unfinished occupants do not help");
}

#[test]
fn what_falls_to_nothing_by_adding_stays_nothing() {
    let text = "(unit-type bat (acp-per-turn 3) (acp-per-turn-min 2)) (table night-adds-acp (bat land -3)) (units) (bat 4 3 1)";
    let mut table = table(text);
    assert_eq!(fresh(&table, 0), 3);
    table.state.night = vec![true; table.rules.area.len()];
    assert_eq!(fresh(&table, 0), 0, "no least number helps any more");
}

#[test]
fn morale_temperature_and_season_multiply_in_this_order() {
    let text = "(unit-type tank (acp-per-turn 7) (morale-max 10) (acp-morale-effect ((0 50) (10 150)))
          (acp-temperature-effect ((-10 0) (10 100))) (acp-season-effect ((0 10) (3 50))) (acp-per-turn-max 8))
        (world 60 (year-length 4)) (units) (tank 4 3 1)";
    let mut table = table(text);
    assert_eq!((table.unit(0).morale, table.at().year_part()), (10, 1));
    // 7 x 150% = 10; no temperatures; 23% in part 1 of the year.
    assert_eq!(fresh(&table, 0), 2);
    table.state.temperature = vec![0; table.rules.area.len()];
    assert_eq!(fresh(&table, 0), 1, "10 x 50% = 5, x 23% = 1");
    table.state.temperature = vec![-20; table.rules.area.len()];
    assert_eq!(fresh(&table, 0), 2, "a temperature outside of the curve has no effect");
    table.state.turn = 3;
    assert_eq!((table.at().year_part(), fresh(&table, 0)), (3, 5));
}

#[test]
fn a_most_of_a_turn_holds_after_all_effects() {
    let text = "(unit-type ship (acp-per-turn 6) (acp-per-turn-max 8) (capacity 4)) (unit-type crew)
        (table occupant-adds-acp (ship crew 5)) (units) (ship 4 3 1 (# 1)) (crew 4 3 1 (in 1))";
    let table = table(text);
    assert_eq!(fresh(&table, 0), 8);
}

#[test]
fn unfinished_units_have_none_and_completed_ones_get_theirs_at_once() {
    let mut table = table("(unit-type tank (acp-per-turn 4) (cp 3)) (units) (tank 4 3 1 (cp 2))");
    assert_eq!(table.acp(0), 0);
    table.state.units[0].cp = 3;
    table.change(|change| change.give_acp(UnitIndex(0)));
    assert_eq!((table.acp(0), table.unit(0).acp_start), (4, 4));
}

/// Example 19.
#[test]
fn damage_in_mid_turn_cuts_what_is_left() {
    let text =
        "(unit-type tank (acp-per-turn 10) (hp-max 10) (acp-damage-effect ((0 0) (10 10)))) (units) (tank 4 3 1)";
    let mut table = table(text);
    assert_eq!(table.acp(0), 10);
    table.state.units[0].hp = 6;
    table.change(|change| change.cut_acp_by_damage(UnitIndex(0)));
    assert_eq!(table.acp(0), 6);
    table.state.units[0].acp = 2;
    table.change(|change| change.cut_acp_by_damage(UnitIndex(0)));
    assert_eq!(table.acp(0), 2, "what is less stays");
}

#[test]
fn only_units_with_a_source_of_acp_can_act() {
    let text = "(unit-type tank (acp-per-turn 1)) (unit-type rock) (unit-type mine (acp-independent true)) (unit-type ship (capacity 2))
        (unit-type owl) (table occupant-adds-acp (ship tank 2)) (table night-adds-acp (owl land 2))
        (units) (tank 4 3 1) (rock 4 3 1) (mine 4 3 1) (ship 4 3 1) (owl 4 3 1) (ship 5 3 1 (# 9)) (tank 5 3 1 (in 9))";
    let table = table(text);
    let can: Vec<bool> = (0..6).map(|id| table.at().can_be_actor(UnitIndex(id))).collect();
    assert_eq!(can, [true, false, true, false, true, true]);
    assert_eq!(table.acp(5), 2);
}
