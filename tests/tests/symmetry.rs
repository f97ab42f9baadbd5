//! Symmetric worlds, whole rolls: every kind on every area that allows it, equal to the cell and in every measure.

use std::sync::{Arc, LazyLock};

use contract::Seat;
use fairmarch_tests::preset;
use grid::{Area, Shape, Symmetry, SymmetryKind};
use pipeline::{Loaded, Options, Request, Roll, SymmetryWish};
use playtest::{Recording, Session, SessionSettings, no_programs};
use proptest::prelude::*;
use rayon::prelude::*;
use world::{Scenario, World, find_asymmetry};

const TERRAIN_METHODS: [&str; 3] = ["make-noise-terrain", "make-random-terrain", "make-fractal-percentile-terrain"];

/// The classic game with all that a scenario can hold: people, control, weather, units that settle as countries grow.
const RICH: &str = r#"{
  "extends": "classic",
  "terrain": {
    "plains": { "country-people-chance": 90, "independent-people-chance": 10, "temperature-average": 15, "temperature-max": 40,
        "temperature-variability": 9, "clouds-max": 60, "wind-force-average": 2, "wind-force-max": 9,
        "country-growth-chance": 80, "country-takeover-chance": 20 },
    "sea": { "temperature-average": 9, "temperature-min": 2, "temperature-max": 22, "clouds-min": 10, "clouds-max": 90,
        "wind-force-average": 5, "wind-force-max": 20 },
  },
  "units": { "town": { "independent-takeover-chance": 4000, "unit-growth-chance": 200, "spur-chance": 60, "spur-range": 6,
      "road-to-edge-chance": 20 } },
  "tables": { "control-range": { "armor": { "land": 0 } } },
  "globals": { "initial-date-min": "Mar 1800", "initial-date-max": "Aug 1840", "temperature-moderation-range": 1,
      "country-radius-max": 7, "growth-stop-chance": 5, "edge-road-density": 300 },
  "recipe": ["make-fractal-percentile-terrain", "make-rivers", "make-independent-units", "make-countries",
    "make-initial-materials", "make-roads", "make-weather", "make-random-date", "balance-starts"],
}"#;

static RICH_LOADED: LazyLock<Loaded> = LazyLock::new(|| load(RICH));

fn load(text: &str) -> Loaded {
    pipeline::load("test", "test.ron", text, &include).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn include(name: &str) -> Option<(String, String)> {
    pipeline::embedded(name).map(|found| (found.file.to_owned(), found.text.to_owned()))
}

fn kinds() -> Vec<SymmetryKind> {
    let rotations = [2, 3, 4, 6].map(SymmetryKind::Rotation);
    let translations = (2..=7).map(SymmetryKind::Translation);
    rotations.into_iter().chain([SymmetryKind::MirrorX, SymmetryKind::MirrorY]).chain(translations).collect()
}

fn roll(loaded: &Loaded, request: &Request) -> Result<Roll, String> {
    pipeline::roll(loaded, request, &Options { tries: 3, ..Options::new("test") }).map_err(|error| error.to_string())
}

/// A request for the size nearest to one at which the shape has the symmetry; `None` if it never has.
fn request(seed: u64, shape: Shape, size: (u32, u32), kind: SymmetryKind, groups: u8) -> Option<Request> {
    Some(Request {
        seed,
        size: Some(kind.nearest_size(shape, size.0, size.1)?),
        area: Some(shape),
        sides: Some(groups * kind.order()),
        symmetry: Some(SymmetryWish::Kind(kind)),
        ..Request::default()
    })
}

fn check_equal(roll: &Roll, order: usize) -> Result<(), TestCaseError> {
    let scenario = &roll.scenario;
    prop_assert_eq!(pipeline::find_broken(scenario), None, "{}", scenario.origins.string);
    prop_assert!(scenario.world.exact_symmetry().is_some());
    for measure in &scenario.fairness.as_ref().expect("rolls are scored").measures {
        for group in measure.values.chunks(order) {
            let is_equal = group.iter().all(|value| value.to_bits() == group[0].to_bits());
            prop_assert!(is_equal, "{} {:?} in {}", measure.name, group, scenario.origins.string);
        }
        prop_assert!(order < measure.values.len() || measure.min_over_max.to_bits() == 1.0_f64.to_bits());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fairmarch_tests::cases(24), ..ProptestConfig::default() })]

    // Takes seconds: whole worlds are rolled in every symmetry.
    #[test]
    fn seats_are_equal_to_the_cell_and_in_every_measure(
        seed in 0_u64..1_000_000, width in 36_u32..80, height in 36_u32..60, groups in 1_u8..3,
        shape in proptest::sample::select(Shape::ALL), rich in any::<bool>(),
    ) {
        let loaded = if rich { RICH_LOADED.clone() } else { preset("archipelago") };
        let mut made = 0;
        for kind in kinds() {
            let Some(request) = request(seed, shape, (width, height), kind, groups) else { continue };
            if request.sides.unwrap() > 12 {
                continue;
            }
            let rolled = match roll(&loaded, &request) {
                Ok(rolled) => rolled,
                // Small worlds have no room for many sides; nothing else is wrong with them.
                Err(reason) => {
                    let room = format!(" in {kind} cannot be met: no place lies so far from its images");
                    prop_assert!(reason.contains("make-countries: `country-separation-min` ") && reason.contains(&room), "{reason}");
                    continue;
                }
            };
            made += 1;
            check_equal(&rolled, usize::from(kind.order()))?;
            let text = formats::write_scenario(&rolled.scenario);
            let (read, _) = formats::read_scenario("scenario.ron", &text, &|_| None, &pipeline::known())
                .map_err(|faults| TestCaseError::fail(format!("{:?}", faults.0)))?;
            prop_assert_eq!(&read.world.symmetry, &rolled.scenario.world.symmetry);
            prop_assert_eq!(formats::write_scenario(&read), text);
        }
        prop_assert!(made >= 2, "only {made} kinds could be rolled on a {shape} of {width}x{height}");
    }

    // Takes seconds: whole worlds are rolled in every symmetry.
    #[test]
    fn every_method_of_terrain_keeps_the_symmetry(
        seed: u64, shape in proptest::sample::select(Shape::ALL), width in 20_u32..50, height in 20_u32..50,
    ) {
        // Effects of neighbours, of which the first in some order counts, and walls that lie on sides of cells by chance.
        let loaded = load(
            r#"{ "extends": "classic", "terrain": { "wall": { "subtype": "border", "occurrence": 500 } },
                 "tables": { "adjacent-terrain-effect": {
                     "plains": { "forest": "swamp", "desert": "forest" }, "shallows": { "mountains": "sea", "plains": "swamp" } } } }"#,
        );
        for (kind, method) in kinds().into_iter().flat_map(|kind| TERRAIN_METHODS.map(|method| (kind, method))) {
            let Some((width, height)) = kind.nearest_size(shape, width, height) else { continue };
            let mut world = World::new(Area::new(shape, width, height).unwrap());
            world.symmetry = Some(Symmetry::new(&world.area, kind).unwrap());
            let mut scenario = Scenario::new(Arc::clone(&loaded.design), world);
            for name in [method, "make-rivers"] {
                let settings = design::Settings::new(Arc::clone(&loaded.design));
                let mut history = synth::History::default();
                let mut synthesis =
                    synth::Synthesis::new(&mut scenario, &settings, &mut history, name, chance::Seed(seed));
                pipeline::method(name).unwrap().run(&mut synthesis).map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(find_asymmetry(&scenario), None, "{} {}", kind, name);
            }
        }
    }
}

/// The sides of cells that are rivers.
fn rivers(scenario: &world::Scenario) -> u32 {
    let design = &scenario.design;
    let is_river =
        |kind| design.int(design::parameters::terrain::SUBTYPE_X, kind) == design::parameters::terrain::RIVER_X;
    let layers = scenario.world.edges.iter().filter(|(kind, _)| is_river(**kind));
    layers.flat_map(|(_, edges)| edges.values()).map(|mask| mask.count_ones()).sum()
}

// Takes seconds: whole worlds are rolled in every symmetry.
#[test]
fn symmetric_worlds_have_as_many_rivers_as_others() {
    let loaded = preset("continent");
    for (shape, size, word) in [
        (Shape::Hexagon, (61, 61), "rotation-3"),
        (Shape::Rectangle, (60, 60), "rotation-2"),
        (Shape::Square8, (60, 60), "mirror-x"),
        (Shape::Cylinder, (60, 50), "translation-2"),
    ] {
        let count = |word: &str| -> u32 {
            let of_seed = |seed| {
                let symmetry = Some(word.parse().unwrap());
                let sides = Some(if word == "rotation-3" { 3 } else { 2 });
                let request =
                    Request { seed, size: Some(size), area: Some(shape), sides, symmetry, ..Request::default() };
                rivers(&roll(&loaded, &request).unwrap().scenario)
            };
            (1..=8).map(of_seed).sum()
        };
        let (with, without) = (count(word), count("none"));
        assert!(2 * with > without && with < 2 * without, "{word}: {with} sides of rivers against {without}");
    }
}

#[test]
fn a_step_that_is_run_again_keeps_the_symmetry() {
    let loaded = preset("islands-symmetric");
    let made = roll(&loaded, &Request { seed: 4, ..Request::default() }).unwrap().scenario;
    let weights = playtest::weights();
    for step in ["make-rivers", "make-independent-units", "make-roads", "make-initial-materials"] {
        let (anew, _) = pipeline::rerun(&made, step, &pipeline::Reach::default(), 77, &Default::default(), &weights)
            .expect("a step that can run again");
        assert_eq!(find_asymmetry(&anew), None, "{step}");
    }
}

#[test]
fn strings_give_symmetric_worlds_again() {
    let loaded = preset("islands-symmetric");
    let first = roll(&loaded, &Request { seed: 3, sides: Some(3), ..Request::default() }).unwrap();
    assert_eq!(first.scenario.world.exact_symmetry().unwrap().kind(), SymmetryKind::Rotation(3));
    let shared: pipeline::SharedString = first.scenario.origins.string.parse().unwrap();
    let again = roll(&loaded, &shared.request).unwrap();
    assert_eq!(
        formats::write_scenario(&again.scenario).lines().skip(4).collect::<Vec<_>>(),
        formats::write_scenario(&first.scenario).lines().skip(4).collect::<Vec<_>>()
    );
}

#[test]
fn asymmetry_breaks_it_gently() {
    let loaded = preset("islands-symmetric");
    let world = |percent| {
        let request = Request { seed: 5, asymmetry: Some(percent), ..Request::default() };
        roll(&loaded, &request).unwrap().scenario.world
    };
    let exact = world(0);
    let symmetry = exact.exact_symmetry().unwrap().clone();
    assert_eq!(world(0), exact);
    let broken = |world: &world::World| {
        let terrain = world.terrain.as_ref().unwrap();
        let differs = |&cell: &grid::Cell| symmetry.images(cell).any(|image| terrain[image] != terrain[cell]);
        world.area.cells().filter(differs).count()
    };
    let counts = [0, 10, 30, 60, 100].map(|percent| broken(&world(percent)));
    assert_eq!(counts[0], 0);
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
    let half = world(50);
    assert!(half.symmetry.is_some() && half.exact_symmetry().is_none());
}

#[test]
fn what_cannot_be_symmetric_says_why() {
    let classic = preset("classic");
    let told = |request: Request| roll(&classic, &request).map(|_| ()).unwrap_err();
    let rotation = SymmetryWish::Kind(SymmetryKind::Rotation(6));
    let six = Request { symmetry: Some(rotation), area: Some(Shape::Hexagon), ..Request::default() };
    let told_size = told(Request { size: Some((60, 60)), sides: Some(6), ..six.clone() });
    assert_eq!(told_size, "a hexagon of 60x60 has no rotation-6: expected a size such as 59x59");
    let unequal = told(Request { sides: Some(6), advantages: vec![1, 1, 1, 2, 1, 1], ..six.clone() });
    assert_eq!(
        unequal,
        "none of 3 seeds does; the last one, 431654072: rotation-6 makes the sides alike, but their \
        advantages differ: give them the same, or an asymmetry above 0"
    );
    let maze = preset("labyrinth");
    let maze = roll(&maze, &Request { symmetry: Some(SymmetryWish::Auto), sides: Some(2), ..Request::default() });
    assert_eq!(
        maze.unwrap_err(),
        "none of 3 seeds does; the last one, 431654072: make-maze-terrain: `symmetry` rotation-2 cannot be \
        met: a maze of equal parts would be cut off at their bounds, or open all along them; ask for \
        `symmetry` none, or make terrain by another method"
    );
    let far = told(Request {
        sides: Some(6),
        set: [("make-countries.country-separation-min".to_owned(), "500".to_owned())].into(),
        ..six
    });
    assert_eq!(
        far,
        "none of 3 seeds does; the last one, 431654072: make-countries: `country-separation-min` 500 for 6 \
        sides in rotation-6 cannot be met: no place lies so far from its images that meets the design's \
        terrain constraints; a separation below 20 may work here; so do milder `country-terrain-min` and \
        `-max` or a larger area"
    );
}

#[test]
fn a_scenario_that_only_says_that_it_is_symmetric_is_refused() {
    let loaded = preset("islands-symmetric");
    let made = roll(&loaded, &Request { seed: 8, sides: Some(2), size: Some((41, 41)), ..Request::default() }).unwrap();
    let text = formats::write_scenario(&made.scenario);
    let start = |text: &str| {
        let read = formats::read_scenario("mine.ron", text, &|_| None, &pipeline::known());
        let (scenario, warnings) = read.unwrap_or_else(|faults| panic!("{faults:?}"));
        pipeline::load_start(scenario, text, warnings)
    };
    let fine = roll(&start(&text), &Request { seed: 9, ..Request::default() }).unwrap();
    assert_eq!(pipeline::find_broken(&fine.scenario), None);
    // Every unit of one side is given to the other.
    let untrue = text.replace("\"side\": 2", "\"side\": 1");
    assert_ne!(untrue, text);
    let told = roll(&start(&untrue), &Request { seed: 9, ..Request::default() }).unwrap_err();
    assert_eq!(told, "the unit at cell 34,12 breaks rotation-2: mend that, or take `symmetry` out of the scenario");
    let other = Request { symmetry: Some(SymmetryWish::Mirror), ..Request::default() };
    assert_eq!(
        roll(&start(&text), &other).unwrap_err(),
        "parts of the scenario are given: its symmetry is rotation-2, it cannot be made mirror"
    );
}

/// Players have no favourite direction either: seats that are alike win alike.
// Takes seconds: hundreds of matches show whether alike seats win alike.
#[test]
fn alike_seats_win_alike() {
    const MATCHES: u32 = 120;
    let loaded = preset("islands-symmetric");
    for (seed, kind) in [(1, SymmetryKind::Rotation(2)), (9, SymmetryKind::Rotation(2)), (2, SymmetryKind::MirrorX)] {
        let request = request(seed, Shape::Hexagon, (41, 41), kind, 1).expect("a symmetry of hexagons");
        let rolled = roll(&loaded, &request).unwrap();
        let runner = Arc::new(playtest::open(&rolled.scenario).unwrap());
        let settings = SessionSettings { seed, turn_limit: Some(400), ..SessionSettings::default() };
        let session = Session::new(runner, vec!["goal".parse().unwrap()], settings, Arc::new(no_programs)).unwrap();
        let wins = (0..MATCHES)
            .into_par_iter()
            .filter(|&number| session.play_match(number, Recording::Counts).result.outcome.winners.contains(Seat(0)));
        let wins = wins.count();
        // Five standard errors.
        assert!((33..=87).contains(&wins), "{kind:?} of seed {seed}: seat 1 wins {wins} of {MATCHES}");
    }
}
