//! Trust, control, self-units, losing, and who acts when: `kernel-rules` 1.4, 3.4 and 7.3; seed 000, "Setting up Self-Units", "Leaders".

use contract::{Ruleset, Seat, Seats};
use fairmarch_kernel::{Action, Death, EventKind, Move, Refusal, UnitIndex, testing};
use world::{Owner, SideId};

use super::{TestGame, table, table_with_seed};

const TANKS: &str = "(unit-type tank (acp-per-turn 4))";
const LAST: &str = "(scorekeeper (do last-side-wins))";

fn kill(table: &mut TestGame, unit: u32) {
    table.change(|change| {
        change.remove(UnitIndex(unit), Death::Combat, None);
        testing::find_heirs(change);
    });
}

fn is_in(table: &TestGame, side: u8) -> bool {
    table.at().is_in_game(SideId(side))
}

fn winners(table: &TestGame) -> Option<Seats> {
    table.rules.outcome(&table.state).map(|outcome| outcome.winners)
}

#[test]
fn a_side_gives_up_to_another() {
    let mut table = table(&format!(
        "{TANKS} {LAST} (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\")) \
         (units) (tank 4 3 1) (tank 4 4 1) (tank 5 3 2) (tank 6 3 3)"
    ));
    table.state.acting_seat = 0;
    assert_eq!(table.make(0, Move::Resign(Some(SideId(1)))), Err(Refusal::Invalid("a side gives up to others")));
    assert_eq!(table.make(0, Move::Resign(Some(SideId(9)))), Err(Refusal::Invalid("there is no such side")));
    assert_eq!(
        format!("{:?}", table.make(0, Move::Resign(Some(SideId(0))))),
        r#"Err(Invalid("there is no such side to give up to"))"#
    );
    table.make(0, Move::Resign(Some(SideId(3)))).unwrap();
    assert_eq!([0, 1, 2, 3].map(|unit| table.side(unit).0), [3, 3, 2, 3]);
    assert_eq!((is_in(&table, 1), winners(&table)), (false, None));
    assert_eq!(table.rules.to_act(&table.state), Seats::one(Seat(1)), "a side that is out has no turn");
    assert!(table.happened(|what| *what == EventKind::SideLost { side: SideId(1), to: Some(SideId(3)) }));
    assert_eq!(table.make(0, Move::End), Err(Refusal::NotYourTurn));
    table.make(1, Move::Resign(None)).unwrap();
    assert_eq!(winners(&table), Some(Seats::one(Seat(2))), "the last one has won at once, not at the end of the turn");
}

#[test]
fn people_and_control_go_with_the_units() {
    let mut table = table(&format!("{TANKS} (units) (tank 4 3 1) (tank 5 3 2)"));
    let owners = |sides: &[Option<u8>]| sides.iter().map(|side| side.map(SideId).into()).collect::<Vec<Owner>>();
    table.state.people = owners(&[Some(1), Some(2), None]);
    table.state.control = owners(&[None, Some(1)]);
    table.change(|change| testing::lose(change, SideId(1), Some(SideId(2))));
    assert_eq!(table.state.people, owners(&[Some(2), Some(2), None]));
    assert_eq!(table.state.control, owners(&[None, Some(2)]));
}

#[test]
fn units_without_an_heir_vanish_in_the_next_turn() {
    let mut table = table(&format!(
        "{TANKS} (unit-type rock (lost-vanish-chance 0)) (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\")) \
         (units) (tank 4 3 1) (rock 4 4 1) (tank 5 3 2) (tank 6 3 3)"
    ));
    table.change(|change| testing::lose(change, SideId(1), None));
    assert_eq!((table.hp(0), table.side(0)), (1, SideId(1)), "first it stays where it is");
    table.next_turn();
    assert_eq!((table.hp(0), table.hp(1), table.hp(2)), (0, 1, 1), "the default is all of them");
    assert!(
        table.happened(
            |what| matches!(what, EventKind::Died { who, of: Death::SideLost, .. } if who.id == UnitIndex(0))
        )
    );
    assert_eq!(table.side(1), SideId(1), "a rock without chances stays for ever");
}

#[test]
fn cities_of_the_lost_become_independent_where_independents_play() {
    let types = "(unit-type city (advanced true)) (unit-type tank) (unit-type ork (possible-sides (not \"independent\")) (advanced true))";
    let units = "(units) (city 4 3 1) (tank 4 4 1) (ork 4 5 1) (tank 5 3 2)";
    let lose = |more: &str| {
        let mut table = table(&format!("{types} {more} {units}"));
        table.change(|change| testing::lose(change, SideId(1), None));
        [0, 1, 2].map(|unit| table.side(unit).0)
    };
    assert_eq!(lose("(set indepside-has-ai true)"), [0, 1, 1]);
    assert_eq!(lose(""), [1, 1, 1]);
}

#[test]
fn units_of_the_lost_give_themselves_up_to_neighbours_by_chance() {
    let mut gone = 0;
    for seed in 0..300 {
        let mut table = table_with_seed(
            "(unit-type tank (acp-per-turn 4) (lost-vanish-chance 0)) (table lost-surrender-chance (tank tank 5000)) \
             (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\")) \
             (units) (tank 4 3 1) (tank 5 3 2) (tank 8 1 3) (tank 1 7 1)",
            seed,
        );
        table.change(|change| testing::lose(change, SideId(1), None));
        table.next_turn();
        gone += u32::from(table.side(0) == SideId(2));
        assert_eq!(table.side(3), SideId(1), "nobody is near the second one");
    }
    assert!((120..180).contains(&gone), "{gone} of 300");
}

#[test]
fn units_of_the_lost_revolt_and_are_wrecked_by_chance() {
    let mut table = table(
        "(unit-type ruin) (unit-type tower (wrecked-type ruin) (lost-wreck-chance 10000)) \
         (unit-type mob (lost-vanish-chance 0) (lost-revolt-chance 10000)) (side 1 (name \"A\")) (side 2 (name \"B\")) \
         (side 3 (name \"C\")) (units) (tower 4 3 1) (mob 4 4 1 (os 2)) (ruin 5 3 2) (ruin 6 3 3)",
    );
    table.change(|change| testing::lose(change, SideId(1), None));
    table.next_turn();
    assert_eq!(table.side(1), SideId(2), "back to whom it belonged first");
    assert!(table.happened(|what| matches!(what, EventKind::Revolted { to: SideId(2), .. })));
    // A wreck is a unit of the lost too, and vanishes in its turn.
    let is_wreck = table.kind("ruin") == table.unit(0).kind;
    assert!(is_wreck, "the tower is a ruin");
}

#[test]
fn a_controlled_side_obeys_and_goes_to_its_controller() {
    let mut table = table(&format!(
        "{TANKS} (side 1 (name \"A\")) (side 2 (name \"B\") (controlled-by 1)) (units) (tank 4 3 1) (tank 6 3 2)"
    ));
    let to = table.cell(6, 4);
    table.make(0, Move::act(UnitIndex(1), Action::Move(to, 0))).unwrap();
    assert_eq!(table.unit(1).cell, to);
    assert!(!table.at().controls(SideId(2), UnitIndex(0)), "not the other way round");
    table.change(|change| testing::lose(change, SideId(2), None));
    assert_eq!(table.side(1), SideId(1));
}

#[test]
fn types_that_need_a_controller_wait_for_one_near_by() {
    let types = "(unit-type army (acp-per-turn 4) (direct-control false)) (unit-type general (acp-per-turn 4)) \
                 (table unit-control-range (general army 3) (army army 1)) \
                 (table unit-control-chance-adjacent (u* u* 100)) (table unit-control-chance-at (u* u* 100))";
    let mut table = table(&format!(
        "{types} (table unit-control-chance (general army 100)) \
         (units) (army 2 4 1) (general 5 4 1) (army 6 4 1) (army 7 4 1) (army 1 7 1) (general 2 7 2)"
    ));
    let controls = |table: &TestGame| [0, 2, 3, 4].map(|unit| table.at().controls(SideId(1), UnitIndex(unit)));
    assert_eq!(controls(&table), [true, true, true, false], "within 3 cells; enemies' generals say nothing");
    kill(&mut table, 1);
    assert_eq!(controls(&table), [false; 4]);
    let to = table.cell(2, 3);
    assert_eq!(table.make(0, Move::act(UnitIndex(0), Action::Move(to, 0))), Err(Refusal::NotYours(UnitIndex(0))));
}

#[test]
fn orders_are_handed_on_from_unit_to_unit() {
    let table = table(
        "(unit-type army (acp-per-turn 4) (direct-control false)) (unit-type general (acp-per-turn 4)) \
         (table unit-control-range (general army 1) (army army 1)) (table unit-control-chance-adjacent (u* u* 100)) \
         (units) (general 2 4 1) (army 3 4 1) (army 4 4 1) (army 6 4 1) (general 8 1 2)",
    );
    assert_eq!([1, 2, 3].map(|unit| table.at().controls(SideId(1), UnitIndex(unit))), [true, true, false]);
}

/// A chance of control is drawn once for a turn: asking again gives the same answer.
#[test]
fn a_chance_of_control_is_drawn_once_a_turn() {
    let mut obeyed = 0;
    for seed in 0..300 {
        let table = table_with_seed(
            "(unit-type army (acp-per-turn 4) (direct-control false)) (unit-type general (acp-per-turn 4)) \
             (table unit-control-range (general army 2)) (table unit-control-chance (general army 40)) \
             (units) (general 2 4 1) (army 4 4 1) (general 8 1 2)",
            seed,
        );
        let answers = [0; 5].map(|_| table.at().controls(SideId(1), UnitIndex(1)));
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        obeyed += u32::from(answers[0]);
    }
    assert!((95..145).contains(&obeyed), "{obeyed} of 300");
}

#[test]
fn a_side_needs_the_tech_to_use_a_unit() {
    let table = table(
        "(unit-type ship (acp-per-turn 4) (tech-max 9) (tech-to-use 3)) (side 1 (name \"A\") (tech (ship 2))) \
         (side 2 (name \"B\") (tech (ship 3))) (units) (ship 4 3 1) (ship 6 3 2)",
    );
    assert_eq!([(1, 0), (2, 1)].map(|(side, unit)| table.at().controls(SideId(side), UnitIndex(unit))), [false, true]);
}

#[test]
fn a_side_may_be_barred_from_acting_with_a_type() {
    let mut table = table(
        "(unit-type tank (acp-per-turn 4)) (unit-type plane (acp-per-turn 4)) (side 1 (name \"A\") (could-act-with (plane 0))) \
         (side 2 (name \"B\")) (units) (plane 4 3 1) (tank 4 4 1) (plane 6 3 2)",
    );
    let to = table.cell(5, 4);
    let refused = table.make(0, Move::act(UnitIndex(0), Action::Move(to, 0)));
    assert_eq!(refused, Err(Refusal::CannotDo("its side may not act with such units")));
    table.make(0, Move::act(UnitIndex(1), Action::Move(to, 0))).unwrap();
}

const CAPITALS: &str = "(unit-type capital (can-be-self true) (acp-per-turn 1) (hp-max 3)) (unit-type tank (acp-per-turn 4)) \
                        (set self-required true)";

#[test]
fn a_side_loses_with_its_self_unit() {
    let units = "(units) (tank 4 4 1) (capital 4 3 1) (capital 6 4 1) (capital 6 3 2) (tank 6 5 2)";
    let mut table = table(&format!("{CAPITALS} {LAST} {units}"));
    assert_eq!(table.at().side(SideId(1)).self_unit, Some(UnitIndex(1)), "the first that can be one");
    kill(&mut table, 2);
    assert!(is_in(&table, 1), "another capital is only a city");
    kill(&mut table, 1);
    assert_eq!((is_in(&table, 1), winners(&table)), (false, Some(Seats::one(Seat(1)))));
}

#[test]
fn a_captured_self_unit_takes_all_with_it_to_the_captor() {
    let units = "(units) (tank 4 4 1) (capital 4 3 1) (tank 6 3 2) (capital 6 6 2) (capital 4 6 3)";
    let sides = "(side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\"))";
    let mut table = table(&format!("{CAPITALS} {LAST} {sides} {units}"));
    table.change(|change| {
        change.set_side(UnitIndex(1), SideId(2));
        testing::find_heirs(change);
    });
    assert_eq!((is_in(&table, 1), table.side(0), table.side(1)), (false, SideId(2), SideId(2)));
    assert_eq!(winners(&table), None);
}

#[test]
fn a_self_unit_that_resurrects_has_an_heir() {
    let types = "(unit-type king (can-be-self true) (self-resurrects true)) (set self-required true)";
    let mut table = table(&format!("{types} (units) (king 4 3 1) (king 4 4 1) (king 6 3 2)"));
    kill(&mut table, 0);
    assert_eq!((table.at().side(SideId(1)).self_unit, is_in(&table, 1)), (Some(UnitIndex(1)), true));
    kill(&mut table, 1);
    assert!(!is_in(&table, 1));
}

#[test]
fn a_self_unit_that_becomes_something_else_is_lost() {
    let mut table = table(&format!("{CAPITALS} (units) (capital 4 3 1) (capital 6 3 2)"));
    let tank = table.kind("tank");
    table.change(|change| {
        change.set_kind(UnitIndex(0), tank);
        testing::find_heirs(change);
    });
    assert!(!is_in(&table, 1));
}

#[test]
fn another_self_unit_is_appointed_where_the_type_allows_it() {
    let types = "(unit-type king (can-be-self true) (self-changeable true)) (unit-type pawn) (unit-type idol (can-be-self true)) \
                 (set self-required true)";
    let mut table = table(&format!("{types} (units) (king 4 3 1) (idol 4 4 1) (pawn 4 5 1) (king 6 3 2)"));
    assert_eq!(
        format!("{:?}", table.make(0, Move::SelfUnit(UnitIndex(2)))),
        r#"Err(CannotDo("such a unit cannot stand for its player"))"#,
        "a pawn cannot"
    );
    assert_eq!(table.make(0, Move::SelfUnit(UnitIndex(3))), Err(Refusal::NotYours(UnitIndex(3))));
    table.make(0, Move::SelfUnit(UnitIndex(1))).unwrap();
    assert_eq!(table.at().side(SideId(1)).self_unit, Some(UnitIndex(1)));
    assert_eq!(
        format!("{:?}", table.make(0, Move::SelfUnit(UnitIndex(0)))),
        r#"Err(CannotDo("the unit that stands for the player cannot be changed"))"#,
        "an idol is for ever"
    );
}

/// Seed 000, "Leaders": armies without acp that a leader pushes around.
#[test]
fn a_leader_pushes_an_army_that_has_no_acp() {
    let mut table = table(
        "(unit-type army (acp-per-turn 0)) (unit-type leader (acp-per-turn 4)) \
         (units) (army 4 3 1) (leader 4 3 1) (army 6 6 2)",
    );
    let to = table.cell(5, 3);
    assert_eq!(
        format!("{:?}", table.act(0, Action::Move(to, 0))),
        r#"Err(CannotDo("it never has any action points"))"#,
        "it does nothing by itself"
    );
    table.act_on(1, 0, Action::Move(to, 0)).unwrap();
    assert_eq!((table.unit(0).cell, table.acp(1)), (to, 3), "the army has moved and the leader has paid");
    assert_eq!(table.unit(1).cell, table.cell(4, 3));
    assert_eq!(
        format!("{:?}", table.make(0, Move::Act { actor: UnitIndex(1), actee: UnitIndex(2), action: Action::Disband })),
        "Err(NotYours(UnitIndex(2)))"
    );
}

/// Seed 000, "Leaders": a leader inside of an army adds to its speed.
#[test]
fn a_leader_on_board_adds_to_an_armys_speed() {
    let run = |leader: &str| {
        let mut table = table(&format!(
            "(unit-type army (acp-per-turn 4) (speed 50) (capacity 2)) (unit-type leader (acp-per-turn 1)) \
             (table occupant-adds-speed (army leader 50)) (units) (army 4 3 1 (# 1)) {leader} (army 6 6 2)"
        ));
        let to = table.cell(5, 3);
        table.act(0, Action::Move(to, 0)).unwrap();
        4 - table.acp(0)
    };
    assert_eq!((run(""), run("(leader 4 3 1 (in 1))")), (2, 1));
}

#[test]
fn trust_is_given_and_withdrawn() {
    let mut table = table(&format!("{TANKS} (units) (tank 4 3 1) (tank 5 3 2)"));
    table.make(0, Move::Trust(SideId(2), true)).unwrap();
    assert!(
        table.at().trusts(SideId(1), SideId(2)) && !table.at().trusts(SideId(2), SideId(1)),
        "trust has a direction"
    );
    for (side, trusts, why) in [
        (2, true, "it is trusted already"),
        (1, false, "a side always trusts itself"),
        (0, true, "there is no such side to trust"),
        (9, true, "there is no such side"),
    ] {
        assert_eq!(table.make(0, Move::Trust(SideId(side), trusts)), Err(Refusal::Invalid(why)));
    }
    table.make(0, Move::Trust(SideId(2), false)).unwrap();
    assert!(!table.at().trusts(SideId(1), SideId(2)));
}

#[test]
fn sides_act_in_the_order_of_their_priorities() {
    let mut table = table(&format!(
        "{TANKS} (set use-side-priority true) (side 1 (name \"A\") (priority 5)) (side 2 (name \"B\")) \
         (side 3 (name \"C\") (priority 1)) (units) (tank 4 3 1) (tank 5 3 2) (tank 6 3 3)"
    ));
    assert_eq!(table.rules.order(&table.state), [Seat(2), Seat(1), Seat(0)]);
    for _ in 0..2 {
        for seat in [2, 1, 0] {
            assert_eq!(table.rules.to_act(&table.state), Seats::one(Seat(seat)));
            table.make(seat, Move::End).unwrap();
        }
    }
    assert_eq!(table.state.turn, 3);
}

#[test]
fn own_and_sides_priorities_go_before_the_types() {
    let mut table = table(
        "(unit-type tank (acp-per-turn 4) (action-priority 100)) (side 1 (name \"A\") (action-priorities (tank 300))) \
         (side 2 (name \"B\")) (units) (tank 4 3 1) (tank 6 3 2) (tank 8 3 2 (priority 500)) (tank 2 3 1 (priority 50))",
    );
    let may = |table: &TestGame| [0, 1, 2, 3].map(|unit| testing::can_act_now(table.at(), UnitIndex(unit)));
    assert_eq!(
        (may(&table), table.state.acting_seat),
        ([false, false, true, false], 1),
        "500 first, and side 1 has nothing there"
    );
    table.make(1, Move::End).unwrap();
    assert_eq!((may(&table), table.state.acting_seat), ([true, false, false, false], 0), "300");
    table.make(0, Move::End).unwrap();
    assert_eq!(may(&table), [false, true, false, true], "100 and 50 are one band");
    table.next_turn();
    assert_eq!((table.state.turn, table.state.priority_level), (2, 0));
}

/// A gun that needs no points acts in its level; a wall that has none keeps no level open, and may be given up in any.
#[test]
fn a_priority_level_of_units_that_can_only_disband_is_passed_over() {
    let types = "(unit-type gun (acp-independent true) (hp-max 9) (acp-to-fire 1) (range 3) (action-priority 500)) \
        (unit-type wall (acp-to-disband 1) (hp-per-disband 9) (hp-max 9) (action-priority 700)) (unit-type man (acp-per-turn 4) (hp-max 9)) \
        (table fire-hit-chance (gun man 100)) (table damage (gun man 1)) (side 1 (name \"A\")) (side 2 (name \"B\")) (units)";
    let mut table = table(&format!("{types} (gun 3 3 1) (man 2 5 1) (man 4 3 2) (wall 2 6 1)"));
    assert_eq!((table.state.acting_seat, table.state.priority_level), (0, 1), "the band of the walls is passed over");
    let fire = Move::Act {
        actor: UnitIndex(0),
        actee: UnitIndex(0),
        action: fairmarch_kernel::Action::FireAt(UnitIndex(2), None),
    };
    table.make(0, fire).unwrap();
    assert_eq!(table.hp(2), 8);
    let disband = Move::Act { actor: UnitIndex(3), actee: UnitIndex(3), action: fairmarch_kernel::Action::Disband };
    table.make(0, disband).unwrap();
    assert_eq!(table.hp(3), 0);
    table.make(0, Move::End).unwrap();
    assert_eq!(table.state.priority_level, 2, "the men's");
    table.next_turn();
    assert_eq!((table.state.turn, table.state.acting_seat, table.state.priority_level), (2, 0, 1));
}

#[test]
fn a_game_without_players_is_over_at_once() {
    let table = table(&format!(
        "{TANKS} (side 1 (name \"A\") (active false)) (side 2 (name \"B\") (status -1)) (units) (tank 4 3 1) (tank 6 3 2)"
    ));
    assert_eq!(winners(&table), Some(Seats::NONE));
    assert_eq!(table.rules.to_act(&table.state), Seats::NONE);
}

#[test]
fn no_seat_is_always_the_first() {
    let text =
        format!("{TANKS} (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\")) (units) (tank 4 3 1)");
    let mut firsts = [0; 3];
    for seed in 0..60 {
        let mut table = table_with_seed(&text, seed);
        let first = table.state.acting_seat;
        firsts[usize::from(first)] += 1;
        table.next_turn();
        assert_eq!(table.state.acting_seat, (first + 1) % 3, "it moves on by one each turn");
    }
    assert!(firsts.iter().all(|&count| (8..=34).contains(&count)), "{firsts:?}");
}
