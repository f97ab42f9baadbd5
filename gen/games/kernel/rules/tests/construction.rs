//! Creation, building, completion, tooling, repair (`kernel-rules` 11, examples 25 to 27, 34, 42).

use fairmarch_kernel::{Action, EventKind, Refusal, UnitIndex};
use world::SideId;

use super::table;

/// A yard that makes ships of 7 points, with all the costs of example 26.
const SHIPS: &str = "(unit-type yard (acp-per-turn 10)) (unit-type ship (cp 7) (hp-max 4) (acp-per-turn 3))
    (material-type iron) (table unit-storage-x (u* iron 100))
    (table acp-to-create (yard ship 1)) (table acp-to-build (yard ship 1))
    (table cp-on-creation (yard ship 2)) (table cp-per-build (yard ship 3))
    (table consumption-per-cp (ship iron 2)) (table consumption-on-creation (ship iron 1))
    (table consumption-per-create (yard iron 1)) (table consumption-per-built (ship iron 1))
    (table consumption-per-build (yard iron 1))
    (table supply-on-creation (ship iron 4)) (table supply-on-completion (ship iron 9))";

#[test]
fn example_26_creation_and_builds_are_paid_exactly() {
    let mut table = table(&format!("{SHIPS} (units) (yard 4 3 1 (m 40))"));
    let ship = table.kind("ship");
    let cell = table.cell(4, 3);
    table.act(0, Action::CreateAt(ship, cell, 0)).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.unit(1).hp, table.supply(1, 0)), (34, 2, 1, 4));
    assert_eq!(table.act(1, Action::Build(UnitIndex(0))), Err(Refusal::CannotDo("an unfinished unit does nothing")));
    table.act(0, Action::Build(UnitIndex(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.supply(1, 0)), (26, 5, 4));
    table.act(0, Action::Build(UnitIndex(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.supply(1, 0)), (20, 7, 9));
    assert_eq!((table.unit(1).hp, table.acp(1), table.acp(0)), (4, 3, 7), "ready, and may act at once");
    assert!(table.happened(|what| matches!(what, EventKind::Completed { who } if who.id == UnitIndex(1))));
    assert_eq!(table.act(0, Action::Build(UnitIndex(1))), Err(Refusal::Invalid("it is finished")));
}

#[test]
fn example_26b_the_total_of_a_product_is_paid_by_shares_that_round_up_early() {
    let text = "(unit-type yard (acp-per-turn 10)) (unit-type ship (cp 4))
        (material-type iron) (table unit-storage-x (u* iron 100)) (table acp-to-create (yard ship 1))
        (table acp-to-build (yard ship 1)) (table consumption-per-build (ship iron 10))
        (units) (yard 4 3 1 (m 40))";
    let mut table = table(text);
    table.rules.is_xconq_7_0 = true;
    let (ship, cell) = (table.kind("ship"), table.cell(4, 3));
    table.act(0, Action::CreateAt(ship, cell, 0)).unwrap();
    assert_eq!(table.supply(0, 0), 40);
    let mut left = Vec::new();
    for _ in 0..3 {
        table.act(0, Action::Build(UnitIndex(1))).unwrap();
        left.push(table.supply(0, 0));
    }
    assert_eq!(left, [38, 35, 33]);
    assert_eq!(table.unit(1).cp, 4);
}

const TOOLS: &str = "(unit-type yard (acp-per-turn 10)) (unit-type ship) (unit-type boat)
    (table acp-to-create (yard (ship boat) 1)) (table acp-to-toolup (yard ship 1)) (table tp-to-build (yard ship 6))
    (table tp-per-toolup (yard ship 4)) (table tp-max (yard ship 10))";

#[test]
fn example_27_tooling_comes_first() {
    let mut table = table(&format!("{TOOLS} (units) (yard 4 3 1)"));
    let (ship, cell) = (table.kind("ship"), table.cell(4, 3));
    let create = Action::CreateAt(ship, cell, 0);
    assert_eq!(table.act(0, create), Err(Refusal::NotEnoughTooling { needs: 6, has: 0 }));
    table.act(0, Action::Toolup(ship)).unwrap();
    assert_eq!(table.act(0, create), Err(Refusal::NotEnoughTooling { needs: 6, has: 4 }));
    table.act(0, Action::Toolup(ship)).unwrap();
    table.act(0, Action::Toolup(ship)).unwrap();
    assert_eq!(table.at().tooling(UnitIndex(0), ship), 10);
    assert_eq!(table.act(0, Action::Toolup(ship)), Err(Refusal::Invalid("it is tooled up as far as it can be")));
    table.act(0, create).unwrap();
    let boat = table.kind("boat");
    assert_eq!(
        table.act(0, Action::Toolup(boat)),
        Err(Refusal::CannotDo("a unit of this type cannot tool up for that type"))
    );
}

#[test]
fn tooling_crosses_over_wears_off_and_is_paid_for() {
    let mut table = table(&format!(
        "{TOOLS} (material-type iron) (table unit-storage-x (u* iron 100)) (table tp-max add (yard boat 20))
         (table tp-crossover (ship boat 80)) (table tp-attrition (yard (ship boat) (100 300)))
         (table consumption-per-tp (yard iron 2)) (table consumption-per-toolup (yard iron 1))
         (table consumption-per-tooledup (ship iron 3)) (units) (yard 4 3 1 (m 23) (tp (boat 7)))"
    ));
    let (ship, boat) = (table.kind("ship"), table.kind("boat"));
    table.act(0, Action::Toolup(ship)).unwrap();
    let tooling =
        |table: &super::TestGame| (table.at().tooling(UnitIndex(0), ship), table.at().tooling(UnitIndex(0), boat));
    // Before the first turn the wear took 3 of the 7; 4 of 10 by 80 % of 20 are 6.
    assert_eq!((tooling(&table), table.supply(0, 0)), ((4, 6), 11));
    assert!(matches!(table.act(0, Action::Toolup(ship)), Err(Refusal::NotEnoughMaterial { needs: 12, has: 11, .. })));
    table.next_turn();
    assert_eq!(tooling(&table), (3, 4), "the wear leaves 3 and 3, but 3 of 10 are worth 4 by 80 % of 20");
}

#[test]
fn a_set_production_cannot_be_changed() {
    // Seed 000: one tooling point is needed and no shop can get it, so that each shop makes what it was set up for.
    let mut table = table(
        "(unit-type shop (acp-per-turn 10)) (unit-type hat) (unit-type shoe) (table acp-to-create (shop (hat shoe) 1))
         (table tp-to-build (shop (hat shoe) 1)) (units) (shop 4 3 1 (tp (hat 1)))",
    );
    let (hat, shoe, cell) = (table.kind("hat"), table.kind("shoe"), table.cell(4, 3));
    assert_eq!(
        format!("{:?}", table.act(0, Action::Toolup(shoe))),
        r#"Err(CannotDo("a unit of this type cannot tool up for that type"))"#
    );
    assert_eq!(table.act(0, Action::CreateAt(shoe, cell, 0)), Err(Refusal::NotEnoughTooling { needs: 1, has: 0 }));
    table.act(0, Action::CreateAt(hat, cell, 0)).unwrap();
}

#[test]
fn the_can_tables_decide_where_they_are_set() {
    let costs = "(unit-type yard (acp-per-turn 10)) (unit-type ship) (unit-type boat)
        (table acp-to-create (yard ship 1))";
    let try_both = |text: &str| {
        let mut table = table(&format!("{costs} {text} (units) (yard 4 3 1)"));
        let cell = table.cell(4, 3);
        ["ship", "boat"].map(|name| {
            let kind = table.kind(name);
            table.act(0, Action::CreateAt(kind, cell, 0)).is_ok()
        })
    };
    assert_eq!(try_both(""), [true, false], "a cost above 0 allows");
    assert_eq!(try_both("(table can-create (yard boat 1))"), [false, true], "the table allows, even free of cost");
}

#[test]
fn a_unit_that_begins_a_turn_without_acp_cannot_even_act_for_free() {
    // Seed 003: with less than 1 acp at the beginning of a turn a unit cannot do anything in it.
    let mut table = table(
        "(unit-type yard (acp-per-turn 2) (acp-min -9)) (unit-type hall) (unit-type ship)
         (table can-create ((yard hall) ship 1)) (units) (yard 4 3 1) (hall 4 3 1)",
    );
    let (ship, cell) = (table.kind("ship"), table.cell(4, 3));
    let create = Action::CreateAt(ship, cell, 0);
    assert_eq!(table.act(1, create), Err(Refusal::CannotDo("it never has any action points")));
    table.act(0, create).unwrap();
    table.change(|change| change.pay_acp(UnitIndex(0), 4));
    table.act(0, create).unwrap();
    table.next_turn();
    assert_eq!(table.acp(0), 0);
    assert_eq!(table.act(0, create), Err(Refusal::NotEnoughAcp { needs: 1, has: 0 }));
}

#[test]
fn example_34_units_build_themselves() {
    let mut table = table(
        "(unit-type hulk (cp 5) (cp-per-self-build 2) (cp-to-self-build 2) (acp-per-turn 3))
         (units) (hulk 4 3 1 (cp 2)) (hulk 4 3 1 (cp 1))",
    );
    assert_eq!((table.unit(0).cp, table.unit(1).cp), (4, 1));
    assert_eq!(table.acp(0), 0);
    table.next_turn();
    assert_eq!((table.unit(0).cp, table.unit(1).cp, table.acp(0)), (5, 1, 3));
    table.next_turn();
    assert_eq!((table.unit(0).cp, table.unit(1).cp), (5, 1));
}

/// A dock that mends by 1.6 hit points, and all that it takes.
const DOCK: &str = "(unit-type dock (acp-per-turn 10000) (hp-max 9)) (unit-type ship (hp-max 30000) (acp-per-turn 100))
    (table acp-to-repair (dock ship 2)) (table hp-per-repair (dock ship 160))";

#[test]
fn example_25_hundredths_of_a_hit_point_come_by_chance() {
    for (is_xconq_7_0, ship_acp) in [(false, 100), (true, 98)] {
        let mut table = table(&format!("{DOCK} (units) (dock 4 3 1) (ship 4 3 1 (hp 1))"));
        table.rules.is_xconq_7_0 = is_xconq_7_0;
        table.act(0, Action::Repair(UnitIndex(1))).unwrap();
        assert_eq!((table.acp(0), table.acp(1)), (9998, ship_acp), "who pays");
        let gain = table.hp(1) - 1;
        assert!(gain == 1 || gain == 2);
    }
    let mut table = table(&format!("{DOCK} (units) (dock 4 3 1) (ship 4 3 1 (hp 1))"));
    for _ in 0..2000 {
        table.act(0, Action::Repair(UnitIndex(1))).unwrap();
    }
    let gain = i32::from(table.hp(1)) - 1;
    assert!((3130..=3270).contains(&gain), "2,000 repairs of 1.6 gave {gain}");
}

#[test]
fn example_42_a_damaged_repairer_repairs_nothing() {
    for (hp, expected) in [(3, Err(Refusal::CannotDo("it is too damaged to repair that"))), (4, Ok(()))] {
        let text =
            format!("{DOCK} (table hp-to-repair (dock ship 4)) (units) (dock 4 3 1 (hp {hp})) (ship 4 3 1 (hp 9))");
        assert_eq!(table(&text).act(0, Action::Repair(UnitIndex(1))), expected);
    }
}

#[test]
fn repairs_take_materials_of_the_patient_first() {
    let mut table = table(&format!(
        "{DOCK} (material-type iron) (table unit-storage-x (u* iron 100)) (table consumption-per-repair (dock iron 3))
         (table consumption-per-repaired (ship iron 2)) (units) (dock 4 3 1 (m 6)) (ship 4 3 1 (hp 9) (m 3))
         (ship 4 3 2 (hp 9))"
    ));
    table.act(0, Action::Repair(UnitIndex(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.supply(1, 0)), (4, 0));
    assert!(matches!(
        table.act(0, Action::Repair(UnitIndex(1))),
        Err(Refusal::NotEnoughMaterial { needs: 5, has: 4, .. })
    ));
    assert_eq!(table.act(0, Action::Repair(UnitIndex(2))), Err(Refusal::CannotDo("it does not repair enemies")));
}

#[test]
fn units_recover_and_are_mended_when_a_turn_begins() {
    let mut table = table(
        "(unit-type town (hp-max 20) (capacity 9)) (unit-type tank (hp-max 20) (hp-recovery 100) (hp-to-recover 5))
         (unit-type crew (hp-max 20)) (table auto-repair (town tank 300) (crew tank 200))
         (table auto-repair-range (town tank 1) (crew tank -1))
         (units) (town 4 3 1) (tank 5 3 1 (hp 6)) (tank 6 3 1 (hp 4)) (tank 4 3 2 (hp 6)) (crew 6 3 1)",
    );
    assert_eq!((table.hp(1), table.hp(2), table.hp(3)), (10, 4, 7), "town beside, too far and too weak, enemy");
    table.next_turn();
    assert_eq!((table.hp(1), table.hp(2), table.hp(3)), (14, 4, 8));
}

#[test]
fn automatic_repair_takes_materials_and_does_nothing_without() {
    let mut table = table(
        "(unit-type town (hp-max 20)) (unit-type tank (hp-max 20)) (material-type iron) (table unit-storage-x
        (u* iron 9))
         (table auto-repair (town tank 300)) (table consumption-per-repair (town iron 4))
         (units) (town 4 3 1 (m 5)) (tank 4 3 1 (hp 6))",
    );
    assert_eq!((table.hp(1), table.supply(0, 0)), (9, 1));
    table.next_turn();
    assert_eq!((table.hp(1), table.supply(0, 0)), (9, 1));
}

#[test]
fn unfinished_units_are_given_up_and_salvaged() {
    let mut table = table(
        "(set disband-unfinished-units true) (set salvage-unfinished-cps true) (set salvage-unfinished-materials true)
         (unit-type yard (acp-per-turn 10)) (unit-type ship (cp 9)) (material-type iron)
         (table unit-storage-x (yard iron 100)) (table acp-to-create (yard ship 1)) (table acp-to-build (yard ship 1))
         (table consumption-per-cp (ship iron 4)) (table cp-per-build (yard ship 2))
         (table builder-can-reuse-cp (yard ship 1)) (units) (yard 4 3 1 (m 40))",
    );
    let (ship, cell) = (table.kind("ship"), table.cell(4, 3));
    table.act(0, Action::CreateAt(ship, cell, 0)).unwrap();
    table.next_turn();
    table.act(0, Action::Build(UnitIndex(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp), (28, 3));
    table.next_turn();
    assert!(table.at().is_alive(UnitIndex(1)), "it was built on in the last turn");
    table.next_turn();
    assert!(!table.at().is_alive(UnitIndex(1)));
    assert_eq!((table.supply(0, 0), table.at().details(UnitIndex(0)).unwrap().cp_stash), (40, 3));
    table.act(0, Action::CreateAt(ship, cell, 0)).unwrap();
    assert_eq!((table.unit(2).cp, table.at().details(UnitIndex(0)).unwrap().cp_stash), (4, 0));
    table.act(2, Action::Disband).unwrap();
    assert_eq!(table.supply(0, 0), 40, "whoever gives it up himself gets it back too");
}

#[test]
fn unfinished_units_decay() {
    let mut table = table("(unit-type ship (cp 9) (cp-attrition 10000)) (units) (ship 4 3 1 (cp 3)) (ship 4 3 1)");
    assert_eq!((table.unit(0).cp, table.unit(1).cp), (2, 9));
    table.next_turn();
    table.next_turn();
    assert!(!table.at().is_alive(UnitIndex(0)) && table.at().is_alive(UnitIndex(1)));
}

#[test]
fn a_constructor_is_absorbed_and_makes_room() {
    let mut table = table(
        "(terrain-type ledge (char \"l\") (capacity 1)) (unit-type settler (acp-per-turn 4) (hp-max 3))
        (unit-type town (capacity 2))
         (unit-type mule) (table acp-to-create (settler town 1)) (table constructor-absorbed-by (settler town 1))
         (table hp-to-garrison (settler town 3)) (area 9 9)
         (area (terrain (by-name ledge) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\"))
         (units) (settler 4 3 1)",
    );
    let (town, cell) = (table.kind("town"), table.cell(4, 3));
    table.act(0, Action::CreateAt(town, cell, 0)).unwrap();
    assert!(!table.at().is_alive(UnitIndex(0)));
    assert_eq!(table.at().in_cell(cell).collect::<Vec<_>>(), [UnitIndex(1)]);
}

#[test]
fn settlers_join_the_city_that_they_are_in() {
    let mut table = table(
        "(unit-type city (advanced true) (capacity 5) (size-max 4)) (unit-type settler (acp-per-turn 4) (hp-max 2))
         (table acp-to-create (settler city 1)) (table hp-to-garrison (settler city 2))
         (units) (city 4 3 1 (# 1) (size 3)) (settler 4 3 1 (in 1)) (settler 4 3 1 (in 1))",
    );
    let city = table.kind("city");
    table.act(1, Action::CreateIn(city, UnitIndex(0))).unwrap();
    assert_eq!(table.at().details(UnitIndex(0)).unwrap().size, 4);
    assert!(!table.at().is_alive(UnitIndex(1)) && table.state.units.len() == 3, "no city inside of the city");
    assert_eq!(table.act(2, Action::CreateIn(city, UnitIndex(0))), Err(Refusal::DestinationFull));
}

#[test]
fn a_finished_transport_brings_its_occupants() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 9)) (unit-type carrier (capacity 3)) (unit-type plane (acp-per-turn 2) (cp 6)
        (hp-max 5))
         (table acp-to-create (yard carrier 1)) (table complete-occs-on-completion (carrier plane 200))
         (table alt-incomplete-occs-on-completion (carrier plane 9)) (units) (yard 4 3 1)",
    );
    let (carrier, cell) = (table.kind("carrier"), table.cell(4, 3));
    table.act(0, Action::CreateAt(carrier, cell, 0)).unwrap();
    let inside: Vec<_> = table.at().occupants(UnitIndex(1)).collect();
    let cps: Vec<_> = inside.iter().map(|id| (table.unit(id.0).cp, table.unit(id.0).hp, table.acp(id.0))).collect();
    assert_eq!(cps, [(6, 5, 2), (6, 5, 2), (1, 1, 0)], "two ready, one begun, and no room for more");
}

#[test]
fn distance_room_and_place_limit_construction() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 10) (capacity 1)) (unit-type crane (acp-per-turn 10)) (unit-type ship (cp 3))
         (table acp-to-create ((yard crane) ship 1)) (table acp-to-build ((yard crane) ship 1))
         (table create-range (yard ship 1)) (table occupant-can-construct (yard crane 0))
         (units) (yard 4 3 1 (# 1)) (crane 4 3 1 (in 1)) (crane 6 3 1)",
    );
    let ship = table.kind("ship");
    let (own, beside, far) = (table.cell(4, 3), table.cell(5, 3), table.cell(6, 3));
    assert_eq!(table.act(0, Action::CreateIn(ship, UnitIndex(0))), Err(Refusal::DestinationFull));
    assert_eq!(table.act(0, Action::CreateAt(ship, far, 0)), Err(Refusal::TooFar { distance: 2, most: 1 }));
    assert_eq!(table.act(1, Action::CreateAt(ship, own, 0)), Err(Refusal::OccupantCannotDo));
    table.act(0, Action::CreateAt(ship, beside, 0)).unwrap();
    assert_eq!(table.act(2, Action::Build(UnitIndex(3))), Err(Refusal::TooFar { distance: 1, most: 0 }));
    assert_eq!(table.act(0, Action::Build(UnitIndex(3))), Err(Refusal::TooFar { distance: 1, most: 0 }));
}

#[test]
fn a_builder_inside_of_its_product_may_build_it() {
    let mut table = table(
        "(unit-type crew (acp-per-turn 10)) (unit-type ship (cp 3) (capacity 2)) (table acp-to-build (crew ship 1))
         (table occupant-can-construct (ship crew 0)) (units) (ship 4 3 1 (# 1) (cp 1)) (crew 4 3 1 (in 1))",
    );
    table.act(1, Action::Build(UnitIndex(0))).unwrap();
    assert_eq!(table.unit(0).cp, 2);
}

#[test]
fn morale_begins_as_the_creators_share_and_recovers_by_hundredths() {
    let mut table = table(
        "(unit-type yard (acp-per-turn 10) (morale-max 50)) (unit-type tank (morale-max 200) (morale-recovery 300))
         (table acp-to-create (yard tank 1)) (table morale-on-creation (yard tank 50)) (units) (yard 4 3 1 (mo 40))",
    );
    let (tank, cell) = (table.kind("tank"), table.cell(4, 3));
    table.act(0, Action::CreateAt(tank, cell, 0)).unwrap();
    assert_eq!(table.unit(1).morale, 80);
    table.next_turn();
    assert_eq!(table.unit(1).morale, 83, "3 a turn: rounded once, not twice");
}

#[test]
fn finished_units_have_names_and_numbers() {
    let mut table = table(
        "(namer sea (random \"Argo\" \"Hood\" \"Vasa\")) (unit-type yard (acp-per-turn 90)) (unit-type ship
        (namer \"sea\"))
         (unit-type raft (namer \"junky\") (name \"log float\")) (unit-type log (assign-number false))
         (table acp-to-create (yard (ship raft log) 1)) (units) (yard 4 3 1) (ship 5 3 1 (n \"Hood\") (nb 4))",
    );
    let cell = table.cell(4, 3);
    for name in ["ship", "ship", "raft", "log"] {
        let kind = table.kind(name);
        table.act(0, Action::CreateAt(kind, cell, 0)).unwrap();
    }
    let called = |id: u32| {
        let details = table.at().details(UnitIndex(id));
        details.map_or((String::new(), 0), |details| (details.name.clone(), details.number))
    };
    let (first, second) = (called(2), called(3));
    assert_eq!((first.1, second.1), (5, 6), "numbers go on behind those of the scenario");
    assert_ne!(first.0, second.0);
    assert!(!first.0.is_empty() && first.0 != "Hood" && second.0 != "Hood", "{first:?} {second:?}");
    assert_eq!((called(4), called(5)), (("ON-log-01".to_owned(), 1), (String::new(), 0)));
}

#[test]
fn players_see_what_a_unit_could_make() {
    let table = table(&format!("{TOOLS} (table cp-on-creation (yard boat 1)) (units) (yard 4 3 1)"));
    let view = contract::Ruleset::view(&table.rules, &table.state, contract::Seat(0));
    let (yard, ship, boat) = (table.kind("yard"), table.kind("ship"), table.kind("boat"));
    let can = &view.rules.abilities;
    assert_eq!((can.tools.row(yard), can.builds.row(yard), can.creates.row(boat)), (&[ship][..], &[][..], &[][..]));
    assert_eq!((view.missing_tooling(UnitIndex(0), ship), view.missing_tooling(UnitIndex(0), boat)), (6, 0));
}

#[test]
fn a_scenario_that_begins_later_gives_nothing_up_at_once() {
    let mut table =
        table("(set disband-unfinished-units true) (set turn 9) (unit-type ship (cp 5)) (units) (ship 4 3 1 (cp 2))");
    assert_eq!((table.state.turn(), table.unit(0).cp), (9, 2));
    table.next_turn();
    assert!(!table.at().is_alive(UnitIndex(0)));
}

#[test]
fn units_that_bring_units_do_not_fill_all_memory() {
    let mut table = table(
        "(unit-type hive (cp 2) (cp-per-self-build 9) (capacity 300)) (table unit-size-as-occupant (hive hive 1))
         (table incomplete-occs-on-completion (hive hive 30000)) (units) (hive 4 3 1 (cp 1))",
    );
    for _ in 0..5 {
        table.next_turn();
    }
    let hives = table.at().side(SideId(1)).count(table.kind("hive"));
    assert_eq!(hives, 30_001, "255 for each, and no more when there are enough");
}

#[test]
fn a_unit_that_is_too_damaged_does_not_repair_by_itself() {
    for (hp, ship) in [(7, 5), (8, 7)] {
        let mut table = table(&format!(
            "(unit-type dock (acp-per-turn 4) (hp-max 10)) (unit-type ship (acp-per-turn 4) (hp-max 30))
             (table auto-repair (dock ship 200)) (table auto-repair-range (dock ship 1)) (table hp-to-repair (dock ship 8))
             (units) (dock 3 3 1 (hp {hp})) (ship 4 3 1 (hp 5)) (ship 6 3 2)"
        ));
        table.state.units[1].hp = 5;
        table.next_turn();
        assert_eq!(table.hp(1), ship, "{hp}");
    }
}

#[test]
fn crossover_holds_from_the_start_and_lowers_nothing() {
    let text = format!(
        "{TOOLS} (table tp-max add (yard boat 20)) (table tp-crossover (ship boat 80)) (units) \
         (yard 4 3 1 (tp (ship 5))) (yard 4 3 1 (tp (ship 5) (boat 9))) (yard 4 3 1 (tp (boat 9)))"
    );
    let table = table(&text);
    let (ship, boat) = (table.kind("ship"), table.kind("boat"));
    let tooling = |id: u32| (table.at().tooling(UnitIndex(id), ship), table.at().tooling(UnitIndex(id), boat));
    assert_eq!([0, 1, 2].map(tooling), [(5, 8), (5, 9), (0, 9)], "5 of 10, by 80 % of 20");
}
