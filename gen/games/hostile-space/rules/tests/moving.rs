//! Velocities, movement, collisions.

use contract::{Ruleset, Seats};

use super::*;

fn two_ships(section: &str) -> Table {
    Sketch::torus(section).put("ship", 1, "5,5").put("ship", 2, "30,20").start()
}

#[test]
fn velocities_are_paid_when_all_have_said_theirs() {
    let mut table = two_ships("");
    assert_eq!(table.told(ONE, "velocity 1 4 e"), ["ship 1 of Ostria will go 4 e"]);
    assert_eq!(table.state.ships[0].velocity, (0, 0));
    table.told(ONE, "velocity 1 3 e");
    let told = table.velocities("", "");
    assert!(has(&told, "ship 1 of Ostria goes 3 e for 3 delta-v"), "what was said first is forgotten: {told:?}");
    assert!(has(&told, "ship 1 of Ostria moves from 5,5 to 8,5"));
    assert_eq!(table.state.ships[0].delta_v, 15);
    table.fire("", "");
    // From 3 east to 3 west costs 6, whatever the turn along the ring would cost.
    table.velocities("velocity 1 3 w", "");
    assert_eq!((table.state.ships[0].delta_v, table.ship(ONE, 1)), (9, Some("5,5".to_owned())));
    table.fire("", "");
    assert_eq!(
        table.play(ONE, "velocity 1 15 e"),
        Err(Refusal::TooLittleDeltaV { costs: 18, has: 9 }),
        "through rest to the other side"
    );
    // It goes on as it goes.
    table.velocities("", "");
    assert_eq!(table.ship(ONE, 1).as_deref(), Some("2,5"));
    table.fire("", "");
    table.velocities("velocity 1 0", "");
    assert_eq!(
        (table.state.ships[0].delta_v, table.state.ships[0].facing),
        (6, grid::Direction(4)),
        "its bow stays west"
    );
    assert_eq!(table.ship(ONE, 1).as_deref(), Some("2,5"));
}

#[test]
fn a_ship_without_delta_v_is_asked_no_more() {
    let mut table = two_ships("");
    table.velocities("velocity 1 18 e", "");
    table.fire("", "");
    assert_eq!(table.game.who_acts(&table.state), Seats::one(TWO));
    assert_eq!(table.play(ONE, "end"), Err(Refusal::NotYours));
    table.told(TWO, "end");
    assert_eq!(table.state.stage, Stage::Fire);
    // If nobody has any, all end the turn: no turn passes unseen.
    table.state.ships.iter_mut().for_each(|ship| (ship.delta_v, ship.missiles) = (0, 0));
    table.state.stage = Stage::Velocities;
    assert_eq!(table.game.who_acts(&table.state), Seats::first(2));
    table.told(ONE, "end");
    table.told(TWO, "end");
    assert_eq!((table.state.turn, table.state.stage), (3, Stage::Velocities));
}

#[test]
fn velocities_are_hidden_or_open() {
    let mut table = two_ships("");
    let view = |table: &Table, seat| table.game.describe(table.game.view(&table.state, seat));
    let before = view(&table, TWO);
    table.told(ONE, "velocity 1 4 e");
    assert_eq!(view(&table, TWO), before);
    assert!(view(&table, ONE).contains("will go 4 e"));
    let planned = Event::Planned { seat: ONE, number: 1, velocity: (4, 0) };
    assert_eq!(table.game.told_to(&planned), Seats::one(ONE));

    let mut table = two_ships(r#""velocities": "open""#);
    assert_eq!(table.game.who_acts(&table.state), Seats::one(ONE), "one after the other");
    table.told(ONE, "velocity 1 4 e; end");
    assert_eq!(table.game.who_acts(&table.state), Seats::one(TWO));
    assert!(view(&table, TWO).contains("will go 4 e"));
    assert_eq!(table.game.told_to(&planned), Seats::first(2));
    assert_eq!(table.state.ships[0].velocity, (0, 0), "it goes so when all have said theirs");
    table.told(TWO, "end");
    assert_eq!(table.state.ships[0].velocity, (4, 0));
}

#[test]
fn what_leaves_a_torus_comes_back_and_what_leaves_an_edge_is_gone() {
    let mut table = Sketch::torus("").put("ship", 1, "38,1 5,2").put("ship", 2, "30,20").start();
    table.velocities("velocity 1 5 e; velocity 2 6 sw", "");
    assert_eq!(table.ship(ONE, 1).as_deref(), Some("3,1"));
    // Down through row 0 to the row below the uppermost: a torus of hexes leans by half its height.
    let end = table.game.area.find_cell("5,-4").expect("names wrap");
    assert_eq!(table.ship(ONE, 2), Some(table.game.area.cell_name(end)));

    let sketch = Sketch::new("", Shape::Hexagon, 31, 31, 2);
    let east =
        (0..31).rev().find(|x| sketch.scenario.world.area.find_cell(&format!("{x},15")).is_some()).expect("a hex");
    let mut table = sketch.put("ship", 1, &format!("{},15 5,15", east - 3)).put("ship", 2, "15,20").start();
    let told = table.velocities("velocity 1 4 e; velocity 2 1 e", "");
    assert!(has(&told, &format!("ship 1 of Ostria leaves the map at {east},15")), "{told:?}");
    assert_eq!((table.ship(ONE, 1), table.ship(ONE, 2).as_deref()), (None, Some("6,15")));
    table.told(ONE, "fire 2 w");
    let told = table.fire("", "");
    assert!(told.iter().any(|line| line.starts_with("missile 2-1 of Ostria leaves the map at")), "{told:?}");
    assert!(table.state.missiles.is_empty());
}

#[test]
fn ships_collide_only_when_all_have_moved() {
    // They pass each other on one line, and through an asteroid and a rock: that is no collision.
    let sketch = || Sketch::torus("").put("asteroid", 0, "8,5").rock("7,5 7,6");
    let mut table = sketch().put("ship", 1, "5,5").put("ship", 2, "10,5").start();
    table.velocities("velocity 1 5 e", "velocity 1 6 w");
    assert_eq!((table.ship(ONE, 1).as_deref(), table.ship(TWO, 1).as_deref()), (Some("10,5"), Some("4,5")));
    // One takes the hex that another leaves.
    let mut table = sketch().put("ship", 1, "5,5").put("ship", 2, "10,5").start();
    table.velocities("velocity 1 5 e", "velocity 1 1 e");
    assert_eq!(table.ships(), [1, 1]);
    // Two in one hex, and three.
    let mut table = sketch().put("ship", 1, "5,5 1,1").put("ship", 2, "11,5 20,20").start();
    let told = table.velocities("velocity 1 4 e", "velocity 1 2 w");
    assert!(has(&told, "ship 1 of Ostria is destroyed at 9,5 by a ship"), "{told:?}");
    assert_eq!(table.ships(), [1, 1]);
    let mut table = sketch().put("ship", 1, "5,5 9,7 1,1").put("ship", 2, "11,5 20,20").start();
    table.velocities("velocity 1 4 e; velocity 2 2 sw", "velocity 1 2 w");
    assert_eq!(table.ships(), [1, 1], "friends too");
    // A ship and an entity of one hex: both. A ship in a larger one: the ship.
    let mut table = sketch().put("ship", 1, "5,5 6,6 1,1").put("ship", 2, "20,20").start();
    let told = table.velocities("velocity 1 3 e; velocity 2 1 e", "");
    assert!(has(&told, "ship 1 of Ostria is destroyed at 8,5 by an asteroid"), "{told:?}");
    assert!(has(&told, "an asteroid is destroyed at 8,5 by a ship"));
    assert!(has(&told, "ship 2 of Ostria is destroyed at 7,6 by a rock"));
    assert!(
        table.state.asteroids.is_empty()
            && table.state.is_rock(&table.game, table.game.area.find_cell("7,6").expect("a hex"))
    );
    assert_eq!(table.ships(), [1, 1]);
}

#[test]
fn a_turn_of_the_bow_follows_the_velocity() {
    use fairmarch_hostile_space::testing::facing;
    let names = ["ne", "e", "se", "sw", "w", "nw"];
    for (vector, name) in [
        ((3, 0), "e"),
        ((0, 2), "ne"),
        ((-2, 2), "nw"),
        ((-1, 0), "w"),
        ((0, -5), "sw"),
        ((4, -4), "se"),
        ((4, 1), "e"),
    ] {
        assert_eq!(facing(vector).map(|way| names[usize::from(way.0)]), Some(name), "{vector:?}");
    }
    assert_eq!(facing((0, 0)), None);
}

#[test]
fn drawn_velocities_can_be_paid_and_reach_everything() {
    use std::collections::BTreeSet;
    let table = two_ships("");
    for (velocity, delta_v) in [((0, 0), 3), ((2, 0), 4), ((-1, 3), 5), ((1, 1), 1)] {
        let ship = fairmarch_hostile_space::Ship { velocity, delta_v, ..table.state.ships[0].clone() };
        let mut stream = Seed(3).stream("draws");
        let drawn: BTreeSet<_> = (0..20_000).map(|_| table.game.draw_velocity(&ship, &mut stream)).collect();
        let reachable = fairmarch_hostile_space::velocity::reachable(velocity, delta_v.into(), Turning::Ring);
        assert_eq!(drawn, reachable.into_iter().map(|(velocity, _)| velocity).collect(), "{velocity:?} with {delta_v}");
    }
}
