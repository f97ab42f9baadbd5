//! Packs, chests, stalls, potions, scrolls, food, traps, the prize.

use super::*;

#[test]
fn things_are_taken_worn_and_laid_down() {
    let mut play = Sketch::new("", &["@/[..."]).play();
    assert_eq!(play.check("take"), Err(Refusal::NothingHere));
    play.go("go e; take; go e; take; wear sword; wear mail");
    assert_eq!(play.pack(0), "sword worn, mail worn");
    assert_eq!(play.check("wear sword"), Err(Refusal::Worn));
    play.go("remove sword; drop sword");
    assert_eq!((play.pack(0).as_str(), play.view(0).here().len()), ("mail worn", 1));
    let rat = play.game.design.find::<UnitType>("rat").expect("a rat").index() as u16;
    assert_eq!(play.game.monster_hits(play.view(0).hero(), rat), 100, "bounded by the numbers of the test");
}

#[test]
fn a_pack_holds_no_more_than_it_does() {
    let mut play = Sketch::new("\"pack\": 1,", &["@/[$P."]).play();
    play.go("go e; take; go e");
    assert_eq!(play.check("take"), Err(Refusal::PackFull { most: 1 }));
    play.go("go e; take");
    assert_eq!(play.view(0).hero().gold, 30, "gold needs no room");
    play.go("go e; take");
    assert_eq!(play.state.stage, Stage::Over, "nor does the prize");
}

#[test]
fn a_chest_holds_things_and_a_stall_trades() {
    let sketch = Sketch::new("", &["@C$T.."]).inside("chest", "potion potion").inside("stall", "sword");
    let mut play = sketch.play();
    assert!(play.game.read_move(play.view(0), "get potion").is_err());
    play.go("go e; get potion");
    assert_eq!(play.pack(0), "potion");
    play.go("put potion; get potion; get potion");
    assert!(play.game.read_move(play.view(0), "get potion").is_err(), "it is empty");
    play.go("go e; take; go e; buy sword");
    assert_eq!((play.pack(0).as_str(), play.view(0).hero().gold), ("sword, 2 potion", 20));
    assert_eq!(play.check("take"), Err(Refusal::NothingHere), "a stall is not carried away");
    play.go("sell potion; sell potion");
    assert_eq!((play.pack(0).as_str(), play.view(0).hero().gold), ("sword", 30));
}

#[test]
fn a_tonic_hastens_twice_and_makes_stronger() {
    let mut play = Sketch::new("", &["@....."]).inside("hero", "tonic").play();
    let strength = |play: &Match| play.view(0).hero().attributes.current("strength");
    let before = strength(&play);
    play.go("use tonic");
    assert_eq!((strength(&play) - before, play.pack(0).as_str()), (3, "tonic-used-1"));
    let round = play.view(0).round();
    play.go("rest; rest; rest; rest");
    assert_eq!(play.view(0).round() - round, 2, "twice as fast for two rounds");
    play.go("use tonic-used-1");
    assert_eq!(play.pack(0), "");
}

#[test]
fn a_scroll_shows_the_map_and_a_pit_hurts_once() {
    let mut play = Sketch::new("", &["@^.#.."]).inside("hero", "scroll").play();
    assert!(play.view(0).objects(0).is_empty(), "a trap is hidden");
    play.go("use scroll");
    assert!((0..6).all(|place| play.view(0).ground(Cell(place)).is_some()));
    let before = play.hp(0);
    play.go("go e");
    assert_eq!(before - play.hp(0), 3);
    assert_eq!(play.view(0).objects(0).len(), 1, "it has been found");
    play.go("go w; go e");
    assert_eq!(before - play.hp(0), 3, "who knows a trap steps over it");
}

#[test]
fn who_has_nothing_to_eat_starves() {
    let mut play = Sketch::new("\"food\": 30,", &["@....."]).inside("hero", "bread").play();
    let before = play.hp(0);
    (0..28).for_each(|_| _ = play.go("rest"));
    assert_eq!(play.hp(0), before);
    play.go("use bread");
    (0..25).for_each(|_| _ = play.go("rest"));
    assert_eq!(play.hp(0), before, "bread fills up to the most");
    (0..40).for_each(|_| _ = play.go("rest"));
    assert!(play.hp(0) < before);
}

#[test]
fn the_prize_wins() {
    let mut play = Sketch::new("", &["@P....\n2....."]).play();
    assert_eq!(play.game.outcome(&play.state), None);
    play.go("go e; rest; rest; take");
    let outcome = play.game.outcome(&play.state).expect("it is over");
    assert_eq!((outcome.winners, outcome.ranks), (contract::Seats::one(ONE), vec![1, 2]));
}
