//! Tech levels, research, and limits (`kernel-rules` 2.10, 5.6, example 35; seed 000, "Technology").

use contract::Seat;
use design::{AdvanceType, TypeId};
use fairmarch_kernel::{Action, Move, Refusal};
use world::SideId;

use super::table;

/// A laboratory that develops bombs, one level an action.
const BOMBS: &str = "(unit-type lab (acp-per-turn 1)) (unit-type bomb (tech-max 60) (tech-to-build 60))
    (unit-type toy (tech-max 30)) (table acp-to-develop (lab bomb 1)) (table tech-per-develop (lab bomb 100))
    (table acp-to-create (lab bomb 1))";

#[test]
fn sixty_actions_of_research_or_ten_researchers_for_six_turns() {
    for labs in [1, 10] {
        let units = "(lab 4 3 1)".repeat(labs);
        let mut table = table(&format!("{BOMBS} (units) {units}"));
        let (bomb, cell) = (table.kind("bomb"), table.cell(4, 3));
        let mut turns = 0;
        while table.at().tech(SideId(1), bomb) < 60 {
            assert!(!table.at().can_construct(SideId(1), bomb));
            for lab in 0..labs as u32 {
                table.act(lab, Action::Develop(bomb)).unwrap();
            }
            turns += 1;
            table.next_turn();
        }
        assert_eq!(turns, 60 / labs);
        assert_eq!(table.act(0, Action::Develop(bomb)), Err(Refusal::CannotDo("there is no higher tech level")));
        table.act(0, Action::CreateAt(bomb, cell, 0)).unwrap();
    }
}

#[test]
fn a_turn_brings_no_more_than_it_may() {
    let bombs = BOMBS.replace("(tech-to-build 60)", "(tech-to-build 60) (tech-per-turn-max 2)");
    let mut table = table(&format!("{bombs} (units) (lab 4 3 1) (lab 4 3 1) (lab 4 3 1)"));
    let bomb = table.kind("bomb");
    for turn in 1..=3 {
        (0..3).for_each(|lab| table.act(lab, Action::Develop(bomb)).unwrap());
        assert_eq!(table.at().tech(SideId(1), bomb), 2 * turn);
        table.next_turn();
    }
}

#[test]
fn example_35_tech_crosses_over() {
    let mut table = table(
        "(unit-type lab (acp-per-turn 1)) (unit-type jet (tech-max 20)) (unit-type spy (tech-max 30)) (unit-type cow
        (tech-max 9))
         (table acp-to-develop (lab jet 1)) (table tech-per-develop (lab jet 100)) (table tech-crossover (jet spy 80))
         (side 1 (name \"A\") (tech (jet 9) (spy 3))) (side 2 (name \"B\")) (units) (lab 4 3 1)",
    );
    table.act(0, Action::Develop(table.kind("jet"))).unwrap();
    let levels = ["jet", "spy", "cow"].map(|name| table.at().tech(SideId(1), table.kind(name)));
    assert_eq!(levels, [10, 12, 0]);
}

#[test]
fn knowledge_leaks_and_comes_with_what_one_owns() {
    let mut table = table(
        "(unit-type jet (tech-max 20) (tech-leakage 300)) (unit-type saucer (tech-max 9) (tech-from-ownership 4))
         (side 1 (name \"A\") (tech (jet 9))) (side 2 (name \"B\") (tech (jet 1))) (side 3 (name \"C\") (tech (jet 9)))
         (units) (saucer 4 3 2)",
    );
    let (jet, saucer) = (table.kind("jet"), table.kind("saucer"));
    let levels = |table: &super::TestGame| [1, 2, 3].map(|side| table.at().tech(SideId(side), jet));
    assert_eq!(levels(&table), [9, 7, 9], "3 from each of two sides that are ahead");
    table.next_turn();
    assert_eq!(levels(&table), [9, 9, 9], "never beyond them");
    assert_eq!((table.at().tech(SideId(2), saucer), table.at().tech(SideId(1), saucer)), (4, 0));
}

#[test]
fn too_low_a_level_gives_no_orders_and_owns_nothing() {
    let mut table = table(
        "(unit-type ship (acp-per-turn 5) (acp-to-change-side 1) (tech-to-own 5) (tech-to-use 3))
         (side 1 (name \"A\") (tech (ship 2))) (side 2 (name \"B\") (tech (ship 4))) (side 3 (name \"C\") (tech
         (ship 9)))
         (units) (ship 4 3 1)",
    );
    table.state.acting_seat = 0;
    let lacks = |needs, has| Err(Refusal::NotEnoughTech { kind: "ship".into(), needs, has });
    assert_eq!(table.act(0, Action::ChangeSide(SideId(2))), lacks(5, 4));
    let order = Move::act(fairmarch_kernel::UnitIndex(0), Action::ChangeSide(SideId(3)));
    assert_eq!(table.make(0, order), lacks(3, 2));
    table.act(0, Action::ChangeSide(SideId(3))).unwrap();
}

#[test]
fn there_are_no_more_units_than_there_may_be() {
    let limits = [
        ("(type-per-side-max 2)", ""),
        ("(type-in-game-max 3)", ""),
        ("", "(set units-per-side-max 3)"),
        ("", "(set units-in-game-max 5)"),
    ];
    for (of_type, of_game) in limits {
        let mut table = table(&format!(
            "(unit-type yard (acp-per-turn 9)) (unit-type hero {of_type}) (table acp-to-create (yard hero 1)) {of_game}
             (units) (yard 4 3 1) (yard 5 3 2) (hero 5 3 2)"
        ));
        let (hero, cell) = (table.kind("hero"), table.cell(4, 3));
        table.act(0, Action::CreateAt(hero, cell, 0)).unwrap();
        table.act(0, Action::CreateAt(hero, cell, 0)).unwrap();
        let third = table.act(0, Action::CreateAt(hero, cell, 0));
        assert_eq!(third, Err(Refusal::CannotDo("there may be no more units of this type")), "{of_type} {of_game}");
    }
}

#[test]
fn a_unique_unit_comes_again_only_when_it_is_gone() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 9)) (unit-type hero (type-in-game-max 1) (acp-to-disband 1) (hp-per-disband 1))
         (table acp-to-create (yard hero 1)) (units) (yard 4 3 1)",
    );
    let (hero, cell) = (table.kind("hero"), table.cell(4, 3));
    table.act(0, Action::CreateAt(hero, cell, 0)).unwrap();
    assert_eq!(
        format!("{:?}", table.act(0, Action::CreateAt(hero, cell, 0))),
        r#"Err(CannotDo("there may be no more units of this type"))"#
    );
    table.act(1, Action::Disband).unwrap();
    table.act(0, Action::CreateAt(hero, cell, 0)).unwrap();
}

#[test]
fn a_set_up_is_bought_with_a_first_supply_that_runs_out() {
    // Seed 000, "Buying the Initial Setup": the adventurer gives his shop the money, and the shop makes what he wants
    // with it.
    let mut table = table(
        "(unit-type adventurer (acp-per-turn 9)) (unit-type shop (acp-per-turn 9)) (unit-type sword) (unit-type armor)
         (unit-type boat) (material-type money) (table unit-storage-x (u* money 2000)) (table acp-to-unload
         (u* money 1))
         (table acp-to-load (u* money 1)) (table acp-to-create (shop (sword armor boat) 1))
         (table consumption-on-creation ((sword armor boat) money (20 100 1000)))
         (units) (adventurer 4 3 1 (m 200)) (shop 4 3 1)",
    );
    let (cell, kinds) = (table.cell(4, 3), ["sword", "armor", "boat"].map(|name| table.kind(name)));
    let mut buy = |kind: usize| table.act(1, Action::CreateAt(kinds[kind], cell, 0));
    assert!(matches!(buy(0), Err(Refusal::NotEnoughMaterial { needs: 20, has: 0, .. })));
    table.act(0, Action::Transfer(fairmarch_kernel::UnitIndex(1), None, 200)).unwrap();
    let mut buy = |kind: usize| table.act(1, Action::CreateAt(kinds[kind], cell, 0));
    assert_eq!((buy(1), buy(0)), (Ok(()), Ok(())));
    assert!(matches!(buy(2), Err(Refusal::NotEnoughMaterial { needs: 1000, has: 80, .. })));
    assert!(table.at().is_complete(fairmarch_kernel::UnitIndex(2)), "ready at once");
}

#[test]
fn classes_turns_and_words_of_the_scenario_limit_construction() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 9)) (unit-type a (possible-sides \"red\")) (unit-type b) (unit-type c)
         (table acp-to-create (yard (a b c) 1))
         (side 1 (name \"A\") (class \"blue\") (could-construct (b 0))) (side 2 (name \"B\") (class \"red\"))
         (units) (yard 4 3 1) (yard 5 3 2)",
    );
    let cells = [table.cell(4, 3), table.cell(5, 3)];
    let can = [0, 1].map(|yard| {
        ["a", "b", "c"].map(|name| {
            let kind = table.kind(name);
            table.act(yard, Action::CreateAt(kind, cells[yard as usize], 0)).is_ok()
        })
    });
    assert_eq!(can, [[false, false, true], [true, true, true]]);
}

/// Three advances in a row, the last of which another one closes.
const ADVANCES: &str = "(set side-can-research true) (material-type ideas (treasury true))
    (advance-type fire (rp 3)) (advance-type wheel (rp 2))
    (advance-type peace (rp 1)) (unit-type cart) (unit-type yard (acp-per-turn 9)) (unit-type club (obsolete fire))
    (table advance-consumption-per-rp (a* ideas 10)) (table advance-needed-to-research (wheel fire 1))
    (table advance-precludes-advance (wheel peace 1)) (table advance-needed-to-build (cart wheel 1))
    (table acp-to-create (yard (cart club) 1))";

#[test]
fn a_side_buys_research_with_its_treasury() {
    let mut table = table(&format!(
        "{ADVANCES} (side 1 (name \"A\") (treasury (ideas 45))) (side 2 (name \"B\")) (units) (yard 4 3 1) (yard 4 3 2)"
    ));
    let side = SideId(1);
    let [fire, wheel, peace] = [0, 1, 2].map(AdvanceType::at);
    let (cart, club) = (table.kind("cart"), table.kind("club"));
    assert_eq!((table.at().side(side).topic, table.state.acting_seat), (None, 0), "it may choose");
    table.make(0, Move::Research(fire)).unwrap();
    assert_eq!([fire, wheel].map(|advance| table.at().has_advance(side, advance)), [true, false]);
    assert_eq!((table.at().side(side).advances.clone(), table.at().side(side).treasury[0]), (vec![3, 0, 0], 15));
    assert!(!table.at().can_construct(side, cart) && !table.at().can_construct(side, club));
    assert!(table.at().can_construct(SideId(2), club));
    assert_eq!(table.at().side(side).topic, None, "nothing leads on: it may choose again");
    table.next_turn();
    assert_eq!((table.at().side(side).topic, table.at().side(side).advances.clone()), (Some(wheel), vec![3, 1, 0]));
    table.state.sides[1].treasury[0] = 50;
    table.next_turn();
    assert!(table.at().has_advance(side, wheel) && table.at().can_construct(side, cart));
    assert_eq!(table.at().side(side).treasury[0], 40, "nothing is left to do research on");
    let seat = table.state.acting_seat;
    let mine = Seat(seat).side();
    let closed = table.make(seat, Move::Research(if mine == side { peace } else { wheel }));
    let why = if mine == side { "an advance of the side's closes this one" } else { "another advance is needed first" };
    assert_eq!(closed, Err(Refusal::CannotDo(why)));
}

#[test]
fn research_goes_on_towards_a_goal() {
    let named = ADVANCES.replace("(advance-type fire (rp 3))", "").replace(
        "(advance-type peace (rp 1))",
        "(advance-type peace (rp 1)) (advance-type fire (rp 3) (ai-next-goal wheel))",
    );
    let mut table = table(&format!(
        "{named} (side 1 (name \"A\") (treasury (ideas 60)) (current-advance fire) (advances-done (fire 1)))
         (side 2 (name \"B\") (could-research (wheel 0)) (advances-done (fire 3))) (units) (yard 4 3 1) (yard 4 3 2)"
    ));
    let advance = |name: &str| table.rules.design.find::<AdvanceType>(name).unwrap();
    let (fire, wheel) = (advance("fire"), advance("wheel"));
    let has = |side, advance| table.at().has_advance(SideId(side), advance);
    assert_eq!([has(1, fire), has(1, wheel), has(2, fire), has(2, wheel)], [true, true, true, false]);
    assert_eq!(table.at().side(SideId(1)).treasury[0], 20, "2 points of fire and 2 of the wheel");
    assert_eq!(
        format!("{:?}", table.at().check_topic(SideId(2), wheel)),
        r#"Err(CannotDo("the side does no such research"))"#
    );
    table.next_turn();
}

#[test]
fn an_advance_that_a_file_calls_done_needs_no_points() {
    let table = table(
        "(unit-type yard) (advance-type fire (rp 30)) (advance-type wheel (rp 30)) (advance-type flag (rp 30))
         (side 1 (name \"A\") (advances-done -2 29)) (side 2 (name \"B\") (advances-done (wheel -2) (fire 30)))
         (units) (yard 4 3 1) (yard 4 3 2)",
    );
    let advances: Vec<AdvanceType> = table.rules.design.ids().collect();
    let has = |side| advances.iter().map(|&one| table.at().has_advance(SideId(side), one)).collect::<Vec<_>>();
    assert_eq!([has(1), has(2)], [[true, false, false], [true, true, false]]);
}

#[test]
fn a_refusal_for_tech_names_both_levels() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 9)) (unit-type destroyer (tech-max 9) (tech-to-build 5))
         (unit-type prize (tech-to-own 4)) (unit-type raft (tech-to-change-type-to 7)) (table acp-to-create (yard u* 1))
         (table acp-to-change-type (yard raft 1))
         (table can-change-type-to (yard raft 1)) (side 1 (name \"A\") (tech (destroyer 3) (prize 1) (raft 6)))
         (side 2 (name \"B\")) (units) (yard 4 3 1)",
    );
    let cell = table.cell(4, 3);
    let [destroyer, prize, raft] = ["destroyer", "prize", "raft"].map(|name| table.kind(name));
    let mut why = |action| table.act(0, action).unwrap_err().to_string();
    assert_eq!(why(Action::CreateAt(destroyer, cell, 0)), "it needs tech 5 for destroyer, and the side has 3");
    assert_eq!(why(Action::CreateAt(prize, cell, 0)), "it needs tech 4 for prize, and the side has 1");
    assert_eq!(why(Action::ChangeType(raft)), "it needs tech 7 for raft, and the side has 6");
}
