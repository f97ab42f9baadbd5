//! Steps, doors, keys, stairs, sight, memory, energy.

use super::*;

#[test]
fn a_hero_walks_opens_doors_and_stops_at_walls() {
    let mut play = Sketch::new("", &["@.+..#"]).play();
    play.go("go e");
    let refused = |play: &Match, line: &str| play.check(line).expect_err("a wall").to_string();
    assert_eq!((play.at(0).as_str(), refused(&play, "go n").as_str()), ("1,0", "the rock is in the way"));
    play.go("go e");
    assert_eq!((play.at(0).as_str(), play.told.as_slice()), ("1,0", ["you open a door".to_owned()].as_slice()));
    play.go("go e; go e");
    assert_eq!(play.at(0), "3,0");
    play.go("close w");
    assert!(
        play.view(0).ground(play.game.area.find_cell("2,0").expect("a cell")).is_some_and(|it| play.game.is_opaque(it))
    );
    assert_eq!(play.check("close e"), Err(Refusal::NoDoor));
    play.go("go e");
    assert_eq!(refused(&play, "go e"), "the rock is in the way");
}

#[test]
fn a_locked_door_wants_its_key_and_keeps_it() {
    let mut play = Sketch::new("", &["k@X.X."]).play();
    assert_eq!(play.check("go e"), Err(Refusal::Locked { lock: 1 }));
    play.go("go w; take; go e; go e; go e; go e; go e; go e");
    assert_eq!((play.at(0).as_str(), play.pack(0).as_str()), ("4,0", "key"));
}

#[test]
fn nobody_sees_through_walls_and_what_was_seen_is_remembered() {
    let drawing = "
        #######
        #..#..#
        #@.+..#
        #..#.r#
        #######";
    let mut play = Sketch::new("", &[drawing]).play();
    let cell = |name: &str| play.game.area.find_cell(name).expect("a cell");
    let (door, beyond) = (cell("3,2"), cell("5,1"));
    assert_eq!((play.view(0).ground(beyond), play.view(0).monsters().len()), (None, 0));
    assert!(play.view(0).sees(door));
    play.go("go e; go e");
    assert!(play.view(0).ground(beyond).is_some(), "the open door lets one see");
    assert_eq!(play.view(0).monsters().len(), 1);
    play.go("go w; go s");
    assert!(!play.view(0).sees(beyond) && play.view(0).ground(beyond).is_some(), "it is remembered");
}

#[test]
fn stairs_lead_down_and_up_and_levels_keep_what_happened() {
    let mut play = Sketch::new("", &["@.!.", "...."]).stairs("1,0", "3,0/2").play();
    assert!(play.game.read_move(play.view(0), "down").is_err(), "no stairs here");
    play.go("go e; down");
    assert_eq!((play.at(0).as_str(), play.view(0).standing(ONE)), ("3,0/2", (true, 2)));
    assert!(play.told.contains(&"you go down to level 2".to_owned()), "{:?}", play.told);
    play.go("up; go e; take; go w; climb 3,0/2; up");
    assert_eq!((play.at(0).as_str(), play.pack(0).as_str()), ("1,0/1", "potion"));
    assert!(play.view(0).objects(0).is_empty(), "what was taken is gone");
}

#[test]
fn another_hero_is_first_in_each_round() {
    let mut play = Sketch::new("", &["@.....\n2....."]).play();
    let mut acting = Vec::new();
    for _ in 0..6 {
        acting.push(play.seat().0);
        play.go("rest");
    }
    assert_eq!(acting, [0, 1, 1, 0, 0, 1]);
}

#[test]
fn whoever_is_twice_as_fast_acts_twice_as_often() {
    // The snake bites twice a round, the orc every other round, the rat once.
    for (drawing, blows) in [("@S....", 8), ("@o....", 2), ("@r....", 4)] {
        let mut play = Sketch::new("\"classes\": { \"fighter\": { \"hit-points\": 200 } },", &[drawing]).play();
        let mut bitten = 0;
        for _ in 0..4 {
            play.go("rest");
            let is_bite = |event: &&Event| {
                matches!(event.what, fairmarch_dungeon::What::Struck { by: fairmarch_dungeon::Who::Monster(_), .. })
            };
            bitten += play.events.iter().filter(is_bite).count();
        }
        assert_eq!(bitten, blows, "{drawing}");
    }
}

#[test]
fn levels_without_heroes_rest() {
    let mut play = Sketch::new("", &["@.....", "r....."]).stairs("5,0", "5,0/2").play();
    play.go("rest; rest; rest; rest; rest");
    assert_eq!(play.state.monster_turns(), 0);
    play.go("go e; go e; go e; go e; go e; down; rest; rest");
    assert!(play.state.monster_turns() > 1);
}

#[test]
fn a_level_fills_up_again_where_the_game_says_so() {
    let mut play = Sketch::new("\"restock\": 3,", &["@.....", "......"]).stairs("1,0", "0,0/2").play();
    let count = |play: &Match, level: usize| play.state.levels[level].monsters.len();
    assert_eq!((count(&play, 0), count(&play, 1)), (0, 0), "the first level is in sight, so nobody comes");
    play.go("go e");
    play.go("down");
    assert_eq!(count(&play, 1), 0, "all of this level is in sight");
    let long = format!("@{}", ".".repeat(40));
    let mut far = Sketch::new("\"restock\": 3,", &[&long, &long.replace('@', ".")]).stairs("1,0", "0,0/2").play();
    assert_eq!(count(&far, 0), 3);
    far.go("go e; down");
    assert_eq!(count(&far, 1), 3);
    assert!(far.state.levels[1].monsters.iter().all(|(_, monster)| far.game.kind_name(monster.kind) == "orc"));
}
