//! Worlds of several levels: rolled, written and read, drawn, played.

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use fairmarch_tests::{preset, roll};
use grid::flood_over;
use kernel::EventKind;
use kernel_players::KernelPlayers;
use pipeline::{Options, Request};
use world::Scenario;

/// An island and caverns, as small as the preset allows.
fn underworld(seed: u64, more: &str) -> Scenario {
    roll(&format!("underworld:{seed}:size=36x30{more}")).scenario
}

#[test]
fn an_underworld_hangs_together_with_starts_on_both_levels() {
    for (seed, more) in [(1, ""), (2, ",sides=3"), (3, ",area=hexagon"), (4, ",variant.depth=3,sides=6")] {
        let scenario = underworld(seed, more);
        assert_eq!(pipeline::find_broken(&scenario), None, "{seed}{more}");
        assert_eq!(playtest::find_unplayable(&scenario), None, "{seed}{more}");
        let area = scenario.world.area;
        let mut starts = vec![0; area.levels() as usize];
        for side in &scenario.sides {
            starts[area.level(side.center.expect("a centre")) as usize] += 1;
        }
        let (least, most) = (starts.iter().min().unwrap(), starts.iter().max().unwrap());
        assert!(most - least <= 1, "{seed}{more}: {starts:?}");
        assert!(scenario.world.links.len() >= 4, "{seed}{more}");
        let dry = |cell| !scenario.world.is_liquid(&scenario.design, cell);
        let rock = scenario.design.find("rock").unwrap();
        let stands = |cell| dry(cell) && scenario.world.terrain_at(cell) != rock;
        let home = scenario.sides[0].center.unwrap();
        let reached = flood_over(&area, &scenario.world.all_links(), home, stands);
        for side in &scenario.sides {
            assert!(reached.contains(&side.center.unwrap()), "{seed}{more}: all starts are joined");
        }
    }
}

#[test]
fn levels_and_links_come_back_from_their_file() {
    let scenario = underworld(5, "");
    let text = formats::write_scenario(&scenario);
    let (read, warnings) =
        formats::read_scenario("scenario.ron", &text, &|_| None, &pipeline::known()).expect("it was written by us");
    assert!(warnings.0.is_empty(), "{:?}", warnings.0);
    assert_eq!(formats::write_scenario(&read), text);
    assert_eq!(
        (&read.world.links, &read.units, &read.sides),
        (&scenario.world.links, &scenario.units, &scenario.sides)
    );
    for cell in scenario.world.area.cells() {
        assert_eq!(read.world.terrain_at(cell), scenario.world.terrain_at(cell));
    }
    let told = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let broken = text.replacen(from, to, 1);
        let faults = formats::read_scenario("s.ron", &broken, &|_| None, &pipeline::known()).unwrap_err();
        faults.0.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("\n")
    };
    let levels = told("\"levels\": 2 ", "\"levels\": 3 ");
    assert!(levels.contains("expected 3 lists of 30 rows each"), "{levels}");
    let none = told("\"levels\": 2 ", "\"levels\": 65 ");
    assert!(none.contains("1 to 64"), "{none}");
    let kind = told("\"type\": \"shaft\"", "\"type\": \"plains\"");
    assert!(kind.contains("`plains` is no connection"), "{kind}");
    let place = told("\"from\": [", "\"from\": [900, ");
    assert!(
        place.contains("[column, row, level] of a cell in 36x30 with 2 levels, of which the first is 1"),
        "{place}"
    );
}

#[test]
fn a_step_runs_again_on_one_level() {
    let scenario = underworld(6, "");
    let rerun = |step: &str, level: Option<u32>| {
        let reach = pipeline::Reach { level, region: None };
        pipeline::rerun(&scenario, step, &reach, 99, &Default::default(), &playtest::weights())
    };
    let (made, _) = rerun("make-rivers", None).expect("its level has heights");
    assert_eq!(made.world.level(1).edges, scenario.world.level(1).edges, "it works on the island, as in the recipe");
    let rivers = made.origins.methods.iter().filter(|(name, _)| name == "make-rivers").count();
    assert_eq!(rivers, 1);
    let (made, _) = rerun("make-roads", Some(1)).expect("roads below");
    assert_eq!(made.world.level(0), scenario.world.level(0));
    assert_eq!(made.units, scenario.units);
    let (made, _) = rerun("make-stairs", None).expect("other stairs");
    assert_ne!(made.world.links, scenario.world.links);
    assert_eq!(made.world.terrain, scenario.world.terrain);
    assert_eq!(
        rerun("make-roads", Some(2)).unwrap_err().to_string(),
        "there is no level 3 to run `make-roads` on: underworld has 2 levels"
    );
}

#[test]
fn names_differ_between_levels_and_a_recipe_says_what_has_none() {
    // Both levels are islands, each with names.
    let text = r#"{ "format": 1, "title": "Two isles", "extends": "classic", "globals": { "levels": 2 } }"#;
    let loaded =
        pipeline::load_text("isles", "isles.ron", text, &|_| None).unwrap_or_else(|faults| panic!("{faults:?}"));
    let request = Request { seed: 4, size: Some((40, 40)), sides: Some(2), ..Request::default() };
    let made = pipeline::roll(&loaded, &request, &Options { tries: 3, ..Options::new("file") });
    // Without links nobody gets from one to the other, so both sides begin on one level or cannot be played.
    match made {
        Ok(roll) => {
            assert_eq!(pipeline::find_broken(&roll.scenario), None);
            let features = &roll.scenario.world.features;
            let on =
                |level| features.iter().filter(|feature| roll.scenario.world.area.level(feature.at) == level).count();
            assert!(on(0) > 0 && on(1) > 0);
            assert_ne!(roll.scenario.world.level(0).terrain, roll.scenario.world.level(1).terrain);
        }
        Err(why) => assert!(why.to_string().contains("cannot reach any rival"), "{why}"),
    }
}

/// The first level is what a world of one level is: the others have streams of their own.
#[test]
fn the_first_level_is_the_same_as_a_world_of_one() {
    let one = preset("classic");
    let request = Request { seed: 9, size: Some((40, 36)), sides: Some(1), ..Request::default() };
    let flat = pipeline::roll(&one, &request, &Options::new("classic")).unwrap().scenario;
    let text = r#"{ "format": 1, "extends": "classic", "globals": { "levels": 3 } }"#;
    let deep = pipeline::load_text("deep", "deep.ron", text, &|_| None).unwrap_or_else(|faults| panic!("{faults:?}"));
    let deep = pipeline::roll(&deep, &request, &Options::new("file")).unwrap().scenario;
    assert_eq!(deep.world.level(0).elevation, flat.world.elevation);
    let river = flat.design.find("river").unwrap();
    assert_eq!(deep.world.level(0).edges.get(&river), flat.world.edges.get(&river));
}

// Takes seconds: a world of several levels is written in every format.
#[test]
fn other_programs_get_one_level_and_are_told_of_the_others() {
    let scenario = underworld(7, "");
    for name in ["tmx", "gdl", "geojson", "svg", "cells", "heights", "text"] {
        let Ok(choice) = name.parse::<output::FormatChoice>() else { continue };
        let written = choice.write(&scenario).unwrap_or_else(|why| panic!("{name}: {why}"));
        let told: Vec<String> = written.warnings.0.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.contains("1 level beside level 1")), "{name}: {told:?}");
    }
    let below: output::FormatChoice = "gdl:level=2".parse().unwrap();
    let text = String::from_utf8(below.write(&scenario).unwrap().files.remove(0).1).unwrap();
    assert!(text.contains("cavern"), "the caverns");
    let deeper: output::FormatChoice = "gdl:level=3".parse().unwrap();
    assert_eq!(
        deeper.write(&scenario).unwrap_err().to_string(),
        "the scenario has no level 3: expected a level from 1 to 2"
    );
    let gdl = formats::gdl::write_gdl("u", &scenario.design, Some(&scenario), &[], &pipeline::known());
    assert!(gdl.contains("Xconq has no levels: this is the first of 2, without links to the others."));
    let read = pipeline::load_gdl("u", "u.g", &gdl, &|_| None).expect("it reads back");
    assert_eq!(read.start.expect("a start").world.area.levels(), 1);
    let map = output::terminal_map(&scenario, 78, false);
    assert!(map.contains("level 1\n") && map.contains("level 2\n") && map.contains('>') && map.contains('<'), "{map}");
    let page: output::FormatChoice = "html".parse().unwrap();
    let page = String::from_utf8(page.write(&scenario).unwrap().files.remove(0).1).unwrap();
    assert!(page.contains("36 &times; 30 cells on 2 levels"));
}

/// Plays `turns` turns with the same player at every seat. Returns the number of steps over links.
fn steps_over_links(scenario: &Scenario, player: &str, turns: u32) -> u32 {
    let rules = kernel::Kernel::open(scenario).unwrap_or_else(|why| panic!("{why}"));
    let entry = KernelPlayers::PLAYERS.iter().find(|entry| entry.name == player).expect("a player of that name");
    let mut players: Vec<Box<dyn Player<kernel::Kernel>>> = (0..rules.seats()).map(|_| (entry.make)(None)).collect();
    let (mut state, mut stream) = (rules.begin(Seed(3)), Seed(9).stream("players"));
    let mut steps = 0;
    while rules.turn(&state) <= turns {
        let Some(seat) = rules.to_act(&state).iter().next() else { break };
        let view = rules.view(&state, seat);
        let action = players[seat.index()].choose(&rules, view, &mut stream).expect("it goes on");
        let made = rules.apply(&mut state, seat, action, &mut |event| {
            if let EventKind::Moved { who, to } = event.what {
                steps += u32::from(rules.area.level(who.cell) != rules.area.level(to));
            }
        });
        made.unwrap_or_else(|refusal| panic!("{player}: {action:?}: {refusal}"));
    }
    steps
}

#[test]
fn players_go_up_and_down_the_shafts() {
    let scenario = underworld(8, "");
    assert!(steps_over_links(&scenario, "goal", 60) > 0, "units that look for prizes come to the other level");
    assert!(steps_over_links(&scenario, "greedy", 60) > 0, "and so do those that take what is near");
}

#[test]
fn rules_for_one_level_say_so() {
    for preset in ["generals-view", "empire", "hostile-space"] {
        let text = format!(r#"{{ "format": 1, "extends": "{preset}", "globals": {{ "levels": 2 }} }}"#);
        let loaded =
            pipeline::load_text("deep", "deep.ron", &text, &|_| None).unwrap_or_else(|faults| panic!("{faults:?}"));
        let made = pipeline::roll(&loaded, &Request::default(), &Options { tries: 1, ..Options::new("file") });
        let told = made.unwrap_err().to_string();
        assert!(told.contains(&format!("`{preset}` is played on one level, and this world has 2")), "{told}");
    }
}
