//! Games of GDL as Xconq's library writes them (`gdl-reference` 21): the samples 27 to 31, loaded, rolled and played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use chance::Seed;
use contract::{AnyGame, Game, Seat};
use design::UnitType;
use pipeline::{Loaded, Options, Request, VariantError};
use world::{Place, Scenario, SideId};

fn load(name: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gdl");
    let text = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.g"))).ok();
    let include = |name: &str| Some((format!("{name}.g"), text(name)?));
    pipeline::load_gdl(name, &format!("{name}.g"), &text(name).unwrap(), &include)
        .unwrap_or_else(|told| panic!("{name}: {told:?}"))
}

fn roll(loaded: &Loaded, seed: u64) -> (Scenario, Vec<&'static str>) {
    let request = Request { seed, ..Request::default() };
    let options = Options { tries: 1, ..Options::new("file") };
    let roll = pipeline::roll(loaded, &request, &options).unwrap_or_else(|error| panic!("{error}"));
    (roll.scenario, roll.history.warnings.iter().map(|warning| warning.code).collect())
}

fn begin(scenario: &Scenario) -> Game<kernel::Kernel> {
    Game::new(Arc::new(kernel::Kernel::open(scenario).unwrap()), Seed(1))
}

fn end_turn(game: &mut dyn AnyGame) {
    let turn = game.turn();
    while game.turn() == turn && game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody is to act");
        game.apply(seat, "end").unwrap_or_else(|error| panic!("{error}"));
    }
}

/// How many units of a type each side has, the independents first.
fn counts(scenario: &Scenario, kind: &str) -> Vec<usize> {
    let kind: UnitType = scenario.design.find(kind).unwrap();
    let of = |side: SideId| scenario.units.iter().filter(|unit| unit.kind == kind && unit.side == side).count();
    std::iter::once(SideId::INDEPENDENT).chain(scenario.side_ids()).map(of).collect()
}

#[test]
fn a_base_keeps_its_variants_to_itself() {
    let loaded = load("27-variants-of-others");
    let (scenario, _) = roll(&loaded, 3);
    assert_eq!(counts(&scenario, "mill"), [0, 1, 1], "the base would have nine each");
    let names: Vec<_> = loaded.variants.iter().map(|variant| (&*variant.name, variant.values.join(" "))).collect();
    assert_eq!(names, [("broken", "false".to_owned()), ("wheels", "2 5".to_owned())]);
    let choose = |name: &str, value: &str| loaded.with_variants(&BTreeMap::from([(name.to_owned(), value.to_owned())]));
    let five = choose("wheels", "5").unwrap();
    let of = |key| five.design.int(key, five.design.find::<UnitType>("mill").unwrap());
    assert_eq!(
        (of(design::parameters::unit::ACP_PER_TURN), of(design::parameters::unit::HP_MAX)),
        (5, 20),
        "the choice reaches the first of the name, the second keeps its default"
    );
    assert!(matches!(choose("broken", "true"), Err(VariantError::Choice(_))), "its forms are faulty");
    let told: Vec<String> = loaded.warnings.0.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[1].contains("the variant `broken` does not offer `true`: there is no global variable"), "{told:#?}");
}

#[test]
fn units_wait_outside_and_come_in_their_turn() {
    let loaded = load("28-places-and-numbers");
    let (scenario, warnings) = roll(&loaded, 1);
    assert!(warnings.contains(&"wrong-side") && warnings.contains(&"unsound"), "{warnings:?}");
    let late = |scenario: &Scenario| scenario.units.iter().find(|unit| unit.name == "Late").unwrap().clone();
    assert!(late(&scenario).is_to_come(), "place-units leaves it outside");
    let mut game = begin(&scenario);
    let place = |game: &Game<kernel::Kernel>| {
        let shown = game.show(&scenario);
        let unit = late(&shown);
        (unit.cell().map(|cell| shown.world.area.oblique(cell)), unit.gdl.cp)
    };
    assert_eq!((game.turn(), place(&game).0), (1, None));
    end_turn(&mut game);
    assert_eq!((game.turn(), place(&game).0), (2, None));
    // What is saved in the meantime waits at the same place, in GDL as its mirror image.
    let saved = game.show(&scenario);
    let text = pipeline::as_gdl(&pipeline::load_start(saved, "", design::Diagnostics::default()), "saved");
    assert!(text.contains("(box -9 -8 1 (#"), "{text}");
    end_turn(&mut game);
    assert_eq!((game.turn(), place(&game)), (3, (Some((9, 8)), Some(1))), "a type of 5 cp arrives with 1");
}

#[test]
fn what_is_made_goes_beside_what_is_given() {
    let loaded = load("30-given-and-made");
    assert_eq!(loaded.design.sides_wanted(), 3, "two are wanted, but there are three at least");
    let (scenario, _) = roll(&loaded, 4);
    assert_eq!(counts(&scenario, "house"), [0, 8, 8, 8], "all at the usual advantage");
    assert!(scenario.units.iter().all(|unit| unit.materials.is_empty()), "no method gave them any");
    let shown = begin(&scenario).show(&scenario);
    let held = |kind: &str| {
        let kind: UnitType = shown.design.find(kind).unwrap();
        let units = shown.units.iter().filter(|unit| unit.kind == kind);
        units.map(|unit| unit.materials.clone()).collect::<Vec<_>>()
    };
    assert!(held("house").iter().all(|held| *held == [40]), "{:?}", held("house"));
    assert!(!held("well").is_empty() && held("well").iter().all(|held| *held == [40]), "{:?}", held("well"));
    // Through RON too.
    let ron = pipeline::as_ron(&loaded);
    let again = pipeline::load("again", "again.ron", &ron, &|_| None).unwrap_or_else(|told| panic!("{told:?}"));
    assert_eq!(roll(&again, 4).0.units, scenario.units);
}

#[test]
fn a_start_that_is_given_whole_is_played_as_it_is() {
    let loaded = load("31-given-start");
    let (scenario, warnings) = roll(&loaded, 1);
    assert_eq!(warnings, ["unsound"], "the watchman stands in the river");
    let poles = counts(&scenario, "pole")[0];
    assert!(poles > 1, "others are added to the one that is there: {poles}");
    // Rolled again from its file it gets no more.
    let text = formats::write_scenario(&scenario);
    let (read, _) = formats::read_scenario("again.ron", &text, &|_| None, &pipeline::known()).unwrap();
    let again = roll(&pipeline::load_start(read, &text, design::Diagnostics::default()), 2).0;
    assert_eq!(counts(&again, "pole")[0], poles);
    let mut game = begin(&scenario);
    let seats: Vec<Seat> = game.to_act().iter().collect();
    assert_eq!(game.outcome(), None, "the sleepers were never rivals, the others are");
    assert!(!seats.contains(&Seat(2)), "{seats:?}");
    for _ in 0..3 {
        end_turn(&mut game);
    }
    let shown = game.show(&scenario);
    assert_eq!(counts(&shown, "tower"), [0, 0, 1, 1], "the tower of the sleepers stays");
    let wader = shown.units.iter().find(|unit| unit.name == "Wader");
    assert!(wader.is_some_and(|unit| matches!(unit.place, Place::Cell(_))), "nothing moved it");
}

/// A side that is not in the game takes no turn, and no share of what is drawn or judged.
#[test]
fn an_inactive_side_is_in_no_count_of_matches() {
    let text = "(game-module \"ina\") (unit-type tank (acp-per-turn 3) (hp-max 3)) (terrain-type land (char \".\"))
        (table hit-chance (tank tank 50)) (table damage (tank tank 1))
        (area 9 9) (area (terrain (by-char \"a\") \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\"))
        (side 1 (name \"One\")) (side 2 (name \"Idle\") (active false)) (side 3 (name \"Three\"))
        (tank 3 4 1) (tank 4 6 2) (tank 6 4 3) (scorekeeper (do last-side-wins)) (set synthesis-methods nil)";
    let start = pipeline::load_gdl("ina", "ina.g", text, &|_| None).expect("a game").start.expect("its start");
    let runner = std::sync::Arc::new(playtest::open(&start).expect("it can be played"));
    let session =
        crate::sessions::session(std::sync::Arc::clone(&runner), vec!["random".parse().expect("a player")], 1, 12);
    session.play(40, &std::sync::atomic::AtomicBool::new(false), &mut |_, _, _| Ok::<(), ()>(())).expect("played");
    let report = session.report();
    assert_eq!(report.teams.iter().map(|team| team.team).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(report.seats[1].record.score(), 0.0, "nothing of draws either");
    let scores: f64 = report.teams.iter().map(|team| team.record.score()).sum();
    assert!((scores - 40.0).abs() < 1e-9, "two sides share all: {scores}");
    let text = report.text();
    assert!(!text.contains("Idle"), "{text}");
}
