//! What `make-weather` and `make-random-date` promise, over seeds, sizes and shapes.

use std::collections::BTreeSet;

use chance::Seed;
use design::TerrainType;
use design::parameters::terrain::{
    CLOUDS_MAX, CLOUDS_MIN, TEMPERATURE_MAX, TEMPERATURE_MIN, WIND_FORCE_MAX, WIND_FORCE_MIN,
};
use fairmarch_terrain::{MakeRandomDate, MakeWeather};
use grid::{Area, Layer, Shape};
use proptest::prelude::*;
use synth::{MethodOutcome, SynthesisError, SynthesisMethod};
use world::{Scenario, Wind, World};

use crate::running::{self, design};

const SKY: &str = r#"{ "terrain": {
    "sea": { "temperature-average": 12, "temperature-min": 4, "temperature-max": 20, "temperature-variability": 5,
        "clouds-min": 20, "clouds-max": 90, "wind-force-average": 4, "wind-force-min": 1, "wind-force-max": 9 },
    "desert": { "temperature-average": 38, "temperature-min": 20, "temperature-max": 55, "temperature-variability": 31,
        "clouds-max": 7, "wind-force-average": 20, "wind-force-max": 3 },
} }"#;

/// Sea and desert by chance, and heights.
fn scenario(text: &str, area: Area, seed: u64) -> Scenario {
    let mut stream = Seed(seed).stream("ground");
    let mut world = World::new(area);
    world.terrain =
        Some(Layer::from_values(&area, (0..area.len()).map(|_| TerrainType(stream.below(2) as u8)).collect()));
    world.elevation =
        Some(Layer::from_values(&area, (0..area.len()).map(|_| stream.between(-500, 4000) as i16).collect()));
    Scenario::new(design(text), world)
}

fn run(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
    set: &[(&str, &str)],
) -> Result<MethodOutcome, SynthesisError> {
    running::run(method, scenario, seed, set).0
}

fn any_area() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 3_u32..50, 3_u32..50).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn weather_keeps_the_terrain_s_bounds(
        area in any_area(), seed in any::<u64>(), moderation in 0..3, floor in -40..40, height in 0..5000, mix in 0..2,
    ) {
        let mut scenario = scenario(SKY, area, seed);
        let words = [moderation, floor, height, mix].map(|number: i32| number.to_string());
        let set = [("temperature-moderation-range", &*words[0]), ("temperature-floor", &*words[1]),
            ("temperature-floor-elevation", &*words[2]), ("wind-mix-range", &*words[3])];
        prop_assert!(matches!(run(&MakeWeather, &mut scenario, seed, &set), Ok(MethodOutcome::Made(_))));
        let (design, world) = (&*scenario.design, &scenario.world);
        let (temperature, clouds) = (world.temperature.as_ref().unwrap(), world.clouds.as_ref().unwrap());
        let winds = world.winds.as_ref().unwrap();
        for cell in area.cells() {
            let kind = world.terrain_at(cell);
            let within = |low, high, value: i32| (design.int(low, kind)..=design.int(high, kind)).contains(&value);
            prop_assert!(within(TEMPERATURE_MIN, TEMPERATURE_MAX, i32::from(temperature[cell])));
            prop_assert!(within(CLOUDS_MIN, CLOUDS_MAX, i32::from(clouds[cell])));
            prop_assert!(within(WIND_FORCE_MIN, WIND_FORCE_MAX, i32::from(winds[cell].force)));
            prop_assert!(winds[cell].direction.0 < area.directions());
        }
        let ways: BTreeSet<u8> = area.cells().map(|cell| winds[cell].direction.0).collect();
        let fits = if mix > 0 { ways.len() == 1 } else { ways.len() > 1 || area.count() < 30 };
        prop_assert!(fits, "{} ways", ways.len());
    }

    #[test]
    fn what_is_given_stays_to_the_byte(area in any_area(), seed in any::<u64>()) {
        let mut given = scenario(SKY, area, seed);
        given.world.clouds = Some(Layer::filled(&area, 77));
        prop_assert!(matches!(run(&MakeWeather, &mut given, seed, &[]), Ok(MethodOutcome::Made(_))));
        let mut plain = scenario(SKY, area, seed);
        run(&MakeWeather, &mut plain, seed, &[]).unwrap();
        // The clouds stay, and nothing else differs because of them.
        prop_assert_eq!(given.world.clouds.as_ref(), Some(&Layer::filled(&area, 77)));
        prop_assert_eq!(&given.world.temperature, &plain.world.temperature);
        prop_assert_eq!(&given.world.winds, &plain.world.winds);
        let before = plain.world.clone();
        prop_assert!(matches!(run(&MakeWeather, &mut plain, seed ^ 1, &[]), Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(plain.world, before);
    }

    #[test]
    fn dates_lie_between_their_bounds(seed in any::<u64>(), first in -300_i64..2000, span in 0_i64..300) {
        let mut drawn = scenario(SKY, Area::new(Shape::Rectangle, 3, 3).unwrap(), 1);
        let (early, late) = (first.to_string(), (first + span).to_string());
        let set = [("initial-date-min", &*early), ("initial-date-max", &*late)];
        prop_assert!(run(&MakeRandomDate, &mut drawn, seed, &set).is_ok());
        prop_assert!((first..=first + span).contains(&drawn.world.date.parse().unwrap()));
        let before = drawn.world.clone();
        prop_assert!(matches!(run(&MakeRandomDate, &mut drawn, seed ^ 1, &set), Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(drawn.world, before);
    }

    #[test]
    fn no_text_for_a_date_makes_it_panic(text in "[0-9a-zA-Z: -]{0,20}", other in "[0-9A-Za-z: -]{0,14}") {
        let mut drawn = scenario(SKY, Area::new(Shape::Rectangle, 3, 3).unwrap(), 1);
        let _whatever = run(&MakeRandomDate, &mut drawn, 1, &[("initial-date-min", &text), ("initial-date-max", &other)]);
    }
}

/// High land is colder, up to the floor.
#[test]
fn heights_cool() {
    let area = Area::new(Shape::Hexagon, 40, 40).unwrap();
    let mut scenario = scenario(SKY, area, 5);
    let set = [("temperature-floor", "22"), ("temperature-floor-elevation", "3000")];
    run(&MakeWeather, &mut scenario, 5, &set).unwrap();
    let world = &scenario.world;
    let (temperature, elevation) = (world.temperature.as_ref().unwrap(), world.elevation.as_ref().unwrap());
    let mean = |low: i16, high: i16| {
        let cells = area.cells().filter(|&cell| world.terrain_at(cell) == TerrainType(1));
        let values: Vec<i32> = cells
            .filter(|&cell| (low..high).contains(&elevation[cell]))
            .map(|cell| i32::from(temperature[cell]))
            .collect();
        f64::from(values.iter().sum::<i32>()) / values.len() as f64
    };
    assert!((37.0..43.0).contains(&mean(-500, 300)), "{}", mean(-500, 300));
    assert!((28.0..32.0).contains(&mean(1300, 1700)), "{}", mean(1300, 1700));
    assert_eq!(mean(3000, 4001), 22.0);
}

/// Clouds stand in banks: neighbours differ much less than cells do.
#[test]
fn clouds_stand_in_banks() {
    for &shape in Shape::ALL {
        let area = Area::new(shape, 50, 50).unwrap();
        let mut scenario = scenario(SKY, area, 8);
        scenario.world.terrain = Some(Layer::filled(&area, TerrainType(0)));
        run(&MakeWeather, &mut scenario, 8, &[]).unwrap();
        let clouds = scenario.world.clouds.unwrap();
        let (mut near, mut pairs) = (0, 0);
        for cell in area.cells() {
            for (_, other) in area.around(cell) {
                near += u64::from(clouds[cell].abs_diff(clouds[other]));
                pairs += 1;
            }
        }
        // Any two of an even spread over 71 values differ by a third of that.
        assert!(near * 3 < pairs * 24, "{shape}: {} from neighbour to neighbour", near as f64 / pairs as f64);
        for bound in [25, 85] {
            assert!(area.cells().any(|cell| clouds[cell] < bound) && area.cells().any(|cell| clouds[cell] > bound));
        }
    }
}

#[test]
fn a_design_without_weather_or_dates_gets_none() {
    let area = Area::new(Shape::Cylinder, 9, 9).unwrap();
    let mut plain = scenario(r#"{ "terrain": { "sea": {}, "land": {} } }"#, area, 1);
    let before = plain.world.clone();
    assert!(matches!(run(&MakeWeather, &mut plain, 1, &[]), Ok(MethodOutcome::Skipped(_))));
    assert!(matches!(run(&MakeRandomDate, &mut plain, 1, &[]), Ok(MethodOutcome::Skipped(_))));
    assert_eq!(plain.world, before);
}

#[test]
fn every_date_of_a_span_is_drawn_and_faults_are_named() {
    let mut days = BTreeSet::new();
    for seed in 0..200 {
        let mut drawn = scenario(SKY, Area::new(Shape::Rectangle, 3, 3).unwrap(), 1);
        let set = [("initial-date-min", "30 Dec 1812"), ("initial-date-max", "3 Jan 1813")];
        run(&MakeRandomDate, &mut drawn, seed, &set).unwrap();
        days.insert(drawn.world.date);
    }
    assert_eq!(
        days,
        BTreeSet::from(["30 Dec 1812", "31 Dec 1812", "1 Jan 1813", "2 Jan 1813", "3 Jan 1813"].map(String::from))
    );
    let told = |set: &[(&str, &str)]| {
        let mut drawn = scenario(SKY, Area::new(Shape::Rectangle, 3, 3).unwrap(), 1);
        run(&MakeRandomDate, &mut drawn, 1, set).map(|_| drawn.world.date).map_err(|error| error.to_string())
    };
    assert_eq!(told(&[("initial-date", " 5 May 1871")]).unwrap(), "5 May 1871");
    for (early, late, word) in [
        (
            "1812",
            "",
            "the design lacks an `initial-date-max`; write it like \"1871\", \"Spr 1871\", \"May 1871\", \"5 May \
            1871\" or \"14:00 5 May 1871\"",
        ),
        (
            "32 May 1812",
            "3 Jun 1812",
            "the design lacks an `initial-date-min` that is a date: `32 May 1812` is none; write it like \
            \"1871\", \"Spr 1871\", \"May 1871\", \"5 May 1871\" or \"14:00 5 May 1871\"",
        ),
        (
            "1812",
            "May 1813",
            "a date from 1812 to May 1813 cannot be met: the one names a year, the other a month; write \
            `initial-date-min` and `initial-date-max` in the same way",
        ),
        (
            "1813",
            "1812",
            "a date from 1813 to 1812 cannot be met: the second is earlier; exchange `initial-date-min` and \
            `initial-date-max`",
        ),
    ] {
        let error = told(&[("initial-date-min", early), ("initial-date-max", late)]).unwrap_err();
        assert_eq!(error, word);
    }
}

#[test]
fn winds_unpack_to_what_was_packed() {
    for packed in [0, 5, 8, 8 * 32_767 + 7] {
        assert_eq!(Wind::unpack(packed).unwrap().packed(), packed);
    }
    assert_eq!((Wind::unpack(-1), Wind::unpack(8 * 65_536)), (None, None));
}
