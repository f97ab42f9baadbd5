//! Countries, their sites and their units.

use std::sync::Arc;
use synth::{MethodOutcome, Part, SynthesisError};

use design::{Design, TerrainType, UnitType};
use fairmarch_starts::share_out;
use fairmarch_starts::{MakeCountries, MakeIndependentUnits};
use grid::{Area, Cell, Layer, Shape, disk};
use proptest::prelude::*;
use world::{Place, Scenario, SideId, Unit, standing};

use crate::testing::{design, empire, lay_blotches, made, run, run_with_given, scenario};

fn counts(scenario: &Scenario, side: u8) -> Vec<usize> {
    let of =
        |kind| scenario.units.iter().filter(|unit| unit.side == SideId(side) && unit.kind == UnitType(kind)).count();
    (0..scenario.design.units.len() as u16).map(of).collect()
}

/// The properties of all countries.
fn check(scenario: &Scenario, apart: u32, within: Option<u32>) -> Result<(), TestCaseError> {
    let area = scenario.world.area;
    let centers: Vec<Cell> = scenario.sides.iter().map(|side| side.center.unwrap()).collect();
    for (seat, &center) in centers.iter().enumerate() {
        let rivals: Vec<u32> = centers
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != seat)
            .map(|(_, &other)| area.distance(center, other))
            .collect();
        prop_assert!(rivals.iter().all(|&distance| distance > apart && distance > 0));
        if let (Some(within), Some(&nearest)) = (within, rivals.iter().min()) {
            prop_assert!(nearest <= within);
        }
        prop_assert_eq!(scenario.world.country.as_ref().unwrap()[center], seat as u8 + 1);
    }
    let design = &scenario.design;
    for (index, unit) in scenario.units.iter().enumerate() {
        match unit.place {
            Place::Cell(cell) => {
                prop_assert!(standing::may_stand(design, &scenario.world, unit.kind, cell));
                // Room: if a unit is taken away, there must be room for it again.
                let mut others = scenario.clone();
                others.units.remove(index);
                let alone: Vec<Unit> = others.units.iter().filter(|unit| unit.cell().is_some()).cloned().collect();
                others.units = alone;
                let occupancy = world::Occupancy::new(&area, &others.units);
                prop_assert!(standing::has_room(&others, &occupancy, unit.kind, cell));
            }
            Place::Inside(carrier) => {
                prop_assert_eq!(scenario.unit(carrier).side, unit.side);
            }
            Place::Unplaced => prop_assert!(false, "a unit without a place"),
        }
    }
    Ok(())
}

#[test]
fn no_side_gets_units_that_it_may_not_own() {
    let design = design(
        r#"{
            "terrain": { "plains": { "country-growth-chance": 100 } },
            "units": {
                "forum": { "start-with": 1, "possible-sides": ["roman"], "point-value": 9 },
                "legion": { "start-with": 2, "possible-sides": ["roman"], "unit-growth-chance": 2000 },
                "camp": { "start-with": 1, "possible-sides": [["not", "roman"]] },
                "scout": { "start-with": 1 },
                "ruin": { "independent-near-start": 2, "possible-sides": ["independent"], "independent-takeover-chance": 10000 },
                "shrine": { "independent-near-start": 2, "possible-sides": ["roman"] },
            },
            "tables": { "favored-terrain": { "*": 100 } },
            "globals": { "country-radius-max": 6 },
        }"#,
    );
    for seed in 0..8 {
        let mut scenario = scenario(&design, Shape::ALL[seed as usize % Shape::ALL.len()], (40, 40), &[1, 1, 2]);
        scenario.world.terrain = Some(Layer::filled(&scenario.world.area, TerrainType(0)));
        scenario.sides[0].class = "roman".to_owned();
        let (_, _) = run(&MakeCountries, &mut scenario, seed);
        let [rome, goths, huns] = [1, 2, 3].map(|side| counts(&scenario, side));
        assert!(rome[0] == 1 && rome[1] > 2 && rome[2] == 0 && rome[3] == 1, "legions join as it grows: {rome:?}");
        assert_eq!((goths, huns), (vec![0, 0, 1, 1, 0, 0], vec![0, 0, 2, 2, 0, 0]), "at their advantages");
        assert_eq!(counts(&scenario, 0), [0, 0, 0, 0, 6, 0], "ruins stay free, shrines cannot be");
        let center = scenario.sides[1].center.unwrap();
        let stands = |kind| scenario.units.iter().any(|unit| unit.kind == kind && unit.cell() == Some(center));
        assert!(stands(UnitType(2)), "the camp takes the centre");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn countries_keep_every_constraint_or_say_which_they_cannot(
        seed: u64,
        shape in proptest::sample::select(Shape::ALL),
        width in 20..60u32,
        height in 20..40u32,
        sides in 1..9usize,
        apart in 0..12u32,
        slack in proptest::option::of(1..10u32),
    ) {
        // Two centres are never less than 2 apart.
        let within = slack.map(|slack| (apart + slack).max(2));
        let globals = format!(
            ", \"country-separation-min\": {apart}, \"country-separation-max\": {}, \"country-radius-min\": 3, \"country-radius-max\": 6",
            within.map_or(-1, |within| within as i32)
        );
        let design = empire(&globals);
        let mut scenario = made(&design, shape, (width, height), &vec![1; sides], seed);
        let independents = scenario.units.len();
        let (outcome, warnings) = run(&MakeCountries, &mut scenario, seed);
        match outcome {
            Ok(MethodOutcome::Made(_)) => {
                check(&scenario, apart, within)?;
                for side in 1..=sides as u8 {
                    prop_assert_eq!(counts(&scenario, side), vec![1, 2, 1, 0]);
                }
                if warnings.is_empty() {
                    prop_assert_eq!(scenario.units.len(), independents + sides * 6);
                }
            }
            Err(SynthesisError::Unmet { constraint, remedy, .. }) => {
                prop_assert!(!constraint.is_empty() && !remedy.is_empty());
                // An error must not come for a request that is plainly possible.
                prop_assert!(apart > 0 && sides > 1 || sides > 4, "{constraint}: {remedy}");
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn what_is_made_depends_on_seed_and_scenario_alone(seed: u64, sides in 2..6usize) {
        let design = empire("");
        let roll = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut scenario = made(&design, Shape::Rectangle, (40, 30), &vec![1; sides], seed);
                let outcome = run(&MakeCountries, &mut scenario, seed);
                (outcome, scenario)
            })
        };
        prop_assert_eq!(roll(1), roll(2));
    }

    #[test]
    fn absurd_parameters_are_answered(
        seed: u64,
        shape in proptest::sample::select(Shape::ALL),
        width in 3..12u32,
        height in 3..6u32,
        sides in 1..16usize,
        apart in proptest::sample::select(vec![0, 3, 1_000_000_000]),
        within in proptest::sample::select(vec![-1, 0, 2, 2_000_000_000]),
        radius_min in proptest::sample::select(vec![-1, 0, 1, 1_000_000_000]),
        radius_max in proptest::sample::select(vec![0, 5, 1_000_000_000]),
    ) {
        let design = empire(&format!(
            ", \"country-separation-min\": {apart}, \"country-separation-max\": {within}, \
             \"country-radius-min\": {radius_min}, \"country-radius-max\": {radius_max}"
        ));
        let mut scenario = made(&design, shape, (width, height), &vec![1; sides], seed);
        scenario.sides[0].advantage = u32::MAX;
        let _answer = run(&MakeCountries, &mut scenario, seed);
        scenario.sides[0].advantage = 0;
        let _answer = run(&MakeCountries, &mut scenario, seed);
    }
}

#[test]
fn separation_that_is_too_large_is_refused_with_one_that_works() {
    let design = empire(", \"country-separation-min\": 50");
    let mut scenario = made(&design, Shape::Rectangle, (40, 40), &[1; 6], 1);
    let before = scenario.clone();
    let Err(SynthesisError::Unmet { constraint, remedy, .. }) = run(&MakeCountries, &mut scenario, 1).0 else {
        panic!("six countries more than 50 apart in 40x40")
    };
    assert_eq!(constraint, "`country-separation-min` 50 for 6 sides");
    let works: u32 = remedy.split(' ').next().unwrap().parse().unwrap();
    assert!(works >= 10, "{remedy}");
    let design = empire(&format!(", \"country-separation-min\": {works}"));
    let mut scenario = Scenario { design, ..before };
    run(&MakeCountries, &mut scenario, 1).0.unwrap();
}

#[test]
fn wishes_for_more_than_the_world_has_cost_no_more_than_all_of_it() {
    let centers = |wanted: u32| {
        let design = empire(&format!(", \"country-separation-wanted\": {wanted}"));
        let mut scenario = made(&design, Shape::Rectangle, (60, 60), &[1, 1, 1], 4);
        run(&MakeCountries, &mut scenario, 4).0.unwrap();
        scenario.units.iter().map(|unit| unit.place).collect::<Vec<_>>()
    };
    assert_eq!(centers(2_000_000_000), centers(120));
}

#[test]
fn terrain_that_no_place_has_is_named() {
    let design = design(
        r#"{ "terrain": { "sea": { "liquid": true }, "plains": { "country-terrain-min": 30 } }, "units": { "city": { "start-with": 1 } },
             "globals": { "country-radius-min": 2 } }"#,
    );
    let mut scenario = scenario(&design, Shape::Rectangle, (30, 30), &[1, 1]);
    lay_blotches(&mut scenario, 3, &[1, 1]);
    let Err(error) = run(&MakeCountries, &mut scenario, 3).0 else { panic!("a disc of radius 2 has 19 cells") };
    assert_eq!(
        error.to_string(),
        "`country-terrain-min` 30 of `plains` cannot be met: the most that any place has within 2 cells is 19 cells of \
         `plains`; set it to at most 19 in the design, \"terrain\": { \"plains\": { \"country-terrain-min\": 19 } }, or make \
         `country-radius-min` larger"
    );
}

#[test]
fn terrain_that_a_map_from_elsewhere_lacks_is_not_asked_for() {
    let design = design(
        r#"{ "terrain": { "sea": { "liquid": true }, "plains": {}, "reef": { "country-terrain-min": 3 } },
             "units": { "city": { "start-with": 1 } }, "globals": { "country-radius-min": 2 } }"#,
    );
    let blank = || {
        let mut scenario = scenario(&design, Shape::Rectangle, (30, 30), &[1, 1]);
        lay_blotches(&mut scenario, 3, &[1, 1]);
        scenario
    };
    let (outcome, warned) = run_with_given(&MakeCountries, &mut blank(), 3, &[Part::Terrain]);
    assert!(outcome.is_ok() && warned == ["lacking-terrain"], "{outcome:?} {warned:?}");
    // A map that the recipe made has another seed to try.
    assert!(run(&MakeCountries, &mut blank(), 3).0.is_err());
    // Terrain that is there, if too rarely, stays asked for.
    let mut rare = blank();
    rare.world.terrain.as_mut().expect("terrain").edit()[0] = design.find("reef").expect("a type");
    assert!(run_with_given(&MakeCountries, &mut rare, 3, &[Part::Terrain]).0.is_err());
}

#[test]
fn advantages_share_out_first_units_exactly() {
    let design = empire(", \"country-radius-min\": 4");
    let mut scenario = made(&design, Shape::Rectangle, (60, 60), &[2, 3, 7], 4);
    run(&MakeCountries, &mut scenario, 4).0.unwrap();
    for (side, advantage) in [(1, 2), (2, 3), (3, 7)] {
        assert_eq!(counts(&scenario, side), [advantage, 2 * advantage, advantage, 0]);
    }
}

#[test]
fn an_advantage_that_does_not_divide_leaves_no_type_out() {
    let design = empire("");
    let scenario = scenario(&design, Shape::Rectangle, (9, 9), &[1]);
    let shares = |advantage, usual| {
        share_out(&scenario, SideId(1), advantage, usual).iter().map(|share| share.1).collect::<Vec<_>>()
    };
    assert_eq!(shares(8, 10), [1, 1, 1]); // 0.8, 1.6, 0.8: three in all; Xconq gives 0, 1, 0
    assert_eq!(shares(5, 10), [1, 1, 1]); // 0.5, 1, 0.5: two in all, and one for the type left out
    assert_eq!(shares(15, 10), [2, 3, 1]); // 1.5, 3, 1.5
    assert_eq!(shares(1, 100), [1, 1, 1]);
}

#[test]
fn what_was_given_stays() {
    let design = empire("");
    let mut scenario = made(&design, Shape::Rectangle, (40, 40), &[1, 1, 1], 5);
    let area = scenario.world.area;
    let home = area.cells().find(|&cell| standing::may_stand(&design, &scenario.world, UnitType(0), cell)).unwrap();
    let unit = Unit::new(UnitType(1), Place::Cell(home), SideId(2));
    scenario.units.insert(0, unit.clone());
    run(&MakeCountries, &mut scenario, 5).0.unwrap();
    assert_eq!(scenario.units[0], unit);
    assert_eq!(counts(&scenario, 2), [0, 1, 0, 0]);
    assert_eq!(scenario.sides[1].center, Some(home));
    assert_eq!(counts(&scenario, 1), [1, 2, 1, 0]);
    let before = scenario.clone();
    assert!(matches!(run(&MakeCountries, &mut scenario, 6).0, Ok(MethodOutcome::Skipped(_))));
    assert_eq!(scenario, before);
}

#[test]
fn aircraft_start_inside_and_nothing_is_said() {
    let design = empire("");
    let mut scenario = made(&design, Shape::Rectangle, (30, 30), &[1], 6);
    let (outcome, warnings) = run(&MakeCountries, &mut scenario, 6);
    outcome.unwrap();
    assert_eq!(warnings, Vec::<&str>::new());
    let plane = scenario.units.iter().find(|unit| unit.kind == UnitType(2)).unwrap();
    let Place::Inside(carrier) = plane.place else { panic!("a plane in the open") };
    assert_eq!(scenario.unit(carrier).kind, UnitType(0));
}

#[test]
fn the_main_unit_stands_in_the_center() {
    let design = empire("");
    let mut scenario = made(&design, Shape::Hexagon, (30, 30), &[1; 4], 7);
    run(&MakeCountries, &mut scenario, 7).0.unwrap();
    for (side, known) in scenario.side_ids().zip(&scenario.sides) {
        let city = scenario.units.iter().find(|unit| unit.side == side && unit.kind == UnitType(0)).unwrap();
        assert_eq!(city.cell(), known.center);
    }
}

/// One terrain everywhere.
fn flat(design: &Arc<Design>, size: u32, sides: usize, kind: u8) -> Scenario {
    let mut scenario = scenario(design, Shape::Rectangle, (size, size), &vec![1; sides]);
    let area: Area = scenario.world.area;
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(kind)));
    scenario
}

#[test]
fn ground_is_made_fit_where_none_is() {
    let design = design(
        r#"{ "terrain": { "sea": { "liquid": true }, "plains": { "elevation-min": 10, "elevation-max": 90 } },
             "units": { "city": { "start-with": 2 } },
             "tables": { "vanishes-on": { "city": { "sea": true } } } }"#,
    );
    let mut scenario = flat(&design, 20, 2, 0);
    scenario.world.elevation = Some(Layer::filled(&scenario.world.area, -5));
    let (outcome, warnings) = run(&MakeCountries, &mut scenario, 8);
    outcome.unwrap();
    assert_eq!(warnings, ["terrain-changed"; 4]);
    let raised: Vec<i16> = scenario
        .world
        .area
        .cells()
        .filter(|&cell| scenario.world.terrain_at(cell) == TerrainType(1))
        .map(|cell| scenario.world.elevation.as_ref().unwrap()[cell])
        .collect();
    assert_eq!(raised, [10; 4]);
}

#[test]
fn a_full_country_spills_over_and_says_so() {
    let design = design(
        r#"{ "terrain": { "plains": {} }, "units": { "city": { "start-with": 9 } }, "globals": { "country-radius-min": 1 } }"#,
    );
    let mut scenario = flat(&design, 20, 1, 0);
    let (outcome, warnings) = run(&MakeCountries, &mut scenario, 9);
    outcome.unwrap();
    assert_eq!(warnings, ["started-outside"; 2]);
    assert_eq!(counts(&scenario, 1), [9]);
}

/// Games of Xconq's library start with units that favor no terrain: there they stand where there is room.
#[test]
fn a_unit_that_nothing_favors_starts_where_it_lives() {
    let design = design(
        r#"{ "terrain": { "plains": {} }, "units": { "plane": { "start-with": 2 } },
             "tables": { "favored-terrain": { "*": 0 }, "unit-size-as-occupant": { "*": 99 } } }"#,
    );
    let mut scenario = flat(&design, 20, 1, 0);
    let (outcome, warnings) = run(&MakeCountries, &mut scenario, 1);
    outcome.unwrap();
    assert_eq!(warnings, ["started-anywhere"; 2]);
    assert_eq!(counts(&scenario, 1), [2]);
}

#[test]
fn a_unit_that_fits_nowhere_is_named() {
    let design = design(
        r#"{ "terrain": { "plains": {} }, "units": { "plane": { "start-with": 1 } },
             "tables": { "favored-terrain": { "*": 0 }, "unit-size-as-occupant": { "*": 99 }, "vanishes-on": { "*": 1 } } }"#,
    );
    let mut scenario = flat(&design, 20, 1, 0);
    let (outcome, warnings) = run(&MakeCountries, &mut scenario, 1);
    outcome.unwrap();
    assert_eq!(warnings, ["started-on-deadly-ground"], "Xconq puts it there too");
    assert_eq!(counts(&scenario, 1), [1]);

    let design = crate::testing::design(
        r#"{ "terrain": { "plains": { "capacity": 0 } }, "units": { "plane": { "start-with": 1 } },
             "tables": { "favored-terrain": { "*": 0 }, "vanishes-on": { "*": 1 } } }"#,
    );
    let mut scenario = flat(&design, 20, 1, 0);
    let Err(error) = run(&MakeCountries, &mut scenario, 1).0 else { panic!("it cannot start") };
    assert!(
        error.to_string().starts_with("`start-with` of `plane` for side 1 cannot be met: it is favored on no terrain")
    );
}

#[test]
fn countries_grow_and_hang_together() {
    let design = empire(", \"country-radius-min\": 2, \"country-radius-max\": 9");
    let mut scenario = made(&design, Shape::Cylinder, (50, 40), &[1; 3], 10);
    run(&MakeCountries, &mut scenario, 10).0.unwrap();
    let country = scenario.world.country.as_ref().unwrap();
    let area = scenario.world.area;
    for (number, side) in (1u8..).zip(&scenario.sides) {
        let own = area.cells().filter(|&cell| country[cell] == number).count();
        let together = grid::flood(&area, side.center.unwrap(), |cell| country[cell] == number);
        assert_eq!(own, together.len());
        assert!(own > 19 + 20, "{own}");
        assert!(together.iter().all(|&cell| area.distance(cell, side.center.unwrap()) <= 9));
        assert!(disk(&area, side.center.unwrap(), 2).all(|cell| country[cell] != 0));
    }
}

#[test]
fn growth_settles_and_takes_over() {
    let design = design(
        r#"{ "terrain": { "plains": { "country-takeover-chance": 50 } },
             "units": { "city": { "start-with": 1 }, "farm": { "unit-growth-chance": 2000, "country-units-max": 8 },
                        "town": { "independent-takeover-chance": 10000 } },
             "tables": { "independent-density": { "town": { "plains": 300 } } },
             "globals": { "country-radius-min": 1, "country-radius-max": 8 } }"#,
    );
    let mut scenario = flat(&design, 40, 2, 0);
    run(&MakeIndependentUnits, &mut scenario, 1).0.unwrap();
    run(&MakeCountries, &mut scenario, 1).0.unwrap();
    let country = scenario.world.country.clone().unwrap();
    for side in [1u8, 2] {
        let counts = counts(&scenario, side);
        assert_eq!(counts[..2], [1, 8]);
        assert!(counts[2] > 0, "{counts:?}");
        let taken = scenario.units.iter().filter(|unit| unit.kind == UnitType(2) && unit.side == SideId(side));
        assert!(taken.count() > 0 && country.values().contains(&side));
    }
}
