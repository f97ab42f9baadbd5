//! Blows: chances, damage, answers, retreats, shots, overruns (`kernel-rules` 2.3 to 2.6, 2.9, 2.19; examples 13 to 21, 32, 36 to 39, 45).

use super::table;
use crate::Action;
use crate::UnitId;

/// Hit chance 60, 2 hit points of damage, 10 acp.
const BASE: &str = "(unit-type u (acp-per-turn 10) (hp-max 10)) (unit-type v (acp-per-turn 10) (hp-max 10)) \
    (table hit-chance (u v 60)) (table damage (u* u* 2))";

#[test]
fn an_attack_costs_both_and_hits_as_often_as_it_should() {
    let mut hits = 0;
    for seed in 0..400 {
        let mut game = super::table_with_seed(&format!("{BASE} (units) (u 4 3 1) (v 5 3 2)"), seed);
        game.act(0, Action::Attack(UnitId(1))).unwrap();
        assert_eq!((game.acp(0), game.acp(1)), (9, 9));
        hits += i32::from(game.hp(1) == 8);
    }
    assert!((215..265).contains(&hits), "{hits} of 400 at 60%");
    let mut game = table(&format!("{BASE} (units) (u 4 3 1) (v 5 3 2)"));
    assert!(game.act(1, Action::Attack(UnitId(0))).is_err(), "v cannot hit u");
}

#[test]
fn an_attack_captures_too_and_the_captor_goes_in() {
    let text = format!(
        "{BASE} (add v capacity 1) (table hit-chance (u v 1)) (table capture-chance (u v 100)) \
        (table counterattack (u* u* 0)) (units) (u 4 3 1) (v 5 3 2)"
    );
    let mut game = table(&text);
    game.act(0, Action::Attack(UnitId(1))).unwrap();
    assert_eq!(game.side(1), game.side(0), "example 38");
    assert_eq!((game.acp(0), game.unit(0).inside), (7, UnitId(1)));
}
