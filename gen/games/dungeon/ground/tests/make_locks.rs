//! Locks and their keys.

use std::collections::BTreeSet;

use design::TerrainType;
use design::parameters::terrain::{DOOR_INTO, LOCK_LEVEL};
use design::parameters::unit::KEY_LEVEL;
use fairmarch_dungeon_ground::{MakeLocks, PlaceHeroes, key_graph};
use grid::Cell;
use proptest::prelude::*;
use synth::{MethodOutcome, Part};
use world::{Place, Scenario, SideId, Unit};

use crate::testing::{drawn_dungeon, dungeon_rules, random_dungeon, run, run_with_given};

/// The lock of a cell of a closed door; `None` for any other cell.
fn lock_at(scenario: &Scenario, cell: Cell) -> Option<i32> {
    let ground = scenario.world.terrain_at(cell);
    (scenario.design.int(DOOR_INTO, ground) >= 0).then(|| scenario.design.int(LOCK_LEVEL, ground))
}

fn is_wall(scenario: &Scenario, cell: Cell) -> bool {
    scenario.design.name_of(scenario.world.terrain_at(cell)) == "rock"
}

/// Where one gets from a cell without any key, except through cells that are shut.
fn walk(scenario: &Scenario, from: &[Cell], is_shut: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let mut seen: BTreeSet<Cell> = from.iter().copied().collect();
    let mut waiting = from.to_vec();
    while let Some(cell) = waiting.pop() {
        let linked = scenario.world.links_at(cell).map(|(_, other)| other);
        for near in scenario.world.area.around(cell).map(|(_, near)| near).chain(linked) {
            if !is_wall(scenario, near) && !is_shut(near) && seen.insert(near) {
                waiting.push(near);
            }
        }
    }
    seen
}

fn key_units(scenario: &Scenario) -> Vec<(i32, Cell)> {
    let is_key = |unit: &&Unit| scenario.design.int(KEY_LEVEL, unit.kind) > 0;
    let keys = scenario.units.iter().filter(is_key);
    keys.map(|unit| (scenario.design.int(KEY_LEVEL, unit.kind), unit.cell().unwrap())).collect()
}

/// Where one gets with the keys on the way: search again from the beginning until no key is new.
fn solve(scenario: &Scenario, from: &[Cell]) -> BTreeSet<Cell> {
    let mut held: BTreeSet<i32> = [0].into();
    loop {
        let seen = walk(scenario, from, |cell| lock_at(scenario, cell).is_some_and(|lock| !held.contains(&lock)));
        let before = held.len();
        held.extend(key_units(scenario).iter().filter(|(_, cell)| seen.contains(cell)).map(|&(key, _)| key));
        if held.len() == before {
            return seen;
        }
    }
}

fn starts_of(scenario: &Scenario) -> Vec<Cell> {
    let heroes = scenario.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT);
    heroes.filter_map(Unit::cell).collect()
}

fn locked_cells(scenario: &Scenario) -> Vec<Cell> {
    scenario.world.area.cells().filter(|&cell| lock_at(scenario, cell) > Some(0)).collect()
}

/// A level as text, with the digits of keys.
fn draw(scenario: &Scenario, level: u32) -> String {
    let area = scenario.world.area;
    let mut text = String::new();
    for row in (0..area.height()).rev() {
        for column in 0..area.width() {
            let cell = area.on_level(area.cell(column as i32, row as i32).unwrap(), level).unwrap();
            let key = key_units(scenario).iter().find(|key| key.1 == cell).map(|key| key.0);
            let ground = scenario.world.terrain_at(cell).0 as usize;
            text.push(key.map_or_else(|| b"#.~'+abc"[ground] as char, |key| (b'0' + key as u8) as char));
        }
        text.push('\n');
    }
    text
}

fn locked(levels: &[&str], globals: &str, seed: u64) -> Scenario {
    let mut made = drawn_dungeon(&dungeon_rules(globals), levels, 1);
    run(&PlaceHeroes, &mut made, seed).0.unwrap();
    let outcome = run(&MakeLocks, &mut made, seed).0.unwrap();
    assert!(matches!(outcome, MethodOutcome::Made(_)), "{outcome:?}");
    made
}

#[test]
fn the_way_down_is_behind_a_lock_and_its_key_before_it() {
    let made = locked(&["###########\n#@..+...+0#\n###########", "###########\n#........0#\n###########"], "", 1);
    let text = draw(&made, 0);
    assert_eq!(locked_cells(&made).len(), 1, "{text}");
    let (key, gate) = (text.find('1').unwrap(), text.find('a').unwrap());
    assert!(key < gate, "{text}");
    assert_eq!(draw(&made, 1).matches(|letter| "abc".contains(letter)).count(), 0, "the second level has no door");
}

#[test]
fn a_loop_is_locked_at_both_ends() {
    // Two ways lead into the room on the right: one lock has both doors.
    let level = "
        #########
        #@.+...+#
        #..###..#
        #..+..#.#
        #..#..#0#
        #########";
    let below = "
        #########
        #.......#
        #.......#
        #.......#
        #......0#
        #########";
    for seed in 0..20 {
        let made = locked(&[level, below], "", seed);
        let shut = walk(&made, &starts_of(&made), |cell| lock_at(&made, cell) > Some(0));
        assert!(shut.iter().all(|&cell| made.world.area.level(cell) == 0), "{}", draw(&made, 0));
    }
}

#[test]
fn a_loop_of_one_room_gets_one_lock_on_all_its_doors() {
    let level = "
        #######
        #@.+..#
        #..#..#
        #..+.0#
        #######";
    let made = locked(&[level, &level.replace(['@', '+'], ".")], "", 3);
    assert_eq!(locked_cells(&made).len(), 2, "{}", draw(&made, 0));
    assert_eq!(key_units(&made).len(), 1);
}

#[test]
fn doors_that_were_locked_get_keys_and_given_terrain_stays() {
    let level = "
        ##########
        #@..b...+#
        #####..#.#
        #.......0#
        ##########";
    let levels = [level, "##########\n##########\n##########\n########0#\n##########"];
    let mut made = drawn_dungeon(&dungeon_rules(r#""lock-count": 3"#), &levels, 1);
    let before = made.world.clone();
    run_with_given(&MakeLocks, &mut made, 1, &[Part::Terrain]).0.unwrap();
    assert_eq!(made.world, before);
    let text = draw(&made, 0);
    assert!(text.lines().nth(1).unwrap().starts_with("#2..b") || text[11..15].contains('2'), "{text}");
    assert_eq!(key_units(&made).len(), 1);
}

#[test]
fn what_is_given_is_left_alone() {
    let level = "######\n#@.+0#\n######";
    let rules = dungeon_rules("");
    let skips = |made: &mut Scenario, given: &[Part]| match run_with_given(&MakeLocks, made, 1, given).0.unwrap() {
        MethodOutcome::Skipped(why) => why,
        MethodOutcome::Made(what) => panic!("{what}"),
    };
    let below = "######\n####0#\n######";
    assert_eq!(skips(&mut drawn_dungeon(&rules, &[level, below], 1), &[Part::Keys]), "keys are already present");
    assert_eq!(skips(&mut drawn_dungeon(&rules, &[level, below], 1), &[Part::Terrain]), "no door is to be locked");
    assert_eq!(skips(&mut drawn_dungeon(&rules, &["####\n#@.#\n####"], 1), &[]), "there are no doors");
}

#[test]
fn locks_without_keys_are_told() {
    let rules = crate::testing::design(
        r#"{ "terrain": { "rock": {}, "floor": {}, "water": {}, "open": {}, "door": { "door-into": "open" } },
             "units": { "hero": { "start-with": 1 } },
             "tables": { "vanishes-on": { "*": { "rock": true } } }, "globals": { "edge-ring": false } }"#,
    );
    let mut made = drawn_dungeon(&rules, &["######\n#@.+.#\n######"], 1);
    let error = run(&MakeLocks, &mut made, 1).0.unwrap_err();
    assert!(error.to_string().contains("set `lock-count` to 0"), "{error}");
}

#[test]
fn the_graph_is_told_as_dot_and_as_a_list() {
    let made = drawn_dungeon(&dungeon_rules(""), &["#######\n#@.a.0#\n#######", "#######\n#....0#\n#######"], 1);
    let graph = key_graph(&made);
    assert_eq!((graph.graph.node_count(), graph.graph.edge_count()), (4, 3));
    let dot = graph.to_dot();
    assert!(dot.starts_with("graph {") && dot.contains("diamond") && dot.contains("door 2 with lock 1"), "{dot}");
    assert_eq!(
        graph.listing(),
        "level 1, room 1, 2 cells, a start: door 2 with lock 1 to room 3\n\
         level 1, room 3, 2 cells: door 2 with lock 1 to room 1; link to room 4\n\
         level 2, room 4, 5 cells: link to room 3\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_dungeon_can_be_solved_and_no_lock_walked_round(
        seed: u64, levels in 1..5u32, stairs in 1..3u32, sides in 1..4usize, count in 0..4,
    ) {
        let rules = dungeon_rules(&format!(r#""lock-count": {count}"#));
        let mut made = random_dungeon(&rules, (44, 23), levels, stairs, sides, seed);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        let starts = starts_of(&made);
        let before = walk(&made, &starts, |_| false);
        let had_doors = made.world.clone();
        let (outcome, warnings) = run(&MakeLocks, &mut made, seed);
        prop_assert!(outcome.is_ok() && warnings.is_empty());

        // Whoever starts anywhere gets everywhere, but into doors that were walled up.
        for &start in &starts {
            let after = solve(&made, &[start]);
            let lost: Vec<Cell> = before.difference(&after).copied().collect();
            prop_assert!(lost.iter().all(|&cell| is_wall(&made, cell) && had_doors.terrain_at(cell) == TerrainType(4)));
        }
        // Each level has its own locks, and for each of them a key.
        let area = made.world.area;
        for level in 0..levels {
            let on_level = |cell: &Cell| area.level(*cell) == level;
            let gates = locked_cells(&made).into_iter().filter(on_level);
            let locks: BTreeSet<i32> = gates.filter_map(|cell| lock_at(&made, cell)).collect();
            prop_assert!(locks.len() <= count as usize);
            let mut keys: Vec<i32> = key_units(&made).iter().filter(|key| on_level(&key.1)).map(|key| key.0).collect();
            keys.sort_unstable();
            prop_assert!(keys.iter().eq(&locks), "{keys:?} for {locks:?}");
            for &lock in &locks {
                let is_its = |cell: Cell| on_level(&cell) && lock_at(&made, cell) == Some(lock);
                // Nobody walks round it: with all other doors open, something on its level is shut off.
                let front = walk(&made, &starts, is_its);
                let behind = before.iter().filter(|cell| on_level(cell) && !front.contains(cell) && !is_wall(&made, **cell));
                prop_assert!(behind.filter(|&&cell| lock_at(&made, cell).is_none()).count() > 0);
                // Its doors all lead there: no door of it has the front on all sides.
                for gate in area.cells().filter(|&cell| is_its(cell)) {
                    let leads = area.around(gate).any(|(_, near)| !is_wall(&made, near) && !front.contains(&near));
                    prop_assert!(leads);
                }
                // Its key can be had without it.
                let key = key_units(&made).into_iter().find(|key| key.0 == lock && on_level(&key.1)).unwrap();
                prop_assert!(front.contains(&key.1));
            }
        }
        // Keys lie on floor, not on stairs, and each in its own cell.
        let cells: BTreeSet<Cell> = key_units(&made).iter().map(|key| key.1).collect();
        prop_assert_eq!(cells.len(), key_units(&made).len());
        prop_assert!(cells.iter().all(|&cell| made.world.links_at(cell).next().is_none()));
        prop_assert!(made.units.iter().all(|unit| matches!(unit.place, Place::Cell(_))));
    }
}

#[test]
fn ways_down_are_mostly_locked_and_no_key_comes_twice_too_early() {
    let rules = dungeon_rules("");
    let (mut exits, mut levels) = (0, 0);
    for seed in 0..60 {
        let mut made = random_dungeon(&rules, (44, 23), 4, 1, 1, seed);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        run(&MakeLocks, &mut made, seed).0.unwrap();
        let starts = starts_of(&made);
        for level in 0..3 {
            let area = made.world.area;
            let front = walk(&made, &starts, |cell| area.level(cell) == level && lock_at(&made, cell) > Some(0));
            exits += usize::from(front.iter().all(|&cell| area.level(cell) <= level));
            levels += 1;
        }
        // One lock a level and three levels of keys for four levels: only one is used twice.
        let keys = key_units(&made);
        let used: BTreeSet<i32> = keys.iter().map(|key| key.0).collect();
        assert!(used.len() >= keys.len().min(3), "{keys:?}");
    }
    assert!(exits * 10 > levels * 8, "{exits} of {levels}");
}

#[test]
fn the_same_seed_makes_the_same_locks() {
    let make = |seed| {
        let mut made = random_dungeon(&dungeon_rules(r#""lock-count": 2"#), (80, 25), 16, 2, 2, 7);
        run(&PlaceHeroes, &mut made, seed).0.unwrap();
        run(&MakeLocks, &mut made, seed).0.unwrap();
        made
    };
    assert_eq!(make(3), make(3));
    assert_ne!(make(3).units, make(4).units);
}
