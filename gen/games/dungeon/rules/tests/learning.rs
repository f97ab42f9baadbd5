//! What heroes learn from spells, maps and quests, where the game says so.

use super::*;

/// All three, with a model whose second level wants five.
const ALL: &str = "\"spell-experience\": 5, \"map-experience\": 20, \"quest-experience\": 30,";

fn experience(play: &Match) -> u32 {
    play.view(0).hero_experience()
}

fn mage(sketch: &Sketch) -> Match {
    let mut play = Match::begin(sketch.game());
    play.go("be human mage");
    play
}

#[test]
fn nothing_but_slaying_teaches_by_default() {
    let mut play = Sketch::new("", &["k@X.X.", "......"]).stairs("5,0", "0,0/2").play();
    play.go("go w; take; go e; go e; go e; go e; go e; go e; go e; down; rest");
    assert_eq!((experience(&play), play.view(0).standing(ONE)), (0, (true, 2)));
    let mut mage = mage(&Sketch::new("\"stat-dice\": 12,", &["@....."]));
    mage.go("cast 3,0; rest");
    assert_eq!(experience(&mage), 0);
    let numbers = &SEED.0;
    assert_eq!((numbers.spell_experience, numbers.map_experience, numbers.quest_experience), (0, 0, 0));
}

#[test]
fn the_first_spell_teaches_most_and_others_one_or_what_is_said() {
    for (more, gained) in [
        ("\"spell-experience\": 4,", [4, 1, 1]),
        ("\"spell-experience\": 4, \"repeat-experience\": 3,", [4, 3, 3]),
        ("\"spell-experience\": 4, \"repeat-experience\": 9,", [4, 4, 4]),
        ("\"spell-experience\": 1,", [1, 1, 1]),
        ("\"repeat-experience\": 3,", [0, 0, 0]),
    ] {
        let classes =
            "\"classes\": { \"mage\": { \"hit-points\": 10, \"spell-points\": 60, \"spell\": [\"bolt\", 0, 0, 3] } },";
        let mut play = mage(&Sketch::new(&format!("{more} {classes}"), &["@....."]));
        let mut before = 0;
        for gained in gained {
            play.go("cast 3,0");
            assert_eq!(experience(&play) - before, gained, "{more}");
            let is_told = play.told.contains(&format!("you gain {gained} experience for a spell"));
            assert_eq!(is_told, gained > 0, "{:?}", play.told);
            before = experience(&play);
        }
    }
}

#[test]
fn a_spell_that_slays_teaches_twice_and_a_wand_does_not() {
    let sketch = Sketch::new("\"spell-experience\": 5, \"stat-dice\": 12,", &["@.r.r."]).inside("hero", "wand");
    let mut play = mage(&sketch);
    play.go("aim wand 5,0");
    assert_eq!(experience(&play), 1, "{:?}", play.told);
    play.go("cast 5,0");
    assert_eq!(experience(&play), 7);
    assert_eq!(play.view(0).rank(), 2, "5 make the second level by the constant model");
    assert!(play.told.contains(&"you reach experience level 2".to_owned()), "{:?}", play.told);
}

#[test]
fn nine_tenths_of_what_can_be_walked_to_is_a_map_and_teaches_once() {
    // 19 cells to walk on with the door, behind which lie two. What is beyond the rock and the water is no floor to walk to.
    let drawing = "
        ###########
        #......##.#
        #......####
        #@...+..~.#
        ###########";
    let all = |play: &Match| play.game.floors[0].len();
    let mut play = Sketch::new("\"map-experience\": 20,", &[drawing]).play();
    assert_eq!(all(&play), 19);
    play.go("rest");
    assert_eq!(experience(&play), 0, "17 of 19 are seen from the start, and 90 percent are wanted");
    play.go("go e; go e; go e; go e");
    assert_eq!(experience(&play), 20, "{:?}", play.told);
    assert_eq!(play.told[..2], ["you open a door", "you gain 20 experience for the map of level 1"]);
    play.go("go e; go e; go w; rest");
    assert_eq!(experience(&play), 20, "once");
}

#[test]
fn each_level_has_its_map_and_a_scroll_shows_one() {
    let long = format!("@{}", ".".repeat(18));
    let sketch = Sketch::new("\"map-experience\": 20,", &[&long, &long.replace('@', ".")]).stairs("1,0", "0,0/2");
    let mut play = sketch.inside("hero", "scroll").play();
    play.go("go e");
    assert_eq!(experience(&play), 0);
    play.go("use scroll");
    assert!(play.told.contains(&"you gain 20 experience for the map of level 1".to_owned()), "{:?}", play.told);
    play.go("down");
    assert_eq!(experience(&play), 20, "of this level he has seen half");
    (0..10).for_each(|_| _ = play.go("go e"));
    assert_eq!(experience(&play), 40);
    play.go("go w");
    assert_eq!(experience(&play), 40);
}

#[test]
fn locks_and_depths_are_quests() {
    let sketch = Sketch::new("\"quest-experience\": 2,", &["k@X+..", "......", "......"]);
    let mut play = sketch.stairs("4,0", "0,0/2").stairs("1,0/2", "0,0/3").play();
    play.go("go w; take; go e");
    assert_eq!(experience(&play), 0, "to have a key is no quest, and neither is to begin");
    play.go("go e");
    assert_eq!(play.told, ["you open a door", "you gain 2 experience for opening a lock"]);
    play.go("go e; go e");
    assert_eq!(experience(&play), 2, "a door without a lock is none");
    play.go("go e; go e; down");
    assert!(play.told.contains(&"you gain 2 experience for reaching level 2".to_owned()), "{:?}", play.told);
    play.go("up; down");
    assert_eq!(experience(&play), 4, "level 2 is known");
    play.go("go e; down");
    assert_eq!((experience(&play), play.view(0).rank()), (6, 2));
}

#[test]
fn others_learn_nothing_of_what_one_learns() {
    let mut play = Sketch::new(ALL, &["@....2"]).play();
    play.go("rest");
    let learned =
        play.events.iter().find(|event| matches!(event.what, fairmarch_dungeon::What::Learned(..))).expect("a map");
    assert_eq!(learned.seen_by, contract::Seats::one(ONE));
    assert_eq!((experience(&play), play.view(1).hero_experience()), (20, 0));
}

#[test]
fn a_saved_game_keeps_what_was_learnt_and_a_guess_hides_how_much_there_is() {
    let mut play = mage(&Sketch::new(&format!("{ALL} \"stat-dice\": 12,"), &["@....."]));
    play.go("cast 3,0");
    assert_eq!(experience(&play), 25);
    let mut state = play.game.load(&play.game.save(&play.state)).expect("it was saved");
    assert_eq!(state, play.state);
    let saved = play.game.save(&play.state);
    let old = saved.replace("has_cast:true,", "").replace("mapped:1,", "");
    assert!(old.len() < saved.len() && play.game.load(&old).is_ok(), "games from before are read");
    play.game.apply(&mut state, ONE, fairmarch_dungeon::Move::Rest, &mut |_| {}).expect("a rest");
    assert_eq!(state.heroes[0].experience, 25, "the map is not learnt again");
    let fresh = Sketch::new(ALL, &["@....."]).play();
    let mut guess = fresh.view(0).guess(&mut Seed(1).stream("guess"));
    fresh.game.apply(&mut guess, ONE, fairmarch_dungeon::Move::Rest, &mut |_| {}).expect("a rest");
    assert_eq!(guess.heroes[0].experience, 0);
}

#[test]
fn the_help_page_tells_what_teaches_with_its_numbers() {
    let told = |more: &str| {
        let design = design_with(&format!("{more} {CATALOGUE}"));
        let chapter = fairmarch_dungeon::testing::chapters(&design).into_iter().find_map(|chapter| match chapter {
            contract::Chapter::Own(own) if own.title == "Experience" => Some(own.paragraphs.join(" ")),
            _ => None,
        });
        chapter.expect("a chapter")
    };
    let (all, none) = (told(ALL), told(""));
    for words in ["first spell that a hero casts gives 5, and each other one 1.", "gains 20, once", "key gives 30"] {
        assert!(all.contains(words) && !none.contains(words), "{words}: {all}");
    }
    assert!(told("\"spell-experience\": 5, \"repeat-experience\": 2,").contains("each other one 2."));
}

#[test]
fn the_expected_descent_counts_maps_locks_and_depths() {
    let ranks = |more: &str| -> Vec<u32> {
        let sketch = Sketch::new(more, &["k@X.X.", "......", "......"]).stairs("5,0", "0,0/2").stairs("5,0/2", "0,0/3");
        sketch.game().descent().iter().map(|depth| depth.rank).collect()
    };
    assert_eq!(ranks(""), [1, 1, 1]);
    // Two locks and a depth on the first level, and a depth on the second: 60, then 80.
    assert_eq!(ranks("\"quest-experience\": 20,"), [1, 5, 6]);
    assert_eq!(ranks("\"map-experience\": 20,"), [1, 3, 4]);
}
