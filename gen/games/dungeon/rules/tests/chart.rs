//! What a hero is told beside the board: who is in sight with the odds, the ways out, and what lies about.

use super::*;

fn told(play: &Match, scenario: &Scenario) -> contract::Chart {
    let seen = play.game.show_to(&play.state, ONE, scenario);
    play.game.chart_to(&play.state, ONE, &seen).expect("it has a chart")
}

#[test]
fn a_room_its_doors_and_what_is_in_sight_are_told() {
    let sketch = Sketch::new(
        "\"hit-least\": 5, \"hit-most\": 95,",
        &["##########\n#....#...#\n#.@..+.r.#\n#..!.#...#\n###.######\n###X######"],
    );
    let play = sketch.play();
    let chart = told(&play, &sketch.0);
    assert!(chart.has_things);
    let told: Vec<&str> = chart.remarks.iter().map(|remark| remark.words.as_str()).collect();
    let [room, things] = told[..] else { panic!("{told:?}") };
    assert!(room.starts_with("you are in a room of 4 by 3; ways: "), "{room}");
    assert!(room.contains("a door at 5,3") && room.contains("3,1"), "{room}");
    assert_eq!(things, "things: potion (!) at 3,2");
    assert!(!room.contains("rat"), "it is behind a door");
}

#[test]
fn a_monster_in_sight_is_told_with_its_odds_and_choices_have_them() {
    let sketch = Sketch::new("\"hit-least\": 5, \"hit-most\": 95,", &["#########\n#@r....o#\n#########"]);
    let play = sketch.play();
    let remarks = told(&play, &sketch.0).remarks;
    let cells: Vec<bool> = remarks.iter().map(|remark| remark.cell.is_some()).collect();
    assert_eq!(cells[..3], [true, true, false], "a monster has a cell, a room none");
    let remarks: Vec<String> = remarks.into_iter().map(|remark| remark.words).collect();
    let (view, rat) = (play.view(0), play.view(0).monsters()[0]);
    let hits = play.game.hero_hits(view.hero(), rat.kind);
    let its = play.game.monster_hits(view.hero(), rat.kind);
    let odds = format!("2 of 2 hit points: you hit {hits} %, it hits {its} %");
    assert!(remarks[0].starts_with("rat (r) at ") && remarks[0].contains(", 1 cell away, "), "{remarks:?}");
    assert!(remarks[0].ends_with(&odds), "{remarks:?}");
    assert!(remarks[1].starts_with("orc (o) at "), "the farther one comes next: {remarks:?}");
    assert!(remarks[2].starts_with("you are in a passage"), "{remarks:?}");
    let choice = |line: &str| play.game.choice(view, play.game.read_move(view, line).expect("a move"));
    assert_eq!((choice("go e").odds, choice("rest").odds), (Some(hits as u8), None));
}

#[test]
fn nobody_is_told_anything_before_the_descent() {
    let sketch = Sketch::new("", &["#####\n#@r.#\n#####"]);
    let play = Match::begin(sketch.game());
    assert_eq!(told(&play, &sketch.0).remarks, []);
}
