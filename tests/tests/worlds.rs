//! Whole rolls: invariants over seeds, the same bytes on any number of threads, files that come back, a catalogue of seeds.

use std::fmt::Write as _;

use fairmarch_tests::{preset, roll, roll_if_room};
use grid::Shape;
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    #![proptest_config(ProptestConfig { cases: fairmarch_tests::cases(40), ..ProptestConfig::default() })]

    /// Any size, any number of sides, any area: a good scenario, or no room for that many sides.
    // Takes seconds: whole worlds of every preset are rolled.
    #[test]
    fn every_roll_holds_its_invariants(
        seed in 0_u64..1_000_000, width in 30_u32..90, height in 30_u32..60, sides in 1_u8..12, area in select(Shape::ALL),
    ) {
        let height = area.fitting_height(width, height);
        let string = format!("classic:{seed}:area={area},sides={sides},size={width}x{height}");
        let Some(roll) = roll_if_room(&string).map_err(TestCaseError::fail)? else { return Ok(()) };
        prop_assert_eq!(pipeline::find_broken(&roll.scenario), None, "{}", string);
        prop_assert_eq!(playtest::find_unplayable(&roll.scenario), None, "{}", string);
        let fairness = roll.scenario.fairness.as_ref().expect("a roll is judged");
        prop_assert!((0.0..=1.0).contains(&fairness.score) && !fairness.reason.is_empty());
    }

    /// What is written is what is read.
    // Takes seconds: whole worlds of every preset are rolled.
    #[test]
    fn scenarios_come_back_from_their_files(
        seed in 0_u64..1_000_000, width in 32_u32..120, sides in 1_u8..5, area in select(Shape::ALL),
    ) {
        // 256 cells for each side.
        let roll = roll(&format!("classic:{seed}:area={area},sides={sides},size={width}x32"));
        let text = formats::write_scenario(&roll.scenario);
        let (read, warnings) = formats::read_scenario("scenario.ron", &text, &|_| None, &pipeline::known())
            .map_err(|faults| TestCaseError::fail(format!("{:?}", faults.0)))?;
        prop_assert!(warnings.0.is_empty(), "{:?}", warnings.0);
        prop_assert_eq!(formats::write_scenario(&read), text);
        prop_assert_eq!(&read.units, &roll.scenario.units);
        prop_assert_eq!(&read.sides, &roll.scenario.sides);
        for cell in read.world.area.cells() {
            prop_assert_eq!(read.world.terrain_at(cell), roll.scenario.world.terrain_at(cell));
            prop_assert_eq!(read.world.elevation.as_ref().map(|layer| layer[cell]), roll.scenario.world.elevation.as_ref().map(|layer| layer[cell]));
            prop_assert_eq!(read.world.feature_at(cell), roll.scenario.world.feature_at(cell));
        }
        prop_assert_eq!(&read.world.features, &roll.scenario.world.features);
    }
}

// Takes seconds: whole worlds of every preset are rolled.
#[test]
fn the_number_of_threads_changes_nothing() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let roll = roll("classic:11:sides=5,size=90x70");
            let mut picture = Vec::new();
            output::write_png(&roll.scenario, &output::PictureStyle::default(), &mut picture).expect("a picture");
            (formats::write_scenario(&roll.scenario), picture)
        })
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn recording_frames_changes_nothing() {
    let loaded = preset("classic");
    let request = pipeline::Request { seed: 5, size: Some((50, 40)), ..pipeline::Request::default() };
    let of = |frames: bool| {
        let options = pipeline::Options { frames, ..pipeline::Options::new("classic") };
        pipeline::roll(&loaded, &request, &options).expect("a roll")
    };
    let (plain, recorded) = (of(false), of(true));
    assert_eq!(formats::write_scenario(&plain.scenario), formats::write_scenario(&recorded.scenario));
    assert!(plain.history.frames.is_empty());
    let methods: std::collections::BTreeSet<&str> = recorded.history.frames.iter().map(|frame| frame.method).collect();
    assert_eq!(methods.len(), loaded.design.recipe.len(), "every method leaves a frame");
}

#[test]
fn a_large_scenario_is_a_small_file_and_a_small_one_reads_by_eye() {
    let large = formats::write_scenario(&roll("classic:1:sides=4,size=500x500,balance=false").scenario);
    assert!(large.len() < 1_000_000, "{} bytes", large.len());
    let small = formats::write_scenario(&roll("classic:1:sides=1,size=30x30").scenario);
    assert!(small.lines().all(|line| line.chars().count() < 400), "no line is beyond reading");
    // Two rows of measures are enough: another measure is another row, and weights are fitted anew.
    let is_shown = |line: &&str| {
        let measure = line.trim_start().strip_prefix("{ \"name\": \"").and_then(|rest| rest.split_once('"'));
        measure
            .is_none_or(|(name, _)| playtest::find_measure(name).is_none() || ["land-8", "territory"].contains(&name))
    };
    let world = small.split("\"design\":").next().expect("the world comes first");
    insta::assert_snapshot!(world.lines().filter(is_shown).collect::<Vec<_>>().join("\n"));
}

#[test]
fn designs_come_back_from_their_files() {
    for known in pipeline::PRESETS {
        let loaded = preset(known.name);
        let text = formats::write_design(&loaded.design);
        let read = pipeline::load(known.name, "design.ron", &text, &|_| None).expect("it reads back");
        assert_eq!(formats::write_design(&read.design), text, "{}", known.name);
        assert!(read.warnings.0.is_empty(), "{:?}", read.warnings);
    }
}

// Takes seconds: whole worlds of every preset are rolled.
#[test]
fn presets_resolve_without_a_warning_on_all_that_they_claim() {
    for known in pipeline::PRESETS {
        let loaded = preset(known.name);
        assert!(loaded.warnings.0.is_empty(), "{}: {:?}", known.name, loaded.warnings);
        let claims = &loaded.design.supports;
        for area in &claims.areas {
            let (width, height) = claims.size_min;
            let string = format!("{}:1:area={area},sides=2,size={width}x{height}", known.name);
            assert_eq!(pipeline::find_broken(&roll(&string).scenario), None, "{string}");
        }
    }
}

/// What a preset offers can be rolled.
// Takes seconds: whole worlds of every preset are rolled.
#[test]
fn every_variant_of_every_preset_rolls() {
    for known in pipeline::PRESETS {
        let loaded = preset(known.name);
        let (width, height) = loaded.design.supports.size_min;
        for variant in &loaded.variants {
            for value in &variant.values {
                let string = format!("{}:1:sides=2,size={width}x{height},variant.{}={value}", known.name, variant.name);
                let shared: pipeline::SharedString = string.parse().expect("a string");
                let options = pipeline::Options { tries: 3, ..pipeline::Options::new(known.name) };
                let rolled = pipeline::roll(&loaded, &shared.request, &options);
                assert!(rolled.is_ok(), "{string}: {}", rolled.unwrap_err());
            }
        }
    }
}

/// A catalogue of seeds: what changes when a method changes. Bless it on purpose, with a look at the diff.
// Takes seconds: whole worlds of every preset are rolled.
#[test]
fn the_catalogue_of_seeds() {
    let mut table = format!(
        "{:<42} {:>6} {:>6} {:>5} {:>5} {:>8} {:>6} {:>16}\n",
        "string", "land %", "rivers", "roads", "units", "features", "score", "hash"
    );
    for string in [
        "classic:1",
        "classic:2",
        "classic:3",
        "classic:4:sides=2,size=40x40",
        "classic:5:sides=7,size=80x60",
        "classic:6:area=hexagon,sides=3,size=60x60",
        "classic:7:area=cylinder,sides=6,size=80x50",
        "classic:8:area=cylinder,sides=2,size=50x40",
        "classic:9:balance=false,size=60x60",
    ] {
        let roll = roll(string);
        let world = &roll.scenario.world;
        let design = &roll.scenario.design;
        let land = world.area.cells().filter(|&cell| !world.is_liquid(design, cell)).count();
        let edges = |name: &str| {
            let kind = design.find::<design::TerrainType>(name).expect("a terrain of the preset");
            let masks =
                world.edges.get(&kind).map(|layer| layer.values().iter().map(|mask| mask.count_ones()).sum::<u32>());
            masks.unwrap_or(0) / 2
        };
        // Of what was made: what is measured of it may change by itself, and the score stands beside.
        let made = formats::write_scenario(&world::Scenario { fairness: None, ..roll.scenario.clone() });
        let hash = chance::digest(&made);
        let score = roll.scenario.fairness.as_ref().expect("judged").score;
        writeln!(
            table,
            "{string:<42} {:>6} {:>6} {:>5} {:>5} {:>8} {score:>6.3} {hash:>16x}",
            100 * land / world.area.count(),
            edges("river"),
            edges("road"),
            roll.scenario.units.len(),
            world.features.len(),
        )
        .expect("a text takes every line");
    }
    insta::assert_snapshot!(table);
}

/// What every preset with provinces makes is whole, and comes back from its file.
// Takes seconds: whole worlds of every preset are rolled.
#[test]
fn provinces_hold_their_invariants_and_come_back() {
    let (mut owned, mut rolls) = (0, 0);
    for (seed, area) in (1..=6).flat_map(|seed| Shape::ALL.iter().map(move |area| (seed, area))) {
        let roll = roll(&format!("provinces:{seed}:area={area},size=50x40,sides=3"));
        assert_eq!(pipeline::find_broken(&roll.scenario), None, "{seed} {area}");
        let world = &roll.scenario.world;
        assert!(world.provinces.len() > 1, "{seed} {area}");
        owned += world.provinces.iter().filter(|province| province.owner.0 > 0).count();
        rolls += 1;
        let text = formats::write_scenario(&roll.scenario);
        let (read, _) = formats::read_scenario("s.ron", &text, &|_| None, &pipeline::known()).expect("a scenario");
        assert_eq!(formats::write_scenario(&read), text);
        assert_eq!((&read.world.provinces, &read.world.province_links), (&world.provinces, &world.province_links));
        // Broken on purpose: an owner that is not there, a province torn apart, a graph in parts.
        let mut broken = roll.scenario.clone();
        broken.world.provinces[0].owner = world::SideId(9);
        assert!(pipeline::find_broken(&broken).is_some());
        let mut broken = roll.scenario.clone();
        broken.world.provinces[0].capital = broken.world.provinces[1].capital;
        assert!(pipeline::find_broken(&broken).is_some());
        let mut broken = roll.scenario.clone();
        broken.world.province_links.retain(|link| link.from.0 != 1);
        assert!(pipeline::find_broken(&broken).is_some());
    }
    // A capital on an islet has no province; nearly all have one.
    assert!(2 * owned > 3 * rolls, "{owned} provinces of sides in {rolls} rolls of three sides");
}

/// A lake that somebody paints drowns what stands there: all of it is told, with name, ground and place.
#[test]
fn all_units_that_drown_are_told() {
    let mut scenario = roll("duel:1:size=40x40").scenario;
    let design = std::sync::Arc::clone(&scenario.design);
    let sea = design.find::<design::TerrainType>("sea").expect("it has a sea");
    let towns: Vec<(grid::Cell, String)> = scenario
        .units
        .iter()
        .filter(|unit| design.name_of(unit.kind) == "town" && !unit.name.is_empty())
        .filter_map(|unit| Some((unit.cell()?, unit.name.clone())))
        .take(2)
        .collect();
    let area = scenario.world.area;
    let terrain = scenario.world.terrain.as_ref().expect("it has terrain");
    let values = area.cells().map(|cell| if towns.iter().any(|(town, _)| *town == cell) { sea } else { terrain[cell] });
    scenario.world.terrain = Some(grid::Layer::from_values(&area, values.collect()));
    let flaws = pipeline::find_flaws(&scenario);
    assert_eq!(towns.len(), 2);
    for (cell, name) in &towns {
        let told = flaws.iter().filter(|flaw| flaw.at == Some(*cell) && flaw.words.contains("may not stand on sea at"));
        assert_eq!(told.filter(|flaw| flaw.words.contains(&format!("({name})"))).count(), 1, "{flaws:?}");
    }
}
