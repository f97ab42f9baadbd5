//! Units of nobody.

use std::sync::Arc;

use design::{TerrainType, UnitType};
use fairmarch_starts::MakeIndependentUnits;
use grid::{Cell, Shape};
use proptest::prelude::*;
use synth::{MethodOutcome, Part};
use world::{Place, SideId, standing};

use crate::testing::{design, lay_blotches, run, run_with_given, scenario};

fn towns_and_mines() -> Arc<design::Design> {
    design(
        r#"{
                "terrain": { "sea": { "liquid": true }, "plains": {}, "hills": {} },
                "units": { "town": {}, "mine": {} },
                "tables": {
                    "vanishes-on": { "*": { "sea": true } },
                    "independent-density": { "town": { "sea": 500, "plains": 400, "hills": 100 }, "mine": { "hills": 300 } },
                    "unit-separation-min": { "town": { "mine": 2 }, "mine": { "mine": 3 } },
                },
            }"#,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn independents_stand_where_they_may_and_as_many_as_asked(
        seed: u64,
        shape in proptest::sample::select(Shape::ALL),
        width in 30..70u32,
        height in 30..60u32,
    ) {
        let design = towns_and_mines();
        let mut scenario = scenario(&design, shape, (width, height), &[1]);
        lay_blotches(&mut scenario, seed, &[2, 3, 1]);
        let (outcome, warnings) = run(&MakeIndependentUnits, &mut scenario, seed);
        prop_assert!(matches!(outcome, Ok(MethodOutcome::Made(_))));
        let area = scenario.world.area;
        let [town, mine] = [UnitType(0), UnitType(1)];
        for unit in &scenario.units {
            let Place::Cell(cell) = unit.place else { panic!("in the open") };
            prop_assert!(standing::may_stand(&design, &scenario.world, unit.kind, cell));
            prop_assert_eq!(unit.side, SideId::INDEPENDENT);
            for other in &scenario.units {
                let distance = area.distance(cell, other.cell().unwrap());
                if std::ptr::eq(unit, other) { continue }
                prop_assert!(distance > 0);
                prop_assert!(distance >= 2 || unit.kind == other.kind);
                prop_assert!(distance >= 3 || unit.kind == town || other.kind == town);
            }
        }
        // Mines are few, and only they and the towns take up room.
        let inner = |kind| area.cells().filter(|&cell| !area.is_edge(cell) && scenario.world.terrain_at(cell) == TerrainType(kind)).count();
        let count = |kind| scenario.units.iter().filter(|unit| unit.kind == kind).count();
        let wanted = (inner(0) * 500 + inner(1) * 400 + inner(2) * 100) as f64 / 10_000.0;
        // At sea a town finds no place, but the land of the same stretch gets it. The first and the last stretch are parts, and
        // each may have a unit.
        prop_assert!((count(town) as f64) < wanted + 2.0, "{} of {wanted}", count(town));
        prop_assert!((count(town) as f64) >= 0.6 * wanted - 2.0, "{} of {wanted}, {warnings:?}", count(town));
        let wanted = inner(2) as f64 * 0.03;
        prop_assert!((count(mine) as f64 - wanted).abs() < 2.0 + 0.25 * wanted, "{} of {wanted}", count(mine));
    }
}

#[test]
fn they_are_spread_more_evenly_than_by_chance() {
    let design = design(
        r#"{ "terrain": { "plains": {} }, "units": { "town": {} },
                 "tables": { "independent-density": { "town": { "plains": 400 } } } }"#,
    );
    let mut scenario = scenario(&design, Shape::Rectangle, (102, 102), &[1]);
    lay_blotches(&mut scenario, 1, &[1]);
    run(&MakeIndependentUnits, &mut scenario, 5).0.unwrap();
    assert!((399..=401).contains(&scenario.units.len()), "{}", scenario.units.len());
    // Squares of 20 by 20 hold 16 on average; for random places the variance would be 16 too.
    let area = scenario.world.area;
    let mut squares = [0i32; 25];
    for unit in &scenario.units {
        let (column, row) = area.column_row(unit.cell().unwrap());
        squares[((row - 1) / 20 * 5 + (column - 1) / 20) as usize] += 1;
    }
    let variance: i32 = squares.iter().map(|count| (count - 16) * (count - 16)).sum::<i32>() / 25;
    assert!(variance <= 6, "{squares:?}");
}

#[test]
fn given_ones_stay_beside_others_and_nothing_is_made_of_nothing() {
    let design = towns_and_mines();
    let mut given = scenario(&design, Shape::Rectangle, (20, 20), &[1]);
    lay_blotches(&mut given, 1, &[0, 1, 1]);
    given.add_unit(world::Unit::new(UnitType(0), Place::Cell(Cell(100)), SideId::INDEPENDENT));
    let (outcome, _) = run_with_given(&MakeIndependentUnits, &mut given, 1, &[Part::Independents]);
    assert!(matches!(outcome, Ok(MethodOutcome::Made(_))));
    assert!(given.units.len() > 1 && given.units[0].cell() == Some(Cell(100)), "{:?}", given.units);
    let mut tiny = scenario(&design, Shape::Hexagon, (3, 3), &[1]);
    lay_blotches(&mut tiny, 1, &[1, 1, 1]);
    assert!(run(&MakeIndependentUnits, &mut tiny, 1).0.is_ok());
}

#[test]
fn a_crowd_is_named() {
    let design = design(
        r#"{ "terrain": { "plains": {} }, "units": { "town": {} },
                 "tables": { "independent-density": { "town": { "plains": 5000 } },
                             "unit-separation-min": { "town": { "town": 9 } } } }"#,
    );
    let mut scenario = scenario(&design, Shape::Cylinder, (30, 30), &[1]);
    lay_blotches(&mut scenario, 1, &[1]);
    let (outcome, warnings) = run(&MakeIndependentUnits, &mut scenario, 1);
    assert!(outcome.is_ok());
    assert_eq!(warnings, ["independents-crowded"]);
}
