//! Dice, markers, zones, ships, entities.

use contract::Seats;

use super::*;

#[test]
fn the_highest_throw_comes_first_and_ties_throw_again() {
    let mut ties = 0;
    for seed in 0..60 {
        let Table { game, mut state, .. } = Sketch::new("", Shape::Torus, 60, 60, 3).table();
        state.draws = chance::Draws::new(Seed(seed));
        while state.stage == Stage::Dice {
            let seat = game.who_acts(&state).iter().next().expect("somebody throws");
            game.apply(&mut state, seat, fairmarch_hostile_space::Move::Throw, &mut |_| {}).expect("it is allowed");
        }
        let throws = |seat: u8| &state.throws[usize::from(seat)];
        assert!(
            state.order.windows(2).all(|pair| throws(pair[0]) > throws(pair[1])),
            "{:?} {:?}",
            state.order,
            state.throws
        );
        // Nobody throws again who was level with nobody.
        for seat in 0..3 {
            for round in 1..throws(seat).len() {
                let level =
                    (0..3).filter(|&other| other != seat && throws(other).starts_with(&throws(seat)[..round])).count();
                assert!(level > 0, "seat {seat} throws again alone: {:?}", state.throws);
            }
        }
        ties += usize::from(state.throws.iter().any(|throws| throws.len() > 1));
    }
    assert!(ties > 10, "ties are tested: {ties}");
}

/// A table where side 1 comes first.
fn settled(section: &str) -> Table {
    let mut table = Sketch::torus(section).table();
    (table.state.order, table.state.stage) = (vec![0, 1], Stage::Markers);
    table.state.throws = vec![vec![6], vec![5]];
    table
}

#[test]
fn zones_share_no_hex_and_ships_stand_in_them() {
    let mut table = settled(r#""ships": 4"#);
    assert_eq!(table.play(TWO, "mark 5,5"), Err(Refusal::NotYours));
    assert_eq!(table.play(ONE, "end"), Err(Refusal::WrongStage(Stage::Markers)));
    assert_eq!(table.told(ONE, "mark 5,5"), ["Ostria marks its zone at 5,5"]);
    assert_eq!(table.play(TWO, "mark 17,5"), Err(Refusal::ZonesOverlap { distance: 12, least: 13 }));
    // Round the torus the way is as short.
    assert_eq!(table.play(TWO, "mark -7,5"), Err(Refusal::ZonesOverlap { distance: 12, least: 13 }));
    table.told(TWO, "mark 18,5");
    assert_eq!(table.play(ONE, "place 12,5"), Err(Refusal::OutsideZone { distance: 7, most: 6 }));
    assert_eq!(table.told(ONE, "place 11,5")[0], "ship 1 of Ostria is placed at 11,5");
    assert_eq!(table.play(ONE, "place 11,5"), Err(Refusal::Occupied));
    assert_eq!(
        table.told(ONE, "place 5,5; place 5,6; place 5,7").last().expect("told"),
        "ship 4 of Ostria is placed at 5,7"
    );
    assert_eq!(table.play(ONE, "place 5,8"), Err(Refusal::NotYours), "it has all four");
    let told = table.told(TWO, "place 18,5; place 18,6; place 18,7; place 18,8");
    assert_eq!(told.last().expect("told"), "turn 1");
    assert_eq!((table.state.stage, table.state.turn), (Stage::Velocities, 1));
    assert!(table.state.markers.iter().all(Option::is_none), "markers go");
    let ship = &table.state.ships[0];
    assert_eq!((ship.velocity, ship.delta_v, ship.missiles, ship.hit_points), ((0, 0), 18, 8, 1), "it starts at rest");
    assert_eq!(table.game.who_acts(&table.state), Seats::first(2), "both at once");
}

#[test]
fn a_scenario_says_what_missiles_the_ships_of_each_side_begin_with() {
    let mut table = Sketch::torus(r#""ships": 4"#).put("ship", 2, "20,20").missiles_of(&[3, 20]).table();
    assert_eq!(table.state.ships[0].missiles, 20, "of a ship that the scenario places");
    (table.state.order, table.state.stage, table.state.throws) = (vec![0, 1], Stage::Markers, vec![vec![6], vec![5]]);
    table.told(ONE, "mark 5,5; place 5,5; place 5,6; place 5,7; place 5,8");
    let missiles = |table: &Table| table.state.ships.iter().map(|ship| ship.missiles).collect::<Vec<u8>>();
    assert_eq!(missiles(&table), [3, 3, 3, 3, 20]);
    assert_eq!(table.state.stage, Stage::Velocities);
    // A position keeps it, and what a ship has fired since.
    table.state.ships[4].missiles = 12;
    let shown = table.game.show_state(&table.state, &table.start);
    let again = HostileSpace::open(&shown).expect("it is a position").begin(Seed(2));
    assert_eq!(again.ships.iter().map(|ship| ship.missiles).collect::<Vec<u8>>(), [3, 3, 3, 3, 12]);
    for counts in [&[3][..], &[3, 0], &[3, 21], &[1, 2, 3]] {
        assert!(Sketch::torus("").missiles_of(counts).refused().contains("1 to 20"), "{counts:?}");
    }
}

#[test]
fn entities_lie_outside_zones_one_at_a_time_in_order() {
    let mut table = settled(r#""ships": 4, "entity-dice": 2"#);
    table.told(ONE, "mark 5,5");
    table.told(TWO, "mark 25,5");
    table.told(ONE, "place 5,5; place 5,6; place 5,7; place 5,8");
    let told = table.told(TWO, "place 25,5; place 25,6; place 25,7; place 25,8");
    let count = table.state.entities_left;
    assert!((2..=12).contains(&count) && has(&told, &format!("the dice say {count} entities")), "{told:?}");
    assert_eq!(table.play(ONE, "entity 11,5"), Err(Refusal::InZone));
    assert_eq!(table.play(ONE, "entity 12,5 14,5"), Err(Refusal::InParts));
    assert_eq!(table.play(ONE, "entity 12,5 12,5"), Err(Refusal::EntitySize));
    table.told(ONE, "entity 12,5");
    assert_eq!(table.play(TWO, "entity 12,5"), Err(Refusal::Occupied));
    table.told(TWO, "entity 13,6 13,7 14,6 12,7 15,6 15,7 15,8");
    assert_eq!(table.play(ONE, "entity 15,8"), Err(Refusal::Occupied));
    assert_eq!((table.state.asteroids.len(), table.state.placed_rocks.len()), (1, 7));
    let mut row = 0;
    while table.state.stage == Stage::Entities {
        let seat = table.game.who_acts(&table.state).iter().next().expect("somebody places");
        assert_eq!(seat.0, row % 2, "one after the other");
        table.told(seat, &format!("entity 12,{}", 14 + row));
        row += 1;
    }
    assert_eq!((row + 2, table.state.stage), (count, Stage::Velocities));
    // One die says 1 to 6.
    let seen: std::collections::BTreeSet<u8> = (0..60)
        .map(|seed| {
            let game = settled(r#""entity-dice": 1"#).game;
            let mut state = table.state.clone();
            state.draws = chance::Draws::new(Seed(seed));
            game.throw_for_entities(&mut state, &mut |_| {});
            state.entities_left
        })
        .collect();
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_the_scenario_places_nobody_places_again() {
    let mut table = Sketch::torus(r#""ships": 4"#).put("marker", 1, "5,5").put("marker", 2, "25,5").table();
    (table.state.order, table.state.stage) = (vec![1, 0], Stage::Dice);
    table.game.go_on(&mut table.state, &mut |_| {});
    assert_eq!(table.state.stage, Stage::Ships);
    assert_eq!(table.play(ONE, "place 5,5"), Err(Refusal::NotYours), "the other comes first");
    let table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "25,5").table();
    let mut state = table.state.clone();
    (state.order, state.stage) = (vec![0, 1], Stage::Dice);
    table.game.go_on(&mut state, &mut |_| {});
    assert_eq!((state.stage, state.turn), (Stage::Velocities, 1), "all is there");
}
