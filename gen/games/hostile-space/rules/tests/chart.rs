//! What is told of the next move is what happens then, if nobody does anything.

use contract::{Chart, Course, CourseKind};

use super::*;

/// The chart of a scenario; `None` if it cannot be played.
fn chart(scenario: &Scenario) -> Option<Chart> {
    let game = HostileSpace::open(scenario).ok()?;
    game.chart(&game.begin(Seed(1)), scenario)
}

/// The chart for what a table shows, which is that of its state.
fn told(table: &Table) -> Chart {
    let shown = table.game.show(&table.state, &table.start);
    let told = table.game.chart(&table.state, &shown).expect("these rules have charts");
    assert_eq!(Some(&told), chart(&shown).as_ref(), "the position that is shown tells the same");
    told
}

fn ships(told: &Chart) -> Vec<&Course> {
    told.courses_of(CourseKind::Vessel).collect()
}

fn missiles(told: &Chart) -> Vec<&Course> {
    told.courses_of(CourseKind::Shot).collect()
}

fn names(table: &Table, course: &Course) -> Vec<String> {
    course.passes.iter().map(|&cell| table.game.area.cell_name(cell)).collect()
}

#[test]
fn ships_go_on_as_they_came_and_over_the_seam() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5 38,8").put("ship", 2, "30,20").start();
    let first = told(&table);
    assert!(ships(&first).iter().all(|ship| ship.passes.is_empty() && ship.came == (0, 0)), "at rest: {first:?}");
    table.velocities("velocity 1 2 e+1; velocity 2 4 e", "velocity 1 1 ne");
    table.fire("", "fire 1 w");
    let now = told(&table);
    let (one, two) = (ships(&now)[0], ships(&now)[1]);
    assert_eq!((one.side, one.label.as_str(), one.came, one.goes), (0, "1", (1, 1), (1, 1)));
    assert_eq!((names(&table, one), &one.threat), (vec!["7,6".to_owned(), "7,7".to_owned()], &None));
    assert_eq!(names(&table, two), ["3,8", "4,8", "5,8", "6,8"], "it came over the seam to 2,8, and goes on");
    assert_eq!(two.goes, (4, 0));
    // A missile has flown its hexes from beside the ship, and flies as many again: here half a lap each.
    let [missile] = missiles(&now)[..] else { panic!("{now:?}") };
    assert_eq!((missile.side, missile.came, missile.goes), (1, (-20, 0), (-20, 0)));
    let ends = [missile.at, missile.end()].map(|cell| table.game.area.cell_name(cell));
    assert_eq!((missile.passes.len(), ends), (20, ["9,21".to_owned(), "29,21".to_owned()]));
    assert_eq!(now.stands_for, [true; 4]);
    assert!(now.zones.is_empty() && now.marks.is_empty());
    // It is what happens.
    table.wait();
    let ends: Vec<_> = ships(&now).iter().map(|ship| (ship.end(), ship.threat.clone())).collect();
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
    let met: Vec<_> = ships(&now).into_iter().map(|ship| ship.threat.as_deref()).collect();
    let asteroid = Some("ship 2 of Ostria is destroyed at 15,12 by an asteroid");
    assert_eq!(met, [None, asteroid, None, None, Some("ship 3 of Vestria is destroyed at -10,30 by a rock")]);
    table.wait();
    assert_eq!(table.ships(), [1, 2]);
    // Two that end in one hex.
    let mut table = Sketch::torus("").put("ship", 1, "4,5").put("ship", 2, "13,5").start();
    table.velocities("velocity 1 3 e", "");
    table.fire("", "");
    let mut shown = table.game.show(&table.state, &table.start);
    assert!(ships(&chart(&shown).expect("a position")).iter().all(|ship| ship.threat.is_none()));
    let ship = |side, cell| Sketch::torus("").put("ship", side, cell).scenario.units[0].clone();
    shown.units = vec![ship(1, "7,5"), ship(2, "10,5")];
    shown.units.iter_mut().for_each(|unit| unit.number = 1);
    let now = chart(&shown).expect("a position");
    let by_ship = |ship: &&Course| ship.threat.as_ref().is_some_and(|threat| threat.ends_with("by a ship"));
    assert!(ships(&now).len() == 2 && ships(&now).iter().all(by_ship), "{now:?}");
}

#[test]
fn a_missile_ends_where_it_hits() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "35,5").start();
    table.velocities("", "");
    table.fire("fire 1 e", "");
    let now = told(&table);
    let [missile] = missiles(&now)[..] else { panic!("{now:?}") };
    assert_eq!((missile.passes.len(), missile.goes), (9, (9, 0)));
    assert!(missile.threat.as_ref().is_some_and(|threat| threat.ends_with("by a ship")), "{missile:?}");
    let hit = ships(&now)[1];
    assert!(hit.threat.as_ref().is_some_and(|threat| threat.contains("missile 1-1 of Ostria")), "{hit:?}");
    assert_eq!(hit.end(), hit.at);
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
    assert!(ships(&over).iter().all(|ship| ship.passes.is_empty()) && missiles(&over).is_empty());
    assert_eq!(over.marks.len(), 3);
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
fn what_cannot_be_played_tells_nothing() {
    let sketch = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").first_turn();
    assert!(chart(&sketch.scenario).is_some());
    let mut broken = sketch.scenario.clone();
    broken.sides.truncate(1);
    assert_eq!(chart(&broken), None);
}

#[test]
fn a_plan_said_in_secret_is_not_told() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").start();
    table.velocities("velocity 1 2 e", "");
    table.fire("", "");
    let before = told(&table);
    table.told(ONE, "velocity 1 4 e");
    let shown = table.game.show(&table.state, &table.start);
    assert_eq!(table.game.chart(&table.state, &shown), Some(before));
}

/// A seat sees where its own ships will be by what it has said, and nothing of what others have said.
#[test]
fn a_seat_sees_its_own_plans_ahead() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "30,20").start();
    table.velocities("velocity 1 2 e", "");
    table.fire("", "");
    table.told(ONE, "velocity 1 3 e");
    let seen_by = |table: &Table, seat: u8| {
        let seat = contract::Seat(seat);
        let seen = table.game.show_to(&table.state, seat, &table.start);
        table.game.chart_to(&table.state, seat, &seen).expect("it has a chart")
    };
    let (own, other) = (seen_by(&table, 0), seen_by(&table, 1));
    assert_eq!((ships(&own)[0].passes.len(), ships(&own)[0].speed.as_str()), (3, "velocity 3 e"));
    assert_eq!((ships(&other)[0].passes.len(), ships(&other)[0].speed.as_str()), (2, "velocity 2 e"));
    assert_eq!(ships(&own)[0].name, "ship 1 of Ostria");
}

#[test]
fn a_shot_says_what_it_meets() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "12,5").put("asteroid", 0, "2,5").start();
    table.velocities("", "");
    let choice = |table: &Table, line: &str| {
        let view = table.game.view(&table.state, ONE);
        table.game.choice(view, table.game.read_move(view, line).expect("a move"))
    };
    let east = choice(&table, "fire 1 e");
    assert_eq!((east.label.as_str(), east.odds), ("fire e at ship 1 of Vestria, 12,5", Some(100)));
    assert_eq!(choice(&table, "fire 1 w").label, "fire w at an asteroid, 2,5");
    let past = choice(&table, "fire 1 ne");
    assert_eq!((past.label.as_str(), past.odds), ("fire ne: meets nobody in this turn", None));
    // It is what happens.
    table.fire("fire 1 e", "");
    assert_eq!(table.ships(), [1, 0]);
}
