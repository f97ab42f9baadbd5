//! Blows, damage of all kinds, death, experience.

use super::*;

#[test]
fn blows_take_hit_points_and_the_slain_are_gone() {
    let mut play = Sketch::new("", &["@r...."]).inside("hero", "sword").play();
    assert_eq!(play.pack(0), "sword worn");
    play.go("go e");
    assert_eq!(play.told, ["you hit the rat for 5 hit points", "you slay the rat", "you gain 1 experience"]);
    assert_eq!((play.view(0).monsters().len(), play.at(0).as_str()), (0, "0,0"));
}

#[test]
fn a_monster_bites_back_and_a_dead_hero_leaves_all_he_had() {
    let classes = "\"classes\": { \"fighter\": { \"hit-points\": 4 } },";
    let mut play = Sketch::new(classes, &["@o...."]).inside("hero", "mail potion").play();
    play.go("rest");
    assert_eq!(play.hp(0), 4, "half as fast");
    play.go("rest; rest");
    assert_eq!(play.hp(0), 1, "{:?}", play.told);
    play.go("rest");
    assert!(play.told.contains(&"the orc slays you".to_owned()), "{:?}", play.told);
    assert_eq!(play.game.outcome(&play.state).map(|outcome| outcome.winners.is_empty()), Some(true));
    let names: Vec<String> = play.state.levels[0]
        .objects
        .iter()
        .map(|(_, lying)| play.game.stack_name(fairmarch_dungeon::inventory::Stack::of(lying.item)))
        .collect();
    assert_eq!(names, ["mail", "potion"]);
}

#[test]
fn elements_are_resisted_by_chains() {
    let mut play = Sketch::new("", &["@s...."]).inside("hero", "wand wand sword:of-fire").play();
    assert_eq!(play.pack(0), "sword-of-fire worn, 2 wand");
    play.go("aim wand 1,0");
    assert!(play.told.contains(&"you hit the slime for 2 hit points by fire".to_owned()), "{:?}", play.told);
    assert_eq!(play.pack(0), "sword-of-fire worn, wand, wand-used-1");
    play.go("aim wand-used-1 1,0");
    assert_eq!(play.pack(0), "sword-of-fire worn, wand", "two uses, and it is gone");
    play.go("go e");
    assert!(play.told.contains(&"you slay the slime".to_owned()), "half of 5 rounded up is 3, and 2 + 2 went before");
}

#[test]
fn a_ring_takes_half_of_acid_and_all_of_poison() {
    let mut play = Sketch::new("\"wake\": 100,", &["@s...."]).inside("hero", "ring").play();
    let before = play.hp(0);
    play.go("rest; rest");
    assert_eq!(before - play.hp(0), 2, "{:?}", play.told);
    let mut snake = Sketch::new("", &["@S...."]).inside("hero", "ring").play();
    let before = snake.hp(0);
    snake.go("go e; go e; go e; rest; rest; rest; rest");
    assert_eq!(
        before - snake.hp(0),
        4,
        "two bites in each of two rounds: the snake was slain in the third, and poison is resisted"
    );
}

#[test]
fn poison_comes_back_until_it_is_spent_and_a_potion_ends_it() {
    let mut play = Sketch::new("", &["@g...."]).inside("hero", "potion").play();
    let before = play.hp(0);
    play.go("go e");
    assert!(play.told.contains(&"you step into a gas".to_owned()), "{:?}", play.told);
    play.go("rest; rest; rest; rest; rest; rest");
    assert_eq!(before - play.hp(0), 4);
    play.go("use potion");
    assert_eq!((before - play.hp(0), play.pack(0).as_str()), (0, ""), "it heals up to the most");
    let mut cured = Sketch::new("", &["@g...."]).inside("hero", "potion").play();
    cured.go("go e; use potion; rest; rest; rest; rest");
    assert_eq!(cured.hp(0), before, "one point was lost and healed, and no more came");
}

#[test]
fn acid_can_cost_what_one_carries_but_never_a_key() {
    let sketch = Sketch::new("\"classes\": { \"fighter\": { \"hit-points\": 900 } },", &["@s...."]);
    let mut play = sketch.inside("hero", "key bread bread bread bread").play();
    for _ in 0..200 {
        play.go("rest");
    }
    assert_eq!(play.pack(0), "key", "all bread is eaten by acid");
}

#[test]
fn archers_strike_from_afar_and_only_what_they_see() {
    let mut play = Sketch::new("", &["@....a"]).play();
    let before = play.hp(0);
    play.go("rest; rest");
    assert_eq!(before - play.hp(0), 4);
    let mut hidden = Sketch::new("", &["@.+..a"]).play();
    hidden.go("rest; rest; rest");
    assert_eq!(hidden.hp(0), before);
}

#[test]
fn darts_and_spells_reach_the_first_one_in_their_way() {
    let mut play = Match::begin(Sketch::new("\"stat-dice\": 12,", &["@..r.r"]).game());
    play.go("be human mage");
    assert_eq!((play.pack(0).as_str(), play.view(0).sp()), ("2 dart", (6, 6)));
    assert_eq!(play.check("throw dart 5,0"), Err(Refusal::OutOfRange { distance: 5, most: 4 }));
    play.go("throw dart 4,0");
    assert!(play.told.contains(&"you slay the rat".to_owned()), "{:?}", play.told);
    play.go("cast 4,0");
    assert_eq!(play.view(0).sp().0, 2);
    assert!(play.told.contains(&"you slay the rat".to_owned()), "{:?}", play.told);
    assert_eq!(play.check("cast 4,0"), Err(Refusal::TooFewSpellPoints { needs: 4, has: 2 }));
}

#[test]
fn experience_raises_a_hero() {
    let classes = "\"classes\": { \"fighter\": { \"hit-points\": 200, \"per-level\": 5 } },";
    let mut play = Sketch::new(classes, &["rrrrrr\nrr@rrr\nrrrrrr"]).inside("hero", "sword").play();
    let before = play.view(0).hp().1;
    for line in ["go e", "go w", "go n", "go s", "go ne", "go nw", "go se", "go sw"] {
        while play.check(line).is_ok() && play.view(0).rank() == 1 && play.state.stage == Stage::Descent {
            play.go(line);
        }
    }
    assert!(play.view(0).rank() == 2 && play.view(0).hp().1 == before + 5, "{:?}", play.told);
}

#[test]
fn only_the_first_of_a_kind_is_worth_all_if_the_game_says_so() {
    let mut play =
        Sketch::new("\"repeat-experience\": 1, \"experience\": \"worth\",", &["o@o..."]).inside("hero", "sword").play();
    play.go("go e; go e");
    let first = play.view(0).hero().experience;
    play.go("go w; go w");
    assert!(first > 1 && play.view(0).hero().experience == first + 1, "{first}");
}

/// What a fight costs, worked out by hand, in hundredths of hit points.
#[test]
fn a_fight_costs_what_is_worked_out_by_hand() {
    let cost = |more: &str, carried: &str, kind: &str, approach: u32| {
        let sketch = Sketch::new(more, &["@...."]).inside("hero", carried);
        let play = sketch.play();
        let kind = sketch.0.design.find::<UnitType>(kind).expect("a type").index() as u16;
        let hp = play.game.monster(kind).expect("a monster").hp;
        play.game.fight_cost(play.view(0).hero(), kind, hp, approach)
    };
    // All hit, bare hands for 1 and the sword for 5. A rat has 2 hit points and bites for 1.
    assert_eq!(cost("", "", "rat", 0), 200);
    assert_eq!(cost("", "sword", "rat", 0), 100, "half a blow is a whole one");
    // 9 hit points are 1.8 blows; the orc is half as fast, and strikes for 3: 1.8 / 2 * 3.
    assert_eq!(cost("", "sword", "orc", 0), 270);
    // One blow, and five shots before it, each for 2. Who comes nearer shoots at 60 of 140 steps: three at seven.
    assert_eq!(cost("", "sword", "archer", 5), 1200);
    let comes = "\"monsters\": { \"archer\": { \"hp\": 4, \"hit\": 60, \"damage\": 2, \"range\": 6 } },";
    assert_eq!(cost(comes, "sword", "archer", 7), 800);
    // Six blows, acid for 4 each; the ring halves it. Of a blow of fire the slime feels half: 2.4 blows.
    assert_eq!(cost("", "", "slime", 0), 2400);
    assert_eq!(cost("", "ring", "slime", 0), 1200);
    assert_eq!(cost("", "ring sword:of-fire", "slime", 0), 480);
    // Three blows, six bites of 1; poison for 2 through half of the fight and three rounds more: 2 * 4.5. The ring takes the poison.
    assert_eq!(cost("", "", "snake", 0), 600 + 900);
    assert_eq!(cost("", "ring", "snake", 0), 600);
    // Three of four blows hit: 2.66 blows, of which a third is answered.
    assert_eq!(cost("\"hit-least\": 5, \"hit-most\": 95,", "", "rat", 0), 266 * 33 / 100);
    // What is wounded costs less, and what is no monster nothing.
    let play = Sketch::new("", &["@r...."]).play();
    let kind = play.view(0).monsters()[0].kind;
    assert_eq!([1, 2].map(|hp| play.game.fight_cost(play.view(0).hero(), kind, hp, 0)), [100, 200]);
    assert_eq!(play.game.fight_cost(play.view(0).hero(), 0, 2, 0), 0);
}

#[test]
fn skills_grow_with_use_and_decay_without() {
    let monsters =
        "\"monsters\": { \"orc\": { \"hp\": 9000, \"hit\": 0, \"damage\": 0, \"awake\": 100 } }, \"skill-decay\": 5,";
    let mut play = Sketch::new(monsters, &["@o...."]).inside("hero", "sword").play();
    (0..60).for_each(|_| _ = play.go("go e"));
    let skill = |play: &Match| play.view(0).hero().attributes.get("skill.weapon.blade").expect("it was used");
    let best = skill(&play).current;
    assert!((20..=60).contains(&best), "{best}");
    (0..60).for_each(|_| _ = play.go("rest"));
    play.go("go e");
    let now = skill(&play);
    assert!(now.current < best && now.base >= best, "{now:?}");
}
