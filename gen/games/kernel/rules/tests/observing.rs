//! What a seat knows, in JSON: the words are those of its lines.

use contract::{Ruleset, Seat};
use serde_json::{Value, json};

use super::*;

fn told(table: &TestGame, seat: u8) -> Value {
    table.rules.position_json(table.rules.view(&table.state, Seat(seat)))
}

#[test]
fn a_position_is_told_in_json() {
    let table = table(
        "(unit-type truck (acp-per-turn 2) (hp-max 3) (capacity 4)) (unit-type soldier (acp-per-turn 1))
         (material-type food) (table unit-storage-x ((truck) food 9)) (table unit-capacity-x (truck soldier 2))
         (terrain-type river (subtype border))
         (units) (truck 3 4 1 (m 5) (n \"Old Bess\")) (soldier 3 4 1 (in 1)) (truck 6 6 2)",
    );
    let seen = told(&table, 0);
    let truck = json!({ "at": "3,4", "hp": [3, 3], "acp": [2, 2], "supply": { "food": [5, 9] }, "name": "Old Bess" });
    assert_eq!(seen["units"]["truck#0"], truck);
    let soldier = json!({ "at": "3,4", "in": "truck#0", "hp": [1, 1], "acp": [1, 1] });
    assert_eq!(seen["units"]["soldier#1"], soldier);
    assert_eq!(seen["seen"], json!({ "truck#2": { "side": 2, "at": "6,6" } }));
    let one = json!({ "name": "One", "standing": "in", "team": 1, "trusts": seen["sides"]["1"]["trusts"] });
    assert_eq!(seen["sides"]["1"], one);
    assert_eq!((&seen["you"], &seen["now"], &told(&table, 1)["now"]), (&json!(1), &json!("act"), &json!("wait")));
    assert_eq!(seen["area"], json!({ "shape": "hexagon", "width": 9, "height": 9 }));
    assert_eq!(seen["terrain"], json!({ ".": "land" }));
    let rows = seen["levels"]["1"]["rows"].as_object().expect("rows by y");
    assert_eq!((rows.len(), &rows["4"]["cells"]), (9, &json!(".........")));
    for empty in ["treasury", "tech", "advances", "side-of", "coats"] {
        assert_eq!(seen[empty], json!({}), "{empty}");
    }
    assert_eq!((&seen["standing-orders"], &seen["links"]), (&json!([]), &json!([])));
    let lines = table.rules.describe(table.rules.view(&table.state, Seat(0)));
    let line = "unit truck#0 at 3,4 hp 3/3 acp 2/2 supply food=5/9 name \"Old Bess\"";
    assert!(lines.lines().any(|other| other == line), "{lines}");
}
