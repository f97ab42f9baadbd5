//! Missiles: launch, flight, hits.

use super::*;

#[test]
fn a_ship_fires_one_missile_a_turn_from_beside_it() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5 5,8").put("ship", 2, "30,20").start();
    table.velocities("", "");
    assert_eq!(table.play(TWO, "fire 1 e"), Err(Refusal::NotYours), "in order");
    assert_eq!(table.told(ONE, "fire 2 ne"), ["ship 2 of Ostria fires missile 2-1 ne from 5,9"]);
    assert_eq!(table.play(ONE, "fire 2 e"), Err(Refusal::HasFired));
    assert_eq!(table.play(ONE, "fire 3 e"), Err(Refusal::NoShip));
    assert_eq!(table.state.ships[1].missiles, 7);
    let told = table.fire("", "");
    assert!(has(&told, "missile 2-1 of Ostria flies from 5,9 to 5,29"), "20 hexes from where it was placed: {told:?}");
    table.velocities("", "");
    table.told(ONE, "fire 2 e");
    assert_eq!(table.state.missiles.last().map(|missile| (missile.ship, missile.shot)), Some((2, 2)), "ship and shot");
}

#[test]
fn a_missile_flies_one_lap_or_as_long_as_the_numbers_say() {
    for (section, expected) in [("", 2), (r#""missile-turns": 4"#, 4), (r#""missile-turns": 0"#, 0)] {
        let mut table = Sketch::torus(section).put("ship", 1, "5,5 5,8").put("ship", 2, "30,20").start();
        assert_eq!(table.game.missile_turns, expected, "40 hexes at 20 a turn");
        // It leaves its row: a missile that comes round hits who fired it.
        table.velocities("velocity 2 1 ne", "");
        table.fire("fire 2 e", "");
        let mut turns = 1;
        while !table.state.missiles.is_empty() && turns < 10 {
            table.wait();
            turns += 1;
        }
        assert_eq!(turns, if expected == 0 { 10 } else { expected.into() }, "{section}");
    }
}

#[test]
fn it_hits_the_first_thing_on_its_way_friend_or_foe() {
    // A friend stands before the foe.
    let mut table = Sketch::torus("").put("ship", 1, "5,5 9,5").put("ship", 2, "12,5 30,20").start();
    table.velocities("", "");
    let told = table.fire("fire 1 e", "");
    assert!(has(&told, "ship 2 of Ostria is destroyed at 9,5 by missile 1-1 of Ostria"), "{told:?}");
    assert_eq!(table.ships(), [1, 2]);
    assert!(table.state.missiles.is_empty());
    // A ship beside the launcher is hit where the missile is placed.
    let mut table = Sketch::torus("").put("ship", 1, "5,5 1,1").put("ship", 2, "6,5 30,20").start();
    table.velocities("", "");
    table.fire("fire 1 e", "");
    assert_eq!(table.ships(), [2, 1]);
    // An asteroid is gone with the missile; a rock stays, and swallows it.
    let mut table = Sketch::torus("")
        .put("asteroid", 0, "8,5")
        .rock("9,6 10,6")
        .put("ship", 1, "5,5 5,6")
        .put("ship", 2, "12,5 12,6")
        .start();
    table.velocities("", "");
    let told = table.fire("fire 1 e; fire 2 e", "");
    assert!(has(&told, "an asteroid is destroyed at 8,5 by missile 1-1 of Ostria"), "{told:?}");
    assert!(has(&told, "missile 2-1 of Ostria is destroyed at 9,6 by a rock"), "{told:?}");
    assert_eq!((table.ships(), table.state.asteroids.len(), table.state.missiles.len()), ([2, 2], 0, 0));
    table.velocities("", "");
    table.fire("fire 1 e; fire 2 e", "");
    assert_eq!(table.ships(), [2, 1], "the asteroid is gone, the rock is there");
}

#[test]
fn both_can_hit_each_other_and_missiles_pass_each_other() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5 1,1").put("ship", 2, "12,5 30,20").start();
    table.velocities("", "");
    let told = table.fire("fire 1 e", "fire 1 w");
    assert_eq!(table.ships(), [1, 1], "{told:?}");
    assert!(
        has(&told, "ship 1 of Ostria is destroyed at 5,5 by missile 1-1 of Vestria"),
        "who has declared, has fired"
    );
}

/// Ship 2 of the second seat at 30,5 is the target; a missile that was fired in an earlier turn comes along its row.
fn crossfire(section: &str) -> Table {
    let mut table = Sketch::torus(section).put("ship", 1, "5,5 30,-4 5,18 38,5").put("ship", 2, "1,15 30,5").start();
    table.velocities("", "");
    // It stops at 26,5, four hexes before the target.
    table.fire("fire 1 e", "");
    assert_eq!(table.state.missiles.len(), 1);
    table
}

#[test]
fn of_several_missiles_those_fired_first_hit_together() {
    // Two of one turn, from two sides: both hit, and are gone.
    let mut table = Sketch::torus("").put("ship", 1, "25,5 35,5 5,18").put("ship", 2, "1,15 30,5").start();
    table.velocities("", "");
    table.fire("fire 1 e; fire 2 w", "");
    assert_eq!((table.ships(), table.state.missiles.len()), ([3, 1], 0));
    // One of the turn before: it alone hits, and that of this turn passes, though it moves first.
    let mut table = crossfire("");
    table.velocities("", "");
    let told = table.fire("fire 4 w", "");
    assert!(has(&told, "ship 2 of Vestria is destroyed at 30,5 by missile 1-1 of Ostria"), "{told:?}");
    assert!(has(&told, "missile 4-1 of Ostria flies from 37,5 to 17,5"), "{told:?}");
    assert_eq!(table.state.missiles.len(), 1);
    // But not if something stops the earlier one before.
    let mut table = crossfire("");
    table.state.asteroids.push(table.game.area.find_cell("28,5").expect("a hex"));
    table.velocities("", "");
    let told = table.fire("fire 4 w", "");
    assert!(has(&told, "ship 2 of Vestria is destroyed at 30,5 by missile 4-1 of Ostria"), "{told:?}");
    assert!(table.state.asteroids.is_empty() && table.state.missiles.is_empty());
    // An asteroid is a target in the same way.
    let mut table = crossfire("");
    table.state.asteroids.push(table.game.area.find_cell("29,5").expect("a hex"));
    table.velocities("velocity 4 1 w", "velocity 2 1 ne");
    table.fire("fire 4 w", "");
    assert!(table.state.asteroids.is_empty());
    assert_eq!(table.state.missiles.len(), 1, "the later one passes");
}

#[test]
fn a_fortified_ship_takes_a_die_modulo_three() {
    let mut seen = [0; 3];
    for seed in 0..300 {
        let section = r#""damage": "fortified""#;
        let mut table = Sketch::torus(section).put("ship", 1, "5,5 1,1").put("ship", 2, "12,5 30,20").start();
        table.state.draws = chance::Draws::new(Seed(seed));
        table.velocities("", "");
        table.told(ONE, "fire 1 e; end");
        let events = table.play(TWO, "end").expect("it is allowed");
        let damage = events.iter().find_map(|event| match event {
            Event::Hit { damage, left, .. } => Some((*damage, *left)),
            _ => None,
        });
        let (damage, left) = damage.expect("it hits");
        assert_eq!(damage + left, 3);
        assert!(table.state.missiles.is_empty(), "it is gone, whatever it does");
        seen[usize::from(damage)] += 1;
    }
    // Each is as likely: 100 of 300, within four deviations of 8.2.
    assert!(seen.iter().all(|&count| (67..=133).contains(&count)), "{seen:?}");
}
