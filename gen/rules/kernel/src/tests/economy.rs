//! Materials made, handed on, used up (`kernel-rules` 5, examples 28 and 29; seed 000, "Combinations" and "Fatigue").

use design::{MaterialType, TypeId};

use super::{Table, table};

/// All that there is of a material: in units, cells and treasuries.
fn total(table: &Table, material: usize) -> i64 {
    let at = table.at();
    let kind = MaterialType::at(material);
    let units: i64 = at.live().map(|id| i64::from(at.supply(id, kind))).sum();
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
fn what_was_made_less_what_was_used_is_what_there_is_more() {
    let mut table = table(&format!("{FARM} (units) (farm 2 2 1 (m (food 4))) (farm 1 1 2) (farm 3 3 0)"));
    for _ in 0..20 {
        let before = total(&table, 0);
        crate::economy::ledger::take(MaterialType::at(0));
        table.next_turn();
        assert_eq!(total(&table, 0) - before, crate::economy::ledger::take(MaterialType::at(0)));
    }
}
