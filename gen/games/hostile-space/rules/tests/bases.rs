//! Base Defence.

use contract::Seats;

use super::*;

/// A base of side 1 around 20,20, one of side 2 around 0,20.
fn sketch(section: &str) -> Sketch {
    let section =
        if section.is_empty() { r#""bases": true"#.to_owned() } else { format!(r#""bases": true, {section}"#) };
    Sketch::torus(&section)
        .put("base", 1, "20,20")
        .put("base-part", 1, "21,20 20,21 19,21 19,20 20,19 21,19")
        .put("base", 2, "0,20")
        .put("base-part", 2, "1,20 0,21 -1,21 -1,20 0,19 1,19")
}

#[test]
fn a_base_has_seven_tokens_and_its_centre_is_that_of_the_zone() {
    let mut table = Sketch::torus(r#""bases": true, "ships": 4"#).table();
    (table.state.order, table.state.stage) = (vec![0, 1], Stage::Markers);
    table.state.throws = vec![vec![6], vec![5]];
    assert_eq!(table.told(ONE, "mark 5,5"), ["Ostria builds its base at 5,5"]);
    table.told(TWO, "mark 25,5");
    assert_eq!(table.state.tokens.len(), 14);
    assert_eq!(table.play(ONE, "place 5,5"), Err(Refusal::Occupied));
    assert_eq!(table.play(ONE, "place 6,5"), Err(Refusal::Occupied));
    table.told(ONE, "place 7,5; place 8,5; place 9,5; place 11,5");
    table.told(TWO, "place 27,5; place 28,5; place 29,5; place 31,5");
    assert_eq!((table.state.turn, table.state.tokens.len()), (1, 14), "bases stay");
    // On a map with an edge all seven need room.
    let mut table = Sketch::new(r#""bases": true"#, Shape::Rectangle, 60, 60, 2).table();
    (table.state.order, table.state.stage) = (vec![0, 1], Stage::Markers);
    table.state.throws = vec![vec![6], vec![5]];
    assert_eq!(table.play(ONE, "mark 10,0"), Err(Refusal::NoRoomForBase));
}

#[test]
fn a_missile_or_ship_that_would_pass_a_token_is_gone_with_it() {
    let mut table = sketch("").put("ship", 1, "30,30 5,20").put("ship", 2, "14,20 14,30").start();
    table.velocities("", "");
    // The first takes the token at 19,20, that of the next turn passes that hex and takes the centre.
    let told = table.fire("", "fire 1 e");
    assert!(has(&told, "a part of Ostria's base at 19,20 is destroyed"), "{told:?}");
    assert!(has(&told, "missile 1-1 of Vestria is destroyed at 19,20 by a base"));
    assert_eq!(table.state.tokens.len(), 13);
    table.velocities("", "");
    let told = table.fire("", "fire 1 e");
    assert!(has(&told, "the centre of Ostria's base at 20,20 is destroyed"), "the hex is free: {told:?}");
    assert!(has(&told, "Ostria is defeated") && has(&told, "Vestria has won"));
}

#[test]
fn within_one_move_the_next_one_finds_the_hex_free() {
    // Both missiles of one turn fly along row 20; ships stand at 14,20 and 16,20, the second does not shoot through the first.
    let mut table = sketch("").put("ship", 1, "30,30").put("ship", 2, "14,20 26,20").start();
    table.velocities("", "");
    let told = table.fire("", "fire 1 e; fire 2 w");
    assert!(
        has(&told, "a part of Ostria's base at 21,20 is destroyed")
            && has(&told, "a part of Ostria's base at 19,20 is destroyed")
    );
    table.velocities("", "");
    let told = table.fire("", "fire 1 e; fire 2 w");
    assert!(has(&told, "missile 1-2 of Vestria is destroyed at 20,20 by a base"), "{told:?}");
    assert!(has(&told, "missile 2-2 of Vestria flies from 25,20 to 14,20"), "the row is free for the second: {told:?}");
    assert!(has(&told, "ship 1 of Vestria is destroyed at 14,20 by missile 2-2 of Vestria"), "and its friend is on it");
    // Ships, one after the other in order of precedence: the first takes the token with it, the second passes its hex.
    let mut table = sketch("").put("ship", 1, "23,20").put("ship", 2, "22,20 14,30").start();
    let told = table.velocities("velocity 1 3 w", "velocity 1 1 w");
    assert!(has(&told, "ship 1 of Ostria is destroyed at 21,20 by a base"), "its own too: {told:?}");
    assert_eq!(table.ship(TWO, 1).as_deref(), Some("21,20"), "the hex is free within the same turn");
    assert_eq!(table.ships(), [0, 2], "and who has no ship left still has a base");
    assert!(table.state.is_in(ONE));
}

#[test]
fn a_defeated_seat_goes_on_as_it_goes() {
    let mut table = Sketch::new(r#""bases": true"#, Shape::Torus, 60, 60, 3)
        .put("base", 1, "20,20")
        .put("base", 2, "0,40")
        .put("base", 3, "40,50")
        .put("ship", 1, "30,30 28,35")
        .put("ship", 2, "14,20 14,30")
        .put("ship", 3, "50,50")
        .start();
    let seats = [ONE, TWO, Seat(2)];
    table.told(ONE, "velocity 1 2 e; end");
    table.told(TWO, "end");
    table.told(Seat(2), "end");
    table.told(ONE, "fire 1 ne; end");
    table.told(TWO, "fire 1 e; end");
    let told = table.told(Seat(2), "end");
    assert!(has(&told, "Ostria is defeated") && table.state.stage == Stage::Velocities, "{told:?}");
    assert_eq!(table.game.who_acts(&table.state), Seats::NONE.with(TWO).with(Seat(2)));
    for line in ["velocity 1 0", "end", "fire 1 e"] {
        assert_eq!(table.play(ONE, line), Err(Refusal::NotYours));
    }
    let missile = table.state.missiles[0].cell;
    seats[1..].iter().for_each(|&seat| drop(table.told(seat, "end")));
    assert_eq!(table.ship(ONE, 1).as_deref(), Some("34,30"), "its ships go on");
    seats[1..].iter().for_each(|&seat| drop(table.told(seat, "end")));
    assert_ne!(table.state.missiles[0].cell, missile, "its missiles go on");
}

#[test]
fn who_rests_beside_a_token_is_repaired_and_rearmed() {
    let mut table = sketch("").put("ship", 1, "22,20 24,20").put("ship", 2, "2,20 14,30").start();
    for seat in [0, 1] {
        for ship in table.state.ships.iter_mut().filter(|ship| ship.seat == seat) {
            (ship.delta_v, ship.missiles) = (3, 5);
        }
    }
    table.state.ships[2].velocity = (1, 0);
    let told = table.wait();
    assert!(has(&told, "ship 1 of Ostria has all its delta-v again, and 2 more missiles"), "{told:?}");
    let has_now = |table: &Table, index: usize| (table.state.ships[index].delta_v, table.state.ships[index].missiles);
    assert_eq!(has_now(&table, 0), (18, 7));
    assert_eq!(has_now(&table, 1), (3, 5), "too far away");
    assert_eq!(has_now(&table, 2), (3, 5), "not at rest");
    table.wait();
    assert_eq!(has_now(&table, 0), (18, 8), "never above the start");
    assert!(!table.wait().iter().any(|line| line.contains("again")), "nothing is lacking");
    // A friend's token does, too; a foe's does not.
    for (team, expected) in [(1, (18, 4)), (2, (3, 2))] {
        let mut sketch = Sketch::new(r#""bases": true"#, Shape::Torus, 60, 60, 3)
            .put("base", 1, "20,20")
            .put("base", 2, "0,40")
            .put("base", 3, "40,50")
            .put("ship", 2, "21,20");
        for (side, of) in sketch.scenario.sides.iter_mut().zip([1, team, 3]) {
            side.team = of;
        }
        let mut table = sketch.start();
        (table.state.ships[0].delta_v, table.state.ships[0].missiles) = (3, 2);
        table.told(TWO, "done; end");
        assert_eq!(has_now(&table, 0), expected, "team {team}");
    }
}

#[test]
fn tokens_go_by_the_order_of_seats_however_old_the_missiles_are() {
    // A missile of Vestria, a turn old, and a new one of Ostria come to one token of Nordia: Ostria's moves first, and takes it.
    let mut table = Sketch::new(r#""bases": true"#, Shape::Torus, 60, 60, 3)
        .put("base", 1, "20,50")
        .put("base", 2, "0,40")
        .put("base", 3, "40,50")
        .put("base-part", 3, "40,20")
        .put("ship", 1, "45,20")
        .put("ship", 2, "15,20")
        .put("ship", 3, "50,50")
        .start();
    let seats = [ONE, TWO, Seat(2)];
    let done = |table: &mut Table| seats.iter().flat_map(|&seat| table.told(seat, "end")).collect::<Vec<_>>();
    done(&mut table);
    table.told(ONE, "end");
    table.told(TWO, "fire 1 e");
    table.told(Seat(2), "end");
    assert_eq!(table.game.area.cell_name(table.state.missiles[0].cell), "36,20");
    done(&mut table);
    table.told(ONE, "fire 1 w");
    table.told(TWO, "end");
    let told = table.told(Seat(2), "end");
    assert!(has(&told, "missile 1-1 of Ostria is destroyed at 40,20 by a base"), "{told:?}");
    assert!(
        has(&told, "ship 1 of Ostria is destroyed at 45,20 by missile 1-1 of Vestria"),
        "the hex is free: {told:?}"
    );
}
