//! Positions as JSON.

use serde_json::{Value, json};

use super::*;

fn told(game: &Empire, state: &State, seat: Seat) -> Value {
    game.position_json(game.view(state, seat))
}

/// A position by hand: what never changes, and what does.
#[test]
fn a_position_is_told_in_json() {
    let game = game();
    let mut state = game.begin(Seed(1));
    let realm = &mut state.realms[1];
    (realm.owner, realm.troops) = (Some(1), troops(&[(0, 1), (2, 1)]));
    realm.fort = Fort { level: 1, health: 250, work: 2, work_health: 150 };
    let seen = told(&game, &state, ONE);
    let numbers = &seen["numbers"];
    assert_eq!(numbers["effect"]["spear"], json!({ "foot": 50, "horse": 200, "engine": 50, "fort": 50 }));
    let chariots = json!({ "weapon": "bow", "body": "horse", "damage": 40, "health": 100, "cost": 6 });
    assert_eq!(numbers["troops"]["chariots"], chariots);
    assert_eq!(numbers["forts"]["2"], json!({ "name": "citadel", "damage": 60, "months": 4, "health": 700 }));
    assert_eq!(numbers["phases"], json!(["horse", "fort", "engine", "foot"]));
    assert_eq!((&numbers["march-price"], &numbers["months"]), (&json!(1), &json!(120)));
    let third = json!({
        "name": "P3",
        "tribute": 5,
        "trains": { "legion": 2, "archers": 1, "equites": 1, "catapults": 1 },
        "links": { "2": { "river": true }, "4": { "river": false } },
    });
    assert_eq!(seen["map"]["3"], third);
    let two = json!({ "name": "Vestria", "team": 2, "gold": 20, "income": 10, "provinces": 2, "standing": "in" });
    assert_eq!(seen["seats"]["2"], two);
    let second = json!({
        "owner": 2,
        "troops": { "legion": 1, "archers": 1 },
        "fort": { "level": 1, "health": 250 },
        "work": { "months": 2, "health": 150 },
    });
    assert_eq!(seen["realms"]["2"], second);
    assert_eq!(seen["realms"]["6"], json!({ "owner": 0, "troops": {} }));
    assert_eq!((&seen["you"], &seen["month"], &seen["now"]), (&json!(1), &json!(1), &json!("order")));
    assert_eq!((seen.get("battle"), &seen["orders"]), (None, &json!([])));
}

/// Orders, gold set aside and aims are told to their seat alone.
#[test]
fn json_keeps_what_is_hidden() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(1);
    state.realms[1].troops = troops(&[(0, 1), (2, 1)]);
    let before = told(&game, &state, TWO);
    order(&game, &mut state, ONE, "march 1 2 equites=1").expect("it is allowed");
    let seen = told(&game, &state, ONE);
    assert_eq!((&seen["orders"], &seen["seats"]["1"]["gold"]), (&json!(["march 1 2 equites=1"]), &json!(19)));
    assert_eq!(told(&game, &state, TWO), before, "others do not see it");

    order(&game, &mut state, ONE, "end").expect("it is allowed");
    assert_eq!(told(&game, &state, ONE)["now"], "wait");
    order(&game, &mut state, TWO, "end").expect("it is allowed");
    let before = told(&game, &state, TWO);
    assert_eq!((&told(&game, &state, ONE)["now"], &before["now"]), (&json!("aim"), &json!("wait")));
    order(&game, &mut state, ONE, "aim 1 1 2").expect("it may");
    let squad = |kind: &str| json!({ "kind": kind, "health": 100 });
    let sides = json!({
        "1": { "seat": 2, "squads": { "1": squad("legion"), "2": squad("archers") } },
        "2": { "seat": 1, "squads": { "1": { "kind": "equites", "health": 100, "aims": [1, 2] } } },
    });
    let battle = json!({ "province": 2, "round": 1, "phase": "horse", "sides": sides });
    assert_eq!(told(&game, &state, ONE)["battle"], battle);
    assert_eq!(told(&game, &state, TWO), before, "others do not see it");
}
