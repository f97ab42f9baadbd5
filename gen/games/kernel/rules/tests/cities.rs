//! Cities, people, control, supply lines (`kernel-rules` 5.4, 5.5, 5.7).

use design::{MaterialType, TypeId};
use fairmarch_kernel::{Action, EventKind, UnitIndex, testing};
use world::SideId;

use super::{TestGame, table};

const TOWN: &str =
    "(material-type food) (material-type coin (treasury true)) (terrain-type field (char \"f\") (capacity 20))
    (unit-type town (advanced true) (reach 1) (use-own-cell true) (size-max 4) (acp-per-turn 1) (capacity 4))
    (unit-type mill) (unit-type rider (acp-per-turn 8))
    (table production-from-terrain (land (food coin) (1 1))) (table production-from-terrain add (field food 4))
    (table unit-storage-x (town food 50)) (table unit-consumption-per-size (town food 2))
    (table unit-consumption-to-grow (town food 6))
    (table unit-size-as-occupant (u* u* 1))
    (area 7 7) (area (terrain (by-name land field) \"7a\" \"7a\" \"7a\" \"4a1b2a\" \"7a\" \"7a\" \"7a\"))";

fn size(table: &TestGame, id: u32) -> i32 {
    table.at().size(UnitIndex(id))
}

fn land(table: &TestGame, city: u32) -> Vec<grid::Cell> {
    table.rules.area.cells().filter(|&cell| table.at().city_of(cell) == Some(UnitIndex(city))).collect()
}

#[test]
fn a_city_works_the_best_land_eats_and_grows() {
    let mut table = table(&format!("{TOWN} (units) (town 3 3 1)"));
    let (own, field) = (table.cell(3, 3), table.cell(4, 3));
    // Size 1: its own cell and the field. 1 + 4 food, 2 eaten; not yet enough to grow. 1 coin goes to the treasury.
    assert_eq!(land(&table, 0), [own, field]);
    assert_eq!((table.supply(0, 0), size(&table, 0), table.state.sides[1].treasury[1]), (3, 1, 1));
    table.next_turn();
    assert_eq!((table.supply(0, 0), size(&table, 0)), (0, 2), "3 + 5 - 2 = 6 pay for growth");
    assert!(table.happened(|what| matches!(what, EventKind::SizeChanged { size: 2, .. })));
    table.next_turn();
    assert_eq!(land(&table, 0).len(), 3);
    assert_eq!((table.supply(0, 0), size(&table, 0)), (2, 2), "6 made, 4 eaten");
    for _ in 0..40 {
        table.next_turn();
    }
    assert!(size(&table, 0) <= 4);
}

#[test]
fn a_hungry_city_shrinks_and_dies() {
    let desert = TOWN
        .replace("(land (food coin) (1 1))", "(land (food coin) (0 1))")
        .replace("(field food 4)", "(field food 0)");
    let mut table = table(&format!("{desert} (units) (town 3 3 1 (size 3) (m (food 6)))"));
    assert_eq!((size(&table, 0), table.supply(0, 0)), (3, 0), "6 are eaten");
    table.next_turn();
    assert_eq!(size(&table, 0), 2);
    table.next_turn();
    table.next_turn();
    assert!(!table.at().is_alive(UnitIndex(0)));
}

#[test]
fn a_city_does_not_shrink_below_its_least_size() {
    let desert = TOWN.replace("(field food 4)", "(field food 0)").replace("(size-max 4)", "(size-max 4) (size-min 2)");
    let mut table = table(&format!("{desert} (units) (town 3 3 1 (size 2))"));
    for _ in 0..9 {
        table.next_turn();
    }
    assert_eq!((size(&table, 0), table.at().is_alive(UnitIndex(0))), (2, true));
}

#[test]
fn occupants_and_conversion_change_what_a_city_makes() {
    let text = TOWN.replace(
        "(table unit-size-as-occupant",
        "(table occupant-add-production (mill food 3)) (table occupant-multiply-production (mill food 200))
         (table conversion (food coin 50)) (table conversion-default (food coin 25))
         (table occ-add-maxcells (town mill 1)) (table size-limit-without-occupant (town rider 1))
         (table unit-size-as-occupant",
    );
    let table = table(&format!("{text} (units) (town 3 3 1 (# 1)) (mill 3 3 1 (in 1))"));
    // Three cells: 1 + 4 + 1, 3 more by the mill, doubled: 18. A quarter is turned into coins at half: 4 become 2, and
    // 2 coins are made.
    assert_eq!(land(&table, 0).len(), 3);
    assert_eq!((table.supply(0, 0), table.state.sides[1].treasury[1]), (18 - 4 - 2, 2 + 2));
    assert_eq!(size(&table, 0), 1, "without a rider it stays small");
}

#[test]
fn no_cell_feeds_two_cities_or_one_while_an_enemy_stands_there() {
    let mut table = table(&format!("{TOWN} (units) (town 3 3 1) (town 5 3 2) (rider 4 1 2)"));
    let field = table.cell(4, 3);
    assert_eq!(table.at().city_of(field), Some(UnitIndex(0)), "who chooses first has it");
    assert!(!land(&table, 1).contains(&field));
    let other = land(&table, 1).into_iter().find(|&cell| cell != table.unit(1).cell).expect("another cell");
    let beside = table.cell(4, 2);
    table.act(2, Action::Move(beside, 0)).unwrap();
    table.act(2, Action::Move(field, 0)).unwrap();
    assert_eq!(table.at().city_of(field), None, "expelled at once");
    table.next_turn();
    assert_eq!(table.at().city_of(field), Some(UnitIndex(1)), "it is the enemy's now, whose rider stands there");
    assert_ne!(other, field);
}

#[test]
fn people_go_over_to_the_side_that_stands_among_them() {
    let text = "(unit-type man (acp-per-turn 9)) (unit-type monk (acp-per-turn 9))
        (table people-surrender-chance (monk land 100))
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))
        (area (people-sides \"5c\" \"5c\" \"5c\" \"2c2X1a\" \"5c\")) (units) (man 2 4 1) (monk 2 2 1)";
    let mut table = table(text);
    let (of_man, of_monk) = (table.unit(0).cell, table.unit(1).cell);
    assert_eq!((table.at().people_of(of_man), table.at().people_of(of_monk)), (Some(SideId(2)), Some(SideId(2))));
    let next = table.rules.area.neighbor(of_monk, grid::Direction(1)).unwrap();
    table.act(1, Action::Move(next, 0)).unwrap();
    assert_eq!(table.at().people_of(next), Some(SideId(1)), "on entering");
    table.next_turn();
    assert_eq!((table.at().people_of(of_man), table.at().people_of(of_monk)), (Some(SideId(2)), Some(SideId(2))));
    let nobody = table.cell(2, 1);
    assert_eq!(table.at().people_of(nobody), None);
}

#[test]
fn people_for_whom_there_is_no_room_are_gone_in_proportion() {
    let text = "(material-type serfs (people 10)) (material-type monks (people 1)) (material-type beer) (unit-type man)
        (terrain-type field (char \"f\") (capacity 9) (people-max 6))
        (table terrain-storage-x (field (serfs monks beer) (30 30 99)))
        (table people-production (serfs beer 2)) (table people-consumption (monks beer 1))
        (area 5 5) (area (terrain (by-name land field) \"5a\" \"5a\" \"2a1b2a\" \"5a\" \"5a\"))
        (area (material serfs (by-char \"ni\") \"5n\" \"5n\" \"2n1i2n\" \"5n\" \"5n\")) (units) (man 4 0 1)";
    let mut table = table(text);
    let cell = table.cell(2, 2);
    let lies = |table: &TestGame, n: usize| table.at().cell_supply(cell, MaterialType::at(n));
    for (n, amount) in [8, 4, 0].into_iter().enumerate() {
        table.state.cell_supply[n][cell.index()] = amount;
    }
    table.next_turn();
    // 4 monks drink what there is, which is nothing; then there is room for half of all; then 4 serfs brew 2 each.
    assert_eq!([lies(&table, 0), lies(&table, 1), lies(&table, 2)], [4, 2, 8]);
    table.next_turn();
    assert_eq!(lies(&table, 2), 8 - 2 + 8);
}

#[test]
fn a_cell_is_controlled_by_who_entered_it_last() {
    let text = "(unit-type man (acp-per-turn 9)) (unit-type dog (acp-per-turn 9)) (table control-range (man land 0))
        (units) (man 2 2 1) (dog 3 3 2)";
    let mut table = table(text);
    let (one, two) = (table.cell(3, 2), table.cell(4, 3));
    table.act(0, Action::Move(one, 0)).unwrap();
    table.act(1, Action::Move(two, 0)).unwrap();
    assert_eq!((table.at().control_of(one), table.at().control_of(two)), (Some(SideId(1)), None));
}

const LINES: &str = "(material-type fuel) (unit-type depot) (unit-type tank (acp-per-turn 4))
    (unit-type raider (acp-per-turn 4)) (terrain-type road (subtype connection))
    (table supply-potential (depot fuel 30)) (table supply-deterioration (land fuel 10))
    (table supply-out-threshold (depot fuel 20)) (table supply-in-threshold (tank fuel 10))
    (table unit-storage-x (depot fuel 900) (tank fuel 40)) (table supply-interdiction-adjacent (raider land 10))
    (table in-length (u* m* -1)) (table out-length (u* m* -1))";

fn fuel(table: &TestGame, ids: &[u32]) -> Vec<i32> {
    ids.iter().map(|&id| table.supply(id, 0)).collect()
}

#[test]
fn supply_lines_reach_as_far_as_their_potential() {
    let table = table(&format!(
        "{LINES} (units) (depot 4 4 1 (m (fuel 100))) (tank 5 4 1) (tank 6 4 1) (tank 7 4 1) (tank 5 4 2)"
    ));
    assert_eq!(fuel(&table, &[0, 1, 2, 3, 4]), [80, 10, 10, 0, 0], "30, 20, 10, and nothing");
}

#[test]
fn enemies_beside_a_line_cut_it_and_friends_do_not() {
    let cut = format!("{LINES} (units) (depot 4 4 1 (m (fuel 100))) (tank 5 4 1) (tank 6 4 1) (raider 6 3 2)");
    assert_eq!(fuel(&table(&cut), &[1, 2]), [10, 0], "30 - 20 in the first cell, nothing left in the second");
    let trusted = cut.replace("(units)", "(side 1 (trusts (2 1))) (side 2 (trusts (1 1))) (units)");
    assert_eq!(fuel(&table(&trusted), &[1, 2]), [10, 10]);
}

#[test]
fn what_is_short_is_shared_by_weight_and_demand() {
    let text = format!(
        "{LINES} (table supply-in-weight (tank fuel 1))
        (units) (depot 4 4 1 (m (fuel 32))) (tank 5 4 1) (tank 4 5 1 (m (fuel 5)))"
    );
    let table = table(&text);
    assert_eq!(fuel(&table, &[0, 1, 2]), [20, 8, 9], "12 for demands of 10 and 5");
}

#[test]
fn a_road_carries_supply_farther_and_weak_lines_carry_less() {
    let roads = LINES.to_owned()
        + " (area 9 9) (area (terrain (by-name land) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\"))";
    let text = format!("{roads} (units) (depot 1 4 1 (m (fuel 200))) (tank 4 4 1)");
    let mut table_with = table(&text);
    assert_eq!(fuel(&table_with, &[1]), [0]);
    let road = table_with.rules.design.find("road").unwrap();
    for x in 1..4 {
        let cell = table_with.cell(x, 4);
        table_with.change(|change| change.set_edge(cell, grid::Direction(1), road, true));
    }
    table_with.next_turn();
    assert_eq!(fuel(&table_with, &[1]), [10]);
    let weak = text.replace(
        "(units)",
        "(table supply-capacity-threshold (tank fuel 12)) (table supply-capacity-deterioration (tank fuel 50)) (units)",
    );
    let mut weak = table(&weak.replace("(tank 4 4 1)", "(tank 3 4 1)"));
    weak.next_turn();
    // At 10, two steps below 12: a quarter of what is asked for each turn.
    assert_eq!(fuel(&weak, &[1]), [4]);
}

#[test]
fn a_side_that_inherits_people_sees_their_land() {
    let text = "(unit-type man (acp-per-turn 9)) (set see-all false)
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))
        (area (people-sides \"5X\" \"5X\" \"4X1b\" \"5X\" \"5X\")) (units) (man 2 0 1) (man 2 2 2)";
    let mut table = table(text);
    let cell = table.cell(4, 2);
    let sees = |table: &TestGame| [1, 2].map(|side| table.at().covers(SideId(side), cell));
    assert_eq!((table.at().people_of(cell), sees(&table)), (Some(SideId(1)), [true, false]));
    table.change(|change| testing::lose(change, SideId(1), Some(SideId(2))));
    assert_eq!((table.at().people_of(cell), sees(&table)), (Some(SideId(2)), [false, true]));
}
