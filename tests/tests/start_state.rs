//! The start state of whole rolls: people, control, weather and date; and the other methods of terrain in the classic game.

use std::sync::LazyLock;

use pipeline::{Loaded, Options, Request};
use proptest::prelude::*;

const RICH: &str = r#"{
  "extends": "classic",
  "terrain": {
    "plains": { "country-people-chance": 90, "independent-people-chance": 10, "temperature-average": 15, "temperature-max": 40,
        "temperature-variability": 9, "clouds-max": 60, "wind-force-average": 2, "wind-force-max": 9 },
    "sea": { "temperature-average": 9, "temperature-min": 2, "temperature-max": 22, "clouds-min": 10, "clouds-max": 90,
        "wind-force-average": 5, "wind-force-max": 20 },
  },
  "tables": { "control-range": { "armor": { "land": 0 } } },
  "globals": { "initial-date-min": "Mar 1800", "initial-date-max": "Aug 1840", "temperature-moderation-range": 1 },
  "recipe": ["make-fractal-percentile-terrain", "make-rivers", "make-independent-units", "make-countries",
    "make-initial-materials", "make-weather", "make-random-date"],
}"#;

static RICH_LOADED: LazyLock<Loaded> = LazyLock::new(|| load(RICH));

fn load(text: &str) -> Loaded {
    pipeline::load("test", "test.ron", text, &include).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn include(name: &str) -> Option<(String, String)> {
    pipeline::embedded(name).map(|found| (found.file.to_owned(), found.text.to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fairmarch_tests::cases(24), ..ProptestConfig::default() })]

    // Takes seconds: whole worlds are rolled, written and read again.
    #[test]
    fn start_states_hold_their_invariants_and_come_back_from_files(
        seed in 0_u64..1_000_000, width in 30_u32..120, area in proptest::sample::select(grid::Shape::ALL),
    ) {
        let loaded = RICH_LOADED.clone();
        let request = Request { seed, size: Some((width, 32)), area: Some(area), ..Request::default() };
        let roll = pipeline::roll(&loaded, &request, &Options { tries: 2, ..Options::new("test") });
        let roll = roll.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(pipeline::find_broken(&roll.scenario), None);
        let world = &roll.scenario.world;
        prop_assert!(world.people.is_some() && world.control.is_some() && world.temperature.is_some());
        prop_assert!(world.clouds.is_some() && world.winds.is_some() && !world.date.is_empty());
        let text = formats::write_scenario(&roll.scenario);
        let (read, _) = formats::read_scenario("scenario.ron", &text, &|_| None, &pipeline::known())
            .map_err(|faults| TestCaseError::fail(format!("{:?}", faults.0)))?;
        prop_assert_eq!(formats::write_scenario(&read), text);
        for cell in world.area.cells() {
            let of = |world: &world::World| (
                world.people.as_ref().map(|layer| layer[cell]),
                world.control.as_ref().map(|layer| layer[cell]),
                world.temperature.as_ref().map(|layer| layer[cell]),
                world.clouds.as_ref().map(|layer| layer[cell]),
                world.winds.as_ref().map(|layer| layer[cell]),
            );
            prop_assert_eq!(of(world), of(&read.world));
        }
        prop_assert_eq!(&world.date, &read.world.date);
    }
}

#[test]
fn faults_of_a_start_state_are_named() {
    let loaded = load(RICH);
    let request = Request { seed: 4, size: Some((40, 40)), ..Request::default() };
    let roll = pipeline::roll(&loaded, &request, &Options::new("test")).expect("a roll");
    let text = formats::write_scenario(&roll.scenario);
    let told = |text: &str| {
        let read = formats::read_scenario("scenario.ron", text, &|_| None, &pipeline::known());
        let faults = read.expect_err("a fault").0;
        faults
            .into_iter()
            .map(|fault| (fault.code, fault.place.expect("it has a place").line as usize))
            .collect::<Vec<_>>()
    };
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let winds = text.find("\"winds\": {").expect("winds are written");
    let row = winds + text[winds..].find("\"rows\": [").expect("rows") + 9;
    let first = row + text[row..].find('"').expect("a row") + 1;
    let end = first + text[first..].find(' ').expect("numbers");
    let broken = format!("{}7{}", &text[..first], &text[end..]);
    assert_eq!(told(&broken), [("bad-layer", line(row))]);
    let nobody = text.find("nobody").expect("cells without people");
    assert_eq!(told(&text.replacen("nobody", "nobodi", 1)), [("wrong-kind", line(nobody))]);
}

/// Each other method of terrain gives the classic game worlds that hold their invariants.
// Takes seconds: whole worlds are rolled, written and read again.
#[test]
fn other_terrain_suits_a_whole_game() {
    let recipe = |method: &str| RICH.replace("\"make-fractal-percentile-terrain\"", method);
    for method in ["\"make-random-terrain\"", "\"make-noise-terrain\""] {
        let loaded = load(&recipe(method));
        for &area in grid::Shape::ALL {
            for seed in 0..4 {
                let request = Request { seed, size: Some((50, 50)), area: Some(area), ..Request::default() };
                let roll = pipeline::roll(&loaded, &request, &Options { tries: 3, ..Options::new("test") });
                let roll = roll.unwrap_or_else(|error| panic!("{method} {area} {seed}: {error}"));
                assert_eq!(pipeline::find_broken(&roll.scenario), None, "{method} {area} {seed}");
            }
        }
    }
}
