//! What lies on the levels of a dungeon.

use design::parameters::unit::{ACP_PER_TURN, KEY_LEVEL, LEVEL_COUNT, LEVEL_MAX, LEVEL_MIN};
use fairmarch_dungeon_ground::testing::Floors;
use fairmarch_dungeon_ground::{FurnishLevels, MakeLocks, PlaceHeroes};
use grid::Cell;
use proptest::prelude::*;
use synth::{MethodOutcome, Part};
use world::{Place, Scenario, SideId, Unit, UnitId};

use crate::testing::{drawn_dungeon, dungeon_rules, random_dungeon, run, run_with_given};

const FULL: &str = r#""monsters-per-level": 8, "objects-per-level": 10"#;

fn name(scenario: &Scenario, unit: &Unit) -> String {
    scenario.design.name_of(unit.kind).to_owned()
}

fn count(scenario: &Scenario, wanted: &str) -> usize {
    scenario.units.iter().filter(|unit| name(scenario, unit) == wanted).count()
}

/// The level of a unit, from 1, wherever it is.
fn level_of(scenario: &Scenario, id: UnitId) -> i32 {
    scenario.world.area.level(scenario.cell_of(id).unwrap()) as i32 + 1
}

/// The steps to a cell by the grid's own floods, one ring after the other.
fn steps_between(scenario: &Scenario, from: &[Cell], to: Cell) -> u32 {
    let area = scenario.world.area;
    let is_floor = |cell: Cell| scenario.design.name_of(scenario.world.terrain_at(cell)) != "rock";
    let (mut seen, mut ring, mut steps) = (from.to_vec(), from.to_vec(), 0);
    while !ring.contains(&to) && !ring.is_empty() {
        let near = ring.iter().flat_map(|&cell| area.around(cell)).map(|(_, near)| near);
        let mut next: Vec<Cell> = near.filter(|&near| is_floor(near) && !seen.contains(&near)).collect();
        next.sort_unstable();
        next.dedup();
        seen.extend(&next);
        (ring, steps) = (next, steps + 1);
    }
    if ring.is_empty() { u32::MAX } else { steps }
}

fn arrivals_of(scenario: &Scenario, level: u32) -> Vec<Cell> {
    let area = scenario.world.area;
    let heroes = scenario.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT).filter_map(Unit::cell);
    let stairs = scenario.world.links.iter().filter(|link| area.level(link.from) < area.level(link.to));
    heroes.chain(stairs.map(|link| link.to)).filter(|&cell| area.level(cell) == level).collect()
}

#[test]
fn a_level_gets_what_it_has_for_certain_and_its_prize_lies_deepest() {
    let plain = "############\n#..........#\n#..........#\n############";
    let with = |row: &str| plain.replacen("#..........#", row, 1);
    let levels = [with("#@........0#"), with("#.1.......0#"), with("#.1........#")];
    let mut made = drawn_dungeon(&dungeon_rules(""), &levels.each_ref().map(String::as_str), 1);
    run(&PlaceHeroes, &mut made, 1).0.unwrap();
    run(&FurnishLevels, &mut made, 1).0.unwrap();
    assert_eq!((count(&made, "fountain"), count(&made, "amulet"), made.units.len()), (2, 1, 4));
    let (id, _) = made.unit_ids().find(|(_, unit)| name(&made, unit) == "amulet").unwrap();
    let area = made.world.area;
    assert_eq!(
        (level_of(&made, id), area.column_row(made.cell_of(id).unwrap()).0),
        (3, 10),
        "eight steps from the stairs"
    );
}

#[test]
fn what_cannot_be_reached_stays_empty() {
    let level = "##########\n#@.#....~#\n#..#....~#\n##########";
    for seed in 0..20 {
        let rules = dungeon_rules(r#""monsters-per-level": 3, "objects-per-level": 30, "arrival-radius": 1"#);
        let mut made = drawn_dungeon(&rules, &[level], 1);
        let (_, warnings) = run(&PlaceHeroes, &mut made, seed);
        assert!(warnings.is_empty());
        let (_, warnings) = run(&FurnishLevels, &mut made, seed);
        assert_eq!(warnings, ["level-crowded"]);
        let columns = made.units.iter().filter_map(Unit::cell).map(|cell| made.world.area.column_row(cell).0);
        assert!(columns.max() < Some(3));
    }
}

#[test]
fn what_is_given_stays_alone() {
    let level = "######\n#@...#\n######";
    let mut made = drawn_dungeon(&dungeon_rules(FULL), &[level], 1);
    let (outcome, _) = run_with_given(&FurnishLevels, &mut made, 1, &[Part::Independents]);
    assert_eq!(outcome.unwrap(), MethodOutcome::Skipped("independent units are already present".to_owned()));
    assert!(made.units.is_empty());
}

#[test]
fn objects_lie_in_chests_and_chests_in_none() {
    let mut inside = 0;
    for seed in 0..20 {
        let mut made = random_dungeon(&dungeon_rules(FULL), (44, 23), 3, 1, 1, seed);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        run(&FurnishLevels, &mut made, seed).0.unwrap();
        for (id, unit) in made.unit_ids() {
            let holds = made.units.iter().filter(|other| other.place == Place::Inside(id)).count();
            let is_chest = name(&made, unit) == "chest";
            assert!(if is_chest { (1..=3).contains(&holds) } else { holds == 0 });
            if let Place::Inside(_) = unit.place {
                assert!(["gold", "scroll", "crown"].contains(&name(&made, unit).as_str()));
                inside += 1;
            }
        }
    }
    assert!(inside > 50);
}

#[test]
fn units_spread_over_the_rooms() {
    let rules = dungeon_rules(r#""monsters-per-level": 30, "objects-per-level": 30"#);
    let mut made = random_dungeon(&rules, (44, 23), 1, 1, 1, 5);
    run(&PlaceHeroes, &mut made, 5).0.unwrap();
    run(&FurnishLevels, &mut made, 5).0.unwrap();
    let room = |cell: Cell| {
        let (column, row) = made.world.area.column_row(cell);
        (column / 7, row / 5)
    };
    let mut rooms: Vec<_> = made.units.iter().filter_map(Unit::cell).map(room).collect();
    rooms.sort_unstable();
    rooms.dedup();
    assert!(rooms.len() > 15, "{} of 24 rooms", rooms.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_lies_where_it_may_and_can_be_reached(
        seed: u64, levels in 1..5u32, stairs in 1..3u32, sides in 1..4usize, radius in 0..8u32,
    ) {
        let rules = dungeon_rules(&format!(r#"{FULL}, "arrival-radius": {radius}, "lock-count": 2"#));
        let mut made = random_dungeon(&rules, (44, 23), levels, stairs, sides, seed);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        run(&MakeLocks, &mut made, seed).0.unwrap();
        let before = made.units.clone();
        let (outcome, warnings) = run(&FurnishLevels, &mut made, seed);
        prop_assert!(outcome.is_ok() && warnings.is_empty(), "{warnings:?}");
        prop_assert_eq!(&made.units[..before.len()], before.as_slice(), "heroes and keys stay");

        let floors = Floors::new(&made);
        let heroes: Vec<Cell> = made.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT).filter_map(Unit::cell).collect();
        let reached = floors.reach(&made, &heroes[..1]);
        let is_monster = |unit: &Unit| made.design.int(ACP_PER_TURN, unit.kind) > 0;
        let (mut monsters, mut objects, mut drawn) = (Vec::new(), Vec::new(), vec![[0usize; 2]; levels as usize]);
        for (id, unit) in made.unit_ids() {
            if unit.side != SideId::INDEPENDENT {
                continue;
            }
            let (cell, level) = (made.cell_of(id).unwrap(), level_of(&made, id));
            prop_assert!(reached[cell.index()], "{} cannot be reached", name(&made, unit));
            prop_assert_eq!(made.design.name_of(made.world.terrain_at(cell)), "floor");
            prop_assert!(made.world.links_at(cell).next().is_none());
            prop_assert!(unit.name.is_empty());
            let (low, high) = (made.design.int(LEVEL_MIN, unit.kind), made.design.int(LEVEL_MAX, unit.kind));
            prop_assert!((low..=high).contains(&level));
            if id.index() >= before.len() {
                prop_assert!(made.design.int(KEY_LEVEL, unit.kind) == 0);
            }
            if matches!(unit.place, Place::Inside(_)) {
                continue;
            }
            if is_monster(unit) { monsters.push(cell) } else { objects.push(cell) }
            if id.index() >= before.len() && made.design.int(LEVEL_COUNT, unit.kind) == 0 {
                drawn[level as usize - 1][usize::from(!is_monster(unit))] += 1;
            }
            if is_monster(unit) {
                let steps = steps_between(&made, &arrivals_of(&made, level as u32 - 1), cell);
                prop_assert!(steps > radius, "{steps} steps");
            }
        }
        prop_assert!(drawn.iter().all(|&drawn| drawn == [8, 10]), "{drawn:?}");
        for mut cells in [monsters, objects] {
            let all = cells.len();
            cells.sort_unstable();
            cells.dedup();
            prop_assert_eq!(cells.len(), all, "each in a cell of its own");
        }
        prop_assert!(["dragon", "crown"].into_iter().all(|unique| count(&made, unique) <= 1));
        prop_assert_eq!(count(&made, "amulet"), usize::from(levels >= 3));
        prop_assert_eq!(count(&made, "fountain"), levels.min(2) as usize);
    }
}

#[test]
fn the_same_seed_lays_the_same() {
    let make = |levels: u32, seed| {
        let mut made = random_dungeon(&dungeon_rules(FULL), (80, 25), levels, 1, 1, 7);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        run(&FurnishLevels, &mut made, seed).0.unwrap();
        made
    };
    assert_eq!(make(4, 3), make(4, 3));
    assert_ne!(make(4, 3).units, make(4, 4).units);
}
