//! Produce, extract, transfer, and giving away (`kernel-rules` 2.15, example 33; seed 000, "Material Manipulation").

use design::{MaterialType, TypeId};
use fairmarch_kernel::testing::take_booked;
use fairmarch_kernel::{Action, Refusal, UnitIndex};

use super::table;

const ORE: MaterialType = MaterialType(0);
const GOLD: MaterialType = MaterialType(1);

#[test]
fn example_33_a_transfer_is_bounded_by_what_can_be_unloaded() {
    let text = "(material-type ore) (unit-type truck (acp-per-turn 10) (hp-max 10))
        (table unit-storage-x (truck ore 30)) (table acp-to-unload (truck ore 2)) (table acp-to-load (truck ore 1))
        (table unload-max (truck ore 8)) (table out-length (truck ore -1)) (table in-length (truck ore -1))
        (units) (truck 4 4 1 (m (ore 21))) (truck 5 4 1) (truck 7 4 1) (truck 4 5 2)";
    let mut table = table(text);
    table.act(0, Action::Transfer(UnitIndex(1), Some(ORE), 20)).unwrap();
    assert_eq!((table.supply(0, 0), table.supply(1, 0), table.acp(0), table.acp(1)), (13, 8, 8, 10));
    // A negative amount takes materials, and the acting unit pays.
    table.act(1, Action::Transfer(UnitIndex(0), Some(ORE), -3)).unwrap();
    assert_eq!((table.supply(0, 0), table.supply(1, 0), table.acp(1)), (10, 11, 8));
    table.act(1, Action::Transfer(UnitIndex(0), None, -100)).unwrap();
    assert_eq!((table.supply(0, 0), table.supply(1, 0)), (2, 19), "all materials, each up to its bound");
    let far = table.act(0, Action::Transfer(UnitIndex(2), Some(ORE), 1));
    assert_eq!(far, Err(Refusal::TooFar { distance: 3, most: 1 }));
    assert!(
        matches!(table.act(0, Action::Transfer(UnitIndex(3), Some(ORE), 1)), Err(Refusal::CannotDo(_))),
        "not to enemies"
    );
    assert!(matches!(table.act(0, Action::Transfer(UnitIndex(1), Some(ORE), 0)), Err(Refusal::Invalid(_))));
}

#[test]
fn nothing_is_loaded_or_unloaded_where_it_costs_nothing() {
    let text = "(material-type ore) (unit-type truck (acp-per-turn 10)) (unit-type depot)
        (table unit-storage-x (u* ore 30)) (table acp-to-unload (truck ore 1))
        (units) (truck 4 4 1 (m (ore 21))) (truck 4 4 1) (depot 4 4 1)";
    let mut table = table(text);
    assert!(matches!(table.act(0, Action::Transfer(UnitIndex(1), Some(ORE), 1)), Err(Refusal::CannotDo(_))));
    // A unit that cannot act needs no points for loading.
    table.act(0, Action::Transfer(UnitIndex(2), Some(ORE), 5)).unwrap();
    assert_eq!(table.supply(2, 0), 5);
}

#[test]
fn stevedores_make_a_transfer_faster_and_cheaper() {
    // A ship takes 5 tons at a time aboard, and gives 20 at a time: what passes straight from ship to ship costs 2 acp
    // for 5 tons.
    let text = "(material-type ore) (unit-type ship (acp-per-turn 8)) (unit-type stevedore (acp-per-turn 8))
        (table unit-storage-x (u* ore 40)) (table acp-to-unload (ship ore 2) (stevedore ore 1))
        (table acp-to-load (u* ore 1)) (table unload-max (u* ore 20)) (table load-max (ship ore 5) (stevedore ore 20))
        (table in-length (u* ore -1)) (table out-length (u* ore -1))
        (units) (ship 4 4 1 (m (ore 40))) (ship 4 4 1) (stevedore 4 4 1)";
    let mut direct = table(text);
    while direct.act(0, Action::Transfer(UnitIndex(1), Some(ORE), 40)).is_ok() {}
    assert_eq!((direct.supply(1, 0), direct.acp(0)), (20, 0), "half of it in a turn, for 8 points");
    let mut helped = table(text);
    while helped.supply(1, 0) < 40 {
        let taken = helped.act(0, Action::Transfer(UnitIndex(2), Some(ORE), 20));
        assert!(taken.is_ok() || helped.supply(2, 0) > 0, "{taken:?}");
        helped.act(2, Action::Transfer(UnitIndex(1), Some(ORE), 20)).unwrap();
    }
    assert!(helped.acp(0) >= 2 && helped.acp(2) >= 0, "all of it in a turn: {} {}", helped.acp(0), helped.acp(2));
}

#[test]
fn what_is_produced_beyond_the_room_goes_to_neighbours() {
    let text = "(material-type ore) (unit-type mill (acp-per-turn 10)) (unit-type barn)
        (table acp-to-produce (mill ore 3)) (table material-per-production (mill ore 12))
        (table unit-storage-x (mill ore 10) (barn ore 5)) (table in-length (u* ore -1)) (table out-length (u* ore -1))
        (units) (mill 4 4 1) (barn 5 4 1) (barn 4 5 2)";
    let mut table = table(text);
    assert!(matches!(table.act(1, Action::Produce(ORE, 1)), Err(Refusal::CannotDo(_))));
    table.act(0, Action::Produce(ORE, 4)).unwrap();
    assert_eq!((table.supply(0, 0), table.acp(0)), (4, 7));
    table.act(0, Action::Produce(ORE, 100)).unwrap();
    assert_eq!(
        (table.supply(0, 0), table.supply(1, 0), table.supply(2, 0)),
        (10, 5, 0),
        "1 is lost: enemies get nothing"
    );
}

#[test]
fn producing_needs_what_must_be_on_hand() {
    let text = "(material-type ore) (material-type gold) (unit-type mill (acp-per-turn 10))
        (table acp-to-produce (mill ore 1)) (table material-per-production (mill ore 1))
        (table unit-storage-x (mill m* 10)) (table material-to-produce (mill gold 2))
        (units) (mill 4 4 1 (m (gold 1))) (mill 5 4 1 (m (gold 2)))";
    let mut table = table(text);
    assert!(matches!(table.act(0, Action::Produce(ORE, 1)), Err(Refusal::NotEnoughMaterial { needs: 2, has: 1, .. })));
    table.act(1, Action::Produce(ORE, 1)).unwrap();
    assert_eq!((table.supply(1, 0), table.supply(1, GOLD.index())), (1, 2), "needed, not used");
}

const WOODS: &str = "(material-type wood) (terrain-type forest (char \"f\") (capacity 20))
    (unit-type logger (acp-per-turn 10)) (table acp-to-extract (logger wood 2)) (table unit-storage-x (logger wood 50))
    (table terrain-storage-x (forest wood 30)) (table change-on-exhaustion-chance (forest wood 100))
    (table terrain-exhaustion-type (forest wood land))
    (area 5 5) (area (terrain (by-name land forest) \"5a\" \"5a\" \"2a2b1a\" \"5a\" \"5a\"))
    (area (material wood (by-char \"no\") \"5n\" \"5n\" \"2n2o1n\" \"5n\" \"5n\"))";

#[test]
fn clear_cutting_a_forest_leaves_open_land() {
    let mut table = table(&format!("{WOODS} (units) (logger 1 2 1)"));
    let forest = table.cell(2, 2);
    assert_eq!(table.at().cell_supply(forest, ORE), 1, "as the file says");
    assert_eq!(table.rules.design.name_of(table.at().ground(forest)), "forest");
    assert!(matches!(table.act(0, Action::Extract(forest, ORE, 2)), Err(Refusal::NoSource)));
    let far = table.cell(3, 2);
    assert_eq!(table.act(0, Action::Extract(far, ORE, 1)), Err(Refusal::TooFar { distance: 2, most: 1 }));
    table.act(0, Action::Extract(forest, ORE, 1)).unwrap();
    assert_eq!((table.supply(0, 0), table.acp(0)), (1, 8));
    assert_eq!(table.rules.design.name_of(table.at().ground(forest)), "land");
    assert_eq!(table.rules.design.name_of(table.at().ground(far)), "forest");
}

#[test]
fn treasuries_serve_those_who_take_from_them() {
    let text = "(material-type gold (treasury true) (initial-treasury 7)) (unit-type mill (acp-per-turn 10))
        (side 1 (treasury (gold 20))) (side 2)
        (table acp-to-add-terrain (mill land 1)) (table takes-from-treasury (mill gold 1))
        (units) (mill 4 4 1) (mill 5 4 2) (mill 6 4 0)";
    let table = table(text);
    let gold: Vec<i32> = table.state.sides.iter().map(|side| side.treasury[0]).collect();
    assert_eq!(gold, [0, 20, 7], "independents have none unless the design says so");
    let reach = |id: u32| table.at().within_reach(UnitIndex(id), UnitIndex(id), ORE);
    assert_eq!((reach(0), reach(1), reach(2)), (20, 7, 0));
    assert!(table.at().check_need(UnitIndex(0), UnitIndex(0), |_| 20).is_ok());
    assert_eq!(
        format!("{:?}", table.at().check_need(UnitIndex(0), UnitIndex(0), |_| 21)),
        r#"Err(NotEnoughMaterial { material: "gold", needs: 21, has: 20 })"#
    );
}

/// Everything at once, with random actions that move materials: nothing may come from nowhere.
#[test]
fn random_actions_make_and_lose_nothing_unaccounted() {
    let text = "(material-type ore) (material-type gold (treasury true) (initial-treasury 9))
        (material-type folk (people 1))
        (terrain-type hill (char \"h\") (capacity 9) (people-max 9)) (terrain-type road (subtype connection))
        (unit-type mill (acp-per-turn 20) (capacity 2)) (unit-type cart (acp-per-turn 20))
        (unit-type town (advanced true) (reach 1) (capacity 3) (acp-per-turn 2))
        (table acp-to-produce (mill m* 1)) (table material-per-production (mill m* 7)) (table acp-to-extract (u* m* 1))
        (table acp-to-load (u* m* 1)) (table acp-to-unload (u* m* 1)) (table load-max (cart ore 4))
        (table unit-storage-x (u* m* 30)) (table terrain-storage-x (hill m* 20)) (table terrain-production (hill ore 3))
        (table people-production (folk gold 2)) (table people-consumption (folk ore 1))
        (table base-production (mill gold 2))
        (table base-consumption (cart ore 3)) (table production-from-terrain (land gold 2) (hill ore 3))
        (table unit-consumption-per-size (town ore 2)) (table unit-consumption-to-grow (town ore 3))
        (table change-on-exhaustion-chance (hill ore 30)) (table terrain-exhaustion-type (hill ore land))
        (table acp-to-add-terrain (mill t* 1)) (table acp-to-remove-terrain (mill t* 1))
        (table consumption-per-add-terrain (hill ore 5)) (table material-per-remove-terrain (hill ore 9))
        (table terrain-initial-supply (hill (ore folk) (6 3))) (table in-length (u* m* 2)) (table out-length (u* m* 1))
        (table unit-size-as-occupant (u* u* 1)) (table supply-potential (town ore 9))
        (table supply-deterioration (t* ore 3))
        (table supply-out-threshold (town ore 5)) (table supply-in-threshold (cart ore 12))
        (table terrain-to-unit-in-length (cart ore 1)) (table unit-to-terrain-out-length (mill m* 1))
        (area 5 5) (area (terrain (by-name land hill) \"5a\" \"5b\" \"2a1b2a\" \"5b\" \"5a\"))";
    let units = "(units) (mill 2 2 1) (cart 2 2 1) (town 3 2 1) (cart 2 3 2) (mill 1 3 2) (town 1 2 2) (mill 3 3 0)";
    for model in 0..2 {
        let mut table = table(&format!("{text} (set backdrop-model {model}) {units}"));
        let mut draws = chance::Draws::new(chance::Seed(7));
        let mut made = 0;
        for round in 0..4000 {
            let before: Vec<i64> = (0..3).map(|material| super::economy::total(&table, material)).collect();
            for material in 0..3 {
                take_booked(MaterialType::at(material));
            }
            let mut any = |bound: u32| draws.below(bound);
            let (unit, material) = (any(7), MaterialType::at(any(3) as usize));
            let cells: Vec<_> = table.rules.area.cells().collect();
            let cell = cells[any(cells.len() as u32) as usize];
            let amount = any(40) as i32 - 12;
            let kind = design::TerrainType(any(3) as u8);
            let action = match any(7) {
                0 => Action::Produce(material, amount),
                1 => Action::Extract(cell, material, amount),
                2 => Action::Transfer(UnitIndex(any(7)), Some(material), amount),
                3 => Action::Transfer(UnitIndex(any(7)), None, amount),
                4 => Action::AlterTerrain(table.unit(unit % 2).cell.min(cell), kind),
                5 => Action::AddTerrain(cell, table.rules.extent(kind, any(6) as u8), kind),
                _ => Action::RemoveTerrain(cell, table.rules.extent(kind, any(6) as u8), kind),
            };
            made += u32::from(table.act(unit, action).is_ok());
            if round % 20 == 0 {
                table.next_turn();
            }
            for (material, &before) in before.iter().enumerate() {
                let booked = take_booked(MaterialType::at(material));
                let more = super::economy::total(&table, material) - before;
                assert!(
                    booked.is_none_or(|booked| booked == more),
                    "{round}: {action:?} {material}: {more} {booked:?}"
                );
            }
            let at = table.at();
            let within = |id: UnitIndex, m| (0..=at.storage(id, m)).contains(&at.supply(id, m));
            assert!(at.live().all(|id| at.rules.material_types().all(|m| within(id, m))), "{round}: {action:?}");
        }
        assert!(made > 200, "{made} actions");
    }
}

/// Seed 003: units extract from the terrain or from nearby units.
#[test]
fn independents_are_milked_where_they_are_seen() {
    let text = "(material-type wood) (unit-type logger (acp-per-turn 10)) (unit-type hut (capacity 4)) \
        (table acp-to-extract (logger wood 2)) (table unit-storage-x (u* wood 9)) (units) (logger 4 3 1) \
        (hut 5 3 0 (m 4)) (hut 5 3 0 (m 3)) (hut 5 3 2 (m 9))";
    let mut game = table(text);
    let (there, here) = (game.cell(5, 3), game.cell(4, 3));
    assert_eq!(game.act(0, Action::Extract(there, ORE, 8)), Err(Refusal::NoSource), "the other side's does not count");
    assert_eq!(game.act(0, Action::Extract(here, ORE, 1)), Err(Refusal::NoSource));
    game.act(0, Action::Extract(there, ORE, 5)).unwrap();
    assert_eq!([0, 1, 2, 3].map(|id| game.supply(id, 0)), [5, 0, 2, 9]);
    assert_eq!(game.acp(0), 8);
    game.act(0, Action::Extract(there, ORE, 2)).unwrap();
    assert_eq!(game.act(0, Action::Extract(there, ORE, 1)), Err(Refusal::NoSource));
    let mut full = table(&text.replace("(logger 4 3 1)", "(logger 4 3 1 (m 7))"));
    full.act(0, Action::Extract(there, ORE, 4)).unwrap();
    assert_eq!([0, 1, 2].map(|id| full.supply(id, 0)), [9, 2, 3], "no more than it has room for");
    let mut blind = table(&format!(
        "(set see-all false) (unit-type u) {}",
        text.replace("(unit-type hut", "(unit-type hut (see-always false)")
    ));
    blind.act(0, Action::Extract(there, ORE, 1)).unwrap();
    let hidden = format!("(set see-all false) {text}").replace("(units)", "(table visibility (hut t* 0)) (units)");
    assert_eq!(table(&hidden).act(0, Action::Extract(there, ORE, 1)), Err(Refusal::NoSource), "nobody sees it");
}
