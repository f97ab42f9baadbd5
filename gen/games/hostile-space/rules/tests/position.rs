//! Positions as scenarios.

use contract::{FactsOf, Ruleset};

use super::*;

/// A position that is opened again is the same, and goes on in the same way.
fn goes_on(table: &Table) -> Table {
    assert!(table.game.is_shown_whole(&table.state));
    let shown = table.game.show(&table.state, &table.start);
    let game = HostileSpace::open(&shown).unwrap_or_else(|why| panic!("{why}"));
    let mut state = game.begin(Seed(9));
    state.draws = table.state.draws;
    let mut before = table.state.clone();
    // Rocks that players placed are the map's from here on; dice that were thrown are not told.
    before.placed_rocks.clear();
    before.throws = state.throws.clone();
    assert_eq!(state, before);
    assert_eq!(game.show(&state, &shown), shown);
    Table { game, state, start: shown }
}

#[test]
fn a_position_is_a_scenario_that_goes_on_from_it() {
    for section in ["", r#""damage": "fortified""#, r#""missile-turns": 0"#] {
        let mut table = Sketch::torus(section)
            .put("ship", 1, "5,5 5,8")
            .put("ship", 2, "12,5 30,20")
            .put("asteroid", 0, "6,10 3,3")
            .start();
        goes_on(&table);
        table.told(ONE, "velocity 2 3 ne");
        assert!(!table.game.is_shown_whole(&table.state), "what is said in a turn is no part of a scenario");
        table.told(ONE, "velocity 2 4 ne+1");
        table.velocities("", "velocity 2 2 w");
        assert!(!table.game.is_shown_whole(&table.state));
        table.fire("fire 1 e; fire 2 w", "fire 2 se");
        let mut again = goes_on(&table);
        for table in [&mut table, &mut again] {
            table.velocities("velocity 1 2 sw", "");
            table.fire("fire 2 e", "fire 2 w");
        }
        again.state.throws = table.state.throws.clone();
        assert_eq!(again.state, table.state, "the same moves under the same luck lead to the same");
    }
}

#[test]
fn zones_are_shown_until_ships_fly() {
    let mut sketch = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20");
    let area = sketch.scenario.world.area;
    sketch.scenario.world.country = Some(Layer::from_values(&area, vec![1; area.len()]));
    let table = sketch.table();
    let mut state = table.state.clone();
    assert!(table.game.show(&state, &table.start).world.country.is_some());
    (state.order, state.stage) = (vec![0, 1], Stage::Dice);
    table.game.go_on(&mut state, &mut |_| {});
    assert_eq!((state.turn, table.game.show(&state, &table.start).world.country), (1, None));
}

#[test]
fn bases_and_placed_rocks_and_ends_are_in_it() {
    let mut table = Sketch::torus(r#""bases": true, "entity-dice": 1"#)
        .put("base", 1, "20,20")
        .put("base-part", 1, "21,20 20,21 19,20")
        .put("base", 2, "0,20")
        .put("ship", 1, "30,30 5,20")
        .put("ship", 2, "14,20 14,30")
        .start();
    let rocks = ["3,3", "4,3"].map(|hex| table.game.area.find_cell(hex).expect("a hex"));
    table.state.placed_rocks = rocks.to_vec();
    let mut again = goes_on(&table);
    assert!(rocks.iter().all(|&cell| again.game.is_rock(cell)));
    again.velocities("", "");
    again.fire("", "fire 1 e");
    let mut again = goes_on(&again);
    assert_eq!(again.state.tokens.len(), 4);
    again.velocities("", "");
    again.fire("", "fire 1 e");
    assert_eq!(again.state.stage, Stage::Over);
    let ended = goes_on(&again);
    assert_eq!(ended.state.won, Some(1));
}

#[test]
fn a_wrong_section_is_refused_with_its_place() {
    let table = Sketch::torus("").put("ship", 1, "5,5 5,8").put("ship", 2, "12,5 30,20").start();
    let refused = |name: &str, tree: diagnostics::RonTree, part: &str| {
        let mut scenario = table.start.clone();
        let mut section = scenario.sections[fairmarch_hostile_space::NAME].clone();
        section.set(name, &tree, None);
        scenario.sections.insert(fairmarch_hostile_space::NAME.to_owned(), section);
        let why = HostileSpace::open(&scenario).expect_err("it is wrong").what;
        assert!(why.contains(part), "{name}: {why}");
    };
    use diagnostics::RonTree;
    refused("order", RonTree::list([RonTree::of(1)]), "each of the 2 sides once");
    refused("order", RonTree::list([RonTree::of(1), RonTree::of(3)]), "from 1 to 2");
    refused("turn", RonTree::of(0), "`turn`");
    refused("ships", RonTree::map([("1-9", RonTree::map([("fired", RonTree::of(1))]))]), "unknown ship");
    refused("ships", RonTree::map([("1-1", RonTree::map([("delta-v", RonTree::of(19))]))]), "from 0 to 18");
    let fast = RonTree::list([RonTree::of(18), RonTree::of(18)]);
    refused("ships", RonTree::map([("1-1", RonTree::map([("velocity", fast)]))]), "speed 36");
    refused("missiles", RonTree::list([RonTree::map([("side", RonTree::of(1))])]), "a direction");
    refused("speed", RonTree::of(3), "has no `speed`");
}

#[test]
fn facts_tell_what_a_ship_has_left() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").start();
    table.velocities("velocity 1 4 ne+1", "");
    table.fire("fire 1 w", "");
    let shown = table.game.show(&table.state, &table.start);
    let (id, _) = shown.unit_ids().find(|(_, unit)| unit.side == SideId(1)).expect("the ship");
    let facts = HostileSpace::facts(&shown, FactsOf::Unit(id));
    let told: Vec<String> = facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(told, ["velocity: 4 ne+1", "delta-v: 14 of 18", "missiles: 7 of 8"]);
}

#[test]
fn programs_read_the_position_as_json() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").rock("9,9 10,9").start();
    table.told(ONE, "velocity 1 4 ne");
    let json = |table: &Table, seat| table.game.position_json(table.game.view(&table.state, seat));
    assert_eq!(json(&table, ONE)["ships"]["1-1"]["next-velocity"], serde_json::json!([0, 4]));
    assert_eq!(json(&table, TWO)["ships"]["1-1"].get("next-velocity"), None);
    assert_eq!(json(&table, TWO)["map"]["rocks"], serde_json::json!(["9,9", "10,9"]));
    assert_eq!(json(&table, TWO)["numbers"]["missile-turns"], serde_json::json!(2));
}
