//! How games end.

use contract::{Ending, Ruleset, Seats};

use super::*;

#[test]
fn the_last_seat_wins_at_once() {
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "12,5").start();
    table.velocities("", "");
    let told = table.fire("fire 1 e", "");
    assert_eq!(told.last().map(String::as_str), Some("Ostria has won"));
    let outcome = table.game.outcome(&table.state).expect("it is over");
    assert_eq!((outcome.ending, outcome.winners, outcome.ranks), (Ending::Victory, Seats::one(ONE), vec![1, 2]));
    assert!(table.game.who_acts(&table.state).is_empty());
    // Both at once: nobody.
    let mut table = Sketch::torus("").put("ship", 1, "5,5").put("ship", 2, "12,5").start();
    table.velocities("", "");
    table.fire("fire 1 e", "fire 1 w");
    let outcome = table.game.outcome(&table.state).expect("it is over");
    assert_eq!((outcome.ending, outcome.winners), (Ending::Draw, Seats::NONE));
    // A collision ends it before anybody fires.
    let mut table = Sketch::torus("").put("ship", 1, "5,5 1,1").put("ship", 2, "7,5").start();
    let told = table.velocities("velocity 1 2 e", "");
    assert_eq!((told.last().map(String::as_str), table.state.stage), (Some("Ostria has won"), Stage::Over));
}

#[test]
fn after_the_last_turn_ships_count_then_missiles() {
    let section = r#""turns": 2"#;
    let end = |sketch: Sketch, fire: &str| {
        let mut table = sketch.start();
        table.velocities("", "");
        table.fire(fire, "");
        table.wait();
        assert_eq!(table.state.stage, Stage::Over, "after two turns");
        table.game.outcome(&table.state).expect("it is over").winners
    };
    let two = || Sketch::torus(section).put("ship", 1, "5,5 5,8");
    assert_eq!(end(two().put("ship", 2, "30,20"), ""), Seats::one(ONE), "most ships");
    assert_eq!(end(two().put("ship", 2, "30,20 31,25"), "fire 1 w"), Seats::one(TWO), "most missiles");
    assert_eq!(end(two().put("ship", 2, "30,20 31,25"), ""), Seats::NONE, "equal in both");
}

#[test]
fn teams_win_together_and_a_seat_that_gives_up_goes_on_as_it_goes() {
    let mut sketch =
        Sketch::new("", Shape::Torus, 60, 60, 3).put("ship", 1, "5,5").put("ship", 2, "20,5").put("ship", 3, "40,40");
    for (side, team) in sketch.scenario.sides.iter_mut().zip([1, 1, 2]) {
        side.team = team;
    }
    let mut table = sketch.start();
    table.told(ONE, "velocity 1 3 e");
    let mut events = Vec::new();
    table.game.forfeit(&mut table.state, ONE, &mut |event| events.push(event));
    assert_eq!(events, [Event::Out { seat: ONE, forfeited: true }]);
    assert_eq!(table.state.ships[0].planned, None, "what it has said is not done");
    table.game.forfeit(&mut table.state, Seat(2), &mut |_| {});
    let outcome = table.game.outcome(&table.state).expect("it is over");
    assert_eq!((outcome.winners, outcome.ranks), (Seats::first(2), vec![1, 1, 3]));
}

#[test]
fn places_follow_ships_then_missiles() {
    let table = Sketch::new("", Shape::Torus, 60, 60, 3)
        .put("ship", 1, "5,5")
        .put("ship", 2, "20,5 21,5")
        .put("ship", 3, "40,40")
        .start();
    assert_eq!((table.game.ranks(&table.state), table.game.scores(&table.state)), (vec![2, 1, 2], vec![1, 2, 1]));
}
