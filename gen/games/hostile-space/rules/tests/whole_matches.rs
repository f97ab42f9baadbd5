//! Whole matches: random ones, the contract's suite, and one worked by hand.

use chance::Stream;
use contract::suite::{Subject, check_game};
use contract::{AnyGame, Game, Ruleset};

use super::*;

/// The starts that differ in what the rules do with them.
fn starts() -> Vec<(&'static str, Scenario)> {
    let by_hand = |section: &str| Sketch::new(section, Shape::Torus, 30, 60, 2).scenario;
    let three = Sketch::new(r#""ships": 4, "turns": 15"#, Shape::Torus, 50, 50, 3)
        .put("asteroid", 0, "1,1 2,7 9,9")
        .rock("14,14 15,14");
    vec![
        ("players place all", by_hand(r#""ships": 4, "entity-dice": 2, "turns": 12"#)),
        ("bases", by_hand(r#""ships": 4, "bases": true, "turns": 12, "missile-turns": 0"#)),
        (
            "open",
            by_hand(r#""ships": 4, "velocities": "open", "turns": 12, "turning": "distance", "damage": "fortified""#),
        ),
        ("unequal missiles", Sketch::torus(r#""ships": 4, "bases": true, "turns": 12"#).missiles_of(&[2, 11]).scenario),
        ("three seats", three.scenario),
        (
            "an edge",
            Sketch::new(r#""ships": 4, "turns": 12"#, Shape::Hexagon, 37, 37, 2)
                .put("marker", 1, "10,18")
                .put("marker", 2, "26,18")
                .put("asteroid", 0, "18,18 18,20")
                .scenario,
        ),
    ]
}

#[test]
fn the_suite_holds_it_to_the_contract() {
    for (name, start) in starts() {
        let rules = Arc::new(HostileSpace::open(&start).unwrap_or_else(|why| panic!("{name}: {why}")));
        let begin = |seed| -> Box<dyn AnyGame> { Box::new(Game::new(Arc::clone(&rules), seed)) };
        check_game(Subject { name, begin: &begin, start: &start, is_thorough: false });
    }
}

/// Random games end, and break nothing on the way: with `FAIRMARCH_LONG`, as `.ci/long` sets it, 200,000 moves.
#[test]
fn random_games_break_nothing() {
    let wanted = if std::env::var_os("FAIRMARCH_LONG").is_some() { 200_000 } else { 8_000 };
    let (mut moves, mut seed) = (0, 0);
    let games: Vec<HostileSpace> = starts()
        .iter()
        .map(|(name, start)| HostileSpace::open(start).unwrap_or_else(|why| panic!("{name}: {why}")))
        .collect();
    while moves < wanted {
        let game = &games[seed as usize % games.len()];
        let mut state = game.begin(Seed(seed));
        let mut stream: Stream = Seed(seed).stream("moves");
        while let Some(seat) = game.who_acts(&state).iter().next() {
            let action = game.random_move(game.view(&state, seat), &mut stream);
            let line = game.write_line(action);
            assert_eq!(game.read_line(&line), Ok(action), "{line}");
            game.apply(&mut state, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{line}: {why}"));
            moves += 1;
            assert_eq!(state.find_broken(game), None, "seed {seed} after {line}");
        }
        assert!(game.outcome(&state).is_some());
        seed += 1;
    }
}

/// Two against two, worked out on paper: a lead, a dodge, a ram.
#[test]
fn a_match_by_hand() {
    let mut table = Sketch::torus(r#""turns": 6"#)
        .put("ship", 1, "10,10 10,14")
        .put("ship", 2, "24,10 24,17")
        .put("asteroid", 0, "15,10")
        .start();
    // Turn 1. Ostria's first goes 2 east: the asteroid at 15,10 covers it from Vestria's first, which goes 3 west to 21,10. Vestria's
    // second goes 3 southwest to 24,14, into the row of Ostria's second.
    let told = table.velocities("velocity 1 2 e", "velocity 1 3 w; velocity 2 3 sw");
    assert!(
        has(&told, "ship 1 of Ostria moves from 10,10 to 12,10")
            && has(&told, "ship 2 of Vestria moves from 24,17 to 24,14")
    );
    // Ostria's first shoots the asteroid away, its second fires along row 14: 13 hexes to 24,14. Vestria's second fires back, and both
    // seconds are gone. Vestria's first holds its fire.
    let told = table.fire("fire 1 e; fire 2 e", "fire 2 w");
    assert!(has(&told, "an asteroid is destroyed at 15,10 by missile 1-1 of Ostria"));
    assert!(has(&told, "ship 2 of Vestria is destroyed at 24,14 by missile 2-1 of Ostria"));
    assert!(has(&told, "ship 2 of Ostria is destroyed at 10,14 by missile 2-1 of Vestria"));
    assert_eq!((table.ships(), table.state.missiles.len(), table.state.turn), ([1, 1], 0, 2));
    // Turn 2. Both see each other along row 10 now, 14,10 and 18,10. Ostria's turns up: from 2 e to 2 ne, 2 along the ring: 12,12.
    // Vestria's goes on, and fires where it was: the missile passes under it.
    let told = table.velocities("velocity 1 2 ne", "");
    assert!(
        has(&told, "ship 1 of Ostria goes 2 ne for 2 delta-v")
            && has(&told, "ship 1 of Ostria moves from 12,10 to 12,12")
    );
    let told = table.fire("", "fire 1 w");
    assert!(
        has(&told, "missile 1-1 of Vestria flies from 17,10 to -3,10")
            || has(&told, "missile 1-1 of Vestria flies from 17,10 to 37,10")
    );
    assert_eq!(table.ships(), [1, 1]);
    // Turn 3. Vestria's comes on to 15,10; Ostria's to 12,14, and fires southeast: 13,13 14,12 15,11 16,10 misses by one.
    table.velocities("", "");
    let told = table.fire("fire 1 se", "");
    assert!(!told.iter().any(|line| line.contains("destroyed at 15,10")), "{told:?}");
    // The missile of turn 2 has flown its lap of 40 hexes.
    assert!(has(&told, "missile 1-1 of Vestria burns out at 17,10"), "{told:?}");
    // Turn 4. Ostria's stops at 12,14. Vestria's, at 12,10 then, has it on its way northeast: 12,11 12,12 12,13 12,14.
    table.velocities("velocity 1 0", "");
    let told = table.fire("", "fire 1 ne");
    assert!(has(&told, "ship 1 of Ostria is destroyed at 12,14 by missile 1-2 of Vestria"));
    assert_eq!(told.last().map(String::as_str), Some("Vestria has won"));
    let ship = &table.state.ships[0];
    assert_eq!((ship.delta_v, ship.missiles, ship.fired), (15, 6, 2));
}
