//! Battles in rounds by strength, and encounters (`kernel-rules` 2.19; seed 003, "Combat Actions").

use fairmarch_kernel::{Action, Refusal, UnitIndex};

use super::combat::count;
use super::table;

/// A game of strengths: an attacker of 8, a hut to be met, a city, guards of 2.
const ROUNDS: &str = "(set combat-model 1) (unit-type army (acp-per-turn 4) (attack 8) (defend 4) (hp-max 40)) \
    (unit-type guard (acp-per-turn 1) (attack 1) (defend 2)) (unit-type town (advanced true) (capacity 4) (cp 1)) \
    (table damage (u* u* 1)) (table capture-chance (army town 100))";

#[test]
fn model_1_multiplies_strengths_first() {
    let game = table(&format!(
        "{ROUNDS} (table terrain-affects-attack (army land 150)) (table terrain-affects-defense (guard land 50)) \
         (table neighbour-affects-defense (guard guard 150)) (units) (army 4 3 1) (guard 5 3 2) (guard 5 3 2)"
    ));
    let at = game.at();
    let (attack, defense) = (at.strength_to_attack(UnitIndex(0)), at.strength_to_defend(UnitIndex(1)));
    assert_eq!((attack, defense), (120_000, 15_000), "8 x 150%, 2 x 50% x 150%");
}

#[test]
fn model_1_goes_on_until_one_is_dead_and_all_fall_with_the_best() {
    let mut game = table(&format!("{ROUNDS} (units) (army 4 3 1) (guard 5 3 2) (guard 5 3 2)"));
    assert!(matches!(game.attack(0, 1), Err(Refusal::CannotDo(_))), "only overruns begin a battle");
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.hp(1), game.hp(2), game.unit(0).cell), (0, 0, cell), "40 hit points are enough for a guard");
    assert_eq!(game.acp(0), 3);
}

#[test]
fn model_1_takes_an_undefended_town() {
    let mut game = table(&format!("{ROUNDS} (units) (army 4 3 1) (town 5 3 2) (guard 5 3 2)"));
    game.load(2, 1);
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.hp(2), game.side(1)), (0, world::SideId(2)), "first its best occupant fights");
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!(game.side(1), world::SideId(1));
}

#[test]
fn encounters_come_before_any_battle() {
    let text = "(set combat-model 1) (unit-type army (acp-per-turn 4) (attack 8)) (unit-type horse (acp-per-turn 3)) \
        (unit-type hut (encounter-result ((3 vanish nil \"nothing here\") (unit (horse 1) \"horses!\")))) \
        (units) (army 4 3 1) (hut 5 3 0)";
    let mut horses = 0;
    let gone = count(text, 400, |game| {
        let cell = game.cell(5, 3);
        game.act(0, Action::Overrun(cell, 0)).unwrap();
        assert_eq!(game.unit(0).cell, game.cell(4, 3), "that is all");
        let told: Vec<String> = game.events.iter().map(|event| game.rules.narrate(event)).collect();
        let words = if game.hp(1) > 0 { ": horses!" } else { ": nothing here" };
        assert!(told.iter().any(|line| line.contains(words)), "{told:?}");
        if game.hp(1) > 0 {
            assert_eq!((game.unit(1).kind, game.side(1)), (game.kind("horse"), world::SideId(1)));
            horses += 1;
        }
        game.hp(1) == 0
    });
    assert!((270..330).contains(&gone) && gone + horses == 400, "3 of 4 vanish: {gone}");
}

#[test]
fn a_unit_that_is_met_changes_sides_in_its_new_type() {
    let mut game = table(
        "(set combat-model 1) (unit-type army (acp-per-turn 4) (attack 8)) \
         (unit-type horse (acp-per-turn 3) (hp-max 2)) (unit-type hut (possible-sides \"independent\") \
         (encounter-result ((unit (horse 1) \"horses!\")))) (units) (army 4 3 1) (hut 5 3 0)",
    );
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.unit(1).kind, game.side(1)), (game.kind("horse"), world::SideId(1)));
}

#[test]
fn the_wreck_of_the_best_defender_stays_like_those_of_the_others() {
    let mut game = table(
        "(set combat-model 1) (unit-type hero (acp-per-turn 4) (attack 100) (hp-max 90)) (unit-type corpse) \
         (unit-type ghost (wrecked-type corpse) (defend 1)) (table damage (hero ghost 2)) (units) \
         (hero 3 3 1) (ghost 4 3 2) (ghost 4 3 2)",
    );
    let cell = game.cell(4, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    let corpse = game.kind("corpse");
    assert_eq!([1, 2].map(|id| (game.unit(id).kind, game.hp(id))), [(corpse, 1); 2]);
}

#[test]
fn model_1_says_what_to_do_instead_of_an_attack() {
    let mut game =
        table(&format!("{ROUNDS} (table hit-chance (army guard 50)) (units) (army 4 3 1) (guard 5 3 2) (town 4 4 2)"));
    for action in [Action::Attack(UnitIndex(1)), Action::FireAt(UnitIndex(1), None), Action::Capture(UnitIndex(2))] {
        let why = game.act(0, action).unwrap_err();
        assert!(why.to_string().contains("overrun its cell instead"), "{action:?}: {why}");
    }
    let army = game.kind("army");
    assert!(
        !game.rules.abilities.attacks.has_any(army) && !game.rules.abilities.captures.has_any(army),
        "nobody offers it"
    );
}
