//! Materials made, handed on, used up (`kernel-rules` 5, examples 28 and 29; seed 000, "Combinations" and "Fatigue").

use design::{MaterialType, TypeId};
use fairmarch_kernel::testing::take_booked;

use super::{TestGame, table};

/// All that there is of a material: in units, those that are no more too, in cells and treasuries.
pub(super) fn total(table: &TestGame, material: usize) -> i64 {
    let at = table.at();
    let kind = MaterialType::at(material);
    let ids = (0..table.state.units.len() as u32).map(fairmarch_kernel::UnitIndex);
    let units: i64 = ids.map(|id| i64::from(at.supply(id, kind))).sum();
    let cells: i64 = table.state.cell_supply[material].iter().map(|&amount| i64::from(amount)).sum();
    let treasuries: i64 = table.state.sides.iter().map(|side| i64::from(side.treasury[material])).sum();
    units + cells + treasuries
}

const FARM: &str = "(material-type food) (terrain-type hill (char \"h\") (capacity 20))
    (unit-type farm (acp-per-turn 1) (hp-max 20))
    (table base-production (farm food 10)) (table productivity (farm land 50))
    (table productivity-adjacent (farm hill 30)) (table base-consumption (farm food 3))
    (table unit-storage-x (farm food 100))
    (area 5 5) (area (terrain (by-name land hill) \"5a\" \"5a\" \"3a2b\" \"5a\" \"5a\"))";

#[test]
fn example_28_production_by_terrain() {
    let mut table = table(&format!("{FARM} (units) (farm 2 2 1 (m (food 4)))"));
    assert_eq!(table.supply(0, 0), 12, "4 + half of 10 + the best neighbour's 30 percent");
    table.next_turn();
    assert_eq!(table.supply(0, 0), 12 - 3 + 8);
}

#[test]
fn example_29_starvation_goes_on_in_every_turn() {
    let text = "(material-type food) (unit-type man (acp-per-turn 1) (hp-max 100))
        (table base-consumption (man food 3)) (table unit-storage-x (man food 10)) (table hp-per-starve (man food 150))
        (units) (man 4 4 1 (m (food 4)))";
    let mut table = table(text);
    table.next_turn();
    assert_eq!((table.supply(0, 0), table.hp(0)), (1, 100));
    let mut losses = Vec::new();
    let mut hp = 100;
    for _ in 0..40 {
        table.next_turn();
        losses.push(hp - table.hp(0));
        hp = table.hp(0);
    }
    assert!(losses.iter().all(|loss| [1, 2].contains(loss)), "{losses:?}");
    assert!((52..=68).contains(&(100 - hp)), "one and a half on average: {}", 100 - hp);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "builds without debug assertions keep no ledger")]
fn what_was_made_less_what_was_used_is_what_there_is_more() {
    let mut table = table(&format!("{FARM} (units) (farm 2 2 1 (m (food 4))) (farm 1 1 2) (farm 3 3 0)"));
    for _ in 0..20 {
        let before = total(&table, 0);
        take_booked(MaterialType::at(0));
        table.next_turn();
        assert_eq!(Some(total(&table, 0) - before), take_booked(MaterialType::at(0)));
    }
}

/// Ends turns; in each what is there more must have been made, and not less.
fn run_and_reckon(table: &mut TestGame, materials: usize, turns: usize) {
    for _ in 0..turns {
        let before: Vec<i64> = (0..materials).map(|material| total(table, material)).collect();
        for material in 0..materials {
            take_booked(MaterialType::at(material));
        }
        table.next_turn();
        for (material, &before) in before.iter().enumerate() {
            let booked = take_booked(MaterialType::at(material));
            let more = total(table, material) - before;
            assert!(booked.is_none_or(|booked| booked == more), "material {material}: {more} {booked:?}");
        }
    }
}

const MARKET: &str = "(material-type fuel) (material-type gold (treasury true) (initial-treasury 50))
    (unit-type city (acp-per-turn 0)) (unit-type tank (acp-per-turn 4)) (unit-type mine)
    (table base-production (city fuel 20) (mine gold 7)) (table base-consumption (tank fuel 2))
    (table unit-storage-x (city fuel 60) (tank fuel 20) (tank gold 5) (city gold 8))
    (table in-length (u* m* 1)) (table out-length (u* m* 2))";

const PLACES: &str =
    "(units) (city 4 4 1) (tank 4 4 1) (tank 5 4 1) (tank 6 4 1) (mine 3 3 1) (tank 4 5 2) (city 6 5 2)
    (mine 6 3 0) (city 2 5 0) (tank 2 5 0)";

#[test]
fn both_models_keep_totals() {
    for model in ["", "(set backdrop-model 1)", "(set backdrop-model 1) (set backdrop-ignore-doctrine true)"] {
        let mut table = table(&format!("{MARKET} {model} {PLACES}"));
        run_and_reckon(&mut table, 2, 25);
    }
}

#[test]
fn a_unit_short_of_material_asks_units_with_enough() {
    let units = "(city 4 4 1 (m (fuel 60))) (tank 5 4 1) (tank 6 4 1 (m (fuel 6))) (tank 5 4 2)";
    let mut table = table(&format!("{MARKET} (units) {units}"));
    // The city's surplus of 20 fills the tank beside it, which gives the next one 7, half of what it asks for: no more
    // than half of its own stock.
    let fuel = |table: &TestGame| (0..4).map(|id| table.supply(id, 0)).collect::<Vec<_>>();
    assert_eq!(fuel(&table), [60, 13, 13, 0]);
    table.next_turn();
    // Each has used 2. The city gives 9; of these the other tank gets all that it asks for, 9, less than half of 20.
    assert_eq!(fuel(&table), [60, 11, 20, 0]);
}

#[test]
fn surplus_goes_to_those_in_reach_then_to_the_treasury() {
    let text = "(material-type gold (treasury true)) (unit-type mine) (unit-type bank)
        (table base-production (mine gold 10)) (table unit-storage-x (bank gold 4))
        (table out-length (mine gold 1)) (table in-length (bank gold 1))
        (units) (mine 4 4 1) (bank 5 4 1) (bank 6 4 1) (mine 2 2 0)";
    let table = table(text);
    assert_eq!((table.supply(1, 0), table.supply(2, 0)), (4, 0), "two cells are too far");
    assert_eq!(table.state.sides.iter().map(|side| side.treasury[0]).collect::<Vec<_>>(), [0, 6, 0]);
    assert_eq!(table.supply(0, 0) + table.supply(3, 0), 0, "what independents make and cannot hold is lost");
}

#[test]
fn transfers_by_themselves_keep_to_what_can_be_unloaded_and_loaded() {
    let text = "(material-type fuel) (unit-type well) (unit-type tank (acp-per-turn 4))
        (table unit-storage-x (well fuel 100) (tank fuel 50)) (table unload-max (well fuel 9))
        (table load-max (tank fuel 7))
        (units) (well 4 4 1 (m (fuel 100))) (tank 4 4 1)";
    let mut table = table(text);
    let first = table.supply(1, 0);
    table.next_turn();
    assert_eq!((first, table.supply(1, 0)), (7, 14));
}

#[test]
fn a_treasury_is_bounded_and_given_by_the_file() {
    let text = "(material-type gold (treasury true) (initial-treasury 5)) (unit-type mine) (set treasury-size 12)
        (set indepside-has-treasury true) (side 1 (treasury (gold 8))) (side 2)
        (table base-production (mine gold 3)) (units) (mine 4 4 1) (mine 2 2 2)";
    let mut table = table(text);
    let gold = |table: &TestGame| table.state.sides.iter().map(|side| side.treasury[0]).collect::<Vec<_>>();
    assert_eq!(gold(&table), [5, 11, 8]);
    table.next_turn();
    assert_eq!(gold(&table), [5, 12, 11]);
}

#[test]
fn a_treasury_begins_within_its_bounds() {
    let table = table(
        "(material-type gold (treasury true) (initial-treasury 50)) (unit-type mine) (set treasury-size 12)
        (units) (mine 4 4 1) (mine 2 2 2)",
    );
    assert_eq!(table.state.sides[1].treasury, [12]);
}

#[test]
fn what_a_file_of_a_running_game_overfills_is_cut_in_the_next_turn() {
    let text = "(material-type gold) (unit-type mine) (set turn 5) (table unit-storage-x (mine gold 2)) (units) (mine 4 4 1 (m (gold 9)))";
    let mut table = table(text);
    assert_eq!((table.supply(0, 0), table.rules.find_broken_state(&table.state)), (9, None));
    table.next_turn();
    assert_eq!((table.supply(0, 0), table.rules.find_broken_state(&table.state)), (2, None));
}

#[test]
fn levelling_hands_quarters_on_until_the_gap_is_closed() {
    let text = "(material-type fuel) (unit-type depot) (set backdrop-model 1) (set backdrop-ignore-doctrine true)
        (table unit-storage-x (depot fuel 100)) (table in-length (depot fuel 2)) (table out-length (depot fuel 2))
        (units) (depot 4 4 1 (m (fuel 80))) (depot 5 4 1) (depot 4 6 1) (depot 4 7 1) (depot 4 5 2)";
    let mut table = table(text);
    for _ in 0..6 {
        table.next_turn();
    }
    let fuel: Vec<i32> = (0..5).map(|id| table.supply(id, 0)).collect();
    assert_eq!(fuel.iter().sum::<i32>(), 80);
    assert!(fuel[0].abs_diff(fuel[1]) <= 2 && fuel[0].abs_diff(fuel[2]) <= 2, "{fuel:?}");
    assert!(fuel[3] > 0, "it is handed on from the one in between: {fuel:?}");
    assert_eq!(fuel[4], 0, "enemies get nothing");
}

#[test]
fn a_unit_keeps_what_its_doctrine_says() {
    let text = "(material-type fuel) (unit-type depot) (set backdrop-model 1)
        (table unit-storage-x (depot fuel 100)) (units) (depot 4 4 1 (m (fuel 60))) (depot 4 4 1)";
    let table = table(text);
    assert_eq!((table.supply(0, 0), table.supply(1, 0)), (50, 10), "half of its storage is its own");
}

#[test]
fn cells_make_give_and_take_in_model_1() {
    let text = "(material-type grain) (terrain-type field (char \"f\") (capacity 9)) (unit-type barn)
        (set backdrop-model 1) (set backdrop-ignore-doctrine true)
        (table terrain-production (field grain 6)) (table terrain-storage-x (field grain 8))
        (table unit-storage-x (barn grain 100)) (table terrain-to-unit-in-length (barn grain 1))
        (table in-length (barn grain -1)) (table out-length (barn grain -1))
        (area 5 5) (area (terrain (by-name land field) \"5a\" \"5a\" \"3a2b\" \"5a\" \"5a\"))
        (units) (barn 2 2 1)";
    let mut table = table(text);
    let (near, far) = (table.cell(3, 2), table.cell(4, 2));
    let lies = |table: &TestGame, cell| table.at().cell_supply(cell, MaterialType::at(0));
    assert!(table.supply(0, 0) >= 3, "it draws over one cell");
    assert_eq!(lies(&table, far), 6);
    run_and_reckon(&mut table, 1, 5);
    assert_eq!(lies(&table, far), 8, "no more than it can hold");
    assert!(lies(&table, near) < table.supply(0, 0));
    let cells = table.state.working_cells.clone();
    assert_eq!(cells, [near, far], "only these are looked at");
}

#[test]
fn cells_level_their_stocks_with_their_neighbours() {
    let text = "(material-type grain) (unit-type barn) (set backdrop-model 1)
        (table terrain-storage-x (land grain 64)) (table terrain-to-terrain-out-length (land grain 1))
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))
        (area (material grain (by-char \"no\") \"5n\" \"5n\" \"2n1o2n\" \"5n\" \"5n\")) (units) (barn 4 0 1)";
    let mut table = table(text);
    let middle = table.cell(2, 2);
    *table.state.cell_supply[0].get_mut(middle.index()).unwrap() = 63;
    run_and_reckon(&mut table, 1, 3);
    assert!(table.at().cell_supply(middle, MaterialType::at(0)) < 30);
    assert!(table.at().cell_supply(table.cell(3, 2), MaterialType::at(0)) > 0);
}

#[test]
fn cells_that_are_used_up_change() {
    let text = "(material-type ore) (terrain-type hill (char \"h\") (capacity 9)) (unit-type man)
        (table terrain-storage-x (hill ore 10)) (table terrain-initial-supply (hill ore 10))
        (table terrain-consumption (hill ore 4)) (table change-on-exhaustion-chance (hill ore 100))
        (table terrain-exhaustion-type (hill ore land))
        (area 5 5) (area (terrain (by-name land hill) \"5a\" \"5a\" \"2a1b2a\" \"5a\" \"5a\"))
        (area (material ore (by-char \"nx\") \"5n\" \"5n\" \"2n1x2n\" \"5n\" \"5n\")) (units) (man 4 0 1)";
    let mut table = table(text);
    let hill = table.cell(2, 2);
    let mut left = Vec::new();
    while table.rules.design.name_of(table.at().ground(hill)) == "hill" && left.len() < 20 {
        left.push(table.at().cell_supply(hill, MaterialType::at(0)));
        table.next_turn();
    }
    assert_eq!(left.len(), left[0] as usize / 4 + 1, "it goes when it gives less than is taken: {left:?}");
    assert!(table.state.working_cells.is_empty());
}

#[test]
fn fatigue_is_a_material_that_no_unit_hands_on() {
    // Seed 000: 3 cells a turn, 2 energy a move, 4 made a turn: 2 cells on average, 3 after saving.
    let text = "(material-type energy) (unit-type man (acp-per-turn 3))
        (table base-production (man energy 4)) (table unit-storage-x (man energy 12))
        (table consumption-per-move (man energy 2)) (table in-length (man energy -1)) (table out-length (man energy -1))
        (units) (man 4 4 1) (man 4 4 1 (m (energy 12)))";
    let mut table = table(text);
    let (here, there) = (table.cell(4, 4), table.cell(5, 4));
    let mut walk = |rests: bool| {
        let mut steps = 0;
        let most = if rests { 0 } else { 9 };
        while steps < most {
            let to = if table.unit(0).cell == here { there } else { here };
            if table.act(0, fairmarch_kernel::Action::Move(to, 0)).is_err() {
                break;
            }
            steps += 1;
        }
        table.next_turn();
        steps
    };
    assert_eq!([walk(false), walk(false), walk(true), walk(false), walk(false), walk(false)], [2, 2, 0, 3, 3, 2]);
}

#[test]
fn gold_comes_from_captured_mines_only_and_armies_need_it() {
    // Seed 000, "Combinations".
    let text = "(material-type gold (treasury true)) (unit-type king (acp-per-turn 4))
        (unit-type army (acp-per-turn 4) (cp 1))
        (unit-type mine (hp-max 5)) (table base-production (mine gold 5)) (table acp-to-create (king army 1))
        (table consumption-on-creation (army gold 8)) (table capture-chance (king mine 100))
        (table acp-to-capture (king mine 1))
        (units) (king 4 4 1) (mine 5 4 0)";
    let mut table = table(text);
    let army = table.kind("army");
    let place = table.cell(4, 4);
    let create = fairmarch_kernel::Action::CreateAt(army, place, 0);
    table.next_turn();
    assert!(matches!(table.act(0, create), Err(fairmarch_kernel::Refusal::NotEnoughMaterial { needs: 8, has: 0, .. })));
    table.act(0, fairmarch_kernel::Action::Capture(fairmarch_kernel::UnitIndex(1))).unwrap();
    assert_eq!(table.side(1), world::SideId(1));
    let place = table.unit(0).cell;
    let create = fairmarch_kernel::Action::CreateAt(army, place, 0);
    table.next_turn();
    assert_eq!(
        format!("{:?}", table.act(0, create)),
        r#"Err(NotEnoughMaterial { material: "gold", needs: 8, has: 5 })"#,
        "5 are not enough"
    );
    table.next_turn();
    table.act(0, create).unwrap();
    assert_eq!(table.state.sides[1].treasury[0], 2);
}

#[test]
fn moves_count_towards_what_a_unit_lives_on() {
    let text = "(material-type fuel) (unit-type jet (acp-per-turn 9) (capacity 1)) (unit-type carrier (capacity 4))
        (table base-consumption (jet fuel 6)) (table consumption-per-move (jet fuel 2))
        (table unit-storage-x (jet fuel 40))
        (table consumption-as-occupant (jet fuel 50)) (table unit-size-as-occupant (u* u* 1))
        (table in-length (u* m* -1)) (table out-length (u* m* -1))
        (units) (jet 2 4 1 (m (fuel 40))) (jet 4 4 1 (m (fuel 40))) (carrier 6 4 1 (# 3))
        (jet 6 4 1 (in 3) (m (fuel 40)))";
    let mut table = table(text);
    let to = table.cell(3, 4);
    table.act(0, fairmarch_kernel::Action::Move(to, 0)).unwrap();
    assert_eq!(table.supply(0, 0), 38);
    table.next_turn();
    assert_eq!((table.supply(0, 0), table.supply(1, 0)), (34, 34), "6 in all, whether it flew or not");
    assert_eq!(table.supply(3, 0), 37, "half inside of another");
    for step in [4, 5, 6, 7] {
        let to = table.cell(step, 4);
        table.act(0, fairmarch_kernel::Action::Move(to, 0)).unwrap();
    }
    table.next_turn();
    assert_eq!(table.supply(0, 0), 34 - 8, "flying took more already");
}

#[test]
fn sides_without_an_economy_neither_make_nor_use_anything() {
    let mut table =
        table(&format!("{FARM} (set indepside-has-economy false) (units) (farm 2 2 0 (m (food 4))) (farm 1 3 1)"));
    table.next_turn();
    assert_eq!((table.supply(0, 0), table.supply(1, 0)), (4, 5 - 3 + 5), "no hill is beside it");
}

#[test]
fn without_the_economy_nothing_is_made_but_all_eat() {
    let mut table = table(&format!("{FARM} (set economy false) (units) (farm 2 2 1 (m (food 4)))"));
    assert_eq!(table.supply(0, 0), 4);
    table.next_turn();
    table.next_turn();
    assert_eq!(table.supply(0, 0), 0, "debts are forgiven");
}

#[test]
fn no_upkeep_is_owed_when_the_game_is_over() {
    let mut table = table(
        "(set economy true) (set last-turn 1) (unit-type man (hp-max 9)) (material-type food)
         (table base-consumption (man food 3)) (table unit-storage-x (man food 10)) (units) (man 4 3 1 (m 1))",
    );
    table.next_turn();
    assert_eq!((table.state.phase, table.supply(0, 0)), (fairmarch_kernel::Phase::Over, 0));
}

/// Who moves gets what it does not use itself, to carry it on; also who moves by its crew's action points.
#[test]
fn those_who_move_by_their_crew_are_supplied_too() {
    let text = "(material-type food) (unit-type depot (acp-per-turn 0) (speed 0)) (unit-type galley (acp-per-turn 0) (capacity 4)) \
        (unit-type rower (acp-per-turn 0) (speed 0)) (table occupant-adds-acp (galley rower 4)) (table unit-storage-x (u* food 10)) \
        (table unit-storage-x add (rower food 0)) (table in-length (u* food 1)) (table out-length (u* food 1)) (units) \
        (galley 4 4 1 (# 9) (m 0)) (rower 4 4 1 (in 9)) (depot 5 4 1 (m 8)) (depot 4 5 1 (m 0))";
    let table = table(text);
    assert_eq!((table.supply(0, 0), table.supply(3, 0)), (8, 0), "a depot neither moves nor needs it");
}

/// A unit that was given something is asked by those whose turn comes later, however few others hold the material.
#[test]
fn what_one_unit_gets_the_next_may_ask_for() {
    let text = "(material-type food) (unit-type depot (speed 0)) (unit-type truck (acp-per-turn 1)) \
        (unit-type cart (acp-per-turn 1)) (table unit-storage-x (u* food 8)) (table unit-storage-x add (cart food 3)) \
        (table in-length (u* food 1)) (table out-length (u* food 1)) (units) \
        (depot 3 4 1 (m 8)) (truck 4 4 1 (m 0)) (cart 5 4 1 (m 0))";
    assert_eq!([0, 1, 2].map(|id| table(text).supply(id, 0)), [0, 5, 3]);
}

/// Whatever the reach, and however few or many units there are beside the cells that it covers: all who give are found, and nobody else.
#[test]
fn a_unit_asks_as_far_as_it_reaches_and_no_farther() {
    let area = format!("(area 19 19) (area (terrain (by-name land) {}))", "\"19a\" ".repeat(19));
    for reach in [0, 1, 2, 6, 7] {
        for distance in [reach, reach + 1] {
            for (out, is_inside) in [(0, false), (-1, false), (-1, true)] {
                let place = if is_inside { "(in 1)" } else { "" };
                let text = format!(
                    "(material-type food) (unit-type depot (speed 0) (capacity 4)) (unit-type truck (acp-per-turn 1)) \
                     (unit-type post (speed 0)) (table unit-storage-x (u* food 8)) (table in-length (truck food {reach})) \
                     (table out-length (depot food {out})) {area} (units) (depot 1 9 1 (# 1) (m 8)) \
                     (truck {} 9 1 {place} (m 0)) (post 17 9 2 (m 8))",
                    if is_inside { 1 } else { 1 + distance },
                );
                let gets = is_inside || (out >= 0 && distance <= reach);
                assert_eq!(table(&text).supply(1, 0) > 0, gets, "reach {reach}, distance {distance}, out {out}");
            }
        }
    }
}

/// A unit asks in its own cell first, then round it, and gets from friends what they hold: never from others, however near.
#[test]
fn the_nearest_are_asked_first_and_friends_as_well_as_own_units() {
    let supplies = |trust: &str, depots: &str| {
        let text = format!(
            "(material-type food) (unit-type depot (speed 0)) (unit-type truck (acp-per-turn 1)) (side 1) (side 2 {trust})
             (table unit-storage-x (u* food 8)) (table in-length (truck food 2)) (units) (truck 4 4 1 (m 0)) {depots}"
        );
        let table = table(&text);
        [0, 1, 2, 3].map(|id| table.supply(id, 0))
    };
    let own = "(depot 6 4 1 (m 8)) (depot 5 4 1 (m 4)) (depot 4 4 1 (m 3))";
    assert_eq!(supplies("", own), [8, 7, 0, 0]);
    let foreign = "(depot 4 4 2 (m 3)) (depot 5 4 2 (m 4)) (depot 6 4 1 (m 8))";
    assert_eq!(supplies("", foreign), [8, 3, 4, 0]);
    assert_eq!(supplies("(trusts (1 1))", foreign), [8, 0, 0, 7]);
}

#[test]
fn unfinished_units_neither_get_nor_give_nor_make_nor_eat() {
    for model in [0, 1] {
        for unfinished in [0, 1] {
            let cp = |id: usize| if id == unfinished { "(cp 1)" } else { "" };
            let text = format!(
                "(material-type food) (set backdrop-model {model}) (set backdrop-ignore-doctrine true)
                 (unit-type truck (acp-per-turn 1) (cp 5))
                 (unit-type farm (acp-per-turn 1) (cp 5))
                 (table unit-storage-x (truck food 9) (farm food 20)) (table base-production (farm food 2))
                 (table base-consumption (truck food 1)) (table in-length (u* food 1)) (table out-length (u* food 1)) (units)
                 (truck 4 4 1 (m 2) {}) (farm 5 4 1 (m 8) {})",
                cp(0),
                cp(1)
            );
            let mut table = table(&text);
            let whole = [2, 10 - 2 * unfinished as i32];
            let begun = [0, 1].map(|id| table.supply(id, 0));
            assert_eq!(begun, whole, "nothing changes hands, and only a finished farm makes: {model} {unfinished}");
            table.next_turn();
            let eaten = i64::from(unfinished == 1);
            let made = 2 * i64::from(unfinished == 0);
            assert_eq!(total(&table, 0), i64::from(whole[0] + whole[1]) - eaten + made, "{model} {unfinished}");
        }
    }
}
