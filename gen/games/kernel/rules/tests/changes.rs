//! Disbanding, parts, changes of side and type (`kernel-rules` 11, examples 30, 31, 44).

use fairmarch_kernel::{Action, Refusal, UnitIndex, testing};
use world::SideId;

use super::table;

#[test]
fn example_30_a_disbanded_unit_gives_its_supply_and_its_materials() {
    let mut table = table(
        "(unit-type ship (acp-per-turn 10) (hp-max 10) (acp-to-disband 1) (hp-per-disband 6)) (unit-type port)
         (material-type iron) (table unit-storage-x (u* iron 100)) (table supply-per-disband (ship iron 50))
         (table recycleable-material (ship iron 7)) (units) (ship 4 3 1 (m 21)) (port 5 3 1)",
    );
    table.act(0, Action::Disband).unwrap();
    assert_eq!((table.supply(0, 0), table.supply(1, 0), table.hp(0), table.acp(0)), (11, 10, 4, 9));
    table.act(0, Action::Disband).unwrap();
    assert!(!table.at().is_alive(UnitIndex(0)));
    assert_eq!(table.supply(1, 0), 22);
}

#[test]
fn a_unit_that_cannot_act_is_disbanded_and_given_away_free() {
    let mut table = table(
        "(unit-type wall (hp-max 5) (acp-to-disband 3) (hp-per-disband 5) (acp-to-change-side 2)) (unit-type rock)
         (units) (wall 4 3 1) (wall 4 3 1) (rock 4 3 1) (wall 4 3 1 (cp 0))",
    );
    table.act(0, Action::Disband).unwrap();
    assert!(!table.at().is_alive(UnitIndex(0)));
    table.act(1, Action::ChangeSide(SideId(2))).unwrap();
    assert_eq!(table.side(1), SideId(2));
    assert_eq!(table.act(2, Action::Disband), Err(Refusal::CannotDo("a unit of this type cannot be disbanded")));
    table.act(3, Action::Disband).unwrap();
    assert!(!table.at().is_alive(UnitIndex(3)), "what is unfinished goes without any cost");
}

#[test]
fn a_unit_goes_over_with_all_that_are_inside() {
    let mut table = table(
        "(unit-type ship (acp-per-turn 5) (acp-to-change-side 2) (capacity 5)) (unit-type man (possible-sides \"red\"))
         (unit-type mule) (side 1 (name \"A\") (class \"red\")) (side 2 (name \"B\") (class \"blue\"))
         (units) (ship 4 3 1 (# 1)) (mule 4 3 1 (in 1)) (ship 5 3 1 (# 3)) (man 5 3 1 (in 3))",
    );
    table.act(0, Action::ChangeSide(SideId(2))).unwrap();
    assert_eq!((table.side(0), table.side(1), table.acp(0)), (SideId(2), SideId(2), 3));
    assert_eq!(table.act(2, Action::ChangeSide(SideId(2))), Err(Refusal::CannotDo("the side may not own it")));
    assert_eq!(table.act(2, Action::ChangeSide(SideId(1))), Err(Refusal::Invalid("it cannot go over to this side")));
}

#[test]
fn example_31_another_type_has_the_same_share_of_everything() {
    let mut table = table(
        "(unit-type tank (acp-per-turn 10) (hp-max 10)) (unit-type titan (acp-per-turn 20) (hp-max 40))
         (table acp-to-change-type (tank titan 3)) (units) (tank 4 3 1 (hp 5))",
    );
    let titan = table.kind("titan");
    table.act(0, Action::ChangeType(titan)).unwrap();
    assert_eq!((table.unit(0).kind, table.hp(0), table.acp(0)), (titan, 20, 14));
}

#[test]
fn a_change_asks_for_turn_experience_occupants_and_materials() {
    let text = |more: &str, unit: &str| {
        format!(
            "(unit-type town (acp-per-turn 5) (capacity 4) (cxp-max 9)) (unit-type city (acp-per-turn 5)
            (capacity 1)) (unit-type man)
             (material-type stone) (table unit-storage-x (u* stone 9)) (table acp-to-change-type (town city 1))
             (table consumption-per-change-type (town stone 3)) {more}
             (units) (town 4 3 1 (# 1) {unit}) (man 4 3 1 (in 1)) (man 4 3 1 (in 1))"
        )
    };
    let try_it = |more: &str, unit: &str| {
        let mut table = table(&text(more, unit));
        let city = table.kind("city");
        table.act(0, Action::ChangeType(city)).map(|()| {
            assert_eq!(table.unit(0).kind, city);
            let inside = table.at().occupants(UnitIndex(0)).count();
            (table.supply(0, 0), inside, table.unit(2).inside == UnitIndex::NONE && table.hp(2) > 0)
        })
    };
    assert_eq!(try_it("", "(m 5)"), Ok((2, 1, true)), "one man has no room any more and stands outside");
    assert!(matches!(try_it("", "(m 2)"), Err(Refusal::NotEnoughMaterial { needs: 3, has: 2, .. })));
    assert_eq!(
        format!("{:?}", try_it("(table turn-to-change-type (town city 2))", "(m 5)")),
        r#"Err(CannotDo("it is too early for this change"))"#
    );
    assert_eq!(
        format!("{:?}", try_it("(table cxp-to-change-type (town city 4))", "(m 5) (cxp 3)")),
        r#"Err(CannotDo("it has too little experience for this change"))"#
    );
    assert!(try_it("(table cxp-to-change-type (town city 4))", "(m 5) (cxp 4)").is_ok());
    assert_eq!(
        format!("{:?}", try_it("(table occupants-to-change-type (town man 3))", "(m 5)")),
        r#"Err(CannotDo("occupants are missing for this change"))"#
    );
    assert!(try_it("(table occupants-to-change-type (town man 1))", "(m 5)").is_ok(), "at least, not exactly");
    assert_eq!(
        format!("{:?}", try_it("(table size-to-change-type (town city 4))", "(m 5) (size 3)")),
        r#"Err(CannotDo("it is too small for this change"))"#
    );
    assert_eq!(
        format!("{:?}", try_it("(table can-change-type-to (town man 1))", "(m 5)")),
        r#"Err(CannotDo("a unit of this type cannot become that type"))"#,
        "the table decides once it is set"
    );
}

#[test]
fn upgrades_come_by_themselves() {
    let table = table(
        "(unit-type veteran (hp-max 6)) (unit-type recruit (cxp-max 9) (auto-upgrade-to veteran) (hp-max 2))
         (table cxp-to-change-type (recruit veteran 5)) (units) (recruit 4 3 1 (cxp 5)) (recruit 4 3 1 (cxp 4))",
    );
    let veteran = table.kind("veteran");
    assert_eq!((table.unit(0).kind == veteran, table.unit(1).kind == veteran, table.hp(0)), (true, false, 6));
}

#[test]
fn example_44_parts_go_to_another_unit_and_make_a_new_one() {
    let mut table = table(
        "(unit-type army (acp-per-turn 5) (hp-max 10) (parts-max 10) (acp-to-transfer-part 1))
         (units) (army 4 3 1 (hp 6)) (army 4 3 1 (hp 3))",
    );
    table.act(0, Action::TransferPart(4, Some(UnitIndex(1)))).unwrap();
    assert_eq!((table.hp(0), table.hp(1), table.acp(0), table.acp(1)), (2, 7, 4, 5));
    table.act(0, Action::TransferPart(2, None)).unwrap();
    assert!(!table.at().is_alive(UnitIndex(0)));
    assert_eq!((table.hp(2), table.unit(2).cell), (2, table.cell(4, 3)));
    table.act(1, Action::TransferPart(-1, Some(UnitIndex(2)))).unwrap();
    assert_eq!((table.hp(1), table.hp(2)), (8, 1));
    table.act(1, Action::TransferPart(3, None)).unwrap();
    assert_eq!((table.hp(1), table.hp(3), table.acp(3)), (5, 3, 0));
    table.act(1, Action::TransferPart(-99, Some(UnitIndex(3)))).unwrap();
    assert_eq!((table.hp(1), table.at().is_alive(UnitIndex(3))), (8, false), "an emptied one is no more");
    table.next_turn();
    table.act(1, Action::TransferPart(-1, Some(UnitIndex(2)))).unwrap();
    assert_eq!(table.hp(1), 9);
    assert_eq!(
        format!("{:?}", table.act(1, Action::TransferPart(0, None))),
        r#"Err(Invalid("no parts would be moved"))"#
    );
}

#[test]
fn only_what_fits_is_moved() {
    let mut table = table(
        "(unit-type fleet (acp-per-turn 5) (hp-max 10) (parts-max 5) (acp-to-transfer-part 1))
         (units) (fleet 4 3 1 (hp 8)) (fleet 5 3 1 (hp 7)) (fleet 6 3 1 (hp 2)) (fleet 4 3 2 (hp 2))",
    );
    table.act(0, Action::TransferPart(4, Some(UnitIndex(1)))).unwrap();
    assert_eq!((table.hp(0), table.hp(1)), (5, 10));
    assert_eq!(table.act(0, Action::TransferPart(1, Some(UnitIndex(1)))), Err(Refusal::DestinationFull));
    assert_eq!(
        table.act(0, Action::TransferPart(1, Some(UnitIndex(2)))),
        Err(Refusal::TooFar { distance: 2, most: 1 })
    );
    assert_eq!(table.act(0, Action::TransferPart(1, Some(UnitIndex(3)))), Err(Refusal::NotYours(UnitIndex(3))));
}

#[test]
fn a_sprung_trap_is_set_again_by_a_passing_unit() {
    // Seed 000, "Detonation": the right kind of unit does a change-type action on it.
    let mut table = table(
        "(unit-type hunter (acp-per-turn 4)) (unit-type trap (hp-max 2)) (unit-type sprung-trap (hp-max 2))
         (table acp-to-change-type (sprung-trap trap 3)) (units) (hunter 4 3 1) (sprung-trap 5 3 1)
         (sprung-trap 7 3 1)",
    );
    let trap = table.kind("trap");
    assert_eq!(table.act_on(0, 2, Action::ChangeType(trap)), Err(Refusal::ActorTooFar { distance: 3, most: 1 }));
    table.act_on(0, 1, Action::ChangeType(trap)).unwrap();
    assert_eq!((table.unit(1).kind, table.acp(0), table.acp(1)), (trap, 1, 0));
}

#[test]
fn limits_count_a_change_as_one_more_of_its_type_only() {
    let mut table = table(
        "(unit-type man (acp-per-turn 4)) (unit-type king (acp-per-turn 4) (type-per-side-max 1))
         (set units-per-side-max 3) (table acp-to-change-type (man king 1)) (units) (man 4 3 1) (man 4 3 1)
         (man 4 3 1)",
    );
    let king = table.kind("king");
    table.act(0, Action::ChangeType(king)).unwrap();
    assert_eq!(
        format!("{:?}", table.act(1, Action::ChangeType(king))),
        r#"Err(CannotDo("the side may not own one more unit of this type"))"#
    );
}

/// Ships that go over with their crews; no side may have more than two men.
const CREWS: &str = "(unit-type ship (acp-per-turn 5) (acp-to-change-side 2) (hp-max 5) (capacity 5))
    (unit-type man (acp-per-turn 1) (type-per-side-max 2)) (unit-type town (hp-max 9) (capacity 9)) ";

#[test]
fn no_side_exceeds_its_limit_of_a_type_by_a_change_of_side() {
    let ship = "(ship 4 3 1 (# 1)) (man 4 3 1 (in 1)) (man 4 3 1 (in 1))";
    let refused = Err(Refusal::CannotDo("the side may not own it"));
    for (others, expected) in [("", Ok(())), ("(man 6 6 2)", refused)] {
        let mut table = table(&format!("{CREWS} (units) {ship} {others}"));
        assert_eq!(table.act(0, Action::ChangeSide(SideId(2))), expected, "{others}");
    }
    // In a revolt a unit without a place there stays behind.
    for (others, expected) in [("", [1, 1, 1]), ("(man 6 6 1)", [1, 1, 2])] {
        let mut table = table(&format!("{CREWS} (units) {ship} {others}"));
        for id in 0..3 {
            table.change(|change| change.set_side(UnitIndex(id), SideId(2)));
        }
        table.change(|change| testing::revolt(change, UnitIndex(0)));
        assert_eq!([0, 1, 2].map(|id| table.side(id).0), expected, "{others}");
    }
}

#[test]
fn a_captor_takes_no_more_passengers_than_its_side_may_have() {
    let mut table = table(&format!(
        "{CREWS} (table acp-to-capture (ship u* 1)) (table capture-chance (ship u* 100))
         (units) (ship 4 3 2) (town 5 3 1 (# 5)) (man 5 3 1 (in 5)) (man 5 3 1 (in 5)) (man 6 6 2)",
    ));
    table.act(0, Action::Capture(UnitIndex(1))).unwrap();
    let of_side = |table: &super::TestGame, side: u8| table.at().side(SideId(side)).count(table.kind("man"));
    assert_eq!((table.side(1), of_side(&table, 1), of_side(&table, 2)), (SideId(2), 0, 2), "one is taken, one dies");
}
