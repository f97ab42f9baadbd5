//! What a seat sees, in JSON: the words are those of its lines.

use serde_json::json;

use super::*;

#[test]
fn a_position_is_told_in_json() {
    let start = scenario(Shape::Square4, "1@1h..2@ ........ ........", &[], "");
    let mut board = Board::of(&start);
    board.play(0, "buy militia@0,2").unwrap();
    let view = board.game.view(&board.state, Seat(0));
    let seen = board.game.position_json(view);
    assert_eq!(seen["seats"]["1"], json!({ "team": 1, "gold": 290, "income": 40, "standing": "in" }));
    assert_eq!(seen["cities"], json!({ "0,2": { "owner": 1, "gold": 40 }, "3,2": { "owner": 2, "gold": 40 } }));
    let militia = &seen["companies"]["1"]["militia@0,2"];
    assert_eq!((&militia["attack"], &militia["defence"], &militia["supply"]), (&json!(2), &json!(2), &json!(3)));
    assert!(seen["companies"]["1"]["hussars@1,2"]["points"].is_u64(), "{seen}");
    assert_eq!((&seen["rows"]["0"], &seen["board"]), (&json!("...."), &json!({ "width": 4, "height": 3 })));
    assert_eq!((&seen["you"], &seen["acting"], &seen["choices"]), (&json!(1), &json!(1), &json!([])));
    assert!(board.game.describe(view).contains("\ncompany militia@0,2 seat 1 supply 3 points "));
}
