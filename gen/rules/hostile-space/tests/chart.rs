//! What is told of the next move is what happens then, if nobody does anything.

use fairmarch_hostile_space::Loss;
use fairmarch_hostile_space::chart::{Chart, Course, chart};

use super::*;

/// The chart for what a table shows.
fn told(table: &Table) -> Chart {
    chart(&table.game.show(&table.state, &table.start)).expect("it is a position of these rules")
}

fn names(table: &Table, course: &Course) -> Vec<String> {
    course.passes.iter().map(|&cell| table.game.area.cell_name(cell)).collect()
}

#[test]
fn ships_go_on_as_they_came_and_over_the_seam() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5 38,8").put("ship", 2, "30,20").start();
    let first = told(&table);
    assert!(first.ships.iter().all(|ship| ship.passes.is_empty() && ship.came == (0, 0)), "at rest: {first:?}");
    table.velocities("velocity 1 2 e+1; velocity 2 4 e", "velocity 1 1 ne");
    table.fire("", "fire 1 w");
    let now = told(&table);
    let (one, two) = (&now.ships[0], &now.ships[1]);
    assert_eq!((one.side, one.number, one.came, one.goes), (0, 1, (1, 1), (1, 1)));
    assert_eq!((names(&table, one), one.meets), (vec!["7,6".to_owned(), "7,7".to_owned()], None));
    assert_eq!(names(&table, two), ["3,8", "4,8", "5,8", "6,8"], "it came over the seam to 2,8, and goes on");
    assert_eq!(two.way(), (4, 0));
    // A missile has flown its hexes from beside the ship, and flies as many again: here half a lap each.
    let [missile] = &now.missiles[..] else { panic!("{now:?}") };
    assert_eq!((missile.side, missile.came, missile.goes), (1, (-20, 0), (-20, 0)));
    let ends = [missile.at, missile.end()].map(|cell| table.game.area.cell_name(cell));
    assert_eq!((missile.passes.len(), ends), (20, ["9,21".to_owned(), "29,21".to_owned()]));
    assert_eq!(now.stands_for, [true; 4]);
    assert!(now.zones.is_empty() && now.bases.is_empty());
    // It is what happens.
    table.wait();
    let ends: Vec<_> = now.ships.iter().map(|ship| (ship.end(), ship.meets)).collect();
    let are: Vec<_> = table.state.ships.iter().map(|ship| (ship.cell, None)).collect();
    assert_eq!(ends, are);
}

#[test]
fn what_will_be_lost_is_told_with_its_reason() {
    let sketch = Sketch::torus("").put("ship", 1, "5,5 5,12").put("ship", 2, "20,5 30,12 22,30");
    let mut table = sketch.put("asteroid", 0, "15,12").rock("30,30 31,30").start();
    table.velocities("velocity 1 4 e; velocity 2 5 e", "velocity 1 3 w; velocity 3 4 e");
    table.fire("", "");
    let now = told(&table);
    let meets: Vec<_> = now.ships.iter().map(|ship| (ship.side, ship.number, ship.meets)).collect();
    let (asteroid, rock) = (Some(Loss::Asteroid), Some(Loss::Rock));
    assert_eq!(meets, [(0, 1, None), (0, 2, asteroid), (1, 1, None), (1, 2, None), (1, 3, rock)]);
    table.wait();
    assert_eq!(table.ships(), [1, 2]);
    // Two that end in one hex.
    let mut table = Sketch::torus("").put("ship", 1, "4,5").put("ship", 2, "13,5").start();
    table.velocities("velocity 1 3 e", "");
    table.fire("", "");
    let mut shown = table.game.show(&table.state, &table.start);
    assert!(chart(&shown).expect("a position").ships.iter().all(|ship| ship.meets.is_none()));
    let ship = |side, cell| Sketch::torus("").put("ship", side, cell).scenario.units[0].clone();
    shown.units = vec![ship(1, "7,5"), ship(2, "10,5")];
    shown.units.iter_mut().for_each(|unit| unit.number = 1);
    let now = chart(&shown).expect("a position");
    assert_eq!(now.ships.iter().map(|ship| ship.meets).collect::<Vec<_>>(), [Some(Loss::Ship); 2]);
}

#[test]
fn a_missile_ends_where_it_hits() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "35,5").start();
    table.velocities("", "");
    table.fire("fire 1 e", "");
    let now = told(&table);
    let [missile] = &now.missiles[..] else { panic!("{now:?}") };
    assert_eq!((missile.passes.len(), missile.way(), missile.meets), (9, (9, 0), Some(Loss::Ship)));
    assert_eq!(now.ships[1].meets, Some(Loss::Missile { seat: ONE, ship: 1, shot: 1 }));
    assert_eq!(now.ships[1].end(), now.ships[1].at);
    table.wait();
    assert_eq!(table.ships(), [1, 0]);
}

#[test]
fn a_game_that_is_over_goes_nowhere() {
    let sketch = Sketch::torus(r#""missile-turns": 3, "bases": true"#).put("ship", 1, "2,30").put("ship", 2, "38,5");
    let sketch = sketch.put("base", 1, "20,10").put("base-part", 1, "21,10 19,10").put("base", 2, "20,30");
    let mut table = sketch.start();
    table.velocities("", "");
    table.fire("fire 1 e", "");
    // It hit the base's centre at once: side 2 is out, and the game is over.
    let over = told(&table);
    assert!(over.ships.iter().all(|ship| ship.passes.is_empty()) && over.missiles.is_empty());
    assert_eq!(over.bases.iter().map(|part| (part.side, part.is_center)).collect::<Vec<_>>().len(), 3);
}

#[test]
fn zones_are_told_of_as_long_as_their_markers_lie() {
    let mut sketch = Sketch::torus("").put("marker", 1, "5,5").put("marker", 2, "25,5");
    let now = chart(&sketch.scenario).expect("a start");
    assert_eq!(now.zones.iter().map(|zone| (zone.side, zone.cells.len())).collect::<Vec<_>>(), [(0, 127), (1, 127)]);
    assert_eq!(now.stands_for, [true, true]);
    sketch = sketch.put("ship", 1, "5,6").put("ship", 2, "25,6").first_turn();
    assert!(chart(&sketch.scenario).expect("a position").zones.is_empty());
}

#[test]
fn scenarios_of_other_rules_tell_nothing() {
    let sketch = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").first_turn();
    assert!(chart(&sketch.scenario).is_some());
    let mut other = sketch.scenario.clone();
    let text = r#"{ "terrain": { "space": {} }, "units": { "ship": {} } }"#;
    other.design =
        Arc::new(read_design("game", "game.ron", text, &|_| None, &Known::default()).expect("it resolves").0);
    assert_eq!(chart(&other), None);
    let mut broken = sketch.scenario.clone();
    broken.sides.truncate(1);
    assert_eq!(chart(&broken), None, "what cannot be played tells nothing");
}
